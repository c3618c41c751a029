r"""The one optimizer: local search over partitions for any objective.

.. math:: J(\Pi) = \langle W(n), S \rangle + b(n)

It runs in two phases. Batch sweeps linearise J in (S, n) and give every sample the label of
largest slope; a sweep is kept only if J rose. Then screening passes compute the exact J of
every single reassignment at once, and visit the samples that would gain, best first, each
checked again with the state as it then is. When no gain is left the partition is a fixed
point of Algorithm 1 of Song 2007, reached without J ever falling.

A cluster is never emptied; the papers do not say what should happen then.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from .._typing import ArrayLike, Floats, Ints
from .._utils.units import power_of
from .._validation import check_labels, check_weights
from ..kernels.eigenvectors import leading_eigenvectors, leading_subspace
from ..kernels.gram import Gram
from .state import State

if TYPE_CHECKING:
    from .objectives import Scale


@dataclass(frozen=True)
class Step:
    """One step of a search.

    Attributes
    ----------
    labels : ndarray of int of shape (m,)
        The partition after the step.
    objective : float
        J of it.
    moved : ndarray of int
        The samples that changed cluster, in the order in which they moved.
    """

    labels: Ints
    objective: float
    moved: Ints


@dataclass(frozen=True)
class Problem:
    """What a search needs to know.

    Attributes
    ----------
    gram : Dense, Sparse or Factor
        The kernel matrix, (m, m).
    objective : an objective of `depcluster.search`
    n_clusters : int
    weights : ndarray of shape (m,) or None
        Positive weights of the samples; K is then used as ``w_i w_j K_ij`` and n are sums of
        weights.
    max_iter : int, default=100
        The most sweeps and passes together.

    Raises
    ------
    ValueError
        If the weights do not fit the samples.
    """

    gram: Gram
    objective: Any
    n_clusters: int
    weights: Floats | None = None
    max_iter: int = 100

    def __post_init__(self):
        if self.weights is not None:
            object.__setattr__(self, "weights", check_weights(self.weights, self.gram.shape[0]))

    def in_units(self) -> tuple[Problem, Scale]:
        """The same where no product leaves the floats, and the `Scale` of its J."""
        gram, e = self.gram.in_units()
        f = 0 if self.weights is None else power_of(self.weights.max())
        objective, scale = self.objective.in_units(e, f)
        weights = None if self.weights is None else np.ldexp(self.weights, -f)
        return replace(self, gram=gram, objective=objective, weights=weights), scale

    def spectrum(self, k: int) -> tuple[Floats, Floats]:
        """The k leading eigenpairs of K, of ``W^1/2 K W^1/2`` with weights."""
        if not k:
            return np.empty(0), np.empty((self.gram.shape[0], 0))
        return leading_eigenvectors(self._matrix, k)

    def directions(self, k: int) -> Floats:
        """An orthonormal basis, (m, k), near the span of the k leading eigenvectors."""
        return leading_subspace(self._matrix, k)[1] if k else self.spectrum(0)[1]

    @property
    def _matrix(self):
        return self.gram if self.weights is None else _Weighted(self.gram, self.weights)


class _Weighted:
    """``W^1/2 K W^1/2`` for the eigensolver."""

    def __init__(self, gram, weights):
        self.gram, self.shape, self.dtype = gram, gram.shape, gram.dtype
        self.root = np.sqrt(weights)

    def product(self, V):
        return self.root[:, None] * self.gram.product(self.root[:, None] * V)

    def matvec(self, v):
        return self.root * self.gram.matvec(self.root * np.ravel(v))

    def rows(self, idx):
        return self.root[idx][:, None] * self.gram.rows(idx) * self.root


def climb(problem: Problem, labels: ArrayLike, tol: float = 1e-10) -> Iterator[Step]:
    """Climb from a partition to a local optimum, one `Step` at a time.

    Parameters
    ----------
    problem : Problem
    labels : array of int of shape (m,)
        Where to start.
    tol : float, default=1e-10
        What counts as a gain, relative to the size of J.

    Yields
    ------
    Step
        First the start, then one for each kept sweep and each pass. The last one has moved
        nothing, unless ``max_iter`` cut the search short.

    Examples
    --------
    >>> from depcluster.kernels import as_centred_gram
    >>> from depcluster.search import Normalized
    >>> x = np.array([0.0, 0.1, 1.0, 1.1])
    >>> problem = Problem(as_centred_gram(np.outer(x, x)), Normalized(np.eye(2)), 2)
    >>> steps = list(climb(problem, np.array([0, 1, 0, 1])))
    >>> steps[0].objective < steps[-1].objective
    True
    """
    labels = check_labels(labels, problem.gram.shape[0], problem.n_clusters, every=False)
    problem, scale = problem.in_units()
    for state, _ in climb_from(State(problem, labels), problem.max_iter, tol):
        yield Step(state.labels.copy(), float(scale.of(state.J)), state.moved)


def climb_from(state, max_iter, tol=1e-10):
    """As `climb`, from a state, also one over row blocks: yields (state, settled) pairs."""
    # Settled is the last one, if a pass has found that no sample alone would gain. A pass, which
    # may change a state in place, is followed by sweeps again if it could not show every sample
    # that gains.
    yield state, False
    sweeping = True
    for _ in range(max_iter):
        swept = _sweep(state, tol) if sweeping else None
        if swept is None:
            state, settled, sweeping = _pass(state, tol)
        else:
            state, settled = swept, False
        yield state, settled
        if settled:
            return


def can_rise(state, tol=1e-10):
    """Whether moving one sample alone would still raise J."""
    return len(state.rising(_least(state, tol)).order) > 0


def _least(state, tol):
    return tol * max(abs(state.J), np.finfo(float).tiny)


def _sweep(state, tol):
    """The state after giving every sample the label of largest slope; None if J did not rise."""
    swept = state.swept()
    return swept if swept is not None and swept.J > state.J + tol * abs(state.J) else None


def _pass(state, tol):
    """The state once those that gain were visited, whether none moved, whether some were hidden."""
    least = _least(state, tol)
    seen = state.rising(least)
    moved = [i for i in seen.order if seen.state.try_move(i, seen.target[i], least)]
    state = state.after(seen, np.array(moved, dtype=np.intp))
    return state, not moved, not seen.every
