"""Three rows of the record again by literal code that shares nothing with the package but data."""

import numpy as np
import pytest

from depcluster.reproduction import jenssen2006, read_runs
from depcluster.reproduction.datasets import load_real, make_faces, make_teapot


def gaussian_of_pixels(images):
    """exp(-s |x - x'|^2) of standardised pixels, s = 1 / their number, centred by hand."""
    X = images.reshape(len(images), -1)
    X = X[:, X.std(axis=0) > 0]
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    K = np.array([np.exp(-((X - x) ** 2).sum(axis=1) / X.shape[1]) for x in X])
    return K - K.mean(axis=0) - K.mean(axis=1)[:, None] + K.mean()


def rounds_of_kmeans(K, labels, c):
    """Rounds of Algorithm 1 with A = I and P, until one moves nobody."""
    labels, rounds, moved = labels.copy(), 0, True
    n = np.bincount(labels, minlength=c).astype(float)
    S = np.array([K[np.ix_(labels == j, labels == j)].sum() for j in range(c)])
    while moved:
        rounds, moved = rounds + 1, False
        for i, own in enumerate(labels.copy()):
            g = np.bincount(labels, weights=K[i], minlength=c)
            g[own] -= K[i, i]
            n[own], S[own] = n[own] - 1, S[own] - 2 * g[own] - K[i, i]
            without = np.divide(S, n, out=np.zeros(c), where=n > 0)
            J = without.sum() - without + (S + 2 * g + K[i, i]) / (n + 1)
            best = J.argmax() if J.max() > J[own] + 1e-12 * abs(J[own]) else own
            n[best], S[best], labels[i] = n[best] + 1, S[best] + 2 * g[best] + K[i, i], best
            moved |= best != own
    return rounds


def test_rounds_of_kmeans_on_the_teapot():
    """Song 2007, Algorithm 1: fewer than 20 rounds, which half of these starts do not keep."""
    kept = read_runs("song2007")(
        "Figures 3 and 4", set="teapot 0.4 0.37", protocol="paper", method="k-means",
        metric="rounds",
    )  # fmt: skip
    K = gaussian_of_pixels(make_teapot(400, 0.37, 0.4, 0)[0])
    starts = np.random.default_rng(0).integers(0, 10, (10, 400))
    assert [rounds_of_kmeans(K, start, 10) for start in starts] == kept[0].tolist()
    assert np.mean(kept >= 20) > 0.4


@pytest.mark.parametrize("scale", ["K / m", "K"])
def test_errors_of_the_first_order_approximation(scale):
    """Zhong 2010, Table VI: (20) against the dual, both with a row for each wrong label."""
    images, person, mood = make_faces(185, difficulty=2, random_state=0)
    K, y, m = gaussian_of_pixels(images), 3 * person + mood, 185
    K = K / m if scale == "K / m" else K
    A = np.eye(9) + np.kron(np.eye(3), np.ones((3, 3)))
    i, wrong = np.array([(i, l) for i in range(m) for l in range(9) if l != y[i]]).T
    own = y[i]
    J = K[np.ix_(i, i)] * (
        A[np.ix_(own, own)] - A[np.ix_(own, wrong)] - A[np.ix_(wrong, own)]
        + A[np.ix_(wrong, wrong)]
    )  # fmt: skip
    kept = read_runs("zhong2010")(
        "Table VI", set="faces 2", method="zero-one", metric=f"error, {scale}"
    )
    found = []
    for C in (0.1 * m, 0.001 * m, 0.0001 * m):  # the 0-1 loss is 1 in every row, gamma is 1
        s = m / (2 * C)
        exact = np.linalg.solve(J + s * np.eye(len(i)), np.ones(len(i))).sum()
        found.append(abs(exact - (len(i) / s - J.sum() / s**2)) / exact)
    np.testing.assert_allclose(found, kept[0, [1, 3, 4]], rtol=1e-3)
    if scale == "K / m":
        assert found[1] / found[2] == pytest.approx(100, rel=0.02)  # a hundredth, as an identity


def test_the_printed_width_rule_gives_one_of_two_printed_widths():
    """Jenssen 2006, Fig. 5: sigma_X (4 / ((2d + 1) N))^(1 / (d + 4)), printed as 1.6 and 20."""
    found = []
    for name in ("breast", "pendigits"):
        X, _ = load_real(name)
        n, d = X.shape
        variances = [((x - x.mean()) ** 2).sum() / (n - 1) for x in X.T]
        spread = np.sqrt(sum(variances) / d)
        found.append(spread * (4 / ((2 * d + 1) * n)) ** (1 / (d + 4)))
    assert [f"{found[0]:.1f}", f"{found[1]:.0f}"] == ["1.5", "20"]
    (made,) = (of for of in jenssen2006.claims("Fig. 5") if "AMISE widths" in of.claim)
    assert (made.passed, made.cases) == (1, 2)
