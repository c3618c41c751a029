"""Generated superfamilies, the string kernels on them, and the subset of the teapot's ring."""

import numpy as np
import pytest

import naive_strings as naive
from depcluster.datasets import SUPERFAMILY_TREE, make_superfamilies, teapot_subset
from depcluster.kernels import mismatch_kernel, spectrum_kernel
from depcluster.labels import tree

RATES = ("class_rate", "fold_rate", "superfamily_rate", "sequence_rate")
ALIKE = tree(SUPERFAMILY_TREE)


def leaves(node):
    return [node] if isinstance(node, str) else [leaf for child in node for leaf in leaves(child)]


def random_strings(letters, lengths, random_state):
    rng = np.random.default_rng(random_state)
    return ["".join(rng.choice(list(letters), size=n)) for n in lengths]


def test_the_tree_is_what_the_paper_tells():
    names = leaves(SUPERFAMILY_TREE)
    assert len(names) == len(set(names)) == 15
    assert np.diag(ALIKE).tolist() == [3] * 15
    sizes = {leaves(branch)[0][0]: len(leaves(branch)) for branch in SUPERFAMILY_TREE}
    assert list(sizes) == ["a", "b", "c", "g"]
    assert max(sizes, key=sizes.get) == "c"
    several = [fold for branch in SUPERFAMILY_TREE for fold in branch if len(fold) > 1]
    assert several == [SUPERFAMILY_TREE[2][0]]
    for branch in SUPERFAMILY_TREE:
        for number, fold in enumerate(branch, 1):
            for name in fold:
                assert name.startswith(f"{leaves(branch)[0][0]}.{number}.")


def test_sizes_and_letters():
    sequences, y = make_superfamilies()
    assert np.bincount(y).tolist() == [10] * 15
    assert (np.diff(y) >= 0).all()
    assert len(sequences) == 150
    assert set("".join(sequences)) == set("ACDEFGHIKLMNPQRSTVWY")
    few, labels = make_superfamilies(2, length=7)
    assert len(few) == len(labels) == 30


def test_sequences_are_seeded():
    assert make_superfamilies()[0] == make_superfamilies()[0]
    assert make_superfamilies()[0] != make_superfamilies(random_state=1)[0]


def test_without_changes_all_are_the_root():
    sequences, _ = make_superfamilies(**dict.fromkeys(RATES, 0))
    assert len(set(sequences)) == 1
    assert len(sequences[0]) == 100


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
        assert naive.n_mismatches(sequence, root) / 4000 == pytest.approx(0.3, abs=0.04)
    everywhere = make_superfamilies(1, sequence_rate=1, **steady)[0]
    assert all(naive.n_mismatches(sequence, root) == 4000 for sequence in everywhere)


def test_insertions_and_deletions_keep_the_rest():
    steady = dict.fromkeys(RATES[:3], 0) | {"indel_share": 1, "length": 400}
    root = make_superfamilies(1, sequence_rate=0, **steady)[0][0]
    sequences, _ = make_superfamilies(4, sequence_rate=0.1, **steady)
    lengths = np.array([len(sequence) for sequence in sequences])
    assert lengths.min() < 400 < lengths.max()
    assert lengths.mean() == pytest.approx(400, abs=8)
    for sequence in sequences[:5]:
        ends = np.zeros(len(sequence) + 1, dtype=int)  # longest common subsequence
        for letter in root:
            before = ends.copy()
            for i, other in enumerate(sequence, 1):
                ends[i] = before[i - 1] + 1 if letter == other else max(before[i], ends[i - 1])
        assert ends[-1] > 360


def test_a_sequence_never_vanishes():
    short, _ = make_superfamilies(20, length=1, indel_share=1, **dict.fromkeys(RATES, 1))
    assert min(map(len, short)) >= 1


@pytest.mark.parametrize(
    "kernel",
    [
        lambda s: spectrum_kernel(s, 2),
        lambda s: spectrum_kernel(s, 3),
        lambda s: mismatch_kernel(s, 4),
    ],
)
def test_nearer_in_the_tree_is_more_similar(kernel):
    n_seeds = 5
    means = np.zeros(4)
    for seed in range(n_seeds):
        sequences, y = make_superfamilies(5, random_state=seed)
        K = kernel(sequences)
        shared = ALIKE[np.ix_(y, y)]
        others = ~np.eye(len(y), dtype=bool)
        means += [K[others & (shared == level)].mean() / n_seeds for level in range(4)]
    assert (np.diff(means) > 0).all()


@pytest.mark.parametrize("k", [1, 2, 3, 5])
def test_spectrum_is_the_literal_one(k):
    strings = random_strings("abc", [5, 9, 14, 6, 30], k)
    np.testing.assert_allclose(spectrum_kernel(strings, k), naive.spectrum_kernel(strings, k))


@pytest.mark.parametrize(("k", "mismatches"), [(1, 1), (2, 1), (3, 1), (4, 1), (3, 2), (4, 3)])
@pytest.mark.parametrize("alphabet", ["abc", "abcd"])
def test_mismatch_is_the_literal_one(k, mismatches, alphabet):
    strings = random_strings("abc", [5, 9, 14, 6, 30], k)
    expected = naive.mismatch_kernel(strings, k, mismatches, alphabet)
    np.testing.assert_allclose(mismatch_kernel(strings, k, mismatches, alphabet), expected)
    if alphabet == "abc":
        np.testing.assert_allclose(mismatch_kernel(strings, k, mismatches), expected)


def test_without_mismatches_the_alphabet_does_not_matter():
    strings = random_strings("abcd", [8, 12, 20], 0)
    for alphabet in (None, "abcdefgh"):
        K = mismatch_kernel(strings, 3, 0, alphabet)
        np.testing.assert_allclose(K, spectrum_kernel(strings, 3))


def test_with_k_mismatches_every_word_is_near():
    K = mismatch_kernel(random_strings("abc", [4, 9], 0), 2, 2)
    np.testing.assert_allclose(K, 1)


def test_capitals_are_letters_of_their_own():
    assert spectrum_kernel(["ab", "AB"], 2)[0, 1] == 0


@pytest.mark.parametrize("kernel", [spectrum_kernel, mismatch_kernel])
def test_kernels_are_kernels(kernel):
    sequences, _ = make_superfamilies(3)
    K = kernel(sequences, 3)
    assert K.shape == (45, 45)
    np.testing.assert_allclose(K, K.T)
    np.testing.assert_allclose(np.diag(K), 1)
    assert np.linalg.eigvalsh(K)[0] > -1e-10
    order = np.random.default_rng(0).permutation(45)
    moved = kernel([sequences[i] for i in order], 3)
    np.testing.assert_allclose(moved, K[np.ix_(order, order)])


def test_long_words_need_no_table_of_all_words():
    strings = random_strings("ACDEFGHIKLMNPQRSTVWY", [30, 30], 0)
    np.testing.assert_allclose(mismatch_kernel([strings[0]] * 2, 12), 1)
    assert mismatch_kernel(strings, 12)[0, 1] == 0


def test_the_subset_of_the_ring():
    indices, y = teapot_subset()
    assert np.bincount(y).tolist() == [35] * 10
    assert (indices // 40 == y).all()
    left_out = np.setdiff1d(np.arange(400), indices)
    np.testing.assert_array_equal(left_out, np.add.outer(40 * np.arange(10), range(35, 40)).ravel())
    for i in range(len(y)):
        after = (i + 1) % len(y)
        assert (indices[after] - indices[i]) % 400 == (1 if y[after] == y[i] else 6)


def test_subsets_of_other_rings():
    indices, y = teapot_subset(60, n_clusters=6, gap=2)
    assert np.bincount(y).tolist() == [8] * 6
    assert (indices // 10 == y).all()
    indices, _ = teapot_subset(20, n_clusters=4, gap=0)
    assert indices.tolist() == list(range(20))


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: spectrum_kernel(["ab"], 0), "k must be"),
        (lambda: spectrum_kernel(["ab"], 1.5), "k must be"),
        (lambda: spectrum_kernel([], 1), "strings must be a list"),
        (lambda: spectrum_kernel("abc", 1), "strings must be a list"),
        (
            lambda: spectrum_kernel(["ab", "a"], 2),
            "strings must each have at least k = 2.*'a' at 1",
        ),
        (lambda: spectrum_kernel(["ab", 3], 2), "strings must be a list of texts"),
        (lambda: mismatch_kernel(["ab"], 3), "strings must each have"),
        (lambda: mismatch_kernel(["ab"], 2, 3), "mismatches must be"),
        (lambda: mismatch_kernel(["ab"], 2, -1), "mismatches must be"),
        (lambda: mismatch_kernel(["ab"], 2, 0.5), "mismatches must be"),
        (lambda: mismatch_kernel(["abc"], 2, alphabet="ab"), "alphabet must hold.*without 'c'"),
        (lambda: mismatch_kernel(["ab" * 40], 70), "k must be small enough"),
    ],
)
def test_errors_name_the_parameter(call, named):
    with pytest.raises(ValueError, match=named) as error:
        call()
    assert "got" in str(error.value)
