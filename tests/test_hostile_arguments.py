"""Whatever comes, the error says which argument it was, and nothing hangs or ends Python."""

import subprocess
import sys

import matplotlib
import numpy as np
import pytest
from matplotlib.figure import Figure
from scipy import sparse

from depcluster import lsmi
from depcluster._validation import (
    as_array,
    check_numbers,
    generator_of,
    numbers,
    takes,
    whole_numbers,
)
from depcluster.datasets import make_circle, make_faces, make_three, make_xor
from depcluster.labels import align_labels, chain, nearest_psd, one_hot, tree, tree_paths
from depcluster.metrics import conditional_entropy, relabelled, structured_accuracy
from depcluster.plotting import plot_bound, plot_labels, plot_partition, plot_width_curve
from depcluster.trees import Tree, equal_angle, fit_tree_metric, splits

Y = np.array([0, 1, 2, 3] * 3)
ENDLESS = []
ENDLESS.append(ENDLESS)


class Evil:
    def __repr__(self):
        raise RuntimeError("not even this")

    def __array__(self, *given, **named):
        raise RuntimeError("nor this")


HOSTILE = {
    "nothing": None,
    "infinity": np.inf,
    "no number": np.nan,
    "a number of 400 digits": 10**400,
    "a word": "evil",
    "an empty list": [],
    "a dict": {},
    "an object": object(),
    "an evil object": Evil(),
    "a function": len,
    "a table of 3 dimensions": np.ones((2, 3, 4)),
    "a complex table": 1j * np.eye(4),
    "words": np.array(["a", "b", "c", "d"]),
    "nothing but NaN": np.full((4, 4), np.nan),
    "numbers too large to square": np.full((4, 4), 1e308),
    "negative labels": np.array([0, -1, 1, 2]),
    "labels up to 4e7": np.array([0, 4 * 10**7, 1, 2]),
    "labels beyond 64 bits": np.array([2**64 - 1, 0, 1, 2], np.uint64),
    "bytes": b"evil",
    "a sparse matrix": sparse.eye(4),
    "a ragged list": [[1, 2], [3]],
    "a list that holds itself": ENDLESS,
    "a generator": (k for k in range(4)),
    "a set": {0, 1, 2, 3},
    "dates": np.zeros(4, "M8[s]"),
}


def ax():
    return Figure().subplots()


CALLS = {
    "y_true": lambda value: structured_accuracy(value, Y, "ring"),
    "y_pred": lambda value: structured_accuracy(Y, value, "ring"),
    "structure": lambda value: relabelled(Y, Y, value),
    "labels": lambda value: one_hot(value, 3),
    "reference": lambda value: align_labels(Y, value, chain(4)),
    "n_clusters": chain,
    "A": nearest_psd,
    "spec": tree,
    "D": fit_tree_metric,
    "edges": lambda value: splits(value, 4),
    "lengths": lambda value: equal_angle([[0, 3], [1, 3], [2, 3]], value, 3),
    "text": Tree.from_newick,
    "random_state": lambda value: make_three(1.5 if value is None else value),
    "noise": lambda value: make_circle(noise=value),
    "people": lambda value: make_faces(9, people=value),
    "points": lambda value: plot_partition(np.ones(3) if _empty(value) else value, Y, ax()),
    "layout": lambda value: plot_labels(value, 4, ax()),
    "ax": lambda value: plot_labels("ring", 4, value),
    "terms": lambda value: plot_bound(value, 0.5, 4, ax()),
    "widths": lambda value: plot_width_curve(value, [1.0, 2, 3], ax()),
}


def _empty(value):
    return isinstance(value, list) and not value


SOUND = {("spec", "a ragged list"), ("random_state", "a number of 400 digits")}
CASES = [(name, given) for name in CALLS for given in HOSTILE if (name, given) not in SOUND]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("name", "given"), CASES)
def test_the_argument_is_named(name, given):
    value = (k for k in range(4)) if given == "a generator" else HOSTILE[given]
    with pytest.raises(ValueError, match=rf"\b{name}\b") as caught:
        CALLS[name](value)
    told = str(caught.value)
    assert "must" in told
    assert len(told) < 500
    assert not any(word in told for word in ("np.float64", "np.str_", "inhomogeneous"))


def test_seeds_are_looked_at_before_numpy_sees_them():
    """A list that holds itself ended Python, and 1.5 was told as one of SeedSequence's."""
    script = (
        "from depcluster.datasets import make_three\na = []\na.append(a)\n"
        "try: make_three(a)\nexcept ValueError as error: print(error)"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert run.returncode == 0
    assert run.stdout.startswith("random_state must be None, an integer of at least 0")


def test_seeds_that_are_some():
    for seed in (0, np.int64(7), 10**30):
        np.testing.assert_array_equal(make_xor(seed)[0], make_xor(seed)[0])
    generator = np.random.default_rng(3)
    assert generator_of(generator) is generator
    assert not np.array_equal(make_xor(None)[0], make_xor(None)[0])


@pytest.mark.parametrize("labels", [["b", "a", None], [np.nan, 0.0, 1.0], [{}, {}, {}]])
def test_missing_labels_have_no_entropy(labels):
    for pair in ((labels, [0, 1, 0]), ([0, 1, 0], labels)):
        with pytest.raises(ValueError, match=r"\b(y_true|labels) must"):
            conditional_entropy(*pair)


def test_entropy_takes_labels_of_any_kind():
    words, far = ["b", "b", "a", "a"], np.array([5, 4 * 10**7, 5, 4 * 10**7])
    assert conditional_entropy(words, far) == conditional_entropy([0, 0, 1, 1], [0, 1, 0, 1])
    assert conditional_entropy(np.array(words, object), words) == 0


@pytest.mark.parametrize("spec", [(10**9,), (2,) * 40, (1,) * 5000, ENDLESS])
def test_trees_without_end(spec):
    with pytest.raises(ValueError, match="spec must have at most"):
        tree_paths(spec)


def test_a_shared_list_does_not_explode():
    node = ["a", "b"]
    for _ in range(40):
        node = [node, node]
    with pytest.raises(ValueError, match="spec must have at most 2000 leaves"):
        tree_paths(node)


@pytest.mark.parametrize("length", ["nan", "inf", "1e999", "-1", "one"])
def test_lengths_in_newick_are_finite_and_positive(length):
    with pytest.raises(ValueError, match=f"got the length '{length}'"):
        Tree.from_newick(f"(a:1,b:{length},c:1);")


def test_a_long_newick_is_read_in_time():
    n = 20_000
    text = f"({','.join(f'leaf{k}:1' for k in range(n))});"
    assert Tree.from_newick(text).n_leaves == n


def test_labels_that_nobody_has_cost_lsmi_nothing():
    X, y = make_three()
    near, far = lsmi(X, y, random_state=0), lsmi(X, np.array([3, 7, 4 * 10**7])[y], random_state=0)
    assert far.value == near.value
    np.testing.assert_array_equal(far.coefficients, near.coefficients)
    np.testing.assert_array_equal(far.cv, near.cv)
    assert far.n_classes == 4 * 10**7 + 1


def test_letters_stand_for_equal_sizes():
    @takes(X=numbers("m", "d"), y=whole_numbers("m"))
    def together(X, y):
        """Its words."""
        return X.shape, y.dtype.kind

    assert together([[1, 2, 3], [4, 5, 6]], [0, 1]) == ((2, 3), "i")
    assert together.__doc__ == "Its words."
    with pytest.raises(ValueError, match=r"y must be numbers of shape \(2,\); got .*\(3,\)"):
        together([[1], [2]], [0, 1, 2])
    with pytest.raises(TypeError):
        together()


def test_numbers_are_handed_on_as_they_are():
    K = np.arange(9.0).reshape(3, 3)
    assert check_numbers(K, "K", ("m", "m")) is K
    assert check_numbers([[1, True], [2, 10**30]], "K", ("m", "m")).tolist() == [[1, 1], [2, 1e30]]
    assert as_array(matplotlib, "K", "anything").ndim == 0
    with pytest.raises(ValueError, match=r"K must be numbers.*masked"):
        check_numbers(np.ma.masked_array([1.0, 2], [0, 1]), "K", ("m",))
