"""From samples to the Gram that is searched, and from its partition to where new samples go."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from scipy import sparse

from .._typing import Floats, Ints
from .._utils.units import power_of
from .._validation import check_similarities
from ..kernels.gram import (
    Dense,
    Factor,
    Sparse,
    proportions,
    warn_if_indefinite,
    without_constant,
)
from ..kernels.low_rank import PivotFeatures, incomplete_cholesky, kernel_with
from ..kernels.matrix import MIRRORED, kernel_diagonal, kernel_matrix
from ..labels.partition import indicator
from ..search.local_search import Problem
from ..search.objectives import value

_ENTRIES = 2**22
_LEAST_ROWS = 64
_SEEN = 1e-10


def in_slices(X, n_values):
    """Slices of samples of n_values kernel values each, about four million of these at a time."""
    width = n_values if sparse.issparse(X) else max(n_values, X.shape[1])
    step = max(_LEAST_ROWS, _ENTRIES // max(width, 1))
    for i in range(0, X.shape[0], step):
        yield slice(i, min(i + step, X.shape[0]))


def centred_gram(K, weights):
    """A kernel matrix that is checked already as a centred Gram; K less a constant; the constant.

    The last two, of `without_constant`, are what predict needs.
    """
    if sparse.issparse(K):
        return Sparse(K, weights=weights), K, 0.0
    held = without_constant(K)
    return Dense(held, weights=weights), held, float(K[0, 0] - held[0, 0])


def checked_gram(K, weights, kernel):
    """`centred_gram` of the matrix of a kernel, with a warning where it proves to be none."""
    found = centred_gram(K, weights)
    if kernel not in MIRRORED:
        warn_if_indefinite(found[0], "the kernel matrix of X", K)
    return found


def exact(X, params, weights):
    """The Gram of samples, and an `ExactPredictor` that lacks but a partition of them."""
    try:
        K = kernel_matrix(X, **params)
    except MemoryError as error:
        raise MemoryError(
            f"X has {X.shape[0]} samples, and their kernel matrix takes "
            f"{X.shape[0] ** 2 / 2**27:.0f} GiB. Try rank=50, which needs none."
        ) from error
    if params["kernel"] not in (*MIRRORED, "precomputed"):
        check_similarities(K, name="the kernel matrix of X")
    share = proportions(weights, K.shape[0])
    gram, held, constant = checked_gram(K, weights, params["kernel"])
    about = {"share": share, "means": held @ share, "typical": float(share @ K.diagonal())}
    return gram, partial(ExactPredictor, params=params, X=X, constant=constant, **about)


def low_rank(X, params, weights, effort):
    """The same from an incomplete Cholesky factor, and that; ``effort`` is how far it goes."""
    params = column_params(params)
    low = incomplete_cholesky(X, **effort, **params)
    B = low.factor
    mean = proportions(weights, len(B)) @ B
    features = PivotFeatures.of(low, X, params).less(mean)
    B -= mean  # in place: a second B would double the memory
    gram = Factor(B, centred=False)
    scatter = B.T @ (B if weights is None else weights[:, None] * B)
    return gram, partial(NystromPredictor.of, gram, features=features, scatter=scatter), low


def column_params(params):
    """Parameters of a kernel that is computed column by column."""
    return {name: value for name, value in params.items() if name != "n_neighbors"}


@dataclass(frozen=True, kw_only=True)
class _Predictor:
    """Which cluster new samples join: a subclass says where they stand to the partition of fit."""

    objective: Any
    S: Floats  # block sums of the partition (c, c)
    n: Floats  # sizes of its clusters (c,)
    weight: float  # of a new sample

    def labels(self, X):
        """Labels of samples (k,), some at a time."""
        labels = np.empty(X.shape[0], dtype=np.intp)
        for part in in_slices(X, self.X.shape[0]):
            labels[part] = assign(
                self.objective, self.S, self.n, *self.scores(X[part]), self.weight
            )
        return labels

    def sums(self, X):
        r"""Block sums of samples, each of weight 1, by these labels, and the sizes of the clusters.

        Kernel values are centred about the mean of fit,

        .. math:: \tilde k(x, y) = k(x, y) - h(x) - h(y) + \bar k

        with h(x) the mean of ``k(x, .)`` over the samples of fit and the last term the mean of h
        over them.
        """
        Pi = indicator(self.labels(X), len(self.n))
        return self.block_sums(X, Pi), Pi.sum(axis=0)


@dataclass(frozen=True, kw_only=True)
class ExactPredictor(_Predictor):
    """By all kernel values between new samples and those of fit."""

    params: dict[str, Any]  # of `kernel_matrix`, with gamma a number or None
    X: Any  # the samples of fit (m, d), which may be sparse
    Pi: Floats  # partition matrix (m, c), of weights if there were any
    share: Floats  # weights of the samples that sum to one (m,)
    means: Floats  # weighted row means of the uncentred K, less the constant (m,)
    constant: float  # taken from every kernel value; see `without_constant`
    typical: float  # k(x, x) of new samples for a precomputed matrix, which does not have it
    kept: Ints | None  # which of its columns these samples are; None for all

    def scores(self, X):
        """Sums of centred kernel values over the clusters (k, c), and the centred k(x, x) (k,).

        Centred as scikit-learn's KernelCenterer does, by what that takes from the sums.
        """
        if self.params["kernel"] == "precomputed":
            K = X if self.kept is None else X[:, self.kept]
            own = np.full(X.shape[0], self.typical)
        else:
            K, own = kernel_with(self.X, X, self.params), kernel_diagonal(X, **self.params)
        all_mean = self.means @ self.share
        sums = self._less(K) @ np.column_stack([self.Pi, self.share])
        G, mean = sums[:, :-1], sums[:, -1]
        G -= (mean - all_mean)[:, None] * self.Pi.sum(axis=0)
        G -= self.means @ self.Pi
        return G, own - self.constant - 2 * mean + all_mean

    def _less(self, K):
        """Kernel values without the constant."""
        if not self.constant:
            return K
        return (K.toarray() if sparse.issparse(K) else K) - self.constant

    def block_sums(self, X, Pi):
        """``Pi' K~ Pi`` of samples (c, c)."""
        c, n = Pi.shape[1], Pi.sum(axis=0)
        S, h = np.zeros((c, c)), np.zeros(c)
        for part in in_slices(X, max(len(Pi), self.X.shape[0])):
            S += Pi[part].T @ (self._less(kernel_matrix(X[part], X, **self.params)) @ Pi)
            K_new = kernel_with(self.X, X[part], self.params)
            h += Pi[part].T @ (self._less(K_new) @ self.share)
        return S - np.outer(h, n) - np.outer(n, h) + self.means @ self.share * np.outer(n, n)

    def eigenvalues(self, k):
        """The k leading eigenvalues of the centred, weighted K, which is made anew."""
        w = self.Pi.sum(axis=1)
        gram, *_ = centred_gram(kernel_matrix(self.X, **self.params), w)
        return Problem(gram, None, k + 1, w).spectrum(k)[0]


@dataclass(frozen=True, kw_only=True)
class NystromPredictor(_Predictor):
    """The same from a low-rank factor B: only kernel values with the pivots are needed."""

    features: PivotFeatures  # rows of the centred factor for any samples
    cluster_sums: Floats  # B' Pi (d, c)
    scatter: Floats  # B' W B (d, d), W the weights; its eigenvalues are the weighted K's

    @classmethod
    def of(cls, gram, Pi, kept, **about):
        """That of a partition of all rows, of those that are ``kept`` with a weight."""
        return cls(cluster_sums=gram.sums(Pi), **about)

    @property
    def X(self):
        """The pivots (d, n_features)."""
        return self.features.X

    @property
    def params(self):
        """As of `ExactPredictor`."""
        return self.features.params

    def scores(self, X):
        """As `ExactPredictor.scores`, with k(x, x) of the factor."""
        B = self.features.rows(X)
        return B @ self.cluster_sums, (B**2).sum(axis=1)

    def block_sums(self, X, Pi):
        """As `ExactPredictor.block_sums`, of the factor's rows."""
        sums = np.zeros((self.X.shape[0], Pi.shape[1]))
        for part in in_slices(X, self.X.shape[0]):
            sums += self.features.rows(X[part]).T @ Pi[part]
        return sums.T @ sums

    def rows(self, X):
        """Rows of the centred factor for samples (k, d)."""
        B = np.empty((X.shape[0], self.X.shape[0]))
        for part in in_slices(X, self.X.shape[0]):
            B[part] = self.features.rows(X[part])
        return B

    def eigenvalues(self, k):
        """As `ExactPredictor.eigenvalues`, of the factor; 0 beyond its rank."""
        values = np.linalg.eigvalsh(self.scatter)[::-1]
        return np.append(values, np.zeros(k))[:k]


def sums_of(gram, Pi):
    """S and n of a partition matrix, as `assign` takes them."""
    n = Pi.sum(axis=0)
    e = power_of(n.max())
    Pi = np.ldexp(Pi, -e) if e else Pi
    return Pi.T @ gram.scores(gram.sums(Pi), slice(None)), n


def assign(objective, S, n, G, own, weight=1.0):
    """The cluster that each of k new samples of a weight would raise J most in.

    S (c, c) and n (c,) are block sums and sizes of the samples that are there, G (k, c) sums of
    the new samples' kernel values over the clusters, own (k,) their k(x, x). Where weights are so
    small that their products are no numbers, S is that of weights over ``2^power_of(n.max())``.
    """
    e, f = power_of(max(own.max(initial=0), S.max(), -S.min())), power_of(n.max())
    objective, _ = objective.in_units(e, f)
    S, G, own = np.ldexp(S, -e), np.ldexp(G, -e - f), np.ldexp(own, -e)
    n, weight = np.ldexp(n, -f), np.ldexp(weight, -f)
    weight = max(weight, min(_SEEN * n.max(), n.min()))  # what a lighter one adds would be rounding
    b = np.arange(len(n))
    after = n + weight * np.eye(len(b))  # (c, c): row b is n after joining b
    W = objective.rows(after, b)  # (c, c)
    J = value(objective, S, after) + 2 * weight * G @ W.T
    J += weight**2 * own[:, None] * W.diagonal()
    return J.argmax(axis=1)
