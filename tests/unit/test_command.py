"""The command `depcluster`: what it copies, opens, writes and refuses."""

import io
import json
import re
import subprocess
import sys
import tomllib
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import numpy as np
import pytest

from depcluster import command
from depcluster.datasets import make_blobs4
from depcluster.report import page as report_page

ROOT = Path(__file__).parents[2]
LESSONS = ROOT / "notebooks"


def called(*arguments):
    """What the command prints, and its exit status."""
    told = io.StringIO()
    with redirect_stdout(told), redirect_stderr(told):
        try:
            status = command.main([str(one) for one in arguments])
        except SystemExit as left:  # argparse's
            status = left.code
    return told.getvalue(), status


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


def test_lab_without_a_folder_makes_one_here(jupyter, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for options in ([], ["--", "--no-browser", "--port", "8890"]):
        assert called("lab", *options)[1] == 0
        assert jupyter.pop()[3:] == ["depcluster-notebooks/00_start_here.ipynb", *options[1:]]
    assert [path.name for path in tmp_path.iterdir()] == ["depcluster-notebooks"]


def test_links_between_copied_notebooks_lead_somewhere_and_what_was_worked_on_stays(
    jupyter, tmp_path
):
    called("lab", tmp_path)
    for path in tmp_path.rglob("*.ipynb"):
        for link in re.findall(r"\]\(([^):]+\.ipynb)[#)]", path.read_text("utf-8")):
            assert (path.parent / link).exists(), (path.name, link)
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


def test_a_file_is_no_folder_and_stays(jupyter, tmp_path):
    (tmp_path / "mine").write_text("mine")
    for asked in (
        ["lab"],
        ["exercises"],
        ["figure", "zhong2010", 2, "--out"],
        ["reproduction", "--out"],
    ):
        told, status = called(*asked, tmp_path / "mine")
        assert (status, "must be a folder or a new one" in told) == (2, True)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["mine"]
    assert jupyter == []


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


def test_a_table_becomes_a_report_and_what_it_leaves_open_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr(report_page, "how_sure", lambda *given: [])
    X, y = make_blobs4(32)
    rows = [f"{a:.2f},{b:.2f},{a + b:.2f},g{g}" for (a, b), g in zip(X, y, strict=True)]
    rows[7] = "0.1,0.2,about 3,g0"
    (tmp_path / "blobs.csv").write_text("\n".join(["height,width,sum,group", *rows]))
    out = tmp_path / "page.html"
    asked = ["report", tmp_path / "blobs.csv", "-c", 4, "--label", "group", "--out", out]
    told, status = called(*asked)
    assert status == 2
    assert "'about 3'" in told
    assert "Traceback" not in told
    assert not out.exists()
    told, status = called(*asked, "--yes")
    assert (told.strip().split("\n")[-1], status) == (str(out), 0)
    assert "height" in out.read_text("utf-8")
    assert "Taken: sum, the column is no feature." in told
    (option,) = re.findall("--read-as=sum=number", called(*asked)[0])
    assert called(*asked, option)[1] == 0
    assert "3 that were clustered" in out.read_text("utf-8")


def test_what_cannot_become_a_report_is_refused_in_words(tmp_path):
    values = np.random.default_rng(0).normal(size=(5, 2))
    np.savetxt(tmp_path / "few.csv", values, delimiter=",", header="a,b", comments="")
    out = tmp_path / "page.html"
    (tmp_path / "one.csv").write_text("a,b\n1,2\n")
    (tmp_path / "texts.csv").write_text("a,b\nx one,y\ny two,z\nz three,x\n")
    for table, option, value, word in (
        ("none.csv", "-c", 2, "none.csv"),
        ("", "-c", 2, "folder"),
        ("one.csv", "-c", 2, "two rows"),
        ("texts.csv", "-c", 2, "column of numbers"),
        ("few.csv", "-c", 9, "9"),
        ("few.csv", "-c", 1, "--clusters"),
        ("few.csv", "--columns", "length", "columns"),
        ("few.csv", "--label", "length", "label"),
        ("few.csv", "--read-as", "a", "--read-as"),
        ("few.csv", "--out", tmp_path / "none" / "page.html", "out"),
    ):
        told, status = called("report", tmp_path / table, "--out", out, option, value)
        assert (status, "Traceback" in told) == (2, False), (table, option, told)
        assert word in re.split("[Ee]rror: ", told)[1]
        assert list(tmp_path.glob("**/*.html")) == []


def test_a_code_for_missing_is_never_averaged(tmp_path, monkeypatch):
    monkeypatch.setattr(report_page, "how_sure", lambda *given: [])
    values = np.random.default_rng(0).normal([2000, 30], [900, 4], size=(60, 2)).clip(1)
    values[::11, 0] = values[5::17, 1] = -999
    np.savetxt(tmp_path / "a.csv", values, "%.1f", delimiter=",", header="income,age", comments="")
    asked = ["report", tmp_path / "a.csv", "--out", tmp_path / "page.html"]
    told, status = called(*asked)
    assert (status, told.count("missing code'")) == (2, 2)
    for code in ("-999", "-9.99e2"):  # either is a number, none an option
        assert called(*asked, "--missing", code)[1] == 0
    assert "−999" not in (tmp_path / "page.html").read_text("utf-8")


def test_a_question_about_several_words_names_the_options_for_all_of_them(tmp_path):
    rows = [f"{j},{'None' if j % 3 else 'NA'}" for j in range(9)]
    (tmp_path / "a.csv").write_text("\n".join(["a,k", *rows]))
    told, status = called("report", tmp_path / "a.csv", "--missing", -999, "--label", "k")
    assert status == 2
    assert "--missing=-999.0 --missing=NA --missing=None" in told


def test_a_figure_is_drawn_into_a_folder(tmp_path):
    _, status = called("figure", "zhong2010", 2, "--out", tmp_path / "pictures")
    assert status == 0
    assert [path.name for path in (tmp_path / "pictures").iterdir()] == ["zhong2010_figure_2.png"]
    told, status = called("figure", "zhong2010", 99, "--out", tmp_path / "none")
    assert status == 2
    assert "1, 2, 3" in told
    assert not (tmp_path / "none").exists()
    told, status = called("reproduction", "zhong2010", "--item", "Fig. 99")
    assert status == 2
    assert "Fig. 1, Fig. 2" in told
