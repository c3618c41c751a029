"""Scores of words are the literal ones."""

import numpy as np
import pytest
from scipy import sparse

from depcluster.papers.blaschko2008 import cluster_words, word_scores


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
    for seed in range(5):
        rng = np.random.default_rng(seed)
        counts = rng.poisson(0.7, (30, 12))
        labels = np.append(np.arange(4), rng.integers(0, 4, 26))
        expected = [[literal(counts, labels, j, w) for w in range(12)] for j in range(4)]
        for given in (counts, sparse.csr_array(counts), counts.tolist()):
            np.testing.assert_allclose(word_scores(given, labels), expected, atol=1e-12)


def test_the_best_words_come_first():
    counts = np.array([[5, 0, 1, 0], [4, 1, 1, 0], [0, 3, 1, 0], [0, 4, 1, 0]])
    words = np.array(["sea", "hill", "road", "moon"])
    first, second = cluster_words(counts, [0, 0, 1, 1], words, n_words=3)
    assert first == ["sea", "road", "moon"]  # of equal scores the earlier
    assert second == ["hill", "road", "moon"]
    assert [len(row) for row in cluster_words(counts, [0, 0, 1, 1], words)] == [4, 4]


def test_a_word_said_twice_in_one_text_is_counted_twice():
    counts = [[2, 1], [0, 1], [0, 0]]
    assert word_scores(counts, [0, 0, 1])[0].tolist() == [1.0, 1.0]
    once = sparse.csr_array(counts) > 0
    assert word_scores(once, [0, 0, 1])[0].tolist() == [0.5, 1.0]


def test_bad_input():
    with pytest.raises(ValueError, match="labels must name two clusters or more"):
        word_scores(np.ones((3, 2)), [0, 0, 0])
    with pytest.raises(ValueError, match="labels"):
        word_scores(np.ones((3, 2)), [0, 1])
    with pytest.raises(ValueError, match="words must be 2, one a column; got 3"):
        cluster_words(np.ones((3, 2)), [0, 1, 1], ["a", "b", "c"])
