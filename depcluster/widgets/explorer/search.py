"""How an explorer searches: from the labels on screen at once, from fresh starts behind."""

from __future__ import annotations

import numpy as np

from ...labels.kernels import is_psd
from ...labels.renaming import align_labels
from ...search.local_search import climb
from ...search.objectives import structure_of
from ...search.restarts import best_runs
from ...search.starts import kmeans_plus_plus

N_INIT = 10


def refuse_indefinite(A):
    """Raise a ValueError that says what to press if a label kernel is indefinite."""
    if not is_psd(A):
        low = f"{np.linalg.eigvalsh(A)[0]:.2f}".replace("-", "\u2212")
        raise ValueError(
            "label_kernel must be positive semi-definite; its smallest eigenvalue is "
            f"{low}. Press Use nearest PSD, or undo."
        )


def follow(problem, labels, rng):
    """The answer while a control moves: one climb from the labels on screen.

    Parameters
    ----------
    problem : Problem
    labels : ndarray of int of shape (m,) or None
        None, or labels that are not those of all c clusters, give a k-means++ start.
    rng : numpy.random.RandomState

    Returns
    -------
    labels : ndarray of int of shape (m,)
    objective : float
    """
    c = problem.n_clusters
    if labels is not None and np.array_equal(np.unique(labels), np.arange(c)):
        *_, last = climb(problem, labels)
        return last.labels, last.objective
    *_, last = climb(problem, kmeans_plus_plus(problem.gram, c, rng))
    if labels is None:
        return last.labels, last.objective
    return align_labels(last.labels, labels, structure_of(problem.objective)), last.objective


def settle(problem, vectors, labels, objective, rng):
    """Search after search against an answer at hand.

    Parameters
    ----------
    problem : Problem
    vectors : ndarray of shape (m, k)
        Leading eigenvectors of the centred kernel matrix, k >= c - 1.
    labels, objective : ndarray of int of shape (m,), float
        The answer on screen.
    rng : numpy.random.RandomState

    Yields
    ------
    labels, objective
        The better of the two so far, names kept as close to the screen as the objective
        allows.
    """
    vectors = vectors[:, : problem.n_clusters - 1]
    for _, best in best_runs(problem, "auto", N_INIT, rng, vectors=vectors):
        if best.objective > objective + 1e-9 * abs(objective):
            yield align_labels(best.labels, labels, structure_of(problem.objective)), best.objective
        else:
            yield labels, objective
