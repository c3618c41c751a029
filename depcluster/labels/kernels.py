r"""Kernels on the labels: the matrix A that says which clusters are relatives.

A label kernel is a symmetric positive semi-definite (c, c) matrix; `plain`, `chain`, `ring`,
`grid`, `tree` and `preset` make one as an ndarray of floats, and so does `graph`, next door. The
table of similarities between the labels of all samples is then (Song 2007)

.. math:: L = \Pi A \Pi' \tag{4}

Blaschko 2008 writes Y for the same matrix.
"""

from __future__ import annotations

import math
from itertools import islice
from typing import Any

import numpy as np

from .._typing import ArrayLike, Floats, LabelKernel, Preset, Spec
from .._validation import check_numbers, check_symmetric, check_whole, is_whole, short_repr

PRESETS = ("plain", "chain", "ring", "grid", "tree")
MOST_CLUSTERS = 10_000
_MOST_LEAVES = 2000
_DEEPEST = 50


def plain(n_clusters: int) -> Floats:
    """Unrelated labels: with the normalised P, (kernel) k-means.

    .. math:: A = I

    Song 2007, eq. (7), is the same objective with Pi in place of P: ``A = diag(1 / m_j)``, m_j
    the sizes of the clusters.

    Parameters
    ----------
    n_clusters : int

    Returns
    -------
    ndarray of shape (n_clusters, n_clusters)

    Examples
    --------
    >>> plain(2)
    array([[1., 0.],
           [0., 1.]])
    """
    return np.eye(_check_size(n_clusters))


def chain(n_clusters: int) -> Floats:
    r"""Labels in a row, each the relative of the next (Song 2007, eq. 10).

    2 on the diagonal, 1 between neighbours; for c labels the eigenvalues are

    .. math:: 2 + 2 \cos \frac{k \pi}{c + 1}, \qquad k = 1, \ldots, c

    Parameters
    ----------
    n_clusters : int

    Returns
    -------
    ndarray of shape (n_clusters, n_clusters)

    Examples
    --------
    >>> chain(3)
    array([[2., 1., 0.],
           [1., 2., 1.],
           [0., 1., 2.]])
    """
    c = _check_size(n_clusters)
    return 2 * np.eye(c) + np.eye(c, k=1) + np.eye(c, k=-1)


def ring(n_clusters: int) -> Floats:
    r"""A chain whose ends are neighbours too (Song 2007, eq. 11).

    2 on the diagonal, 1 between neighbours; the eigenvalues are

    .. math:: 2 + 2 \cos \frac{2 \pi k}{c}, \qquad k = 0, \ldots, c - 1

    and the smallest is 0 when c is even. One and two labels cannot close a circle; there it is
    ``[[2]]`` and ``chain(2)``.

    Parameters
    ----------
    n_clusters : int

    Returns
    -------
    ndarray of shape (n_clusters, n_clusters)

    Examples
    --------
    >>> ring(4)
    array([[2., 1., 0., 1.],
           [1., 2., 1., 0.],
           [0., 1., 2., 1.],
           [1., 0., 1., 2.]])
    """
    A = chain(n_clusters)
    if len(A) > 2:
        A[0, -1] = A[-1, 0] = 1
    return A


def grid(rows: int, cols: int) -> Floats:
    r"""Labels on a rectangular grid, row after row.

    .. math:: A = A_\mathrm{chain}(\mathrm{rows}) \otimes A_\mathrm{chain}(\mathrm{cols})

    The product of two kernels is a kernel; 2 I plus the adjacency of the grid is not one
    from 2 x 3 on, and `graph` takes more than 2 there.

    Parameters
    ----------
    rows, cols : int

    Returns
    -------
    ndarray of shape (rows * cols, rows * cols)

    Examples
    --------
    >>> grid(1, 3)
    array([[4., 2., 0.],
           [2., 4., 2.],
           [0., 2., 4.]])
    """
    rows = check_whole(rows, "rows", 1, MOST_CLUSTERS)
    check_whole(cols, "cols", 1, MOST_CLUSTERS // rows, most_is="10000 / rows")
    return np.kron(chain(rows), chain(cols))  # type: ignore[return-value]


def tree(spec: Spec) -> Floats:
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
            A[j, l] = shared_depth(p, q)
    return A


def tree_paths(spec: Spec) -> list[tuple[int, ...]]:
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
    paths = list(islice(_paths(_as_nested(spec), ()), _MOST_LEAVES + 1))
    if len(paths) > _MOST_LEAVES:
        raise ValueError(f"spec must have at most {_MOST_LEAVES} leaves; got more.")
    return paths


def _as_nested(spec):
    if isinstance(spec, tuple) and spec and all(map(is_whole, spec)):
        if min(spec) < 1:
            raise ValueError(
                f"spec must hold branching numbers of at least 1; got {short_repr(spec)}."
            )
        if len(spec) > _DEEPEST or math.prod(spec) > _MOST_LEAVES:
            raise ValueError(
                f"spec must have at most {_DEEPEST} levels and {_MOST_LEAVES} leaves; got "
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
    if isinstance(node, tuple):
        got = short_repr(node)
        raise ValueError(f"spec must have its branches as lists, not tuples; got {got} in it.")
    if not isinstance(node, list):
        yield path
        return
    if len(path) == _DEEPEST:
        raise ValueError(f"spec must have at most {_DEEPEST} levels; got more.")
    if not node:
        raise ValueError("spec must not hold an empty list: every branch ends in a leaf.")
    for k, child in enumerate(node):
        yield from _paths(child, (*path, k))


def shared_depth(p, q):
    """Number of branches that two ways from the root have in common."""
    shared = (depth for depth, (a, b) in enumerate(zip(p, q, strict=False)) if a != b)
    return next(shared, min(len(p), len(q)))


def preset(name: Preset, n_clusters: int) -> Floats:
    """One of the five ready-made label kernels at a given number of clusters.

    Parameters
    ----------
    name : {"plain", "chain", "ring", "grid", "tree"}
        "grid" is the most square grid, "tree" has two levels, as even as possible.
    n_clusters : int

    Returns
    -------
    ndarray of shape (n_clusters, n_clusters)

    Examples
    --------
    >>> bool((preset("grid", 6) == grid(2, 3)).all())
    True
    """
    c = _check_size(n_clusters)
    if not isinstance(name, str) or name not in PRESETS:
        raise ValueError(f"name must be one of {', '.join(PRESETS)}; got {short_repr(name)}.")
    if name == "grid":
        return grid(*_squarest(c))
    if name == "tree":
        return tree(_balanced(c))
    return {"plain": plain, "chain": chain, "ring": ring}[name](c)


def _check_size(n_clusters):
    c = check_whole(n_clusters, "n_clusters")
    return check_whole(c, "n_clusters", 1, MOST_CLUSTERS)


def as_label_kernel(
    label_kernel: LabelKernel, n_clusters: int, name: str = "label_kernel"
) -> Floats:
    """The (c, c) matrix behind a ``label_kernel``: a name or an array; errors call it ``name``."""
    if isinstance(label_kernel, str):
        if label_kernel not in PRESETS:
            raise ValueError(
                f"{name} must be one of {', '.join(PRESETS)} or a symmetric array; got "
                f"{short_repr(label_kernel)}. Others are labels.grid(rows, cols), "
                "labels.tree(spec) and labels.graph(edges)."
            )
        return preset(label_kernel, n_clusters)
    return check_label_kernel(label_kernel, n_clusters, name=name)


def check_label_kernel(
    A: Any, n_clusters: int | None = None, *, psd: bool = True, name: str = "label_kernel"
) -> Floats:
    """A label kernel as a symmetric float array, with ``psd`` up to a relative 1e-8."""
    # The ring of an even number of labels has a zero eigenvalue.
    A = check_numbers(A, name, ("c", "c"))
    what, hint = "a square (c, c) array", "Try (A + A.T) / 2."
    check_symmetric(A, name, what=what, hint=hint)
    if n_clusters is not None and len(A) != n_clusters:
        raise ValueError(
            f"{name} must have one row and column a cluster, ({n_clusters}, {n_clusters}); "
            f"got {A.shape}. Change n_clusters to {len(A)} or pass a matrix of the right size."
        )
    A = (A + A.T) / 2
    if psd and not is_psd(A):
        raise ValueError(
            f"{name} must be positive semi-definite; its smallest eigenvalue is "
            f"{np.linalg.eigvalsh(A)[0]:.3g}. Try labels.nearest_psd(A), or a larger diagonal, as "
            "labels.graph(W) chooses it for the weights W off the diagonal."
        )
    return A


def is_psd(A: ArrayLike) -> bool:
    """Whether a symmetric matrix is positive semi-definite, up to a relative 1e-8.

    Parameters
    ----------
    A : array-like of shape (c, c), symmetric
        Its lower half is read.

    Returns
    -------
    bool

    Examples
    --------
    >>> is_psd(np.eye(2)), is_psd(np.array([[0.0, 1.0], [1.0, 0.0]]))
    (True, False)
    """
    A = check_numbers(A, "A", ("c", "c"))
    return bool(np.linalg.eigvalsh(A)[0] >= -1e-8 * np.abs(A).max())


def nearest_psd(A: ArrayLike) -> Floats:
    r"""The positive semi-definite matrix nearest to A in Frobenius norm.

    .. math:: \sum_j \max(0, \lambda_j)\, v_j v_j'

    with the eigenvalues and eigenvectors of A.

    Parameters
    ----------
    A : array-like of shape (c, c), symmetric

    Returns
    -------
    ndarray of shape (c, c)

    Examples
    --------
    >>> nearest_psd(np.diag([1.0, -1.0]))
    array([[1., 0.],
           [0., 0.]])
    """
    A = check_label_kernel(A, psd=False, name="A")
    values, vectors = np.linalg.eigh(A)
    return (vectors * np.maximum(values, 0)) @ vectors.T


def is_exchangeable(A):
    """Whether all relabellings leave A alone, so that label order carries no meaning."""
    off = A[~np.eye(len(A), dtype=bool)]
    return bool(np.ptp(A.diagonal()) == 0 and (not off.size or np.ptp(off) == 0))


def _squarest(c):
    rows = max(r for r in range(1, math.isqrt(c) + 1) if c % r == 0)
    return rows, c // rows


def _balanced(c):
    rows, cols = _squarest(c)
    if rows > 1:
        return rows, cols
    families = max(2, round(math.sqrt(c)))
    return [leaves.tolist() for leaves in np.array_split(np.arange(c), min(families, c))]
