"""Addresses of the project: pyproject.toml has them, all that repeats them says the same."""

import json
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
URLS = PYPROJECT["project"]["urls"]
REPOSITORY = URLS["Repository"]
NAME = REPOSITORY.removeprefix("https://github.com/")
COLAB = f"https://colab.research.google.com/github/{NAME}/blob/main/"
BINDER = f"https://mybinder.org/v2/gh/{NAME}/HEAD?labpath="
INSTALL = f'"depcluster @ git+{REPOSITORY}"'
# Where projects live, and where notebooks are opened: an address there is ours.
HOSTS = re.compile(
    r"https://(?:(?:[\w-]+\.)*github\.(?:com|io)|[\w-]+\.readthedocs\.io|mybinder\.org"
    r"|colab\.research\.google\.com)[^\s)\"'>\]]*"
)
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
TOLD = [
    ROOT / "README.md",
    ROOT / "CITATION.cff",
    ROOT / "CHANGELOG.md",
    ROOT / "notebooks/README.md",
    *sorted((ROOT / ".github").rglob("*.yml")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "binder").rglob("*.md")),
]


def relative(path):
    return str(path.relative_to(ROOT))


def addresses(text):
    return [found.rstrip(".,") for found in HOSTS.findall(text)]


def sources(path):
    """The sources of the cells of a notebook, without their outputs."""
    return ["".join(c["source"]) for c in json.loads(path.read_text(encoding="utf-8"))["cells"]]


def is_ours(address):
    homes = [url.rstrip("/") for url in URLS.values()]
    inside = (COLAB, BINDER, *(f"{home}/" for home in homes))
    return address in homes or address.startswith(inside)


def test_the_addresses_belong_together():
    owner, name = NAME.split("/")
    assert URLS["Homepage"] == URLS["Documentation"] == f"https://{owner}.github.io/{name}/"
    assert URLS["Issues"] == f"{REPOSITORY}/issues"
    assert URLS["Changelog"] == f"{REPOSITORY}/blob/main/CHANGELOG.md"


def test_links_of_readme_lead_to_the_repository_on_a_package_index():
    hook = PYPROJECT["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]
    readme = '[a](LICENSE) [b](https://b.org) [c](#c) <img src="docs/c.png">'
    for each in hook["substitutions"]:
        readme = re.sub(each["pattern"], each["replacement"], readme)
    raw = f"https://raw.githubusercontent.com/{NAME}/main/docs/c.png"
    told = f'[a]({REPOSITORY}/blob/main/LICENSE) [b](https://b.org) [c](#c) <img src="{raw}">'
    assert readme == told


@pytest.mark.parametrize("path", TOLD, ids=relative)
def test_every_address_is_that_of_the_project(path):
    found = addresses(path.read_text(encoding="utf-8"))
    assert [address for address in found if not is_ours(address)] == []


def test_readme_and_citation_say_where_the_project_is():
    assert addresses((ROOT / "README.md").read_text(encoding="utf-8"))
    assert addresses((ROOT / "CITATION.cff").read_text(encoding="utf-8")) == [
        REPOSITORY,
        URLS["Homepage"],
    ]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=relative)
def test_readme_opens_a_notebook_without_installing(path):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for launch in (COLAB, BINDER):
        assert re.search(rf"^\[[\w-]+\]: {re.escape(launch + relative(path))}$", readme, re.M)


def test_readme_launches_only_notebooks_that_exist():
    found = addresses((ROOT / "README.md").read_text(encoding="utf-8"))
    asked = [
        address.removeprefix(start)
        for start in (COLAB, BINDER)
        for address in found
        if address.startswith(start)
    ]
    assert asked
    assert [path for path in asked if not (ROOT / path).is_file()] == []


def test_every_reference_of_the_readme_has_an_address():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    used = set(re.findall(r"\]\[([\w-]+)\]", readme))
    assert used == set(re.findall(r"^\[([\w-]+)\]: ", readme, re.M))


@pytest.mark.parametrize("path", sorted((ROOT / "notebooks").rglob("*.ipynb")), ids=relative)
def test_a_notebook_opened_alone_says_how_to_install(path):
    code = next(text for text in sources(path) if "import " in text)
    more = "pandas " if "import pandas" in code else ""  # of the extra `lab`, not of the package
    assert f"# %pip install {more}{INSTALL}" in code.splitlines()[:3]
    assert [a for text in sources(path) for a in addresses(text) if not is_ours(a)] == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=relative)
def test_a_notebook_needs_no_file_beside_it(path):
    kinds = [cell["cell_type"] for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]]
    code = [text for kind, text in zip(kinds, sources(path), strict=True) if kind == "code"]
    paths = re.findall(r"""["'](?:\.{1,2}/|/)[^"']*["']""", "\n".join(code))
    assert paths == []
