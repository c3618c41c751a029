"""The part of blaschko_tables.py about texts: eight clusters and their words."""

from __future__ import annotations

import os
import time

import numpy as np

from depcluster import conditional_entropy, numerical_taxonomy
from depcluster.datasets import load_docstrings, load_newsgroups
from depcluster.datasets.folder import FOLDER
from depcluster.labels import one_hot
from depcluster.papers.blaschko2008 import cluster_words

HALVES = range(20)


def text():
    """Figure 3 and Table 2 on all texts of a corpus, and on halves of it drawn at random."""
    corpora = {"docstrings": load_docstrings}
    if os.environ.get(FOLDER):
        corpora["newsgroups"] = load_newsgroups
    return {name: one_corpus(load()) for name, load in corpora.items()}


def gaussian(X):
    """The Gaussian kernel of unit rows, its width the median squared distance."""
    squares = np.maximum(2 - 2 * (X @ X.T).toarray(), 0)
    return np.exp(-squares / np.median(squares[np.triu_indices(len(squares), 1)]))


def one_corpus(corpus):
    m = len(corpus.y)
    found = {"m": m, "d": len(corpus.words)}
    for name, loop in (("nni", {}), ("free", {"structure": "free"})):
        found[name] = clustered(corpus, np.arange(m), loop, 0)
        for size, words in zip(found[name]["sizes"], found[name]["words"], strict=True):
            print(f"{name} {size:5d} {words}", flush=True)
    found["halves"] = []
    for seed in HALVES:
        rows = np.sort(np.random.default_rng(seed).permutation(m)[: m // 2])
        found["halves"].append(clustered(corpus, rows, {}, seed))
        sizes, inside, outside = (found["halves"][-1][k] for k in ("sizes", "inside", "outside"))
        print(f"half {seed}: {sizes}, {np.divide(inside, outside).round(1)}", flush=True)
    return found


def clustered(corpus, rows, loop, seed):
    """Eight clusters of some of the texts, each with its words and its mean cosines.

    "inside" is the mean cosine between two texts of a cluster, "outside" that between one of it
    and one of the others.
    """
    X, counts = corpus.X[rows], corpus.counts[rows]
    begun = time.process_time()
    run = numerical_taxonomy(gaussian(X), 8, **loop, random_state=seed)
    sums = np.asarray((X.T @ one_hot(run.labels, 8)).T)
    n = np.bincount(run.labels)
    inner = (sums**2).sum(axis=1)
    outer = sums @ sums.sum(axis=0) - inner
    words = cluster_words(counts, run.labels, corpus.words)
    found = {
        "seconds": time.process_time() - begun,
        "objective": run.objective,
        "entropy": conditional_entropy(corpus.y[rows], run.labels),
        "sizes": n.tolist(),
        "inside": ((inner - n) / np.maximum(n * (n - 1), 1)).tolist(),
        "outside": (outer / (n * (len(rows) - n))).tolist(),
        "words": [" ".join(row) for row in words],
    }
    if run.tree is not None:
        found |= {"tree": run.tree.to_newick(), "misfit": run.misfit}
    return found
