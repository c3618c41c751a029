"""The small widgets of the papers' pages: what Python says of them against the formulas."""


import numpy as np
import pytest

from depcluster import kernel_matrix, regression_objective
from depcluster.datasets import make_row
from depcluster.kernels import centre
from depcluster.labels import one_hot, tree, tree_loss, tree_paths, zero_one_loss
from depcluster.papers.blaschko2008 import optimal_structure, taxonomy_cosine
from depcluster.widgets import CosineDial, FilingTree, LabelSprings, TurningViews
from depcluster.widgets.mini_widgets.turning_views.arcs import arcs_of

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
    with pytest.raises(ValueError, match="stop must be an integer from 0 to 23, the last stop"):
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


def least_springs(K, labels, A, Delta, C):
    """Leads (m, c) that minimise (3) literally, by least squares on explicit features."""
    m, c = len(K), len(A)
    phi, psi = (
        vectors * np.sqrt(np.maximum(values, 0)) for values, vectors in map(np.linalg.eigh, (K, A))
    )
    rows, goal = [np.eye(m * c)], [np.zeros(m * c)]
    for i, own in enumerate(labels):
        for y in range(c):
            root = np.sqrt(2 * C / m * Delta[own, y])
            rows.append(root * np.outer(phi[i], psi[own] - psi[y]).reshape(1, -1))
            goal.append([root])
    w = np.linalg.lstsq(np.vstack(rows), np.concatenate(goal), rcond=None)[0].reshape(m, c)
    f = phi @ w @ psi.T
    leads = f[np.arange(m), labels][:, None] - f
    energy = 0.5 * (w**2).sum() + C / m * (Delta[labels] * (1 - leads) ** 2).sum()
    return leads, energy


@pytest.mark.parametrize("loss", ["tree", "zero-one"])
@pytest.mark.parametrize("scale", ["K / m", "K"])
def test_springs_are_the_regression_of_equation_3(loss, scale):
    rng = np.random.default_rng(3)
    X, labels = rng.standard_normal((14, 2)), np.arange(14) % 4
    springs = LabelSprings(X, labels, point=5, C=0.3, loss_preset=loss, scale=scale)
    springs.position, springs.label = (0.4, -0.7), 3
    X[5], labels[5] = (0.4, -0.7), 3
    A, Delta = tree((2, 2)), tree_loss((2, 2)) if loss == "tree" else zero_one_loss(4)
    K = centre(kernel_matrix(X, gamma=springs._width)) / (14 if scale == "K / m" else 1)
    leads, energy = least_springs(K, labels, A, Delta, 0.3 * 14)
    found = springs.relaxed
    np.testing.assert_allclose(found.leads, leads, atol=1e-9)
    np.testing.assert_allclose(found.slacks, Delta[labels] * (1 - leads) ** 2, atol=1e-9)
    rest = 0.3 * Delta[labels].sum()
    assert found.left == pytest.approx(energy / rest)
    library = regression_objective(K, labels, A, Delta)
    assert found.left == pytest.approx(library.exact(0.3 * 14) / (2 * rest))
    assert found.first_order == pytest.approx(library.first_order(0.3 * 14) / (2 * rest))
    assert found.error == pytest.approx(library.relative_error(0.3 * 14))


def test_springs_that_are_ten_times_softer_are_a_hundred_times_nearer_to_first_order():
    springs = LabelSprings()
    errors = []
    for springs.C in (0.1, 0.01, 0.001, 0.0001):
        errors.append(springs.relaxed.error)
    np.testing.assert_allclose(errors[1:3], [0.0072, 0.000073], rtol=0.02)
    assert errors[0] == pytest.approx(0.62, abs=0.005)
    assert errors[2] / errors[3] == pytest.approx(100, rel=0.02)
    assert "the first order off by 0.00000074" in springs.summary()


def test_what_does_not_fit_springs_is_refused():
    X = np.random.default_rng(0).random((30, 2))
    for given, words in (
        ({"X": X}, "labels must be one a row of X, 30; got 40"),
        ({"X": X, "labels": np.arange(30) % 5}, "labels must be leaves of the tree, 0 to 3; got 4"),
        ({"X": 200 + X, "labels": np.zeros(30, int)}, "X must hold different points"),
        ({"X": np.tile(X, (3, 1)), "labels": np.zeros(90, int)}, "X must have at most 80 rows"),
        ({"spec": (7,)}, "spec must have from 2 to 6 leaves"),
        ({"point": 40}, "point must be whole numbers from 0 to 39"),
        ({"loss_preset": "hinge"}, "loss_preset must be one of tree, zero-one"),
        ({"C": 0}, "C must be a finite number of at least 1e-05"),
    ):
        with pytest.raises(ValueError, match=words):
            LabelSprings(**given)
    with pytest.raises(ValueError, match="label must be an integer from 0 to 3, the last leaf"):
        LabelSprings().label = 4


def cosine_of_tables(K, labels, A):
    """(1) over the length of HKH, from the whole tables."""
    Pi = one_hot(labels, len(A))
    M, L = centre(K), centre(Pi @ A @ Pi.T)
    return (M * L).sum() / np.linalg.norm(M) / np.linalg.norm(L)


@pytest.mark.parametrize("seed", range(8))
def test_the_dial_shows_the_angle_of_the_whole_tables(seed):
    rng = np.random.default_rng(seed)
    labels = rng.permutation(np.repeat(np.arange(4), [3, 5, 2, 7]))
    K = np.cov(rng.standard_normal((17, 9)))
    A = rng.standard_normal((4, 4))
    dial = CosineDial(K, labels, A + A.T)
    expected = cosine_of_tables(K, labels, A + A.T)
    assert dial.cosine == pytest.approx(expected)
    assert dial.cosine == pytest.approx(taxonomy_cosine(K, labels, A + A.T))
    assert dial.angle == pytest.approx(np.degrees(np.arccos(expected)))
    best = cosine_of_tables(K, labels, optimal_structure(K, labels))
    assert dial.best_cosine == pytest.approx(best)
    tried = [rng.standard_normal((4, 4)) for _ in range(200)]
    assert max(cosine_of_tables(K, labels, B @ B.T) for B in tried) < best
    dial.A = dial._tables.best
    assert dial.cosine == pytest.approx(best)
    assert "best possible: cosine" in dial.summary()


def test_the_dial_on_a_row_of_five():
    X, y = make_row()
    dial, found = CosineDial(kernel_matrix(X), y), {}
    assert sum(len(v) for v in dial._picture.values() if isinstance(v, bytes)) < 60_000
    for name in ("plain", "tree", "ring", "chain"):
        found[name] = round(CosineDial(dial._K, y, name).cosine, 3)
    assert found == {"plain": 0.761, "tree": 0.863, "ring": 0.9, "chain": 0.96}
    assert "chain: cosine 0.960, angle 16.2 degrees; best cosine 0.971" in repr(
        CosineDial(dial._K, y, "chain")
    )


def test_a_table_that_centring_wipes_out_has_no_angle():
    dial = CosineDial(np.eye(6) + 0.2, [0, 0, 1, 1, 2, 2], np.ones((3, 3)))
    assert np.isnan(dial.cosine)
    assert "no angle, the labels' table is 0" in dial.summary()
    assert dial.to_figure()
    for given, words in (
        (
            ([[1, 0], [0, 1]], [0, 1], np.eye(3)),
            r"A must have one row and column a cluster, \(2, 2",
        ),
        ((np.ones((4, 4)), [0, 0, 1, 1]), "K must not be constant"),
        ((np.eye(4), [0, 0, 0, 0]), "labels must be of 2 to 10 clusters"),
        ((np.eye(4), [0, 0, 1]), "labels must hold one label a sample"),
        ((np.eye(4), [0, 0, 1, 1], "star"), "A must be one of plain, chain, ring, grid, tree"),
    ):
        with pytest.raises(ValueError, match=words):
            CosineDial(*given)
    with pytest.raises(ValueError, match="A must have 3 rows, one for each cluster; got 2"):
        dial.A = np.eye(2)
