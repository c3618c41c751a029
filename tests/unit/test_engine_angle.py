"""The angle method of the front ends' engine against literal formulas and the library."""

import numpy as np
import pytest
from cases import each
from engine import close, run
from scipy.linalg import block_diag

from depcluster.datasets import make_blobs4
from depcluster.kernels import Dense
from depcluster.kernels.eigenvectors import leading_eigenvectors
from depcluster.papers.jenssen2006 import amise, leading_pairs, lscv
from depcluster.papers.jenssen2006.angle import angle_clustering
from depcluster.papers.jenssen2006.weightings import (
    resolve_weights,
    weighted_kernel,
    window_kernel,
)

WEIGHTINGS = ("affinity", "laplacian", "outlier")
# What is found of some samples under the angle method.
FOUND = """(X, c, weighting, sigma) => {
  const points = samples.createSamples(F(X), X.length);
  return steps.finish(angle.angleSteps(points, weighting, sigma, c));
}"""
PAIRS = "(K, k) => steps.finish(leading_pairs.leadingPairs(F(K), K.length, k))"


def found_by_page(X, c, weighting, sigma):
    found = run(FOUND, X, c, weighting, sigma)
    return {name: np.array(value) for name, value in found.items()}


def blobs(seed, m=24, d=2, c=3):
    rng = np.random.default_rng(seed)
    return 3 * rng.normal(size=(c, d))[np.arange(m) % c] + rng.normal(size=(m, d))


CROWDED = make_blobs4(330)[0]


def weighted(X, weighting, sigma):
    K = window_kernel(X, sigma=sigma)
    return weighted_kernel(K, resolve_weights(weighting, X, K, sigma))


def repeated():
    """A large block with an eigenvalue nine times, and small ones that are the same."""
    rng = np.random.default_rng(9)
    Q = np.linalg.qr(np.abs(rng.normal(size=(300, 300))))[0]
    values = np.append(np.full(9, 2.0), np.linspace(1.9, 0, 291))
    yield (Q * values) @ Q.T, 2
    block = window_kernel(rng.normal(size=(6, 2)), sigma=0.7)
    block /= np.linalg.eigvalsh(block)[-1]
    order = rng.permutation(20)
    K = block_diag(np.eye(2), block, block, 0.5 * block)[np.ix_(order, order)]
    yield from ((K, k) for k in (1, 3, 4, 5))


PAIRED = [
    *(
        (weighted(np.random.default_rng(m).normal(size=(m, 2)), "affinity", 0.5), 4)
        for m in (30, 410)
    ),
    *(
        (weighted(CROWDED, *of), 4)
        for of in (("affinity", 0.05), ("outlier", 0.1), ("laplacian", 0.2))
    ),
]


@each("K, k, is_repeated", [(*of, False) for of in PAIRED] + [(*of, True) for of in repeated()])
def test_leading_pairs_are_pythons(K, k, is_repeated):
    found = run(PAIRS, K, k)
    values, V = leading_eigenvectors(Dense(K, centred=False), k)
    close(found["values"], values)
    every = np.linalg.eigvalsh(K)[::-1][:5]
    apart = np.min(-np.diff(every)) / every[0]
    if is_repeated:
        close(np.transpose(found["vectors"]), V)
    elif apart > 1e-8:  # else rounding turns the vectors
        close(np.transpose(found["vectors"]), V, max(1e-13 / apart, 1e-9))


def test_leading_pairs_of_a_kernel_of_any_scale_are_found():
    K = window_kernel(make_blobs4(260)[0], sigma=0.4)
    wanted = run(PAIRS, K, 3)
    for scale in (1e-200, 1e200):
        found = run(PAIRS, scale * K, 3)
        close(np.array(found["values"]) / scale, wanted["values"])
        close(found["vectors"], wanted["vectors"])


def test_a_sample_without_direction_goes_with_the_nearest_that_has_one():
    X = np.append(blobs(1, 20, 2, 2), [[900.0, 0.0], [900.5, 0.0]], axis=0)
    found = found_by_page(X, 2, "affinity", 1.0)
    wanted = angle_clustering(X, 2, weighting="affinity", sigma=1.0)
    assert found["undecided"] == wanted.undecided.sum() == 2
    assert found["labels"].tolist() == wanted.labels.tolist()
    assert found["labels"][20] == found["labels"][X[:20, 0].argmax()]


def test_repeated_samples_are_not_parted_where_a_mean_is_filled():
    for seed in range(12):
        rng = np.random.default_rng(seed)
        y = np.repeat(np.arange(rng.integers(2, 6)), 6)
        X, c = 3 * rng.normal(size=(y[-1] + 1, 2))[y], y[-1] + 1
        wanted = angle_clustering(X, c, sigma=1.0).labels
        assert found_by_page(X, int(c), "laplacian", 1.0)["labels"].tolist() == wanted.tolist()
        assert ((wanted[:, None] == wanted) == (y[:, None] == y)).all()


def test_a_weighting_of_lonely_samples_is_refused_in_words():
    lonely = found_by_page(blobs(0) * 1e200, 2, "outlier", 1e150)["refused"]
    assert 'the weighting "outlier"' in str(lonely)


def test_rules_see_coordinates_in_the_space_of_the_rows_as_they_see_the_features():
    X = np.random.default_rng(2).normal(size=(15, 40))
    U, s, _ = np.linalg.svd(X, full_matrices=False)
    source = """(X) => {
      const points = samples.createSamples(F(X), X.length, { nFeatures: 40 });
      return [density_width.amise(points), steps.finish(density_width.lscvSteps(points))];
    }"""
    found = run(source, U * s)
    close(found[:1], [amise(X)])
    assert abs(np.log(found[1] / lscv(X))) < 3e-4


@pytest.mark.parametrize(
    ("weighting", "height"), [("affinity", 0.5), ("laplacian", 4), ("outlier", 6)]
)
def test_a_lone_point_has_the_pairs_and_the_clusters_of_the_weighted_kernel(weighting, height):
    X = blobs(1, 60, c=2)
    given = X.ravel(), height, 0.7, weighting
    points = np.vstack([X, [[0, height]]])
    wanted = angle_clustering(points, 2, sigma=0.7, weighting=weighting)
    u, labels = wanted.weights, wanted.labels
    values, V = leading_pairs(weighted_kernel(window_kernel(points, sigma=0.7), u), 3)
    pairs = run("(...given) => lone_point.lonePairs(...given)", *given)
    close(pairs["values"], values / len(points))
    close([pairs["kept"], pairs["third"]], [(V[-1, :2] ** 2).sum(), V[-1, 2] ** 2])
    found = run("(...given) => lone_point.loneClusters(...given)", *given)
    assert found["labels"] == (labels != labels[0]).astype(int).tolist()
    assert found["weight"] == pytest.approx(u[-1] / np.median(u))
