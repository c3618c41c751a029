"""PartitionView: points of the plane, coloured and shaped by cluster."""

from __future__ import annotations

import numpy as np
import traitlets

from ...labels.partition import cluster_sizes
from ...plotting.basics import as_plane
from ..base.sheet import CAPTION, WIDTH, Sheet
from ..base.widget import Widget, front_end

MAX_CLUSTERS = 256


def check_points(X):
    """Finite samples of shape (m, d), or a ValueError."""
    X = np.asarray(X, dtype=float)
    if X.ndim != 2 or not X.size:
        raise ValueError(
            f"X must hold at least one point, shape (m, d); got shape {X.shape}. "
            "For one feature try X.reshape(-1, 1)."
        )
    if not np.isfinite(X).all():
        raise ValueError("X must hold finite numbers; got NaN or infinity. Drop those rows.")
    return X


def check_labels(labels, n_samples, n_clusters=None):
    """Validate labels and the number of clusters they need.

    Parameters
    ----------
    labels : array of int of shape (n_samples,)
    n_samples : int
    n_clusters : int, optional
        Default: the largest label plus one.

    Returns
    -------
    labels : ndarray of uint8 of shape (n_samples,)
    n_clusters : int
    """
    labels = np.asarray(labels)
    if labels.shape != (n_samples,):
        raise ValueError(
            f"labels must hold one label for each of the {n_samples} points; "
            f"got shape {labels.shape}."
        )
    if labels.dtype.kind not in "iu":
        raise ValueError(
            f"labels must be integers; got dtype {labels.dtype}. "
            "Try np.unique(labels, return_inverse=True)[1]."
        )
    if labels.min() < 0 or labels.max() >= MAX_CLUSTERS:
        raise ValueError(
            f"labels must lie in 0..{MAX_CLUSTERS - 1}; got {labels.min()}..{labels.max()}. "
            "Try np.unique(labels, return_inverse=True)[1]."
        )
    least = int(labels.max()) + 1
    if n_clusters is None:
        n_clusters = least
    if isinstance(n_clusters, bool) or not isinstance(n_clusters, int | np.integer):
        raise ValueError(f"n_clusters must be an integer; got {n_clusters!r}.")
    if not least <= n_clusters <= MAX_CLUSTERS:
        raise ValueError(
            f"n_clusters must be at least the largest label plus one, {least}, "
            f"and at most {MAX_CLUSTERS}; got {n_clusters}."
        )
    return labels.astype(np.uint8), int(n_clusters)


class PartitionView(Widget):
    """Points coloured and shaped by cluster, with a legend that counts and highlights.

    Parameters
    ----------
    X : array of shape (m, d)
        Points; beyond two dimensions their first two principal components are shown.
    labels : array of int of shape (m,), optional
        Cluster of each point; default all 0. Setting the attribute redraws.
    n_clusters : int, optional
        Clusters in the legend; default the largest label plus one.

    Attributes
    ----------
    labels : ndarray of int of shape (m,)
    n_clusters : int

    Examples
    --------
    >>> import numpy as np
    >>> PartitionView(np.eye(4), [0, 0, 1, 1])
    PartitionView: 4 points in 2 clusters: 2, 2
    """

    _esm = front_end(
        "base/parts/common.js",
        "base/parts/controls.js",
        "base/parts/scatter.js",
        "views/partition_view.js",
    )
    _points = traitlets.Bytes().tag(sync=True)
    _labels = traitlets.Bytes().tag(sync=True)
    _plane = traitlets.Unicode().tag(sync=True)
    n_clusters = traitlets.Int(1).tag(sync=True)

    def __init__(self, X, labels=None, *, n_clusters=None):
        points, plane = as_plane(check_points(X))
        self._xy = np.asarray(points)
        self._fixed = n_clusters
        labels = np.zeros(len(points), int) if labels is None else labels
        labels, n_clusters = check_labels(labels, len(points), n_clusters)
        super().__init__(
            _points=np.ascontiguousarray(points, dtype="<f4").tobytes(),
            _plane=", ".join(filter(None, [f"{len(points)} points", plane])),
            _labels=labels.tobytes(),
            n_clusters=n_clusters,
        )

    @property
    def labels(self):
        """Cluster of each point."""
        return np.frombuffer(self._labels, np.uint8).astype(int)

    @labels.setter
    def labels(self, labels):
        labels, n_clusters = check_labels(labels, len(self._xy), self._fixed)
        with self.hold_sync():
            self.n_clusters = n_clusters
            self._labels = labels.tobytes()

    def summary(self):
        sizes = cluster_sizes(self.labels, self.n_clusters).astype(int)
        return f"PartitionView: {len(self._xy)} points in {self.n_clusters} clusters: " + ", ".join(
            map(str, sizes)
        )

    def still(self):
        return partition_still(self._xy, self.labels, self.n_clusters, self._plane)


def partition_still(points, labels, n_clusters, note):
    """PartitionView as a figure; ``note`` is the right half of the caption."""
    rows = -(-n_clusters // 14)
    sheet = Sheet(CAPTION + 396 + 4 + 26 * rows)
    sizes = np.bincount(labels, minlength=n_clusters)
    sheet.partition((0, 0, WIDTH, 396), points, labels, note, sizes)
    return sheet.figure
