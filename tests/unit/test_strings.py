"""Kernels on strings: the literal counts, and what any kernel must be."""

import numpy as np
import pytest

import reference_strings as reference
from depcluster import KernelKMeans
from depcluster.kernels import mismatch_kernel, spectrum_kernel
from depcluster.reproduction.datasets import make_superfamilies


def random_strings(letters, lengths, random_state):
    rng = np.random.default_rng(random_state)
    return ["".join(rng.choice(list(letters), size=n)) for n in lengths]


def test_spectrum_is_the_literal_one():
    for k in (1, 2, 3, 5):
        strings = random_strings("abc", [5, 9, 14, 6, 30], k)
        np.testing.assert_allclose(
            spectrum_kernel(strings, k), reference.spectrum_kernel(strings, k)
        )


def test_mismatch_is_the_literal_one():
    for k, mismatches in ((1, 1), (2, 1), (4, 1), (3, 2), (4, 3)):
        strings = random_strings("abc", [5, 9, 14, 6, 30], k)
        for alphabet in ("abc", "abcd"):
            expected = reference.mismatch_kernel(strings, k, mismatches, alphabet)
            found = mismatch_kernel(strings, k, mismatches, alphabet)
            np.testing.assert_allclose(found, expected)
        own = reference.mismatch_kernel(strings, k, mismatches, "abc")
        np.testing.assert_allclose(mismatch_kernel(strings, k, mismatches), own)


@pytest.mark.parametrize("call", [spectrum_kernel, mismatch_kernel])
def test_others_are_a_part_of_one_matrix(call):
    old, new = (random_strings(letters, [5, 9, 14], 1) for letters in ("abcd", "ab"))
    whole = call(old + new, 3)
    np.testing.assert_allclose(call(new, 3, others=old), whole[3:, :3])
    np.testing.assert_allclose(call(old, 3), whole[:3, :3])
    np.testing.assert_allclose(call(old, 3, others=np.array(old)), whole[:3, :3])


def test_strings_can_be_predicted():
    old, new = ["abab", "baba", "abba", "xyxy", "yxyx", "xyyx"], ["baab", "yxxy"]
    fitted = KernelKMeans(2, kernel="precomputed", random_state=0).fit(spectrum_kernel(old, 2))
    assert (fitted.predict(spectrum_kernel(new, 2, old)) == fitted.labels_[[0, 3]]).all()


def test_without_mismatches_the_alphabet_does_not_matter():
    strings = random_strings("abcd", [8, 12, 20], 0)
    for alphabet in (None, "abcdefgh"):
        K = mismatch_kernel(strings, 3, 0, alphabet)
        np.testing.assert_allclose(K, spectrum_kernel(strings, 3))


def test_with_k_mismatches_every_word_is_near():
    K = mismatch_kernel(random_strings("abc", [4, 9], 0), 2, 2)
    np.testing.assert_allclose(K, 1)


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


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: spectrum_kernel(["ab"], 1.5), "k must"),
        (lambda: spectrum_kernel("abc", 1), "strings must"),
        (lambda: spectrum_kernel(["ab", "a"], 2), "strings must.*'a' at 1"),
        (lambda: spectrum_kernel(["ab", 3], 2), "strings must"),
        (lambda: mismatch_kernel(["ab"], 2, 3), "mismatches must"),
        (lambda: mismatch_kernel(["abc"], 2, alphabet="ab"), "alphabet must.*'c'"),
        (lambda: mismatch_kernel(["ab" * 40], 70), "k must"),
        (lambda: mismatch_kernel(["abcdefghij"] * 2, 10, 9, "abcdefghij"), "mismatches = 9: .*GiB"),
        (lambda: spectrum_kernel(["ab"], 2, ["ab", "a"]), "others must.*'a' at 1"),
        (lambda: spectrum_kernel(["ab"], 2, "ab"), "others must"),
        (lambda: mismatch_kernel(["abc"], 2, others=["ab"]), "alphabet must.*'c'.*alone"),
    ],
)
def test_errors_name_the_parameter(call, named):
    with pytest.raises(ValueError, match=named):
        call()
