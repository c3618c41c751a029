"""The movers of the papers' pages: what Python says of them, against the literal formulas."""

import numpy as np
import pytest

from depcluster.widgets import TurningViews
from depcluster.widgets.movers.turning_views.arcs import arcs_of

ANGLES = np.arange(0, 360, 15.0)
AROUND = np.column_stack([np.cos(np.radians(ANGLES)), np.sin(np.radians(ANGLES))])


def turned(labels, images=None, **more):
    images = np.zeros((len(ANGLES), 6, 8)) if images is None else images
    return TurningViews(images, ANGLES, AROUND, labels, **more)


def apart(angles, most=90):
    """Whether some views are on several arcs, by walking around degree by degree."""
    seen = np.zeros(360, bool)
    seen[np.asarray(angles).astype(int) % 360] = True
    empty, run = [], 0
    for degree in np.concatenate([np.flatnonzero(seen)[:1] + np.arange(1, 361)]) % 360:
        run = 0 if seen[degree] else run + 1
        empty.append(run)
    runs = [a for a, b in zip(empty, [*empty[1:], 0], strict=True) if b == 0]
    return sum(run >= most for run in runs) > 1


@pytest.mark.parametrize("seed", range(30))
def test_arcs_are_parted_by_more_than_ninety_degrees(seed):
    rng = np.random.default_rng(seed)
    angles = rng.choice(360, rng.integers(1, 7), replace=False).astype(float)
    assert (len(arcs_of(angles)) > 1) == apart(angles)


def test_a_label_on_two_sides_is_named_with_both():
    labels = np.repeat(np.arange(6), 4)
    labels[[1, 13]] = 5  # at 15 and 195 degrees; the label's own arc is 300 to 345
    widget = turned(labels, start=31)
    assert (widget.stop, widget.angle, widget.label) == (2, 30.0, 0)
    assert widget.joined == {5: [195, 338]}
    assert "label 5 joins views at about 195 and 338 degrees" in widget.summary()
    assert "no label joins" in turned(np.repeat(np.arange(6), 4)).summary()


def test_labellings_by_name_and_stops_move_what_python_says():
    widget = turned({"first": np.repeat(np.arange(3), 8), "second": np.zeros(24, int)})
    widget.stop = 20
    assert (widget.view, widget.angle, widget.label) == (20, 300.0, 2)
    widget.labelling = "second"
    assert widget.summary().startswith("TurningViews: second, label 0 of 1, angle 300 degrees")
    with pytest.raises(ValueError, match="stop must be at most the last stop, 23"):
        widget.stop = 24
    with pytest.raises(ValueError, match="labelling must be one of first, second"):
        widget.labelling = "third"


def test_of_many_views_a_part_is_sent():
    m = 300
    angles = np.random.default_rng(0).permutation(m) * 1.2
    images = np.broadcast_to((angles / 360)[:, None, None], (m, 40, 50))
    widget = TurningViews(images, angles, np.random.default_rng(1).random((m, 2)), np.zeros(m, int))
    assert sum(len(v) for v in widget.get_state().values() if isinstance(v, bytes)) < 300_000
    assert len(widget._stops) <= 72
    shown = np.frombuffer(widget._images, np.uint8).reshape(widget._shape)[:, 0, 0, 0]
    np.testing.assert_array_equal(shown, np.rint(255 * angles[widget._stops] / 360))
    assert (np.diff(angles[widget._stops]) > 0).all()
    with pytest.raises(ValueError, match=r"images must have at most 50000 pixels.*::2"):
        turned(np.zeros(24, int), np.zeros((24, 300, 300)))
