"""Theorem 1 of Song 2007 over many random cases, and its parts by the letter."""

from dataclasses import astuple

import numpy as np
import pytest
from cases import each
from scipy.optimize import linprog

import naive
from depcluster import kernel_matrix
from depcluster.datasets import make_collinear
from depcluster.papers.song2007 import partition_distance, perturbation, perturbation_bound
from depcluster.papers.song2007.perturbation import _Leg, bound_from


def random_case(seed):
    """Kernel matrix, perturbation from tiny to huge, two partitions; some degenerate spectra."""
    rng = np.random.default_rng(seed)
    m, c = int(rng.integers(6, 25)), int(rng.integers(2, 5))
    kind = seed % 4
    if kind == 0:
        y = rng.permutation(np.arange(m) % c)
        X = 3 * np.eye(c)[y] + rng.normal(size=(m, c)) * rng.choice([0.05, 0.5, 2])
        K = X @ X.T
    elif kind == 1:
        X = rng.normal(size=(m, 2))
        K = naive.gaussian(X, float(rng.choice([0.1, 1, 10])))
        y = rng.permutation(np.arange(m) % c)
    elif kind == 2:
        y = np.sort(np.arange(m) % c)
        K = (y[:, None] == y).astype(float)
    else:
        B = rng.normal(size=(m, 3))
        K = B @ B.T
        y = rng.permutation(np.arange(m) % c)
    E = rng.normal(size=(m, m))
    E = (E + E.T) * float(10 ** rng.uniform(-4, 1))
    y_new = y.copy()
    swapped = rng.choice(m, size=int(rng.integers(0, m // 2)), replace=False)
    y_new[swapped] = rng.permutation(y_new[swapped])
    return K, K + E, y, y_new


def test_the_bound_holds_in_all_cases_and_whole_is_never_looser(full):
    tightness = {"gap": [], "whole": []}
    for seed in range(3000 if full else 120):
        K, K_new, y, y_new = random_case(seed)
        gap = perturbation_bound(K, K_new, y, y_new)
        whole = perturbation_bound(K, K_new, y, y_new, spectrum="whole")
        for result in (gap, whole):
            assert not np.isnan(result.bound)
            assert result.epsilon <= result.bound * (1 + 1e-7) + 1e-7
            assert result.epsilon <= result.trivial + 1e-9
            assert (result.reason == "") == np.isfinite(result.bound)
        assert whole.bound <= gap.bound * (1 + 1e-6) + 1e-4
        assert np.isfinite(whole.bound)
        if gap.epsilon > 1e-6:
            tightness["gap"].append(gap.bound / gap.epsilon)
            tightness["whole"].append(whole.bound / whole.epsilon)
    assert np.median(tightness["whole"]) < np.median(tightness["gap"])


def test_the_other_sign_of_eta_is_wrong():
    """Two clean partitions of the same points: read with "- eta", the bound on them is 0."""
    y, y_new = np.arange(36) % 3, np.arange(36) // 12
    K, K_new = ((z[:, None] == z).astype(float) for z in (y, y_new))
    right = perturbation_bound(K, K_new, y, y_new)
    assert right.epsilon == pytest.approx(4)
    assert right.bound >= 4
    lost_as_read = right.term_gamma * right.eigengap - 2 * right.eta
    roots = np.sqrt([right.term_delta, right.term_delta_perturbed])
    as_read = 2 * (roots.sum() + np.sqrt(max(lost_as_read, 0) / right.eigengap)) ** 2
    assert as_read < 1e-6


def test_every_term_is_the_printed_formula():
    X, y = make_collinear()
    K = kernel_matrix(X, gamma=0.5)
    shaken = X + 0.2 * np.random.default_rng(0).normal(size=X.shape)
    K_new = kernel_matrix(shaken, gamma=0.5)
    y_new = y.copy()
    y_new[:3] = 1
    bound, terms, eta, *gaps = naive.theorem_1(K, K_new, y, y_new)
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
        assert partition_distance(a, b) == pytest.approx(naive.partition_distance(a, b))
        names = rng.permutation(4)
        assert partition_distance(names[a], b) == pytest.approx(partition_distance(a, b))
        assert partition_distance(a, names[a]) == pytest.approx(0, abs=1e-12)
        assert partition_distance(a, b) == pytest.approx(partition_distance(b, a))


def test_the_whole_spectrum_form_is_a_linear_program():
    """phi(s) is the least dependence that a rank-r projection loses with share s outside."""
    rng = np.random.default_rng(1)
    for _ in range(8):
        m, c = 12, int(rng.integers(2, 6))
        B = rng.normal(size=(m, 8))
        leg = _Leg(naive.centred(B @ B.T), rng.permutation(np.arange(m) % c), c)
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


Y = np.arange(6) % 2


@each(
    "args, words",
    [
        ((np.eye(6), np.eye(5), Y, Y), "K_perturbed must have the shape"),
        ((np.eye(6), np.eye(6), Y, np.zeros(6, dtype=int)), "labels_perturbed must use each"),
        ((np.eye(6), np.eye(6), 2 * Y, Y), r"labels must use each of 0\.\.2"),
        ((np.eye(6), np.eye(6), 0 * Y, 0 * Y), "labels must form from 2"),
    ],
)
def test_bad_input(args, words):
    with pytest.raises(ValueError, match=words):
        perturbation_bound(*args)
    with pytest.raises(ValueError, match="spectrum must be"):
        perturbation_bound(np.eye(6), np.eye(6), Y, Y, spectrum="all")
    with pytest.raises(ValueError, match="other must hold one label a sample"):
        partition_distance(Y, Y[:4])


def test_many_perturbations_of_one_matrix_take_its_spectrum_once(monkeypatch):
    rng = np.random.default_rng(5)
    B = rng.standard_normal((30, 4))
    K, labels = B @ B.T, np.arange(30) % 3
    shaken = []
    for size in (0.0, 0.1, 1.0):
        E = rng.standard_normal(K.shape)
        shaken.append((K + size * (E + E.T), rng.permutation(labels)))
    expected = [perturbation_bound(K, new, labels, other) for new, other in shaken]
    solved, eigh = [], np.linalg.eigh
    monkeypatch.setattr(np.linalg, "eigh", lambda M: solved.append(len(M)) or eigh(M))
    bound = bound_from(K, labels)
    assert [bound(*given) for given in shaken] == expected
    assert len(solved) == 1 + len(shaken)
    with pytest.raises(ValueError, match=r"K_perturbed must have the shape of K, \(30, 30\)"):
        bound(np.eye(3), labels)
