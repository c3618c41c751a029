"""What Binder and JupyterLite install: all that the notebooks need, in versions that fit."""

import re
import tomllib
from pathlib import Path

import pytest

Requirement = pytest.importorskip("packaging.requirements").Requirement

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WANTED = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["lab"]]
WANTED = [wanted for wanted in map(Requirement, WANTED) if wanted.name != "jupyterlab"]


def pins(path):
    """Versions by the names of their packages."""
    text = (ROOT / path).read_text(encoding="utf-8")
    return dict(re.findall(r"^([\w-]+)==(\S+)$", text, re.MULTILINE))


@pytest.mark.parametrize("wanted", WANTED, ids=str)
def test_binder_pins_what_the_project_needs(wanted):
    assert wanted.specifier.contains(pins("binder/requirements.txt")[wanted.name])


def test_binder_installs_this_checkout_on_a_promised_python():
    lines = (ROOT / "binder/requirements.txt").read_text(encoding="utf-8").splitlines()
    runtime = (ROOT / "binder/runtime.txt").read_text(encoding="utf-8").strip()
    told = [line.rpartition(" ")[2] for line in PROJECT["classifiers"]]
    assert "." in lines
    assert runtime.removeprefix("python-") in told


def test_jupyterlite_has_the_widgets_of_binder():
    binder, lite = pins("binder/requirements.txt"), pins("binder/jupyterlite/requirements.txt")
    shared = binder.keys() & lite.keys()
    assert {"anywidget", "ipywidgets"} <= shared
    assert {name: binder[name] for name in shared} == {name: lite[name] for name in shared}
