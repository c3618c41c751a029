"""Zhong 2010 again: figures, verdicts, the equations written out, Algorithm 1 and its starts."""

import importlib

import numpy as np
import pytest

import reference_zhong
from depcluster.labels import loss_rows, tree, tree_loss, zero_one_loss
from depcluster.metrics import structured_loss, tree_accuracies
from depcluster.reproduction import algorithm_1, random_starts, zhong2010
from depcluster.reproduction.datasets import SUPERFAMILY_TREE
from depcluster.reproduction.zhong2010 import derivations
from depcluster.reproduction.zhong2010 import experiments as ex
from depcluster.search import value

CLAIMS = importlib.import_module("depcluster.reproduction.zhong2010.claims")
PAPER = zhong2010.PAPER


def test_the_regression_written_out():
    rng = np.random.default_rng(3)
    K, A = np.cov(rng.standard_normal((9, 20))), tree((2, 2))
    Delta, y = rng.random((4, 4)) * (1 - np.eye(4)), rng.integers(0, 4, 9)
    J, D, i, l = derivations.regression(K, y, A, Delta)
    pairs = reference_zhong.ridge_pairs(y, Delta)
    assert list(zip(i.tolist(), l.tolist(), strict=True)) == [tuple(pair) for pair in pairs]
    assert np.allclose(J, reference_zhong.ridge_J(K, y, A, pairs))
    assert np.allclose(np.diag(D), reference_zhong.ridge_D(y, Delta, pairs))


def test_score_14_written_out():
    rng = np.random.default_rng(0)
    K, y = np.cov(rng.standard_normal((12, 20))), np.arange(12) % 3
    for R in (np.eye(3), loss_rows(zero_one_loss(3))):
        Pi = np.eye(3)[y] @ R
        assert np.isclose(derivations.score_14(K, Pi), reference_zhong.scatter_14(K, Pi))


@pytest.mark.parametrize("method", [*ex.OWN, "plain 0-1 l1"])
def test_algorithm_1_moves_one_point_at_a_time(method):
    K, _ = ex.faces(0, n=30)
    A = tree((3, 3))
    objective, E = ex.objectives(A)[method], np.eye(9)

    def J(labels):
        Pi = E[labels]
        return value(objective, Pi.T @ K @ Pi, Pi.sum(axis=0))

    start = random_starts(1, 30, 9, seed=1)[0]
    labels, before = start.copy(), None
    while before is None or (labels != before).any():
        before = labels.copy()
        for i in range(30):
            tried = [np.where(np.arange(30) == i, j, labels) for j in range(9)]
            scores = np.array([J(of) for of in tried])
            if scores.max() > scores[labels[i]] + 1e-12 * abs(scores[labels[i]]):
                labels = tried[scores.argmax()]
    found = algorithm_1(K, A, start, objective)
    assert (found.labels[0] == labels).all()
    assert np.isclose(found.J[0, -1], J(labels))


def test_clusters_of_a_turn():
    labels = np.arange(400) // 40
    assert ex.in_turn(labels)
    assert ex.in_turn(9 - labels)
    assert ex.in_turn((np.roll(labels, 13) + 4) % 10)
    swapped = np.where(labels == 2, 3, np.where(labels == 3, 2, labels))
    assert not ex.in_turn(swapped)
    assert ex.n_arcs(labels) == ex.n_arcs(swapped) == 10
    assert ex.n_arcs(np.where(np.arange(400) == 7, 5, labels)) == 12


def test_a_draw_is_filed_by_name():
    y, found = ex.filed("spectrum 3", 0, "ours")
    for labels in found.values():
        levels = tree_accuracies(y, labels, SUPERFAMILY_TREE)
        assert np.isclose((labels == y).mean(), levels[-1])
        loss = structured_loss(y, labels, tree_loss(SUPERFAMILY_TREE))
        assert np.isclose(loss, (1 - levels).sum())


@pytest.fixture
def made_up(monkeypatch):
    """A function that puts leaf accuracies by method in the place of the record."""

    def put(**sets):
        monkeypatch.setattr(ex, "POOLS", {data: (data,) for data in sets})
        monkeypatch.setattr(ex, "study_of", lambda *names: (ex.OUR_TABLES, "ours"))

        def scores(data, method, protocol):
            one, own = sets[data]
            return np.array([[a, a, 2 - 2 * a, a] for a in own.get(method, one)])

        monkeypatch.setattr(ex, "scores", scores)

    return put


CHANCE = {"chance": [0.1, 0.12, 0.11]}
LOW, HIGH = [0.5, 0.52, 0.55], [0.7, 0.71, 0.76]


def told(methods="0-1 l1 > CLUHSIC", score=ex.leaf):
    return CLAIMS._ahead("Table I", "ahead", methods, ex.POOLS, "ours", score, reported="yes")()


def test_a_comparison_counts_the_sets_that_can_tell(made_up):
    made_up(
        won=(LOW, {"0-1 l1": HIGH, **CHANCE}),
        lost=(LOW, {"CLUHSIC": HIGH, **CHANCE}),
        full=([1.0, 1.0, 1.0], CHANCE),
        blind=([0.1, 0.12, 0.12], CHANCE),
    )
    made = told()
    assert (made.passed, made.cases) == (1, 2)
    assert made.verdict == "partly"
    assert "full (ceiling); blind (chance level)" in made.note
    assert "won +20.0 [" in made.measured
    assert "behind in 1" in made.measured


def test_settings_of_a_stand_in_are_pooled_draw_by_draw(made_up):
    made_up(one=(LOW, {"0-1 l1": HIGH, **CHANCE}), two=(LOW, {"CLUHSIC": HIGH, **CHANCE}))
    found, kept, left_out = ex.pooled({"both": ("one", "two")}, ("0-1 l1", "CLUHSIC"), "ours")
    assert np.allclose(found["both"][0], found["both"][1])
    assert (kept, left_out) == (["one", "two"], "")
