"""What the perturbation explorer computes: a clustering, a perturbed one, and Theorem 1."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from sklearn.utils import check_random_state

from ..._utils.blas import one_blas_thread
from ...kernels.eigenvectors import leading_eigenvectors
from ...kernels.gram import Dense
from ...kernels.maker import KernelMaker
from ...labels.renaming import align_labels
from ...papers.song2007.perturbation import PerturbationBound, bound_from
from ...plotting.plane import plane_of
from ...search.local_search import Problem, climb
from ...search.objectives import Normalized
from ...search.restarts import best_runs
from ...search.starts import spectral_labels
from ..explorer.question import Question
from .modes import modes

KERNELS = (
    ("rbf", "RBF"),
    ("graph", "graph diffusion"),
    ("poly", "polynomial 2"),
    ("linear", "linear"),
)
N_INIT = 10
N_VALUES = 8


@dataclass(frozen=True, eq=False)
class PerturbationQuestion(Question):
    """What is asked.

    Attributes
    ----------
    kernel : str
    perturb : {"input", "rank", "entries"}
    amount : float
    """

    kernel: str
    perturb: str
    amount: float


@dataclass(frozen=True)
class Given:
    """The data as they are, under one kernel.

    Attributes
    ----------
    K : ndarray of shape (m, m)
    labels : ndarray of int of shape (m,)
    values : ndarray of shape (k,)
        Leading eigenvalues of the centred K.
    width : str
        That of the kernel in words; empty for a kernel without one to choose.
    gram : Dense
        K, centred.
    size : float
        Of that, in the Frobenius norm.
    bound : callable
        From a perturbed K and its labels to Theorem 1.
    """

    K: np.ndarray
    labels: np.ndarray
    values: np.ndarray
    width: str
    gram: Dense
    size: float
    bound: Callable


@dataclass(frozen=True)
class Shaken:
    """The same after a perturbation, its labels named as the given ones.

    Attributes
    ----------
    points : ndarray of shape (m, 2)
        In the plane of the given ones.
    labels : ndarray of int of shape (m,)
    start : str
        Which start the labels came from.
    values : ndarray of shape (k,)
    change : float
        Size of the change of the centred K, as a share of K.
    theorem : PerturbationBound
    """

    points: np.ndarray
    labels: np.ndarray
    start: str
    values: np.ndarray
    change: float
    theorem: PerturbationBound


class Engine:
    """Holds the samples, one draw of the noise, and every answer so far.

    Parameters
    ----------
    X : ndarray of shape (m, d)
    n_clusters : int
    gamma : float or "median"
        Of the RBF kernel.
    random_state : int
    names : ndarray of int of shape (m,), optional
        Labels whose names the given ones take as far as they fit.
    hurried : bool, default=False
        Search from the names and the spectral start alone, not from the full mix of starts.
    """

    def __init__(self, X, n_clusters, gamma, random_state, names=None, hurried=False):
        self.X, self.n_clusters, self.random_state = X, n_clusters, random_state
        self.names, self.hurried = names, hurried
        self.modes = modes(X, n_clusters)
        self.points, self._plane = plane_of(X)
        self.plane = self._plane.caption
        self._maker = KernelMaker(X)
        self._gamma = self._maker.width("rbf", gamma)
        self._noise = self._draws().standard_normal(X.shape)
        self._given, self._shaken, self._entries = {}, {}, None
        self._spectra = {}

    def _draws(self):
        """Random numbers of the noise, others than those of data made with the same seed."""
        return np.random.default_rng([self.random_state, 1])

    def extent(self):
        """Corners (x0, y0, x1, y1) of a window that holds all points, however perturbed."""
        far = self._plane.place(self.X + self.modes["input"].amounts[-1] * self._noise)
        both = np.vstack([self.points, far])
        return [*both.min(axis=0).tolist(), *both.max(axis=0).tolist()]

    def given(self, kernel):
        """The unperturbed clustering under a kernel, the best of some starts.

        Parameters
        ----------
        kernel : str

        Returns
        -------
        Given
        """
        if kernel not in self._given:
            K = self._kernel_matrix(self._maker, kernel)
            problem, values, vectors = self._problem(K)
            labels = self._search(problem, vectors[:, : self.n_clusters - 1])
            if self.names is not None:
                labels = align_labels(labels, self.names, np.eye(self.n_clusters))
            gram, bound = problem.gram, bound_from(K, labels)
            width = self._width_text() if kernel == "rbf" else ""
            self._given[kernel] = Given(K, labels, values, width, gram, _norm(gram), bound)
        return self._given[kernel]

    def _search(self, problem, vectors):
        if not self.hurried:
            rng = check_random_state(self.random_state)
            *_, (_, best) = best_runs(problem, "auto", N_INIT, rng, vectors=vectors)
            return best.labels
        starts = [spectral_labels(vectors)]
        if len(np.unique(self.names)) == self.n_clusters:
            starts.append(self.names)
        ends = [list(climb(problem, start))[-1] for start in starts]
        return max(ends, key=lambda end: end.objective).labels

    def unhurried(self, names):
        """One that searches from the full mix of starts and keeps the given names."""
        if not self.hurried:
            return self
        return Engine(self.X, self.n_clusters, self._gamma, self.random_state, names)

    def steps(self, question, curve=True):
        """Compute an answer and then the curve around it; yields the engine after each stop."""
        kernel, mode = question.kernel, question.perturb
        for amount in (question.amount, *(self.modes[mode].stops if curve else ())):
            with one_blas_thread():
                self.shaken(kernel, mode, amount)
            yield self

    def shaken(self, kernel, mode, amount):
        """The perturbed clustering and the bound; each is computed once.

        It starts from the given labels and from the spectral ones; the better one is kept.

        Parameters
        ----------
        kernel : str
        mode : {"input", "rank", "entries"}
        amount : float

        Returns
        -------
        Shaken
        """
        key = (kernel, mode, amount)
        if key not in self._shaken:
            self._shaken[key] = self._shake(self.given(kernel), *key)
        return self._shaken[key]

    def known(self, kernel, mode):
        """What is computed of a curve, from its first stop to the first missing one.

        Returns
        -------
        list of Shaken
        """
        found = []
        for amount in self.modes[mode].stops:
            if (kernel, mode, amount) not in self._shaken:
                break
            found.append(self._shaken[kernel, mode, amount])
        return found

    def _shake(self, given, kernel, mode, amount):
        X = self.X + amount * self._noise if mode == "input" else self.X
        K = self._perturbed(given, kernel, X, mode, amount)
        problem, values, vectors = self._problem(K)
        starts = {
            "given labels": given.labels,
            "spectral start": spectral_labels(vectors[:, : self.n_clusters - 1]),
        }
        ends = {name: list(climb(problem, start))[-1] for name, start in starts.items()}
        best = max(ends, key=lambda name: ends[name].objective)
        labels = align_labels(ends[best].labels, given.labels, np.eye(self.n_clusters))
        change = _norm(problem.gram, given.gram)
        return Shaken(
            points=self._plane.place(X),
            labels=labels,
            start=best,
            values=values,
            change=change / given.size if given.size else 0.0,
            theorem=given.bound(K, labels),
        )

    def _perturbed(self, given, kernel, X, mode, amount):
        K = given.K
        if mode == "input":
            return self._kernel_matrix(KernelMaker(X), kernel)
        if mode == "rank":
            if amount == len(K):
                return K
            if kernel not in self._spectra:
                self._spectra[kernel] = np.linalg.eigh(K)
            values, vectors = self._spectra[kernel]
            keep = slice(len(K) - int(amount), None)
            low = (vectors[:, keep] * values[keep]) @ vectors[:, keep].T
            return (low + low.T) / 2
        if self._entries is None:
            E = self._draws().standard_normal(K.shape)
            self._entries = (E + E.T) / np.sqrt(2)
        return K + amount * given.size / len(K) * self._entries

    def _problem(self, K):
        c = self.n_clusters
        problem = Problem(Dense(K), Normalized(np.eye(c)), c)
        return problem, *leading_eigenvectors(problem.gram, min(max(c + 1, N_VALUES), len(K)))

    def _width(self, kernel):
        return self._gamma if kernel == "rbf" else self._maker.width(kernel)

    def _width_text(self):
        """Against the median rule, because the letter γ is a term of the bound here."""
        try:
            share = self._gamma / self._maker.rule("rbf")
        except ValueError:  # most samples are the same, and there is no rule
            return f"width {self._gamma:.3g}"
        return f"width {share:{'.2f' if 0.1 <= share < 100 else '.2g'}} × median rule"

    def _kernel_matrix(self, maker, kernel):
        K = maker.matrix(kernel, gamma=self._width(kernel))
        return (K + K.T) / 2


def _norm(gram, other=None):
    """The Frobenius norm of a Gram, or of what lies between two, some rows at a time."""
    if other is None:
        return float(np.sqrt(sum((rows**2).sum() for rows in gram.blocks())))
    pairs = zip(gram.blocks(), other.blocks(), strict=True)
    return float(np.sqrt(sum(((rows - others) ** 2).sum() for rows, others in pairs)))
