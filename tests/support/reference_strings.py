"""String kernels written out with loops: slow, literal, independent of the package."""

from itertools import product

import numpy as np

from reference_angle import cosine


def words_of(string, k):
    return [string[i : i + k] for i in range(len(string) - k + 1)]


def n_mismatches(word, other):
    return sum(a != b for a, b in zip(word, other, strict=True))


def mismatch_kernel(strings, k, mismatches, alphabet):
    """Over all words of the alphabet: how many words of the string are as near as that."""
    features = [
        [
            sum(n_mismatches("".join(u), word) <= mismatches for word in words_of(string, k))
            for u in product(alphabet, repeat=k)
        ]
        for string in strings
    ]
    return np.array([[cosine(phi, psi) for psi in features] for phi in features])


def spectrum_kernel(strings, k):
    words = sorted({word for string in strings for word in words_of(string, k)})
    features = [[words_of(string, k).count(word) for word in words] for string in strings]
    return np.array([[cosine(phi, psi) for psi in features] for phi in features])
