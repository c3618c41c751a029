"""A candidate as it is on screen: its classes called as the groups that were there before."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..explorer.answer import changed
from ..explorer.groups import names_in
from .engine import LEVELS, Engine, Tried


@dataclass(frozen=True, eq=False)
class Seen:
    """A candidate on screen.

    Attributes
    ----------
    data : str
        Which data it is of.
    engine : Engine
    tried : Tried
    names : ndarray of int of shape (c,)
        Class y of SMIC is called ``names[y]``.
    change : str
        What is new since the candidate before it, in words.
    """

    data: str
    engine: Engine
    tried: Tried
    names: np.ndarray
    change: str = ""

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


def seen_after(before, data, engine, tried, origin=None):
    """A candidate named as far as it can be as what was on screen.

    Parameters
    ----------
    before : Seen or None
    data : str
    engine : Engine
        Another one of the same data is of a source that has changed since.
    tried : Tried
    origin : ndarray of int of shape (m,), optional
        Which sample before each one then goes on from.

    Returns
    -------
    Seen
    """
    if before is not None and tried is before.tried:
        return before
    if before is None or data != before.data:
        return Seen(data, engine, tried, np.arange(engine.n_clusters))
    labels, old = tried.result.labels, before.labels
    if engine is not before.engine:
        old = old[origin]
    names = names_in(old, labels, engine.n_clusters)
    return Seen(data, engine, tried, names, changed(names[labels], old))
