"""How Python searches for an explorer: from labels at hand, and from fresh starts."""

from __future__ import annotations

import numpy as np

from ...labels.kernels import is_psd
from ...labels.renaming import align_labels
from ...search.local_search import climb
from ...search.objectives import structure_of
from ...search.restarts import best_runs
from ...search.starts import kmeans_plus_plus
from .labelling import Fit

N_INIT = 10
BETTER = 1e-9  # of J, by which one must be above another to be taken


def refuse_indefinite(A):
    """Raise a ValueError that says what to press if a label kernel is indefinite."""
    if not is_psd(A):
        low = np.linalg.eigvalsh(A)[0]
        low = "just below 0" if low > -0.005 else f"\u2212{-low:.2f}"
        raise ValueError(
            "label_kernel must be positive semi-definite; its smallest eigenvalue is "
            f"{low}. Press Use nearest PSD, or undo."
        )


def follow(problem, labels, rng):
    """A first answer: one climb from the labels at hand.

    Parameters
    ----------
    problem : Problem
    labels : ndarray of int of shape (m,) or None
        None, or labels that are not those of all c clusters, give a k-means++ start.
    rng : numpy.random.RandomState

    Returns
    -------
    Fit
    """
    c = problem.n_clusters
    if labels is not None and np.array_equal(np.unique(labels), np.arange(c)):
        *_, last = climb(problem, labels)
        return Fit(last.labels, last.objective, False)
    *_, last = climb(problem, kmeans_plus_plus(problem.gram, c, rng))
    return Fit(_named(problem, last.labels, labels), last.objective, False)


def settle(problem, vectors, fit, rng):
    """The better of an answer at hand and the best of searches from fresh starts.

    Parameters
    ----------
    problem : Problem
    vectors : ndarray of shape (m, k)
        Leading eigenvectors of the centred kernel matrix, k >= c - 1.
    fit : Fit
        Its labels give their names as far as the objective allows, unless they are None.
    rng : numpy.random.RandomState

    Returns
    -------
    Fit
    """
    vectors = vectors[:, : problem.n_clusters - 1]
    *_, (_, best) = best_runs(problem, "auto", N_INIT, rng, vectors=vectors)
    if best.objective <= fit.objective + BETTER * abs(best.objective):
        return Fit(fit.labels, fit.objective, True)
    return Fit(_named(problem, best.labels, fit.labels), best.objective, True)


def _named(problem, labels, before):
    if before is None:
        return labels
    return align_labels(labels, before, structure_of(problem.objective))
