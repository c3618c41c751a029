"""Song 2007, label kernels: exhibits, claims, and the set-ups that the two share."""

import importlib

import numpy as np
import pytest
from reproduction_checks import check_claims, check_exhibit

import naive
from depcluster import FigureWithAlt
from depcluster.kernels import centre, kernel_matrix
from depcluster.labels import chain, plain, ring
from depcluster.reproduction import song2007
from depcluster.reproduction.song2007.cases import labels as cases
from depcluster.reproduction.song2007.figures import labels as figures

PAPER = song2007.PAPER
JUDGED = [
    importlib.import_module(f"{song2007.__name__}.claims.{n}") for n in ("labels", "pictures")
]
OURS = [of for of in PAPER.claimed if of.__module__ in {module.__name__ for module in JUDGED}]


@pytest.mark.parametrize(
    ("item", "settings"),
    [
        ("Fig. 3", {}),
        ("Fig. 3", {"hierarchy": (9,), "difficulty": 1, "random_state": 3}),
        ("Fig. 3", {"hierarchy": [["a", "b"], list("cdefg"), ["h", ["i"]]]}),
        ("Fig. 4", {}),
        ("Fig. 4", {"blend": 0.2, "glaze": 0.6, "random_state": 1}),
    ],
)
def test_exhibits(item, settings):
    check_exhibit(PAPER, item, **settings)


@pytest.mark.parametrize("of", OURS, ids=lambda of: of.__name__)
def test_claims(of):
    check_claims(PAPER, of)


def test_figure_3_tells_what_the_hierarchy_does():
    assert "one person in labels 0 to 2" in figures.figure_3().alt
    assert "not side by side; ARI 1.00" in figures.figure_3(hierarchy=(9,)).alt


def test_figure_4_tells_what_the_blend_does():
    assert "k-means: joins opposite views" in figures.figure_4().alt
    assert "k-means: no opposite views" in figures.figure_4(blend=0.2).alt


@pytest.mark.parametrize("hierarchy", [(3, 2), "tree", [], 9])
def test_figure_3_refuses_what_has_not_nine_leaves(hierarchy):
    with pytest.raises(ValueError, match="hierarchy must be a tree of nine leaves"):
        figures.figure_3(hierarchy=hierarchy)


def test_the_window_is_drawn_at_each_recorded_blend_and_no_other():
    drawn = figures.teapot_window(0.44)
    assert isinstance(drawn, FigureWithAlt)
    assert "k-means joins opposite views in 100%" in drawn.alt
    with pytest.raises(ValueError, match=r"blend must be one of 0\.2, "):
        figures.teapot_window(0.39)


@pytest.mark.parametrize("A", [plain(3), chain(3), ring(3)], ids=["plain", "chain", "ring"])
def test_algorithm_1_is_the_printed_one(A):
    K = centre(kernel_matrix(np.random.default_rng(0).standard_normal((20, 2))))
    starts = cases.random_starts(3, 20, 3, seed=1)
    ended = cases.algorithm_1(K, A, starts)
    for start, labels, J in zip(starts, ended.labels, ended.J, strict=True):
        assert np.bincount(labels, minlength=3).min() > 1  # where the two read it alike
        assert np.array_equal(labels, naive.algorithm_1(K, A, start, "l2"))
        assert np.isclose(J[-1], naive.cluhsic_objective(K, labels, A, "l2"))
    assert np.array_equal(ended.best, ended.labels[ended.J[:, -1].argmax()])


def test_rounds_count_until_nobody_moves():
    points = np.random.default_rng(0).standard_normal((24, 2))
    K = centre(kernel_matrix(points))
    ended = cases.algorithm_1(K, plain(3), cases.random_starts(6, 24, 3, seed=2))
    for J, rounds in zip(ended.J, ended.rounds, strict=True):
        rises = np.diff(J) > 1e-12
        assert not rises[rounds - 1 :].any()
        assert rises[: rounds - 2].all()
    again = cases.algorithm_1(K, plain(3), ended.labels)
    assert np.array_equal(again.labels, ended.labels)
    assert again.rounds.tolist() == [1] * 6


def test_judges_of_order():
    angle = 2 * np.pi * np.arange(24) / 24
    points = np.column_stack([np.cos(angle), np.sin(angle)])
    arcs = np.arange(24) // 4
    turned = (5 - arcs + 2) % 6
    assert cases.around(points, arcs, 6)
    assert cases.around(points, turned, 6)
    assert not cases.around(points, np.array([0, 2, 1, 3, 4, 5])[arcs], 6)
    assert not cases.around(points, np.minimum(arcs, 4), 6)  # a label is not used
    assert cases.along(np.arange(24), 5 - arcs)
    assert not cases.along(np.arange(24), np.array([0, 2, 1, 3, 4, 5])[arcs])


def test_judge_of_families():
    family = np.repeat([0, 1, 2], 3)
    assert cases.in_blocks(np.array([8, 6, 7, 0, 2, 1, 4, 3, 5]), family)
    assert not cases.in_blocks(np.array([8, 6, 3, 0, 2, 1, 4, 7, 5]), family)
    assert not cases.in_blocks(np.array([0, 1, 2, 0, 1, 2, 3, 4, 5]), family)


def test_judge_of_opposite_views():
    arcs = np.arange(400) // 40
    assert 0.98 < cases.shortest_direction(arcs) < 0.99
    assert cases.shortest_direction(arcs % 5) < 1e-9
    assert not cases.joins_opposite(cases.shortest_direction(arcs))
    assert cases.joins_opposite(cases.shortest_direction(arcs % 5))


def test_the_first_blend_at_which_views_are_joined():
    def row(blend, shortest):
        return {"blend": blend, "ring": {"best of 20": {"shortest": shortest}}}

    shortest = np.full((3, len(cases.SEEDS)), 0.95)
    shortest[1:, 0] = shortest[2, 1] = 0.2
    rows = [row(blend, list(of)) for blend, of in zip((0.2, 0.3, 0.4), shortest, strict=True)]
    assert cases.first_joined(rows, "ring")[:3].tolist() == [0.3, 0.4, 0.5]


def test_the_record_holds_20_draws_of_every_set():
    assert [row["blend"] for row in cases.recorded_pots(0.4)] == list(cases.BLENDS)
    others = cases.recorded_pots(*cases.OTHER_GLAZES)
    assert len(others) == len(cases.OTHER_GLAZES) * len(cases.OTHER_BLENDS)
    for row in cases.recorded_pots(0.4) + others:
        for method in ("k-means", "ring"):
            assert len(cases.joined(row, method)) == len(cases.in_turn(row, method)) == 20
    assert [row["difficulty"] for row in cases.recorded_faces()] == list(cases.DIFFICULTIES)


def test_what_was_recorded_is_computed_again():
    row = next(row for row in cases.recorded_pots(0.4) if row["blend"] == 0.37)
    _, K = cases.teapot(0.37, 0.4, 0)
    starts = cases.random_starts(5, cases.VIEWS, cases.ARCS, 0)
    ended = cases.algorithm_1(K, ring(cases.ARCS), starts)
    each = row["ring"]["Algorithm 1, each start"]
    assert ended.rounds.tolist() == each["rounds"][0]
    assert [cases.around(cases.DIRECTIONS, z, cases.ARCS) for z in ended.labels] == each["in_turn"][
        0
    ]
