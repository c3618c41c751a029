"""What the taxonomy explorer computes where no page does, and how it checks what a page tells."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...kernels.gram import as_centred_gram
from ...kernels.maker import KernelMaker
from ...papers.blaschko2008.taxonomy import (
    TaxonomyResult,
    check_structure,
    numerical_taxonomy,
)
from ..explorer.coordinates import is_of_page, kernel_input
from ..explorer.labelling import is_same_objective, labels_of
from ..explorer.question import Question
from ..explorer.search import refuse_indefinite

STRUCTURES = ("tree", "free", "fixed")
LIMITS = 2, 12
_KEPT = 256


@dataclass(frozen=True, eq=False)
class TaxonomyQuestion(Question):
    """What is asked.

    Attributes
    ----------
    n_clusters : int
    structure : {"tree", "free", "fixed"}
    label_kernel : ndarray of shape (n_clusters, n_clusters)
        The fixed structure.
    preset : str
        Its name.
    """

    n_clusters: int
    structure: str
    label_kernel: np.ndarray
    preset: str


@dataclass(frozen=True)
class Found:
    """A result, its labels under the numbers that they have on screen, and what is told of it."""

    result: TaxonomyResult
    labels: np.ndarray
    labelling: dict


class Engine:
    """Holds the samples' kernel matrix and every result.

    Parameters
    ----------
    X : ndarray of shape (m, d)
    kernel : str
    gamma : float, "median" or "scale"
    tree_fit : {"nni", "nj", "objective"}
    n_init : int
    random_state : int
    """

    def __init__(self, X, kernel, gamma, tree_fit, n_init, random_state):
        check_structure("tree", LIMITS[0], tree_fit)
        self.kernel, self.tree_fit = kernel, tree_fit
        self.n_init, self.random_state = n_init, random_state
        self.X, self._maker = X, KernelMaker(X)
        self.gamma = self._maker.width(kernel, gamma)
        self._results = {}
        if not is_of_page(kernel):  # the page is sent the matrix, and here it is seen to be one
            self.gram  # noqa: B018

    @cached_property
    def gram(self):
        """The kernel matrix, centred."""
        return as_centred_gram(self._maker.matrix(self.kernel, gamma=self.gamma))

    def sent(self):
        """The samples for the page to compute with."""
        return {
            **kernel_input(self.X, self.kernel, self.gamma, lambda: self.gram.K),
            "tree_fit": self.tree_fit,
            "n_init": self.n_init,
            "random_state": repr(self.random_state),
        }

    def vet(self, question, structure):
        """A ValueError refuses a fixed structure that is indefinite or tells nothing apart."""
        if structure == "fixed":
            refuse_indefinite(question.label_kernel)
            check_structure(question.label_kernel, question.n_clusters)

    def result(self, question, structure):
        """The best of all starts under one of the structures, at a number of clusters."""
        A, c = question.label_kernel, question.n_clusters
        key = structure, c, A.tobytes() if structure == "fixed" else b""
        if key not in self._results:
            if len(self._results) == _KEPT:
                del self._results[next(iter(self._results))]
            self._results[key] = self._searched(question, structure, n_init=self.n_init)
        return self._results[key]

    def believed(self, question, structure, labelling):
        """What the labels that a page tells lead to, if that has the objective told; else None.

        They are labels whose structure the page has found: it is fitted to them here anew.
        """
        labels = labels_of(labelling, len(self.X), question.n_clusters)
        if labels is None:
            return None
        result = self._searched(question, structure, init=labels)
        if not is_same_objective(self.gram, result.objective, labelling["objective"]):
            return None
        return Found(result, labels if structure == "fixed" else result.labels, labelling)

    def _searched(self, question, structure, **starts):
        return numerical_taxonomy(
            self.gram,
            question.n_clusters,
            structure=question.label_kernel if structure == "fixed" else structure,
            tree_fit=self.tree_fit,
            random_state=self.random_state,
            **starts,
        )


def limits(X):
    """The least and the largest number of clusters for samples (m, d).

    Raises
    ------
    ValueError
        If there are fewer than three.
    """
    n = len({row.tobytes() for row in X + 0.0})
    if n < 3:
        raise ValueError(
            f"X must hold at least three different samples; got {len(X)} samples, {n} different. "
            "A taxonomy relates clusters, and nothing tells equal samples apart."
        )
    return LIMITS[0], min(LIMITS[1], n)
