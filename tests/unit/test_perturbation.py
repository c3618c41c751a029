"""Theorem 1 of Song 2007 over many random cases, its parts by the letter, and stability curves."""

from dataclasses import astuple

import numpy as np
import pytest
from cases import each
from refusals import not_refused
from scipy.optimize import linprog

import reference
from depcluster import CLUHSIC, kernel_matrix
from depcluster.datasets import make_collinear
from depcluster.papers.song2007 import (
    StabilityCurve,
    partition_distance,
    perturbation,
    perturbation_bound,
    stability_curve,
)
from depcluster.papers.song2007.perturbation import _Leg, bound_from


def random_case(seed):
    """Kernel matrix, perturbation from tiny to huge, two partitions; some degenerate spectra."""
    rng = np.random.default_rng(seed)
    m, c = int(rng.integers(6, 25)), int(rng.integers(2, 5))
    y = rng.permutation(np.arange(m) % c)
    if seed % 4 == 0:
        X = 3 * np.eye(c)[y] + rng.normal(size=(m, c)) * rng.choice([0.05, 0.5, 2])
        K = X @ X.T
    elif seed % 4 == 1:
        K = reference.gaussian(rng.normal(size=(m, 2)), float(rng.choice([0.1, 1, 10])))
    elif seed % 4 == 2:
        K = (y[:, None] == y).astype(float)
    else:
        B = rng.normal(size=(m, 3))
        K = B @ B.T
    E = rng.normal(size=(m, m)) * 10 ** rng.uniform(-4, 1)
    y_new = y.copy()
    swapped = rng.choice(m, size=int(rng.integers(0, m // 2)), replace=False)
    y_new[swapped] = rng.permutation(y_new[swapped])
    return K, K + E + E.T, y, y_new


def test_the_bound_holds_in_all_cases_and_whole_is_never_looser(full):
    tightness = []
    for seed in range(3000 if full else 120):
        case = random_case(seed)
        gap, whole = (perturbation_bound(*case, spectrum=spectrum) for spectrum in ("gap", "whole"))
        for result in (gap, whole):
            assert not np.isnan(result.bound), seed
            assert result.epsilon <= result.bound * (1 + 1e-7) + 1e-7, seed
            assert result.epsilon <= result.trivial + 1e-9, seed
            assert (result.reason == "") == np.isfinite(result.bound), seed
        assert whole.bound <= gap.bound * (1 + 1e-6) + 1e-4, seed
        assert np.isfinite(whole.bound), seed
        if gap.epsilon > 1e-6:
            tightness.append((gap.bound / gap.epsilon, whole.bound / whole.epsilon))
    assert np.greater(*np.median(tightness, axis=0))


def test_every_term_is_the_printed_formula():
    X, y = make_collinear()
    K = kernel_matrix(X, gamma=0.5)
    shaken = X + 0.2 * np.random.default_rng(0).normal(size=X.shape)
    K_new = kernel_matrix(shaken, gamma=0.5)
    y_new = y.copy()
    y_new[:3] = 1
    bound, terms, eta, *gaps = reference.theorem_1(K, K_new, y, y_new)
    found = perturbation_bound(K, K_new, y, y_new)
    assert found.bound == pytest.approx(bound)
    assert found.eta == pytest.approx(eta)
    assert [found.eigengap, found.eigengap_perturbed] == pytest.approx(gaps)
    found_terms = [found.term_delta, found.term_delta_perturbed, found.term_gamma]
    assert found_terms == pytest.approx(terms)
    assert found.trivial == 4


@each("spectrum", ["gap", "whole"])
def test_a_few_eigenvalues_say_the_same_as_all(spectrum, monkeypatch):
    """More samples than are solved whole; the noise makes K~ indefinite, -K has no top vectors."""
    rng = np.random.default_rng(0)
    m, y = 200, np.arange(200) % 4
    X = 4 * rng.normal(size=(4, 3))[y] + rng.normal(size=(m, 3))
    E, z = rng.normal(size=(m, m)), rng.permutation(y)
    K = kernel_matrix(X, gamma=0.05)
    for K_new in (kernel_matrix(X + 0.1, gamma=0.06), K + E + E.T, -K):
        found = []
        for small in (100, m):
            monkeypatch.setattr(perturbation, "_SMALL", small)
            found.append(perturbation_bound(K, K_new, y, z, spectrum=spectrum))
        numbers = [astuple(one)[:-1] for one in found]
        assert numbers[0] == pytest.approx(numbers[1], rel=1e-7, abs=1e-9)
        assert found[0].reason == found[1].reason


def test_partition_distance_is_the_norm_of_the_difference():
    rng = np.random.default_rng(0)
    for _ in range(10):
        a, b = rng.permutation(np.arange(15) % 4), rng.permutation(np.arange(15) % 3)
        assert partition_distance(a, b) == pytest.approx(reference.partition_distance(a, b))
        names = rng.permutation(4)
        assert partition_distance(names[a], b) == pytest.approx(partition_distance(a, b))
        assert partition_distance(a, names[a]) == pytest.approx(0, abs=1e-12)
        assert partition_distance(a, b) == pytest.approx(partition_distance(b, a))
    many = rng.permutation(80_000)
    assert partition_distance(many, many[::-1]) == 0


def test_the_whole_spectrum_form_is_a_linear_program():
    """phi(s) is the least dependence that a rank-r projection loses with share s outside."""
    rng = np.random.default_rng(1)
    for _ in range(8):
        m, c = 12, int(rng.integers(2, 6))
        B = rng.normal(size=(m, 8))
        leg = _Leg(reference.centred(B @ B.T), rng.permutation(np.arange(m) % c), c)
        r, values = c - 1, leg.values
        s = float(rng.uniform(0.05, 0.95)) * min(r, m - 1 - r)
        inside = np.r_[np.ones(r), np.zeros(m - 1 - r)]
        least = linprog(
            -values, A_eq=[np.ones(m - 1), inside], b_eq=[r, r - s], bounds=(0, 1), method="highs"
        )
        phi = leg.top + least.fun
        assert leg.share(phi) == pytest.approx(s, rel=1e-6, abs=1e-6)


def test_nothing_moved_and_a_closed_eigengap():
    y = np.repeat([0, 1, 2], 5)
    K = (y[:, None] == y).astype(float)
    still = perturbation_bound(K, K, y, y)
    assert still.epsilon == pytest.approx(0, abs=1e-12)
    assert still.bound == pytest.approx(0, abs=1e-6)
    assert not still.vacuous
    K, y = np.eye(9), np.arange(9) % 3
    closed = perturbation_bound(K, K, y, np.roll(y, 1))
    assert closed.bound == np.inf
    assert "eigenvalues 2 and 3 of K are equal" in closed.reason
    assert closed.vacuous
    assert np.isfinite(perturbation_bound(K, K, y, y, spectrum="whole").bound)


def test_many_perturbations_of_one_matrix_take_its_spectrum_once(monkeypatch):
    rng = np.random.default_rng(5)
    B, labels = rng.standard_normal((30, 4)), np.arange(30) % 3
    K, E = B @ B.T, rng.standard_normal((30, 30))
    shaken = [(K + size * (E + E.T), rng.permutation(labels)) for size in (0.0, 0.1, 1.0)]
    expected = [perturbation_bound(K, new, labels, other) for new, other in shaken]
    solved, eigh = [], np.linalg.eigh
    monkeypatch.setattr(np.linalg, "eigh", lambda M: solved.append(len(M)) or eigh(M))
    bound = bound_from(K, labels)
    assert [bound(*given) for given in shaken] == expected
    assert len(solved) == 1 + len(shaken)
    with pytest.raises(ValueError, match="K_perturbed must have the shape of K"):
        bound(np.eye(3), labels)


X, _ = make_collinear()
RBF = {"rbf": {"gamma": 0.5}}


def rbf(Z):
    return kernel_matrix(Z, gamma=0.5)


def test_gamma_is_the_term_of_the_theorem():
    found = stability_curve(X, RBF, [0.1, 0.4], n_clusters=3, n_seeds=2, random_state=7)
    labels = CLUHSIC(3, gamma=0.5, random_state=0).fit(X).labels_
    for k, size in enumerate(found.noise):
        for seed in range(2):
            shaken = X + size * np.random.default_rng([7 + seed, 1]).standard_normal(X.shape)
            bound = perturbation_bound(rbf(X), rbf(shaken), labels, labels)
            assert found.gamma[0, k, seed] == pytest.approx(bound.term_gamma, rel=1e-6, abs=1e-9)


def test_more_noise_loses_more_and_quantiles_are_those_of_the_seeds():
    kernels = RBF | {"linear": "linear"}
    found = stability_curve(X, kernels, [0.0, 0.1, 0.4], n_clusters=3, n_seeds=11)
    median = found.quantiles(0.5)[0]
    assert median[0] == pytest.approx(0, abs=1e-9)
    assert (np.diff(median) > 0).all()
    tiny = StabilityCurve(("a", "b"), np.array([1e-12, 1e-10]), np.array([[[1], [2]], [[2], [1]]]))
    assert (tiny.ranking(1e-12), tiny.ranking(1e-10)) == (["a", "b"], ["b", "a"])
    table = found.to_frame()
    for j, name in enumerate(kernels):
        for k, size in enumerate(found.noise):
            ordered = sorted(found.gamma[j, k])
            assert table.loc[(name, size)].tolist() == [ordered[5], ordered[1], ordered[9]]


def test_long_work_is_announced_before_it_begins():
    def kernel(x, y):
        raise RuntimeError("it has begun")

    settings = {"n_clusters": 3, "n_seeds": 90}
    announced = pytest.warns(UserWarning, match="90 seeds on 3000 samples takes about")
    with announced, pytest.raises(ValueError, match="begun"):
        stability_curve(np.arange(6000.0).reshape(3000, 2), {"rbf": kernel}, [0.1], **settings)


def test_bad_input():
    y, I = np.arange(6) % 2, np.eye(6)
    assert not not_refused(
        (words, perturbation_bound, *given)
        for words, *given in (
            ("K_perturbed must have the shape", I, np.eye(5), y, y),
            ("labels_perturbed must use each", I, I, y, np.zeros(6, dtype=int)),
            (r"labels must use each of 0\.\.2", I, I, 2 * y, y),
            ("labels must form from 2", I, I, 0 * y, 0 * y),
        )
    )
    with pytest.raises(ValueError, match="other must hold one label a sample"):
        partition_distance(y, y[:4])
    with pytest.raises(ValueError, match=r"'given'.* must be no matrix"):
        stability_curve(X, {"given": np.eye(len(X))}, [0.1], n_clusters=3)
    for noise in ([], [-1], [np.inf], [1e200]):
        with pytest.raises(ValueError, match="noise must"):
            stability_curve(X, RBF, noise, n_clusters=3)
    with pytest.raises(ValueError, match="at must be one of noise"):
        stability_curve(X, RBF, [0.1], n_clusters=3, n_seeds=1).ranking(0.2)
