"""What the small widgets share in Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import traitlets

from ..._typing import Floats
from ..._validation import as_numbers, check_symmetric, check_whole, number
from ..base.widget import MOST, Widget


class MiniWidget(Widget):
    """Base of the small widgets: what a hand sets is a trait with ``control=True``.

    A subclass has such traits, ``_esm`` made of its `widget.js`, and gives ``summary``, a line of
    what is set. The page computes and draws all else from the traits and from `_given`, what it is
    sent once (`parts/layout.js`); "Start again" leads back to the traits the widget was made with.
    """

    _given = traitlets.Dict().tag(sync=True)
    _start = traitlets.Dict().tag(sync=True)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._start = self.get_state(sorted(self.trait_names(control=True)))

    @property
    def _n_clusters(self):
        return self._given["n_clusters"]


def small_kernel(K: Any, most: float = np.inf) -> Floats:
    """A symmetric K of at most so many rows, to be seen entry by entry."""
    what, hint = "a square matrix, kernel_matrix(X) for data X", "Pass (K + K.T) / 2."
    K = check_symmetric(as_numbers(K, "K"), what=what, hint=hint)
    hint = f"Try K[:{most}, :{most}]." if len(K) > most else ""
    check_whole(len(K), "in this widget the number of rows of K", 2, most, hint=hint)
    number(high=MOST)(np.abs(K).max(), "the largest size in K", hint="Try K / K.max().")
    return K
