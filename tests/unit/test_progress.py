"""Progress of long work: silent for 0, silent when short, a line otherwise."""

import builtins
import io
import sys
from types import SimpleNamespace

import numpy as np
import pytest
from cases import each
from IPython.core import display_functions
from IPython.core.interactiveshell import InteractiveShell

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
    for name in ("_DELAY", "_LONG", "_PAUSE", "_PAUSE_OF_LOG"):
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


@pytest.fixture
def terminal(monkeypatch):
    shown = io.StringIO()
    shown.isatty = lambda: True
    monkeypatch.setattr(module, "sys", SimpleNamespace(stderr=shown))
    return shown


def test_long_work_shows_how_far_it_is_and_cleans_up(at_once, terminal):
    assert list(progress(iter("abc"), "letters", 1, total=3)) == ["a", "b", "c"]
    states = terminal.getvalue().split("\r")
    assert [state for state in states if state.strip()] == [
        "letters: 0 of 3",
        "letters: 1 of 3, about 0 s left",
        "letters: 2 of 3, about 0 s left",
    ]
    assert states[-1] == ""


def test_work_that_breaks_off_leaves_no_line(at_once, terminal):
    for _ in progress(range(3), "steps", 1):
        break
    assert terminal.getvalue().split("\r")[-1] == ""


def test_left_out_it_waits_for_longer_and_says_what_is_left_at_this_pace(monkeypatch, terminal):
    clock = iter([0.0, 1.5, 4.9, 300.0])  # the start and each step
    monkeypatch.setattr(module, "monotonic", lambda: next(clock))
    assert list(progress("abc", "letters", None)) == ["a", "b", "c"]
    states = terminal.getvalue().split("\r")
    assert [state for state in states if state.strip()] == ["letters: 2 of 3, about 2 min left"]


def test_a_line_is_printed_above_what_is_shown(at_once, terminal, capsys):
    for step in progress(range(2), "steps", 1):
        say(f"step {step} done")
    assert terminal.getvalue().endswith("\r")
    assert capsys.readouterr().out == "step 0 done\nstep 1 done\n"


def test_a_line_is_no_wider_than_the_terminal(at_once, terminal, monkeypatch):
    monkeypatch.setenv("COLUMNS", "12")
    list(progress(range(2), "a long name", 1))
    assert max(map(len, terminal.getvalue().split("\r"))) == 11


def test_a_log_gets_a_line_now_and_then(monkeypatch, capsys):
    clock = iter([0.0, 2.0, 30.0, 61.0, 62.0, 63.0])
    monkeypatch.setattr(module, "monotonic", lambda: next(clock))
    list(progress(iter(range(5)), "steps", 1))
    assert capsys.readouterr().err == "steps: 0\nsteps: 3\n"


def test_a_notebook_gets_one_output_that_is_empty_in_the_end(at_once, monkeypatch, capsys):
    shown = []
    monkeypatch.setattr(builtins, "get_ipython", None, raising=False)
    monkeypatch.setattr(InteractiveShell, "initialized", lambda: True)
    monkeypatch.setattr(
        display_functions, "publish_display_data", lambda **told: shown.append(told)
    )
    list(progress(range(2), "steps", 1))
    said = ["", "steps: 0 of 2", "steps: 1 of 2, about 0 s left", ""]
    assert [told["data"] for told in shown] == [{"text/plain": line} for line in said]
    assert [told.get("update", False) for told in shown] == [False, True, True, True]
    assert len({told["transient"]["display_id"] for told in shown}) == 1
    assert capsys.readouterr() == ("", "")


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
