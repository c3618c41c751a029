"""What holds for the project as a whole: who imports whom, public names, what the README tells."""

import importlib
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "depcluster"
FRONT_ENDS = sorted(p for p in PACKAGE.rglob("*") if p.suffix in {".js", ".css", ".html"})
NOTEBOOKS = sorted((ROOT / "notebooks").rglob("*.ipynb"))
README = (ROOT / "README.md").read_text(encoding="utf-8")


def relative(path):
    return str(path.relative_to(ROOT))


def test_imports_run_downwards():
    """By the contracts in pyproject.toml."""
    pytest.importorskip("importlinter")
    from importlinter.cli import lint_imports

    assert lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True) == 0


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


def test_nothing_leans_on_docstrings():
    code = "import depcluster.plotting, depcluster.baselines; depcluster.CLUHSIC(3)"
    run = subprocess.run([sys.executable, "-OO", "-c", code], text=True, capture_output=True)
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("path", FRONT_ENDS, ids=relative)
def test_front_ends_load_nothing_from_a_network(path):
    text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
    assert not re.findall(r"https?://|@import|//[a-z]+\.[a-z]", text)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=relative)
def test_notebooks_import_public_names(path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    found = re.findall(r"^(?:from|import) (depcluster[\w.]*)", code, re.MULTILINE)
    assert found
    assert [name for name in found if "._" in name] == []
    for name in set(found):
        importlib.import_module(name)


def test_readme_names_every_notebook():
    lessons = [path.name for path in NOTEBOOKS if path.parent.name == "notebooks"]
    assert lessons
    assert [name for name in lessons if name not in README] == []


def test_readme_example_prints_what_it_says(capsys):
    example, said = re.search(r"```python\n(.*?)```.*?```\n(.*?)```", README, re.DOTALL).groups()
    exec(compile(example, "README.md", "exec"), {})
    assert capsys.readouterr().out == said


@pytest.mark.parametrize("page", ["evaluation", "guide"])
def test_every_block_of_a_page_runs_after_those_above_it(page):
    pytest.importorskip("dask")
    text = (ROOT / f"docs/{page}.md").read_text(encoding="utf-8")
    blocks, names = re.findall(r"```python\n(.*?)```", text, re.DOTALL), {}
    assert len(blocks) > 5
    for block in blocks:
        exec(compile(block, f"{page}.md", "exec"), names)


def test_readme_links_lead_somewhere():
    links = re.findall(r"\]\(([^)]+)\)|(?:src|srcset)=\"([^\"]+)\"", README)
    links = [one or other for one, other in links]
    here = [link for link in links if "://" not in link]  # addresses: tests/test_addresses.py
    assert [link for link in here if not (ROOT / link).exists()] == []


def test_binder_opens_a_notebook_that_exists():
    config = json.loads((ROOT / "binder/jupyter_server_config.json").read_text(encoding="utf-8"))
    for settings in config.values():
        assert (ROOT / settings["default_url"].removeprefix("/lab/tree/")).is_file()
