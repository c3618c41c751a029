"""Print the lower bounds of the dependencies in a pyproject.toml as pip constraints."""

import sys
import tomllib
from pathlib import Path

project = tomllib.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))["project"]
required = project["dependencies"] + project["optional-dependencies"]["lab"]
print("\n".join(requirement.replace(">=", "==") for requirement in required))
