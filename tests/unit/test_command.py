"""The command `depcluster`: what it copies, opens, writes and refuses."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from depcluster import command
from depcluster.datasets import make_blobs4

ROOT = Path(__file__).parents[2]
LESSONS = ROOT / "notebooks"


def called(*arguments):
    """What the command prints, and its exit status."""
    run = CliRunner().invoke(command.main, [str(one) for one in arguments])
    assert run.exception is None or isinstance(run.exception, SystemExit)
    return run.output, run.exit_code


def names(folder):
    return sorted(path.relative_to(folder).as_posix() for path in Path(folder).rglob("*.ipynb"))


@pytest.fixture
def jupyter(monkeypatch):
    """What JupyterLab would have been started with."""
    asked = []

    def started(arguments, **options):
        asked.append(arguments)
        return subprocess.CompletedProcess(arguments, 0)

    monkeypatch.setattr(command.subprocess, "run", started)
    monkeypatch.setattr(command.importlib.util, "find_spec", lambda name: True)
    return asked


def test_lab_copies_all_notebooks_and_opens_the_first(jupyter, tmp_path):
    _, status = called("lab", tmp_path / "course", "--", "--no-browser")
    assert status == 0
    assert names(tmp_path / "course") == names(LESSONS)
    start = str(tmp_path / "course" / "00_start_here.ipynb")
    assert jupyter == [[sys.executable, "-m", "jupyterlab", start, "--no-browser"]]


def test_links_between_copied_notebooks_lead_somewhere(jupyter, tmp_path):
    called("lab", tmp_path)
    for path in tmp_path.rglob("*.ipynb"):
        for link in re.findall(r"\]\(([^):]+\.ipynb)[#)]", path.read_text("utf-8")):
            assert (path.parent / link).exists(), (path.name, link)


def test_a_notebook_that_was_worked_on_stays(jupyter, tmp_path):
    called("lab", tmp_path)
    (tmp_path / "zhong2010.ipynb").write_text("mine")
    (tmp_path / "your_data.ipynb").unlink()
    told, _ = called("lab", tmp_path)
    assert (tmp_path / "zhong2010.ipynb").read_text() == "mine"
    assert (tmp_path / "your_data.ipynb").exists()
    assert f"{len(names(tmp_path)) - 1} were there already" in told


def test_without_jupyterlab_nothing_is_copied(monkeypatch, tmp_path):
    monkeypatch.setattr(command.importlib.util, "find_spec", lambda name: None)
    told, status = called("lab", tmp_path / "course")
    assert status == 1
    assert 'pip install "depcluster[lab]"' in told
    assert not (tmp_path / "course").exists()


def test_exercises_lead_to_the_lessons_on_the_site(tmp_path):
    _, status = called("exercises", tmp_path)
    assert status == 0
    assert names(tmp_path) == names(LESSONS / "exercises")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for path in tmp_path.glob("*.ipynb"):
        text = path.read_text("utf-8")
        assert f"]({project['urls']['Documentation']}notebooks/{path.stem}.html)" in text
        assert "](../" not in text
        json.loads(text)


def test_a_file_is_no_folder(tmp_path):
    (tmp_path / "taken").write_text("")
    told, status = called("exercises", tmp_path / "taken")
    assert status == 1
    assert "FOLDER" in told


def test_a_table_becomes_a_report(tmp_path):
    X, y = make_blobs4(60)
    rows = [f"{a},{b},g{g}" for (a, b), g in zip(X, y, strict=True)]
    (tmp_path / "blobs.csv").write_text("\n".join(["height,width,group", *rows]))
    out = tmp_path / "page.html"
    told, status = called(
        "report", tmp_path / "blobs.csv", "-c", 4, "--label", "group", "--out", out
    )
    assert (told.split("\n")[-2], status) == (str(out), 0)
    page = out.read_text("utf-8")
    assert "height" in page
    assert "60" in page


def test_what_a_table_leaves_open_is_said_beside_its_report(tmp_path):
    rows = [f"{x:.2f},{y:.2f},{x + y:.2f}" for x, y in make_blobs4(60)[0]]
    rows[7] = "0.1,0.2,about 3"
    (tmp_path / "blobs.csv").write_text("\n".join(["height,width,sum", *rows]))
    told, status = called("report", tmp_path / "blobs.csv", "-c", 4, "--out", tmp_path / "p.html")
    assert status == 0
    assert re.search("Not settled: .*sum.*'about 3'", told)
    assert "your_data" in told


@pytest.mark.parametrize(
    ("table", "clusters", "word"),
    [("none.csv", 2, "none.csv"), ("few.csv", 9, "9"), ("few.csv", 1, "--clusters")],
)
def test_what_cannot_become_a_report_is_refused_in_words(table, clusters, word, tmp_path):
    values = np.random.default_rng(0).normal(size=(5, 2))
    np.savetxt(tmp_path / "few.csv", values, delimiter=",", header="a,b", comments="")
    out = tmp_path / "page.html"
    told, status = called("report", tmp_path / table, "-c", clusters, "--out", out)
    assert status != 0
    assert word in told
    assert "Traceback" not in told
    assert not out.exists()


def test_a_figure_is_drawn_into_a_folder(tmp_path):
    _, status = called("figure", "zhong2010", 2, "--out", tmp_path / "pictures")
    assert status == 0
    assert [path.name for path in (tmp_path / "pictures").iterdir()] == ["zhong2010_figure_2.png"]
    told, status = called("figure", "zhong2010", 99, "--out", tmp_path / "none")
    assert status == 1
    assert "1, 2, 3" in told
    assert not (tmp_path / "none").exists()


def test_each_command_has_an_example_that_it_can_read():
    group = command.main
    for name in group.commands:
        told, status = called(name, "--help")
        assert status == 0
        examples = re.findall(rf"^\s+depcluster {name}(.*)$", told, re.MULTILINE)
        assert examples
        for example in examples:
            group.commands[name].make_parser(group.make_context("depcluster", [name])).parse_args(
                example.split()
            )
