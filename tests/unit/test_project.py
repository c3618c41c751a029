"""What holds for the package as a whole: how light it loads, and what the README shows."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import depcluster

ROOT = Path(__file__).parents[2]


def test_no_picture_is_loaded_before_one_is_drawn():
    script = """
import sys
import depcluster
depcluster.KernelKMeans(2, random_state=0).fit([[0.0], [0.1], [5.0], [5.1]])
heavy = ("matplotlib", "PIL", "ipywidgets", "anywidget", "dask", "IPython", "sklearn.datasets")
print([name for name in (*heavy, "depcluster.widgets") if name in sys.modules])
depcluster.plotting.plot_gram, depcluster.FigureWithAlt
print("matplotlib" in sys.modules)
"""
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT)
    assert run.stdout.split() == ["[]", "True"], run.stderr


def test_help_waits_for_nothing_heavy():
    script = """
import sys
from depcluster.command import main
try:
    main(["--help"])
except SystemExit:
    print([name for name in ("numpy", "scipy", "sklearn", "matplotlib") if name in sys.modules])
"""
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT)
    assert run.stdout.splitlines()[-1] == "[]", run.stderr


def test_every_name_of_the_package_is_found_where_it_says():
    for name in depcluster.__all__:
        assert getattr(depcluster, name).__name__ == name
    assert {"kernels", "plotting", *depcluster.__all__} <= {*dir(depcluster)}
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        depcluster.nothing  # noqa: B018


def test_readme_example_prints_what_it_says(capsys):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    example, said = re.search(r"```python\n(.*?)```.*?```\n(.*?)```", readme, re.DOTALL).groups()
    exec(compile(example, "README.md", "exec"), {})
    assert capsys.readouterr().out == said
