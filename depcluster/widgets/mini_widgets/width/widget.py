"""Width: the same points, the same method, and one width of the kernel after the other."""

from __future__ import annotations

import numpy as np
import traitlets

from ...._validation import Rule, as_array, checked, number, several, short_repr, whole
from ....kernels.matrix import kernel_matrix
from ...base.bundle import front_end
from ...base.traits import Choice
from ...gram_view.widget import similarity_note
from ..base import MiniWidget
from .figure import width_figure
from .fits import fitted

FACTORS = (0.25, 0.5, 1, 2, 3, 4, 5, 6, 8, 10, 14, 20, 30)
MOST_SHAPES = 4
_SHAPES = Rule(
    f"a dict of one to {MOST_SHAPES} pairs (X, y) by name",
    lambda v: (
        isinstance(v, dict)
        and 1 <= len(v) <= MOST_SHAPES
        and all(isinstance(name, str) and name for name in v)
        and all(isinstance(pair, list | tuple) and len(pair) == 2 for pair in v.values())
    ),
)
_WIDTHS = several(number(0.001, 1000), 2)


class Width(MiniWidget):
    """Found clusters, K and the agreement with the true groups, at any of several widths.

    CLUHSIC runs at every width when the widget is made; the page computes K from the points,
    ``K_il = exp(-s ||x_i - x_l||^2)``, and sorts it by found cluster.

    Parameters
    ----------
    shapes : dict of str to (X, y)
        At most 4; X of shape (m, 2) with at most 300 points, y the true group of each.
    n_clusters : int, default=2
        From 2 to 10.
    factors : sequence of float
        The widths, in multiples of the median rule, ascending.
    random_state : int, RandomState or None, default=0
    n_init : int, default=40
        Searches at each width.

    Attributes
    ----------
    shape : str
        The name of the points on screen.
    factor : float
        The width on screen, one of ``factors``.
    s : float
        The width itself.
    labels : ndarray of int of shape (m,)
        The clusters found. Those of a width are named like those of the one before.
    ari : float
        Their adjusted Rand index with the true groups.

    Raises
    ------
    ValueError
        If there are no such shapes, widths or clusters.

    Examples
    --------
    >>> from depcluster.datasets import make_three
    >>> width = Width({"three": make_three()}, 3, factors=(1, 4), n_init=2)
    >>> width.factor = 4
    >>> width.summary()[:53]
    'Width: three, s 0.514 = 4 x median rule, ARI 1.00, me'
    """

    _esm, _css = front_end("mini_widgets/width/widget.js")
    _shapes = traitlets.List().tag(sync=True)
    _factors = traitlets.List(traitlets.Float()).tag(sync=True)
    _n_clusters = traitlets.Int(2).tag(sync=True)
    shape = Choice(lambda own: own._fits, "").tag(sync=True, control=True)
    factor = Choice(lambda own: own._factors, 1.0).tag(sync=True, control=True)

    @checked(shapes=_SHAPES, n_clusters=whole(2, 10), factors=_WIDTHS)
    def __init__(self, shapes, n_clusters=2, factors=FACTORS, random_state=0, n_init=40):
        factors = [float(factor) for factor in factors]
        if (np.diff(factors) <= 0).any():
            raise ValueError(
                f"factors must ascend; got {short_repr(factors)}. Try sorted(factors)."
            )
        self._fits = {
            name: fitted(as_array(X, "X", "a table"), y, n_clusters, factors, n_init, random_state)
            for name, (X, y) in shapes.items()
        }
        super().__init__(
            _shapes=[fit.sent(name) for name, fit in self._fits.items()],
            _factors=factors,
            _n_clusters=n_clusters,
            shape=next(iter(shapes)),
            factor=min(factors, key=lambda factor: abs(np.log(factor))),
        )

    @property
    def _fit(self):
        return self._fits[self.shape]

    @property
    def _at(self):
        return self._factors.index(self.factor)

    @property
    def s(self):
        """The width, ``factor`` times the median rule."""
        return self.factor * self._fit.rule

    @property
    def labels(self):
        """The clusters found, (m,)."""
        return self._fit.labels[self._at]

    @property
    def ari(self):
        """Adjusted Rand index of the clusters found and the true groups."""
        return float(self._fit.ari[self._at])

    def summary(self):
        K = kernel_matrix(self._fit.X, gamma=self.s)
        note = similarity_note(K, self.labels, self._n_clusters)
        return (
            f"Width: {self.shape}, s {self.s:.3g} = {self.factor:g} x median rule, "
            f"ARI {round(self.ari, 2) + 0.0:.2f}, {note}"
        )

    def _figure(self):
        K = kernel_matrix(self._fit.X, gamma=self.s)
        return width_figure(self, self._fit, self._at, self._factors, K)
