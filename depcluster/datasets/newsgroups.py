"""Newsgroups: the documents of Sugiyama 2011, and groups with a tree for Zhong's patents."""

from __future__ import annotations

from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path

import numpy as np
from scipy import sparse
from sklearn.decomposition import PCA
from sklearn.feature_extraction.text import (
    ENGLISH_STOP_WORDS,
    CountVectorizer,
    TfidfTransformer,
)

from .._validation import check_memory, check_whole, generator_of, short_repr
from .archive import read_counts, refused
from .corpus import WORD, as_corpus
from .folder import FOLDER, local_file

_FILE = "newsgroups_mini"
_WORD = "[a-z]{2,}"
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
    tree: list
    words: np.ndarray


def load_newsgroup_tree(n_per_group=59):
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
    check_whole(n_per_group, "n_per_group", hint="Try 59.")
    names = [name for branch in NEWSGROUP_TREE for twig in branch for name in twig]
    counts, groups, words = _groups(names)
    rows = [_first(groups, name, n_per_group) for name in names]
    counts = sparse.csr_array(counts)[np.concatenate(rows)]
    occurring = counts.sum(axis=0) > 0
    X = TfidfTransformer().fit_transform(counts[:, np.flatnonzero(occurring)])
    y = np.repeat(np.arange(len(names)), n_per_group)
    return NewsgroupTree(sparse.csr_array(X), y, NEWSGROUP_TREE, np.asarray(words)[occurring])


def load_newsgroups(n_per_group=100):
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
    check_whole(n_per_group, "n_per_group", hint="Try 59.")
    counts, groups, words = _groups()
    names = sorted(set(groups.tolist()))
    rows = np.concatenate([_first(groups, name, n_per_group) for name in names])
    counts = sparse.csr_array(counts)[rows]
    common = np.isin(words, list(ENGLISH_STOP_WORDS))
    kept = np.flatnonzero(((counts > 0).sum(axis=0) >= 3) & ~common)
    y = np.repeat(np.arange(len(names)), n_per_group)
    titles = [f"{names[group]} {k % n_per_group + 1}" for k, group in enumerate(y)]
    return as_corpus(counts[:, kept], np.asarray(words)[kept], y, names, titles)


def _first(groups, name, n):
    rows = np.flatnonzero(groups == name)[:n]
    if len(rows) < n:
        raise ValueError(
            f"n_per_group must be at most the documents of each group; got {short_repr(n)}, but "
            f"{name!r} has {len(rows)}. Try fewer, or another {_FILE}.npz if there are none."
        )
    return rows


def _from_folder(group, most, **beside):
    """Word counts of the file in the folder, and what stands beside them; None without a file.

    `group` names the array with the group of each text, a number below `most` (an array's name:
    below its length).
    """
    path = local_file(_FILE)
    if not path:
        return None
    counts, held = read_counts(path, {group: "whole", **beside})
    y, most = held[group], len(held[most]) if isinstance(most, str) else most
    if len(y) != counts.shape[0] or y.min() < 0 or y.max() >= most:
        told = f"{group} must hold {counts.shape[0]} numbers from 0 to {most - 1}, one a text"
        raise refused(path, told)
    if "vocab" in held and len(held["vocab"]) != counts.shape[1]:
        raise refused(path, f"vocab must hold {counts.shape[1]} words, one a column")
    return counts, held


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
    beside = {"target_names20": "words", "vocab": "words"}
    if given := _from_folder("y20", "target_names20", **beside):
        counts, held = given
        return counts, held["target_names20"][held["y20"]], held["vocab"]
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
    """Counts of 10000 words in newsgroup texts, and the top-level group of each text.

    Returns
    -------
    counts : sparse array of shape (m, 10000)
    y : ndarray of int of shape (m,)
        Index in `CLASSES`.

    Raises
    ------
    ValueError
        If DEPCLUSTER_DATA is no folder, or the file there is not sound.
    OSError
        If the texts are neither in the folder nor to be downloaded.

    Notes
    -----
    The folder named by the environment variable DEPCLUSTER_DATA may hold newsgroups_mini.npz,
    2000 texts as the arrays data, indices, indptr and shape of a compressed sparse row matrix,
    with y. Otherwise scikit-learn downloads all 18846 texts once.
    """
    if given := _from_folder("y", len(CLASSES)):
        counts, held = given
        return counts, held["y"].astype(np.intp)
    found = _download("'document'", subset="all")
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
    check_memory(8 * X.shape[0] * X.shape[1], f"X: a table of {X.shape}", "Keep fewer words.")
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
