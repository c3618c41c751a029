"""Labels: one whole number from 0 a sample."""

from __future__ import annotations

import numpy as np

from .arrays import as_array


def check_labels(labels, n_samples=None, n_clusters=None, *, name="labels", every=True):
    """Validate labels 0..n_clusters-1, one a sample.

    Parameters
    ----------
    labels : array-like of int of shape (n_samples,)
    n_samples : int, optional
        As many as there are when left out.
    n_clusters : int, optional
        One more than the largest label when left out.
    name : str, default="labels"
        What the error calls them.
    every : bool, default=True
        Whether each label must be used; in a partition no cluster is empty.

    Returns
    -------
    ndarray of int of shape (n_samples,)

    Raises
    ------
    ValueError
    """
    given = as_array(labels, name, "one label a sample")
    if n_samples is None:
        n_samples = given.size
    if given.shape != (n_samples,) or not n_samples:
        raise ValueError(f"{name} must hold one label a sample, ({n_samples},); got {given.shape}.")
    if not np.issubdtype(given.dtype, np.integer):
        raise ValueError(f"{name} must be integers from 0; got {given.dtype}. Try astype(int).")
    used = np.unique(given)
    c = int(used[-1]) + 1 if n_clusters is None else n_clusters
    if used[0] < 0 or used[-1] >= c or (every and len(used) < c):
        wanted = f"use each of 0..{c - 1}" if every else f"hold labels from 0 to {c - 1}"
        found = f"{len(used)} different labels from " if every else ""
        raise ValueError(
            f"{name} must {wanted}; got {found}{used[0]} to {used[-1]}. "
            f"Try np.unique({name}, return_inverse=True)[1]."
        )
    return given.astype(np.intp)
