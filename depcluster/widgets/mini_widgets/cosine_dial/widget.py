"""CosineDial: two tables of similarities, and the angle between them."""

from __future__ import annotations

import numpy as np
import traitlets

from ...._validation import as_numbers, check_labels, check_symmetric, checked, counted
from ....kernels.gram import centre
from ....labels.kernels import PRESETS, check_label_kernel, preset
from ....labels.partition import block_sums, cluster_sizes
from ....papers.blaschko2008.structure import set_kernel
from ....plotting.basics import gram_pixels
from ...base.bundle import bundle
from ...base.coloured import Coloured
from ...base.traits import known_name
from ...base.widget import MOST, Matrix
from ..base import MiniWidget

MOST_CLUSTERS = 10
MOST_PIXELS = 240


class CosineDial(Coloured, MiniWidget):
    """The similarities of the points, those of their labels, and the angle between the two tables.

    Both are centred and their rows sorted by cluster. Choose a label kernel A or edit it: the
    labels' table, the angle and its cosine, eq. (1) over the length of HKH, follow. A mark on the
    dial is the best cosine that any A can have, at the mean similarities of the clusters, eq. (9).
    `depcluster.taxonomy_cosine` gives such cosines.

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
    >>> CosineDial(np.exp(-np.subtract.outer(y, y) ** 2), y, "chain")
    CosineDial: 6 points in 3 clusters, chain
    """

    _esm, _css = bundle("mini_widgets/cosine_dial/widget.js")
    _picture = traitlets.Dict().tag(sync=True)
    _sums = traitlets.Dict().tag(sync=True)
    _n_clusters = traitlets.Int(1)
    A = Matrix(rows=lambda own: (own._n_clusters,) * 2).tag(sync=True, control=True)

    @checked()
    def __init__(self, K, labels, A="plain", *, colours=None):
        what, hint = "a square matrix", "Pass (K + K.T) / 2."
        K = check_symmetric(as_numbers(K, "K"), "K", what=what, hint=hint)
        labels = check_labels(labels, len(K))
        c = int(labels.max()) + 1
        if not 2 <= c <= MOST_CLUSTERS:
            raise ValueError(
                f"labels must be of 2 to {MOST_CLUSTERS} clusters in this widget; got {c}."
            )
        if not 0 < np.abs(K).max() <= MOST:
            raise ValueError(
                f"K must have entries of at most {MOST:g}, not all 0. Try K / K.max()."
            )
        M, n = centre(K), cluster_sizes(labels, c)
        norm = float(np.linalg.norm(M))
        if norm <= 1e-12 * len(K) * np.abs(K).max():
            raise ValueError(
                "K must not be constant: centred it is 0 and has no angle to anything."
            )
        if isinstance(A, str):
            A = preset(known_name("A", A, PRESETS), c)
        sums = {"S": block_sums(M, labels, c), "best": set_kernel(block_sums(K, labels, c), n)}
        picture = gram_pixels(M, labels, MOST_PIXELS)
        super().__init__(
            _picture={**picture, "pixels": picture["pixels"].tobytes()},
            _sums={name: matrix.tolist() for name, matrix in sums.items()}
            | {"n": n.tolist(), "norm": norm},
            _n_clusters=c,
            A=check_label_kernel(A, c, psd=False, name="A"),
            colours=colours,
        )

    def summary(self):
        m, c = int(sum(self._sums["n"])), self._n_clusters
        known = (name for name in PRESETS if np.array_equal(preset(name, c), self.A))
        return f"CosineDial: {counted(m, 'point')} in {c} clusters, {next(known, 'custom')}"
