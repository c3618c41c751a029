"""The tree of newsgroups from each of its two places; nothing here reaches a network."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.utils import Bunch

from depcluster.labels import tree
from depcluster.reproduction.datasets import NEWSGROUP_TREE, load_newsgroup_tree

NAMES = [name for branch in NEWSGROUP_TREE for twig in branch for name in twig]
WORDS = np.array(["apple", "ball", "car", "disk", "never"])


@pytest.fixture
def no_download(monkeypatch):
    def refuse(*args, **kwargs):
        raise AssertionError("reached for the network")

    monkeypatch.setattr("sklearn.datasets.fetch_20newsgroups", refuse)


def write_folder(folder, monkeypatch, names, groups):
    """Counts in which each group has words of its own, and the last word never occurs."""
    rng = np.random.default_rng(0)
    counts = rng.integers(1, 9, (len(groups), len(WORDS)))
    counts[:, -1] = 0
    rows = sparse.csr_array(counts)
    np.savez(
        folder / "newsgroups_mini.npz",
        data=rows.data,
        indices=rows.indices,
        indptr=rows.indptr,
        shape=np.array(rows.shape),
        y20=groups,
        target_names20=np.array(names),
        vocab=WORDS,
    )
    monkeypatch.setenv("DEPCLUSTER_DATA", str(folder))
    return counts[:, :-1]


def tf_idf(counts):
    """scikit-learn's smoothed one, written out."""
    m = len(counts)
    idf = np.log((1 + m) / (1 + (counts > 0).sum(axis=0))) + 1
    weighted = counts * idf
    return weighted / np.sqrt((weighted**2).sum(axis=1))[:, None]


def test_the_tree_follows_the_names():
    A = tree(NEWSGROUP_TREE)
    assert np.diag(A).tolist() == [3] * 6
    for j, name in enumerate(NAMES):
        for l, other in enumerate(NAMES):
            assert (A[j, l] > 0) == (name.split(".")[0] == other.split(".")[0])
            if j != l:
                assert (A[j, l] == 2) == (name.split(".")[:2] == other.split(".")[:2])


@pytest.mark.usefixtures("no_download")
def test_the_first_of_each_group(tmp_path, monkeypatch):
    names = ["alt.atheism", *reversed(NAMES)]
    groups = np.random.default_rng(1).permutation(np.repeat(np.arange(7), 3))
    counts = write_folder(tmp_path, monkeypatch, names, groups)
    rows = [i for name in NAMES for i in np.flatnonzero(groups == names.index(name))[:2]]
    found = load_newsgroup_tree(2)
    np.testing.assert_array_equal(found.y, np.repeat(np.arange(6), 2))
    np.testing.assert_array_equal(found.words, WORDS[:-1])
    np.testing.assert_allclose(found.X.toarray(), tf_idf(counts[rows]))


def test_download(tmp_path, monkeypatch):
    """A folder without the file is passed over; texts come by file name, headers go."""
    monkeypatch.setenv("DEPCLUSTER_DATA", str(tmp_path))
    asked = []

    def fetch(**query):
        asked.append(query)
        target = np.tile(np.arange(6), 3)
        number = np.repeat(["9", "10", "11"], 6)  # as text, 10 comes first
        texts = [
            f"From: sender\nSubject: topic {chr(97 + k) * 3}\n\nBody\n\nnumber{chr(97 + int(n))} 42"
            for k, n in zip(target, number, strict=True)
        ]
        return Bunch(
            data=texts,
            target=target,
            target_names=sorted(NAMES),
            filenames=np.array(
                [f"train/{sorted(NAMES)[k]}/{n}" for k, n in zip(target, number, strict=True)]
            ),
        )

    monkeypatch.setattr("sklearn.datasets.fetch_20newsgroups", fetch)
    found = load_newsgroup_tree(2)
    assert [query["subset"] for query in asked] == ["train"]
    assert sorted(asked[0]["categories"]) == sorted(NAMES)
    own = [chr(97 + sorted(NAMES).index(name)) * 3 for name in NAMES]
    assert set(found.words) == {"topic", "body", "numberk", "numberl", *own}
    for i, row in enumerate(found.X.toarray()):
        number = "numberk" if i % 2 == 0 else "numberl"
        assert set(found.words[row > 0]) == {"topic", "body", number, own[i // 2]}
