"""What strangers pass: a hostile call of each callable, and values that were harmful once."""

import inspect
import os
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal

import numpy as np
import pytest
from cases import each
from refusals import not_refused

from depcluster import compare_kernels, lsmi, order_labels
from depcluster._utils.files import write_whole
from depcluster._validation import RULES
from depcluster.datasets import make_three, make_xor
from depcluster.labels import tree_paths
from depcluster.metrics import conditional_entropy
from depcluster.trees import Tree
from depcluster.widgets import KernelExplorer, TaxonomyExplorer
from fuzz.calls import estimators
from fuzz.sweep import broken, calls

# np.matrix is among what strangers pass.
pytestmark = pytest.mark.filterwarnings("ignore:the matrix subclass:PendingDeprecationWarning")
ENDLESS = []
ENDLESS.append(ENDLESS)


@pytest.mark.skipif(not hasattr(signal, "SIGPROF"), reason="no clock ends a call here")
@pytest.mark.parametrize("quarter", range(4))
def test_an_answer_or_an_error_that_names_the_parameter(quarter):
    spoilt = [call for call in calls() if call.spoilt][quarter::4]
    assert [line for call in spoilt for line in broken(call, 1, seed=17)] == []


def test_every_parameter_of_an_estimator_has_a_rule():
    for estimator in estimators().values():
        assert inspect.signature(estimator).parameters.keys() - RULES == set(), estimator


def test_seeds():
    for seed in (0, np.int64(7), 10**30):
        np.testing.assert_array_equal(make_xor(seed)[0], make_xor(seed)[0])
    assert not np.array_equal(make_xor(None)[0], make_xor(None)[0])
    for wrong in (ENDLESS, 1.5, -1, "seed"):  # a list that holds itself ends Python in NumPy
        with pytest.raises(ValueError, match=r"^random_state must be None, an integer"):
            make_three(wrong)


@each(
    "labels",
    [
        ["b", "a", None],
        ["b", np.nan, "a"],
        [np.nan, 0.0, 1.0],
        [np.float32("nan"), 0, 1],
        np.array(["NaT", "2024-01-01", "2024-01-02"], "M8[D]"),
        np.array([np.datetime64("NaT"), np.datetime64(0, "D"), np.datetime64(1, "D")], object),
        [Decimal("NaN"), Decimal(0), Decimal(1)],
        [{}, {}, {}],
    ],
)
def test_missing_labels_are_refused(labels):
    for ask in (
        lambda: conditional_entropy(labels, [0, 1, 0]),
        lambda: conditional_entropy([0, 1, 0], labels),
        lambda: order_labels(np.eye(3), labels),
        lambda: compare_kernels(np.eye(3), {"a": {}}, 2, y=labels),
        lambda: KernelExplorer(np.eye(3), 2, y=labels),
        lambda: TaxonomyExplorer(np.eye(3), 2, y=labels),
        lambda: TaxonomyExplorer(np.eye(3), 2, y=labels, target_names=["a", "b", "c"]),
    ):
        with pytest.raises(
            ValueError, match=r"\b(y_true|labels|y) must have no missing|of one kind"
        ):
            ask()


def test_a_file_is_written_whole_or_not_at_all(tmp_path):
    page = tmp_path / f"{'long' * 60}.html"
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda k: write_whole(page, f"{k}" * 10_000, "path"), range(40)))
    assert len(set(page.read_text())) <= 2
    page.chmod(0o640)
    write_whole(page, "new", "path")
    assert (page.read_text(), page.stat().st_mode & 0o777) == ("new", 0o640)
    for place, text in (
        (tmp_path / ("a" * 300), "new"),
        (tmp_path / "a\ud800", "new"),
        (page, "lone \ud800"),
        (tmp_path, "new"),
    ):
        with pytest.raises(ValueError, match=r"^path must be a file that can be written"):
            write_whole(place, text, "path")
    assert [path.read_text() for path in tmp_path.iterdir()] == ["new"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes by name here")
def test_what_is_no_ordinary_file_is_not_replaced(tmp_path):
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    for place in (pipe, link):
        with pytest.raises(ValueError, match="no ordinary file"):
            write_whole(place, "new", "path")
    assert pipe.is_fifo()
    assert link.is_symlink()


def test_an_interrupt_anywhere_leaves_nothing_behind(tmp_path):
    page, lines, before = tmp_path / "page.html", iter(range(10**6)), sys.gettrace()

    def interrupt(at):
        def trace(frame, event, _):
            if frame.f_code is write_whole.__code__ and event == "line" and next(lines) == at:
                raise KeyboardInterrupt
            return trace

        return trace

    for at in range(100):
        lines, was = iter(range(10**6)), page.exists() and page.read_text()
        sys.settrace(interrupt(at))
        try:
            write_whole(page, f"{at}", "path")
            break
        except KeyboardInterrupt:
            assert [*tmp_path.iterdir()] == [page] * page.exists()
            assert (page.exists() and page.read_text()) in (was, f"{at}")
        finally:
            sys.settrace(before)
    assert 3 < at < 99


def test_trees_without_end():
    shared = ["a", "b"]
    for _ in range(40):
        shared = [shared, shared]
    for spec in ((10**9,), (2,) * 40, (1,) * 5000, ENDLESS, shared):
        with pytest.raises(ValueError, match="spec must have at most"):
            tree_paths(spec)


def test_lengths_in_newick_are_finite_and_positive():
    assert not not_refused(
        (f"got the length '{length}'", Tree.from_newick, f"(a:1,b:{length},c:1);")
        for length in ("nan", "inf", "1e999", "-1", "one")
    )


def test_labels_that_nobody_has_cost_lsmi_nothing():
    X, y = make_three()
    near, far = lsmi(X, y, random_state=0), lsmi(X, np.array([3, 7, 4 * 10**7])[y], random_state=0)
    assert far.value == near.value
    np.testing.assert_array_equal(far.coefficients, near.coefficients)
    np.testing.assert_array_equal(far.cv, near.cv)
    assert far.n_classes == 4 * 10**7 + 1
