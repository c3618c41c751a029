"""SMIC, LSMI and MLMI against literal formulas, known values, invariances and bad input."""

import sys
from functools import partial

import numpy as np
import pytest
from cases import each
from refusals import not_refused
from scipy import sparse
from scipy.sparse.linalg import ArpackNoConvergence
from scipy.stats import special_ortho_group
from sklearn.base import clone

import naive_lsmi as naive
import naive_smi
from depcluster.baselines import MlmiPlan, mlmi
from depcluster.baselines.mlmi import mixture_proportions
from depcluster.datasets import make_blobs4, make_circle_gauss, make_high_low, make_spirals
from depcluster.kernels import (
    Dense,
    component_eigenvectors,
    leading_eigenvectors,
    local_scaling,
    nearest_neighbours,
)
from depcluster.kernels import eigenvectors as spectral
from depcluster.papers.sugiyama2011 import SMIC, LsmiPlan, lsmi, smic, smic_path
from depcluster.papers.sugiyama2011.smic import check_candidates

TOYS = [(make_blobs4, 4), (make_circle_gauss, 2), (make_spirals, 2), (make_high_low, 2)]
BLOBS = make_blobs4()[0]
NORMALIZATIONS = each("kernel_normalization", [None, "sym"])


@each("t", [1, 3, 7])
def test_the_kernel_is_equation_7(t):
    X = np.random.default_rng(t).normal(size=(30, 3))
    K = naive_smi.local_scaling(X, t)
    plain, normalized = (local_scaling(X, t, kernel_normalization=n) for n in (None, "sym"))
    np.testing.assert_allclose(plain.K.toarray(), K, atol=1e-12)
    np.testing.assert_allclose(normalized.K.toarray(), naive_smi.sym(K), atol=1e-12)
    x = np.random.default_rng(9).normal(size=(4, 3))
    rows = np.array([naive_smi.local_scaling_row(one, X, t) for one in x])
    np.testing.assert_allclose(plain.rows(x).toarray(), rows, atol=1e-12)
    own, degree = rows.sum(axis=1), K.sum(axis=1)
    np.testing.assert_allclose(
        normalized.rows(x).toarray(), rows / np.sqrt(np.outer(own, degree)), atol=1e-12
    )
    for kernel in (plain, normalized):
        np.testing.assert_array_equal(kernel.rows(X).toarray(), kernel.K.toarray())
    known = local_scaling(X, t, neighbours=nearest_neighbours(X, 8)).K
    assert sparse.issparse(known)
    assert (known != known.T).nnz == (known != plain.K).nnz == 0


@each("d", [2, 4, 20])
def test_of_equally_near_neighbours_the_first_are_taken_however_many_are_asked_for(d):
    rng = np.random.default_rng(d)
    far = np.vstack([rng.normal(size=(40, d)), np.full((1, d), 1e9)])
    for X in (rng.integers(0, 3, size=(60, d)).astype(float), np.ones((9, d)), far):
        D = ((X[:, None] - X) ** 2).sum(axis=2)
        np.fill_diagonal(D, np.inf)
        order = np.argsort(D, axis=1, kind="stable")
        for t in (1, 3, 7, len(X) - 1):
            found = nearest_neighbours(X, t)
            np.testing.assert_array_equal(found.indices, order[:, :t])
            np.testing.assert_allclose(found.distances**2, np.sort(D, axis=1)[:, :t])
    X = rng.integers(0, 4, size=(80, 4)).astype(float)
    chosen = SMIC(3, random_state=0).fit(X)
    fixed = SMIC(3, n_neighbors=chosen.n_neighbors_).fit(X)
    np.testing.assert_array_equal(chosen.labels_, fixed.labels_)


@each("prior", [None, [0.5, 0.2, 0.3]])
def test_smic_is_the_formula_on_a_connected_graph(prior):
    for seed in range(2):
        X = np.random.default_rng(seed).normal(size=(40, 2))
        K = naive_smi.local_scaling(X, 12)
        p, phi, values = naive_smi.smic_posterior(K, 3, prior)
        for given in (K, sparse.csr_array(K)):
            found = smic(given, 3, X=X, class_prior=prior)
            np.testing.assert_allclose(found.scores, p, atol=1e-8)
            np.testing.assert_allclose(found.vectors, phi, atol=1e-8)
            np.testing.assert_allclose(found.eigenvalues, values)
            np.testing.assert_allclose(found.scores.mean(axis=0), found.class_prior)
            assert np.array_equal(found.labels, p.argmax(axis=1))
            assert found.smi == pytest.approx(naive_smi.smi_hat(p, found.class_prior))


def _path_and_pair(weight):
    path = np.eye(4) + 0.9 * (np.eye(4, k=1) + np.eye(4, k=-1))
    return sparse.block_diag([path, [[1, weight], [weight, 1]]], format="csr")


def test_two_eigenvectors_of_one_component_leave_the_other_undecided():
    second = 1 + 0.9 * 2 * np.cos(2 * np.pi / 5)  # of the path: 1 + .556
    for weight, lost in ((0.5, True), (second - 1 - 1e-6, True), (second - 1 + 1e-6, False)):
        found = smic(_path_and_pair(weight), 2)
        assert found.undecided.tolist() == [False] * 4 + [lost] * 2
        assert (found.labels == -1).tolist() == found.undecided.tolist()
    assert set(found.labels[:4]) != set(found.labels[4:])
    K = _path_and_pair(0.5).toarray()
    assert not smic(naive_smi.sym(K), 2).undecided.any()
    near_the_first = np.array([[0.0], [1], [2], [3], [-1], [-2]])
    found = smic(K, 2, X=near_the_first)
    assert found.labels[4] == found.labels[5] == found.labels[0]


@NORMALIZATIONS
@each("make, c", TOYS)
def test_all_solvers_give_the_same_vectors(make, c, kernel_normalization, monkeypatch):
    X, _ = make(120, random_state=3)
    for t in (1, 3, 9):
        K = local_scaling(X, t, kernel_normalization=kernel_normalization).K
        values, V, component = component_eigenvectors(K, c)
        np.testing.assert_allclose(V.T @ V, np.eye(c), atol=1e-9)
        np.testing.assert_allclose(K @ V, V * values, atol=1e-8)
        assert all(len(np.unique(component[v != 0])) == 1 for v in V.T)
        dense = Dense(K.toarray(), centred=False)
        np.testing.assert_allclose(np.linalg.eigvalsh(dense.K)[: -c - 1 : -1], values, atol=1e-9)
        for arpack in (True, False):
            if not arpack:
                monkeypatch.setattr(spectral, "_solve", lambda gram, k: spectral._solve_whole(gram))
            w, U = leading_eigenvectors(dense, c)
            np.testing.assert_allclose(w, values, atol=1e-9)
            np.testing.assert_allclose(np.abs(U), np.abs(V), atol=1e-5)
        monkeypatch.undo()


@each("trouble", ["no convergence", "not orthonormal"])
def test_without_arpack_the_answer_is_the_same(trouble, monkeypatch):
    X = np.random.default_rng(0).normal(size=(260, 2))
    K = local_scaling(X, 10).K
    before = smic(K, 3)

    def failing(gram, k, **params):
        if trouble == "no convergence":
            raise ArpackNoConvergence("no", np.empty(0), np.empty((0, 0)))
        return np.full(k, 99.0), np.ones((gram.shape[0], k))

    monkeypatch.setattr(spectral, "eigsh", failing)
    after = smic(K, 3)
    np.testing.assert_allclose(after.scores, before.scores, atol=1e-8)
    assert np.array_equal(after.labels, before.labels)


def test_the_algebraically_largest_eigenvalues_are_taken_and_signs_are_chosen():
    Q = np.linalg.qr(np.random.default_rng(0).normal(size=(9, 9)))[0]
    K = (Q * [-9.0, 3, 2, 1, 0.5, 0, 0, -1, -8]) @ Q.T
    np.testing.assert_allclose(smic((K + K.T) / 2, 2).eigenvalues, [3, 2])
    for v, towards in (([3, -2, -1, 0], 0), ([1, -3, 2, 0], 1), ([2, 1, -1, -2], 0)):
        a = np.array(v) / np.linalg.norm(v)  # of sum 0
        for K in (np.outer(a, a) + 2 * np.ones((4, 4)), np.outer(a, a)):
            vectors = smic(K, 2).vectors
            column = np.abs(vectors.T @ a).argmax()
            cubes = (vectors[:, column] ** 3).sum()
            assert cubes > 0 or abs(cubes) < 1e-12
            if abs(cubes) < 1e-12:
                assert vectors[towards, column] > 0


@NORMALIZATIONS
@each("make, c", TOYS)
def test_new_samples_that_are_old_get_what_they_had(make, c, kernel_normalization):
    X, _ = make(120, random_state=1)
    for t in (1, 8):
        fitted = SMIC(c, n_neighbors=t, kernel_normalization=kernel_normalization).fit(X)
        assert np.array_equal(fitted.predict(X), fitted.labels_)
        scores, p = fitted.transform(X), fitted.predict_proba(X)
        assert fitted.n_undecided_ == (~scores.any(axis=1)).sum()
        np.testing.assert_allclose(scores.mean(axis=0), fitted.class_prior_)
        np.testing.assert_allclose(p.sum(axis=1), 1)
        decided = scores.any(axis=1)
        assert np.array_equal(p.argmax(axis=1)[decided], fitted.labels_[decided])
        np.testing.assert_allclose(p[~decided], 1 / c)


def test_a_new_sample_that_nobody_reaches_joins_the_cluster_of_the_nearest():
    X, _ = make_blobs4()
    fitted = SMIC(4, n_neighbors=7, kernel_normalization="sym").fit(X)
    far = np.array([[1e8, 1e8]])
    nearest = ((X - far) ** 2).sum(axis=1).argmin()
    assert not fitted.transform(far).any()
    assert fitted.predict(far)[0] == fitted.labels_[nearest]
    np.testing.assert_allclose(fitted.predict_proba(far), 0.25)


def test_the_order_the_place_and_the_unit_of_samples_do_not_matter():
    p = np.random.default_rng(0).permutation(len(BLOBS))
    moved = 3 * BLOBS[p] @ [[0.6, -0.8], [0.8, 0.6]] + 7
    for t in (1, 2, 7):
        one, two = (SMIC(4, n_neighbors=t).fit(Z) for Z in (BLOBS, moved))
        assert np.array_equal(one.labels_[p], two.labels_), t
        np.testing.assert_allclose(one.eigenvalues_, two.eigenvalues_)


@each("m, seed", [(100, 0), (60, 3)])
@each("candidates", [[6, 2, 4, 4], [9, 3, 1], [1], [6, 7]])
def test_lsmi_chooses_among_the_fits_that_decide_on_nine_in_ten(m, seed, candidates):
    P, _ = make_blobs4(m, random_state=seed)
    fitted = SMIC(4, candidates=candidates, random_state=3).fit(P)
    assert fitted.candidates_.tolist() == sorted(set(candidates))
    plan = LsmiPlan(P, random_state=3)
    fits = [SMIC(4, n_neighbors=t).fit(P) for t in fitted.candidates_]
    values = [plan.value(fit.labels_, 4).value for fit in fits]
    np.testing.assert_allclose(fitted.lsmi_path_, values, rtol=1e-9)
    few = np.array([fit.n_undecided_ <= len(P) / 10 for fit in fits])
    best = int(np.argmax(np.where(few | ~few.any(), values, -np.inf)))
    assert fitted.n_neighbors_ == fitted.candidates_[best]
    assert np.array_equal(fitted.labels_, fits[best].labels_)
    assert np.array_equal(clone(fitted).fit_predict(P), fitted.labels_)


def test_equal_samples_are_parted_by_no_number_of_clusters():
    X = np.repeat([[0.0, 0], [1, 0], [0, 3]], 4, axis=0)
    for ask in (partial(smic, np.eye(12), 4, X=X), lambda: next(smic_path(X, 4))):
        with pytest.raises(ValueError, match="different samples, 3; got 4"):
            ask()


def test_numbers_of_neighbours_end_where_the_samples_do():
    assert check_candidates(range(1, 11), 4) == [1, 2, 3]


@each("seed, t", [(0, 3), (0, 7), (1, 3), (4, 5)])
def test_equal_samples_have_one_label_and_that_of_predict(seed, t):
    X = np.random.default_rng(seed).integers(0, 2, (60, 5)).astype(float)
    fitted = SMIC(3, n_neighbors=t).fit(X)
    assert len({(*x, y) for x, y in zip(X, fitted.labels_, strict=True)}) == len({*map(tuple, X)})
    np.testing.assert_array_equal(fitted.predict(X), fitted.labels_)


@NORMALIZATIONS
@each("t", [1, 3, "lsmi"])
def test_copies_bring_no_nan(t, kernel_normalization):
    rng = np.random.default_rng(0)
    X = np.vstack([np.repeat(rng.normal(size=(3, 2)), 12, axis=0), rng.normal(size=(20, 2))])
    fitted = SMIC(3, n_neighbors=t, kernel_normalization=kernel_normalization, random_state=0)
    fitted.fit(X)
    new = np.vstack([X, rng.normal(size=(10, 2)), [[1e200, 0]]])
    for array in (fitted.transform(new), fitted.predict_proba(new), fitted.eigenvalues_):
        assert np.isfinite(array).all()
    assert set(fitted.predict(new)) <= {0, 1, 2}
    assert len({*fitted.labels_[:12]}) == 1
    assert fitted._kernel_.K.toarray()[0, :12].max() == fitted._kernel_.K.toarray()[0].max()


GAMMAS, DELTAS = (0.1, 1.0, 10.0), (1e-3, 0.1, 10.0)
ESTIMATORS = each("estimate", [lsmi, mlmi])


def labelled(seed, n=18, c=3):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, 2)), np.append(np.arange(c), rng.integers(0, c, n - c))


def literal_lsmi(plan, X, y, c):
    bases = plan.bases
    return naive.lsmi(X, y, bases.centres, bases.folds, bases.gammas, plan.deltas, c)


@each("seed, n_centres, small", [(0, 7, 44), (1, 200, 44), (1, 200, 0)])
def test_lsmi_is_the_literal_formula_by_lu_and_by_cholesky(seed, n_centres, small, monkeypatch):
    monkeypatch.setattr(sys.modules["depcluster.papers.sugiyama2011.lsmi"], "_SMALL", small)
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


def test_where_cholesky_fails_an_lu_is_taken():
    solve = sys.modules["depcluster.papers.sugiyama2011.lsmi"]._ridge
    H, h = np.diag(np.linspace(-1, 1, 60)), np.ones(60)
    expected = [h / (H.diagonal() + delta) for delta in (0.3, 2.0)]
    np.testing.assert_allclose(solve(H, h, np.array([0.3, 2.0])), expected)


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


def test_known_values_of_clear_merged_and_random_classes():
    X, y = np.repeat(np.eye(4), 50, axis=0) * 4, np.repeat(np.arange(4), 50)
    values = {"clear": [], "merged": [], "mixed": [], "split": []}
    for seed in range(4):
        rng = np.random.default_rng(seed)
        plan = LsmiPlan(X + rng.normal(size=X.shape) / 4, random_state=seed)
        coin = rng.random(len(y)) < 0.5
        values["clear"].append(plan.value(y).value)
        values["merged"].append(plan.value(np.minimum(y, 2)).value)
        values["mixed"].append(plan.value(rng.permutation(y)).value)
        values["split"].append(plan.value(np.where((y == 0) & coin, 4, y)).value)
    mean = {name: np.mean(found) for name, found in values.items()}
    assert mean["clear"] == pytest.approx(1.5, abs=0.1)
    assert mean["merged"] == pytest.approx(1.0, abs=0.08)
    assert mean["mixed"] == pytest.approx(0, abs=0.05)
    assert mean["split"] < mean["clear"] + 0.1  # the bound itself rises by a half
    found = mlmi(X + 0.1 * rng.normal(size=X.shape), y, gammas=[1e-9, 0.3], random_state=0)
    assert found.value == pytest.approx(np.log(4), abs=0.05)
    assert np.isfinite(found.cv).all()
    assert found.gamma == 0.3  # a width that reaches nobody is not chosen


@ESTIMATORS
@each("size", [1, -1])
def test_widths_whose_squares_are_no_numbers_are_as_their_limit(estimate, size):
    X, y = labelled(3)
    near, far = (estimate(X, y, gammas=[10.0 ** (size * e)], random_state=0) for e in (12, 200))
    assert far.value == pytest.approx(near.value)
    assert far.ratio(X) == pytest.approx(near.ratio(X))


@ESTIMATORS
def test_names_of_classes_and_the_place_and_unit_of_samples_do_not_matter(estimate):
    X, y = labelled(2, n=60)
    turned = X @ special_ortho_group.rvs(2, random_state=0) + [30, -70]
    cases = [(X, y, 1), (X, np.array([2, 0, 1])[y], 1), (X, y + 2, 1), (turned, y, 1)]
    found = [
        estimate(Z, z, gammas=np.logspace(-1, 1, 5) * unit, random_state=0).value
        for Z, z, unit in [*cases, (1e-4 * X, y, 1e-4), (1e5 * X, y, 1e5)]
    ]
    assert found == pytest.approx([found[0]] * 6, abs=1e-8)
    for unit, words in ((1e4, "too narrow"), (1e-6, "too wide"), (1e-200, "too wide")):
        with pytest.warns(UserWarning, match=words):
            assert np.isfinite(estimate(unit * X, y, random_state=0).value)


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


@ESTIMATORS
def test_bad_input_names_the_parameter(estimate):
    X, y = labelled(0)
    assert not not_refused(
        [
            (r"y must hold one label a sample, \(18,\)", estimate, X, y[:-1]),
            ("y must hold labels from 0 to 1", partial(estimate, n_classes=2), X, y),
            ("X must have at least one sample a fold", estimate, X[:4], y[:4]),
        ]
    )
    with pytest.raises(ValueError, match="X must have 2 columns"):
        lsmi(X, y, random_state=0).ratio(np.ones((4, 3)))
