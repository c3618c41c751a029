"""What files of this project say about each other: ``python tools/lint.py``.

Addresses, versions, names, types, the numbers of the lessons. Style, spelling and links are for
other tools, which stand beside this one in ``.pre-commit-config.yaml``.
"""

import inspect
import json
import re
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import docstrings
import lesson_pages

import depcluster

ROOT = Path(__file__).resolve().parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT, URLS = PYPROJECT["project"], PYPROJECT["project"]["urls"]
REPOSITORY = URLS["Repository"]
NAME = REPOSITORY.removeprefix("https://github.com/")
COLAB = f"https://colab.research.google.com/github/{NAME}/blob/main/"
BINDER = f"https://mybinder.org/v2/gh/{NAME}/HEAD?labpath="
# Where projects live, and where notebooks are opened: an address there is ours.
HOSTS = re.compile(
    r"https://(?:(?:[\w-]+\.)*github\.(?:com|io)|[\w-]+\.readthedocs\.io|mybinder\.org"
    r"|colab\.research\.google\.com)[^\s)\"'>\]]*"
)
LESSONS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def text(path):
    return (ROOT / path).read_text(encoding="utf-8")


def sources(path, kinds=("code", "markdown")):
    """The sources of the cells of a notebook."""
    cells = json.loads(text(path))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] in kinds]


def addresses(words):
    return [found.rstrip(".,") for found in HOSTS.findall(words)]


def versions():
    """One version in two places, and Pythons that are promised where they are asked for."""
    cited = re.search(r"^version: (\S+)$", text("CITATION.cff"), re.M)[1]
    if cited != depcluster.__version__:
        yield f"CITATION.cff says {cited}, depcluster.__version__ {depcluster.__version__}"
    promised = set(re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"])))
    asked = {version for path in ROOT.glob(".github/workflows/*.yml") for version in pythons(path)}
    asked.add(text("binder/runtime.txt").strip().removeprefix("python-"))
    yield from (f"Python {version} is asked for, not promised" for version in asked - promised)


def pythons(path):
    return re.findall(r'"(3\.\d+)"', path.read_text(encoding="utf-8"))


def workflows():
    """Extras that a workflow installs exist, as do the files and folders that it names."""
    for path in sorted(ROOT.glob(".github/workflows/*.yml")):
        words = path.read_text(encoding="utf-8")
        extras = {e for found in re.findall(r"\.\[([a-z,]+)\]", words) for e in found.split(",")}
        yield from (
            f"{path.name}: no extra {extra}"
            for extra in extras - PROJECT["optional-dependencies"].keys()
        )
        named = re.findall(r"(?:\.ci|tests|tools|notebooks)/[\w./-]+", words)
        yield from (f"{path.name}: no {name}" for name in named if not (ROOT / name).exists())


def binder():
    """Binder pins what the project needs, in versions that fit; JupyterLite has the same."""
    from packaging.requirements import Requirement

    pins, lite = (
        dict(re.findall(r"^([\w-]+)==(\S+)$", text(f"binder/{where}requirements.txt"), re.M))
        for where in ("", "jupyterlite/")
    )
    for wanted in [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["lab"]]:
        needed = Requirement(wanted)
        has = pins.get(needed.name)
        if needed.name != "jupyterlab" and not (has and needed.specifier.contains(has)):
            yield f"binder/requirements.txt: {wanted} is wanted, {has} is there"
    yield from (
        f"{name}: {pins[name]} for Binder, {lite[name]} for JupyterLite"
        for name in pins.keys() & lite.keys()
        if pins[name] != lite[name]
    )
    for settings in json.loads(text("binder/jupyter_server_config.json")).values():
        if not (ROOT / settings["default_url"].removeprefix("/lab/tree/")).is_file():
            yield f"Binder opens {settings['default_url']}, which is not there"


def homes():
    """All that repeats an address says the one of pyproject.toml."""
    ours = [url.rstrip("/") for url in URLS.values()]
    inside = (COLAB, BINDER, *(f"{home}/" for home in ours))
    places = ["README.md", "CONTRIBUTING.md", "CITATION.cff", "CHANGELOG.md", "notebooks/README.md"]
    for pattern in (".github/**/*.yml", "docs/**/*.md", "binder/**/*.md", "notebooks/**/*.ipynb"):
        places += [path.relative_to(ROOT) for path in sorted(ROOT.glob(pattern))]
    for place in places:
        told = "\n".join(sources(place)) if str(place).endswith(".ipynb") else text(place)
        yield from (
            f"{place}: {address} is not an address of this project"
            for address in addresses(told)
            if address not in ours and not address.startswith(inside)
        )


def readme():
    """README.md opens every lesson, here and elsewhere."""
    words = text("README.md")
    for path in LESSONS:
        where = path.relative_to(ROOT).as_posix()
        for start in ("", COLAB, BINDER):
            if f"]({start}{where})" not in words:
                yield f"README.md: no link to {start}{where}"


def notebooks():
    """A notebook imports public names, says how to install, and needs no file beside it."""
    for path in sorted((ROOT / "notebooks").rglob("*.ipynb")):
        where, code = path.relative_to(ROOT), sources(path, ("code",))
        first = next(cell for cell in code if "import " in cell)
        more = "pandas " if "import pandas" in first else ""  # of the extra `lab`
        install = f'# %pip install {more}"depcluster @ git+{REPOSITORY}"'
        if install not in first.splitlines()[:3]:
            yield f"{where}: begins without {install}"
        names = re.findall(r"^(?:from|import) (depcluster[\w.]*)", "\n".join(code), re.M)
        for name in sorted(set(names)):
            if "._" in name:
                yield f"{where}: {name} is private"
            else:
                import_module(name)
        if path in LESSONS and re.search(r"""["'](?:\.{1,2}/|/)[^"']*["']""", "\n".join(code)):
            yield f"{where}: a path"


def front_ends():
    """No front end names an address."""
    for path in sorted((ROOT / "depcluster").rglob("*")):
        if path.suffix in {".js", ".css", ".html"}:
            words = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
            found = re.findall(r"https?://|@import (?!\{)|//[a-z]+\.[a-z]", words)
            yield from (f"{path.relative_to(ROOT)}: {each}" for each in found)


def types():
    """No parameter and no result of a public function, method or property is without a type.

    What `dataclass` writes is left out: its types are those of the fields, which mypy wants.
    """
    written = [f for f in docstrings.public() if inspect.isfunction(f)]
    for function in dict.fromkeys(f for f in written if f.__code__.co_filename[0] != "<"):
        signature = inspect.signature(function)
        told = [p for p in signature.parameters.values() if p.name not in ("self", "cls")]
        names = [p.name for p in told if p.annotation is p.empty]
        names += ["what it returns"] * (signature.return_annotation is signature.empty)
        if names:
            where = f"{function.__module__}.{function.__qualname__}"
            yield f"{where}: no type of {', '.join(names)}"


CHECKS = (types, versions, workflows, binder, homes, readme, notebooks, front_ends)
CHECKS += (docstrings.problems, lesson_pages.problems)


def main():
    found = [problem for check in CHECKS for problem in check()]
    print("\n".join(found) or "Nothing to mend.")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
