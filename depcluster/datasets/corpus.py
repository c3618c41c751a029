"""What the loaders of texts return: counts of words and unit rows of tf-idf."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse
from sklearn.feature_extraction.text import TfidfTransformer

#: What counts as a word, once everything is in lower case.
WORD = "[a-z]{2,}"


@dataclass(frozen=True)
class Corpus:
    """Texts as vectors.

    Attributes
    ----------
    X : sparse array of shape (m, d)
        tf-idf; every row has unit length. For the linear kernel take ``(X @ X.T).toarray()``.
    counts : sparse array of shape (m, d)
        How often each word occurs in each text.
    words : ndarray of str of shape (d,)
        The words of the columns; each occurs.
    y : ndarray of int of shape (m,)
        Index in target_names.
    target_names : tuple of str
    titles : ndarray of str of shape (m,)
        What each text is called.
    """

    X: sparse.csr_array
    counts: sparse.csr_array
    words: np.ndarray
    y: np.ndarray
    target_names: tuple
    titles: np.ndarray


def as_corpus(counts, words, y, target_names, titles):
    """A corpus from counts, without the words that do not occur.

    Parameters
    ----------
    counts : sparse array of shape (m, d)
    words : array-like of str of shape (d,)
    y : array-like of int of shape (m,)
    target_names : sequence of str
    titles : array-like of str of shape (m,)

    Returns
    -------
    Corpus
    """
    counts = sparse.csr_array(counts)
    occurring = np.flatnonzero(counts.sum(axis=0))
    counts = counts[:, occurring]
    X = sparse.csr_array(TfidfTransformer().fit_transform(counts))
    words, titles = np.asarray(words)[occurring], np.asarray(titles)
    return Corpus(X, counts, words, np.asarray(y), tuple(target_names), titles)
