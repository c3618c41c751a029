"""Tables I to VI of Zhong 2010, and a study of where their claims hold.

    DEPCLUSTER_DATA=folder python benchmarks/zhong_tables.py [--sets NAME ...] [--output FILE]

Ten repetitions of ten starts, as in the paper; where the data are generated, every repetition
draws them anew, so the repetitions are paired between methods. No set is the paper's own: the
proteins and the documents are stand-ins, faces and teapot our own drawings. Prints accuracies
in percent, mean and standard deviation, with * at the best and at those that a paired t-test
does not tell from it (p >= .05, the paper's bold face), and writes the record.

Table VI is the relative error of the first-order approximation at the true labels, for K as it
is and for K / m: the paper does not say how K is scaled.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
from record import record_sets
from scipy.stats import ttest_rel
from threadpoolctl import threadpool_limits

from depcluster import (
    cluhsic,
    cluhsical,
    kernel_matrix,
    regression_objective,
    structured_accuracy,
    tree_accuracies,
)
from depcluster.datasets import (
    SUPERFAMILY_TREE,
    image_features,
    load_newsgroup_tree,
    make_faces,
    make_superfamilies,
    make_teapot,
    teapot_subset,
)
from depcluster.kernels import centre, mismatch_kernel, spectrum_kernel
from depcluster.labels import plain, ring, ring_loss, tree
from depcluster.metrics import relabelled, structured_loss
from depcluster.papers.baselines import hierarchical_kernel_kmeans, linkage_along_tree, xwss
from depcluster.progress import progress
from depcluster.reproduction import header, record_path

SEEDS = range(10)
N_INIT = 10


def pixels(images):
    features = image_features(images)
    return kernel_matrix(features, gamma=1 / features.shape[1])


def faces(difficulty):
    def draw(seed):
        images, person, expression = make_faces(difficulty=difficulty, random_state=seed)
        return pixels(images), 3 * person + expression

    return draw, (3, 3)


def teapot(pattern, noise):
    def draw(seed):
        images, _ = make_teapot(pattern=pattern, blend=0, random_state=seed)
        kept, y = teapot_subset()
        images = images[kept]
        return pixels(
            images + noise * np.random.default_rng([seed, 1]).standard_normal(images.shape)
        ), y

    return draw, "ring"


def proteins(kernel, rates=None, **options):
    def draw(seed):
        sequences, y = make_superfamilies(random_state=seed, **(rates or {}))
        return kernel(sequences, **options), y

    return draw, SUPERFAMILY_TREE


def documents():
    found = load_newsgroup_tree()
    K = (found.X @ found.X.T).toarray()
    return (lambda seed: (K, found.y)), found.tree


FAINT = {"class_rate": 0.5, "fold_rate": 0.2, "superfamily_rate": 0.2, "sequence_rate": 0.55}

SETS = {
    "proteins, spectrum 2": lambda: proteins(spectrum_kernel, k=2),
    "proteins, spectrum 3": lambda: proteins(spectrum_kernel, k=3),
    "proteins, mismatch 4,1": lambda: proteins(mismatch_kernel, k=4, mismatches=1),
    "proteins, spectrum 3, fainter classes": lambda: proteins(spectrum_kernel, FAINT, k=3),
    "documents": documents,
    "faces 0.5": lambda: faces(0.5),
    "faces 1": lambda: faces(1.0),
    "faces 1.5": lambda: faces(1.5),
    "faces 2": lambda: faces(2.0),
    "teapot subset": lambda: teapot(0.4, 0),
    "teapot subset, pattern 0.15, noise 0.1": lambda: teapot(0.15, 0.1),
    "teapot subset, pattern 0.4, noise 0.3": lambda: teapot(0.4, 0.3),
}


def clusterings(K, structure, seed):
    """(method, labels) of everything that is compared, on one draw."""
    c = 10 if structure == "ring" else len(tree(structure))
    A = ring(c) if structure == "ring" else tree(structure)
    options = {"n_init": N_INIT, "random_state": seed}
    start = None
    if structure != "ring":
        for method in ("average", "complete", "ward"):
            yield method, linkage_along_tree(K, structure, method).labels
        start = hierarchical_kernel_kmeans(K, structure, **options)
        yield "hierarchical k-means", start
        yield "XWSS", xwss(K, start, A, C=0.1 * len(K)).labels
    yield "k-means", cluhsic(K, plain(c), **options).labels
    yield "CLUHSIC", cluhsic(K, A, **options).labels
    for norm in ("l1", "l2"):
        for loss, name in (("zero-one", "0-1"), ("label-kernel", "structured")):
            found = cluhsical(K, A, loss, normalization=norm, **options)
            yield f"{name} {norm}", found.labels
    found = cluhsical(K, plain(c), "zero-one", normalization="l1", **options)
    yield "plain 0-1 l1", found.labels
    if start is not None and len(np.unique(start)) == c:
        yield "CLUHSIC from the paper's start", cluhsic(K, A, init=start).labels
        for loss, name in (("zero-one", "0-1"), ("label-kernel", "structured")):
            found = cluhsical(K, A, loss, init=start)
            yield f"{name} l1 from the paper's start", found.labels


def scores(y, labels, structure):
    """Accuracy of every level, then the loss; accuracy under any renaming last."""
    free = structured_accuracy(y, labels, "plain", int(max(y.max(), labels.max())) + 1)
    if structure == "ring":
        named = relabelled(y, labels, "ring", 10)
        return [float((named == y).mean()), structured_loss(y, named, ring_loss(10)), free]
    levels = tree_accuracies(y, labels, structure)
    return [*levels.tolist(), float((1 - levels).sum()), free]


def measure(name):
    """Scores of every method, (repetitions, levels + 2)."""
    draw, structure = SETS[name]()
    rows, errors = {}, None
    begun = time.perf_counter()
    for seed in progress(SEEDS, name, verbose=1):
        K, y = draw(seed)
        K = centre(np.asarray(K))
        errors = errors or first_order_errors(K, y, structure)
        for method, labels in clusterings(K, structure, seed):
            rows.setdefault(method, []).append(scores(y, labels, structure))
    print(f"\n{name}: {time.perf_counter() - begun:.0f} s")
    return {"structure": structure, "m": len(y), "scores": rows, "first_order": errors}


def first_order_errors(K, y, structure):
    """Table VI for one draw: relative errors by gamma (1, .1, .01) and C / m (1 to 1e-5)."""
    m, found = len(y), {}
    A = ring(10) if structure == "ring" else tree(structure)
    C, gamma = m * 10.0 ** -np.arange(6), 10.0 ** -np.arange(3)[:, None]
    for loss in ("zero-one", "label-kernel"):
        objective = regression_objective(K, y, A, loss)
        found[loss] = {
            "K": objective.relative_error(C, gamma).tolist(),
            "K / m": objective.relative_error(C, gamma / m).tolist(),
            "ratio, K / m": objective.ratio(C, gamma / m).tolist(),
        }
    return found


def best_of(rows, column, methods, sign=1):
    """Methods that are best, or not told from the best by a paired t-test."""
    methods = [m for m in methods if m in rows and len(rows[m]) == len(SEEDS)]
    values = {m: sign * np.array(rows[m])[:, column] for m in methods}
    best = max(methods, key=lambda m: values[m].mean())
    return {
        m
        for m in methods
        if np.allclose(values[m], values[best]) or ttest_rel(values[m], values[best]).pvalue >= 0.05
    }


def show(name, row):
    print(f"\n{name}, m = {row['m']}")
    rows = row["scores"]
    levels = len(next(iter(rows.values()))[0]) - 2
    plain_methods = [m for m in rows if "start" not in m and m not in ("k-means", "plain 0-1 l1")]
    marks = best_of(rows, levels - 1, plain_methods)
    for method, values in rows.items():
        mean, sd = np.mean(values, axis=0), np.std(values, axis=0, ddof=1)
        cells = " ".join(f"{100 * mean[k]:5.1f} ({100 * sd[k]:4.1f})" for k in range(levels))
        print(
            f"  {method:35s} {cells}{' *' if method in marks else '  '}  loss {mean[levels]:.2f}  "
            f"any renaming {100 * mean[levels + 1]:5.1f}"
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sets", nargs="+", choices=SETS, default=list(SETS))
    parser.add_argument("--output", type=Path, default=record_path("zhong2010", "tables"))
    options = parser.parse_args()
    print(header())
    about = {"recorded": header(), "seeds": list(SEEDS), "n_init": N_INIT}
    with threadpool_limits(1):
        for name, row in record_sets(options.sets, measure, options.output, about):
            show(name, row)


if __name__ == "__main__":
    main()
