"""What the loss explorer computes: the same points under a loss, the zero-one loss, and none."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from sklearn.utils import check_random_state

from ...kernels.eigenvectors import leading_eigenvectors
from ...kernels.gram import Dense
from ...kernels.maker import KernelMaker
from ...labels.losses import NAMED_LOSSES, check_loss, label_kernel_loss, loss_rows, zero_one_loss
from ...papers.song2007.cluhsic import cluhsic_objective
from ...papers.zhong2010.cluhsical import cluhsical_objective
from ...search.local_search import Problem
from ..explorer.coordinates import is_of_page, kernel_input
from ..explorer.groups import names_in
from ..explorer.labelling import believed
from ..explorer.question import Question
from ..explorer.search import follow, refuse_indefinite, settle
from .scale import scale_of

LOSS, ZERO_ONE, CLUHSIC = "loss", "zero_one", "cluhsic"


@dataclass(frozen=True, eq=False)
class LossQuestion(Question):
    """What is asked.

    Attributes
    ----------
    label_kernel, loss : ndarray of shape (c, c)
    normalization : {"l1", "l2", None}
    penalty : float
    preset, loss_preset : str
        The matrices' names.
    """

    label_kernel: np.ndarray
    loss: np.ndarray
    normalization: str | None
    penalty: float
    preset: str
    loss_preset: str

    @property
    def n_clusters(self):
        """Number of clusters."""
        return len(self.loss)


class Engine:
    """Answers where no page does, and checks what a page tells.

    Parameters
    ----------
    X : ndarray of shape (m, d)
    kernel : str or callable
    gamma : float, "median" or "scale"
    most : int
        The largest number of clusters.
    random_state : int
    """

    def __init__(self, X, kernel, gamma, most, random_state):
        self.X, self.kernel, self.random_state = X, kernel, random_state
        self._most, self._maker = most, KernelMaker(X)
        self.gamma = self._maker.width(kernel, gamma)
        if not is_of_page(kernel):  # the page is sent the matrix, and here it is seen to be one
            self.gram  # noqa: B018

    @cached_property
    def gram(self):
        """The kernel matrix, centred."""
        return Dense(self._maker.matrix(self.kernel, gamma=self.gamma))

    @cached_property
    def _leading(self):
        return leading_eigenvectors(self.gram, self._most - 1)

    def sent(self):
        """The samples for the page to compute with."""
        return {
            **kernel_input(self.X, self.kernel, self.gamma, lambda: self.gram.K),
            "random_state": repr(self.random_state),
        }

    @staticmethod
    def vet(question):
        """A ValueError refuses an indefinite label kernel or a loss of zero."""
        refuse_indefinite(question.label_kernel)
        check_loss(question.loss, len(question.label_kernel))

    def fit(self, name, question, labels, labelling):
        """The labels of a page under an objective, if they are right; else a whole search."""
        problem = self._problem(name, question)
        fit = believed(labelling, problem)
        return fit or self._settled(problem, follow(problem, labels, self._rng()))

    def searched(self, question, fit):
        """What a whole search under the loss makes of an answer."""
        return self._settled(self._problem(LOSS, question), fit)

    def _settled(self, problem, fit):
        return settle(problem, self._leading[1], fit, self._rng())

    def scale(self, question, fit):
        """The scale of the objective under the loss."""
        problem = self._problem(LOSS, question)
        return scale_of(problem, self._leading[0], fit.labels, fit.objective)

    def _rng(self):
        return check_random_state(self.random_state)

    def _problem(self, name, question):
        A, normalization = question.label_kernel, question.normalization
        if name == CLUHSIC:
            objective = cluhsic_objective(A, "l2" if normalization else None)
        else:
            rows = loss_rows(question.loss if name == LOSS else zero_one_loss(len(A)))
            objective = cluhsical_objective(A, rows, normalization, question.penalty)
        return Problem(self.gram, objective, len(A))


def unlike(shown, other, n_clusters):
    """Which points other labels put into another group, shape (m,)."""
    return names_in(shown, other, n_clusters)[other] != shown


def named_loss(name, A):
    """The loss of a name, whatever A is; it is 0 everywhere where A tells no labels apart."""
    return label_kernel_loss(A) if name == "label-kernel" else zero_one_loss(len(A))


def loss_name(loss, A, present="custom"):
    """The named loss that a matrix equals, the present one tried first, or "custom"."""
    names = [present] * (present in NAMED_LOSSES) + list(NAMED_LOSSES)
    return next((n for n in names if np.allclose(loss, named_loss(n, A))), "custom")


def resized_loss(loss, n_clusters):
    """A loss with labels added that are as wrong as the worst of the others, or dropped."""
    kept = min(len(loss), n_clusters)
    grown = loss.max() * (1 - np.eye(n_clusters))
    grown[:kept, :kept] = loss[:kept, :kept]
    return grown
