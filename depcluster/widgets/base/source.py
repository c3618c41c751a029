"""What can stand in place of X in an explorer, which then follows it."""

from __future__ import annotations

import numpy as np

LEAST = 3  # samples an explorer must have


class Source:
    """A widget that holds samples, for explorers that follow it.

    A subclass has ``X``, ndarray of shape (m, d), and ``y``, ndarray of int of shape (m,) or None;
    it names the trait that changes with them, says what a line of Python calls it and what a
    sentence does, and gives :meth:`_lacks`.
    """

    _changes_with = ""
    _called = ""
    _kind = ""
    _has_names = False
    _reach = None  # of the widths of windows that suit X, where those are the same for any X
    target_names = ()

    def _lacks(self, n_clusters):
        """What to do before there can be so many clusters; nothing if there can."""
        raise NotImplementedError

    def _names(self):
        """Names of the features and of the samples, and the numbers of these, where it has them."""
        raise NotImplementedError

    def _places(self):
        """Numbers by which a sample is told again after a change, shape (m, k)."""
        return self.X

    @property
    def _truth(self):
        """Classes of the samples, None where they are all of one."""
        y = self.y
        return None if y is None or len(np.unique(y)) < 2 else y
