"""What the perturbation explorer computes: a clustering, a perturbed one, and Theorem 1."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from scipy.linalg import svd
from sklearn.utils import check_random_state

from ..._utils.blas import one_blas_thread
from ...kernels.gram import Dense, centre
from ...kernels.maker import KernelMaker
from ...kernels.precision import origin_of
from ...labels.renaming import align_labels
from ...papers.song2007.perturbation import (
    PerturbationBound,
    bound_from,
    leading_off_the_constant,
)
from ...plotting.plane import plane_of
from ...search.local_search import Problem, climb
from ...search.objectives import Normalized
from ...search.starts import spectral_labels
from ..explorer.labelling import Fit, believed
from ..explorer.question import Question
from ..explorer.search import BETTER, settle
from .modes import modes

KERNELS = (
    ("rbf", "RBF"),
    ("graph", "graph diffusion"),
    ("poly", "polynomial 2"),
    ("linear", "linear"),
)
N_VALUES = 8


@dataclass(frozen=True, eq=False)
class PerturbationQuestion(Question):
    """What is asked.

    Attributes
    ----------
    kernel : str
    perturb : {"input", "rank", "entries"}
    amount : float
    n_clusters : int
    """

    kernel: str
    perturb: str
    amount: float
    n_clusters: int


@dataclass(frozen=True, eq=False)
class Given(Fit):
    """The data as they are, clustered under one kernel; without labels as long as they are not.

    Attributes
    ----------
    K : ndarray of shape (m, m)
    problem : Problem
        Its clustering.
    values : ndarray of shape (k,)
        Leading eigenvalues of the centred K.
    vectors : ndarray of shape (m, c - 1)
    size : float
        Of the centred K, in the Frobenius norm.
    """

    K: np.ndarray
    problem: Problem
    values: np.ndarray
    vectors: np.ndarray

    @cached_property
    def size(self):
        return _norm(self.problem.gram)

    @cached_property
    def bound(self) -> Callable:
        """From a perturbed K and its labels to Theorem 1."""
        return bound_from(self.K, self.labels)


@dataclass(frozen=True, eq=False)
class Shaken(Fit):
    """The same after a perturbation, its labels named as the given ones; settled as they are.

    Attributes
    ----------
    given : Given
    K : ndarray of shape (m, m)
    problem : Problem
        Its clustering.
    points : ndarray of shape (m, 2)
        In the plane of the given ones.
    """

    given: Given
    K: np.ndarray
    problem: Problem
    points: np.ndarray

    @cached_property
    def values(self):
        """Leading eigenvalues of the centred K."""
        return _leading(self.K, self.problem.n_clusters)[0]

    @cached_property
    def change(self):
        """Size of the change of the centred K, as a share of K."""
        size = self.given.size
        return _norm(self.problem.gram, self.given.problem.gram) / size if size else 0.0

    @cached_property
    def theorem(self) -> PerturbationBound:
        """Theorem 1 for the two partitions."""
        return self.given.bound(self.K, self.labels)


class Engine:
    """Answers where no page does, and checks what a page tells.

    Parameters
    ----------
    X : ndarray of shape (m, d)
    n_clusters : int
    gamma : float or "median"
        Of the RBF kernel.
    random_state : int
    """

    def __init__(self, X, n_clusters, gamma, random_state):
        self.X, self.n_clusters, self.random_state = X, n_clusters, random_state
        self.modes = modes(X, n_clusters)
        self.points, self._plane = plane_of(X)
        self.plane = self._plane.caption
        self._maker = KernelMaker(X)
        self._gamma = self._maker.width("rbf", gamma)
        self._noise = np.random.default_rng(self._key).standard_normal(X.shape)
        self._given, self._theorems, self._spectra = {}, {}, {}

    @property
    def _key(self):
        """Of the noise's random numbers: others than those of data made with the same seed."""
        return [self.random_state, 1]

    def extent(self):
        """Corners (x0, y0, x1, y1) of a window that holds all points, however perturbed."""
        far = self._placed(self.modes["input"].amounts[-1])
        both = np.vstack([self.points, far])
        return [*both.min(axis=0).tolist(), *both.max(axis=0).tolist()]

    def sent(self):
        """The samples for the page to compute with, and the noise on them."""
        m, d = self.X.shape
        both = np.vstack([self.X, self._noise])
        if d > len(both):  # rotated, they keep their inner products and distances
            U, sizes, _ = svd(both, full_matrices=False)
            both = U * sizes
        return {
            "X": np.ascontiguousarray(both, dtype=float).tobytes(),
            "n_samples": m,
            "n_features": d,
            "n_clusters": self.n_clusters,
            "gamma": self._gamma,
            "width": self._width_text(),
            "far": origin_of(self.X) is not None,
            "key": self._key,
            "shift": self._shift.tobytes(),
        }

    def _placed(self, amount):
        """Points (m, 2) of samples with noise."""
        return self.points + amount * self._shift

    @cached_property
    def _shift(self):
        """The noise in the plane, (m, 2)."""
        return replace(self._plane, origin=np.zeros(self.X.shape[1]), mean=0.0).place(self._noise)

    def given(self, kernel, names=None, heard=None):
        """The clustering under a kernel: the labels of a page, if they are right, else a search's.

        Parameters
        ----------
        kernel : str
        names : ndarray of int of shape (m,), optional
            Labels whose names those of a search take as far as they fit.
        heard : dict, optional
            What a page tells (`labelling`).

        Returns
        -------
        Given
        """
        given = self._given.get(kernel) or self._unclustered(kernel)
        is_clustered = given.labels is not None
        if is_clustered and heard == given.labelling:
            return given
        fit = believed(heard, given.problem)
        if fit is None and not is_clustered:
            fit = self._settled(given, Fit(names, -np.inf, False))
        return self._keep(kernel, given if fit is None else replace(given, **vars(fit)))

    def searched(self, kernel):
        """The better of the clustering at hand and the one that a whole search finds."""
        given = self._given[kernel]
        if not given.settled:
            given = replace(given, **vars(self._settled(given, given)))
        return self._keep(kernel, given)

    def _keep(self, kernel, given):
        if given is not self._given.get(kernel):
            self._given[kernel] = given
            self._theorems = {key: of for key, of in self._theorems.items() if key[0] != kernel}
        return given

    def _unclustered(self, kernel):
        K = self._kernel_matrix(self._maker, kernel)
        values, vectors = _leading(K, self.n_clusters)
        return Given(None, -np.inf, False, K, self._problem(K), values, vectors)

    def _settled(self, given, fit):
        return settle(given.problem, given.vectors, fit, check_random_state(self.random_state))

    def shaken(self, given, kernel, mode, amount, heard=None):
        """The perturbed clustering: the labels of a page, if they are right, else the climb's.

        That starts from the given labels and from the spectral ones; the better one is kept.

        Parameters
        ----------
        given : Given
        kernel : str
        mode : {"input", "rank", "entries"}
        amount : float
        heard : dict, optional
            What a page tells.

        Returns
        -------
        Shaken
        """
        K = self._perturbed(given, kernel, mode, amount)
        problem = self._problem(K)
        points = self._placed(amount) if mode == "input" else self.points
        about = given.settled, given, K, problem, points
        fit = believed(heard, problem)
        if fit is not None:
            return Shaken(fit.labels, fit.objective, *about)
        starts = given.labels, spectral_labels(_leading(K, self.n_clusters)[1])
        best, other = (list(climb(problem, start))[-1] for start in starts)
        if other.objective > best.objective + BETTER * abs(best.objective):
            best = other
        labels = align_labels(best.labels, given.labels, np.eye(self.n_clusters))
        return Shaken(labels, best.objective, *about)

    def stops(self, kernel, mode):
        """Compute the curve of the clustering at hand; yields after each stop."""
        for amount in self.modes[mode].stops:
            key = kernel, mode, amount
            with one_blas_thread():
                if key not in self._theorems:
                    self._theorems[key] = self.shaken(self._given[kernel], *key).theorem
            yield

    def known(self, kernel, mode):
        """What is computed of a curve, from its first stop to the first missing one.

        Returns
        -------
        list of PerturbationBound
        """
        found = []
        for amount in self.modes[mode].stops:
            if (kernel, mode, amount) not in self._theorems:
                break
            found.append(self._theorems[kernel, mode, amount])
        return found

    def width(self, kernel):
        """The width of a kernel in words; none for a kernel without one to choose."""
        return self._width_text() if kernel == "rbf" else ""

    def _perturbed(self, given, kernel, mode, amount):
        K = given.K
        if mode == "input":
            maker = KernelMaker(self.X + amount * self._noise)
            return self._kernel_matrix(maker, kernel)
        if mode == "rank":
            if amount == len(K):
                return K
            values, vectors = self._spectrum(kernel)
            keep = slice(len(K) - int(amount), None)
            low = (vectors[:, keep] * values[keep]) @ vectors[:, keep].T
            return (low + low.T) / 2
        return K + amount * given.size / len(K) * self._entries

    def _spectrum(self, kernel):
        """All eigenvalues and eigenvectors of K, kept for one kernel."""
        if kernel not in self._spectra:
            self._spectra = {kernel: np.linalg.eigh(self._given[kernel].K)}
        return self._spectra[kernel]

    @cached_property
    def _entries(self):
        """Noise (m, m), symmetric: the page draws the same numbers (`engine/twister.js`)."""
        m = len(self.X)
        E = np.zeros((m, m))
        E[np.tril_indices(m)] = np.random.RandomState(self._key).standard_normal(m * (m + 1) // 2)
        return E + np.tril(E, -1).T

    def _problem(self, K):
        return Problem(Dense(K), Normalized(np.eye(self.n_clusters)), self.n_clusters)

    def _width_text(self):
        """Against the median rule, because the letter γ is a term of the bound here."""
        try:
            share = self._gamma / self._maker.rule("rbf")
        except ValueError:  # most samples are the same, and there is no rule
            return f"width {self._gamma:.3g}"
        return f"width {share:{'.2f' if 0.1 <= share < 100 else '.2g'}} × median rule"

    def _kernel_matrix(self, maker, kernel):
        gamma = self._gamma if kernel == "rbf" else self._maker.width(kernel)
        K = maker.matrix(kernel, gamma=gamma)
        return (K + K.T) / 2


def _leading(K, n_clusters):
    """Leading eigenvalues of a centred K, on the complement of 1, and c - 1 of the vectors."""
    n = min(max(n_clusters + 1, N_VALUES), len(K) - 1)
    values, vectors = leading_off_the_constant(centre(K), n)
    return values[:n], vectors[:, : n_clusters - 1]


def _norm(gram, other=None):
    """The Frobenius norm of a Gram, or of what lies between two, some rows at a time."""
    if other is None:
        return float(np.sqrt(sum((rows**2).sum() for rows in gram.blocks())))
    pairs = zip(gram.blocks(), other.blocks(), strict=True)
    return float(np.sqrt(sum(((rows - others) ** 2).sum() for rows, others in pairs)))
