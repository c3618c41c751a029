"""The search for a kernel matrix whose samples have weights: one of weight 0 is not there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from .._validation import check_counts, check_weights
from ..kernels.gram import as_centred_gram, part_of
from ..labels.partition import indicator
from ..search.local_search import Problem
from ..search.restarts import solve
from ..search.starts import check_init
from ..search.together import agreed, blocks_of, joined
from .prediction import assign, sums_of


def solve_weighted(K, objective, weights, together, init, n_init, max_iter, rng, verbose):
    """Search the partitions of the samples that have a weight, then label the others.

    K is centred about the weighted mean; a Gram must be. Returns the result, with the labels of all
    samples, and the Problem that was searched, which is without the samples of weight 0, and of
    blocks where samples go together.
    """
    c = len(objective.A)
    gram = as_centred_gram(K, weights)
    w = check_weights(weights, gram.shape[0])
    blocks = None if together is None else blocks_of(together, gram.shape[0])
    if blocks is not None:
        if not isinstance(init, str):
            init = agreed(check_init(init, len(blocks), c), blocks)
        gram, w, init = joined(gram, w, init, blocks, c)
    check_counts(c, gram.shape[0] if w is None else np.count_nonzero(w), n_init, max_iter)
    problem = Problem(gram, objective, c, w, max_iter)
    weightless = w is not None and not w.all()
    if weightless:
        kept = np.flatnonzero(w)
        problem = replace(problem, gram=part_of(gram, kept), weights=w[kept])
        if not isinstance(init, str):
            init = check_init(init, len(w), c, every=False)[kept]
    found = solve(problem, init, n_init, rng, verbose=verbose)
    if weightless:
        found = replace(found, labels=_all_labels(gram, w, problem, found.labels))
    if blocks is not None:
        found = replace(found, labels=found.labels[blocks])
    return found, problem


def _all_labels(gram, w, problem, found):
    """Labels of all samples: those of weight 0 go where one of them would raise J most."""
    c, weights = problem.n_clusters, problem.weights
    labels = np.zeros(len(w), dtype=np.intp)
    labels[w > 0] = found
    Pi = indicator(labels, c, w)
    G = gram.product(Pi)[w == 0]
    S, n = sums_of(problem.gram, Pi[w > 0])
    unit = min(1.0, float(weights.min()))
    labels[w == 0] = assign(problem.objective, S, n, G, gram.diagonal[w == 0], unit)
    return labels
