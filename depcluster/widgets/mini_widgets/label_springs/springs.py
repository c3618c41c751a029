"""Zhong's eq. (3) relaxed: where the springs of all points let the leads come to rest."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ....kernels.gram import centre
from ....labels.kernels import tree
from ....labels.losses import tree_loss, zero_one_loss

LOSSES = {"tree": tree_loss, "zero-one": lambda spec: zero_one_loss(len(tree(spec)))}
SCALES = ("K / m", "K")


class Relaxed(NamedTuple):
    """What the regression settles at.

    Attributes
    ----------
    leads : ndarray of shape (m, c)
        f(x_i, y_i) - f(x_i, y); 0 for the right label.
    slacks : ndarray of shape (m, c)
        Squared: Delta(y_i, y) (1 - lead)^2.
    left, first_order : float
        The energy of eq. (7), and to first order, eq. (20), as shares of the energy of springs
        that do not give way.
    """

    leads: np.ndarray
    slacks: np.ndarray
    left: float
    first_order: float

    @property
    def error(self):
        """How far (20) is from (7), as a share of (7)."""
        return abs(self.left - self.first_order) / self.left


def relaxed(X, labels, spec, loss, C, scale, s):
    """The springs of eq. (3), at rest; C is a multiple of m, the kernel is exp(-s d^2)."""
    m, A, Delta = len(X), tree(spec), LOSSES[loss](spec)
    K = centre(np.exp(-s * ((X[:, None] - X) ** 2).sum(axis=-1)))
    K = K / m if scale == "K / m" else K
    i, y = np.nonzero(Delta[labels])
    E = np.eye(len(A))[labels[i]] - np.eye(len(A))[y]
    J, D = K[i[:, None], i] * (E @ A @ E.T), Delta[labels[i], y]
    alpha = np.linalg.solve(J + np.diag(1 / (2 * C * D)), np.ones(len(i)))
    leads, slacks = np.zeros((2, m, len(A)))
    leads[i, y] = J @ alpha
    slacks[i, y] = D * (1 - leads[i, y]) ** 2
    rest = 2 * C * D.sum()
    return Relaxed(leads, slacks, alpha.sum() / rest, 1 - (2 * C) ** 2 * (D @ J @ D) / rest)
