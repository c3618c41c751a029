"""Python may leave docstrings out."""

import subprocess
import sys


def test_nothing_leans_on_docstrings():
    code = "import depcluster.plotting, depcluster.baselines; depcluster.CLUHSIC(3)"
    run = subprocess.run([sys.executable, "-OO", "-c", code], text=True, capture_output=True)
    assert run.returncode == 0, run.stderr
