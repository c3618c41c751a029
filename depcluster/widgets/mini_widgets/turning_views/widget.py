"""TurningViews: a thing that turns, with the label of each view and its place in an embedding."""

from __future__ import annotations

import numpy as np
import traitlets

from ...._validation import number, numbers, short_repr, takes, whole_numbers
from ....plotting.plane import as_plane
from ...base.bundle import front_end
from ...base.coloured import Coloured
from ...base.traits import Choice, WholeNumber
from ..base import MiniWidget
from .arcs import joined, joined_words
from .figure import views_figure

MOST_STOPS = 72
MOST_BYTES = 200_000  # of all pictures together
MOST_PIXELS = MOST_BYTES // 4
MAX_CLUSTERS = 256


def _labellings(value, name, sizes):
    """Labels by the name of what found them; one without a name is called labels."""
    named = isinstance(value, dict) and value and all(isinstance(key, str) for key in value)
    if isinstance(value, dict) and not named:
        raise ValueError(
            f"{name} must be labels or a dict of labels by name; got {short_repr(value)}."
        )
    whole = whole_numbers("m", most=MAX_CLUSTERS - 1)
    given = value if named else {"labels": value}
    return {key: whole(labels, f"{name}", sizes) for key, labels in given.items()}


class TurningViews(Coloured, MiniWidget):
    """Turn a thing by hand: its view, the view's label and the view's point move together.

    Drag the picture, the strip below it or the slider, press a point, or play. Each number of the
    strip is a label, where its views lie on the turn. A label whose views lie on several arcs, more
    than 90 degrees apart, is named. The page needs no running kernel.

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
        A `plotting.scheme` that tells how the labels are related, or a colour to a label. Can be
        set.

    Attributes
    ----------
    stop : int
        Which of the views that can be turned to is on screen. Assign to go there.
    labelling : str
        The name of the labelling on screen.
    view : int
        The number of the view among all images.
    angle : float
        In degrees.
    label : int
    joined : dict of int to list of int
        Labels whose views lie on several arcs, and these arcs' middles in degrees.

    Raises
    ------
    ValueError
        For arrays that do not fit together, or a stop or labelling that is not there.

    Examples
    --------
    >>> import numpy as np
    >>> angles = np.arange(0, 360, 45)
    >>> points = np.column_stack([np.cos(np.radians(angles)), np.sin(np.radians(angles))])
    >>> TurningViews(np.zeros((8, 4, 5)), angles, points, [0, 1, 2, 2, 0, 3, 3, 3], start=90)
    TurningViews: label 2 of 4, angle 90 degrees; label 0 joins views at about 0 and 180 degrees
    """

    _esm, _css = front_end("mini_widgets/turning_views/widget.js")
    _images = traitlets.Bytes().tag(sync=True)
    _shape = traitlets.List().tag(sync=True)
    _points = traitlets.Bytes().tag(sync=True)
    _angles = traitlets.Bytes().tag(sync=True)
    _stops = traitlets.List().tag(sync=True)
    _labels = traitlets.Dict().tag(sync=True)
    _n_clusters = traitlets.Int(1)
    stop = WholeNumber(most=lambda own: len(own._stops) - 1, note=", the last stop").tag(
        sync=True, control=True
    )
    labelling = Choice(lambda own: own._labels, "labels").tag(sync=True, control=True)

    @takes(
        images=numbers("m", "h", "w"),
        angles=numbers("m"),
        points=numbers("m", 2),
        labels=_labellings,
        start=number(),
    )
    def __init__(self, images, angles, points, labels, *, start=0.0, colours="wheel"):
        m, h, w = images.shape
        if h * w > MOST_PIXELS:
            raise ValueError(
                f"images must have at most {MOST_PIXELS} pixels each; got {h} x {w}. Try "
                "images[:, ::2, ::2]."
            )
        self._turn, self._given = np.asarray(angles, float) % 360, labels
        self._xy, self._pictures = as_plane(points)[0], images
        every = -(-m // min(MOST_STOPS, MOST_BYTES // (h * w)))
        views = np.argsort(self._turn, kind="stable")[::every]
        away = np.abs((self._turn[views] - start + 180) % 360 - 180)
        super().__init__(
            _images=np.rint(255 * np.clip(images[views], 0, 1)).astype(np.uint8).tobytes(),
            _shape=[len(views), h, w, 1],
            _points=np.asarray(self._xy, "<f4").tobytes(),
            _angles=np.asarray(self._turn, "<f4").tobytes(),
            _stops=views.tolist(),
            _labels={
                name: {
                    "of": found.astype(np.uint8).tobytes(),
                    "c": int(found.max()) + 1,
                    "joined": [int(k) for k in joined(self._turn, found)],
                    "words": joined_words(joined(self._turn, found)),
                }
                for name, found in labels.items()
            },
            labelling=next(iter(labels)),
            colours=colours,
            _n_clusters=max(int(found.max()) + 1 for found in labels.values()),
            stop=int(away.argmin()),
        )

    @property
    def view(self):
        """The number of the view on screen among all images."""
        return self._stops[self.stop]

    @property
    def angle(self):
        """The angle of the view on screen, in degrees."""
        return float(self._turn[self.view])

    @property
    def label(self):
        """The label of the view on screen."""
        return int(self._given[self.labelling][self.view])

    @property
    def joined(self):
        """Labels whose views lie on several arcs, and these arcs' middles in degrees."""
        return joined(self._turn, self._given[self.labelling])

    def _said(self):
        """What the page's status bar says."""
        of = self._labels[self.labelling]["c"]
        return f"label {self.label} of {of}, angle {self.angle:.0f} degrees"

    def summary(self):
        name = f"{self.labelling}, " if len(self._given) > 1 else ""
        return f"TurningViews: {name}{self._said()}; {joined_words(self.joined)}"

    def _figure(self):
        image, labels = self._pictures[self.view], self._given[self.labelling]
        return views_figure(self, image, self._xy, self._turn, labels)
