"""GramView: a kernel matrix as a picture, its rows sorted by cluster."""

from __future__ import annotations

import numpy as np
import traitlets

from ..._typing import ArrayLike, Ints
from ..._validation import (
    LABELS,
    NOTHING,
    as_numbers,
    check_labels,
    check_symmetric,
    checked,
    counted,
)
from ...kernels.gram import centre
from ...labels.partition import block_sums, cluster_sizes
from ...plotting.basics import gram_pixels
from ..base.bundle import bundle
from ..base.traits import Flag
from ..base.widget import Widget

MAX_CLUSTERS = 256


def similarity_note(K, labels, n_clusters):
    """Mean similarity of two different points, within clusters and between them."""
    sizes = cluster_sizes(labels, n_clusters)
    within = np.trace(block_sums(K, labels, n_clusters))
    pairs = (sizes**2).sum() - len(labels), len(labels) ** 2 - (sizes**2).sum()
    sums = within - np.trace(K), K.sum() - within
    if not all(pairs):
        return ""
    inside, outside = (
        f"{total / count:.2f}".replace("-", "\u2212")
        for total, count in zip(sums, pairs, strict=True)
    )
    return f"mean similarity within clusters {inside}, between {outside}"


class GramView(Widget):
    """A kernel matrix as a picture: zero is paper, size is ink, sign is hue.

    Parameters
    ----------
    K : array of shape (m, m)
        Symmetric kernel matrix. Above 1000 rows the picture shows block averages.
    labels : array of int of shape (m,), optional
        Cluster of each row. Setting the attribute redraws.
    sort : bool, default=True
        Whether rows are sorted by cluster; the widget has a button for it.
    centred : bool, default=False
        Whether H K H is shown in place of K, H = I - 11'/m.

    Attributes
    ----------
    labels : ndarray of int of shape (m,), or None
    sort, centred : bool

    Examples
    --------
    >>> import numpy as np
    >>> GramView(np.eye(4), [0, 0, 1, 1])
    GramView: 4 x 4 kernel matrix, sorted by 2 clusters: 2, 2
    """

    _esm, _css = bundle("gram_view/widget.js")
    _sorted = traitlets.Dict().tag(sync=True)
    _given = traitlets.Dict().tag(sync=True)
    _note = traitlets.Unicode().tag(sync=True)
    sort = Flag(True).tag(sync=True, control=True)
    centred = Flag(False).tag(sync=True)

    @checked(labels=LABELS | NOTHING)
    def __init__(
        self,
        K: ArrayLike,
        labels: ArrayLike | None = None,
        *,
        sort: bool = True,
        centred: bool = False,
    ) -> None:
        self._kernel = check_symmetric(
            as_numbers(K, "K"),
            what="a square matrix, kernel_matrix(X) for data X",
            hint="Pass (K + K.T) / 2.",
        )
        self._partition = None
        super().__init__(sort=sort, centred=centred)
        self.labels = labels

    @property
    def labels(self) -> Ints | None:
        """Cluster of each row, or None."""
        return self._partition

    @labels.setter
    def labels(self, labels):
        if labels is not None:
            labels = check_labels(labels, len(self._kernel), MAX_CLUSTERS, every=False)
        self._partition = labels
        self._send_pictures()

    @traitlets.observe("centred")
    def _send_pictures(self, change=None):
        K, labels = centre(self._kernel) if self.centred else self._kernel, self.labels
        with self.hold_sync():
            self._given = {**_picture(K, np.zeros(len(K), int)), "borders": []}
            self._sorted = {} if labels is None else _picture(K, labels)
            self._note = "" if labels is None else similarity_note(K, labels, labels.max() + 1)

    def summary(self) -> str:
        m = len(self._kernel)
        text = f"GramView: {m} x {m} {'centred ' * self.centred}kernel matrix"
        if self.labels is None:
            return text
        sizes = np.bincount(self.labels)
        how = "sorted by" if self.sort else "in the given order,"
        return f"{text}, {how} {counted(len(sizes), 'cluster')}: {', '.join(map(str, sizes))}"


def _picture(K, labels):
    """`gram_pixels` as the page takes it."""
    picture, signed = gram_pixels(K, labels), K.min() < -1e-12 * np.abs(K).max()
    return {**picture, "pixels": picture["pixels"].tobytes(), "signed": bool(signed)}
