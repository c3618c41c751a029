"""Progress of long work: silent unless asked, silent when short, a bar otherwise."""

import subprocess
import sys
import textwrap

import numpy as np
import pytest
from cases import each

from depcluster import compare_kernels, kernel_matrix, stability_curve, taxonomy_path
from depcluster._utils import progress as module
from depcluster._utils.progress import progress, say
from depcluster.baselines import mic, mlmi
from depcluster.papers.sugiyama2011 import smic_path


@pytest.fixture
def at_once(monkeypatch):
    monkeypatch.setattr(module, "_DELAY", 0)


@each("verbose", [0, 1])
def test_short_work_shows_nothing(verbose, monkeypatch, capsys):
    monkeypatch.setattr(module, "_DELAY", 60 * module._DELAY)  # work on a busy machine is long
    assert list(progress(range(5), "steps", verbose)) == [0, 1, 2, 3, 4]
    assert capsys.readouterr() == ("", "")


def test_long_work_shows_how_far_it_is_and_cleans_up(at_once, capsys):
    assert list(progress(iter("abc"), "letters", 1, total=3)) == ["a", "b", "c"]
    shown = capsys.readouterr().err
    assert "letters:   0%" in shown
    assert "/3" in shown
    assert shown.rsplit("\r", 1)[1].strip() == ""


def test_a_line_stands_above_the_bar(at_once, capsys):
    for step in progress(range(2), "steps", 1):
        say(f"step {step} done")
    assert capsys.readouterr().out == "step 0 done\nstep 1 done\n"


def test_a_notebook_without_ipywidgets_gets_the_bar_of_a_terminal():
    """A kernel of ipykernel is pretended, in the two ways in which tqdm has looked for one."""
    script = """
        import runpy, sys, types, warnings
        warnings.simplefilter("error")
        shell = type("ZMQInteractiveShell", (), {"config": {"IPKernelApp": {}}})
        ipython = types.ModuleType("IPython")
        ipython.get_ipython = shell
        sys.modules |= {"IPython": ipython, "ipykernel.zmqshell": ipython, "ipywidgets": None}
        progress = runpy.run_path(sys.argv[1])["progress"]
        progress.__globals__["_DELAY"] = 60
        print(list(progress(range(3), "steps", 1)))
    """
    command = [sys.executable, "-c", textwrap.dedent(script), module.__file__]
    run = subprocess.run(command, capture_output=True, text=True)
    assert (run.stdout.strip(), run.stderr) == ("[0, 1, 2]", "")


X = np.random.default_rng(0).normal(size=(40, 2)) + 9 * (np.arange(40) % 2)[:, None]
HALVES = np.arange(40) % 2
KERNELS = {"rbf": {"kernel": "rbf"}}
LONG = [
    ("rbf", lambda v: stability_curve(X, KERNELS, [0.1], n_clusters=2, verbose=v)),
    ("kernels", lambda v: compare_kernels(X, KERNELS, 2, verbose=v)),
    ("numbers", lambda v: taxonomy_path(X, [2, 3], n_init=1, verbose=v)),
    ("candidates", lambda v: list(smic_path(X, 2, candidates=[3], verbose=v))),
    ("iterations", lambda v: mic(kernel_matrix(X), HALVES, 2, verbose=v)),
    ("widths", lambda v: mlmi(X, HALVES, verbose=v)),
]


@each("what, work", LONG)
def test_work_that_can_take_long_is_silent_unless_asked(what, work, at_once, capsys):
    work(0)
    assert capsys.readouterr() == ("", "")
    work(1)
    assert what in capsys.readouterr().err
