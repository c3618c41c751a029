"""What strangers pass: a hostile call of each callable, and values that were harmful once."""

import inspect
import signal

import numpy as np
import pytest
from cases import each

from depcluster import lsmi
from depcluster._validation import RULES
from depcluster.datasets import make_three, make_xor
from depcluster.labels import tree_paths
from depcluster.metrics import conditional_entropy
from depcluster.trees import Tree
from hostile.calls import estimators
from hostile.outcomes import outcome
from hostile.sweep import broken, calls

# np.matrix is among what strangers pass.
pytestmark = pytest.mark.filterwarnings("ignore:the matrix subclass:PendingDeprecationWarning")
needs_alarm = pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="no alarm ends a call here")
ENDLESS = []
ENDLESS.append(ENDLESS)


@needs_alarm
def test_an_answer_or_an_error_that_names_the_parameter():
    assert [line for call in calls() if call.spoilt for line in broken(call, 1, seed=17)] == []


def test_every_parameter_of_an_estimator_has_a_rule():
    for estimator in estimators().values():
        assert inspect.signature(estimator).parameters.keys() - RULES == set(), estimator


@needs_alarm
def test_outcomes_are_told_apart():
    def changes(values):
        values.append(1)

    def half_done():
        raise AssertionError("labels_")

    def never():
        while True:
            pass

    values = [0]
    told_apart = {
        "answer": outcome(lambda: 1, ["k"]),
        "named": outcome(lambda: int("k"), ["k"]),
        "unnamed": outcome(lambda: int("w"), ["k"]),
        "obscure": outcome(lambda: [][1], ["k"]),
        "half done": outcome(half_done, ["k"]),
        "input changed": outcome(lambda: changes(values), ["k"], [values]),
        "over 5 s": outcome(never, ["k"], seconds=0.2),
    }
    assert [which for which, _ in told_apart.values()] == list(told_apart)


def test_seeds():
    for seed in (0, np.int64(7), 10**30):
        np.testing.assert_array_equal(make_xor(seed)[0], make_xor(seed)[0])
    assert not np.array_equal(make_xor(None)[0], make_xor(None)[0])
    for wrong in (ENDLESS, 1.5, -1, "seed"):  # a list that holds itself ends Python in NumPy
        with pytest.raises(ValueError, match=r"^random_state must be None, an integer"):
            make_three(wrong)


@each("labels", [["b", "a", None], [np.nan, 0.0, 1.0], [{}, {}, {}]])
def test_missing_labels_have_no_entropy(labels):
    for pair in ((labels, [0, 1, 0]), ([0, 1, 0], labels)):
        with pytest.raises(ValueError, match=r"\b(y_true|labels) must"):
            conditional_entropy(*pair)


def test_entropy_takes_labels_of_any_kind():
    words, far = ["b", "b", "a", "a"], np.array([5, 4 * 10**7, 5, 4 * 10**7])
    assert conditional_entropy(words, far) == conditional_entropy([0, 0, 1, 1], [0, 1, 0, 1])
    assert conditional_entropy(np.array(words, object), words) == 0


def test_trees_without_end():
    shared = ["a", "b"]
    for _ in range(40):
        shared = [shared, shared]
    for spec in ((10**9,), (2,) * 40, (1,) * 5000, ENDLESS, shared):
        with pytest.raises(ValueError, match="spec must have at most"):
            tree_paths(spec)


@each("length", ["nan", "inf", "1e999", "-1", "one"])
def test_lengths_in_newick_are_finite_and_positive(length):
    with pytest.raises(ValueError, match=f"got the length '{length}'"):
        Tree.from_newick(f"(a:1,b:{length},c:1);")


def test_a_long_newick_is_read_in_time():
    text = f"({','.join(f'leaf{k}:1' for k in range(20_000))});"
    assert Tree.from_newick(text).n_leaves == 20_000


def test_labels_that_nobody_has_cost_lsmi_nothing():
    X, y = make_three()
    near, far = lsmi(X, y, random_state=0), lsmi(X, np.array([3, 7, 4 * 10**7])[y], random_state=0)
    assert far.value == near.value
    np.testing.assert_array_equal(far.coefficients, near.coefficients)
    np.testing.assert_array_equal(far.cv, near.cv)
    assert far.n_classes == 4 * 10**7 + 1
