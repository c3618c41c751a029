"""The words that tell clusters of texts apart, of Blaschko 2008, Table 2."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..._typing import ArrayLike, Floats, SparseArray
from ..._validation import as_csr, check_labels
from ...labels.partition import cluster_sizes, one_hot


def word_scores(counts: ArrayLike | SparseArray, labels: ArrayLike) -> Floats:
    r"""How much more often a word occurs in a cluster than elsewhere, each per text.

    .. math:: \frac{\gamma}{\nu} - \frac{\eta}{\tau}

    with gamma and eta the occurrences of the word within and outside the cluster, nu and tau the
    numbers of texts there (Blaschko 2008, section 5.2).

    Parameters
    ----------
    counts : array or sparse array of shape (m, d)
        How often each text holds each word. The paper's are 0 or 1: for those give counts > 0.
    labels : array-like of int of shape (m,)
        0..c-1, each used.

    Returns
    -------
    ndarray of shape (c, d)

    Raises
    ------
    ValueError
        If counts and labels do not fit together, or there is but one cluster.

    Examples
    --------
    >>> word_scores([[2, 0], [1, 0], [0, 1]], [0, 0, 1])
    array([[ 1.5, -1. ],
           [-1.5,  1. ]])
    """
    counts = as_csr(counts, "counts")
    c = int(np.max(labels, initial=0)) + 1
    labels = check_labels(labels, counts.shape[0], c)
    if c == 1:
        raise ValueError("labels must name two clusters or more: one has no outside. Got one.")
    within = (counts.T @ one_hot(labels, c)).T
    size = cluster_sizes(labels, c)[:, None]
    return within / size - (within.sum(axis=0) - within) / (len(labels) - size)


def cluster_words(
    counts: ArrayLike | SparseArray, labels: ArrayLike, words: Sequence[str], n_words: int = 20
) -> list[list[str]]:
    """The words with the largest scores in each cluster.

    Parameters
    ----------
    counts : array or sparse array of shape (m, d)
        As in `word_scores`.
    labels : array-like of int of shape (m,)
    words : sequence of str of length d
    n_words : int, default=20
        Of equal scores the earlier word comes first; all of them if there are fewer.

    Returns
    -------
    list of list of str
        One list a cluster, best word first.

    Raises
    ------
    ValueError
        As `word_scores`, and if there is not one word a column.

    Examples
    --------
    >>> cluster_words([[2, 0], [1, 0], [0, 1]], [0, 0, 1], ["cat", "dog"], n_words=1)
    [['cat'], ['dog']]
    """
    scores = word_scores(counts, labels)
    if len(words) != scores.shape[1]:
        raise ValueError(f"words must be {scores.shape[1]}, one a column; got {len(words)}.")
    best = np.argsort(-scores, axis=1, kind="stable")[:, :n_words]
    return [[str(words[k]) for k in row] for row in best]
