"""What the kernel explorer computes: one question (controls), one answer (arrays)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ....kernels.eigenvectors import leading_eigenvectors
from ....kernels.gram import Dense
from ....kernels.graph import resolve_n_neighbors
from ....kernels.maker import KernelMaker
from ....kernels.matrix import has_width
from ....search.local_search import Problem
from ....search.objectives import Normalized
from ...explorer.question import Question
from ...explorer.search import refuse_indefinite

WIDTH_REACH = 4.0

KERNELS = (
    ("rbf", "RBF"),
    ("laplacian", "Laplacian"),
    ("poly", "polynomial, degree 2"),
    ("cosine", "cosine"),
    ("linear", "linear"),
    ("graph", "graph, diffusion"),
)
N_VECTORS = 4


@dataclass(frozen=True, eq=False)
class LabelKernelQuestion(Question):
    """What is asked.

    Attributes
    ----------
    kernel : str
    width : float
        log2 of gamma over the median rule.
    n_neighbors : int
        The most in a graph.
    label_kernel : ndarray of shape (c, c)
    preset : str
        The matrix's name.
    added : ndarray of shape (k, 2)
        Points added by hand.
    """

    kernel: str
    width: float
    n_neighbors: int
    label_kernel: np.ndarray
    preset: str
    added: np.ndarray

    @property
    def n_clusters(self):
        """Number of clusters."""
        return len(self.label_kernel)


@dataclass(frozen=True, eq=False)
class Scene:
    """A kernel matrix and its spectrum, for one set of controls, computed when they are read.

    Attributes
    ----------
    controls : LabelKernelQuestion
    gamma, rule : float or None
        Width in use and that of the median rule; None where the kernel has none.
    engine : Engine
    """

    controls: LabelKernelQuestion
    gamma: float | None
    rule: float | None
    engine: Engine

    @property
    def n_neighbors(self):
        """How many are asked of a graph, fewer of few samples; None where there is no graph."""
        asked, m = self.controls, len(self.engine.maker.X)
        if asked.kernel != "graph":
            return None
        return resolve_n_neighbors("auto", m, asked.n_neighbors)

    @cached_property
    def problem(self):
        """What the labels are searched for."""
        A = self.controls.label_kernel
        gram = self.engine.gram(self.controls.kernel, self.gamma, self.n_neighbors)
        return Problem(gram, Normalized(A), len(A))

    @cached_property
    def _spectrum(self):
        gram = self.problem.gram
        k = min(max(self.controls.n_clusters, N_VECTORS), gram.shape[0])
        return leading_eigenvectors(gram, k)

    @property
    def values(self):
        """Leading eigenvalues of the centred kernel matrix, max(c, 4) where m allows."""
        return self._spectrum[0]

    @property
    def vectors(self):
        """Their eigenvectors, shape (m, k)."""
        return self._spectrum[1]

    @property
    def eigengap(self):
        """``lambda_(c-1) - lambda_c`` of the centred kernel matrix."""
        c = self.controls.n_clusters
        return float(self.values[c - 2] - self.values[c - 1]) if c > 1 else 0.0


class Engine:
    """Holds what does not change with a slider: distances, graphs, median rules.

    Parameters
    ----------
    X : ndarray of shape (m, d)
    """

    def __init__(self, X):
        self.maker = KernelMaker(X)
        self._last = None, None

    def scene(self, controls):
        """Kernel matrix and spectrum for the controls, none of them computed yet.

        Parameters
        ----------
        controls : LabelKernelQuestion

        Returns
        -------
        Scene

        Raises
        ------
        ValueError
            If the label kernel is indefinite or the data have no width.
        """
        refuse_indefinite(controls.label_kernel)
        rule = self._rule(controls.kernel) if has_width(controls.kernel) else None
        gamma = None if rule is None else rule * 2.0**controls.width
        return Scene(controls, gamma, rule, self)

    def _rule(self, name):
        try:
            return self.maker.rule(name)
        except ValueError:
            raise ValueError(
                f"kernel must be one without a width for these data; got {name!r}, and the median "
                "distance between samples is 0. Choose linear, cosine or graph."
            ) from None

    def gram(self, name, gamma, n_neighbors):
        """The kernel matrix; the last one is kept."""
        asked = name, gamma, n_neighbors
        if self._last[0] != asked:
            graph = {} if n_neighbors is None else {"n_neighbors": n_neighbors}
            self._last = asked, Dense(self.maker.matrix(name, gamma=gamma, **graph))
        return self._last[1]


def width_text(scene):
    """The width in words, with a fixed number of decimals for its size."""
    if scene.gamma is None:
        return "this kernel has no width"
    g = scene.gamma
    text = f"{g:.2g}" if g < 0.01 or g >= 1000 else f"{g:.{3 if g < 0.1 else 2 if g < 10 else 1}f}"
    return f"s {text} = {g / scene.rule:.2f} × {rule_text(scene.controls.kernel)}"


def rule_text(kernel, article=""):
    """What a kernel's width is counted in."""
    return "1/features" if kernel == "poly" else f"{article}median rule"
