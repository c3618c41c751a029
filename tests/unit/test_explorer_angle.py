"""KernelExplorer under the angle method: what its page computes is what the estimator finds."""

import numpy as np
import pytest
from answering import Page

from depcluster import AngleSpectralClustering
from depcluster.datasets import add_outliers, make_crescents, make_three_rings
from depcluster.papers.jenssen2006 import amise, lscv
from depcluster.widgets import KernelExplorer
from depcluster.widgets.kernel_explorer.samples import width_stops

X, y = make_crescents((60, 60))
RULES = {"amise": amise(X), "lscv": lscv(X), "mean": (amise(X) + lscv(X)) / 2}


@pytest.fixture
def explorer():
    widget = KernelExplorer(X, 2, method="angle", sigma=0.8, y=y)
    yield widget
    widget.close()


@pytest.fixture
def page(explorer):
    return Page(explorer)


def error_of(labels):
    wrong = np.mean(labels != y)
    return min(wrong, 1 - wrong)


def same_partition(a, b):
    a, b = np.array(a), np.array(b)
    return len(set(zip(a.tolist(), b.tolist(), strict=True))) == a.max() + 1


CASES = {
    "crescents": (X, 2, 0.3, []),
    "an outlier": (X, 2, 1.1, [[1.4, 6.0], [-4.0, 5.0]]),
    "rings": (make_three_rings()[0][::3], 4, 0.7, []),
    "many features": (np.random.default_rng(0).normal(size=(30, 80)), 3, 5.0, []),
}


@pytest.mark.parametrize("name", CASES)
def test_page_estimator_and_copied_line_find_the_same(name):
    samples, c, sigma, added = CASES[name]
    explorer = KernelExplorer(samples, c, method="angle")
    page, m = Page(explorer), len(samples) + len(added)
    for weighting in ("affinity", "laplacian", "outlier"):
        page.move(weighting=weighting, sigma=sigma, added=added)
        answer = page.first()
        scope = {"AngleSpectralClustering": AngleSpectralClustering, "X": samples, "np": np}
        fitted = eval(answer["python"].replace("fit_predict", "fit"), scope)
        own = explorer.estimator().fit(explorer.X)
        assert len(explorer.X) == m
        for found in (answer["labels"], explorer.labels_, own.labels_):
            assert same_partition(found, fitted.labels_)
        assert (fitted.weighting, fitted.sigma_) == (weighting, pytest.approx(sigma))
        assert answer["cost"] == pytest.approx(fitted.cost_, abs=1e-8)
        assert answer["divergence"] == pytest.approx(fitted.divergence_)
        assert own.divergence_ == pytest.approx(fitted.divergence_)
        assert explorer.objective_ is None
        u = fitted.weights_ / np.median(fitted.weights_)
        np.testing.assert_allclose(answer["weights"], u, rtol=1e-5)
        np.testing.assert_allclose(answer["eigenvalues"], fitted.eigenvalues_ / m)
        labels, means = np.array(answer["labels"]), np.array(answer["means"])
        assert answer["sizes"] == np.bincount(labels).tolist()
        if c > 3:
            continue  # they are drawn in three dimensions
        embedding = np.reshape(answer["embedding"], (m, c))
        np.testing.assert_allclose(embedding, fitted.embedding_, atol=1e-5)
        by_hand = [embedding[labels == k].mean(axis=0) for k in range(c)]
        np.testing.assert_allclose(means, by_hand, atol=1e-5)
        lengths = np.linalg.norm(means, axis=1)
        cosine = means @ means.T / np.outer(lengths, lengths)
        assert np.cos(np.radians(answer["angles"][0][1])) == pytest.approx(cosine[0, 1], abs=1e-7)


def test_clusters_have_the_true_names_at_first_and_keep_them_as_eigenvectors_change_places():
    for truth in (y, 1 - y):
        page = Page(KernelExplorer(X, 2, method="angle", sigma=0.8, y=truth))
        before = np.array(page.first()["labels"])
        assert (before == truth).mean() > 0.9
        for sigma in width_stops(X)[::8]:
            page.move(sigma=sigma)
            after = np.array(page.first()["labels"])
            assert (after == before).mean() >= 0.5
            before = after


def test_a_rule_is_replaced_by_its_number(page, explorer):
    for rule, width in RULES.items():
        explorer.sigma = rule
        assert explorer.estimator().fit(X).sigma_ == pytest.approx(width)
        page.put(sigma=rule)
        assert page.first()["sigma"] == pytest.approx(width, rel=3e-4)
        assert page.eval("state.sigma") == pytest.approx(width, rel=3e-4)
    page.tell()
    assert explorer.sigma == pytest.approx(RULES["mean"], rel=3e-4)


def test_a_rule_without_an_answer_is_said_and_a_number_helps():
    Z = np.repeat([[0.0, 0.0], [1.0, 0.0], [0.0, 3.0]], 20, axis=0)
    explorer = KernelExplorer(Z, 2, kernel="linear")
    page = Page(explorer).move(method="angle")
    with pytest.warns(UserWarning, match="no minimum on X"):
        assert explorer.estimator().fit(Z).sigma_ == pytest.approx(amise(Z))
    assert page.first()["sigma"] == pytest.approx(amise(Z))
    page.move(sigma="lscv")
    (refused,) = page.steps()
    assert "cross-validation has no minimum" in refused["refused"]
    with pytest.raises(ValueError, match="cross-validation has no minimum"):
        _ = explorer.labels_
    page.move(sigma=0.5)
    assert same_partition(page.first()["labels"], explorer.labels_)


def test_the_curve_is_the_error_at_each_width(page, explorer):
    steps = page.steps()
    values = steps[0]["answer"]["eigenvalues"] + steps[1]["more"]["spare"]
    assert len(values) == 4
    assert values == sorted(values, reverse=True)
    assert len(steps[1]["more"]["spare_vectors"]) == 2 * 120
    stops = explorer._sigmas
    curve = [step["more"]["curve"] for step in steps if "curve" in step.get("more", ())][-1]
    assert curve["done"] == len(stops) == len(curve["error"])
    assert curve["rules"]["amise"] == pytest.approx(RULES["amise"])
    assert curve["rules"]["lscv"] == pytest.approx(RULES["lscv"], rel=3e-4)
    for i in range(4, len(stops), 9):  # at the narrowest rounding decides which sample is alone
        labels = AngleSpectralClustering(2, sigma=stops[i]).fit(X).labels_
        assert curve["error"][i] == pytest.approx(error_of(labels))
    assert steps[0]["answer"]["error_rate"] == pytest.approx(error_of(explorer.labels_))


def test_widths_on_the_slider_are_round_and_scale_with_the_data():
    stops = width_stops(X)
    assert all(float(f"{s:.2g}") == s for s in stops)
    assert np.all(np.diff(np.log(stops)) < 0.16)
    assert stops[0] < amise(X) / 12
    assert stops[-1] > 3.5 * amise(X)
    assert width_stops(10 * X) == pytest.approx([10 * s for s in stops])
    assert width_stops(np.ones((5, 2))) == []


def test_true_outliers_count_in_no_error():
    Z, outliers = add_outliers(X, y, 3)
    for size in (1, 10**5, 10**12):  # of the numbers of classes
        truth = np.where(outliers < 0, -1, size * (1 + outliers))
        explorer = KernelExplorer(Z, 2, method="angle", weighting="outlier", sigma=0.6, y=truth)
        answer = Page(explorer).first()
        assert answer["error_rate"] == pytest.approx(error_of(explorer.labels_[:120]))
        assert set(answer["alone"]) >= {120, 121, 122}


def test_points_need_a_plane_and_truth_a_number_a_sample():
    explorer = KernelExplorer(np.random.default_rng(0).normal(size=(30, 5)), 2, method="angle")
    for name, value in (("added", [[0.0, 0.0]]), ("target", (0, 0))):
        with pytest.raises(ValueError, match=f"{name} needs samples with two features"):
            setattr(explorer, name, value)
    for truth in (y[:5], y.astype(float), -np.ones(120, int)):
        with pytest.raises(ValueError, match="y must"):
            KernelExplorer(X, 2, y=truth)
