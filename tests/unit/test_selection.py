import numpy as np
import pytest
from cases import each
from sklearn.datasets import make_moons
from sklearn.metrics import adjusted_rand_score

import reference_selection as reference
from depcluster import (
    compare_kernels,
    default_kernels,
    diffusion_kernels,
    kernel_matrix,
    kernel_rows,
    rbf_kernels,
    recommend_kernel,
)
from depcluster.choice.criteria import CRITERIA, KernelFit, Samples, Undefined, spectrum
from depcluster.choice.kernel_table import ranks, winners
from depcluster.datasets import make_three
from depcluster.kernels import KernelMaker
from depcluster.kernels.candidates import as_candidates

X, y = make_three()
SQUARE = np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]])


def samples_and_fit(kernel, X=X, c=3, labels=y, scale=1.0):
    """What the criteria see of one kernel, with labels that are given instead of searched."""
    samples = Samples(X, seed=4, noise=0.1, n_perturbations=3, y=y)
    (candidate,) = as_candidates({"one": kernel}, X)
    K = scale * candidate.of(samples.maker)
    gram, values, _ = spectrum(K, c)
    return samples, KernelFit(candidate, K, gram, values, np.asarray(labels))


def score(name, *seen):
    return CRITERIA[name].score(*seen)


class TestAgainstTheLiteralFormulas:
    def test_kernels_from_samples_pieces(self):
        maker = KernelMaker(X)
        kernels = as_candidates(default_kernels(X), X)
        literal = {
            "rbf x3": reference.rbf(X, kernels[2].params["gamma"]),
            "diffusion s=5": reference.diffusion(X, 8, 5.0),
            "poly 2": reference.polynomial(X, 1, 2, 1),
            "linear": X @ X.T,
        }
        for candidate in kernels:
            K = candidate.of(maker)
            np.testing.assert_allclose(K, kernel_matrix(X, **candidate.params), atol=1e-9)
            if candidate.name in literal:
                np.testing.assert_allclose(K, literal[candidate.name], atol=1e-8)
        assert list(rbf_kernels(X, [1000, 1001, 0.5])) == ["rbf x1000", "rbf x1001", "rbf x0.5"]
        assert len(diffusion_kernels(X, np.linspace(1, 1 + 1e-9, 9))) == 9

    @each("kernel", ["rbf x1", "rbf x10", "diffusion s=5", "poly 2"])
    def test_criteria(self, kernel):
        samples, found = samples_and_fit(default_kernels(X)[kernel])
        perturbed = [found.candidate.of(maker) for maker in samples.perturbed]
        expected = [reference.gamma(found.K, K, 3) for K in perturbed]
        np.testing.assert_allclose(score("gamma", samples, found), expected, rtol=1e-6, atol=1e-9)
        assert score("eigengap", samples, found) == pytest.approx(reference.eigengap(found.K, 3))
        assert score("cosine", samples, found) == pytest.approx(reference.cosine(found.K, y, 3))
        if kernel.startswith("rbf"):
            expected = reference.cauchy_schwarz(found.K, y, 3)
            assert score("cauchy_schwarz", samples, found) == pytest.approx(expected)

    def test_ari_counts_pairs(self):
        mixed = np.roll(y, 7)
        seen = samples_and_fit("linear", labels=mixed)
        assert score("ari", *seen) == pytest.approx(reference.adjusted_rand_index(y, mixed))


class TestInvariances:
    @each("name", ["eigengap", "cosine", "cauchy_schwarz"])
    def test_scale_of_the_kernel(self, name):
        one, *others = (samples_and_fit({"gamma": 0.2}, scale=s) for s in (1.0, 7.0, 1e-180, 1e99))
        for other in others:
            assert score(name, *one) == pytest.approx(score(name, *other), rel=1e-9)

    @each("name", ["eigengap", "cosine", "cauchy_schwarz", "ari"])
    def test_order_of_the_samples(self, name):
        turn = np.random.default_rng(0).permutation(len(X))
        kernel = {"kernel": "rbf", "gamma": 0.2}
        samples, found = samples_and_fit(kernel, labels=np.roll(y, 7))
        _, turned = samples_and_fit(kernel, X=X[turn], labels=np.roll(y, 7)[turn])
        again = Samples(X[turn], seed=4, noise=0.1, n_perturbations=3, y=y[turn])
        assert score(name, samples, found) == pytest.approx(score(name, again, turned), rel=1e-9)

    def test_units_of_the_samples(self):
        kernels = [rbf_kernels(Z, [1, 3]) | diffusion_kernels(Z, [5]) for Z in (X, 1000 * X + 5)]
        here = compare_kernels(X, kernels[0], 3, n_perturbations=3)
        there = compare_kernels(1000 * X + 5, kernels[1], 3, n_perturbations=3)
        for one, other in zip(here.rows, there.rows, strict=True):
            assert adjusted_rand_score(one.labels, other.labels) == 1
            assert one.notes == other.notes
            for name in one.values.keys() - one.notes.keys():
                assert one.values[name] == pytest.approx(other.values[name], rel=1e-5, abs=1e-8)

    def test_all_kernels_meet_the_same_perturbations(self):
        one, other = compare_kernels(X, {"a": {"gamma": 0.3}, "b": {"gamma": 0.3}}, 3).rows
        assert one.values == other.values
        assert one.bands == other.bands


class TestComparison:
    def test_what_means_nothing_is_said_in_words(self):
        found = compare_kernels(X, {"mine": X @ X.T, "rbf": "rbf"}, 3, n_perturbations=2, y=y)
        assert found["mine"].values["gamma"] is None
        assert found["mine"].values["cauchy_schwarz"] is None
        assert found.column("gamma").mask.tolist() == [True, False]
        assert found.best("gamma") == "rbf"
        for shown in (repr(found), found._repr_html_()):
            assert all(reason in shown for reason in found["mine"].notes.values())
        assert found["mine"].text("gamma") == "–"
        alone = compare_kernels(X, {"linear": "linear"}, 3, criteria="cauchy_schwarz")
        with pytest.raises(ValueError, match="cauchy_schwarz is not defined for any"):
            alone.best("cauchy_schwarz")

    def test_a_constant_kernel_has_no_gap(self):
        samples, found = samples_and_fit(np.ones((60, 60)))
        for name in ("gamma", "eigengap", "cosine"):
            with pytest.raises(Undefined, match="constant"):
                score(name, samples, found)

    def test_a_closed_eigengap_is_infinite_and_says_why(self):
        found = compare_kernels(SQUARE, {"linear": "linear", "rbf": "rbf"}, 2, criteria="gamma")
        assert found["linear"].values["gamma"] == np.inf
        assert "∞" in repr(found)
        assert "too few edges" in repr(found)

    @each(
        "values, undefined, higher, won, rank",
        [
            ([1.0, 2.0, 2.0 + 1e-12], [0, 0, 0], True, [0, 1, 1], [0, 0.75, 0.75]),
            ([1.0, 2.0, 0.0], [0, 0, 1], False, [1, 0, 0], [1, 0, np.nan]),
            ([np.inf, 1.0, np.inf], [0, 0, 0], True, [1, 0, 1], [0.75, 0, 0.75]),
            ([0.0, 0.0, 5.0], [1, 1, 0], True, [0, 0, 1], [np.nan, np.nan, 1]),
            ([0.0, 0.0, 0.0], [1, 1, 1], True, [0, 0, 0], [np.nan] * 3),
        ],
    )
    def test_winners_and_ranks(self, values, undefined, higher, won, rank):
        column = np.ma.masked_array(values, undefined)
        assert winners(column, higher).tolist() == [bool(k) for k in won]
        np.testing.assert_allclose(np.ma.filled(ranks(column, higher), np.nan), rank)


class TestBadInput:
    @each(
        "change, words",
        [
            ({"kernels": [("a", "rbf"), ("a", "linear")]}, "different names; got 'a' 2 times"),
            ({"kernels": {"a": {"kernel": "precomputed"}}}, "give the matrix itself"),
            ({"kernels": {"a": np.eye(3)}}, r"kernels\['a'\] must be .* got an array of shape"),
            ({"kernels": {"a": np.eye(60).astype("m8[s]")}}, r"kernels\['a'\] must be a table of"),
            ({"kernels": {"a": np.ma.masked_equal(np.eye(60), 0)}}, r"kernels\['a'\] .* masked"),
            ({"X": X * 1e80, "kernels": {"a": "linear"}}, "kernel 'a' of X must have entries"),
            ({"X": X * 1e80, "kernels": {"a": "poly"}}, "kernel 'a' of X must be finite; got inf"),
            ({"criteria": ["lsmi", "luck"]}, "criteria must be among gamma, .*; got 'luck'"),
            ({"criteria": "ari"}, "needs known labels"),
            ({"y": [0, 1]}, r"y must hold one label a sample, \(60,\); got \(2,\)"),
        ],
    )
    def test_errors_name_the_parameter(self, change, words):
        good = {"X": X, "kernels": {"a": "rbf"}, "n_clusters": 3}
        with pytest.raises(ValueError, match=words):
            list(kernel_rows(**(good | change)))


def test_a_recommendation_is_the_candidate_with_the_largest_lsmi():
    X, y = make_moons(100, noise=0.06, random_state=0)
    found = recommend_kernel(X, 2, n_draws=2)
    assert adjusted_rand_score(y, found.labels) == 1
    means = {name: values.mean() for name, values in found.lsmi.items()}
    assert found.name == max(means, key=means.get)
    assert set(found.lsmi) == {*default_kernels(X), *(f"SMIC t={t}" for t in range(1, 11))}
    ahead = {name for name in means if (found.lsmi[name] < found.lsmi[found.name]).all()}
    assert set(found.rivals) == set(means) - ahead - {found.name}
    assert found.wins == (not found.rivals)
