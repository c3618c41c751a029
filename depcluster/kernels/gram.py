r"""Kernel matrices behind one small interface, whatever way they are stored.

A Gram knows how to sum its rows over clusters (``sums``), to read the sums off for some
samples (``scores``), and to carry one sample (``move``) or many (``shift``) from cluster to
cluster. All algorithms are written against these four, so none asks whether K is dense, sparse
or given by a low-rank factor. ``shape``, ``dtype`` and ``matvec`` let
`scipy.sparse.linalg.eigsh` work on any of them, ``product`` is the same for several vectors.

A matrix that is given is not copied, unless centring takes a large constant from it: otherwise it
is applied to the sums. With p the samples' shares,

.. math:: H K H = K - r \mathbf 1' - \mathbf 1 r' + k \mathbf 1 \mathbf 1', \qquad
   r = K p, \quad k = p' r
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from scipy import sparse

from .._typing import ArrayLike, Floats, Index, Ints, SparseArray
from .._utils.units import power_of
from .._validation import (
    as_csr,
    as_kernel,
    as_numbers,
    as_square,
    check_weights,
    looks_like_distances,
    warn,
)

_ROWS = 256
_FEW = 32
_ROUNDING = 1e-12
_PIVOTS = 50
_NEGATIVE = 1e-6  # of the largest entry of the diagonal


def centre(K: ArrayLike, weights: ArrayLike | None = None) -> Floats:
    r"""Take the mean away in feature space: every row and column then sums to zero.

    .. math:: H K H, \qquad H = I - \tfrac1m \mathbf 1 \mathbf 1'

    Parameters
    ----------
    K : array-like of shape (m, m), symmetric
    weights : array of shape (m,), optional
        The mean taken away is then the weighted one, ``H = I - 1 w'/sum(w)``.

    Returns
    -------
    ndarray of shape (m, m)

    Raises
    ------
    ValueError
        If K is no dense table of numbers, or the weights do not fit it.

    Examples
    --------
    >>> centre(np.eye(2))
    array([[ 0.5, -0.5],
           [-0.5,  0.5]])
    """
    K = as_square(K)
    p, low, high = proportions(weights, len(K)), K.min(), K.max()
    K = _without_constant(K, low, high)
    r = p @ K
    Kc = K - r
    Kc -= (r - p @ r)[:, None]
    if max(Kc.max(), -Kc.min()) <= 1e-14 * max(high, -low):
        Kc[:] = 0  # K was constant, and what is left of it is rounding
    return Kc


def proportions(weights, n_samples):
    """Weights (n_samples,) that sum to one; equal ones when there are none."""
    given = np.ones(n_samples) if weights is None else weights
    w = check_weights(given, n_samples, "weights, or sample_weight,")
    return w / w.sum()


class _Gram:
    shape: tuple[int, int]
    diagonal: Floats
    sums: Any  # these four are what each of the three has
    scores: Any
    rows: Any
    matvec: Any
    dtype = np.dtype(float)
    _held = ("K", "_r", "_k", "diagonal")  # all that goes with the size of K

    def in_units(self) -> tuple[Any, int]:
        """The Gram over 2^e, and e: not 0 where K is so small or large that its squares are lost.

        No digit changes by it; nothing is copied where e is 0.
        """
        e = power_of(np.abs(self.diagonal).max(initial=0)) and power_of(largest_entry(self))
        if not e:
            return self, 0
        scaled = copy(self)
        for name in self._held:
            setattr(scaled, name, _over(getattr(self, name), e))
        return scaled, e

    def product(self, V: Floats) -> Floats:
        """``K V`` for V of shape (m, k)."""
        return self.scores(self.sums(V), slice(None))

    def block_sums(
        self, s: Floats, G: Floats, labels: Ints, n_clusters: int, weights: Floats | None = None
    ) -> Floats:
        """``S = Pi' G`` from the sums s and ``G = K Pi``, shape (n_clusters, n_clusters)."""
        weighted = G if weights is None else weights[:, None] * G
        return np.stack([np.bincount(labels, g, n_clusters) for g in weighted.T], axis=1)

    def blocks(self) -> Iterator[Floats]:
        """K, some rows at a time: arrays of shape (at most 256, m)."""
        m = self.shape[0]
        return (self.rows(np.arange(i, min(i + _ROWS, m))) for i in range(0, m, _ROWS))

    def __array__(self, dtype=None, copy=None):
        raise TypeError(f"{type(self).__name__} is not an array; use its matvec or rows.")


def _over(held: Any, e: int) -> Any:
    """A number, an array or a sparse array over 2^e."""
    if not sparse.issparse(held):
        return np.ldexp(held, -e)
    held = held.copy()
    held.data = np.ldexp(held.data, -e)
    return held


class Dense(_Gram):
    """A kernel matrix held in full, as it was given.

    Parameters
    ----------
    K : array-like of shape (m, m), symmetric
        An array of floats is not copied.
    centred : bool, default=True
        Whether to centre it.
    weights : array of shape (m,), optional
        Weights of the samples in the mean that centring takes away.

    Examples
    --------
    >>> gram = Dense([[2.0, 0.0], [0.0, 2.0]])
    >>> gram.rows(0)
    array([[ 1., -1.]])
    """

    def __init__(
        self, K: ArrayLike, centred: bool = True, weights: ArrayLike | None = None
    ) -> None:
        K = as_square(K)
        self.shape = K.shape
        p = proportions(weights, len(K)) * centred
        K = K if K.flags.c_contiguous else K.T  # rows are read one by one
        self.K = without_constant(K) if centred else K
        self._set_means(p)
        if centred and self._is_constant():
            self.K = np.broadcast_to(0.0, K.shape)
            self._set_means(p)

    def _set_means(self, p):
        self._r = self.K @ p
        self._k = self._r @ p
        self.diagonal = self.K.diagonal() - 2 * self._r + self._k

    def _is_constant(self):
        """Whether centring leaves nothing of K but rounding."""
        size = 1e-14 * np.abs(self.K.diagonal()).max(initial=0)
        if np.abs(self.diagonal).max(initial=0) > size:
            return False
        size = max(size, 1e-14 * max(self.K.max(), -self.K.min()))
        return all(np.abs(block).max() <= size for block in self.blocks())

    def sums(self, P: Floats) -> Floats:
        """``K P`` for P of shape (m, c)."""
        s = (np.ascontiguousarray(P.T) @ self.K).T  # K is symmetric, and this way round is faster
        s -= np.outer(self._r - self._k, P.sum(axis=0))
        s -= self._r @ P
        return s

    def scores(self, s: Floats, idx: Index) -> Floats:
        """Rows idx of ``G = K Pi``, read off the sums s."""
        return s[idx]

    def move(self, s: Floats, i: int, a: int, b: int, weight: float = 1.0) -> None:
        """Update the sums s in place: sample i goes from cluster a to b."""
        row = self.K[i] - self._r
        row -= self._r[i] - self._k
        if weight != 1:
            row *= weight
        s[:, a] -= row
        s[:, b] += row

    def shift(self, s: Floats, idx: Ints, change: Floats) -> None:
        """Update the sums s in place: rows idx of the partition matrix grow by ``change``."""
        for k in range(0, len(idx), _FEW):  # the rows of K that are copied stay in the cache
            s += (np.ascontiguousarray(change[k : k + _FEW].T) @ self.K[idx[k : k + _FEW]]).T
        s -= np.outer(self._r, change.sum(axis=0))
        s -= (self._r[idx] - self._k) @ change

    def rows(self, idx: int | Ints) -> Floats:
        """Rows idx of K."""
        idx = np.atleast_1d(idx)
        rows = self.K[idx]
        rows -= self._r
        rows -= (self._r[idx] - self._k)[:, None]
        return rows

    def matvec(self, v: Floats) -> Floats:
        """``K v``."""
        v = np.ravel(v)
        return self.K @ v - (self._r - self._k) * v.sum() - self._r @ v


class Factor(_Gram):
    """A low-rank Gram, a kernel matrix given as a product; memory O(m d), a move costs O(d).

    .. math:: K = B B'

    Parameters
    ----------
    B : ndarray of shape (m, d)
    centred : bool, default=True
        Whether to subtract the column means of B, which centres K.
    weights : array of shape (m,), optional

    Examples
    --------
    >>> gram = Factor([[1.0], [3.0]])
    >>> gram.rows([0, 1])
    array([[ 1., -1.],
           [-1.,  1.]])
    """

    def __init__(self, B: Floats, centred: bool = True, weights: ArrayLike | None = None) -> None:
        B = as_numbers(B, "B")
        self.B = B - proportions(weights, len(B)) @ B if centred else B
        self.shape = (len(B), len(B))
        self.diagonal = np.einsum("ij,ij->i", self.B, self.B)

    def in_units(self) -> tuple[Any, int]:
        """As `Dense.in_units`."""
        e = 2 * power_of(np.abs(self.B).max(initial=0))
        return (Factor(np.ldexp(self.B, -e // 2), centred=False) if e else self), e

    def sums(self, P: Floats) -> Floats:
        """``B' P``, shape (d, c)."""
        return self.B.T @ P

    def scores(self, s: Floats, idx: Index) -> Floats:
        """Rows idx of ``G = K Pi``, read off the sums s."""
        return self.B[idx] @ s

    def move(self, s: Floats, i: int, a: int, b: int, weight: float = 1.0) -> None:
        """Update the sums s in place: sample i goes from cluster a to b."""
        s[:, a] -= weight * self.B[i]
        s[:, b] += weight * self.B[i]

    def shift(self, s: Floats, idx: Ints, change: Floats) -> None:
        """Update the sums s in place: rows idx of the partition matrix grow by ``change``."""
        s += self.B[idx].T @ change

    def block_sums(
        self, s: Floats, G: Floats, labels: Ints, n_clusters: int, weights: Floats | None = None
    ) -> Floats:
        """``S = s' s``."""
        return s.T @ s

    def rows(self, idx: int | Ints) -> Floats:
        """Rows idx of K."""
        return self.B[idx] @ self.B.T

    def matvec(self, v: Floats) -> Floats:
        """``K v``."""
        return self.B @ (self.B.T @ v)


class Sparse(_Gram):
    """A sparse kernel matrix, which centring leaves sparse.

    The sums carry two extra rows, the sizes n and ``r' Pi``.

    Parameters
    ----------
    K : sparse matrix or array of shape (m, m), symmetric
        Of any format; never changed.
    centred : bool, default=True
    weights : array of shape (m,), optional

    Examples
    --------
    >>> gram = Sparse(sparse.eye_array(2))
    >>> gram.rows(0)
    array([[ 0.5, -0.5]])
    """

    def __init__(
        self, K: SparseArray, centred: bool = True, weights: ArrayLike | None = None
    ) -> None:
        self.K = as_csr(K)
        self.shape = self.K.shape
        p = proportions(weights, self.shape[0]) * centred
        self._r = self.K @ p
        self._k = self._r @ p
        self.diagonal = self.K.diagonal() - 2 * self._r + self._k

    def sums(self, P: Floats) -> Floats:
        """``K P`` over the rows 1'P and r'P, shape (m + 2, c)."""
        return np.asfortranarray(np.vstack([self.K @ P, P.sum(axis=0), self._r @ P]))

    def scores(self, s: Floats, idx: Index) -> Floats:
        """Rows idx of ``G = HKH Pi``, read off the sums s."""
        m = self.shape[0]
        return s[:m][idx] - np.outer(self._r[idx] - self._k, s[m]) - s[m + 1]

    def move(self, s: Floats, i: int, a: int, b: int, weight: float = 1.0) -> None:
        """Update the sums s in place: sample i goes from cluster a to b."""
        span = slice(self.K.indptr[i], self.K.indptr[i + 1])
        rows = np.append(self.K.indices[span], [self.shape[0], self.shape[0] + 1])
        step = weight * np.append(self.K.data[span], [1.0, self._r[i]])
        s[rows, a] -= step
        s[rows, b] += step

    def shift(self, s: Floats, idx: Ints, change: Floats) -> None:
        """Update the sums s in place: rows idx of the partition matrix grow by ``change``."""
        m = self.shape[0]
        s[:m] += self.K[idx].T @ change
        s[m] += change.sum(axis=0)
        s[m + 1] += self._r[idx] @ change

    def rows(self, idx: int | Ints) -> Floats:
        """Rows idx of HKH."""
        idx = np.atleast_1d(idx)
        return self.K[idx].toarray() - self._r[idx][:, None] - self._r + self._k

    def matvec(self, v: Floats) -> Floats:
        """``HKH v``."""
        v = np.ravel(v)
        return self.K @ v - self._r * v.sum() - self._r @ v + self._k * v.sum()


def as_gram(K: ArrayLike | SparseArray | Gram, weights: ArrayLike | None = None) -> Gram:
    """K as a Gram; one that already is a Gram is returned as it is.

    Parameters
    ----------
    K : array-like or sparse array of shape (m, m), or a Gram
    weights : array of shape (m,), optional

    Returns
    -------
    Dense, Sparse or Factor

    Raises
    ------
    ValueError
        If K is not square, not finite or not symmetric.

    Examples
    --------
    >>> as_gram(np.eye(2)).matvec([1.0, 0.0])
    array([ 0.5, -0.5])
    """
    if isinstance(K, Dense | Sparse | Factor):
        return K
    K = as_kernel(K, allow_sparse=True)
    return (Sparse if sparse.issparse(K) else Dense)(K, weights=weights)


def as_centred_gram(K: ArrayLike | SparseArray | Gram, weights: ArrayLike | None = None) -> Gram:
    """K as a Gram, centred; one that already is a Gram is checked to be centred.

    Parameters
    ----------
    K : array-like or sparse array of shape (m, m), or a Gram
    weights : array of shape (m,), optional
        Centring is about the weighted mean.

    Returns
    -------
    Dense, Sparse or Factor

    Raises
    ------
    ValueError
        If K is not square, not finite, not symmetric, or a Gram that is not centred.

    Examples
    --------
    >>> as_centred_gram(np.eye(2)).matvec([1.0, 0.0])
    array([ 0.5, -0.5])
    """
    if not isinstance(K, Dense | Sparse | Factor):
        K = K if sparse.issparse(K) else as_numbers(K, "K")
        gram = as_gram(K, weights=weights)
        warn_if_indefinite(gram, "K", K)
        return gram
    off = np.abs(K.matvec(proportions(weights, K.shape[0]))).max()
    lost = K.shape[0] * np.finfo(float).eps * largest_entry(K)
    if off > 1e-6 * max(np.abs(K.diagonal).max(), np.finfo(float).tiny) + lost:
        raise ValueError(
            f"K must be centred when it is given as a {type(K).__name__}; its (weighted) row "
            f"means reach {off:.3g}. Build it with centred=True and the same weights."
        )
    return K


def without_constant(K):
    """K less a constant at least a thousand times larger than all differences in it; else K."""
    return _without_constant(K, K.min(), K.max())


def _without_constant(K, low, high):
    # Centring takes a constant away, and with it the digits that sums of large entries lose. Where
    # the differences are no more than rounding of the constant, K is left alone.
    middle, reach = low / 2 + high / 2, high / 2 - low / 2
    return K - middle if 1e-12 * abs(middle) < reach < 1e-3 * abs(middle) else K


def warn_if_indefinite(gram, name, given):
    """Warn where a few columns of a Cholesky factor of a centred Gram prove that there is none.

    What its matrix lost to rounding as it was `given`, with a large constant in it, proves nothing.
    """
    # What is left of the diagonal is then negative somewhere. Not all that is indefinite shows it
    # so soon, as it would among all eigenvalues, whose cost is that of many searches.
    if isinstance(gram, Factor) or looks_like_distances(gram.K):  # of which it is said already
        return
    left, B = gram.diagonal.copy(), np.empty((gram.shape[0], min(gram.shape[0], _PIVOTS)))
    least = _NEGATIVE * np.abs(left).max(initial=0)
    if not sparse.issparse(given):  # from which no constant is taken
        with np.errstate(over="ignore"):
            is_single = np.array_equal(given, np.float32(given))
        least += len(left) * np.finfo("f" if is_single else "d").eps * np.abs(given).max()
    for j in range(B.shape[1]):
        i = left.argmax()
        if left.min() < -least:
            warn(
                f"{name} is not positive semi-definite, not even once it is centred: what is "
                "maximised is then no dependence, and the labels may mean little. Try another "
                "kernel, or K + a * np.eye(len(K)) with a number a that is large enough."
            )
        if left.min() < -least or not left[i] > least:
            return
        B[:, j] = (gram.rows(i)[0] - B[:, :j] @ B[i, :j]) / np.sqrt(left[i])
        left -= B[:, j] ** 2
        left[i] = 0


def largest_entry(gram):
    """The largest entry in absolute value of what a Gram holds, before it was centred."""
    if isinstance(gram, Factor):
        return gram.diagonal.max(initial=0)
    held = gram.K.data if isinstance(gram, Sparse) else gram.K
    return max(held.max(initial=0), -held.min(initial=0))


def part_of(gram, idx):
    """Rows and columns ``idx`` of a Gram, centred as they were."""
    part = copy(gram)
    part.shape, part.diagonal = (len(idx), len(idx)), gram.diagonal[idx]
    if isinstance(gram, Factor):
        part.B = gram.B[idx]
    else:
        part.K, part._r = gram.K[idx][:, idx], gram._r[idx]
    return part


def means_of(gram, groups, shares):
    """The Gram ``C' K C`` of means of its samples, ``C_ib`` the share of i in its group b."""
    m, made = gram.shape[0], copy(gram)
    C = sparse.csr_array((shares, (np.arange(m), groups)))  # (m, b)
    made.shape = (C.shape[1], C.shape[1])
    if isinstance(gram, Factor):
        made.B = C.T @ gram.B
        made.diagonal = np.einsum("ij,ij->i", made.B, made.B)
    else:
        K = C.T @ gram.K @ C
        made.K = K.tocsr() if sparse.issparse(K) else np.ascontiguousarray(K)
        made._r = C.T @ gram._r
        made.diagonal = made.K.diagonal() - 2 * made._r + made._k
    return made


def is_informative(gram):
    """Whether a centred Gram has off-diagonal entries that differ by more than rounding."""
    # Where they do not, K = a I + 11' b before centring, or b_i + b_j off its diagonal: all
    # partitions into clusters of the same sizes are then the same to it.
    m = gram.shape[0]
    means = gram.matvec(np.full(m, 1 / m))
    size, low, high = _ROUNDING * largest_entry(gram), np.inf, -np.inf
    for first, last in pairwise([0, *range(min(2, m), m, _ROWS), m]):  # two rows mostly say so
        idx = np.arange(first, last)
        block = gram.rows(idx) - means - means[idx, None]
        off = idx[:, None] != np.arange(m)
        low = min(low, block.min(where=off, initial=np.inf))
        high = max(high, block.max(where=off, initial=-np.inf))
        if high - low > size:
            return True
    return False


Gram: TypeAlias = Dense | Sparse | Factor
