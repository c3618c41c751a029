"""The notebooks ride in the wheel, without their outputs: `depcluster lab` copies them."""

import json
import shutil
import tempfile
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Notebooks(BuildHookInterface):
    def initialize(self, version, build_data):
        self.folder = Path(tempfile.mkdtemp())
        if version == "editable":  # the notebooks of the checkout are there
            return
        lessons = Path(self.root) / "notebooks"
        for path in sorted(lessons.rglob("*.ipynb")):
            bare = self.folder / path.relative_to(lessons)
            bare.parent.mkdir(parents=True, exist_ok=True)
            bare.write_text(without_outputs(path.read_text("utf-8")), "utf-8")
        build_data["force_include"][str(self.folder)] = "depcluster/notebooks"

    def finalize(self, version, build_data, artifact_path):
        shutil.rmtree(self.folder)


def without_outputs(text):
    notebook = json.loads(text)
    notebook["metadata"].pop("widgets", None)
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"], cell["execution_count"] = [], None
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
