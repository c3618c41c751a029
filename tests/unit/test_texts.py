"""The corpora: docstrings as prose, what the loaders of texts share, and words of clusters."""

import subprocess
import sys

import numpy as np
import pytest
from scipy import sparse

from depcluster.datasets import load_docstrings, load_newsgroups
from depcluster.datasets.corpus import as_corpus, prose, without_boilerplate
from depcluster.papers.blaschko2008 import cluster_words, word_scores

DOCSTRING = """func(a, b)

    Find the `root` of a :func:`~scipy.thing` quickly [1]_.

    See the :ref:`user guide <guide>` on $x^2$ and https://example.org/a.b first. It calls
    numpy.sum(a) and x_1 with ``weights=None``.

    .. versionadded:: 1.2
        Not before.

    Parameters
    ----------
    a : int
        A parameter.

    Notes
    -----
    The method is old::

        root = func(1)

    - It is *simple*.

    .. math:: a + b

    Then it ends.

    References
    ----------
    Somebody, Some book.

    Examples
    --------
    >>> func(1)
    2

    Prose between examples.
    """


PROSE = """Find the of a quickly . See the user guide on and first. It calls and with .
The method is old: - It is simple . Then it ends."""


def test_only_prose_is_left():
    assert prose(DOCSTRING).split() == PROSE.split()
    for docstring in ("", "One line.", "\n\n"):
        assert prose(docstring) == docstring.strip()


def test_a_sentence_in_many_texts_is_left_out_of_all():
    own = [f"Of {word}." for word in ("apples", "balls", "cars", "disks", "eggs", "figs")]
    texts = [f"{own[k]} {'Read more. ' * (1 + k)}The end." for k in range(4)]
    texts += [f"the  END. {own[4]}", own[5]]
    assert without_boilerplate(texts, 4) == own
    assert without_boilerplate(texts, 6) == texts


def test_the_docstrings_make_a_corpus():
    corpus = load_docstrings()
    m, d = corpus.X.shape
    assert m > 500
    assert corpus.counts.shape == (m, d) == (len(corpus.y), len(corpus.words))
    np.testing.assert_allclose(corpus.X.multiply(corpus.X).sum(axis=1), 1)
    assert (corpus.counts.sum(axis=0) >= 3).all()
    assert len(set(corpus.titles)) == m
    packages = {name.partition(".")[0] for name in corpus.target_names}
    assert packages == {"numpy", "scipy", "sklearn", "matplotlib"}
    for title, k in zip(corpus.titles, corpus.y, strict=True):
        assert title.rpartition(".")[0] == corpus.target_names[k]
    assert not {"the", "axis_", "np"} & set(corpus.words.tolist())


def test_a_topic_has_its_words():
    corpus = load_docstrings()
    words, X = corpus.words.tolist(), corpus.X.toarray()
    for word, module in (("eigenvalues", "linalg"), ("filter", "signal"), ("fourier", "fft")):
        mass = [X[corpus.y == k, words.index(word)].sum() for k in range(len(corpus.target_names))]
        assert module in corpus.target_names[int(np.argmax(mass))]


def test_loading_warns_of_nothing_and_prints_nothing():
    script = "from depcluster.datasets import load_docstrings as f; a = f(); b = f(); assert a is b"
    run = [sys.executable, "-c", script]
    found = subprocess.run(run, capture_output=True, text=True, check=True)
    assert (found.stdout, found.stderr) == ("", "")


def test_a_corpus_holds_only_words_that_occur():
    counts = sparse.csr_array([[2, 0, 1], [1, 0, 0]])
    corpus = as_corpus(counts, ["one", "never", "two"], [0, 1], ["a", "b"], ["first", "second"])
    assert corpus.words.tolist() == ["one", "two"]
    idf = np.log(3 / np.array([3, 2])) + 1
    row = np.array([2, 1]) * idf
    np.testing.assert_allclose(corpus.X.toarray(), [row / np.linalg.norm(row), [1, 0]])


def test_twenty_newsgroups_from_a_folder(tmp_path, monkeypatch):
    rng = np.random.default_rng(0)
    counts = sparse.csr_array(rng.integers(0, 3, (12, 5)) * [1, 1, 1, 1, 0])
    names = np.array(["b", "a", "c"])
    np.savez(
        tmp_path / "newsgroups_mini.npz",
        data=counts.data,
        indices=counts.indices,
        indptr=counts.indptr,
        shape=np.array(counts.shape),
        y20=np.arange(12) % 3,
        target_names20=names,
        vocab=np.array(["apple", "the", "car", "disk", "never"]),
    )
    monkeypatch.setenv("DEPCLUSTER_DATA", str(tmp_path))
    found = load_newsgroups(4)
    assert found.target_names == ("a", "b", "c")
    assert found.y.tolist() == [0] * 4 + [1] * 4 + [2] * 4
    assert found.words.tolist() == ["apple", "car", "disk"]  # a common word and one that is not
    rows = [*range(1, 12, 3), *range(0, 12, 3), *range(2, 12, 3)]
    np.testing.assert_array_equal(found.counts.toarray(), counts.toarray()[rows][:, [0, 2, 3]])
    assert found.titles[[0, 5]].tolist() == ["a 1", "b 2"]
    with pytest.raises(ValueError, match="n_per_group must be at most"):
        load_newsgroups(5)


def literal(counts, labels, cluster, word):
    """gamma / nu - eta / tau, counted one text at a time."""
    gamma = nu = eta = tau = 0
    for text, label in zip(counts, labels, strict=True):
        if label == cluster:
            gamma, nu = gamma + text[word], nu + 1
        else:
            eta, tau = eta + text[word], tau + 1
    return gamma / nu - eta / tau


def test_scores_are_the_literal_ones():
    rng = np.random.default_rng(0)
    counts = rng.poisson(0.7, (30, 12))
    labels = np.append(np.arange(4), rng.integers(0, 4, 26))
    expected = [[literal(counts, labels, j, w) for w in range(12)] for j in range(4)]
    for given in (counts, sparse.csr_array(counts), counts.tolist()):
        np.testing.assert_allclose(word_scores(given, labels), expected, atol=1e-12)
    once = counts > 0
    expected = [literal(once.astype(int), labels, j, 0) for j in range(4)]
    np.testing.assert_allclose(word_scores(sparse.csr_array(once), labels)[:, 0], expected)


def test_the_best_words_come_first():
    counts = np.array([[5, 0, 1, 0], [4, 1, 1, 0], [0, 3, 1, 0], [0, 4, 1, 0]])
    words = np.array(["sea", "hill", "road", "moon"])
    first, second = cluster_words(counts, [0, 0, 1, 1], words, n_words=3)
    assert first == ["sea", "road", "moon"]  # of equal scores the earlier
    assert second == ["hill", "road", "moon"]
    assert [len(row) for row in cluster_words(counts, [0, 0, 1, 1], words)] == [4, 4]


def test_bad_labels_and_words():
    with pytest.raises(ValueError, match="labels must name two clusters or more"):
        word_scores(np.ones((3, 2)), [0, 0, 0])
    with pytest.raises(ValueError, match="labels"):
        word_scores(np.ones((3, 2)), [0, 1])
    with pytest.raises(ValueError, match="words must be 2"):
        cluster_words(np.ones((3, 2)), [0, 1, 1], ["a", "b", "c"])
