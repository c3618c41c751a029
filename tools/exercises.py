"""Make the students' notebooks from the solved ones: ``python tools/exercises.py``."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
from depcluster.course.assignments import FOLDER, assignments  # noqa: E402

for each in assignments(ROOT / FOLDER):
    (ROOT / FOLDER / f"{each.name}.ipynb").write_text(each.students(), encoding="utf-8")
