"""Kernels on strings: how often short words occur, exactly or with some letters changed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb

import numpy as np
from scipy import sparse
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.preprocessing import normalize

from .._typing import Floats
from .._validation import NAME, NOTHING, Rule, check_memory, checked, several, short_repr, whole

_TEXTS = Rule("a list of texts", several(NAME).holds)


@checked(strings=_TEXTS, k=whole(1), others=_TEXTS | NOTHING)
def spectrum_kernel(strings: Sequence[str], k: int, others: Sequence[str] | None = None) -> Floats:
    r"""How alike strings are in their words of k letters (Leslie, Eskin and Noble 2002).

    With phi_u(x) the number of times the word u of k letters stands in x,

    .. math:: k(x, z) = \frac{\sum_u \phi_u(x)\, \phi_u(z)}{\|\phi(x)\|\, \|\phi(z)\|}

    Parameters
    ----------
    strings : sequence of str, of length m
        Each of at least k letters.
    k : int
        Length of the words.
    others : sequence of str, of length m2, optional
        The second set of strings, such as those of fit, of which ``predict`` wants the values with
        new ones; the first set itself when left out.

    Returns
    -------
    ndarray of shape (m, m) or (m, m2)
        Of one set positive semi-definite, with a unit diagonal.

    Raises
    ------
    ValueError
        If a string is shorter than k, or k is below 1.

    References
    ----------
    C. Leslie, E. Eskin, W. S. Noble. The spectrum kernel: a string kernel for SVM protein
    classification. Pacific Symposium on Biocomputing, 2002.

    Examples
    --------
    >>> spectrum_kernel(["abab", "ab", "ba"], 2).round(2)
    array([[1.  , 0.89, 0.45],
           [0.89, 1.  , 0.  ],
           [0.45, 0.  , 1.  ]])
    >>> spectrum_kernel(["aba"], 2, others=["abab", "ab", "ba"]).round(2)
    array([[0.95, 0.71, 0.71]])
    """
    both = _both(strings, others, k)
    counts, _ = _word_counts(both, k)
    return _cosines(counts, len(both) - len(strings))


@checked(
    strings=_TEXTS,
    k=whole(1),
    mismatches=whole(0),
    alphabet=NAME | _TEXTS | NOTHING,
    others=_TEXTS | NOTHING,
)
def mismatch_kernel(
    strings: Sequence[str],
    k: int,
    mismatches: int = 1,
    alphabet: str | None = None,
    others: Sequence[str] | None = None,
) -> Floats:
    r"""The spectrum kernel that lets a few letters of a word differ (Leslie et al. 2004).

    .. math:: k(x, z) = \frac{\sum_u \phi_u(x)\, \phi_u(z)}{\|\phi(x)\|\, \|\phi(z)\|}

    Now phi_u(x) counts the words in x that differ from u in at most so many letters, and u
    runs over all words of k letters of the alphabet. With 0 mismatches it is the
    `spectrum_kernel`.

    Parameters
    ----------
    strings : sequence of str, of length m
        Each of at least k letters.
    k : int
        Length of the words.
    mismatches : int, default=1
        Between 0 and k.
    alphabet : str, optional
        The letters that words are made of; left out, those that occur, in the others where these
        are given: the values then go with those that the others have among themselves. The kernel
        of two strings depends on how many there are.
    others : sequence of str, of length m2, optional
        As of `spectrum_kernel`.

    Returns
    -------
    ndarray of shape (m, m) or (m, m2)
        Of one set positive semi-definite, with a unit diagonal.

    Raises
    ------
    ValueError
        If a string is shorter than k or has a letter outside of the alphabet, if k or
        mismatches is out of its range, or if there are too many words to be numbered or, with
        mismatches, to be held in 4 GiB.

    Notes
    -----
    Each different word that occurs is written out with its whole neighbourhood, some
    ``binom(k, mismatches) len(alphabet)^mismatches`` words: fine for one mismatch, heavy for
    three among 20 letters.

    References
    ----------
    C. S. Leslie, E. Eskin, A. Cohen, J. Weston, W. S. Noble. Mismatch string kernels for
    discriminative protein classification. Bioinformatics 20(4), 2004.

    Examples
    --------
    >>> mismatch_kernel(["ab", "bb", "ba"], 2).round(2)
    array([[1.  , 0.67, 0.67],
           [0.67, 1.  , 0.67],
           [0.67, 0.67, 1.  ]])
    """
    both = _both(strings, others, k)
    if mismatches != int(mismatches) or not 0 <= mismatches <= k:
        raise ValueError(
            f"mismatches must be a whole number between 0 and k = {k}; got "
            f"{short_repr(mismatches)}. Try 1."
        )
    letters = _check_alphabet(alphabet, both, strings if others is None else others, k)
    counts, words = _word_counts(both, k)
    n_near = len(words) * comb(int(k), int(mismatches)) * len(letters) ** int(mismatches)
    what = f"mismatches = {mismatches}: the words near {len(words)} words of {k} letters"
    check_memory(40.0 * n_near, what, "Try fewer mismatches or a smaller k.")
    digits = np.array([[letters.index(letter) for letter in word] for word in words])
    near = counts @ _neighbourhoods(digits, len(letters), int(mismatches))
    return _cosines(near, len(both) - len(strings))


def _word_counts(strings, k):
    """How often each word of k letters stands in each string, and the words."""
    k = int(k)
    count = CountVectorizer(analyzer=lambda s: [s[i : i + k] for i in range(len(s) - k + 1)])
    return count.fit_transform(strings).astype(float), count.get_feature_names_out()


def _neighbourhoods(digits, n_letters, mismatches):
    """1 where a word of `digits`, a row, lies within the mismatches of a word, a column."""
    # A word is numbered by its letters as digits; only words next to one that occurs have a
    # column.
    n_words, k = digits.shape
    place = n_letters ** np.arange(k, dtype=np.int64)[::-1]
    near = []
    for changed in combinations(range(k), mismatches):
        kept = np.delete(np.arange(k), changed)
        fixed = digits[:, kept] @ place[kept]  # (n_words,)
        free = np.zeros(1, dtype=np.int64)
        for p in place[list(changed)]:
            free = np.add.outer(free, p * np.arange(n_letters)).ravel()
        near.append(np.add.outer(fixed, free))  # (n_words, n_letters^mismatches)
    near = np.hstack(near)
    codes, column = np.unique(near, return_inverse=True)
    row = np.repeat(np.arange(n_words), near.shape[1])
    within = sparse.csr_array((np.ones(row.size), (row, column.ravel())), (n_words, codes.size))
    within.data[:] = 1.0  # a word reached in several ways counts once
    return within


def _cosines(counts, n_others):
    """Between rows; the last are the others, where there are any."""
    phi = normalize(counts)
    m = phi.shape[0] - n_others
    return (phi[:m] @ phi[m if n_others else 0 :].T).toarray()


def _both(strings, others, k):
    """All strings, those of the second set last."""
    for name, given in (("strings", strings), ("others", () if others is None else others)):
        for i, string in enumerate(given):
            if len(string) < k:
                raise ValueError(
                    f"{name} must each have at least k = {k} letters; got {short_repr(string)} at "
                    f"{i}. Leave it out or try a smaller k."
                )
    return [*strings, *(() if others is None else others)]


def _check_alphabet(alphabet, strings, known, k):
    """The letters in order: of an alphabet, else those that some known strings have."""
    occurring = set().union(*strings)
    letters = sorted(set().union(*known) if alphabet is None else set(alphabet))
    if not occurring <= set(letters):
        raise ValueError(
            "alphabet must hold every letter of the strings; got "
            f"{short_repr(alphabet)} without {''.join(sorted(occurring - set(letters)))!r}."
            + (" Pass one, here and for the others alone." if alphabet is None else "")
        )
    if len(letters) ** int(k) > np.iinfo(np.int64).max:
        raise ValueError(
            f"k must be small enough for the words of k letters to be numbered; got k = {k} for "
            f"{len(letters)} letters. Try 4."
        )
    return letters
