"""A candidate as it is on screen: its classes called as the groups that were there before."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..explorer.groups import names_in
from .engine import LEVELS, Engine, Tried


@dataclass(frozen=True, eq=False)
class Seen:
    """A candidate on screen.

    Attributes
    ----------
    engine : Engine
    tried : Tried
    names : ndarray of int of shape (c,)
        Class y of SMIC is called ``names[y]``.
    """

    engine: Engine
    tried: Tried
    names: np.ndarray

    @property
    def labels(self):
        """Labels of the samples by their names on screen."""
        return self.names[self.tried.result.labels]

    def renamed(self, codes):
        """A map of `Engine.posterior` with the names on screen; None stays None."""
        if codes is None:
            return None
        y, level = np.divmod(np.arange((LEVELS + 1) * len(self.names)), LEVELS + 1)
        table = np.append(0, 1 + (LEVELS + 1) * self.names[y] + level).astype(np.uint8)
        return table[codes]


def named_after(before, engine, tried):
    """A candidate named as far as it can be as labels of the same samples were, or None."""
    c = engine.n_clusters
    names = np.arange(c) if before is None else names_in(before, tried.result.labels, c)
    return Seen(engine, tried, names)
