"""Tables: a kernel matrix, a table of labels, and HSIC as the sum of their product."""

from __future__ import annotations

import numpy as np
import traitlets

from ...._validation import (
    FLAG,
    LABELS,
    SEED,
    SQUARE,
    check_labels,
    checked,
    counted,
    number,
)
from ....kernels.gram import centre
from ...base.bundle import front_end
from ...base.traits import Choice, Flag, Number
from ..base import MiniWidget, small_kernel
from ..points import MOST_POINTS
from .figure import tables_figure

MAX_CLUSTERS = 256
GROUPS, ONE = "true groups", "everybody in one"


class Tables(MiniWidget):
    """A table of points and a table of labels beside their product, pixel by pixel.

    The product's sum over ``(m - 1)^2`` is HSIC, ``tr(HKHL) / (m - 1)^2`` of Song et al. (2007),
    eq. (2), or without centring ``tr(KL) / (m - 1)^2``. Labels are shuffled one point after the
    other, in an order that the seed fixes: a larger share changes more points, never others.

    Parameters
    ----------
    K : array of shape (m, m)
        Symmetric kernel matrix of at most 300 points.
    labels : array of int of shape (m,)
        The true group of each point, by which the rows stand.
    shuffled : float, default=0
        Share of the points whose labels are shuffled among them, from 0 to 1.
    centred : bool, default=True
        Whether K is centred, to H K H with H = I - 11'/m.
    seed : int, default=5
        Of the shuffling.
    show_switch : bool, default=True
        Whether the page has switches for centring and for the labelling.

    Attributes
    ----------
    shuffled : float
    centred : bool
    labelling : {"true groups", "everybody in one"}
        Which labels L is made of: those given, after shuffling, or one label for all.
    score : float
        The number on screen.

    Raises
    ------
    ValueError
        If K is not symmetric or too large, or the labels do not fit it.

    Examples
    --------
    >>> import numpy as np
    >>> tables = Tables(np.kron(np.eye(2), np.ones((2, 2))), [0, 0, 1, 1])
    >>> tables
    Tables: 4 points in 2 groups, 0 % of the labels shuffled, centred: HSIC 0.444
    >>> tables.centred = False
    >>> tables.labelling = "everybody in one"
    >>> round(tables.score, 3)
    0.889
    """

    _esm, _css = front_end("mini_widgets/tables/widget.js")
    _kernel = traitlets.Bytes().tag(sync=True)
    _scale = traitlets.Float(1.0).tag(sync=True)
    _groups = traitlets.Bytes().tag(sync=True)
    _turn = traitlets.List(traitlets.Int()).tag(sync=True)
    _partner = traitlets.List(traitlets.Int()).tag(sync=True)
    _labellings = traitlets.List(traitlets.Unicode()).tag(sync=True)
    _show_switch = traitlets.Bool(True).tag(sync=True)
    shuffled = Number(0.0, low=0, high=1).tag(sync=True, control=True)
    centred = Flag(True).tag(sync=True, control=True)
    labelling = Choice((GROUPS, ONE), hint=f'Try labelling="{GROUPS}".').tag(
        sync=True, control=True
    )

    @checked(
        K=SQUARE, labels=LABELS, shuffled=number(0, 1), centred=FLAG, seed=SEED, show_switch=FLAG
    )
    def __init__(self, K, labels, shuffled=0.0, centred=True, seed=5, show_switch=True):
        self._K = small_kernel(K, MOST_POINTS)
        m = len(self._K)
        self._given = check_labels(labels, m, MAX_CLUSTERS, every=False)
        scale = float(np.abs(self._K).max()) or 1.0
        turn, partner = dealing(m, seed)
        super().__init__(
            _kernel=np.asarray(self._K / scale, dtype="<f4").tobytes(),
            _scale=scale,
            _groups=self._given.astype(np.uint8).tobytes(),
            _turn=turn.tolist(),
            _partner=partner.tolist(),
            _labellings=[GROUPS, ONE],
            _show_switch=bool(show_switch),
            shuffled=shuffled,
            centred=centred,
        )

    def labels_at(self, share):
        """The labels with a share of them shuffled.

        Parameters
        ----------
        share : float
            From 0 to 1.

        Returns
        -------
        ndarray of int of shape (m,)

        Raises
        ------
        ValueError
        """
        return dealt(self._given, self._turn, self._partner, share)

    @property
    def labels(self):
        """The labels that L is made of, (m,)."""
        if self.labelling == ONE:
            return np.zeros_like(self._given)
        return self.labels_at(self.shuffled)

    @property
    def score(self):
        """HSIC, or the same without centring."""
        return self.score_of(self.labels)

    def score_of(self, labels):
        """The sum over the pixels of K, centred or not, times L, over (m - 1)^2.

        Parameters
        ----------
        labels : array of int of shape (m,)

        Returns
        -------
        float
        """
        labels = check_labels(labels, len(self._K), every=False)
        table = centre(self._K) if self.centred else self._K
        L = labels[:, None] == labels
        return float((table * L).sum() / (len(labels) - 1) ** 2)

    def summary(self):
        m = counted(len(self._K), "point")
        groups = counted(len(np.unique(self._given)), "group")
        which = f"{100 * self.shuffled:.0f} % of the labels shuffled"
        if self.labelling == ONE:
            which = "everybody in one cluster"
        how = "centred: HSIC" if self.centred else "not centred: tr(KL) / (m - 1)^2"
        return f"Tables: {m} in {groups}, {which}, {how} {as_read(self.score)}"

    def _figure(self):
        table = centre(self._K) if self.centred else self._K
        now = self.labels_at(self.shuffled)
        race = {GROUPS: self.score_of(now), ONE: self.score_of(np.zeros_like(now))}
        if not self._show_switch and self.labelling == GROUPS:
            del race[ONE]
        return tables_figure(self, table, self._given, race)


@checked(labels=LABELS, share=number(0, 1))
def dealt(labels, turn, partner, share):
    """Labels after a share of the points, in turn, have swapped theirs with one before them.

    Whatever the share, every order of the labels of these points was as likely (Fisher and
    Yates).
    """
    labels = np.array(labels)
    for k in range(int(np.floor(share * len(labels) + 0.5))):
        i, l = turn[k], turn[partner[k]]
        labels[[i, l]] = labels[[l, i]]
    return labels


def dealing(m, seed):
    """The points in turn, and for each the place in that order it swaps labels with."""
    rng = np.random.default_rng(seed)
    return rng.permutation(m), rng.integers(np.arange(1, m + 1))


def as_read(value):
    """A number as it is read off the screen: no minus before a zero."""
    text = f"{value:.3f}" if abs(value) < 1e4 else f"{value:.3g}"
    return text.removeprefix("-") if not float(text) else text
