"""Table 1 of Blaschko 2008 on faces we draw, and what its other claims come to.

    DEPCLUSTER_DATA=folder python benchmarks/blaschko_tables.py [--parts PART ...] [--output FILE]

Each part replaces its own section of the record and leaves the others; draws
of the faces and starts on the digits that are there already are not run again. Entropies are
H(class | cluster) in nats. On faces and digits every method has ten starts, and of these the one
with the largest objective of its own counts; "spectral" is k-means on the leading eight
eigenvectors, each times the root of its eigenvalue, which is where the loops start.

The faces stand in for the paper's, which cannot be had. Of the structures (a)-(h) in its Figure 1
the text says that they are n-ary trees cut down to nine leaves, with edges of one length, and
that (h) is what spectral clustering amounts to. Ours are the n-ary trees for n = 2 to 9, of the
least depth that has nine leaves, with the first nine kept: that makes eight, the last of them
the star. The label kernel of each is A = -1/2 H D H of its path lengths D. Each fixed structure
runs under (1), with Song's P, whose columns have length 1 ("l2"), and with the 0-1 matrix and no
division at all ("unnormalized").
"""

from __future__ import annotations

import argparse
import time
from functools import partial
from pathlib import Path

import numpy as np
from blaschko_claims import choice, monotonicity, recovery
from blaschko_spectral import normalized_cut
from blaschko_text import text
from record import read, rounded, write
from sklearn.cluster import KMeans
from sklearn.datasets import load_digits
from threadpoolctl import threadpool_limits

from depcluster import cluhsic, conditional_entropy, kernel_matrix, median_rule, numerical_taxonomy
from depcluster.datasets import make_faces
from depcluster.kernels import as_centred_gram, leading_eigenvectors
from depcluster.labels import plain, tree
from depcluster.papers.baselines import njw
from depcluster.papers.blaschko2008 import as_similarity, scaled_eigenvectors
from depcluster.reproduction import header, record_path
from depcluster.reproduction.blaschko2008.cases import STRUCTURES, clades, label_kernel
from depcluster.search.progress import progress

SEEDS = range(20)
DIFFICULTIES = (1.0, 1.5, 2.0, 2.5)
N_INIT = 10
LEARNED = {
    "taxonomy, nni": {"tree_fit": "nni"},
    "taxonomy, nj": {"tree_fit": "nj"},
    "taxonomy, objective": {"tree_fit": "objective"},
    "free": {"structure": "free"},
}


LABEL_KERNELS = {name: label_kernel(D) for name, D in STRUCTURES.items()}


def clusterings(X, K, seed):
    """(method, labels, tree) of everything that is compared on a draw of the faces."""
    options = {"n_init": N_INIT, "random_state": seed}
    E = scaled_eigenvectors(as_centred_gram(K), 8)
    yield "spectral", KMeans(9, **options).fit(E).labels_, None
    width = float(np.sqrt(1 / (4 * median_rule(X))))  # the same kernel
    yield "spectral, NJW", njw(X, 9, sigma=width, init="k-means++", random_state=seed).labels, None
    yield "k-means", KMeans(9, **options).fit(X).labels_, None
    for method, loop in LEARNED.items():
        found = numerical_taxonomy(K, 9, **loop, **options)
        yield method, found.labels, found
    found = from_section_3_1(K, seed)
    yield "taxonomy, start of 3.1", found.labels, found
    M = as_similarity(K, "normalized-cut")
    found = numerical_taxonomy(M, 9, **options)
    yield "taxonomy, normalized cut", found.labels, found
    yield "CLUHSIC l2, I", cluhsic(K, plain(9), **options).labels, None
    yield "CLUHSIC l2, tree((3, 3))", cluhsic(K, tree((3, 3)), **options).labels, None
    for name, A in LABEL_KERNELS.items():
        yield f"(1), {name}", numerical_taxonomy(K, 9, structure=A, **options).labels, None
        yield f"CLUHSIC l2, {name}", cluhsic(K, A, **options).labels, None
        unnormalized = cluhsic(K, A, normalization=None, **options)
        yield f"CLUHSIC unnormalized, {name}", unnormalized.labels, None


def from_section_3_1(K, seed):
    """The loop from k-means on the k leading eigenvectors as they are, not scaled, ten times."""
    _, E = leading_eigenvectors(as_centred_gram(K), 9)
    starts = (KMeans(9, n_init=1, random_state=10 * seed + k).fit(E).labels_ for k in range(N_INIT))
    runs = [numerical_taxonomy(K, 9, init=labels) for labels in starts]
    return max(runs, key=lambda run: run.objective)


def faces_draw(difficulty, seed):
    images, person, expression = make_faces(difficulty=difficulty, random_state=seed)
    X, y = images.reshape(len(images), -1), 3 * person + expression
    K = kernel_matrix(X)
    kinds = ("entropy", "filled", "seconds", "clades", "misfit", "objective")
    row = {kind: {} for kind in kinds}
    begun = time.process_time()
    for method, labels, found in clusterings(X, K, seed):
        row["entropy"][method] = conditional_entropy(y, labels)
        row["filled"][method] = int((np.bincount(labels) >= 5).sum())  # of 9; a class has 20 or 21
        row["seconds"][method] = time.process_time() - begun
        if found is not None:
            row["objective"][method] = found.objective
        if found is not None and found.tree is not None:
            row["clades"][method] = clades(found.tree, labels, person)
            row["misfit"][method] = found.misfit
        begun = time.process_time()
    return row


def faces(record, keep):
    """Table 1, a draw at a time."""
    part = record.get("faces", {"draws": {}})
    part |= {"seeds": list(SEEDS), "n_init": N_INIT, "recorded": header()}
    for difficulty in DIFFICULTIES:
        draws = part["draws"].setdefault(f"{difficulty:g}", {})
        for seed in progress(SEEDS, f"faces, difficulty {difficulty:g}", verbose=1):
            if str(seed) not in draws:
                draws[str(seed)] = faces_draw(difficulty, seed)
                keep({"faces": part})
        show(difficulty, draws)


def show(difficulty, draws):
    print(f"\nfaces, difficulty {difficulty:g}, {len(draws)} draws")
    first = next(iter(draws.values()))
    for method in first["entropy"]:
        values, spent = (
            [draw[kind][method] for draw in draws.values()] for kind in ("entropy", "seconds")
        )
        line = f"  {method:28s} H {np.mean(values):.3f} ({np.std(values, ddof=1):.3f})"
        line += f"  {np.mean(spent):.2f} s"
        if method in first["clades"]:
            found, misfit = (
                np.mean([d[kind][method] for d in draws.values()]) for kind in ("clades", "misfit")
            )
            line += f"  clades {found:.2f} of 3, misfit {misfit:.3f}"
        print(line, flush=True)


def digits(record, keep):
    """Ten digits: structures learned against none, a set of ten starts at a time."""
    X, y = load_digits(return_X_y=True)
    K = kernel_matrix(X)
    runs = {name: partial(numerical_taxonomy, K, 10, **loop) for name, loop in LEARNED.items()}
    runs["CLUHSIC l2, I"] = partial(cluhsic, K, plain(10))
    runs["(1), I"] = partial(numerical_taxonomy, K, 10, structure=plain(10))
    part = record.get("digits", {"seeds": {}}) | {"n_init": N_INIT, "recorded": header()}
    for seed in SEEDS:
        for name, run in runs.items():
            rows = part["seeds"].setdefault(str(seed), {})
            if name in rows:
                continue
            begun = time.process_time()
            found = run(n_init=N_INIT, random_state=seed)
            rows[name] = {
                "entropy": conditional_entropy(y, found.labels),
                "objective": found.objective,
                "seconds": time.process_time() - begun,
            }
            if name.startswith("taxonomy"):
                rows[name]["misfit"] = found.misfit
            keep({"digits": part})
            H, seconds = rows[name]["entropy"], rows[name]["seconds"]
            print(f"digits, seed {seed}, {name:20s} H {H:.3f}  {seconds:.1f} s", flush=True)


KEPT = {"faces": faces, "digits": digits}
PARTS = {
    "choice of c": choice,
    "recovery": recovery,
    "monotonicity": monotonicity,
    "normalized cut": normalized_cut,
    "text": text,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--parts", nargs="+", choices=[*KEPT, *PARTS])
    default = record_path("blaschko2008", "tables")
    parser.add_argument("--output", type=Path, default=default)
    options = parser.parse_args()
    output = options.output
    record = read(output)

    def keep(found):
        record.update(found)
        write(rounded(record), output, indent=1)

    print(header())
    with threadpool_limits(1):
        for part in options.parts or [*KEPT, *PARTS]:
            begun = time.process_time()
            if part in KEPT:
                KEPT[part](record, keep)
            else:
                keep({part: {"recorded": header(), "found": PARTS[part]()}})
            print(f"{part}: {time.process_time() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    main()
