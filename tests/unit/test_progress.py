"""Progress of long work: silent for 0, silent when short, a bar otherwise."""

import subprocess
import sys
import textwrap

import numpy as np
import pytest
from cases import each

from depcluster import (
    KernelKMeans,
    cluster_test,
    compare_designs,
    compare_kernels,
    compare_n_clusters,
    consensus,
    design_test,
    kernel_matrix,
    recommend_kernel,
    stability_curve,
    taxonomy_path,
)
from depcluster._utils import progress as module
from depcluster._utils.progress import progress, say
from depcluster.papers.sugiyama2011 import mlmi, smic_path
from depcluster.reproduction.baselines import mic


@pytest.fixture
def at_once(monkeypatch):
    for name in ("_DELAY", "_LONG"):
        monkeypatch.setattr(module, name, 0)


@each("verbose", [0, 1, None])
def test_short_work_shows_nothing(verbose, monkeypatch, capsys):
    for name in ("_DELAY", "_LONG"):  # work on a busy machine is long
        monkeypatch.setattr(module, name, 60.0)
    assert list(progress(range(5), "steps", verbose)) == [0, 1, 2, 3, 4]
    assert capsys.readouterr() == ("", "")


def test_a_program_without_stderr_goes_on(at_once, monkeypatch):
    monkeypatch.setattr(sys, "stderr", None)
    assert list(progress(range(3), "steps", None)) == list(progress(range(3), "steps", 1))


def test_long_work_shows_how_far_it_is_and_cleans_up(at_once, capsys):
    assert list(progress(iter("abc"), "letters", 1, total=3)) == ["a", "b", "c"]
    shown = capsys.readouterr().err
    assert "letters:   0%" in shown
    assert "/3" in shown
    assert shown.rsplit("\r", 1)[1].strip() == ""


def test_left_out_it_waits_for_longer_and_then_goes_on_from_where_the_work_is(monkeypatch, capsys):
    clock = iter([0.0, 1.5, 4.9, 5.0])  # the start and each step
    monkeypatch.setattr(module, "monotonic", lambda: next(clock))
    assert list(progress("abc", "letters", None)) == ["a", "b", "c"]
    shown = capsys.readouterr().err
    assert "letters:  67%" in shown
    assert "2/3" in shown
    assert "0/3" not in shown


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
FIVE, RELATED = np.arange(40) % 5, ["chain", "ring"]
KERNELS = {"rbf": {"kernel": "rbf"}}


def shown(verbose):
    """What says so; the default for None."""
    return {} if verbose is None else {"verbose": verbose}


LONG = [
    ("rbf", lambda v: stability_curve(X, KERNELS, [0.1], n_clusters=2, **shown(v))),
    ("kernels", lambda v: compare_kernels(X, KERNELS, 2, **shown(v))),
    ("numbers", lambda v: taxonomy_path(X, [2, 3], n_init=1, **shown(v))),
    ("candidates", lambda v: list(smic_path(X, 2, candidates=[3], verbose=v))),
    ("draws", lambda v: recommend_kernel(X, 2, n_draws=1, n_init=1, **shown(v))),
    ("references", lambda v: cluster_test(X, 2, n_references=3, **shown(v))),
    ("references", lambda v: compare_n_clusters(X, [2, 3], n_references=20, **shown(v))),
    ("references", lambda v: design_test(X, FIVE, "ring", n_references=2, **shown(v))),
    ("bootstraps", lambda v: compare_designs(kernel_matrix(X), FIVE, RELATED, **shown(v))),
    ("runs", lambda v: consensus(KernelKMeans(2), X, n_runs=2, **shown(v))),
    ("iterations", lambda v: mic(kernel_matrix(X), HALVES, 2, verbose=v)),
    ("widths", lambda v: mlmi(X, HALVES, verbose=v)),
]


BY_DEFAULT = ("rbf", "kernels", "numbers", "draws", "references", "bootstraps", "runs")


@each("what, work", LONG)
def test_work_that_can_take_long_says_how_far_it_is_and_nothing_for_0(what, work, at_once, capsys):
    work(0)
    assert capsys.readouterr() == ("", "")
    work(1)
    assert what in capsys.readouterr().err
    if what in BY_DEFAULT:
        work(None)
        assert what in capsys.readouterr().err
