"""Newsgroups: the documents of Sugiyama 2011, and groups with a tree for Zhong's patents."""

from __future__ import annotations

from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.decomposition import PCA
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS, CountVectorizer

from ..._validation import check_memory, check_whole, generator_of, short_repr
from .corpus import WORD, Corpus, as_corpus
from .local_files import FOLDER, local_file, read_counts, refused

_FILE = "newsgroups_mini"
_WORDS = 10000
_DIMENSIONS = 50
#: The top-level groups in the order in which the paper names them.
CLASSES = ("comp", "rec", "sci", "talk", "alt", "misc", "soc")
#: The groups of `load_newsgroup_tree`, as `labels.tree` takes them.
NEWSGROUP_TREE = [
    [["comp.sys.ibm.pc.hardware", "comp.sys.mac.hardware"], ["comp.graphics"]],
    [["rec.sport.baseball", "rec.sport.hockey"], ["rec.autos"]],
]


@dataclass(frozen=True)
class NewsgroupTree:
    """What `load_newsgroup_tree` found.

    Attributes
    ----------
    X : sparse array of shape (m, d)
        tf-idf of the words that occur; every row has unit length.
    y : ndarray of int of shape (m,)
        Groups 0..5, in the order of the tree's leaves.
    tree : nested lists of str
        `NEWSGROUP_TREE`, as `labels.tree` takes it.
    words : ndarray of str of shape (d,)
        The words of X's columns.
    """

    X: sparse.csr_array
    y: np.ndarray
    tree: list[Any]
    words: np.ndarray


def load_newsgroup_tree(n_per_group: int = 59) -> NewsgroupTree:
    """Six newsgroups in a tree of three levels: a stand-in for the patents of Zhong et al. (2010).

    The paper clusters 354 patents, the six largest categories in section D of WIPO, which
    cannot be had. Here the six are groups of the 20 newsgroups: a tree of the same number of
    leaves and levels, but of other texts, other branches and groups of one size. For the
    linear kernel, as in the paper, take ``X @ X.T``.

    Parameters
    ----------
    n_per_group : int, default=59
        The first so many of each group, ordered by file name. 59 make 354 in all.

    Returns
    -------
    NewsgroupTree

    Raises
    ------
    ValueError
        If n_per_group is no count or more than a group has, DEPCLUSTER_DATA is no folder, or
        the file there lacks a group, is damaged, or would take more than 256 MiB unpacked.
    OSError
        If the texts are neither in the folder nor to be downloaded.

    Notes
    -----
    The folder named by the environment variable DEPCLUSTER_DATA may hold newsgroups_mini.npz:
    word counts of 100 documents of each of the 20 groups, as the arrays data, indices, indptr
    and shape of a compressed sparse row matrix, with y20, target_names20 and vocab. Otherwise
    scikit-learn downloads the training texts once; of these, subject and body count. The two
    are different documents of the same groups, and so are results on them.
    """
    names = [name for branch in NEWSGROUP_TREE for twig in branch for name in twig]
    counts, y, words, names = _texts(n_per_group, names)
    found = as_corpus(counts, words, y, names, ())
    return NewsgroupTree(found.X, y, NEWSGROUP_TREE, found.words)


def load_newsgroups(n_per_group: int = 100) -> Corpus:
    """All twenty newsgroups, the same number of texts of each.

    Common English words and those in fewer than three texts are left out.

    Parameters
    ----------
    n_per_group : int, default=100
        The first so many of each group, ordered by file name.

    Returns
    -------
    Corpus
        Texts by group and number; y is the group.

    Raises
    ------
    ValueError, OSError
        As `load_newsgroup_tree`, whose two sources these texts come from.
    """
    counts, y, words, names = _texts(n_per_group)
    common = np.isin(words, list(ENGLISH_STOP_WORDS))
    kept = np.flatnonzero(((counts > 0).sum(axis=0) >= 3) & ~common)
    titles = [f"{names[group]} {k % n_per_group + 1}" for k, group in enumerate(y)]
    return as_corpus(counts[:, kept], words[kept], y, names, titles)


def _texts(n, names=None):
    """Counts of the first n texts of each group, their groups, the words, the groups' names."""
    check_whole(n, "n_per_group", hint="Try 59.")
    counts, groups, words = _groups(names)
    names = names or sorted(set(groups.tolist()))
    rows = np.concatenate([_first(groups, name, n) for name in names])
    y = np.repeat(np.arange(len(names)), n)
    return sparse.csr_array(counts)[rows], y, np.asarray(words), names


def _first(groups, name, n):
    rows = np.flatnonzero(groups == name)[:n]
    if len(rows) < n:
        raise ValueError(
            f"n_per_group must be at most the documents of each group; got {short_repr(n)}, but "
            f"{name!r} has {len(rows)}. Try fewer, or another {_FILE}.npz if there are none."
        )
    return rows


def _from_folder(group, names=None, words=()):
    """Counts, groups and lists of words of the file in the folder; None without a file.

    `group` names the array with the group of each text, `names` that of the groups' names; without
    it they are `CLASSES`.
    """
    path = local_file(_FILE)
    if not path:
        return None
    counts, held = read_counts(path, (group,), (*([names] if names else ()), *words))
    y, names = held[group], held[names] if names else CLASSES
    if len(y) != counts.shape[0] or y.min() < 0 or y.max() >= len(names):
        told = f"{group} must hold {counts.shape[0]} numbers from 0 to {len(names) - 1}, one a text"
        raise refused(path, told)
    if "vocab" in held and len(held["vocab"]) != counts.shape[1]:
        raise refused(path, f"vocab must hold {counts.shape[1]} words, one a column")
    return counts, y, names, held


def _download(what, **query):
    from sklearn.datasets import fetch_20newsgroups  # slow to load

    try:
        return fetch_20newsgroups(shuffle=False, **query)
    except (OSError, HTTPException) as error:
        raise OSError(
            f"{what} could not be downloaded ({error}). Either set {FOLDER} to a folder with "
            f"{_FILE}.npz, or call this once with a network: the download is kept."
        ) from error


def _groups(names=None):
    """Word counts of texts, by file name, the group of each and the words."""
    if given := _from_folder("y20", "target_names20", ("vocab",)):
        counts, y, of, held = given
        return counts, of[y], held["vocab"]
    found = _download("The newsgroups", subset="train", categories=names)
    order = np.argsort([Path(name).name for name in found.filenames], kind="stable")
    count = CountVectorizer(token_pattern=WORD)
    counts = count.fit_transform([_subject_and_body(found.data[i]) for i in order])
    groups = np.asarray(found.target_names)[found.target[order]]
    return counts, groups, count.get_feature_names_out()


def _subject_and_body(text):
    header, _, body = text.partition("\n\n")
    subject = [line[8:] for line in header.splitlines() if line.startswith("Subject:")]
    return "\n".join([*subject, body])


def document_counts():
    """Counts of 10000 words in newsgroup texts (m, 10000), and the group of each, of `CLASSES`.

    The file in the folder has 2000 texts, with their groups in y; the download has all 18846.
    """
    if given := _from_folder("y"):
        return given[0], given[1].astype(np.intp)
    found = _download("'document'", subset="all")
    group = [CLASSES.index(name.split(".")[0]) for name in found.target_names]
    count = CountVectorizer(token_pattern=WORD, max_features=_WORDS)
    return sparse.csr_array(count.fit_transform(found.data)), np.array(group)[found.target]


def tf_idf(counts):
    """Term frequency times ``log(m / m_w)``, with m_w of all m texts holding the word w.

    As in the paper, and without bringing the rows to one length, of which it says nothing.
    """
    holding = np.maximum(np.bincount(counts.nonzero()[1], minlength=counts.shape[1]), 1)
    return sparse.csr_array(counts * np.log(counts.shape[0] / holding))


def principal_components(X):
    """Coordinates (m, 50) on the 50 leading principal axes of an array or sparse array."""
    check_memory(8 * X.shape[0] * X.shape[1], f"X: a table of {X.shape}", "Keep fewer words.")
    X = X.toarray() if sparse.issparse(X) else X
    return PCA(_DIMENSIONS, svd_solver="full").fit_transform(X)


def load_documents(random_state=0):
    """A draw of 100 texts of each of `CLASSES` in 50 coordinates: X (700, 50) and y (700,)."""
    counts, y = document_counts()
    rng = generator_of(random_state)
    own = [np.flatnonzero(y == k) for k in range(len(CLASSES))]
    if min(map(len, own)) < 100:
        few = min(range(len(CLASSES)), key=lambda k: len(own[k]))
        raise ValueError(
            f"'document' takes 100 texts of each group; {CLASSES[few]!r} has {len(own[few])}. "
            f"Try another {_FILE}.npz."
        )
    rows = np.concatenate([rng.choice(of_class, 100, replace=False) for of_class in own])
    return principal_components(tf_idf(counts)[rows]), y[rows]
