"""Generated superfamilies, the string kernels on them, and the subset of the teapot's ring."""

import numpy as np
import pytest

import reference_strings as reference
from depcluster.labels import tree
from depcluster.reproduction.datasets import SUPERFAMILY_TREE, make_superfamilies, teapot_subset

RATES = ("class_rate", "fold_rate", "superfamily_rate", "sequence_rate")
ALIKE = tree(SUPERFAMILY_TREE)


def test_sizes_and_letters():
    sequences, y = make_superfamilies()
    assert np.bincount(y).tolist() == [10] * 15
    assert (np.diff(y) >= 0).all()
    assert len(sequences) == 150
    assert set("".join(sequences)) == set("ACDEFGHIKLMNPQRSTVWY")
    few, labels = make_superfamilies(2, length=7)
    assert len(few) == len(labels) == 30


@pytest.mark.parametrize(("level", "rate"), list(enumerate(RATES)))
def test_each_rate_changes_its_level_alone(level, rate):
    only = dict.fromkeys(RATES, 0) | {rate: 0.5}
    sequences, y = make_superfamilies(3, **only)
    equal = np.equal.outer(np.array(sequences), np.array(sequences))
    expected = ALIKE[np.ix_(y, y)] > level if level < 3 else np.eye(len(y), dtype=bool)
    np.testing.assert_array_equal(equal, expected)


def test_substitutions_change_the_share_asked_for():
    steady = dict.fromkeys(RATES[:3], 0) | {"indel_share": 0, "length": 4000}
    root = make_superfamilies(1, sequence_rate=0, **steady)[0][0]
    for sequence in make_superfamilies(1, sequence_rate=0.3, **steady)[0]:
        assert len(sequence) == 4000
        assert reference.n_mismatches(sequence, root) / 4000 == pytest.approx(0.3, abs=0.04)
    everywhere = make_superfamilies(1, sequence_rate=1, **steady)[0]
    assert all(reference.n_mismatches(sequence, root) == 4000 for sequence in everywhere)


def test_the_subset_of_the_ring():
    indices, y = teapot_subset()
    assert np.bincount(y).tolist() == [35] * 10
    assert (indices // 40 == y).all()
    left_out = np.setdiff1d(np.arange(400), indices)
    np.testing.assert_array_equal(left_out, np.add.outer(40 * np.arange(10), range(35, 40)).ravel())
    for i in range(len(y)):
        after = (i + 1) % len(y)
        assert (indices[after] - indices[i]) % 400 == (1 if y[after] == y[i] else 6)
