"""The documents of Sugiyama 2011, Table 1: newsgroups in seven classes, as vectors."""

from __future__ import annotations

from http.client import HTTPException

import numpy as np
from scipy import sparse
from sklearn.datasets import fetch_20newsgroups
from sklearn.decomposition import PCA
from sklearn.feature_extraction.text import CountVectorizer

from .folder import FOLDER, local_file

_FILE = "newsgroups_mini"
_WORD = "[a-z]{2,}"
_WORDS = 10000
_DIMENSIONS = 50

#: The top-level groups in the order in which the paper names them.
CLASSES = ("comp", "rec", "sci", "talk", "alt", "misc", "soc")


def document_counts():
    """Counts of 10000 words in newsgroup texts, and the top-level group of each text.

    Returns
    -------
    counts : sparse array of shape (m, 10000)
    y : ndarray of int of shape (m,)
        Index in `CLASSES`.

    Raises
    ------
    ValueError
        If DEPCLUSTER_DATA is no folder.
    OSError
        If the texts are neither in the folder nor to be downloaded.

    Notes
    -----
    The folder named by the environment variable DEPCLUSTER_DATA may hold newsgroups_mini.npz,
    2000 texts as the arrays data, indices, indptr and shape of a compressed sparse row matrix,
    with y. Otherwise scikit-learn downloads all 18846 texts once.
    """
    path = local_file(_FILE)
    if path:
        with np.load(path) as file:
            shape = tuple(file["shape"])
            counts = sparse.csr_array((file["data"], file["indices"], file["indptr"]), shape)
            return counts, file["y"]
    try:
        found = fetch_20newsgroups(subset="all", shuffle=False)
    except (OSError, HTTPException) as error:
        raise OSError(
            f"'document' could not be downloaded ({error}). Either set {FOLDER} to a folder with "
            f"{_FILE}.npz, or call this once with a network: the download is kept."
        ) from error
    group = [CLASSES.index(name.split(".")[0]) for name in found.target_names]
    count = CountVectorizer(token_pattern=_WORD, max_features=_WORDS)
    return sparse.csr_array(count.fit_transform(found.data)), np.array(group)[found.target]


def tf_idf(counts):
    """Term frequency times ``log(m / m_w)``, with m_w of all m texts holding the word w.

    As in the paper, and without bringing the rows to one length, of which it says nothing.

    Parameters
    ----------
    counts : sparse array of shape (m, d)

    Returns
    -------
    sparse array of shape (m, d)
    """
    holding = np.maximum(np.bincount(counts.nonzero()[1], minlength=counts.shape[1]), 1)
    return sparse.csr_array(counts * np.log(counts.shape[0] / holding))


def principal_components(X):
    """Coordinates on the 50 leading principal axes.

    Parameters
    ----------
    X : array or sparse array of shape (m, d)

    Returns
    -------
    ndarray of shape (m, 50)
    """
    X = X.toarray() if sparse.issparse(X) else X
    return PCA(_DIMENSIONS, svd_solver="full").fit_transform(X)


def load_documents(random_state=0):
    """A draw of 100 texts of each group, in 50 coordinates.

    Parameters
    ----------
    random_state : int or Generator, default=0

    Returns
    -------
    X : ndarray of shape (700, 50)
    y : ndarray of int of shape (700,)
    """
    counts, y = document_counts()
    rng = np.random.default_rng(random_state)
    own = [np.flatnonzero(y == k) for k in range(len(CLASSES))]
    rows = np.concatenate([rng.choice(of_class, 100, replace=False) for of_class in own])
    return principal_components(tf_idf(counts)[rows]), y[rows]
