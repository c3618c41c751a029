"""What the kernel explorer computes: one question (controls), one answer (arrays)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from sklearn.metrics import pairwise_distances

from ..kernels.gram import Dense
from ..kernels.linalg import leading_eigenvectors
from ..kernels.matrix import has_width, kernel_matrix, median_rule
from ..labels.kernels import is_psd
from ..labels.relabelling import align_labels
from ..search.objectives import Normalized
from ..search.restarts import Problem, best_runs, climb
from ..search.starts import kmeans_plus_plus

KERNELS = (
    ("rbf", "RBF"),
    ("laplacian", "Laplacian"),
    ("poly", "polynomial, degree 2"),
    ("cosine", "cosine"),
    ("linear", "linear"),
    ("graph", "graph, diffusion"),
)
N_INIT = 10
N_NEIGHBOURS = 10
N_VECTORS = 4
_METRIC = {"rbf": "sqeuclidean", "laplacian": "manhattan"}


@dataclass(frozen=True)
class Controls:
    """What is asked.

    Attributes
    ----------
    kernel : str
    width : float
        log2 of gamma over the median rule.
    label_kernel : ndarray of shape (c, c)
    preset : str
        The matrix's name.
    """

    kernel: str
    width: float
    label_kernel: np.ndarray
    preset: str

    @property
    def n_clusters(self):
        """Number of clusters."""
        return len(self.label_kernel)


@dataclass(frozen=True)
class Scene:
    """A kernel matrix and its spectrum, for one set of controls.

    Attributes
    ----------
    controls : Controls
    problem : Problem
    gamma, rule : float or None
        Width in use and that of the median rule; None where the kernel has none.
    values, vectors : ndarray of shape (k,), (m, k)
        Leading eigenpairs of the centred kernel matrix, k >= max(c, 4) where m allows.
    """

    controls: Controls
    problem: Problem
    gamma: float | None
    rule: float | None
    values: np.ndarray
    vectors: np.ndarray

    @property
    def eigengap(self):
        """``lambda_(c-1) - lambda_c`` of the centred kernel matrix."""
        c = self.controls.n_clusters
        return float(self.values[c - 2] - self.values[c - 1]) if c > 1 else 0.0


class Engine:
    """Holds the samples and what does not change with a slider: distances and median rules.

    Parameters
    ----------
    X : ndarray of shape (m, d)
    """

    def __init__(self, X):
        self.X = X
        self._distances = {}
        self._rules = {}
        self._fixed = {}

    def scene(self, controls):
        """Kernel matrix and spectrum for the controls.

        Parameters
        ----------
        controls : Controls

        Returns
        -------
        Scene

        Raises
        ------
        ValueError
            If the label kernel is indefinite or the data have no width.
        """
        A = controls.label_kernel
        refuse_indefinite(A)
        gram, gamma, rule = self._gram(controls)
        problem = Problem(gram, Normalized(A), len(A))
        k = min(max(len(A), N_VECTORS), len(self.X))
        values, vectors = leading_eigenvectors(gram, k)
        return Scene(controls, problem, gamma, rule, values, vectors)

    def _rule(self, name):
        try:
            return median_rule(self.X, name)
        except ValueError:
            raise ValueError(
                f"kernel must be one without a width for these data; got {name!r}, and the median "
                "distance between samples is 0. Choose linear, cosine or graph."
            ) from None

    def _gram(self, controls):
        name = controls.kernel
        if not has_width(name):
            if name not in self._fixed:
                K = kernel_matrix(self.X, kernel=name, n_neighbors=neighbours_of(len(self.X)))
                self._fixed[name] = Dense(K)
            return self._fixed[name], None, None
        if name not in self._rules:
            self._rules[name] = self._rule(name)
        rule = self._rules[name]
        gamma = rule * 2.0**controls.width
        if name not in _METRIC:
            return Dense(kernel_matrix(self.X, kernel=name, gamma=gamma)), gamma, rule
        if name not in self._distances:
            self._distances[name] = pairwise_distances(self.X, metric=_METRIC[name])
        return Dense(np.exp(-gamma * self._distances[name])), gamma, rule


def neighbours_of(m):
    """Neighbours of a sample in the graph of m samples."""
    return min(N_NEIGHBOURS, m - 1)


def refuse_indefinite(A):
    """Raise a ValueError that says what to press if a label kernel is indefinite."""
    if not is_psd(A):
        low = f"{np.linalg.eigvalsh(A)[0]:.2f}".replace("-", "\u2212")
        raise ValueError(
            "label_kernel must be positive semi-definite; its smallest eigenvalue is "
            f"{low}. Press Use nearest PSD, or undo."
        )


def follow(problem, labels, rng):
    """The answer while a control moves: one climb from the labels on screen.

    Parameters
    ----------
    problem : Problem
    labels : ndarray of int of shape (m,) or None
        None, or labels that are not those of all c clusters, give a k-means++ start.
    rng : numpy.random.RandomState

    Returns
    -------
    labels : ndarray of int of shape (m,)
    objective : float
    """
    c = problem.n_clusters
    if labels is not None and np.array_equal(np.unique(labels), np.arange(c)):
        *_, last = climb(problem, labels)
        return last.labels, last.objective
    *_, last = climb(problem, kmeans_plus_plus(problem.gram, c, rng))
    if labels is None:
        return last.labels, last.objective
    return align_labels(last.labels, labels, _names(problem)), last.objective


def settle(problem, vectors, labels, objective, rng):
    """The full mix of starts, one at a time, against an answer at hand.

    Parameters
    ----------
    problem : Problem
    vectors : ndarray of shape (m, k)
        Leading eigenvectors of the centred kernel matrix, k >= c - 1.
    labels, objective : ndarray of int of shape (m,), float
        The answer on screen.
    rng : numpy.random.RandomState

    Yields
    ------
    labels, objective
        The better of the two so far, names kept as close to the screen as the objective
        allows.
    """
    vectors = vectors[:, : problem.n_clusters - 1]
    for _, best in best_runs(problem, vectors, "auto", N_INIT, rng):
        if best.objective > objective + 1e-9 * abs(objective):
            yield align_labels(best.labels, labels, _names(problem)), best.objective
        else:
            yield labels, objective


def _names(problem):
    """A matrix that a renaming leaves alone if it leaves alone all the objective rests on."""
    matrices = problem.objective.structure
    if len(matrices) == 1:
        return matrices[0]
    scaled = [M / (np.abs(M).max() or 1.0) for M in matrices]
    entries = np.round(np.stack(scaled, axis=-1), 9).reshape(-1, len(matrices))
    codes = np.unique(entries, axis=0, return_inverse=True)[1]
    return codes.reshape(matrices[0].shape).astype(float)
