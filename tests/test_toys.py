import numpy as np
import pytest

from depcluster import datasets

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
