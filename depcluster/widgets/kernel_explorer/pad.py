"""PadExplorer: draw the points, and watch their clusters in the same frame."""

from __future__ import annotations

from typing import Any

import traitlets
from ipywidgets import widget_serialization

from ..._typing import ArrayLike
from ..._validation import ANYTHING, checked
from ..base.bundle import bundle
from ..base.source import Source
from ..data_pad.widget import DataPad
from .widget import KernelExplorer


class PadExplorer(KernelExplorer):
    """A drawing pad and, beside it, a `KernelExplorer` of what is on it.

    Parameters
    ----------
    X : array-like of shape (m, 2) or DataPad, optional
        Points to begin with, scaled into the pad's plane where they do not lie in it, or a pad of
        one's own; an empty pad by default.
    n_clusters : int, default=2
    y : array-like of int of shape (m,), optional
        Classes of the points.
    **options
        Further parameters of `KernelExplorer`.
    panels : tuple of str, default=("pad", "points", "criteria", "error")
        As for `KernelExplorer`, and "pad".

    Attributes
    ----------
    pad : DataPad

    Raises
    ------
    ValueError
        If a parameter is unusable.

    Examples
    --------
    >>> from sklearn.datasets import make_moons
    >>> X, y = make_moons(60, random_state=0)
    >>> explorer = PadExplorer(X, y=y)
    >>> explorer.pad.X.shape, explorer.n_clusters
    ((60, 2), 2)
    """

    _all_panels = ("pad", *KernelExplorer._all_panels)
    _usual_panels = ("pad", "points", "criteria", "error")
    _esm, _css = bundle("kernel_explorer/pad.js")

    pad = traitlets.Instance(DataPad).tag(sync=True, **widget_serialization)

    @checked(X=ANYTHING, n_clusters=ANYTHING, y=ANYTHING)
    def __init__(
        self,
        X: ArrayLike | Source | None = None,
        n_clusters: int = 2,
        *,
        y: ArrayLike | None = None,
        **options: Any,
    ) -> None:
        self.pad = X if isinstance(X, DataPad) else _pad_of(X, y)
        options.setdefault("criteria", True)
        super().__init__(self.pad, n_clusters, **options)


def _pad_of(X, y):
    """A pad of some points, scaled only where they do not lie on it."""
    if X is None:
        return DataPad()
    try:
        return DataPad(X, y)
    except ValueError as error:
        if "DataPad.fitted" not in str(error):
            raise
    return DataPad(DataPad.fitted(X), y)
