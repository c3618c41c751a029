"""What the kernel explorer computes: one question (controls), one answer (arrays)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....kernels.eigenvectors import leading_eigenvectors
from ....kernels.gram import Dense
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
    label_kernel : ndarray of shape (c, c)
    preset : str
        The matrix's name.
    added : ndarray of shape (k, 2)
        Points added by hand.
    """

    kernel: str
    width: float
    label_kernel: np.ndarray
    preset: str
    added: np.ndarray

    @property
    def n_clusters(self):
        """Number of clusters."""
        return len(self.label_kernel)


@dataclass(frozen=True)
class Scene:
    """A kernel matrix and its spectrum, for one set of controls.

    Attributes
    ----------
    controls : LabelKernelQuestion
    problem : Problem
    gamma, rule : float or None
        Width in use and that of the median rule; None where the kernel has none.
    values, vectors : ndarray of shape (k,), (m, k)
        Leading eigenpairs of the centred kernel matrix, k >= max(c, 4) where m allows.
    """

    controls: LabelKernelQuestion
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
    """Holds what does not change with a slider: distances, graphs, median rules.

    Parameters
    ----------
    X : ndarray of shape (m, d)
    """

    def __init__(self, X):
        self.maker = KernelMaker(X)
        self._last = None, None

    def scene(self, controls):
        """Kernel matrix and spectrum for the controls.

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
        self.vet(controls)
        A = controls.label_kernel
        gram, gamma, rule = self._gram(controls)
        problem = Problem(gram, Normalized(A), len(A))
        k = min(max(len(A), N_VECTORS), gram.shape[0])
        values, vectors = leading_eigenvectors(gram, k)
        return Scene(controls, problem, gamma, rule, values, vectors)

    def vet(self, controls):
        """Refuse controls that have no answer; the errors of `scene`."""
        refuse_indefinite(controls.label_kernel)
        if has_width(controls.kernel):
            self._rule(controls.kernel)

    def _rule(self, name):
        try:
            return self.maker.rule(name)
        except ValueError:
            raise ValueError(
                f"kernel must be one without a width for these data; got {name!r}, and the median "
                "distance between samples is 0. Choose linear, cosine or graph."
            ) from None

    def _gram(self, controls):
        name = controls.kernel
        rule = self._rule(name) if has_width(name) else None
        gamma = None if rule is None else rule * 2.0**controls.width
        if self._last[0] != (name, gamma):
            self._last = (name, gamma), Dense(self.maker.matrix(name, gamma=gamma))
        return self._last[1], gamma, rule


def width_text(scene):
    """The width in words, with a fixed number of decimals for its size."""
    if scene.gamma is None:
        return "this kernel has no width"
    g = scene.gamma
    text = f"{g:.2g}" if g < 0.01 or g >= 1000 else f"{g:.{3 if g < 0.1 else 2 if g < 10 else 1}f}"
    return f"s {text} = {g / scene.rule:.2f} × {rule_text(scene.controls.kernel)}"


def rule_text(kernel):
    """What a kernel's width is counted in."""
    return "1/features" if kernel == "poly" else "median rule"
