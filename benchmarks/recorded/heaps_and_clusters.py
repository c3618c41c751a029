"""Samples for error rates: without clusters and with, drawn anew for each run, and their record."""

from __future__ import annotations

import csv
from functools import partial
from pathlib import Path

import numpy as np
from scipy.spatial.distance import pdist
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine, make_moons
from sklearn.metrics import adjusted_rand_score
from sklearn.preprocessing import StandardScaler

from depcluster import KernelKMeans, datasets
from depcluster._utils.progress import progress
from depcluster.reproduction import header

M = 120  # samples of a draw
FOLDER = Path(__file__).parents[1] / "records"


def banana(rng):
    t = rng.standard_normal(M)
    return np.column_stack([t, 0.8 * t**2 + 0.3 * rng.standard_normal(M)])


def outliers(rng):
    X = rng.standard_normal((M, 2))
    X[: round(0.03 * M)] *= 5
    return X


def triangle(rng):
    u, v = rng.uniform(size=(2, M))
    return np.column_stack([np.sqrt(u) * (1 - v), np.sqrt(u) * v])


def ring(rng):
    t, r = rng.uniform(0, 2 * np.pi, M), 1 + 0.1 * rng.standard_normal(M)
    return np.column_stack([r * np.cos(t), r * np.sin(t)])


def blobs(c, distance, d=2, shares=None):
    """Normal of deviation 1 around two points, or the corners of a regular polygon."""

    def drawn(rng):
        angle = 2 * np.pi * np.arange(c) / c
        centres = np.zeros((c, d))
        radius = distance / (2 * np.sin(np.pi / c))
        centres[:, :2] = radius * np.column_stack([np.cos(angle), np.sin(angle)])
        y = rng.choice(c, M, p=shares) if shares else np.arange(M) % c
        return centres[y] + rng.standard_normal((M, d))

    return drawn


def clear(c, d, n_noise):
    """Normal clusters of deviation 1, 15 to 44 samples each, middles 8 apart or more, and noise.

    The noise is columns of even density; all columns are standardised. With c = 1 it is one heap.
    Drawn again are samples in which kernel k-means, told c, does not find the clusters (adjusted
    Rand index below .9): there the number is not the question.
    """

    def drawn(rng):
        for _ in range(200):
            sizes = rng.integers(15, 45, c) if c > 1 else [M]
            y = np.repeat(np.arange(c), sizes)
            X = _apart(c, d, rng)[y] + rng.standard_normal((len(y), d))
            X = StandardScaler().fit_transform(np.c_[X, rng.uniform(size=(len(y), n_noise))])
            found = KernelKMeans(c, random_state=0).fit_predict(X) if c > 1 else y
            if adjusted_rand_score(y, found) >= 0.9:
                return X
        raise ValueError(f"{c} clusters in {d} columns beside {n_noise} of noise are not found.")

    return drawn


def _apart(c, d, rng):
    """Middles of clusters, the nearest two 8 apart, the furthest at most 32."""
    while c > 1:
        middles = rng.standard_normal((c, d))
        distances = pdist(middles)
        if distances.max() <= 4 * distances.min():
            return 8 / distances.min() * middles
    return np.zeros((1, d))


def part_of(load, classes=None):
    """Some of a real set's samples; its columns are standardised first, but for pixels."""
    X, y = load(return_X_y=True)
    X = X if load is load_digits else StandardScaler().fit_transform(X)
    X = X if classes is None else X[np.isin(y, classes)]
    return lambda rng: X[rng.permutation(len(X))[:M]]


def toy(make):
    return lambda rng: make(random_state=int(rng.integers(2**31)))[0]


HEAPS = {
    "normal": lambda rng: rng.standard_normal((M, 2)),
    "normal, 4 times as long": lambda rng: rng.standard_normal((M, 2)) * [4, 1],
    "normal, 10 features": lambda rng: rng.standard_normal((M, 10)),
    "normal, 200 features": lambda rng: rng.standard_normal((M, 200)),
    "exponential": lambda rng: rng.exponential(size=(M, 2)),
    "exponential, 5 features": lambda rng: rng.exponential(size=(M, 5)),
    "lognormal": lambda rng: np.exp(rng.standard_normal((M, 2))),
    "Student, 4 degrees": lambda rng: rng.standard_t(4, (M, 2)),
    "Student, 2 degrees": lambda rng: rng.standard_t(2, (M, 2)),
    "square": lambda rng: rng.uniform(size=(M, 2)),
    "3 % outliers": outliers,
    "banana": banana,
    "triangle": triangle,
}
RING = {"ring of even density": ring}
SHARES = (0.8, 0.2)
TWO = {f"two blobs, {d} apart": blobs(2, d) for d in (3, 3.5, 4)}
TWO |= {"two blobs, 80 to 20, 5 apart": blobs(2, 5, shares=SHARES)}
MOONS = {"two moons": toy(partial(make_moons, M, noise=0.06))}
IRIS, WINE = {"iris": part_of(load_iris)}, {"wine": part_of(load_wine)}
CANCER = {"breast cancer": part_of(load_breast_cancer)}
DIGITS = {"digits 0 and 1": part_of(load_digits, [0, 1])}
FIVE_DIGITS = {"digits 0 to 4": part_of(load_digits, range(5))}
SCENES = {"three": toy(datasets.make_three), "four blobs": toy(datasets.make_blobs4)}


def record(path, cells, measure, kept):
    """Measure cells one by one; each one's row goes into a table, in place of an older one's.

    A cell is a dict, the first columns of its row; ``measure`` gives the others. Without ``kept``
    rows are only printed.
    """
    for cell in progress(cells, path.stem, verbose=1):
        row = cell | measure(**cell) | {"recorded": header()}
        print(row, flush=True)
        if not kept:
            continue
        rows = [row]
        if path.exists():
            with path.open(encoding="utf-8", newline="") as file:
                named = {key: str(value) for key, value in cell.items()}
                rows = [
                    old for old in csv.DictReader(file) if not named.items() <= old.items()
                ] + rows
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, row, lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
