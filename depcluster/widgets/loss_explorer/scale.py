"""How large an objective is: what it rewards and charges, and between which limits."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...labels.partition import block_sums_of

_NOTHING = 1e-12  # a limit below this share of what is in the objective is rounding
_LOST = 1e-6  # a reward below this share of the charge is not the difference from J


@dataclass(frozen=True)
class Scale:
    """``J = reward - charge`` of some labels, and what else the reward could have been.

    Attributes
    ----------
    reward : float
        ``tr(K Pi~ A Pi~')``, at least 0 for a positive semi-definite A.
    charge : float
        ``penalty ||Pi~||_1``, the same for all labellings with clusters of these sizes.
    most : float
        No labelling with clusters of these sizes has a larger reward.
    chance : float
        Mean reward of all labellings with clusters of these sizes.
    """

    reward: float
    charge: float
    most: float
    chance: float

    @property
    def share(self):
        """The reward as a share of the most; None where no labelling is rewarded."""
        return self.reward / self.most if self.most > 0 else None


def scale_of(problem, values, labels, J):
    """The scale of the objective of a problem at some labels.

    Parameters
    ----------
    problem : Problem
        Its objective is a WithLoss or a NormalizedWithLoss.
    values : ndarray of shape (k,)
        Leading eigenvalues of the centred kernel matrix, k >= c - 1.
    labels : ndarray of int of shape (m,)
    J : float
        Of the labels.

    Returns
    -------
    Scale

    Notes
    -----
    With P the partition matrix of orthonormal columns, the reward is ``tr(K P B P')`` with
    ``B = n^(1/2) W(n) n^(1/2)``, which the sizes n alone determine. P maps ``n^(1/2)`` to the
    constant vector, for which the centred K is 0, so B counts without that direction: with c - 1
    eigenvalues, and von Neumann's inequality gives the most, as in `objective_bound`. Over all
    ways to deal the points out, the mean of ``P'KP`` is ``tr K / (m - 1)`` on these directions.
    """
    c, gram, objective = problem.n_clusters, problem.gram, problem.objective
    n, trace = np.bincount(labels, minlength=c).astype(float), gram.diagonal.sum()
    W, root = objective.weights(n), np.sqrt(n)
    B = root[:, None] * W * root
    unit = root / np.linalg.norm(root)
    away = np.eye(len(n)) - np.outer(unit, unit)
    felt = np.linalg.eigvalsh(away @ B @ away)[:0:-1]
    most = float(np.maximum(values[: len(felt)], 0) @ np.maximum(felt, 0))
    if most <= _NOTHING * np.abs(B).max() * trace:
        most = 0.0
    charge = 0.0 - float(objective.offset(n))
    chance = trace / (n.sum() - 1) * float(np.trace(away @ B))
    reward = J + charge
    if reward < _LOST * charge:
        reward = float((W * block_sums_of(gram, labels, c)).sum())
    return Scale(reward, charge, most, chance)
