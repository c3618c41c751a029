"""Renaming clusters to agree with earlier labels, without changing what a label kernel says."""

from __future__ import annotations

import numpy as np

from .renaming import best_automorphism


def overlaps(labels, reference, n_clusters):
    """How many samples of each cluster bear each label of a reference.

    Parameters
    ----------
    labels, reference : ndarray of int of shape (m,)
        Samples whose reference label is n_clusters or more are left out.
    n_clusters : int

    Returns
    -------
    ndarray of shape (n_clusters, n_clusters)
        Clusters in rows, reference labels in columns.
    """
    overlap = np.zeros((n_clusters, n_clusters))
    shared = reference < n_clusters
    np.add.at(overlap, (labels[shared], reference[shared]), 1)
    return overlap


def align_labels(labels, reference, A):
    """Rename clusters to agree with earlier labels as far as the label kernel allows.

    The best of all renamings that leave A as it is, exactly.

    Parameters
    ----------
    labels, reference : ndarray of int of shape (m,)
        The reference may have more or fewer clusters.
    A : ndarray of shape (c, c)

    Returns
    -------
    ndarray of int of shape (m,)
    """
    return best_automorphism(A, overlaps(labels, reference, len(A)))[labels]
