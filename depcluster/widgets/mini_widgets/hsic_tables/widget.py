"""HsicTables: a kernel matrix, a table of labels, and HSIC as the sum of their product."""

from __future__ import annotations

import numpy as np

from ...._typing import ArrayLike, Ints
from ...._validation import FLAG, SEED, check_labels, counted, number, takes
from ...base.bundle import bundle
from ...base.traits import Choice, Flag, Number
from ..base import MiniWidget, small_kernel
from ..points import MOST_POINTS

GROUPS, ONE = "true groups", "everybody in one"


class HsicTables(MiniWidget):
    r"""A table of points and a table of labels beside their product, pixel by pixel.

    The product's sum, over ``(m - 1)^2``, is HSIC, Song et al. (2007), with H or without:

    .. math:: \mathrm{HSIC} = \frac{1}{(m - 1)^2} \mathrm{tr}(HKHL) \tag{2}

    Labels are shuffled one point after the other, in an order that the seed fixes: a larger share
    changes more points, never others.

    Parameters
    ----------
    K : array of shape (m, m)
        Symmetric kernel matrix of at most 300 points.
    labels : array of int of shape (m,)
        The true group of each point, by which the rows stand.
    shuffled : float, default=0
        Share of the points whose labels are shuffled among them, from 0 to 1. Can be set.
    centred : bool, default=True
        Whether K is centred, to H K H with H = I - 11'/m. Can be set.
    seed : int, default=5
        Of the shuffling.
    show_switch : bool, default=True
        Whether the page has switches for centring and for the labelling.

    Attributes
    ----------
    labelling : {"true groups", "everybody in one"}
        Which labels L is made of: those given, after shuffling, or one label for all.

    Raises
    ------
    ValueError
        If K is not symmetric or too large, or the labels do not fit it.

    Examples
    --------
    >>> import numpy as np
    >>> HsicTables(np.kron(np.eye(2), np.ones((2, 2))), [0, 0, 1, 1])
    HsicTables: 4 points in 2 groups, 0 % of the labels shuffled, centred
    """

    _esm, _css = bundle("mini_widgets/hsic_tables/widget.js")
    shuffled = Number(0.0, low=0, high=1).tag(sync=True, control=True)
    centred = Flag(True).tag(sync=True, control=True)
    labelling = Choice((GROUPS, ONE), hint=f'Try labelling="{GROUPS}".').tag(
        sync=True, control=True
    )

    @takes(seed=SEED, show_switch=FLAG)
    def __init__(
        self,
        K: ArrayLike,
        labels: ArrayLike,
        shuffled: float = 0.0,
        centred: bool = True,
        seed: int = 5,
        show_switch: bool = True,
    ) -> None:
        K = small_kernel(K, MOST_POINTS)
        m, scale, rng = len(K), float(np.abs(K).max()) or 1.0, np.random.default_rng(seed)
        given = {
            "kernel": np.asarray(K / scale, dtype="<f4").tobytes(),
            "scale": scale,
            "groups": check_labels(labels, m, 256, every=False).astype(np.uint8).tobytes(),
            "turn": rng.permutation(m).tolist(),
            "partner": rng.integers(np.arange(1, m + 1)).tolist(),
            "labellings": [GROUPS, ONE],
            "show_switch": bool(show_switch),
        }
        super().__init__(_given=given, shuffled=shuffled, centred=centred)

    def labels_at(self, share: float) -> Ints:
        """The labels with a share of them shuffled, from 0 to 1 (Fisher and Yates), (m,)."""
        labels = np.array([*self._given["groups"]])
        turn, partner = self._given["turn"], self._given["partner"]
        for k in range(int(np.floor(number(0, 1)(share, "share") * len(labels) + 0.5))):
            i, l = turn[k], turn[partner[k]]
            labels[[i, l]] = labels[[l, i]]
        return labels

    def summary(self) -> str:
        groups = self._given["groups"]
        size = f"{counted(len(groups), 'point')} in {counted(len({*groups}), 'group')}"
        which = f"{100 * self.shuffled:.0f} % of the labels shuffled"
        if self.labelling == ONE:
            which = "everybody in one cluster"
        return f"HsicTables: {size}, {which}, {'' if self.centred else 'not '}centred"
