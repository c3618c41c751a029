"""DataPad: draw the points that an explorer clusters."""

from __future__ import annotations

import numpy as np
import traitlets

from ..._typing import ArrayLike, Floats, Ints
from ..._validation import as_array, check_samples, counted, short_repr
from ..base.bundle import bundle
from ..base.source import LEAST, Source
from ..base.widget import Widget
from .toys import HALF, fitted, toys

MAX_POINTS = 1000
N_CLASSES = 10
_ROW = 3 * 8  # bytes


class Rows(traitlets.TraitType):
    """Rows of x, y, class as little-endian float64, in bytes: points and classes of a pad."""

    info_text = (
        f"bytes of at most {MAX_POINTS} rows x, y, class, three float64 each, inside "
        f"[-3, 3] x [-2, 2] and of classes 0..{N_CLASSES - 1}"
    )

    def __init__(self, default_value=b"", **kwargs):
        super().__init__(default_value, **kwargs)

    def validate(self, obj, value):
        if not self._holds(value):
            is_bytes = isinstance(value, (bytes, bytearray, memoryview))
            got = counted(memoryview(value).nbytes, "byte") if is_bytes else short_repr(value)
            raise ValueError(f"{self.name} must be {self.info_text}; got {got}.")
        return bytes(value)

    @staticmethod
    def _holds(value):
        if not isinstance(value, (bytes, bytearray, memoryview)):
            return False
        size = memoryview(value).nbytes
        if size % _ROW or size > _ROW * MAX_POINTS:
            return False
        rows = _unpacked(bytes(value))
        inside = (np.abs(rows[:, :2]) <= HALF).all()
        return inside and np.isin(rows[:, 2], np.arange(N_CLASSES)).all()


class DataPad(Source, Widget):
    """A plane to draw points on, with a brush, in ten classes.

    The plane is [-3, 3] x [-2, 2], one unit as long across as up. A pad can stand in place of X
    in any explorer, which then follows it while one draws. It holds at most 1000 points.

    Parameters
    ----------
    X : array-like of shape (m, 2), optional
        Points to begin with, inside the plane; see `DataPad.fitted` for others.
    y : array-like of int of shape (m,), optional
        Their classes, 0 to 9; default all 0.

    Attributes
    ----------
    X : ndarray of shape (m, 2)
        Points on the pad. Assigning others keeps the classes if there are as many, and makes
        all of class 0 otherwise; see `put`.
    y : ndarray of int of shape (m,)
        Classes they were drawn in. Can be assigned.

    Raises
    ------
    ValueError
        If points or classes are unusable; those on the pad then stay.

    Examples
    --------
    >>> pad = DataPad([[0, 0], [1, 1], [1, 0.5]], [0, 1, 1])
    >>> pad
    DataPad: 3 points in 2 classes: 1 of class 0, 2 of class 1
    >>> pad.y.tolist()
    [0, 1, 1]
    """

    _esm, _css = bundle("data_pad/widget.js")

    # Points and classes in one trait, so that they change together; the page is not told what
    # it has just said.
    _rows = Rows().tag(sync=True, control=True, echo_update=False)
    _changes_with, _called, _kind = "_rows", "pad", "a pad"
    _reach = 0.02, 2.0
    _toys = traitlets.List().tag(sync=True)
    _limit = traitlets.Int(MAX_POINTS).tag(sync=True)
    _half = traitlets.List(HALF.tolist()).tag(sync=True)

    def __init__(self, X: ArrayLike | None = None, y: ArrayLike | None = None) -> None:
        rows = _packed(*_checked([] if X is None else X, y))
        starts = [{"name": name, "rows": _packed(*points)} for name, points in toys().items()]
        super().__init__(_rows=rows, _toys=starts)

    fitted = staticmethod(fitted)

    @property
    def X(self) -> Floats:
        """Points on the pad, shape (m, 2)."""
        return _unpacked(self._rows)[:, :2].copy()

    @X.setter
    def X(self, X):
        points, _ = _checked(X, None)
        self.put(points, self.y if len(points) == len(self.y) else None)

    @property
    def y(self) -> Ints:
        """Classes of the points, shape (m,)."""
        return _unpacked(self._rows)[:, 2].astype(int)

    @y.setter
    def y(self, y):
        self.put(self.X, y)

    def put(self, X: ArrayLike, y: ArrayLike | None = None) -> ArrayLike | Source:
        """Replace points and classes in one step.

        Parameters
        ----------
        X : array-like of shape (m, 2)
        y : array-like of int of shape (m,), optional
            Default all 0.

        Returns
        -------
        DataPad
            Itself.
        """
        self._rows = _packed(*_checked(X, y))
        return self

    def _lacks(self, n_clusters):
        return too_few(self.X, n_clusters)

    def summary(self) -> str:
        y = self.y
        if not len(y):
            return "DataPad: no points yet"
        classes, sizes = np.unique(y, return_counts=True)
        each = ", ".join(f"{n} of class {k}" for k, n in zip(classes, sizes, strict=True))
        groups = counted(len(classes), "class", "classes")
        return f"DataPad: {counted(len(y), 'point')} in {groups}: {each}"


def _checked(X, y):
    """Points and classes as arrays that fit on the pad."""
    given = as_array(X, "X", "points of the plane, shape (m, 2)")
    X = check_samples(given, least=1) if given.size else np.empty((0, 2))
    if X.shape[1] != 2:
        raise ValueError(
            f"X must hold points of the plane, shape (m, 2); got shape {X.shape}. Choose two "
            "features."
        )
    if len(X) > MAX_POINTS:
        raise ValueError(
            f"X must hold at most {MAX_POINTS} points; got {len(X)}. Take a sample of them."
        )
    if (np.abs(X) > HALF).any():
        far = X[(np.abs(X) > HALF).any(axis=1)][0]
        raise ValueError(
            f"X must lie in [-3, 3] x [-2, 2]; got ({far[0]:g}, {far[1]:g}). Scale the points "
            "into it with DataPad.fitted(X)."
        )
    return X, _checked_classes(y, len(X))


def _checked_classes(y, m):
    if y is None:
        return np.zeros(m, int)
    y = as_array(y, "y", "one whole number a point")
    y = y.astype(int) if not y.size else y
    if y.shape != (m,) or y.dtype.kind not in "iu":
        raise ValueError(
            f"y must hold one whole number a point, shape ({m},); got shape {y.shape} of "
            f"{y.dtype}. Assign X and y together with put(X, y)."
        )
    if m and not 0 <= y.min() <= y.max() < N_CLASSES:
        raise ValueError(f"y must lie in 0..{N_CLASSES - 1}; got {y.min()}..{y.max()}.")
    return y


def _packed(X, y):
    return np.column_stack([X, y]).astype("<f8").tobytes()


def _unpacked(rows):
    return np.frombuffer(rows, dtype="<f8").reshape(-1, 3)


def too_few(X, n_clusters):
    """What to draw before there can be so many clusters; nothing if the points suffice.

    >>> too_few(np.zeros((5, 2)), 3)
    'Draw at least 4 different points on the pad, for 3 clusters. It has 1 so far.'
    >>> too_few(np.eye(2), 2)
    'Draw at least 3 points on the pad, for 2 clusters. It has 2 so far.'
    """
    m, least = len(np.unique(X, axis=0)), max(LEAST, n_clusters + 1)
    if m >= least:
        return ""
    different = "different " if m < len(X) else ""
    so_far = f" It has {m} so far." if m else ""
    clusters = counted(n_clusters, "cluster")
    return f"Draw at least {least} {different}points on the pad, for {clusters}.{so_far}"
