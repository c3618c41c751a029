"""TurningViews: a thing that turns, with the label of each view and its place in an embedding."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ...._typing import ArrayLike, Colours
from ...._validation import number, numbers, short_repr, takes, whole, whole_numbers
from ....plotting.plane import as_plane
from ...base.bundle import bundle
from ...base.coloured import Coloured
from ...base.traits import Choice, WholeNumber
from ..base import MiniWidget

MOST_STOPS = 72
MOST_BYTES = 200_000  # of all pictures together


def _labellings(value, name, sizes):
    """Labels by the name of what found them; one without a name is called labels."""
    given = value if isinstance(value, dict) else {"labels": value}
    if not given or not all(isinstance(key, str) for key in given):
        raise ValueError(
            f"{name} must be labels or a dict of labels by name; got {short_repr(value)}."
        )
    check = whole_numbers("m", most=255)
    return {key: check(labels, name, sizes).astype(np.uint8) for key, labels in given.items()}


class TurningViews(Coloured, MiniWidget):
    """Turn a thing by hand: its view, the view's label and the view's point move together.

    Drag the picture, the strip below it or the slider, press a point, or play. The page names a
    label whose views lie on several arcs, more than 90 degrees apart.

    Parameters
    ----------
    images : array-like of shape (m, h, w)
        Grey levels between 0 and 1, at most 50 000 pixels a picture. Of many views every second,
        third, ... can be turned to: at most 72, and 200 kB in all.
    angles : array-like of shape (m,)
        Of the views, in degrees.
    points : array-like of shape (m, 2)
        Of the views in a plane, for example two leading eigenvectors of the centred kernel matrix.
    labels : array-like of int of shape (m,), or dict of str to such
        Several labellings by name are chosen from in the page.
    start : float, default=0
        The angle of the view to begin with, in degrees.
    colours : {"plain", "wheel", "ramp", "families"}, list of str or None, default="wheel"
        As a `plotting.scheme` has them, or a colour to a label. Can be set.

    Attributes
    ----------
    stop : int
        Which of the views that can be turned to is on screen. Can be set.
    labelling : str
        The name of the labelling on screen. Can be set.

    Raises
    ------
    ValueError
        For arrays that do not fit together, or a stop or labelling that is not there.

    Examples
    --------
    >>> import numpy as np
    >>> angles, labels = np.arange(0, 360, 45), [0, 1, 2, 2, 0, 3, 3, 3]
    >>> TurningViews(np.zeros((8, 4, 5)), angles, np.zeros((8, 2)), labels, start=90)
    TurningViews: 8 of 8 views, labels, on screen that of 90 degrees
    """

    _esm, _css = bundle("mini_widgets/turning_views/widget.js")
    stop = WholeNumber(most=lambda own: len(own._given["stops"]) - 1, note=", the last stop").tag(
        sync=True, control=True
    )
    labelling = Choice(lambda own: own._given["labels"], "labels").tag(sync=True, control=True)

    @takes(
        images=numbers("m", "h", "w"), angles=numbers("m"), points=numbers("m", 2),
        labels=_labellings, start=number(),
    )  # fmt: skip
    def __init__(
        self,
        images: ArrayLike,
        angles: ArrayLike,
        points: ArrayLike,
        labels: ArrayLike | Mapping[str, ArrayLike],
        *,
        start: float = 0.0,
        colours: Colours = "wheel",
    ) -> None:
        m, h, w = images.shape
        hint = "Try images[:, ::2, ::2]."
        whole(1, MOST_BYTES // 4)(h * w, "the number of pixels of images", hint=hint)
        angles = angles % 360
        every = -(-m // min(MOST_STOPS, MOST_BYTES // (h * w)))
        views = np.argsort(angles, kind="stable")[::every]
        away = np.abs((angles[views] - start + 180) % 360 - 180)
        given = {
            "images": np.rint(255 * np.clip(images[views], 0, 1)).astype(np.uint8).tobytes(),
            "shape": [len(views), h, w, 1],
            "points": np.asarray(as_plane(points)[0], "<f4").tobytes(),
            "angles": np.asarray(angles, "<f8").tobytes(),
            "stops": views.tolist(),
            "labels": {name: found.tobytes() for name, found in labels.items()},
            "n_clusters": 1 + max(int(found.max()) for found in labels.values()),
        }
        at = {"labelling": next(iter(labels)), "stop": int(away.argmin())}
        super().__init__(_given=given, **at, colours=colours)

    def summary(self) -> str:
        turn, stops = np.frombuffer(self._given["angles"]), self._given["stops"]
        return (
            f"TurningViews: {len(stops)} of {len(turn)} views, {self.labelling}, on screen that "
            f"of {turn[stops[self.stop]]:.0f} degrees"
        )
