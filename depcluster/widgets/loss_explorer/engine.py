"""What the loss explorer computes: the same points under a loss, the zero-one loss, and none."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from sklearn.utils import check_random_state

from ...kernels.eigenvectors import leading_eigenvectors
from ...kernels.gram import Dense
from ...kernels.maker import KernelMaker
from ...labels.losses import NAMED_LOSSES, check_loss, label_kernel_loss, loss_rows, zero_one_loss
from ...papers.song2007.cluhsic import cluhsic_objective
from ...papers.zhong2010.cluhsical import cluhsical_objective
from ...search.local_search import Problem
from ..explorer.groups import names_in
from ..explorer.question import Question
from ..explorer.search import follow, refuse_indefinite, settle
from .scale import Scale, scale_of

LOSS, ZERO_ONE, CLUHSIC = "loss", "zero-one", "cluhsic"


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
    def of_the_others(self):
        """What the two partitions depend on that are compared with."""
        return self.label_kernel.tobytes(), self.normalization, self.penalty


@dataclass(frozen=True)
class Fits:
    """Labels and objective under each of three objectives.

    Attributes
    ----------
    question : LossQuestion or None
        None while the labels come from other samples.
    found : dict
        (labels, objective) for LOSS, ZERO_ONE and CLUHSIC.
    scale : Scale or None
        Of the objective under LOSS; None where there is no question.
    settled : bool
        Whether ZERO_ONE and CLUHSIC come from the full mix of starts.
    stage : {"moving", "settled"}
        "settled" if all three do.
    """

    question: LossQuestion | None
    found: dict
    scale: Scale | None
    settled: bool
    stage: str = "moving"

    def unlike(self, name):
        """Which points another objective puts into another group, shape (m,)."""
        shown, other = self.found[LOSS][0], self.found[name][0]
        return names_in(shown, other, len(self.question.loss))[other] != shown

    def carried(self, which):
        """Starting points for other samples, each labelled as the ``which``-th of these is."""
        found = {name: (labels[which], None) for name, (labels, _) in self.found.items()}
        return Fits(None, found, None, False)


class Engine:
    """Holds the samples' kernel matrix and its leading eigenpairs.

    Parameters
    ----------
    X : ndarray of shape (m, d)
    kernel : str
    gamma : float, "median" or "scale"
    most : int
        The largest number of clusters.
    random_state : int
    """

    def __init__(self, X, kernel, gamma, most, random_state):
        self.X, self.kernel, self.random_state = X, kernel, random_state
        maker = KernelMaker(X)
        self.gamma = maker.width(kernel, gamma)
        self.gram = Dense(maker.matrix(kernel, gamma=self.gamma))
        self.values, self.vectors = leading_eigenvectors(self.gram, most - 1)

    def follow(self, question, before):
        """The answer while an entry moves: climbs from what is on screen.

        Parameters
        ----------
        question : LossQuestion
        before : Fits or None

        Returns
        -------
        Fits

        Raises
        ------
        ValueError
            If the label kernel is indefinite or the loss zero.
        """
        problems = self._problems(question)
        found = before.found if before else dict.fromkeys(problems, (None, None))
        kept = before is not None and before.question is not None
        kept = kept and question.of_the_others == before.question.of_the_others
        asked = [LOSS] if kept else problems
        moved = {name: follow(problems[name], found[name][0], self._rng()) for name in asked}
        return self._fits(problems, question, {**found, **moved}, kept and before.settled)

    def settle(self, fits):
        """The full mix of starts, one at a time; nothing if they are made.

        Parameters
        ----------
        fits : Fits
            What is on screen.

        Yields
        ------
        Fits or None
            None after each start, the answer at the end.
        """
        if fits.stage == "settled":
            return
        problems, found = self._problems(fits.question), dict(fits.found)
        for name in self.searched(fits):
            for best in settle(problems[name], self.vectors, *fits.found[name], self._rng()):
                found[name] = best
                yield None
        yield self._fits(problems, fits.question, found, True, "settled")

    @staticmethod
    def searched(fits):
        """The objectives whose full mix of starts is still to be made."""
        if fits.stage == "settled":
            return ()
        if fits.settled:
            return (LOSS,)
        c = len(fits.question.loss)
        is_zero_one = np.array_equal(fits.question.loss, zero_one_loss(c))
        return (LOSS, CLUHSIC) if is_zero_one else (LOSS, ZERO_ONE, CLUHSIC)

    def _rng(self):
        return check_random_state(self.random_state)

    def _fits(self, problems, question, found, settled, stage="moving"):
        c, (labels, J) = len(question.loss), found[LOSS]
        if np.array_equal(question.loss, zero_one_loss(c)):
            found = {**found, ZERO_ONE: found[LOSS]}
        scale = scale_of(problems[LOSS], self.values, labels, J)
        return Fits(question, found, scale, settled, stage)

    def _problems(self, question):
        A, normalization = question.label_kernel, question.normalization
        refuse_indefinite(A)
        objectives = {
            name: cluhsical_objective(A, loss_rows(loss), normalization, question.penalty)
            for name, loss in (
                (LOSS, check_loss(question.loss, len(A))),
                (ZERO_ONE, zero_one_loss(len(A))),
            )
        }
        objectives[CLUHSIC] = cluhsic_objective(A, "l2" if normalization else None)
        return {name: Problem(self.gram, of, len(A)) for name, of in objectives.items()}


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
