"""The label kernel of a hierarchy."""

from __future__ import annotations

import math
from itertools import islice

import numpy as np

from .._validation import is_whole, short_repr

MOST_LEAVES = 2000
_DEEPEST = 50


def tree(spec):
    r"""Labels at the leaves of a rooted tree (Song 2007, eq. 9).

    .. math:: A_{jl} = |\,\mathrm{path}(j) \cap \mathrm{path}(l)\,|

    counts the nodes that the paths from the root to the two leaves share, the root left out.

    Parameters
    ----------
    spec : tuple of int, or nested lists
        A branching tuple, ``(3, 3)`` being three families of three, or nested lists of
        leaf names of any depth and shape, ``[["a", "b"], ["c"]]``. Leaves are numbered
        from left to right.

    Returns
    -------
    ndarray of shape (n_leaves, n_leaves)

    Raises
    ------
    ValueError
        If a branching number is below 1, a list is empty, or there are more than 2000 leaves or
        50 levels.

    Examples
    --------
    >>> tree((2, 2))
    array([[2., 1., 0., 0.],
           [1., 2., 0., 0.],
           [0., 0., 2., 1.],
           [0., 0., 1., 2.]])
    """
    paths = tree_paths(spec)
    A = np.zeros((len(paths), len(paths)))
    for j, p in enumerate(paths):
        for l, q in enumerate(paths):
            A[j, l] = _shared(p, q)
    return A


def tree_paths(spec):
    """The way from the root to each leaf, as the numbers of the branches taken.

    Parameters
    ----------
    spec : tuple of int, or nested lists
        As in `tree`.

    Returns
    -------
    list of tuple of int

    Examples
    --------
    >>> tree_paths([["a", "b"], ["c"]])
    [(0, 0), (0, 1), (1, 0)]
    """
    paths = list(islice(_paths(_as_nested(spec), ()), MOST_LEAVES + 1))
    if len(paths) > MOST_LEAVES:
        raise ValueError(f"spec must have at most {MOST_LEAVES} leaves; got more.")
    return paths


def _as_nested(spec):
    if isinstance(spec, tuple) and spec and all(map(is_whole, spec)):
        if min(spec) < 1:
            raise ValueError(
                f"spec must hold branching numbers of at least 1; got {short_repr(spec)}."
            )
        if len(spec) > _DEEPEST or math.prod(spec) > MOST_LEAVES:
            raise ValueError(
                f"spec must have at most {_DEEPEST} levels and {MOST_LEAVES} leaves; got "
                f"{short_repr(spec)}."
            )
        node = None
        for width in reversed(spec):
            node = [node] * width
        return node
    if isinstance(spec, list) and spec:
        return spec
    raise ValueError(
        "spec must be a branching tuple such as (3, 3) or non-empty nested lists of leaf names; "
        f"got {short_repr(spec)}."
    )


def _paths(node, path):
    if not isinstance(node, list):
        yield path
        return
    if len(path) == _DEEPEST:
        raise ValueError(f"spec must have at most {_DEEPEST} levels; got more.")
    if not node:
        raise ValueError("spec must not hold an empty list: every branch ends in a leaf.")
    for k, child in enumerate(node):
        yield from _paths(child, (*path, k))


def _shared(p, q):
    for depth, (a, b) in enumerate(zip(p, q, strict=False)):
        if a != b:
            return depth
    return min(len(p), len(q))
