"""What holds for the project as a whole: who imports whom, and what the README tells."""

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "depcluster"

# A room imports only from rooms on floors below its own; a new room belongs into this list.
FLOORS = [
    {"checks"},
    {"datasets", "kernels", "labels", "trees"},
    {"metrics", "plotting", "search"},
    {"papers"},
    {"selection"},
    {"__init__", "reproduction"},
    {"exercises", "widgets"},
    {"lessons"},
]
FLOOR_OF = {name: floor for floor, names in enumerate(FLOORS) for name in names}
PAPERS = {"blaschko2008", "jenssen2006", "song2007", "sugiyama2011", "zhong2010"}

SOURCES = sorted(PACKAGE.rglob("*.py"))
FRONT_ENDS = sorted(p for p in PACKAGE.rglob("*") if p.suffix in {".js", ".css", ".html"})


def module_of(path):
    """The name right below depcluster that a source file belongs to."""
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


MODULES = sorted({module_of(path) for path in SOURCES} - {"__init__"})
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def relative(path):
    return str(path.relative_to(ROOT))


def imports_of(path):
    """Dotted paths below depcluster that a source file imports, wherever in it."""
    package = ["depcluster", *path.relative_to(PACKAGE).parent.parts]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else []
            stem = base + (node.module.split(".") if node.module else [])
            names = [[*stem, alias.name] for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name.split(".") for alias in node.names]
        else:
            continue
        yield from (name[1:] for name in names if name[0] == "depcluster" and len(name) > 1)


def siblings(room, wanted):
    """Which folder of a room, among those wanted, imports which other: pairs of names."""
    return {
        (folder, name[1])
        for folder in wanted
        for path in (PACKAGE / room / folder).rglob("*.py")
        for name in imports_of(path)
        if name[0] == room and len(name) > 1 and name[1] in wanted - {folder}
    }


def test_every_room_has_a_floor():
    assert set(FLOOR_OF) == {*MODULES, "__init__"}


@pytest.mark.parametrize("path", SOURCES, ids=relative)
def test_imports_run_downwards(path):
    here = module_of(path)
    above = {
        name
        for name, *_ in imports_of(path)
        if name in MODULES and name != here and FLOOR_OF[name] >= FLOOR_OF[here]
    }
    assert not above


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


def test_no_paper_imports_another():
    assert PAPERS < {path.name for path in (PACKAGE / "papers").iterdir()}
    assert siblings("papers", PAPERS) == set()
    assert siblings("reproduction", PAPERS) == set()


def test_no_explorer_imports_another():
    explorers = {path.name for path in (PACKAGE / "widgets").glob("*_explorer")}
    assert len(explorers) == 5
    assert siblings("widgets", explorers) == set()


@pytest.mark.parametrize("path", FRONT_ENDS, ids=relative)
def test_front_ends_load_nothing_from_a_network(path):
    text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
    assert not re.findall(r"https?://|@import|//[a-z]+\.[a-z]", text)


@pytest.mark.parametrize("path", sorted((ROOT / "notebooks").rglob("*.ipynb")), ids=relative)
def test_notebooks_import_from_rooms_and_not_from_files_in_them(path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    found = re.findall(r"^(?:from|import) depcluster((?:\.\w+)*)", "\n".join(code), re.MULTILINE)
    assert found
    rooms = [name[1:].split(".") if name else [] for name in found]
    files = [name for name in rooms if len(name) > 1 and not PACKAGE.joinpath(*name).is_dir()]
    assert files == []


def test_readme_names_every_room_and_notebook():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert MODULES
    missing = [name for name in MODULES if f"`{name}`" not in readme]
    missing += [path.name for path in NOTEBOOKS if path.name not in readme]
    assert not missing


def test_readme_example_prints_what_it_says(capsys):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    example, said = re.search(r"```python\n(.*?)```.*?```\n(.*?)```", readme, re.DOTALL).groups()
    exec(compile(example, "README.md", "exec"), {})
    assert capsys.readouterr().out == said


def test_readme_links_lead_somewhere():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)]+)\)|(?:src|srcset)=\"([^\"]+)\"", readme)
    links = [one or other for one, other in links]
    here = [link for link in links if "://" not in link]  # addresses: tests/test_addresses.py
    assert [link for link in here if not (ROOT / link).exists()] == []


def test_binder_opens_a_notebook_that_exists():
    config = json.loads((ROOT / "binder/jupyter_server_config.json").read_text(encoding="utf-8"))
    for settings in config.values():
        assert (ROOT / settings["default_url"].removeprefix("/lab/tree/")).is_file()
