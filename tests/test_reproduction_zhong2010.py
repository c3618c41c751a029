"""Zhong 2010 again: exhibits, verdicts, the equations written out, and the words of comparisons."""

import numpy as np
import pytest
from reproduction_checks import check_claims, check_exhibit

import naive_zhong
from depcluster.datasets import SUPERFAMILY_TREE
from depcluster.labels import loss_rows, tree, tree_loss, zero_one_loss
from depcluster.metrics import structured_loss, tree_accuracies
from depcluster.reproduction import zhong2010
from depcluster.reproduction.zhong2010 import cases, derivations, printed, recorded
from depcluster.reproduction.zhong2010.claims.common import comparison

PAPER = zhong2010.PAPER
SMALL = {
    "Fig. 1": {"random_state": 1, "start": "random", "leaf": 3},
    "Fig. 2": {"branches": 2, "leaves": 3},
    "Fig. 4": {"linkage": "average"},
    "Fig. 7": {"random_state": 19},
    "Table I": {"recipe": "even rates", "start": "random"},
    "Table III": {"difficulty": 0.5},
    "Table IV": {"setting": 3},
    "Table VI": {"gamma": 0.01},
}


@pytest.mark.parametrize("item", PAPER.items)
def test_exhibits_as_they_are_called_first(item):
    check_exhibit(PAPER, item)


@pytest.mark.parametrize(("item", "small"), SMALL.items())
def test_exhibits_with_other_settings(item, small):
    check_exhibit(PAPER, item, **small)


@pytest.mark.parametrize("of", PAPER.claimed, ids=lambda of: of.__name__)
def test_verdicts_are_as_recorded(of):
    check_claims(PAPER, of)


@pytest.mark.parametrize(
    ("draw", "wrong", "says"),
    [
        (zhong2010.figure_1, {"leaf": 15}, "leaf must be an integer from 0 to 14"),
        (zhong2010.figure_5, {"kernel": "linear"}, "kernel must be one of"),
        (zhong2010.figure_7, {"random_state": 20}, "random_state must be an integer from 0 to 19"),
        (zhong2010.table_1, {"start": "best"}, "start must be one of"),
        (zhong2010.table_3, {"difficulty": 0.7}, "difficulty must be one of 0.5, 1, 1.5"),
        (zhong2010.table_6, {"gamma": 2}, "gamma must be one of 1, 0.1, 0.01"),
    ],
)
def test_what_exhibits_are_asked_is_checked(draw, wrong, says):
    with pytest.raises(ValueError, match=says):
        draw(**wrong)


def test_the_regression_written_out():
    rng = np.random.default_rng(3)
    K, A = np.cov(rng.standard_normal((9, 20))), tree((2, 2))
    Delta, y = rng.random((4, 4)) * (1 - np.eye(4)), rng.integers(0, 4, 9)
    J, D, i, l = derivations.regression(K, y, A, Delta)
    pairs = naive_zhong.ridge_pairs(y, Delta)
    assert list(zip(i.tolist(), l.tolist(), strict=True)) == [tuple(pair) for pair in pairs]
    assert np.allclose(J, naive_zhong.ridge_J(K, y, A, pairs))
    assert np.allclose(np.diag(D), naive_zhong.ridge_D(y, Delta, pairs))


def test_score_14_written_out():
    rng = np.random.default_rng(0)
    K, y = np.cov(rng.standard_normal((12, 20))), np.arange(12) % 3
    for R in (np.eye(3), loss_rows(zero_one_loss(3))):
        Pi = np.eye(3)[y] @ R
        assert np.isclose(derivations.score_14(K, Pi), naive_zhong.scatter_14(K, Pi))


def test_a_trace_that_is_no_line_has_no_slope():
    assert np.isnan(derivations.slope_of_14(np.array([[1.0, 0, 0], [0, 2, 0], [0, 0, 5]]), m=12))


def test_features_of_nodes_of_a_small_tree():
    assert derivations.node_features((2, 2)).astype(int).tolist() == [
        [1, 1, 0, 0, 0, 0],
        [1, 0, 1, 0, 0, 0],
        [0, 0, 0, 1, 1, 0],
        [0, 0, 0, 1, 0, 1],
    ]


def test_clusters_of_a_turn():
    labels = np.arange(400) // 40
    assert cases.in_turn(labels)
    assert cases.in_turn(9 - labels)
    assert cases.in_turn((np.roll(labels, 13) + 4) % 10)
    swapped = np.where(labels == 2, 3, np.where(labels == 3, 2, labels))
    assert not cases.in_turn(swapped)
    assert cases.n_arcs(labels) == cases.n_arcs(swapped) == 10
    assert cases.n_arcs(np.where(np.arange(400) == 7, 5, labels)) == 12


def test_a_draw_is_filed_by_name():
    y, found = cases.filed("spectrum 3", 0, "paper")
    for labels in found.values():
        levels = tree_accuracies(y, labels, SUPERFAMILY_TREE)
        assert np.isclose((labels == y).mean(), levels[-1])
        loss = structured_loss(y, labels, tree_loss(SUPERFAMILY_TREE))
        assert np.isclose(loss, (1 - levels).sum())


def test_the_record_is_whole():
    seeds = recorded.study()["seeds"]
    assert len(seeds) == 20
    for data in recorded.SETS:
        for method, rows in recorded.study()["sets"][data]["scores"].items():
            assert len(rows) == 20, (data, method)
    for method in ("k-means", "CLUHSIC", "0-1 l1", "structured l1"):
        assert recorded.turns(method).shape == (20, 400)


def test_printed_losses_follow_from_printed_accuracies():
    for rows in [*printed.TABLE_1.values(), printed.TABLE_2]:
        for one, two, three, loss_2, loss_3 in (map(float, row) for row in rows.values()):
            assert abs(2 - (one + two) / 100 - loss_2) < 0.021
            assert abs(3 - (one + two + three) / 100 - loss_3) < 0.021


@pytest.fixture
def made_up(monkeypatch):
    """A function that puts scores in the place of the record: leaf accuracy by method."""

    def put(**sets):
        def rows(values):
            return [[a, a, 2 - 2 * a, a] for a in values]

        found = {
            data: {
                "recorded": "today",
                "scores": {m: rows(v) for m, v in (dict.fromkeys(recorded.OWN, one) | own).items()},
            }
            for data, (one, own) in sets.items()
        }
        monkeypatch.setattr(recorded, "study", lambda: {"sets": found})

    return put


CHANCE = {"chance": [0.1, 0.12, 0.11]}
LOW, HIGH = [0.5, 0.52, 0.55], [0.7, 0.71, 0.76]


def told(sets, **how):
    return comparison("ahead", sets, "0-1 l1", ("CLUHSIC",), "yes", **how)


def test_a_comparison_counts_the_sets_that_can_tell(made_up):
    made_up(
        won=(LOW, {"0-1 l1": HIGH, **CHANCE}),
        lost=(LOW, {"CLUHSIC": HIGH, **CHANCE}),
        full=([1.0, 1.0, 1.0], CHANCE),
        blind=([0.1, 0.12, 0.12], CHANCE),
    )
    made = told(("won", "lost", "full", "blind"))
    assert (made.held, made.cases) == (1, 2)
    assert made.verdict == "reproduced"
    assert "full (ceiling); blind (chance level)" in made.note
    assert "won +20.0 [" in made.measured
    assert "behind in 1" in made.measured


def test_where_no_set_can_tell_nothing_is_judged(made_up):
    made_up(full=([1.0, 1.0, 1.0], CHANCE), blind=([0.1, 0.12, 0.12], CHANCE))
    made = told(("full", "blind"))
    assert made.verdict == "not testable here"
    assert "ceiling" in made.untestable
    assert "chance level" in made.untestable


def test_losses_are_compared_the_other_way_round(made_up):
    made_up(won=(LOW, {"0-1 l1": HIGH, **CHANCE}))
    made = told(("won",), score=recorded.loss, less=True)
    assert made.verdict == "reproduced"
    assert made.measured.startswith("lower by")


def test_the_closest_rival_is_named(made_up):
    made_up(won=(LOW, {"0-1 l1": HIGH, "XWSS": [0.69, 0.72, 0.75], **CHANCE}))
    made = comparison("ahead", ("won",), "0-1 l1", ("CLUHSIC", "XWSS"), "yes")
    assert made.verdict == "not reproduced"
    assert "against XWSS" in made.measured
