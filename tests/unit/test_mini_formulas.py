"""What the pages of small widgets compute, in V8, against the library and literal formulas."""

import itertools
import json
from functools import cache

import numpy as np
import pytest
from engine import PLAIN, V8, close
from scipy.linalg import block_diag
from sklearn.kernel_ridge import KernelRidge

from depcluster import kernel_matrix, regression_objective, smic
from depcluster.kernels import centre
from depcluster.labels import one_hot, tree, tree_loss, zero_one_loss
from depcluster.widgets.base.bundle import script


@cache
def page(module):
    """Functions of a widget's module, called by their names."""
    context = V8()
    context.eval(script(f"mini_widgets/{module}.js", "page"))

    def call(name, *args):
        given = json.dumps(args, default=lambda array: array.tolist())
        return json.loads(context.eval(f"JSON.stringify(page.{name}(...{given}), {PLAIN})"))

    return call


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
    rng = np.random.default_rng(0)
    for _ in range(30):
        angles = np.sort(rng.choice(360, rng.integers(1, 7), replace=False))
        gaps = np.diff(angles, append=angles[0] + 360)
        found = page("turning_views/arcs")("arcsOf", angles)
        assert max(1, (gaps > 90).sum()) == len(found), angles
    assert page("turning_views/arcs")("arcsOf", [350, 10, 170, 200]) == [0, 185]


def test_a_label_on_two_sides_is_named_with_both():
    angles, arcs = np.arange(0, 360, 15), np.repeat(np.arange(6), 4)
    crossed = arcs.copy()
    crossed[[1, 13]] = 5  # at 15 and 195 degrees; the label's own arc is 300 to 345
    told = {"joined": [5], "words": "label 5 joins views at about 195 and 338 degrees"}
    assert page("turning_views/arcs")("joinsOf", angles, crossed) == told
    told = {"joined": [], "words": "no label joins views that lie apart"}
    assert page("turning_views/arcs")("joinsOf", angles, arcs) == told


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
