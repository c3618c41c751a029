"""Generated data, draws from real sets, and corpora; nothing here reaches a network."""

import numpy as np
import pytest
from cases import each
from scipy import sparse

from depcluster import datasets
from depcluster.papers.blaschko2008 import cluster_words, word_scores
from depcluster.reproduction.datasets import (
    draw_real,
    load_docstrings,
    load_newsgroups,
    make_faces,
    make_superfamilies,
    make_teapot,
    teapot_subset,
)
from depcluster.reproduction.datasets.corpus import prose, without_boilerplate
from depcluster.reproduction.datasets.newsgroups import CLASSES, principal_components, tf_idf
from depcluster.trees import Tree

TOYS = [
    datasets.make_three,
    datasets.make_row,
    datasets.make_circle,
    datasets.make_nine,
    datasets.make_collinear,
    datasets.make_rings,
    datasets.make_xor,
]
STANDARDIZED = [
    datasets.make_blobs4,
    datasets.make_circle_gauss,
    datasets.make_spirals,
    datasets.make_high_low,
]


@each("make", TOYS + STANDARDIZED)
def test_toys_are_seeded_and_labelled_from_zero(make):
    X, y = make()
    c = y.max() + 1
    assert np.array_equal(X, make()[0])
    assert X.shape == (len(y), 2)
    assert set(y) == set(range(c))
    assert not np.array_equal(X, make(random_state=17)[0])
    if make in STANDARDIZED:
        np.testing.assert_allclose(X.mean(axis=0), 0, atol=1e-12)
        np.testing.assert_allclose(X.std(axis=0), 1)
        assert np.bincount(y).tolist() == [200 // c] * c
        with pytest.raises(ValueError, match="class_prior must"):
            make(class_prior=[0.3] * c)


def test_the_recipes_of_the_toys():
    X, y = datasets.make_nine()
    families = np.array([X[y // 3 == f].mean(axis=0) for f in range(3)])
    np.testing.assert_allclose(np.linalg.norm(families, axis=1), 6, atol=0.2)
    X, y = datasets.make_xor()
    assert ((X[:, 0] * X[:, 1] < 0) == y).mean() > 0.95
    X, arcs = datasets.make_circle(n_samples=80, noise=0.0, n_clusters=4)
    np.testing.assert_allclose(np.linalg.norm(X, axis=1), 1)
    angle = np.arctan2(X[:, 1], X[:, 0]) % (2 * np.pi)
    assert np.array_equal(arcs, (angle / (np.pi / 2) + 1e-9).astype(int))


def test_leaves_of_brownian_motion_are_as_far_apart_as_the_tree_says():
    X, y, edges, lengths = datasets.make_brownian(n=12, n_leaves=6, dimensions=40000, noise=0)
    tree = Tree(edges, lengths, range(6))
    assert y.tolist() == [0, 1, 2, 3, 4, 5] * 2
    np.testing.assert_array_equal(X[:6], X[6:])
    squares = ((X[:6, None] - X[None, :6]) ** 2).mean(axis=2)
    np.testing.assert_allclose(squares, tree.path_metric(), rtol=0.05)


OUT_OF_RANGE = [
    (datasets.make_circle, {"n_samples": 0, "noise": -1, "n_clusters": 0}),
    (datasets.make_blobs4, {"n_samples": 1}),
    (datasets.make_crescents, {"sizes": (0, 0), "radius": -1, "shift": np.nan}),
    (datasets.make_three_rings, {"radii": -1, "noise": "a", "even": 3}),
    (datasets.make_brownian, {"n": 5, "n_leaves": 2, "dimensions": 0, "noise": -1}),
    (make_faces, {"n": 8, "people": 4, "difficulty": -1}),
    (make_teapot, {"n_views": 3, "blend": 0.6, "pattern": -0.1}),
    (teapot_subset, {"n_views": 405, "n_clusters": 0, "gap": 40}),
    (make_superfamilies, {"length": 0, "class_rate": 1.1, "sequence_rate": np.nan}),
]


@each("make, options", OUT_OF_RANGE)
def test_a_refusal_names_the_parameter_and_what_to_try(make, options):
    for name, value in options.items():
        with pytest.raises(ValueError, match=rf"^{name} must be .*; got .*Try "):
            make(**{name: value})


def test_outliers_stand_apart_from_all():
    X, y = datasets.make_blobs4(20)
    found, labels = datasets.add_outliers(X, y, 3)
    np.testing.assert_array_equal(found[:20], X)
    assert labels[20:].tolist() == [-1] * 3
    far = np.linalg.norm(found[20:, None] - found[None], axis=2)
    assert far[:, :20].min() > 2.2
    assert np.sort(far[:, 20:])[:, 1].min() > 3
    with pytest.raises(ValueError, match="n_outliers must fit"):
        datasets.add_outliers(X, y, 3, distance=99)


def parts_of(counts):
    return {name: getattr(counts, name) for name in ("data", "indices", "indptr", "shape")}


def kept_in(folder, monkeypatch, name, **arrays):
    np.savez(folder / f"{name}.npz", **arrays)
    monkeypatch.setenv("DEPCLUSTER_DATA", str(folder))


@each("imbalance, sizes", [(1, [200, 200]), (3, [300, 100])])
def test_a_draw_has_the_sizes_and_is_standardised(tmp_path, monkeypatch, imbalance, sizes):
    X, y = np.random.default_rng(0).normal(3, 2, size=(1000, 50)), np.repeat([0, 1], 500)
    kept_in(tmp_path, monkeypatch, "speech_lsf_fsdd", X=X, y=y)
    X, y = draw_real("speech", imbalance=imbalance, random_state=1)
    assert np.bincount(y).tolist() == sizes
    np.testing.assert_allclose(X.mean(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(X.std(axis=0), 1)
    assert len(np.unique(X, axis=0)) == 400
    np.testing.assert_array_equal(X, draw_real("speech", imbalance=imbalance, random_state=1)[0])
    assert not np.array_equal(X, draw_real("speech", imbalance=imbalance, random_state=2)[0])
    with pytest.raises(ValueError, match="name"):
        draw_real("wine")


def test_documents_are_weighted_before_and_reduced_after_the_draw(tmp_path, monkeypatch):
    """100 texts a group are all there are, so the draw only reorders rows."""
    counts = sparse.csr_array(np.random.default_rng(0).poisson(0.1, (700, 60)))
    y = np.repeat(np.arange(len(CLASSES)), 100)
    kept_in(tmp_path, monkeypatch, "newsgroups_mini", y=y, **parts_of(counts))
    X, labels = draw_real("document")
    np.testing.assert_array_equal(labels, y)
    scores = principal_components(tf_idf(counts))
    want = scores / scores.std(axis=0)
    # Same rows in another order, and every principal axis up to its sign.
    np.testing.assert_allclose(np.sort(np.abs(X), axis=0), np.sort(np.abs(want), axis=0), rtol=1e-6)


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
    assert not {"the", "axis_", "np"} & set(corpus.words.tolist())


def test_twenty_newsgroups_from_a_folder(tmp_path, monkeypatch):
    counts = np.random.default_rng(0).integers(0, 3, (12, 5)) * [1, 1, 1, 1, 0]
    more = {
        "y20": np.arange(12) % 3,
        "target_names20": np.array(["b", "a", "c"]),
        "vocab": np.array(["apple", "the", "car", "disk", "never"]),
    }
    parts = parts_of(sparse.csr_array(counts))
    kept_in(tmp_path, monkeypatch, "newsgroups_mini", **parts, **more)
    found = load_newsgroups(4)
    assert found.target_names == ("a", "b", "c")
    assert found.y.tolist() == [0] * 4 + [1] * 4 + [2] * 4
    assert found.words.tolist() == ["apple", "car", "disk"]  # a common word and one that is not
    rows = [*range(1, 12, 3), *range(0, 12, 3), *range(2, 12, 3)]
    np.testing.assert_array_equal(found.counts.toarray(), counts[rows][:, [0, 2, 3]])
    assert found.titles[[0, 5]].tolist() == ["a 1", "b 2"]
    with pytest.raises(ValueError, match="n_per_group must be at most"):
        load_newsgroups(5)


def test_scores_of_words_are_the_literal_ones():
    rng = np.random.default_rng(0)
    counts, labels = rng.poisson(0.7, (30, 12)), np.append(np.arange(4), rng.integers(0, 4, 26))
    for given in (counts, sparse.csr_array(counts), counts.tolist(), sparse.csr_array(counts > 0)):
        found, C = word_scores(given, labels), sparse.csr_array(given).toarray().astype(float)
        for j in range(4):
            inside = [C[i] for i in range(30) if labels[i] == j]
            others = [C[i] for i in range(30) if labels[i] != j]
            literal = sum(inside) / len(inside) - sum(others) / len(others)
            np.testing.assert_allclose(found[j], literal, atol=1e-12)


def test_the_best_words_come_first():
    counts = np.array([[5, 0, 1, 0], [4, 1, 1, 0], [0, 3, 1, 0], [0, 4, 1, 0]])
    words = np.array(["sea", "hill", "road", "moon"])
    first, second = cluster_words(counts, [0, 0, 1, 1], words, n_words=3)
    assert first == ["sea", "road", "moon"]  # of equal scores the earlier
    assert second == ["hill", "road", "moon"]
    assert [len(row) for row in cluster_words(counts, [0, 0, 1, 1], words)] == [4, 4]
