"""How clusters are related: which of some designs, drawn beforehand, they lie on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from .._typing import ArrayLike, Floats, Ints, LabelKernel
from .._utils.frames import frame
from .._utils.progress import progress
from .._validation import (
    ANYTHING,
    CLASSES,
    SEED,
    SQUARE,
    as_classes,
    as_kernel,
    checked,
    counted,
    short_repr,
    warn_if_long,
    whole,
)
from ..kernels.gram import Dense
from ..labels.kernels import as_label_kernel, is_exchangeable
from ..labels.partition import block_sums_of
from ..labels.symmetries import canonical_labels
from ..papers.blaschko2008.structure import cluster_distances, set_kernel
from ..search.quadratic_assignment import match_order, matching_seconds

if TYPE_CHECKING:
    import pandas as pd

    from ..plotting.alt_text import FigureWithAlt

_ENOUGH = 0.95  # of the bootstraps
_N_SPLITS = 10
_ROUNDING = 1e-9


@dataclass(frozen=True)
class DesignComparison:
    """What `compare_designs` found.

    Attributes
    ----------
    names : tuple of str
        Of the designs.
    correlation : ndarray of shape (k,)
        Of each design with the clusters, under its best names.
    bootstraps : ndarray of shape (n_bootstraps, k)
        The same of rows drawn with replacement.
    ceiling : float
        What a design that were right could be expected to reach with so many rows; NaN where a
        cluster has one row only.
    labels : dict of str to ndarray of int of shape (m,)
        By design, the clusters by the names that suit it best, the numbers of its rows and columns.
        ``np.array(list(G))[labels[name]]`` are the nodes, where it was made of a networkx graph
        ``G``.
    distances : ndarray of shape (c, c)
        Between the means of the clusters in feature space, clusters in sorted order.
    """

    names: tuple[str, ...]
    correlation: Floats
    bootstraps: Floats = field(repr=False)
    ceiling: float
    labels: dict[str, Ints] = field(repr=False)
    distances: Floats = field(repr=False)

    @property
    def ahead(self) -> Floats:
        """ndarray of shape (k,): the share of bootstraps in which each design is ahead."""
        first = np.bincount(self.bootstraps.argmax(axis=1), minlength=len(self.names))
        return first / len(self.bootstraps)

    @property
    def margin(self) -> float:
        """float: by how much the best design is ahead of the second."""
        second, best = np.sort(self.correlation)[-2:]
        return float(best - second)

    @property
    def winner(self) -> str | None:
        """str or None: the best design, if it is ahead in at least .95 of the bootstraps."""
        best = self.correlation.argmax()
        return self.names[best] if self.ahead[best] >= _ENOUGH - _ROUNDING else None

    def __str__(self):
        order = np.argsort(-self.correlation, kind="stable")
        told = ", ".join(
            f"{self.names[k]} {self.correlation[k]:.2f} (ahead in {self.ahead[k]:.0%})"
            for k in order
        )
        verdict = f"undecided, {self.names[order[0]]} before {self.names[order[1]]}"
        verdict = verdict if self.winner is None else f"{self.winner} wins"
        return f"{verdict} by {self.margin:.2f}: {told}; ceiling {self.ceiling:.2f}"

    def to_frame(self) -> pd.DataFrame:
        """One row a design, as a DataFrame of pandas.

        Returns
        -------
        pandas.DataFrame
            By "design": "correlation", its tenth and ninetieth percentile over the bootstraps,
            "p10" and "p90", and "ahead", the share of them in which it is ahead.

        Raises
        ------
        ImportError
            If pandas is not installed; it comes with ``pip install "depcluster[lab]"``.
        """
        low, high = np.quantile(self.bootstraps, [0.1, 0.9], axis=0)
        columns = {"design": self.names, "correlation": self.correlation}
        return frame(columns | {"p10": low, "p90": high, "ahead": self.ahead}, ["design"])

    def plot(self) -> FigureWithAlt:
        """The correlations with their bootstraps, and the ceiling.

        Returns
        -------
        FigureWithAlt
        """
        from ..plotting.evaluation import designs_figure  # loads matplotlib

        return designs_figure(self)


@checked(
    K=SQUARE,
    labels=CLASSES,
    designs=ANYTHING,
    n_bootstraps=whole(1, 100_000),
    random_state=SEED,
)
def compare_designs(
    K: ArrayLike,
    labels: ArrayLike,
    designs: Sequence[str] | Mapping[str, LabelKernel],
    *,
    n_bootstraps: int = 100,
    random_state: int = 0,
    verbose: int | None = None,
) -> DesignComparison:
    r"""Which of some designs clusters, of any method, lie on: a chain, a ring, a graph.

    .. math:: \max_{p}\ \mathrm{corr}_{j < l} \bigl(A_{jl},\ -D_{p_j p_l}\bigr), \qquad
       D_{jl} = \Bigl\| \frac{1}{n_j} \sum_{y_i = j} \phi(x_i)
                      - \frac{1}{n_l} \sum_{y_i = l} \phi(x_i) \Bigr\|

    D are the distances of the clusters' means in feature space (Blaschko 2008, section 4), A is
    the design, and the names p are those that suit it best (`match_order`). It is the
    correlation of two tables that Mantel (1967) and Hubert and Schultz (1976) compare. Unlike
    the cosine of A and the block sums (`taxonomy_cosine`) it leaves the diagonals out: how large
    A's is, is a convention, and that of the block sums grows as the kernel gets narrower.

    Parameters
    ----------
    K : array-like of shape (m, m)
        Kernel matrix of the samples.
    labels : array-like of shape (m,)
        Clusters, by names of any kind, -1 among them; at least three.
    designs : sequence of str, or dict of str to str or array-like of shape (c, c)
        At least two, by name or by a label kernel, as `labels.graph` makes one. Only what stands
        off the diagonal counts.
    n_bootstraps : int, default=100
        How often the rows of each cluster are drawn anew, with replacement, and names sought anew.
    random_state : int, default=0
    verbose : int, optional
        Above 0, a line of progress for work that takes longer than a second.
        When left out, a line of progress for work of more than five; 0 shows nothing.

    Returns
    -------
    DesignComparison

    Raises
    ------
    ValueError
        If K is no symmetric matrix, does not fit the labels, some label is missing, there are
        fewer than three clusters, a design has another number of labels, relates all alike as
        "plain" does, or is the same as another but for the names.

    Warns
    -----
    UserWarning
        If matching the order of so many labels takes long.

    Notes
    -----
    The ceiling is ``sqrt(2 r / (1 + r))`` with r the mean correlation of the D of one half of
    each cluster's rows with the D of the other half, over ten splits: what of the clusters' means
    is no chance of the rows (Spearman 1910, Brown 1910). It is an estimate, which a design may
    exceed where rows or clusters are few. Far below it, clusters are related otherwise than by
    any of the designs.

    Some design is ahead of others whatever the clusters are, and with many rows in every
    bootstrap: these ask how sure the means are. Whether centres that lie anywhere would suit it
    as well is what `design_test` asks.

    Tried on four draws each of chains, rings, forks, double forks, loops with a tail and grids of
    nine clusters in ten columns, "rbf" told all right from a quarter of the median rule's gamma to
    four times it, and so did "linear". At eight times three loops and a grid are missed, and the
    cosine of A and the block sums misses all loops, grids, rings and double forks; at sixteen
    times the distances miss the rings, too: to a kernel that is too narrow all clusters are
    equally far. A chain that is bent until its ends are no further apart than one and a half
    steps is a ring.

    Examples
    --------
    >>> x = np.repeat(np.arange(6.0), 4) + np.tile([0, 0.1, 0.2, 0.3], 6)
    >>> K = np.exp(-((x[:, None] - x) ** 2))
    >>> found = compare_designs(K, np.repeat(list("dbface"), 4), ["chain", "ring"])
    >>> found.winner
    'chain'
    >>> found.labels["chain"][::4]
    array([0, 1, 2, 3, 4, 5])
    """
    K = as_kernel(K)
    clusters, codes = as_classes(labels, len(K))
    c = len(clusters)
    kernels = _as_designs(designs, c)
    seconds = len(kernels) * (n_bootstraps + 1) * matching_seconds(c)
    warn_if_long(seconds, f"matching {c} labels so often", "Take fewer clusters or n_bootstraps.")
    gram, rng = Dense(K), np.random.RandomState(random_state)
    labels = canonical_labels(codes, np.eye(c))  # the search is to begin the same
    T = -distances(gram, labels, c)
    values, orders = zip(*(matched(B, T) for B in kernels.values()), strict=True)
    bootstraps = np.empty((n_bootstraps, len(kernels)))
    for row in progress(bootstraps, "bootstraps", verbose):
        drawn = -distances(gram, labels, c, _drawn(labels, c, rng))
        row[:] = [
            matched(B, drawn[np.ix_(p, p)])[0]
            for B, p in zip(kernels.values(), orders, strict=True)
        ]
    named = {
        name: canonical_labels(np.argsort(p)[labels], B)
        for (name, B), p in zip(kernels.items(), orders, strict=True)
    }
    place = labels[np.unique(codes, return_index=True)[1]]
    return DesignComparison(
        tuple(kernels),
        np.array(values),
        bootstraps,
        _ceiling(gram, labels, c, rng),
        named,
        -T[np.ix_(place, place)],
    )


def _as_designs(designs, c):
    """Designs by name; errors for what cannot be compared."""
    if isinstance(designs, dict):
        given = designs
    elif isinstance(designs, (list, tuple)) and all(isinstance(name, str) for name in designs):
        given = dict(zip(designs, designs, strict=True))
    else:
        given = {}
    if len(given) < 2 or not all(isinstance(name, str) for name in given):
        raise ValueError(
            "designs must be at least two names, or a dict of names to label kernels; got "
            f"{short_repr(designs)}."
        )
    kernels = {}
    for name, design in given.items():
        B = as_design(design, c, f"designs[{short_repr(name)}]")
        for other, C in kernels.items():
            if matched(B, C)[0] > 1 - _ROUNDING:
                raise ValueError(
                    f"designs must differ by more than names; of {c} clusters {short_repr(other)} "
                    f"and {short_repr(name)} are the same. Leave one out."
                )
        kernels[name] = B
    return kernels


def as_design(design, c, name):
    """A label kernel off the diagonal, less its mean, of length 1; errors call it ``name``."""
    if c < 3:
        raise ValueError(
            f"labels must name at least three clusters, so that they can be related in more than "
            f"one way; got {counted(c, 'cluster')}."
        )
    A = as_label_kernel(design, c, name=name)
    if is_exchangeable(A * ~np.eye(c, dtype=bool)):
        raise ValueError(
            f"{name} must relate some clusters more than others; got one that relates all {c} "
            'alike, as "plain" does, and suits any clusters.'
        )
    return unit(A)


def unit(M):
    """Off the diagonal, less the mean, of length 1; 0 where all is alike there."""
    off = ~np.eye(len(M), dtype=bool)
    out = np.where(off, M - M.sum(where=off) / max(off.sum(), 1), 0)
    size, rounding = np.linalg.norm(out), _ROUNDING * np.abs(M).max(where=off, initial=0) * len(M)
    return out / size if size > rounding else np.zeros_like(out)


def matched(B, T):
    """The largest correlation over all orders of T, and that order."""
    T = unit(T)
    if not T.any():
        return 0.0, np.arange(len(T))
    p = match_order(B, T, np.random.RandomState(0))
    return float((B * T[np.ix_(p, p)]).sum()), p


def distances(gram, labels, c, weights=None):
    """Distances of the clusters' means in feature space, (c, c)."""
    n = np.bincount(labels, weights, minlength=c)
    return cluster_distances(set_kernel(block_sums_of(gram, labels, c, weights), n))


def _drawn(labels, c, rng):
    """How often each row is drawn, as many of each cluster as it has."""
    rows, n = np.argsort(labels, kind="stable"), np.bincount(labels, minlength=c)
    begin, size = np.repeat(np.cumsum(n) - n, n), np.repeat(n, n)
    drawn = rows[begin + (rng.random_sample(len(rows)) * size).astype(int)]
    return np.bincount(drawn, minlength=len(rows)).astype(float)


def _ceiling(gram, labels, c, rng):
    n = np.bincount(labels)
    if n.min() < 2:
        return np.nan
    found = []
    for _ in range(_N_SPLITS):
        rows = np.lexsort((rng.random_sample(len(labels)), labels))
        rank = np.empty(len(labels), dtype=int)
        rank[rows] = np.arange(len(labels)) - np.repeat(np.cumsum(n) - n, n)
        half = (rank < n[labels] // 2).astype(float)
        one, other = (unit(distances(gram, labels, c, w)) for w in (half, 1 - half))
        found.append((one * other).sum())
    r = max(float(np.mean(found)), 0.0)
    return float(np.sqrt(2 * r / (1 + r)))
