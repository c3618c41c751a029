"""Generated data: seeds, recipes, and what generators say to an argument out of its range."""

import numpy as np
import pytest

from depcluster import datasets
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


@pytest.mark.parametrize("make", TOYS)
def test_toys_are_seeded_and_labelled_from_zero(make):
    X, y = make()
    again, _ = make()
    assert np.array_equal(X, again)
    assert X.shape == (len(y), 2)
    assert set(y) == set(range(y.max() + 1))
    assert not np.array_equal(X, make(random_state=17)[0])


def test_the_recipes_of_the_toys():
    X, y = datasets.make_nine()
    families = np.array([X[y // 3 == f].mean(axis=0) for f in range(3)])
    np.testing.assert_allclose(np.linalg.norm(families, axis=1), 6, atol=0.2)
    X, y = datasets.make_rings()
    for ring, radius, size in ((0, 1.5, 60), (1, 3.5, 120)):
        r = np.linalg.norm(X[y == ring], axis=1)
        assert r.mean() == pytest.approx(radius, abs=0.1)
        assert len(r) == size
    X, y = datasets.make_xor()
    signs = np.sign(X[:, 0] * X[:, 1])
    assert (signs[y == 0] == 1).mean() > 0.95
    assert (signs[y == 1] == -1).mean() > 0.95
    X, arcs = datasets.make_circle(n_samples=80, noise=0.0, n_clusters=4)
    np.testing.assert_allclose(np.linalg.norm(X, axis=1), 1)
    angle = np.arctan2(X[:, 1], X[:, 0]) % (2 * np.pi)
    assert np.array_equal(arcs, (angle / (np.pi / 2) + 1e-9).astype(int))
    X, y = datasets.make_collinear()
    assert [len(X[y == k]) for k in range(3)] == [50, 50, 50]


def test_leaves_of_brownian_motion_are_as_far_apart_as_the_tree_says():
    X, y, edges, lengths = datasets.make_brownian(n=12, n_leaves=6, dimensions=40000, noise=0)
    tree = Tree(edges, lengths, range(6))
    assert y.tolist() == [0, 1, 2, 3, 4, 5] * 2
    np.testing.assert_array_equal(X[:6], X[6:])
    squares = ((X[:6, None] - X[None, :6]) ** 2).mean(axis=2)
    np.testing.assert_allclose(squares, tree.path_metric(), rtol=0.05)
    noisy = datasets.make_brownian(n=12, n_leaves=6, dimensions=40000, noise=2)[0]
    assert np.std(noisy - X) == pytest.approx(2, rel=0.01)


OUT_OF_RANGE = {
    "make_circle": {"n_samples": 0, "noise": -1, "n_clusters": 0},
    "make_blobs4": {"n_samples": 1},
    "make_crescents": {"sizes": (0, 0), "radius": -1, "shift": np.nan},
    "make_three_rings": {"radii": -1, "noise": "a", "even": 3},
    "make_brownian": {"n": 5, "n_leaves": 2, "dimensions": 0, "noise": -1},
    "make_faces": {"n": 8, "people": 4, "difficulty": -1},
    "make_teapot": {"n_views": 3, "blend": 0.6, "pattern": -0.1},
    "teapot_subset": {"n_views": 405, "n_clusters": 0, "gap": 40},
    "make_superfamilies": {
        "n_per_superfamily": 2.5,
        "length": 0,
        "class_rate": 1.1,
        "fold_rate": -0.1,
        "superfamily_rate": np.inf,
        "sequence_rate": np.nan,
        "indel_share": -0.1,
    },
}


@pytest.mark.parametrize(
    ("make", "name", "value"),
    [(make, *given) for make, options in OUT_OF_RANGE.items() for given in options.items()],
)
def test_a_refusal_names_the_parameter_and_what_to_try(make, name, value):
    with pytest.raises(ValueError, match=rf"^{name} must be .*; got .*Try "):
        getattr(datasets, make)(**{name: value})


@pytest.mark.parametrize("prior", [[0.3, 0.7], [0.5, 0.6, 0, -0.1], [0.5, 0.5, 0, 0], "a"])
def test_shares_of_classes(prior):
    with pytest.raises(ValueError, match=r"class_prior must .*; got"):
        datasets.make_blobs4(class_prior=prior)
    shares = np.bincount(datasets.make_blobs4(40, class_prior=[0.1, 0.2, 0.3, 0.4])[1])
    assert shares.tolist() == [4, 8, 12, 16]


def test_outliers_stand_apart_from_all():
    X, y = datasets.make_blobs4(20)
    found, labels = datasets.add_outliers(X, y, 3)
    np.testing.assert_array_equal(found[:20], X)
    assert labels[20:].tolist() == [-1] * 3
    far = np.linalg.norm(found[20:, None] - found[None], axis=2)
    assert far[:, :20].min() > 2.2
    assert np.sort(far[:, 20:])[:, 1].min() > 3
    with pytest.raises(ValueError, match=r"n_outliers must fit into the box.*Widen margin"):
        datasets.add_outliers(X, y, 3, distance=99)
