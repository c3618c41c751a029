"""Jenssen 2006 again: exhibits, claims, the recorded curves, and the densities that are known."""

import numpy as np
import pytest
from reproduction_checks import check_claims, check_exhibit
from scipy.stats import norm

from depcluster.papers.jenssen2006 import angle_clustering
from depcluster.reproduction import read_record
from depcluster.reproduction.jenssen2006 import PAPER, cases, curves, densities
from depcluster.reproduction.jenssen2006.claims import crescents, ranges, widths


@pytest.mark.parametrize("item", PAPER.items)
def test_exhibits(item):
    check_exhibit(PAPER, item)


@pytest.mark.parametrize("panel", ["a", "b", "c"])
@pytest.mark.parametrize(("item", "recipe"), [("Fig. 3", "two moons"), ("Fig. 6", "three")])
def test_a_panel_alone(item, recipe, panel):
    drawn = check_exhibit(PAPER, item, panel=panel, recipe=recipe, random_state=2, sigma=0.4)
    strips = {("Fig. 3", "a"): 2, ("Fig. 3", "b"): 2, ("Fig. 6", "b"): 4}  # one a method
    assert len(drawn.figure.axes) == strips.get((item, panel), 1)
    assert f"({panel})" in drawn.alt
    assert recipe in drawn.alt


@pytest.mark.parametrize("recipe", cases.RINGS)
def test_rings_of_each_recipe(recipe):
    check_exhibit(PAPER, "Fig. 4", recipe=recipe, sigma=0.5)


@pytest.mark.parametrize("recipe", cases.CRESCENTS)
def test_crescents_of_each_recipe(recipe):
    drawn = check_exhibit(PAPER, "Fig. 2", recipe=recipe, random_state=3)
    assert recipe in drawn.alt


@pytest.mark.parametrize(
    ("item", "wrong", "says"),
    [
        ("Fig. 1", {"sigma": 0}, "sigma must be a finite number of at least 0.01"),
        ("Fig. 2", {"recipe": "moons"}, "recipe must be one of"),
        ("Fig. 3", {"panel": "d"}, 'panel must be one of "a", "b", "c", "all"'),
        ("Fig. 4", {"random_state": None}, "random_state must be an integer from 0"),
    ],
)
def test_parameters_are_checked(item, wrong, says):
    with pytest.raises(ValueError, match=says):
        PAPER.exhibits[item](**wrong)


@pytest.mark.parametrize("of", PAPER.claimed, ids=lambda of: f"{of.item} {of.__name__}")
def test_claims(of):
    check_claims(PAPER, of)


def test_every_item_has_claims_of_its_own():
    claims = PAPER.claims()
    assert len({(made.item, made.claim) for made in claims}) == len(claims)
    assert all(len(PAPER.claims(item)) for item in PAPER.items)


def test_numbers_to_which_a_recipe_was_fitted_are_no_evidence():
    for item in ("Fig. 2", "Fig. 3 (a)", "Fig. 4"):
        made = PAPER.claims(item)
        fitted = [one for one in made if one.kind == "fitted stand-in"]
        assert {one.verdict for one in fitted} == {"not testable here"}
        assert all("fitted" in one.note for one in fitted)
        others = {one.claim for one in made if one.kind == "stand-in"}
        assert {f"{one.claim[:-1]} (other recipes)." for one in fitted} <= others


@pytest.mark.parametrize(
    ("kind", "recipe", "seed", "sigmas"),
    [
        ("dense", "fitted", 1, (0.2, 0.5, 0.65)),
        ("dense", "two moons", 12, (0.38, 0.65)),
        ("sparse", "fitted", 17, (0.28, 0.5)),
        ("sparse", "farther", 3, (0.46,)),
        ("rings", "fitted", 19, (0.3, 1.9)),
        ("rings", "scattered", 8, (1.0,)),
        ("outliers", "nearer", 5, (0.5,)),
    ],
)
def test_the_record_is_what_comes_out_now(kind, recipe, seed, sigmas):
    X, y = cases.toy(kind, seed, recipe)
    row = curves.set_of(kind, recipe)
    assert row["recipe"] == {k: _plain(v) for k, v in cases.recipes(kind)[recipe].items()}
    assert row["rules"][seed]["amise"] == pytest.approx(cases.rules(X)["amise"])
    for method in ("affinity", "laplacian"):
        for sigma in sigmas:
            found = cases.METHODS[method](X, int(y.max()) + 1, sigma).labels
            then = row["errors"][method][seed][row["sigma"].index(sigma)]
            assert abs(cases.error(y, found) - then) < 0.03


def _plain(value):
    return list(value) if isinstance(value, tuple) else value


def test_all_that_is_drawn_at_random_has_twenty_draws():
    sets = read_record("jenssen2006", "curves")["sets"]
    assert {row["seeds"] for name, row in sets.items() if name not in ("breast", "pendigits")} == {
        20
    }
    kinds = ("dense", "sparse", "rings", "outliers")
    named = {
        kind if recipe == "fitted" else f"{kind}, {recipe}"
        for kind in kinds
        for recipe in cases.recipes(kind)
    }
    assert named | {"breast", "pendigits"} == set(sets)
    for row in sets.values():
        for errors in row["errors"].values():
            assert np.shape(errors) == (row["seeds"], len(row["sigma"]))


def test_what_the_notebook_says_of_the_curves():
    """Beat 6, and the table at its end."""

    def median(kind, method, low, high):
        return np.median(curves.errors(kind, method, low, high), axis=0)

    assert curves.errors("dense", "laplacian", 0.08, 0.7).max() == 0
    assert median("dense", "affinity", 0.16, 0.7).max() == 0
    assert median("sparse", "laplacian", 0.2, 0.7).max() == 0
    assert median("rings", "laplacian", 0.2, 1.9).max() == 0
    assert median("rings", "laplacian", 2.0, 2.2).min() > 0.3
    assert curves.errors("rings", "affinity").min() > 0.25
    assert curves.errors("sparse", "affinity").min() > 0.05
    assert (curves.errors("dense", "affinity", 0.06, 0.38).max(axis=0) > 0.33).all()
    assert median("outliers", "outlier", 0.13, 0.7).max() == 0


def test_the_error_leaves_outliers_out_and_forgives_names():
    y = np.array([0, 0, 1, 1, -1])
    assert cases.error(y, np.array([1, 1, 0, 0, 0])) == 0
    assert cases.error(y, np.array([1, 1, 1, 0, 0])) == 0.25


def test_recipes_change_what_they_name():
    base, y = cases.toy("dense", 3)
    larger, _ = cases.toy("dense", 3, "larger")
    assert np.linalg.norm(larger, axis=1)[y == 0].mean() == pytest.approx(3.5, abs=0.1)
    higher, _ = cases.toy("dense", 3, "higher")
    assert np.allclose(higher - base, np.outer(y, [0, 0.7]))
    rings, at = cases.toy("rings", 3, "scattered")
    turn = np.sort(np.arctan2(rings[at == 2, 1], rings[at == 2, 0]))
    assert np.diff(turn).std() > 0.02
    assert len(cases.toy("outliers", 3, "three")[0]) == 422


def test_sets_say_which_recipe_is_wrong():
    from depcluster.datasets import make_crescents, make_three_rings

    with pytest.raises(ValueError, match="noise must be"):
        make_crescents(noise=-1)
    with pytest.raises(ValueError, match="rise must be"):
        make_crescents(rise=float("nan"))
    with pytest.raises(ValueError, match="radii must be three numbers"):
        make_three_rings(radii=[1, 2])
    with pytest.raises(ValueError, match="even must be"):
        make_three_rings(even="yes")


@pytest.mark.parametrize("d", [1, 2])
def test_best_width_is_the_minimiser_of_the_integrated_squared_error(d):
    """Against the error on a grid, the density being known."""
    X = densities.bells(60, d, 0)(1)
    best = densities.best_width(X, densities.bells(20_000, d, 0)(2))
    axis = np.linspace(-5, 5, 201)
    grid = np.stack(np.meshgrid(*[axis] * d), axis=-1).reshape(-1, d)
    truth = norm.pdf(grid).prod(axis=1)

    def error_at(sigma):
        kernel = np.ones((len(grid), len(X)))
        for k in range(d):
            kernel *= norm.pdf(grid[:, [k]], X[:, k], sigma)
        return ((kernel.mean(axis=1) - truth) ** 2).sum() * (axis[1] - axis[0]) ** d

    around = best * np.array([0.75, 1, 1.25])
    values = [error_at(s) for s in around]
    assert values[1] < min(values[0], values[2])


def test_the_mean_of_the_estimators_is_what_many_draws_give():
    """The bias by convolution, against the mean over 4000 draws at one point."""
    n, x0 = 100, 0.5
    sigma, u = densities.shrinking(n), densities.WEIGHTS["u = 1/f"]
    x = np.random.default_rng(0).standard_normal(4000 * n)
    drawn = (np.sqrt(u(x)) * densities.bell(x0, x, sigma)).mean()
    grid = densities.GRID
    h = np.sqrt(u(grid)) * densities.bell(grid)
    smoothed = (densities.bell(x0, grid, sigma) * h).sum() * (grid[1] - grid[0])
    assert drawn == pytest.approx(smoothed, rel=0.01)


@pytest.mark.parametrize("d", [1, 2, 5, 16])
def test_the_right_constant_of_the_amise_width(d):
    best = densities.best_for_normal(d, 300)
    assert best == pytest.approx((densities.right_constant(d) / 300) ** (1 / (d + 4)), rel=1e-6)
    assert (densities.printed_constant(d) == densities.right_constant(d)) == (d == 1)


def test_a_miss_needs_a_width_that_is_right(monkeypatch):
    """Wrong at the rule's width counts only where another width on that side is right."""
    row = {
        "sigma": [0.1, 0.5, 1.0],
        "seeds": 3,
        "rules": [{"lscv": 0.2}] * 3,
        "errors": {"affinity": [[0.3, 0.0, 0.3], [0.0, 0.3, 0.3], [0.3, 0.3, 0.3]]},
        "errors_at_rules": [{"lscv": {"affinity": 0.3}}] * 3,
    }
    row["errors"]["laplacian"] = row["errors"]["affinity"]
    for found in row["errors_at_rules"]:
        found["lscv"]["laplacian"] = 0.0
    monkeypatch.setattr(widths, "set_of", lambda kind, recipe: row)
    monkeypatch.setattr(curves, "set_of", lambda kind, recipe: row)
    missed = widths._misses("lscv", np.greater)
    assert missed["dense", "fitted", "affinity"].tolist() == [True, False]
    assert not missed["dense", "fitted", "laplacian"].any()


def test_claims_of_ranges_take_the_word_of_the_paper():
    made = {one.claim: one for one in crescents.dense_crescents()}
    right = made["Dense crescents, u = 1: correct from .38 to .65 (other recipes)."]
    held = [
        (curves.errors("dense", "affinity", 0.38, 0.65, recipe) <= 0.01).all(axis=1)
        for recipe in ranges.others("dense")
    ]
    assert (right.held, right.cases) == (np.sum(held), 160)
    assert right.word == "usually"


def test_outliers_go_alone_in_the_broken_solution():
    X, y = cases.toy("outliers", 0)
    labels = angle_clustering(X, 2, sigma=0.6).labels
    assert len(np.unique(labels[y >= 0])) == 1
    assert cases.error(y, labels) == pytest.approx(209 / 419)
