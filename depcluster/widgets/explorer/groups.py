"""Groups of points under other names."""

from __future__ import annotations

import numpy as np
from scipy.optimize import linear_sum_assignment

from ...labels.renaming import overlaps


def names_in(reference, labels, n_clusters):
    """What the clusters of some labels are called in others, whatever the label kernel says.

    Parameters
    ----------
    reference, labels : ndarray of int of shape (m,)
        Reference labels of n_clusters or more are left out.
    n_clusters : int

    Returns
    -------
    ndarray of int of shape (n_clusters,)
        ``names[labels]`` agrees with the reference on as many points as any renaming can and,
        where that leaves a choice, keeps as many numbers as possible.

    Examples
    --------
    >>> names_in(np.array([1, 1, 0, 0, 0]), np.array([0, 0, 1, 1, 2]), 3)
    array([1, 0, 2])
    """
    shared = overlaps(labels, reference, n_clusters) + np.eye(n_clusters) / (n_clusters + 1)
    return linear_sum_assignment(shared, maximize=True)[1]
