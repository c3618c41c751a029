"""Build JupyterLite with the notebooks in it: Python in the browser, no server.

``python binder/jupyterlite/build.py --pyodide PATH_OR_URL [--out DIR]`` takes a full Pyodide
distribution, NumPy, SciPy, scikit-learn and matplotlib included. Without ``--pyodide`` the
core alone comes from npm: such a site starts and runs Python, but nothing numeric. Either way
all that a page loads stands in DIR. README.md beside this file says what was tried.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

import nbformat
from jupyterlite_pyodide_kernel.constants import PYODIDE_PYTHON_VERSION, PYODIDE_VERSION

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
WIDGETS = ("anywidget", "comm", "ipywidgets", "jupyterlab_widgets", "psygnal")
INSTALL = "%pip install -q ipywidgets anywidget pandas depcluster"


def run(*command, cwd=ROOT):
    subprocess.run([str(part) for part in command], cwd=cwd, check=True)


def download(folder, *specs):
    """Wheels for the Python that Pyodide is, without what they depend on."""
    pip = (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps")
    pure = ("--only-binary", ":all:", "--platform", "any")
    run(*pip, *pure, "--python-version", PYODIDE_PYTHON_VERSION, "--dest", folder, *specs)


def wheels(folder):
    """depcluster's wheel, and those of the widgets that Pyodide does not carry."""
    run(sys.executable, "-m", "build", "--wheel", "--outdir", folder, ROOT)
    pinned = (HERE / "requirements.txt").read_text(encoding="utf-8").split()
    versions = {line.split("==")[0]: line for line in pinned if "==" in line}
    specs = [versions.get(name, name) for name in WIDGETS]
    download(folder, *specs)
    return sorted(folder.glob("*.whl"))


def core(folder):
    """Pyodide's core from npm, with those of its packages that are pure Python from PyPI.

    The lock names wheels by content; the ones of PyPI hold the same modules in another archive,
    so their hashes are written anew. Packages that cannot be had are left out of the lock.
    """
    run("npm", "pack", "--silent", f"pyodide@{PYODIDE_VERSION}", cwd=folder)
    with tarfile.open(folder / f"pyodide-{PYODIDE_VERSION}.tgz") as archive:
        archive.extractall(folder, filter="data")
    home = folder / "package"
    lock = json.loads((home / "pyodide-lock.json").read_text(encoding="utf-8"))
    packages = lock["packages"]
    for name in needed(packages, ["ipython", "jedi", "micropip", "typing-extensions"]):
        package = packages[name]
        if not package["file_name"].endswith("-none-any.whl"):
            continue
        spec = f"{name}=={package['version']}"
        download(home, spec)
        content = next(home.glob(package["file_name"])).read_bytes()
        package["sha256"] = hashlib.sha256(content).hexdigest()
    here = {name: p for name, p in packages.items() if (home / p["file_name"]).exists()}
    lock["packages"] = here
    for package in here.values():
        package["depends"] = [name for name in package["depends"] if key(name) in here]
    (home / "pyodide-lock.json").write_text(json.dumps(lock), encoding="utf-8")
    return home


def key(name):
    """A package's name as the lock sorts it in."""
    return name.lower().replace("_", "-")


def needed(packages, names):
    """The names and all they depend on."""
    found = []
    waiting = list(names)
    while waiting:
        name = key(waiting.pop())
        if name not in found:
            found.append(name)
            waiting += packages[name]["depends"]
    return found


def notebooks(folder):
    """Copies whose first cell installs the package from the site itself."""
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        notebook.cells.insert(0, nbformat.v4.new_code_cell(INSTALL))
        nbformat.write(notebook, folder / path.name)


def settings(folder):
    """Nothing that is missing from the site is looked for elsewhere."""
    kernel = {"disablePyPIFallback": True}
    plugins = {"@jupyterlite/pyodide-kernel-extension:kernel": kernel}
    data = {"litePluginSettings": plugins}
    config = {"jupyter-lite-schema-version": 0, "jupyter-config-data": data}
    (folder / "jupyter-lite.json").write_text(json.dumps(config), encoding="utf-8")


def build(out, pyodide):
    with tempfile.TemporaryDirectory() as scratch:
        lite, contents, pure = (Path(scratch, name) for name in ("lite", "contents", "wheels"))
        for folder in (lite, contents, pure):
            folder.mkdir()
        notebooks(contents)
        settings(lite)
        command = [sys.executable, "-m", "jupyterlite_core", "build", "--lite-dir", lite]
        command += ["--contents", contents, "--output-dir", out.resolve(), "--apps", "lab"]
        command += ["--no-unused-shared-packages"]
        for wheel in wheels(pure):
            command += ["--piplite-wheels", wheel]
        if pyodide is None:
            shutil.copytree(core(Path(scratch)), lite / "static" / "pyodide")
        else:
            command += ["--pyodide", pyodide]
        run(*command, cwd=lite)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--pyodide", metavar="PATH_OR_URL")
    parser.add_argument("--out", type=Path, default=Path("build/jupyterlite"), metavar="DIR")
    asked = parser.parse_args()
    build(asked.out, asked.pyodide)
    print(f"Serve it: python -m http.server --directory {asked.out}")


if __name__ == "__main__":
    main()
