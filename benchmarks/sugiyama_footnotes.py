"""Footnotes 4 and 6 of Sugiyama 2011.

    python benchmarks/sugiyama_footnotes.py [--parts PART ...] [--output FILE]

- `class by class` (footnote 4): the linear systems (13) of all 81 pairs of width and regulariser,
  class by class and for all classes at once: CPU seconds of one thread.
- `more neighbours` (footnote 6): the t that LSMI takes among 1 to 20, and among 1 to 10.

Each on the four toys of section 4.1, made by its recipe.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
from record import read, rounded, write
from scipy.spatial.distance import cdist
from sklearn.metrics import adjusted_rand_score
from threadpoolctl import threadpool_limits

from depcluster import smic
from depcluster.kernels import local_scaling, nearest_neighbours
from depcluster.papers.sugiyama2011.density_ratio import GAMMAS, gaussian
from depcluster.papers.sugiyama2011.lsmi import DELTAS
from depcluster.reproduction import header, record_path
from depcluster.reproduction.sugiyama2011.cases import KERNELS, TOYS, Remembered
from depcluster.search.progress import progress

SEEDS = range(20)
MORE = range(1, 21)


def class_by_class(name):
    """Seconds of both ways, one a draw."""
    draw, _ = TOYS[name]
    found = {"class by class": [], "at once": []}
    for seed in progress(SEEDS, f"{name}, class by class", verbose=1):
        X, y = draw(random_state=seed)
        D, theta = cdist(X, X, "sqeuclidean"), {}
        ways = {"class by class": np.eye(y.max() + 1, dtype=bool)[y].T, "at once": [y >= 0]}
        for way, groups in ways.items():
            theta[way], spent = solved(D, y, groups)
            found[way].append(spent)
        np.testing.assert_allclose(*theta.values(), rtol=1e-6, atol=1e-6)
    return {"seconds": found}


def solved(D, y, groups):
    """theta of (13) for all pairs of width and regulariser, and the CPU seconds of the solving."""
    n, share = len(y), np.bincount(y)[y] / len(y) ** 2
    theta, spent = np.zeros((len(GAMMAS), len(DELTAS), n)), 0.0
    for g, gamma in enumerate(GAMMAS):
        L = gaussian(D, gamma)
        G, same = L.T @ L, y[:, None] == y
        h = (L * same).sum(axis=0) / n
        begun = time.process_time()
        for own in groups:
            rows = np.flatnonzero(own)
            H = (share[rows, None] * same[rows][:, rows]) * G[rows][:, rows]
            for k, delta in enumerate(DELTAS):
                theta[g, k, rows] = np.linalg.solve(H + delta * np.eye(len(rows)), h[rows])
        spent += time.process_time() - begun
    return theta, spent


def more_neighbours(name):
    """The t that LSMI takes among 1 to 20 and among 1 to 10, and the ARI of both, by kernel."""
    draw, c = TOYS[name]
    found = {kernel: {"t": [], "t to 10": [], "ari": [], "ari to 10": []} for kernel in KERNELS}
    for seed in progress(SEEDS, f"{name}, more neighbours", verbose=1):
        X, y = draw(random_state=seed)
        near, value = nearest_neighbours(X, max(MORE)), Remembered(X, c, seed)
        for kernel, normalization in KERNELS.items():
            labels = [
                smic(
                    local_scaling(X, t, kernel_normalization=normalization, neighbours=near).K,
                    c,
                    X=X,
                ).labels
                for t in MORE
            ]
            lsmi = np.array([value(given) for given in labels])
            for end, tried in (("", lsmi), (" to 10", lsmi[:10])):
                k = int((tried >= tried.max() - 1e-9).argmax())
                found[kernel]["t" + end].append(MORE[k])
                found[kernel]["ari" + end].append(float(adjusted_rand_score(y, labels[k])))
    return found


PARTS = {
    "class by class": class_by_class,
    "more neighbours": more_neighbours,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--parts", nargs="+", choices=list(PARTS), default=list(PARTS))
    default = record_path("sugiyama2011", "footnotes")
    parser.add_argument("--output", type=Path, default=default)
    options = parser.parse_args()
    with threadpool_limits(1):
        for part in options.parts:
            about = {"recorded": header(), "seeds": list(SEEDS), "sets": {}}
            for name in TOYS:
                about["sets"][name] = PARTS[part](name)
                print(part, name, about["sets"][name], flush=True)
                write(rounded(read(options.output) | {part: about}), options.output)


if __name__ == "__main__":
    main()
