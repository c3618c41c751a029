"""CosineDial: two tables of similarities, and the angle between them."""

from __future__ import annotations

import numpy as np

from ...._typing import ArrayLike, Colours, LabelKernel
from ...._utils.units import in_units
from ...._validation import check_labels, check_whole, checked, counted
from ....kernels.gram import centre
from ....labels.kernels import PRESETS, check_label_kernel, preset
from ....labels.partition import block_sums, cluster_sizes
from ....papers.blaschko2008.structure import set_kernel
from ....plotting.basics import gram_pixels
from ...base.bundle import bundle
from ...base.coloured import Coloured
from ...base.traits import known_name
from ...base.widget import Matrix
from ..base import MiniWidget, small_kernel

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
    A : {"plain", "chain", "ring", "grid", "tree"} or (c, c) array, default="plain"
        The label kernel to begin with. As an attribute it is that on screen, a matrix; can be set.
    colours : {"plain", "wheel", "ramp", "families"}, list of str or None, optional
        A `plotting.scheme` that tells how the labels are related, or a colour to a label. Can be
        set.

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
    A = Matrix(rows=lambda own: (own._n_clusters,) * 2).tag(sync=True, control=True)

    @checked()
    def __init__(
        self,
        K: ArrayLike,
        labels: ArrayLike,
        A: LabelKernel = "plain",
        *,
        colours: Colours | None = None,
    ) -> None:
        K, _ = in_units(small_kernel(K))
        labels = check_labels(labels, len(K))
        c = check_whole(int(labels.max()) + 1, "the number of labels", 2, MOST_CLUSTERS)
        M, n = centre(K), cluster_sizes(labels, c)
        norm = float(np.linalg.norm(M))
        if norm <= 1e-12 * len(K) * np.abs(K).max():
            raise ValueError(
                "K must not be constant: centred it is 0 and has no angle to anything."
            )
        if isinstance(A, str):
            A = preset(known_name("A", A, PRESETS), c)
        sums = {"S": block_sums(M, labels, c), "best": set_kernel(block_sums(K, labels, c), n)}
        sums = {name: matrix.tolist() for name, matrix in sums.items()}
        picture = gram_pixels(M, labels, MOST_PIXELS)
        picture["pixels"] = picture["pixels"].tobytes()
        given = {
            "n_clusters": c,
            "picture": picture,
            "sums": sums | {"n": n.tolist(), "norm": norm},
        }
        A = check_label_kernel(A, c, psd=False, name="A")
        super().__init__(_given=given, A=A, colours=colours)

    def summary(self) -> str:
        m, c = int(sum(self._given["sums"]["n"])), self._n_clusters
        known = (name for name in PRESETS if np.array_equal(preset(name, c), self.A))
        return f"CosineDial: {counted(m, 'point')} in {c} clusters, {next(known, 'custom')}"
