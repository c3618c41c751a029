"""Scores: dependence of two tables of similarities, entropy, structured losses and accuracies."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from sklearn.metrics.cluster import contingency_matrix

from ._typing import ArrayLike, Floats, Ints, LabelKernel, Spec
from ._utils.progress import progress
from ._utils.units import in_units
from ._validation import (
    FLAG,
    SEED,
    as_array,
    as_classes,
    as_numbers,
    check_labels,
    check_similarities,
    check_whole,
    checked,
    short_repr,
    whole,
)
from .kernels.gram import centre, without_constant
from .labels.kernels import as_label_kernel, tree, tree_paths
from .labels.losses import check_loss
from .labels.symmetries import best_automorphism, overlaps

__all__ = [
    "HsicTest",
    "cka",
    "conditional_entropy",
    "hsic",
    "hsic_test",
    "relabelled",
    "structured_accuracy",
    "structured_loss",
    "tree_accuracies",
]

_ROWS = 64
_MOST_CLUSTERS = 500  # whose renamings are searched


@checked(unbiased=FLAG)
def hsic(K: ArrayLike, L: ArrayLike, *, unbiased: bool = False) -> float:
    r"""The Hilbert-Schmidt independence criterion (Song 2007, eq. 2).

    .. math:: \frac{\mathrm{tr}(H K H L)}{(m - 1)^2}, \qquad
       H = I - \tfrac1m \mathbf 1 \mathbf 1' \tag{2}

    The sum, pixel by pixel, of the centred K times L. This estimate is biased: for labels
    independent of the data it is small but not 0 on average. The unbiased one is

    .. math:: \frac{1}{m (m - 3)} \Big[ \mathrm{tr}(\tilde K \tilde L)
       + \frac{\mathbf 1' \tilde K \mathbf 1\, \mathbf 1' \tilde L \mathbf 1}{(m - 1)(m - 2)}
       - \frac{2}{m - 2}\, \mathbf 1' \tilde K \tilde L \mathbf 1 \Big]

    with zeros on the diagonals of K~ and L~ (Song, Smola, Gretton, Bedo and Borgwardt 2012, eq. 5),
    and may be below 0.

    Parameters
    ----------
    K, L : array-like of shape (m, m)
        Kernel matrices of the data and of the labels.
    unbiased : bool, default=False

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If the two are not square matrices of the same size with m >= 2, dense, finite and
        symmetric, or the unbiased estimate is asked of less than four samples.

    Examples
    --------
    >>> hsic(np.eye(2), np.eye(2))
    1.0
    """
    pair = _Pair.of(K, L, unbiased)
    return float(pair.hsic(np.vdot(pair.K, pair.L)))


def _two_kernels(K, L, least):
    K, L = as_numbers(K, "K"), as_numbers(L, "L")
    if K.ndim != 2 or K.shape[0] != K.shape[1] or K.shape != L.shape or len(K) < least:
        raise ValueError(
            f"K and L must be square matrices of the same size, at least {least} x {least}; got "
            f"shapes {K.shape} and {L.shape}."
        )
    return check_similarities(K), check_similarities(L, "L")


@dataclass(frozen=True)
class _Pair:
    """Two kernel matrices, centred: HSIC is a sum of products, in which nothing large cancels."""

    K: np.ndarray  # (m, m), over a power of two, as L
    L: np.ndarray
    power: int  # of both together
    share: int  # what the sum is divided by

    @classmethod
    def of(cls, K, L, unbiased=False):
        K, L = _two_kernels(K, L, least=4 if unbiased else 2)
        m = len(K)
        (K, e), (L, f) = (in_units((_u_centred if unbiased else centre)(M)) for M in (K, L))
        return cls(K, L, e + f, m * (m - 3) if unbiased else (m - 1) ** 2)

    def sum_of_products(self, order):
        """With the samples of L in another order; some rows at a time, which stay in the cache."""
        parts = (slice(i, i + _ROWS) for i in range(0, len(order), _ROWS))
        return sum(np.vdot(self.K[s], self.L[order[s]].take(order, axis=1)) for s in parts)

    def hsic(self, sums):
        """HSIC from sums of products."""
        return np.ldexp(np.divide(sums, self.share), self.power)


def _u_centred(K):
    """K with zeros on its diagonal and for the sums of its rows (Szekely and Rizzo 2014)."""
    K, m = without_constant(K).copy(), len(K)
    np.fill_diagonal(K, 0)
    rounding = 1e-14 * np.abs(K).max()
    for _ in range(2):  # the second time for what the first has left of large sums
        np.fill_diagonal(K, 0)
        r = K.sum(axis=0) / (m - 2)
        K -= r
        K -= (r - r.sum() / (m - 1))[:, None]
    np.fill_diagonal(K, 0)
    return K * (np.abs(K).max() > rounding)  # as in `centre`


@dataclass(frozen=True)
class HsicTest:
    """What `hsic_test` found.

    Attributes
    ----------
    statistic : float
        HSIC of the two as they are.
    pvalue : float
        Of as much or more in independent data; at least ``1 / (n_permutations + 1)``.
    null_distribution : ndarray of shape (n_permutations,)
        HSIC of permuted samples.
    """

    statistic: float
    pvalue: float
    null_distribution: Floats = field(repr=False)


@checked(unbiased=FLAG, n_permutations=whole(1, 1_000_000), random_state=SEED)
def hsic_test(
    K: ArrayLike,
    L: ArrayLike,
    *,
    unbiased: bool = False,
    n_permutations: int = 999,
    random_state: int = 0,
    verbose: int | None = None,
) -> HsicTest:
    r"""Test of independence by HSIC and permutations.

    .. math:: p = \frac{1 + \#\{\pi : \mathrm{HSIC}(K, L_\pi) \ge \mathrm{HSIC}(K, L)\}}
                       {1 + \#\text{permutations}}

    where L_pi has its rows and columns permuted alike (Gretton, Fukumizu, Teo, Song, Schoelkopf
    and Smola 2008, section 3). The data and the second table must have come about without a look
    at one another: clusters that were found in K always depend on it.

    Parameters
    ----------
    K, L : array-like of shape (m, m)
        Kernel matrices of two views of the same samples.
    unbiased : bool, default=False
        Which estimate of `hsic`.
    n_permutations : int, default=999
    random_state : int, default=0
    verbose : int, optional
        Above 0, a line of progress for work that takes longer than a second.
        When left out, a line of progress for work of more than five; 0 shows nothing.

    Returns
    -------
    HsicTest

    Raises
    ------
    ValueError
        As `hsic`.

    Examples
    --------
    >>> x = np.linspace(0, 1, 20)
    >>> hsic_test(np.outer(x, x), np.outer(x, x)).pvalue
    0.001
    """
    pair, rng = _Pair.of(K, L, unbiased), np.random.RandomState(random_state)
    statistic, m = np.vdot(pair.K, pair.L), len(pair.K)
    runs = progress(range(n_permutations), "permutations", verbose)
    drawn = np.array([pair.sum_of_products(rng.permutation(m)) for _ in runs])
    slack = 1e-12 * max(abs(statistic), np.abs(drawn).max())
    as_large = (drawn >= statistic - slack).sum()
    p = float((1 + as_large) / (1 + n_permutations))
    return HsicTest(float(pair.hsic(statistic)), p, pair.hsic(drawn))


@checked()
def cka(K: ArrayLike, L: ArrayLike) -> float:
    r"""Centred kernel alignment: HSIC as a cosine.

    .. math:: \cos\angle = \frac{\langle H K H,\, H L H \rangle_F}
       {\|H K H\|_F\, \|H L H\|_F}

    Times the length of H K H, which does not depend on the labels, it is what Blaschko 2008 (eq. 1)
    maximises over partitions and their structure (`taxonomy_cosine`); elsewhere it is known as CKA
    (Cortes, Mohri and Rostamizadeh 2012, definition 4).

    Parameters
    ----------
    K, L : array-like of shape (m, m)

    Returns
    -------
    float
        From 0 to 1 for positive semi-definite matrices. NaN where one of the two is constant.

    Raises
    ------
    ValueError
        As `hsic`.

    Examples
    --------
    >>> round(cka(np.eye(3), 5 * np.eye(3) + 1), 12)
    1.0
    """
    pair = _Pair.of(K, L)
    length = np.linalg.norm(pair.K) * np.linalg.norm(pair.L)
    return float(np.vdot(pair.K, pair.L) / length) if length else np.nan


def conditional_entropy(y_true: ArrayLike, labels: ArrayLike) -> float:
    r"""Entropy of the true labels given the clusters, H(y|l), in nats.

    .. math:: H(y | l) = -\sum_{j,l} \frac{n_{jl}}{m} \log \frac{n_{jl}}{n_l}

    with n_jl the samples of class j in cluster l. It is 0 where every cluster holds one class
    only, and never more than the log of the number of classes (Blaschko 2008, section 5.1). More
    clusters never raise it: compare at equal numbers.

    Parameters
    ----------
    y_true, labels : array-like of shape (m,)

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If the two are not lists of the same length, of at least one sample, or one is missing.

    Examples
    --------
    >>> conditional_entropy([0, 0, 1, 1], [1, 1, 0, 0])
    0.0
    >>> round(conditional_entropy([0, 1, 2, 3, 4, 5, 6, 7, 8], [0] * 9), 3)
    2.197
    """
    _, y_true = as_classes(y_true, name="y_true")
    _, labels = as_classes(labels, len(y_true))
    met = contingency_matrix(y_true, labels, sparse=True).tocoo()
    shares = met.data / np.bincount(labels)[met.col]
    return float(abs((met.data * np.log(shares)).sum()) / len(labels))


def structured_loss(y_true: ArrayLike, y_pred: ArrayLike, loss: ArrayLike) -> float:
    r"""Mean loss of the answers (Zhong 2010, section IV-A).

    .. math:: \frac1m \sum_i \Delta(y_i, \hat y_i)

    Clusters keep their names: bring them in line first, with `relabelled`.

    Parameters
    ----------
    y_true, y_pred : array-like of int of shape (m,)
    loss : array-like of shape (c, c)
        See `depcluster.labels`.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If the labels do not fit each other or the loss, or the loss is none.

    Examples
    --------
    >>> from depcluster.labels import tree_loss
    >>> structured_loss([0, 0, 3], [0, 1, 0], tree_loss((2, 2)))
    1.0
    """
    loss = check_loss(loss, _size(loss, "loss"))
    y_true, y_pred, _ = _check_labels(y_true, y_pred, len(loss))
    return float(loss[y_true, y_pred].mean())


def structured_accuracy(
    y_true: ArrayLike, y_pred: ArrayLike, structure: LabelKernel, n_clusters: int | None = None
) -> float:
    r"""Share of right labels under the best renaming that the structure allows.

    .. math:: \max_p\ \frac1m \sum_i [\,y_i = p(\hat y_i)\,], \qquad A_{p(j) p(l)} = A_{jl}

    2c renamings of a ring, 2 of a chain, 4 or 8 of a grid, the automorphisms of a tree, all
    of them for "plain": those that leave the label kernel as it is. `labels.best_automorphism` says
    how the best is found.

    Parameters
    ----------
    y_true, y_pred : array-like of int of shape (m,)
        Labels 0..c-1, the true ones in the order of the structure.
    structure : {"plain", "chain", "ring", "grid", "tree"} or (c, c) array
        A name, or a label kernel: `labels.tree(spec)`, `labels.graph(edges)`.
    n_clusters : int, optional
        Needed for a name when the last label occurs in neither, or label 0 is missing; the
        default is the largest label plus one. At most 500.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If the labels do not fit each other or the structure.

    Examples
    --------
    >>> structured_accuracy([0, 1, 2, 3], [1, 2, 3, 0], "ring")
    1.0
    >>> structured_accuracy([0, 1, 2, 3], [1, 2, 3, 0], "chain")
    0.5
    """
    renamed = relabelled(y_true, y_pred, structure, n_clusters)
    return float((renamed == np.asarray(y_true)).mean())


def relabelled(
    y_true: ArrayLike, y_pred: ArrayLike, structure: LabelKernel, n_clusters: int | None = None
) -> Ints:
    """The answers under the best renaming that the structure allows.

    Parameters
    ----------
    y_true, y_pred, structure, n_clusters
        As in `structured_accuracy`.

    Returns
    -------
    ndarray of int of shape (m,)

    Examples
    --------
    >>> relabelled([0, 0, 1, 1], [1, 1, 0, 0], "plain")
    array([0, 0, 1, 1])
    """
    if n_clusters is None and isinstance(structure, str):
        true, found, n_clusters = _check_labels(y_true, y_pred)
        late = true.min() > 0 or (found.min() > 0 and found.max() > true.max())
        if late and structure != "plain":
            raise ValueError(
                f"y_true and y_pred must begin at 0, as neighbours are told by numbers; got labels "
                f"from {true.min()} to {true.max()}, and from {found.min()} to {found.max()}. "
                "Subtract the least, or pass n_clusters if label 0 does not occur."
            )
    if n_clusters is None:
        n_clusters = _size(structure, "structure")
    check_whole(n_clusters, "n_clusters", 1, _MOST_CLUSTERS)
    A = as_label_kernel(structure, n_clusters, name="structure")
    y_true, y_pred, c = _check_labels(y_true, y_pred, len(A))
    return best_automorphism(A, overlaps(y_pred, y_true, c))[y_pred]


def tree_accuracies(y_true: ArrayLike, y_pred: ArrayLike, spec: Spec) -> Floats:
    """Share of samples in the right node of each level of a tree (Zhong 2010, Tables I-III).

    The renaming is one that the tree allows, the one with the most right leaves; where
    several have as many, the one with the most right nodes above them.

    Parameters
    ----------
    y_true, y_pred : array-like of int of shape (m,)
        Leaves, numbered from left to right.
    spec : tuple of int, or nested lists
        The tree, as `labels.tree` takes it. A leaf that ends early stands for itself
        on the levels below it.

    Returns
    -------
    ndarray of shape (n_levels,)
        From the level below the root to the leaves.

    Notes
    -----
    Where all leaves are equally deep, the mean tree loss is the sum over levels of one minus
    the accuracy.

    Examples
    --------
    >>> tree_accuracies([0, 1, 2, 3], [1, 0, 3, 0], (2, 2))
    array([0.75, 0.75])
    """
    A, paths = tree(spec), tree_paths(spec)
    y_true, y_pred, c = _check_labels(y_true, y_pred, len(A))
    overlap = overlaps(y_pred, y_true, c)
    nodes = _nodes(paths)  # (levels, c)
    alike = nodes[:, :, None] == nodes[:, None, :]  # (levels, c, c)
    right = overlap @ alike  # (levels, c, c): of cluster j, if it is called l
    p = best_automorphism(A, right[-1] * (len(y_true) * len(nodes) + 1) + right.sum(axis=0))
    return right[:, np.arange(c), p].sum(axis=1) / len(y_true)


def _nodes(paths):
    depth = max(map(len, paths))
    levels = [[path[: k + 1] for path in paths] for k in range(depth)]
    return np.array([[level.index(node) for node in level] for level in levels])


def _check_labels(y_true, y_pred, n_clusters=None):
    most = _MOST_CLUSTERS if n_clusters is None else n_clusters
    y_true, y_pred = (
        check_labels(given, None, most, name=name, every=False)
        for name, given in (("y_true", y_true), ("y_pred", y_pred))
    )
    if len(y_true) != len(y_pred):
        raise ValueError(
            f"y_true and y_pred must have the same length; got {len(y_true)} and {len(y_pred)}."
        )
    return y_true, y_pred, n_clusters or 1 + int(max(y_true.max(), y_pred.max()))


def _size(matrix, name):
    given = as_array(matrix, name, "a (c, c) array")
    if given.ndim != 2:
        raise ValueError(f"{name} must be a (c, c) array; got {short_repr(matrix)}.")
    return len(given)
