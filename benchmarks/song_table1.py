"""Table 1 of Song 2007: clustering through an incomplete Cholesky factor, nine data sets.

    DEPCLUSTER_DATA=folder python benchmarks/song_table1.py [--sets NAME ...]

The paper does not name its kernel. Here it is Gaussian on standardised data with the median
rule, and the factor ends where the residual trace falls to the eigengap. Columns and errors are
also recorded for other widths, among them the 1/d of the paper's section 7.3. Prints a table
with the paper's figures in brackets and keeps what the table shows.
"""

from __future__ import annotations

import argparse
import time

from scipy.linalg import eigh, svd
from scipy.optimize import linear_sum_assignment
from sklearn.metrics.cluster import contingency_matrix
from sklearn.preprocessing import StandardScaler
from threadpoolctl import threadpool_limits

from depcluster import cluhsic, incomplete_cholesky, kernel_matrix
from depcluster._utils.progress import progress
from depcluster.datasets import load_real
from depcluster.kernels import Dense, Factor, centre
from depcluster.labels import plain
from depcluster.reproduction import record
from depcluster.reproduction.song2007.experiments import (
    MEDIAN_RULE,
    ONCE,
    REPORTED,
    SEEDS,
    SPECTRAL,
    TABLE_1,
    WIDTHS,
)

REPEATS = 3


def differing(labels, others):
    """Percent of samples that no renaming of the clusters brings to agree."""
    table = contingency_matrix(labels, others)
    return 100 * (1 - table[linear_sum_assignment(table, maximize=True)].sum() / len(labels))


def timed(function, *arguments, repeats=REPEATS, **options):
    """What a function returns, and its shortest time in seconds."""
    seconds = []
    for _ in range(repeats):
        start = time.perf_counter()
        result = function(*arguments, **options)
        seconds.append(time.perf_counter() - start)
    return result, min(seconds)


def errors(full, factor, y, **search):
    """Errors of full kernel and factor against the classes, and the labels that differ."""
    A = plain(y.max() + 1)
    ours, theirs = (cluhsic(gram, A, n_init=1, **search).labels for gram in (full, factor))
    return {"err1": differing(y, ours), "err2": differing(y, theirs),
            "changed": differing(ours, theirs)}


def at_width(X, y, rule):
    """K, the factor that the eigengap rule gives and its time, and errors."""
    gamma, fixed = float(rule(X)), TABLE_1.settings
    low, seconds = timed(
        incomplete_cholesky, X, repeats=1, pivots="greedy", n_clusters=int(y.max()) + 1,
        gamma=gamma, tol=fixed["tolerance"], max_rank=fixed["max_rank"],
    )
    full, factor = Dense(kernel_matrix(X, gamma=gamma)), Factor(low.factor)
    found = {"columns": low.factor.shape[1], "residual trace": low.residual_trace}
    found |= errors(full, factor, y, init="spectral", random_state=0)
    return full, factor, found | {"seconds cholesky": seconds}


def measure(name):
    """The rows of a set: (set, protocol, method, metric, values)."""
    X, y = load_real(name)
    X, rows = StandardScaler().fit_transform(X), []
    for width, rule in progress(WIDTHS.items(), name, 1, len(WIDTHS)):
        full, factor, found = at_width(X, y, rule)
        if width == MEDIAN_RULE:
            found |= {"m": X.shape[0], "d": X.shape[1]}
            (values, _), found["seconds eigh"] = timed(eigh, centre(full.K))
            _, found["seconds svd"] = timed(svd, factor.B, full_matrices=False)
            c = int(y.max()) + 1
            found["eigengap"] = values[1 - c] - values[-c]
            runs = [errors(full, factor, y, init="k-means++", random_state=s) for s in SEEDS]
            rows.append((name, ONCE.name, width, "changed", [run["changed"] for run in runs]))
        else:
            del found["seconds cholesky"], found["residual trace"]
        rows += [(name, SPECTRAL.name, width, key, [value]) for key, value in found.items()]
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sets", nargs="+", choices=REPORTED, default=list(REPORTED))
    with threadpool_limits(1):
        for name in parser.parse_args().sets:
            rows = measure(name)
            record(TABLE_1, rows)
            shown = {row[3]: row[4][0] for row in rows if row[1:3] == (SPECTRAL.name, MEDIAN_RULE)}
            told = (f"{key} {value:.4g} ({REPORTED[name].get(key, '')})"
                    for key, value in shown.items())
            print(name, "; ".join(told), flush=True)


if __name__ == "__main__":
    main()
