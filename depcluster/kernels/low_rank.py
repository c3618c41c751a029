"""Low rank without the kernel matrix: pivoted incomplete Cholesky (Song 2007, section 6)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from ..checks.rules import ANYTHING, NOTHING, RULES, checked, whole
from ..checks.samples import check_samples
from ..checks.sparse import as_sparse_samples
from ..checks.told import told
from .matrix import (
    check_kernel_name,
    check_takes_sparse,
    kernel_diagonal,
    kernel_matrix,
    resolve_gamma_of,
)
from .origin import measured_from, origin_of

_CHECK_EVERY = 4


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

    factor: np.ndarray
    pivots: np.ndarray
    residual_trace: float
    eigengap: float | None
    stopped_by: str

    @property
    def residual(self):
        """float: the residual trace as a share, with ``tr(H B B' H)`` what is kept."""
        B, mean = self.factor, self.factor.mean(axis=0)
        kept = max(float(np.einsum("ij,ij", B, B) - len(B) * (mean @ mean)), 0.0)
        return self.residual_trace / max(kept + self.residual_trace, np.finfo(float).tiny)


@checked(X=ANYTHING, n_clusters=whole(2) | NOTHING, gamma=RULES["gamma"] | NOTHING)
def incomplete_cholesky(
    X,
    *,
    kernel="rbf",
    gamma="median",
    degree=2,
    coef0=1,
    kernel_params=None,
    tol=1e-6,
    max_rank=200,
    n_clusters=None,
    origin=None,
    verbose=0,
):
    r"""Approximate a kernel matrix by a factor without ever forming it (Song 2007, section 6).

    .. math:: K \approx B B', \qquad
       i_{k+1} = \arg\max_i\, (K - B B')_{ii}

    Column by column, the sample that is represented worst becomes the next pivot. Time
    O(m d^2), memory O(m d).

    Parameters
    ----------
    X : array-like or sparse array of shape (m, n_features)
        Sparse samples for "linear", "cosine", "poly" and "rbf"; they are never made dense.
    kernel : str or callable, default="rbf"
        A positive semi-definite pairwise kernel.
    gamma, degree, coef0, kernel_params
        As in `kernel_matrix`.
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
    >>> found = incomplete_cholesky(X, kernel="linear", tol=1e-9)
    >>> found.factor.shape, found.stopped_by
    ((100, 3), 'tolerance')
    """
    check_by_columns(kernel)
    if sparse.issparse(X):
        check_takes_sparse(kernel, X)
    X = as_sparse_samples(X, least=2) if sparse.issparse(X) else check_samples(X)
    m = X.shape[0]
    _check_clusters(n_clusters, min(m, max_rank))
    params = {"kernel": kernel, "degree": degree, "coef0": coef0, "kernel_params": kernel_params}
    params["gamma"] = resolve_gamma_of(kernel, gamma, X)
    if isinstance(kernel, str) and kernel == "rbf":
        X = measured_from(origin_of(X), X)  # once, and not for every column
    params["origin"] = origin
    growing = _Growing(kernel_diagonal(X, **params), min(max_rank, m), n_clusters)
    while True:
        stopped_by = growing.why_stop(tol)
        if stopped_by:
            break
        pivot = growing.worst()
        growing.add(pivot, kernel_matrix(X, X[[pivot]], **params)[:, 0])
        if verbose and growing.rank % 10 == 0:
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

    @property
    def rank(self):
        return len(self.pivots)

    def factor(self):
        """B, without a second copy of it when all columns are in use."""
        used = self.B[:, : self.rank]
        return self.B if self.rank == self.B.shape[1] else used.copy(order="F")

    def worst(self):
        return int(self.diagonal.argmax())

    def add(self, pivot, column):
        j = self.rank
        check_finite(column)
        column = column - self.B[:, :j] @ self.B[pivot, :j]
        column /= np.sqrt(self.diagonal[pivot])
        self.B[:, j] = column
        self.diagonal -= column**2
        check_semi_definite(self.diagonal.min(), self.trace, f"after {j + 1} columns")
        self.pivots.append(pivot)
        self.diagonal[self.pivots] = 0
        np.maximum(self.diagonal, 0, out=self.diagonal)
        self.residual = float(self.diagonal.sum())
        if self.n_clusters:
            self.small[: j + 1, j] = self.small[j, : j + 1] = self.B[:, : j + 1].T @ column
            self.means[j] = column.mean()

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
        due = self.n_clusters and self.rank >= self.n_clusters and self.rank % _CHECK_EVERY == 0
        if due and self.residual <= self.eigengap():
            return "eigengap"
        return "rank" if self.rank == self.B.shape[1] else ""


def check_by_columns(kernel):
    """Raise a ValueError for a kernel that gives no single columns of its matrix.

    Parameters
    ----------
    kernel : str or callable
    """
    if isinstance(kernel, str):
        check_kernel_name(kernel)
        if kernel in ("graph", "precomputed"):
            raise ValueError(
                f'kernel must be computable column by column; got {kernel!r}. Try "rbf".'
            )


def check_finite(values):
    """Raise a ValueError if a kernel gave what is no finite number.

    Parameters
    ----------
    values : ndarray
        Of the kernel, or sums of them.
    """
    if not np.isfinite(values).all():
        raise ValueError("kernel must give finite values; got NaN or infinity.")


def check_semi_definite(least, trace, where):
    """Raise a ValueError if less than nothing is left of a diagonal, by more than rounding.

    Parameters
    ----------
    least : float
        Of ``k(x, x) - b'b``.
    trace : float
        Sum of ``k(x, x)``.
    where : str
        For the error.
    """
    if least < -1e-8 * trace:
        raise ValueError(
            f"kernel must be positive semi-definite for a Cholesky factor; {where} the diagonal "
            f"left is {least:.3g}. Try rbf, laplacian or linear."
        )


def _check_clusters(n_clusters, most):
    if n_clusters is not None and n_clusters > most:
        raise ValueError(
            f"n_clusters must be at most max_rank and the number of samples, {most}; got "
            f"{told(n_clusters)}. A factor of smaller rank cannot tell so many clusters apart."
        )
