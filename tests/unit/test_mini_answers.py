"""What small widgets compute in their pages, in V8, against the library and literal formulas."""

import itertools
import json
from functools import cache

import numpy as np
import pytest
from engine import PLAIN, V8, close
from scipy.linalg import block_diag
from scipy.spatial.distance import pdist, squareform
from scipy.stats import entropy
from sklearn.kernel_ridge import KernelRidge
from sklearn.metrics import adjusted_rand_score

from depcluster import kernel_matrix, regression_objective, smic
from depcluster.kernels import centre
from depcluster.labels import one_hot, tree, tree_loss, zero_one_loss
from depcluster.lessons import without_display, zhong2010
from depcluster.papers.blaschko2008 import optimal_structure, taxonomy_cosine
from depcluster.trees import Tree, four_point_violation
from depcluster.widgets import CosineDial, FilingTree
from depcluster.widgets.base.bundle import script
from depcluster.widgets.mini_widgets.class_sizes.widget import STEPS, sizes_between


@cache
def page(module):
    """Functions of a widget's module, called by their names."""
    context = V8()
    context.eval(script(f"mini_widgets/{module}.js", "page"))

    def call(name, *args):
        given = json.dumps(args, default=lambda array: array.tolist())
        return json.loads(context.eval(f"JSON.stringify(page.{name}(...{given}), {PLAIN})"))

    return call


def test_the_angle_of_two_bells_is_that_of_their_integrals():
    x, bells = np.linspace(-12, 17, 29_001), page("bells/widget")
    for distance in (0, 0.5, 1.665, 5):
        p, q = (np.exp(-((x - mean) ** 2) / 2) for mean in (0, distance))
        cosine = (p * q).sum() / np.sqrt((p * p).sum() * (q * q).sum())
        angle = np.degrees(np.arccos(min(cosine, 1)))
        assert bells("cosineAt", distance) == pytest.approx(cosine, rel=1e-9)
        assert bells("degreesAt", distance) == pytest.approx(angle, abs=1e-4)
        assert bells("distanceAt", angle) == pytest.approx(distance, abs=1e-6)


def test_the_mosaic_has_the_dependence_of_its_table():
    for q in (0, 0.1, 0.5, 0.75, 1):
        P = np.array([[q, 1 - q], [1 - q, q]]) / 2
        smi, mi = (0.25 * (P / 0.25 - 1) ** 2).sum() / 2, entropy(P.ravel(), [0.25] * 4)
        found = [page("coin_mosaic/widget")(name, q) for name in ("smiAt", "miAt")]
        assert found == pytest.approx([smi, mi], abs=1e-12)


def parts_of(D):
    """The six distances, two to a sum."""
    return [[D[0, 1], D[2, 3]], [D[0, 2], D[1, 3]], [D[0, 3], D[1, 2]]]


def test_four_leaves_add_up_the_ways_along_their_edges_and_four_points_are_no_tree():
    measured, edges = page("four_leaves/widget"), [(0, 4), (1, 4), (2, 5), (3, 5), (4, 5)]
    for legs, inner in (([1, 2, 1, 3], 2), ([1, 2, 1, 3], 0), ([0, 4, 0.5, 1], 3)):
        D = Tree(edges, [*legs, inner], "abcd").path_metric()
        found = measured("measured", {"legs": legs, "inner": inner})
        close(found["parts"], parts_of(D))
        close(found["sums"], np.sum(parts_of(D), axis=1))
        assert (found["excess"], found["lack"]) == pytest.approx((0, 2 * inner))
    corners = [[0, 0], [1, 0.2], [0.9, 1.3], [-0.3, 1]]
    D, found = squareform(pdist(corners)), measured("measured", {"free": True, "corners": corners})
    close(found["parts"], parts_of(D))
    assert found["excess"] == pytest.approx(four_point_violation(D))
    assert found["excess"] > 0.1


def test_a_misfiled_text_costs_the_tree_loss():
    for shape in ((2, 2), (2, 2, 2), [["a", ["b", "c"]], ["d"]]):
        assert (
            page("filing_tree/widget")("lossesOf", FilingTree(shape)._paths)
            == tree_loss(shape).tolist()
        )


def test_the_dial_shows_the_angle_of_the_whole_tables():
    rng = np.random.default_rng(0)
    labels = rng.permutation(np.repeat(np.arange(4), [3, 5, 2, 7]))
    K, A = np.cov(rng.standard_normal((17, 9))), rng.standard_normal((4, 4))
    sums, dial, A = CosineDial(K, labels)._sums, page("cosine_dial/angle"), A + A.T
    found = dial("tableOfLabels", A, sums)
    assert found["cosine"] == pytest.approx(taxonomy_cosine(K, labels, A))
    every = np.ix_(labels, labels)
    close(np.array(found["B"])[every], centre(A[every]))
    best = taxonomy_cosine(K, labels, optimal_structure(K, labels))
    assert dial("tableOfLabels", sums["best"], sums)["cosine"] == pytest.approx(best)
    assert dial("tableOfLabels", np.ones((4, 4)), sums)["cosine"] is None  # centring leaves 0


def test_sizes_add_up_and_are_off_by_less_than_one():
    rng = np.random.default_rng(0)
    for _ in range(20):
        first = rng.integers(1, 60, 4)
        last = rng.permutation(first)
        for share in (0, 0.05, 0.31, 0.5, 1):
            between = np.array(sizes_between(first, last, share))
            assert between.sum() == first.sum()
            assert (np.abs(between - (1 - share) * first - share * last) < 1).all()
            assert share not in (0, 1) or np.array_equal(between, (first, last)[share])


def test_the_page_files_every_point_where_the_library_does():
    with without_display():
        sizes = zhong2010.class_sizes(3)
    for of, step in itertools.product(sizes._shapes, (0, 7, 13, STEPS)):
        sizes.shape, sizes.step = of["name"], step
        xy = np.frombuffer(of["points"], "<f4")
        given = {"xy": xy.tolist(), "y": of["y"], "sizes": sizes.sizes}
        told = page("class_sizes/filing")("filed", given)
        here, _, labels, right = zhong2010.filed(sizes.shape, step, 3)
        assert (sizes.sizes, told["total"]) == (here, sum(here))
        known = np.repeat(np.arange(len(here)), here)
        for method, found in zip(labels, told["found"], strict=True):
            assert adjusted_rand_score(found["labels"], labels[method]) == 1
            wrong = known != found["labels"][: len(known)]
            assert found["wrong"] == [*wrong, *[False] * (len(found["labels"]) - len(known))]
            assert found["right"] == right[method] == (~wrong).sum()


def test_springs_are_the_regression_of_equation_3():
    rng, C, m = np.random.default_rng(3), 0.3, 14
    X, labels, A = rng.standard_normal((m, 2)), np.arange(m) % 4, tree((2, 2))
    K = centre(kernel_matrix(X, gamma=0.4))
    for Delta, per_point in itertools.product((tree_loss((2, 2)), zero_one_loss(4)), (True, False)):
        given = {"points": X, "labels": labels, "A": A, "Delta": Delta, "C": C, "s": 0.4}
        given = {name: np.asarray(value).tolist() for name, value in given.items()}
        found = page("label_springs/relax")("relaxSprings", given | {"perPoint": per_point})
        gamma = 1 / m if per_point else 1
        library = regression_objective(K, labels, A, Delta)
        rest = 2 * C * library.squares.sum()
        assert found["left"] == pytest.approx(library.exact(C * m, gamma) / rest)
        assert found["firstOrder"] == pytest.approx(library.first_order(C * m, gamma) / rest)
        i, y = np.nonzero(Delta[labels])
        E = one_hot(labels, 4)[i] - np.eye(4)[y]
        J = gamma * K[np.ix_(i, i)] * (E @ A @ E.T)
        ridge = KernelRidge(alpha=1, kernel="precomputed")
        leads = ridge.fit(J, np.ones(len(i)), 2 * C * Delta[labels[i], y]).predict(J)
        close([found["leads"][f"{a},{b}"] for a, b in zip(i, y, strict=True)], leads)


def test_arcs_are_parted_by_more_than_ninety_degrees_and_labels_on_two_are_named():
    rng, arcs = np.random.default_rng(0), page("turning_views/arcs")
    for _ in range(30):
        angles = np.sort(rng.choice(360, rng.integers(1, 7), replace=False))
        gaps = np.diff(angles, append=angles[0] + 360)
        found = arcs("arcsOf", angles)
        assert max(1, (gaps > 90).sum()) == len(found), angles
    assert arcs("arcsOf", [350, 10, 170, 200]) == [0, 185]
    angles, labels = np.arange(0, 360, 15), np.repeat(np.arange(6), 4)
    crossed = labels.copy()
    crossed[[1, 13]] = 5  # at 15 and 195 degrees; the label's own arc is 300 to 345
    for found, joined, words in (
        (crossed, [5], "label 5 joins views at about 195 and 338 degrees"),
        (labels, [], "no label joins views that lie apart"),
    ):
        told = arcs("joinsOf", angles, found)
        assert told == {"joined": joined, "words": words}


def pieces(*blocks):
    """Weights of pieces that are not linked: each a list of weights along a path."""
    paths = [np.diag(block, 1) if block else np.zeros((1, 1)) for block in blocks]
    K = block_diag(*paths)
    return np.eye(len(K)) + K + K.T


TRIANGLE = pieces([0.5, 0.5], [0.8])
TRIANGLE[0, 2] = TRIANGLE[2, 0] = 0.5


def test_the_classes_of_a_graph_are_those_of_its_eigenvectors():
    """Figure 2 of Sugiyama (2011), with equal shares."""
    cases = (TRIANGLE, 2), (pieces([0.9] * 3, [0.5]), 2), (pieces([0.3, 0.8], [0.4], []), 3)
    for K, c in cases:
        values, phi = (found[..., ::-1] for found in np.linalg.eigh(K))
        phi = np.maximum(phi[:, :c] * np.sign(phi[:, :c].sum(axis=0)), 0)
        scores = phi / phi.sum(axis=0)
        found = page("piece_graph/classes")("classesOf", K, c, np.zeros((len(K), 2)))
        close(found["values"], values[: len(found["values"])])
        close(found["scores"], scores)
        labels = np.where(scores.max(axis=1) > 1e-10, scores.argmax(axis=1), -1)
        assert found["labels"] == labels.tolist()


def test_pieces_with_equal_eigenvalues_come_in_the_library_s_order():
    d = TRIANGLE.sum(axis=1)
    K = np.array(page("piece_graph/classes")("normalised", TRIANGLE))
    close(K, TRIANGLE / np.sqrt(np.outer(d, d)))
    for equal in (K, pieces([0.9], [0.9], [0.9])):
        found = page("piece_graph/classes")("classesOf", equal, 2, np.zeros((len(equal), 2)))
        assert found["labels"] == smic(equal, 2).labels.tolist()
