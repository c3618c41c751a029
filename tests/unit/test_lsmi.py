"""LSMI and MLMI against the literal formulas, known values, invariances and bad input."""

import itertools

import numpy as np
import pytest
from cases import each
from scipy.spatial.distance import pdist
from scipy.stats import norm, special_ortho_group

import naive_lsmi as naive
from depcluster.baselines import MlmiPlan, mlmi
from depcluster.baselines.mlmi import mixture_proportions
from depcluster.papers.sugiyama2011 import LsmiPlan, lsmi

GAMMAS, DELTAS = (0.1, 1.0, 10.0), (1e-3, 0.1, 10.0)
ESTIMATORS = each("estimate", [lsmi, mlmi])


def labelled(seed, n=18, c=3):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, 2)), np.append(np.arange(c), rng.integers(0, c, n - c))


def four_blobs(seed, size=50):
    y = np.repeat(np.arange(4), size)
    means = np.array([[1, 1], [-1, 1], [1, -1], [-1, -1]]) * 4 / np.sqrt(17)
    X = means[y] + np.random.default_rng(seed).normal(size=(4 * size, 2)) / np.sqrt(17)
    return X, y


def two_bells(seed, mean, n=400):
    y = np.repeat([0, 1], n // 2)
    noise = np.random.default_rng(seed).normal(size=(n, 1))
    return noise + np.where(y == 0, -mean, mean)[:, None], y


def literal_lsmi(plan, X, y, c):
    bases = plan.bases
    return naive.lsmi(X, y, bases.centres, bases.folds, bases.gammas, plan.deltas, c)


@each("seed, n_centres", [(0, 7), (1, 200)])
def test_lsmi_is_the_literal_formula(seed, n_centres):
    X, y = labelled(seed)
    given = {"gammas": GAMMAS, "deltas": DELTAS, "n_folds": 3, "n_centres": n_centres}
    plan = LsmiPlan(X, random_state=seed, **given)
    found = plan.value(y)
    value, cv, theta = literal_lsmi(plan, X, y, 3)
    assert found.value == pytest.approx(value, abs=1e-12)
    assert found.cv == pytest.approx(cv, abs=1e-12)
    assert found.coefficients == pytest.approx(np.array(theta), rel=1e-9, abs=1e-10)
    place = np.unravel_index(cv.argmin(), cv.shape)
    assert (found.gamma, found.delta) == (GAMMAS[place[0]], DELTAS[place[1]])
    at = (theta, X[plan.bases.centres], found.centre_labels, found.gamma)
    ratio = [[naive.ratio(x, k, *at) for k in range(3)] for x in X[:4] + 0.1]
    assert found.ratio(X[:4] + 0.1) == pytest.approx(np.array(ratio), abs=1e-10)


def test_classes_absent_from_training_without_a_centre_or_without_a_sample():
    X, _ = labelled(0)
    plan = LsmiPlan(X, gammas=GAMMAS, deltas=DELTAS, n_folds=3, n_centres=9, random_state=0)
    centres = plan.bases.centres
    y = np.arange(18) % 2
    y[centres[0]] = 2  # alone, with a centre: absent from training in one fold
    y[np.setdiff1d(np.arange(18), centres)[0]] = 3  # alone, without a centre
    found = plan.value(y, 5)  # and nobody is in class 4
    value, cv, _ = literal_lsmi(plan, X, y, 5)
    assert found.value == pytest.approx(value, abs=1e-12)
    assert found.cv == pytest.approx(cv, abs=1e-12)
    assert (found.ratio(X)[:, 3:] == 0).all()
    assert np.isfinite(MlmiPlan(X, n_centres=9, random_state=0).value(y, 5).cv).all()


def test_a_plan_gives_what_single_calls_give():
    X, y = labelled(3, n=60)
    plan = LsmiPlan(X, random_state=5)
    for labels in (y, y[::-1], np.random.default_rng(0).permutation(y)):
        assert plan.value(labels).value == lsmi(X, labels, random_state=5).value
    folds = np.bincount(plan.bases.folds)
    assert len(folds) == 5
    assert np.ptp(folds) <= 1


def test_known_values_of_clear_merged_and_random_classes():
    clear, merged, mixed, split = [], [], [], []
    for seed in range(4):
        X, y = four_blobs(seed)
        plan, rng = LsmiPlan(X, random_state=seed), np.random.default_rng(seed)
        clear.append(plan.value(y).value)
        merged.append(plan.value(np.minimum(y, 2)).value)
        mixed.append(plan.value(rng.permutation(y)).value)
        split.append(plan.value(np.where((y == 0) & (rng.random(len(y)) < 0.5), 4, y)).value)
    assert np.mean(clear) == pytest.approx(1.5, abs=0.1)
    assert np.mean(merged) == pytest.approx(1.0, abs=0.08)
    assert np.mean(mixed) == pytest.approx(0, abs=0.05)
    assert np.mean(split) < np.mean(clear) + 0.1  # the bound itself rises by a half
    assert mlmi(X, y, random_state=0).value == pytest.approx(np.log(4), abs=0.05)


@each("mean", [1, 3])
def test_two_bells_agree_with_the_integral(mean):
    densities = [norm(-mean).pdf, norm(mean).pdf]
    truth = naive.smi_by_integration(densities, [0.5, 0.5], np.linspace(-9, 9, 501))
    values = [lsmi(*two_bells(seed, mean), random_state=seed).value for seed in range(6)]
    assert np.mean(values) == pytest.approx(truth, abs=0.04)


@ESTIMATORS
def test_names_of_classes_do_not_matter(estimate):
    X, y = labelled(1, n=60)
    value = estimate(X, y, random_state=0).value
    for names in itertools.permutations(range(3)):
        renamed = np.array(names)[y]
        assert estimate(X, renamed, random_state=0).value == pytest.approx(value, abs=1e-8)
    assert estimate(X, y + 2, random_state=0).value == pytest.approx(value, abs=1e-8)


@ESTIMATORS
def test_shift_rotation_and_scale(estimate):
    X, y = labelled(2, n=60)
    gammas = np.logspace(-1, 1, 5)
    value = estimate(X, y, gammas=gammas, random_state=0).value
    turned = X @ special_ortho_group.rvs(2, random_state=0) + [30, -70]
    assert estimate(turned, y, gammas=gammas, random_state=0).value == pytest.approx(value)
    by_median = [
        estimate(Z, y, gammas=gammas * np.median(pdist(Z)), random_state=0).value
        for Z in (X, 1e-4 * X, 1e5 * X)
    ]
    assert by_median == pytest.approx([by_median[0]] * 3)


@each("seed", range(2))
def test_mlmi_solves_the_literal_problem(seed):
    X, y = labelled(seed)
    plan = MlmiPlan(X, gammas=[0.5], n_folds=3, n_centres=9, random_state=seed)
    found = plan.value(y, 3)
    z = found.centre_labels
    if set(z) != {0, 1, 2}:
        y = np.where(np.isin(y, z), y, z[0])
        found = plan.value(y, 3)
    fixed = (X[plan.bases.centres], z, 0.5)
    assert (found.coefficients >= 0).all()
    assert naive.mean_ratio(X, y, found.coefficients, *fixed) == pytest.approx(1, abs=1e-12)
    assert naive.log_likelihood(X, y, found.coefficients, *fixed) == pytest.approx(found.value)
    by_em = naive.log_likelihood(X, y, naive.fit_likelihood(X, y, *fixed, 300), *fixed)
    assert by_em <= found.value + found.kkt_violation
    assert by_em == pytest.approx(found.value, abs=1e-3)
    assert 0 <= found.kkt_violation < 1e-8


def test_mlmi_holds_out_samples_and_centres():
    X, y = labelled(4, n=24, c=2)
    plan = MlmiPlan(X, gammas=[1.0], n_folds=3, n_centres=12, random_state=0)
    literal = []
    for m in range(3):
        (A, a), (B, b), (Z, z) = naive.split(X, y, plan.bases.centres, plan.bases.folds, m)
        theta = naive.fit_likelihood(A, a, B, b, 1.0, 1000)
        literal.append(naive.log_likelihood(Z, z, theta, B, b, 1.0))
    assert plan.value(y).cv[0] == pytest.approx(np.mean(literal), abs=1e-3)


@each("seed", range(8))
def test_no_mixture_is_likelier_than_the_gap_allows(seed):
    rng = np.random.default_rng(seed)
    k, b = rng.integers(2, 40, 2)
    P = rng.random((k, b)) ** rng.integers(1, 30)
    v, gap = mixture_proportions(P)
    assert v.sum() == pytest.approx(1)
    assert (v >= 0).all()
    assert gap < 1e-8
    others = np.vstack([rng.dirichlet(np.full(b, 0.3), 50), 0.9 * v + 0.1 * np.eye(b)])
    assert np.log(others @ P.T + 1e-300).mean(axis=1).max() <= np.log(P @ v).mean() + gap + 1e-12


@ESTIMATORS
def test_one_class_and_constant_samples(estimate):
    X, _ = labelled(0, n=40)
    alone = estimate(X, np.full(40, 2), n_classes=4, random_state=0)
    assert alone.value == 0
    assert np.isfinite(alone.cv).all()
    constant = estimate(np.ones((40, 2)), np.arange(40) % 3, random_state=0)
    assert constant.value == pytest.approx(0, abs=1e-3)
    assert constant.value <= 1e-12
    copies = estimate(np.repeat(X[:4], 10, axis=0), np.repeat(np.arange(4), 10), random_state=0)
    assert np.isfinite(copies.value)


def test_a_width_that_reaches_nobody_is_finite_and_not_chosen():
    X, y = four_blobs(0)
    found = mlmi(X, y, gammas=[1e-9, 0.3], random_state=0)
    assert np.isfinite(found.cv).all()
    assert found.gamma == 0.3


X0, Y0 = labelled(0)


@ESTIMATORS
@each(
    "X, y, params, words",
    [
        (X0, Y0[:-1], {}, r"y must hold one label a sample, \(18,\)"),
        (X0, Y0, {"n_classes": 2}, "y must hold labels from 0 to 1; got 0 to 2"),
        (X0[:4], Y0[:4], {}, "X must have at least one sample a fold, 5; got 4"),
        (X0, Y0, {"gammas": [0, 1]}, "gammas must be a list of values, each a positive number"),
    ],
)
def test_bad_input_names_the_parameter(estimate, X, y, params, words):
    with pytest.raises(ValueError, match=words):
        estimate(X, y, **params)


def test_bad_regularisers_and_new_samples():
    with pytest.raises(ValueError, match="deltas must be a list of values"):
        lsmi(X0, Y0, deltas=[0.0])
    found = lsmi(X0, Y0, random_state=0)
    with pytest.raises(ValueError, match="X must have 2 columns"):
        found.ratio(np.ones((4, 3)))
