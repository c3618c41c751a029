"""CosineDial: two tables of similarities, and the angle between them."""

from __future__ import annotations

import numpy as np
import traitlets

from ...._validation import as_numbers, check_labels, check_symmetric, checked, counted
from ....labels.kernels import PRESETS, check_label_kernel, preset
from ....plotting.basics import gram_pixels
from ...base.bundle import front_end
from ...base.coloured import Coloured
from ...base.traits import known_name
from ...base.widget import MOST, Matrix
from ..base import MiniWidget
from .angle import TwoTables
from .figure import dial_figure

MOST_CLUSTERS = 10
MOST_PIXELS = 240


class CosineDial(Coloured, MiniWidget):
    """The similarities of the points, those of their labels, and the angle between the two tables.

    Both are centred and their rows sorted by cluster. Choose a label kernel A or edit it: the
    labels' table, the angle and its cosine follow in the page, which needs no running kernel. A
    mark on the dial is the best cosine that any A can have, at the mean similarities of the
    clusters, eq. (9).

    Parameters
    ----------
    K : array-like of shape (m, m)
        Symmetric kernel matrix of the points, centred here.
    labels : array-like of int of shape (m,)
        From 0, each used, in at most 10 clusters.
    A : {"plain", "chain", "ring", "grid", "tree"} or array of shape (c, c), default="plain"
        The label kernel to begin with.
    colours : {"plain", "wheel", "ramp", "families"}, list of str or None, optional
        A `plotting.scheme` that tells how the labels are related, or a colour to a label. Can be
        set.

    Attributes
    ----------
    A : ndarray of shape (c, c)
        The label kernel on screen. Can be set.
    cosine : float
        Eq. (1) over the length of HKH; nan where the centred table of the labels is 0.
    angle : float
        In degrees.
    best_cosine : float
        The largest that a label kernel can have.

    Raises
    ------
    ValueError
        For a K that is not symmetric or constant, labels that do not fit it, or a matrix of
        another size than there are clusters.

    Notes
    -----
    Source: Blaschko and Gretton (2008), eqs. (1), (9) and (10).

    Examples
    --------
    >>> import numpy as np
    >>> y = np.array([0, 0, 1, 1, 2, 2])
    >>> dial = CosineDial(np.exp(-np.subtract.outer(y, y) ** 2), y, "chain")
    >>> dial
    CosineDial: 6 points in 3 clusters, chain: cosine 0.987, angle 9.3 degrees; best cosine 1.000
    """

    _esm, _css = front_end("mini_widgets/cosine_dial/widget.js")
    _picture = traitlets.Dict().tag(sync=True)
    _sums = traitlets.Dict().tag(sync=True)
    _n_clusters = traitlets.Int(1)
    A = Matrix(rows=lambda own: (own._n_clusters,) * 2).tag(sync=True, control=True)

    @checked()
    def __init__(self, K, labels, A="plain", *, colours=None):
        what, hint = "a square matrix", "Pass (K + K.T) / 2."
        K = check_symmetric(as_numbers(K, "K"), "K", what=what, hint=hint)
        self._labels = check_labels(labels, len(K))
        self._K, c = K, int(self._labels.max()) + 1
        if not 2 <= c <= MOST_CLUSTERS:
            raise ValueError(
                f"labels must be of 2 to {MOST_CLUSTERS} clusters in this widget; got {c}."
            )
        if not 0 < np.abs(K).max() <= MOST:
            raise ValueError(
                f"K must have entries of at most {MOST:g}, not all 0. Try K / K.max()."
            )
        self._tables = tables = TwoTables(K, self._labels)
        if tables.norm <= 1e-12 * len(K) * np.abs(K).max():
            raise ValueError(
                "K must not be constant: centred it is 0 and has no angle to anything."
            )
        if isinstance(A, str):
            A = preset(known_name("A", A, PRESETS), c)
        picture = gram_pixels(tables.M, self._labels, MOST_PIXELS)
        super().__init__(
            _picture={**picture, "pixels": picture["pixels"].tobytes()},
            _sums={
                "S": tables.S.tolist(),
                "n": tables.n.tolist(),
                "norm": tables.norm,
                "best": tables.best.tolist(),
            },
            _n_clusters=c,
            A=check_label_kernel(A, c, psd=False, name="A"),
            colours=colours,
        )

    @property
    def cosine(self):
        """Eq. (1) over the length of HKH."""
        return self._tables.cosine(self.A)

    @property
    def angle(self):
        """In degrees."""
        return float(np.degrees(np.arccos(np.clip(self.cosine, -1, 1))))

    @property
    def best_cosine(self):
        """The largest cosine of any label kernel, at the clusters' mean similarities."""
        return self._tables.cosine(self._tables.best)

    def _name(self):
        """What the matrix on screen is called."""
        known = {name: preset(name, len(self.A)) for name in PRESETS}
        known["best possible"] = self._tables.best
        same = (name for name, matrix in known.items() if np.array_equal(matrix, self.A))
        return next(same, "custom")

    def summary(self):
        m, c = counted(len(self._labels), "point"), counted(self._n_clusters, "cluster")
        found = "no angle, the labels' table is 0"
        if np.isfinite(self.cosine):
            found = f"cosine {self.cosine:.3f}, angle {self.angle:.1f} degrees".replace(
                "-", "\u2212"
            )
        return (
            f"CosineDial: {m} in {c}, {self._name()}: {found}; best cosine {self.best_cosine:.3f}"
        )

    def _figure(self):
        B = self._tables.table(self.A)[np.ix_(self._labels, self._labels)]
        return dial_figure(self, self._tables.M, B, self._labels, self._name())
