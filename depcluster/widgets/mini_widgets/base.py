"""What the small widgets share in Python."""

from __future__ import annotations

import numpy as np
import traitlets

from ..._validation import as_numbers, check_symmetric
from ..base.widget import MOST, Widget


class MiniWidget(Widget):
    """Base of the small widgets: what a hand sets is a trait with ``control=True``.

    A subclass has such traits, ``_esm`` made of its `widget.js`, and gives ``summary``, a line of
    what is set. The page computes and draws all else from the traits (`parts/layout.js`), and
    "Start again" leads back to those that the widget was made with.
    """

    _start = traitlets.Dict().tag(sync=True)

    def __init__(self, **values):
        super().__init__(**values)
        self._start = self.get_state(sorted(self.trait_names(control=True)))


def small_kernel(K, most):
    """A symmetric K of at most so many rows, to be seen entry by entry."""
    what, hint = "a square matrix, kernel_matrix(X) for data X", "Pass (K + K.T) / 2."
    K = check_symmetric(as_numbers(K, "K"), what=what, hint=hint)
    if not 2 <= len(K) <= most:
        raise ValueError(
            f"K must have from 2 to {most} rows in this widget; got {len(K)}. "
            f"Try K[:{most}, :{most}]."
        )
    if np.abs(K).max() > MOST:
        raise ValueError(
            f"K must have entries of at most {MOST:g} in size; got {np.abs(K).max():g}. Try "
            "K / K.max()."
        )
    return K
