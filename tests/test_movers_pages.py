"""The movers of the papers' pages: what Python says of them, against the literal formulas."""

import numpy as np
import pytest

from depcluster.labels import tree_paths
from depcluster.widgets import FilingTree, TurningViews
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


def climbed(paths, leaf, other):
    """The height of the first common ancestor of two leaves, by climbing level by level."""
    node = paths[leaf]
    while paths[other][: len(node)] != node:
        node = node[:-1]
    return max(len(path) - len(node) for path in paths if path[: len(node)] == node)


@pytest.mark.parametrize("shape", [(2, 2), (3, 3), (2, 2, 2), [["a", ["b", "c"]], ["d"]]])
def test_a_misfiled_text_costs_the_climb_to_a_common_ancestor(shape):
    paths = tree_paths(shape)
    pairs = [(j, l) for j in range(len(paths)) for l in range(len(paths))][:60]
    truth, filed = map(list, zip(*pairs, strict=True))
    tree = FilingTree(shape, truth=truth, filed=filed)
    expected = [climbed(paths, *pair) if pair[0] != pair[1] else 0 for pair in pairs]
    np.testing.assert_array_equal(tree.losses, expected)
    wrong = sum(a != b for a, b in pairs)
    assert f"tree loss {sum(expected)}, {sum(expected) / len(pairs):.2f} per text" in tree.summary()
    assert f"0-1 loss {wrong}, {wrong / len(pairs):.2f} per text" in tree.summary()


def test_what_does_not_fit_a_tree_is_refused():
    for given, words in (
        ({"items": ["apple"]}, "items must be 4 names"),
        ({"truth": [0, 4]}, "truth must be whole numbers from 0 to 3"),
        ({"truth": [0, 1], "filed": [0, 1, 2]}, "filed"),
        ({"spec": (17,)}, "spec must have from 2 to 16 leaves"),
        ({"truth": [0] * 61}, "truth must be of at most 60 texts"),
    ):
        with pytest.raises(ValueError, match=words):
            FilingTree(**given)
    tree = FilingTree()
    with pytest.raises(ValueError, match="filed must be whole numbers from 0 to 3"):
        tree.filed = [0] * 9 + [4]
    assert FilingTree(truth=[2]).filed == [3]
    assert FilingTree().truth.tolist() == [0] * 10
