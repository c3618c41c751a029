r"""Low rank without the kernel matrix: pivoted incomplete Cholesky.

Song 2007, section 6, takes the sample that is represented worst as the next pivot. A few samples
far from all others are always that, and then a factor of few columns holds little else. Pivots
drawn at random, each with a chance in proportion to what is left of its diagonal, go where most of
the trace is (Chen, Epperly, Tropp and Webber, Randomly pivoted Cholesky, arXiv:2207.06503, 2022).
They are drawn in blocks: of some proposals those are kept that would have been drawn one by one
(Epperly, Tropp and Webber, Embrace rejection, arXiv:2410.03969, 2024), so that columns are computed
several at a time.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from scipy import sparse
from scipy.linalg import cholesky, solve_triangular
from scipy.linalg.blas import dtrsm
from sklearn.utils import check_random_state

from .._typing import ArrayLike, Floats, Gamma, Ints, Kernel, RandomState, SparseArray
from .._utils.blas import blas_threads_for
from .._validation import (
    ANYTHING,
    NOTHING,
    RULES,
    as_sparse_samples,
    check_samples,
    checked,
    one_of,
    short_repr,
    whole,
)
from .matrix import (
    check_kernel_name,
    check_takes_sparse,
    kernel_diagonal,
    kernel_matrix,
    resolve_gamma_of,
)
from .precision import measured_from, origin_of

_CHECK_EVERY = 4
_PROPOSALS = 10
_LITTLE = 1e-6
PIVOTS = ("random", "greedy")


@dataclass(frozen=True)
class LowRank:
    r"""A factor of few columns, and how it came to an end.

    .. math:: K \approx B B'

    Attributes
    ----------
    factor : ndarray of shape (m, d)
        B; its rows are features of the samples.
    pivots : ndarray of int of shape (d,)
        The samples whose kernel columns were computed.
    residual_trace : float
        ``tr(K - B B')``, what is left out.
    eigengap : float or None
        ``lambda_(c-1) - lambda_c`` of the centred B B' at the end; None without n_clusters.
    stopped_by : {"tolerance", "eigengap", "rank"}
    """

    factor: Floats
    pivots: Ints
    residual_trace: float
    eigengap: float | None
    stopped_by: Literal["tolerance", "eigengap", "rank"]

    @property
    def residual(self) -> float:
        """float: the residual trace as a share, with ``tr(H B B' H)`` what is kept."""
        B, mean = self.factor, self.factor.mean(axis=0)
        kept = max(float(np.einsum("ij,ij", B, B) - len(B) * (mean @ mean)), 0.0)
        return self.residual_trace / max(kept + self.residual_trace, np.finfo(float).tiny)


@checked(
    X=ANYTHING,
    n_clusters=whole(2) | NOTHING,
    gamma=RULES["gamma"] | NOTHING,
    pivots=one_of(*PIVOTS),
)
def incomplete_cholesky(
    X: ArrayLike | SparseArray,
    *,
    kernel: Kernel = "rbf",
    gamma: Gamma = "median",
    degree: float = 2,
    coef0: float = 1,
    kernel_params: dict[str, Any] | None = None,
    pivots: Literal["random", "greedy"] = "random",
    tol: float = 1e-6,
    max_rank: int = 200,
    n_clusters: int | None = None,
    origin: Floats | None = None,
    random_state: RandomState = None,
    verbose: int = 0,
) -> LowRank:
    r"""Approximate a kernel matrix by a factor without ever forming it.

    .. math:: K \approx B B', \qquad
       P(i_{k+1} = i) = \frac{(K - B B')_{ii}}{\mathrm{tr}(K - B B')}
       \quad \text{or} \quad i_{k+1} = \arg\max_i\, (K - B B')_{ii}

    The left rule draws the next pivot at random (Chen, Epperly, Tropp and Webber 2022), the right
    one takes the sample that is represented worst (Song 2007, section 6). Time O(m d^2), memory
    O(m d).

    Parameters
    ----------
    X : array-like or sparse array of shape (m, n_features)
        Sparse samples for "linear", "cosine", "poly" and "rbf"; they are never made dense.
    kernel : str or callable, default="rbf"
        A positive semi-definite pairwise kernel.
    gamma, degree, coef0, kernel_params
        As in `kernel_matrix`.
    pivots : {"random", "greedy"}, default="random"
        Which of the two rules. Where a few samples lie far from all others "greedy" spends its
        columns on them, and the rest of the trace stays outside.
    tol : float, default=1e-6
        Stop when the residual trace is at most this share of the trace of K.
    max_rank : int, default=200
        The most columns. With a narrow Gaussian kernel this is what stops it.
    n_clusters : int, optional
        Number of clusters c: stop, too, when the residual trace is at most the eigengap
        ``lambda_(c-1) - lambda_c`` (Song 2007, end of section 6). There the theorem promises
        no more than gamma <= 1; what is seen is far smaller.
    origin : ndarray of shape (n_features,), optional
        As in `kernel_matrix`: without it a mean far from 0 is all that a few columns hold of
        "linear" and "poly".
    random_state : int, RandomState or None
        Of random pivots.
    verbose : int, default=0
        Above 0, a line now and then.

    Returns
    -------
    LowRank

    Raises
    ------
    ValueError
        If a parameter is out of range or the kernel is not positive semi-definite.

    Examples
    --------
    >>> X = np.random.default_rng(0).normal(size=(100, 3))
    >>> found = incomplete_cholesky(X, kernel="linear", tol=1e-9, random_state=0)
    >>> found.factor.shape, found.stopped_by
    ((100, 3), 'tolerance')
    """
    check_by_columns(kernel)
    if sparse.issparse(X):
        check_takes_sparse(kernel, X)
    X = as_sparse_samples(X, least=2) if sparse.issparse(X) else check_samples(X)
    m = X.shape[0]
    _check_clusters(n_clusters, min(m, max_rank))
    params: dict[str, Any] = {
        "kernel": kernel,
        "degree": degree,
        "coef0": coef0,
        "kernel_params": kernel_params,
    }
    params["gamma"] = resolve_gamma_of(kernel, gamma, X)
    if isinstance(kernel, str) and kernel == "rbf":
        X = measured_from(origin_of(X), X)  # once: pivots alone do not show that they are far
    params["origin"] = origin
    growing = _Growing(kernel_diagonal(X, **params), min(max_rank, m), n_clusters)
    check_semi_definite(growing.diagonal.min(), abs(growing.trace), "before the first column")
    if not growing.trace and kernel_matrix(X, X[:1], **params).any():
        raise ValueError(
            "kernel must be positive semi-definite for a Cholesky factor; k(x, x) is 0 for all "
            "samples, and yet their values with the first are not. Try rbf, laplacian or linear."
        )
    rng = check_random_state(random_state)
    with blas_threads_for(*growing.B.shape):
        while not (stopped_by := growing.why_stop(tol)):
            if pivots == "greedy":
                new = np.array([growing.diagonal.argmax()])
            else:
                proposed = growing.drawn(rng)
                new = growing.accepted(proposed, kernel_matrix(X[proposed], **params), rng)
            growing.add(new, kernel_matrix(X, X[new], **params))
            if verbose and growing.rank % 10 < len(new):
                print(f"{growing.rank} columns, residual trace {growing.residual:.4g}")
    return LowRank(
        growing.factor(),
        np.array(growing.pivots, dtype=np.intp),
        growing.residual,
        growing.eigengap(),
        stopped_by,
    )


class _Growing:
    """The factor as it grows, with the diagonal that is left and the small Gram B'B."""

    def __init__(self, diagonal, max_rank, n_clusters):
        self.diagonal = diagonal
        self.trace = self.residual = float(diagonal.sum())
        self.B = np.empty((len(diagonal), max_rank), order="F")
        self.small = np.zeros((max_rank, max_rank))
        self.means = np.zeros(max_rank)
        self.pivots = []
        self.n_clusters = n_clusters
        self.due = -(-(n_clusters or 0) // _CHECK_EVERY) * _CHECK_EVERY  # to look at the eigengap

    @property
    def rank(self):
        return len(self.pivots)

    @property
    def free(self):
        return self.B.shape[1] - self.rank

    def factor(self):
        """B, without a second copy of it when all columns are in use."""
        used = self.B[:, : self.rank]
        return self.B if self.rank == self.B.shape[1] else used.copy(order="F")

    def left_between(self, K, rows, pivots):
        """Entries of ``K - B B'`` where K has entries."""
        j = self.rank
        return K - self.B[rows, :j] @ self.B[pivots, :j].T

    def drawn(self, rng):
        """Samples drawn with chances in proportion to the diagonal that is left."""
        # One where next to nothing is left: between some, rounding would be too large a part.
        size = _PROPOSALS if self.residual > _LITTLE * self.trace else 1
        reached = np.cumsum(self.diagonal)
        drawn = np.searchsorted(reached, rng.random_sample(size) * reached[-1], side="right")
        return np.minimum(drawn, self.diagonal.nonzero()[0][-1])

    def accepted(self, proposed, K, rng):
        """Those of the samples drawn at once that would have been drawn one after the other."""
        left = self.left_between(K, proposed, proposed)
        before, kept = self.diagonal[proposed], []
        for i, chance in enumerate(rng.random_sample(len(proposed))):
            if left[i, i] > max(chance, _LITTLE) * before[i] and len(kept) < self.free:
                kept.append(i)
                left -= np.outer(left[:, i], left[i] / left[i, i])
        return proposed[kept or [0]]

    def add(self, pivots, K):
        """Columns for the kernel values of all samples with some pivots."""
        check_finite(K)
        j, end = self.rank, self.rank + len(pivots)
        new = self.left_between(K, slice(None), pivots)
        block = new[pivots]
        np.fill_diagonal(block, self.diagonal[pivots])
        triangle = cholesky(block, lower=True)
        self.B[:, j:end] = new = solve_triangular(triangle, new.T, lower=True).T
        self.diagonal -= np.einsum("ij,ij->i", new, new)
        check_semi_definite(self.diagonal.min(), self.trace, f"after {end} columns")
        self.pivots.extend(pivots.tolist())
        self.diagonal[self.pivots] = 0
        np.maximum(self.diagonal, 0, out=self.diagonal)
        self.residual = float(self.diagonal.sum())
        if self.n_clusters:
            self.small[:end, j:end] = self.B[:, :end].T @ new
            self.small[j:end, :end] = self.small[:end, j:end].T
            self.means[j:end] = new.mean(axis=0)

    def eigengap(self):
        """Eigengap of the centred B B', from ``B'B - m b b'``; None without n_clusters."""
        if not self.n_clusters:
            return None
        d, c = self.rank, self.n_clusters
        b = self.means[:d]
        values = np.linalg.eigvalsh(self.small[:d, :d] - len(self.B) * np.outer(b, b))[::-1]
        values = np.append(np.maximum(values, 0), np.zeros(c))
        return float(values[c - 2] - values[c - 1])

    def why_stop(self, tol):
        if self.residual <= tol * self.trace:
            return "tolerance"
        if self.n_clusters and self.rank >= self.due:
            self.due = self.rank - self.rank % _CHECK_EVERY + _CHECK_EVERY
            if self.residual <= self.eigengap():
                return "eigengap"
        return "" if self.free else "rank"


def check_by_columns(kernel):
    """Raise a ValueError for a kernel that gives no single columns of its matrix."""
    if isinstance(kernel, str):
        check_kernel_name(kernel)
        if kernel in ("graph", "precomputed"):
            raise ValueError(
                f'kernel must be computable column by column; got {short_repr(kernel)}. Try "rbf".'
            )


def check_finite(values):
    """Raise a ValueError if a kernel, or sums of it, gave what is no finite number."""
    if not np.isfinite(values).all():
        raise ValueError("kernel must give finite values; got NaN or infinity.")


def check_semi_definite(least, trace, where):
    """Raise a ValueError if less than nothing is left of a diagonal, by more than rounding."""
    if least < -1e-8 * trace:
        raise ValueError(
            f"kernel must be positive semi-definite for a Cholesky factor; {where} the diagonal "
            f"left is {least:.3g}. Try rbf, laplacian or linear."
        )


def _check_clusters(n_clusters, most):
    if n_clusters is not None and n_clusters > most:
        raise ValueError(
            f"n_clusters must be at most max_rank and the number of samples, {most}; got "
            f"{short_repr(n_clusters)}. A factor of smaller rank cannot tell so many clusters "
            "apart."
        )


@dataclass(frozen=True)
class PivotFeatures:
    """Rows of a factor B for any samples: ``b_i = T^-1 k_i - mean``, ``k_i = k(x_i, pivots)``."""

    X: np.ndarray  # (d, n_features): the pivots
    triangle: np.ndarray  # (d, d): T, the rows of the factor at the pivots, lower triangular
    mean: np.ndarray  # (d,): taken from every row; the mean of all rows centres K
    params: dict[Any, Any]  # of `kernel_matrix`, with gamma a number or None

    @classmethod
    def of(cls, low, X, params):
        """Those of a `LowRank` of X, with a mean of 0: X gets its rows back, up to rounding."""
        d = len(low.pivots)
        return cls(X[low.pivots], low.factor[low.pivots], np.zeros(d), params)

    def less(self, mean):
        """The same with a mean (d,) taken away."""
        return replace(self, mean=self.mean + mean)

    def rows(self, X):
        """Features (k, d) of samples."""
        return self.of_kernel(kernel_with(self.X, X, self.params))

    def of_kernel(self, K):
        """Features (k, d) of samples by their kernel values (k, d) with the pivots."""
        # BLAS itself is asked, which lets other threads work; scipy's solve_triangular does not.
        if not self.X.shape[0]:
            return np.empty((len(K), 0))
        B = dtrsm(1.0, self.triangle, np.asarray(K, dtype=float).T, lower=1).T
        B -= self.mean
        return B

    def diagonal(self, X):
        """``k(x, x)`` of samples, as the kernel has it."""
        return kernel_diagonal(X, **self.params)


def kernel_with(pivots, X, params):
    """Kernel values (k, d) of samples with pivots, of which constant samples have none."""
    few = X.shape[0], pivots.shape[0]
    return kernel_matrix(X, pivots, **params) if few[1] else np.empty(few)
