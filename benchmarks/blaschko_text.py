"""The part of blaschko_tables.py about texts: eight clusters and their words."""

from __future__ import annotations

import os
import time

import numpy as np

from depcluster import conditional_entropy, numerical_taxonomy
from depcluster.datasets import load_docstrings, load_newsgroups
from depcluster.datasets.folder import FOLDER
from depcluster.papers.blaschko2008 import cluster_words


def text():
    """Figure 3 and Table 2 on docstrings: the tree, the words, how long it took."""
    found = {"docstrings": one_corpus(load_docstrings())}
    if os.environ.get(FOLDER):
        found["newsgroups"] = one_corpus(load_newsgroups())
    return found


def gaussian(X):
    """The Gaussian kernel of unit rows, its width the median squared distance."""
    squares = np.maximum(2 - 2 * (X @ X.T).toarray(), 0)
    return np.exp(-squares / np.median(squares[np.triu_indices(len(squares), 1)]))


def one_corpus(corpus):
    begun = time.process_time()
    K = gaussian(corpus.X)
    found = {"m": len(corpus.y), "d": len(corpus.words)}
    found["kernel seconds"] = time.process_time() - begun
    for name, loop in (("nni", {}), ("free", {"structure": "free"})):
        begun = time.process_time()
        run = numerical_taxonomy(K, 8, **loop, random_state=0)
        found[name] = {
            "seconds": time.process_time() - begun,
            "objective": run.objective,
            "entropy": conditional_entropy(corpus.y, run.labels),
            "sizes": np.bincount(run.labels).tolist(),
            "words": cluster_words(corpus.counts, run.labels, corpus.words),
        }
        if run.tree is not None:
            found[name] |= {"tree": run.tree.to_newick(), "misfit": run.misfit}
        for size, words in zip(found[name]["sizes"], found[name]["words"], strict=True):
            print(f"{name} {size:5d} {' '.join(words)}", flush=True)
    return found
