"""What small widgets compute in their pages, in V8, against the library and literal formulas."""

import itertools
import json
from functools import cache

import numpy as np
import pytest
from engine import PLAIN, V8, close
from scipy.linalg import block_diag
from sklearn.kernel_ridge import KernelRidge
from sklearn.metrics import adjusted_rand_score

from depcluster import kernel_matrix, regression_objective, smic
from depcluster.course import without_display
from depcluster.course.zhong2010 import lesson as zhong2010
from depcluster.kernels import centre
from depcluster.labels import one_hot, tree, tree_loss, zero_one_loss
from depcluster.widgets import FilingTree
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


def test_a_misfiled_text_costs_the_tree_loss():
    for shape in ((2, 2), (2, 2, 2), [["a", ["b", "c"]], ["d"]]):
        assert (
            page("filing_tree/widget")("lossesOf", FilingTree(shape)._given["paths"])
            == tree_loss(shape).tolist()
        )


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
    for of, step in itertools.product(sizes._given["shapes"], (0, 7, 13, STEPS)):
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


def test_arcs_are_parted_by_more_than_ninety_degrees():
    rng, arcs = np.random.default_rng(0), page("turning_views/arcs")
    for _ in range(30):
        angles = np.sort(rng.choice(360, rng.integers(1, 7), replace=False))
        gaps = np.diff(angles, append=angles[0] + 360)
        found = arcs("arcsOf", angles)
        assert max(1, (gaps > 90).sum()) == len(found), angles
    assert arcs("arcsOf", [350, 10, 170, 200]) == [0, 185]


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
        found = page("piece_graph/classes")("classesOf", K, c, np.argwhere(K)[: len(K)])
        close(found["values"], values[: len(found["values"])])
        close(found["scores"], scores)
        labels = np.where(scores.max(axis=1) > 1e-10, scores.argmax(axis=1), -1)
        assert found["labels"] == labels.tolist()


def test_pieces_with_equal_eigenvalues_come_in_the_library_s_order():
    d = TRIANGLE.sum(axis=1)
    K = np.array(page("piece_graph/classes")("normalised", TRIANGLE))
    close(K, TRIANGLE / np.sqrt(np.outer(d, d)))
    for equal in (K, pieces([0.9], [0.9], [0.9])):
        found = page("piece_graph/classes")("classesOf", equal, 2, np.argwhere(equal)[: len(equal)])
        assert found["labels"] == smic(equal, 2).labels.tolist()
