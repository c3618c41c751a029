"""The explorer under the angle method: what its page computes, and what Python makes of it."""

import itertools

import numpy as np
import pytest
from answering import Page
from explorers import complaint

from depcluster import AngleSpectralClustering
from depcluster.datasets import add_outliers, make_crescents, make_three_rings
from depcluster.papers.jenssen2006 import amise, lscv
from depcluster.plotting.basics import gram_pixels
from depcluster.widgets import DataPad, KernelExplorer
from depcluster.widgets.explorer.answer import changed
from depcluster.widgets.kernel_explorer.angle.engine import differing, width_stops
from depcluster.widgets.kernel_explorer.angle.figure import cut

X, y = make_crescents((60, 60))


@pytest.fixture
def explorer():
    widget = KernelExplorer(X, 2, method="angle", sigma=0.8, y=y)
    yield widget
    widget.close()


@pytest.fixture
def page(explorer):
    return Page(explorer)


def same_partition(a, b):
    a, b = np.array(a), np.array(b)
    return len(set(zip(a.tolist(), b.tolist(), strict=True))) == a.max() + 1


@pytest.mark.parametrize("weighting", ["affinity", "laplacian", "outlier"])
def test_page_and_python_show_what_the_estimator_finds(page, explorer, weighting):
    for sigma in (0.3, 0.5, 1.1):
        page.move(weighting=weighting, sigma=sigma)
        answer = page.first()
        fitted = AngleSpectralClustering(2, weighting=weighting, sigma=sigma).fit(X)
        for found in (answer["labels"], explorer.labels_):
            assert same_partition(found, fitted.labels_)
        assert answer["cost"] == pytest.approx(fitted.cost_, abs=1e-9)
        assert answer["divergence"] == pytest.approx(fitted.divergence_)
        assert explorer.angle_.divergence == pytest.approx(fitted.divergence_)
        assert explorer.gamma_ == pytest.approx(1 / (4 * sigma**2))
        embedding = np.reshape(answer["embedding"], (120, 2))
        np.testing.assert_allclose(embedding, fitted.embedding_, atol=1e-5)
        u = fitted.weights_ / np.median(fitted.weights_)
        np.testing.assert_allclose(answer["weights"], u, rtol=1e-5)
        np.testing.assert_allclose(answer["eigenvalues"], fitted.eigenvalues_ / 120)


def test_mean_vectors_bear_the_names_on_screen(page):
    for sigma in (0.3, 0.5, 0.8, 1.5):
        page.move(sigma=sigma)
        answer = page.first()
        embedding, labels = np.reshape(answer["embedding"], (120, 2)), np.array(answer["labels"])
        for k in range(2):
            np.testing.assert_allclose(
                answer["means"][k], embedding[labels == k].mean(axis=0), atol=1e-5
            )
        a, b = np.array(answer["means"])
        angle = np.degrees(np.arccos(a @ b / np.sqrt((a @ a) * (b @ b))))
        assert answer["angles"][0][1] == pytest.approx(angle)
        assert np.cos(np.radians(angle)) == pytest.approx(answer["cost"], abs=1e-9)
        assert answer["sizes"] == np.bincount(labels).tolist()


def test_the_picture_of_the_kernel_is_that_of_python(page, explorer):
    answer = page.steps(1, 120)[0]["answer"]
    labels = np.array(answer["labels"])
    assert np.array_equal(explorer.labels_, labels)
    seen = explorer._found.seen
    wanted = gram_pixels(cut(seen.K_u), labels)
    sent = answer["gram"]
    assert np.abs(np.reshape(sent["pixels"], (120, 120)) - wanted["pixels"]).max() <= 1
    assert sent["scale"] == pytest.approx(wanted["scale"])
    means = [[seen.K_u[np.ix_(labels == i, labels == j)].mean() for j in (0, 1)] for i in (0, 1)]
    np.testing.assert_allclose(sent["means"], means)


@pytest.mark.parametrize("by_page", [True, False])
def test_names_stay_with_their_points_when_eigenvectors_change_places(page, explorer, by_page):
    def labels():
        return np.array(page.first()["labels"]) if by_page else explorer.labels_

    before = labels()
    for sigma in width_stops(X)[::4]:
        page.move(sigma=sigma)
        after = labels()
        agreed = [(after == np.array(p)[before]).sum() for p in itertools.permutations(range(2))]
        assert (after == before).sum() == max(agreed)
        before = after


def test_at_first_clusters_bear_the_names_of_the_true_ones():
    for truth in (y, 1 - y):
        shown = KernelExplorer(X, 2, method="angle", sigma=0.8, y=truth)
        for labels in (Page(shown).first()["labels"], shown.labels_):
            assert (np.array(labels) == truth).mean() > 0.9


def test_the_copied_line_reproduces_the_screen(page):
    scope = {"AngleSpectralClustering": AngleSpectralClustering, "X": X, "np": np}
    for weighting, sigma in (("affinity", 0.7), ("outlier", 0.4)):
        page.move(added=[[1.4, 6.0], [-4.0, 5.0]], weighting=weighting, sigma=sigma)
        answer = page.first()
        assert same_partition(answer["labels"], eval(answer["python"], scope))


def test_what_moved_is_told_from_where_a_hand_began(page):
    before = np.array(page.first()["labels"])
    page.move(sigma=3.2)
    answer = page.first()
    assert answer["status"].endswith(changed(np.array(answer["labels"]), before))


def test_python_believes_what_the_page_tells_and_nothing_else(page, explorer):
    page.first()
    told = page.told()["_labelling"]
    explorer.set_state({"sigma": 0.8, "_labelling": told})
    assert explorer.state == "settled"
    assert bytes(explorer.labels_.tolist()) == told["labels"]
    assert explorer._labelling == told  # and tells it nothing else
    others = np.array(list(told["labels"]))
    others[:40] = 1 - others[:40]
    wrong = {**told, "labels": bytes(others.tolist())}
    explorer.set_state({"sigma": 0.8, "_labelling": wrong})
    assert bytes(explorer.labels_.tolist()) == told["labels"]
    explorer.set_state({"sigma": 1e9, "_labelling": told})
    assert bytes(explorer.labels_.tolist()) == told["labels"]
    assert "n_clusters must be at most the rank" in complaint(explorer)
    explorer.set_state({"sigma": 0.5, "_labelling": told})
    assert explorer.angle_.sigma == 0.5
    assert complaint(explorer) == ""


def test_a_rule_is_replaced_by_its_number(explorer):
    for rule, width in {"amise": amise(X), "lscv": lscv(X)}.items():
        explorer.sigma = rule
        assert explorer.sigma == explorer.angle_.sigma == pytest.approx(width)
    explorer.sigma = "mean"
    assert explorer.sigma == pytest.approx((amise(X) + lscv(X)) / 2)


def test_a_rule_is_replaced_by_its_number_in_a_page_alone(page):
    mean = (amise(X) + lscv(X)) / 2
    for rule, width in {"amise": amise(X), "lscv": lscv(X), "mean": mean}.items():
        page.put(sigma=rule)
        assert page.first()["sigma"] == pytest.approx(width, rel=3e-4)
        assert page.eval("state.sigma") == pytest.approx(width, rel=3e-4)
    assert page.first()["sigma"] == pytest.approx(mean, rel=3e-4)


def test_a_rule_without_an_answer_is_said_and_a_number_helps():
    Z = np.repeat([[0.0, 0.0], [1.0, 0.0], [0.0, 3.0]], 20, axis=0)
    explorer = KernelExplorer(Z, 2, kernel="linear")
    page, before = Page(explorer), explorer.labels_
    explorer.method = "angle"
    assert "least-squares cross-validation has no minimum" in complaint(explorer)
    page.put(method="angle")
    (refused,) = page.steps()
    assert "least-squares cross-validation has no minimum" in refused["refused"]
    assert np.array_equal(explorer.labels_, before)
    page.move(sigma=0.5)
    assert complaint(explorer) == ""
    assert explorer.angle_ is not None
    assert same_partition(page.first()["labels"], explorer.labels_)


def test_the_curve_is_the_error_at_each_width(page, explorer):
    answer, stops = page.settled(), explorer._sigmas
    curve = answer["curve"]
    assert curve["done"] == len(stops) == len(curve["error"])
    assert curve["rules"]["amise"] == pytest.approx(amise(X))
    assert curve["rules"]["lscv"] == pytest.approx(lscv(X), rel=3e-4)
    explorer.settle()
    own = explorer._samples.angle.errors(explorer._found.asked, stops)
    for i in range(4, len(stops), 9):  # at the narrowest rounding decides which sample is alone
        labels = AngleSpectralClustering(2, sigma=stops[i]).fit(X).labels_
        error = pytest.approx(differing(y, labels))
        assert (curve["error"][i], own[i]) == (error, error)
    assert explorer.error_ == pytest.approx(answer["error_rate"])


def test_the_next_eigenvalues_come_behind_the_answer(page):
    steps = page.steps(2)
    values = steps[0]["answer"]["eigenvalues"] + steps[1]["more"]["spare"]
    assert len(values) == 4
    assert values == sorted(values, reverse=True)
    assert len(steps[1]["more"]["spare_vectors"]) == 2 * 120


def test_the_error_against_every_renaming():
    rng = np.random.default_rng(0)
    for _ in range(20):
        truth, found = rng.integers(-1, 3, 40), rng.integers(0, 3, 40)
        rates = [
            np.mean([p[a] != b for a, b in zip(found, truth, strict=True) if b >= 0])
            for p in itertools.permutations(range(3))
        ]
        assert differing(truth, found) == pytest.approx(min(rates))


def test_widths_on_the_slider_are_round_and_scale_with_the_data():
    stops = width_stops(X)
    assert all(float(f"{s:.2g}") == s for s in stops)
    assert np.all(np.diff(np.log(stops)) < 0.16)
    assert stops[0] < amise(X) / 12
    assert stops[-1] > 3.5 * amise(X)
    assert width_stops(10 * X) == pytest.approx([10 * s for s in stops])
    assert width_stops(np.ones((5, 2))) == []


def test_points_added_by_hand_join_the_samples(page, explorer):
    page.move(added=[(1.4, 6.0)])
    answer = page.first()
    assert explorer.X.shape == (121, 2)
    assert explorer.X[-1].tolist() == [1.4, 6.0]
    assert (answer["outliers"], answer["alone"], answer["empty"]) == (1, [120], [True])
    fitted = AngleSpectralClustering(2, sigma=0.8).fit(explorer.X)
    for labels in (answer["labels"], explorer.labels_):
        assert same_partition(labels, fitted.labels_)
    assert explorer.error_ == differing(y, explorer.labels_[:120])
    assert explorer.error_ == pytest.approx(answer["error_rate"])
    page.move(method="cluhsic")
    assert len(explorer.labels_) == len(page.first()["labels"]) == 121
    page.move(added=[])
    assert explorer.X.shape == (120, 2)
    page.move(method="angle")
    assert page.first()["python"].endswith("fit_predict(X)")


def test_a_lonely_point_takes_an_axis_until_it_is_weighed_as_an_outlier():
    clean, truth = make_crescents(random_state=4)
    explorer = KernelExplorer(clean, 2, method="angle", sigma=0.3, y=truth)
    page = Page(explorer)
    assert page.first()["error_rate"] == 0
    page.move(added=[[1.4, 6.0]])
    assert sorted(page.first()["sizes"]) == [1, 419]
    page.move(weighting="outlier")
    assert page.first()["error_rate"] == explorer.error_ == 0
    page.move(weighting="laplacian", sigma=0.5)
    assert page.first()["error_rate"] == explorer.error_ == 0


def test_a_target_waits_for_a_point(explorer):
    assert explorer.target is None
    explorer.target = np.array([1, 16])
    assert explorer.target == (1.0, 16.0)
    assert explorer._samples.awaits_target
    with_cross = explorer.to_figure()
    explorer.added = [[1.0, 15.0], [1.0, 16.0]]
    assert not explorer._samples.awaits_target
    figures = with_cross, explorer.to_figure()
    words = [[text.get_text() for ax in f.axes for text in ax.texts] for f in figures]
    assert ["add (1, 16)" in each for each in words] == [True, False]


def test_true_outliers_count_in_no_error():
    Z, truth = add_outliers(X, y, 3)
    explorer = KernelExplorer(Z, 2, method="angle", weighting="outlier", sigma=0.6, y=truth)
    answer = Page(explorer).first()
    assert explorer.error_ == differing(truth[:120], explorer.labels_[:120])
    assert answer["error_rate"] == pytest.approx(explorer.error_)
    assert set(answer["alone"]) >= {120, 121, 122}


def test_methods_change_and_keep_the_controls(page, explorer):
    page.move(method="cluhsic")
    assert explorer.angle_ is None
    assert explorer.objective_ > 0
    page.move(n_clusters=3)
    page.move(method="angle")
    answer = page.first()
    assert len(answer["sizes"]) == 3
    assert np.array(answer["means"]).shape == explorer.angle_.means.shape == (3, 3)
    assert explorer.objective_ is None
    assert explorer.sigma == 0.8


def test_more_clusters_show_three_coordinates():
    rings, truth = make_three_rings()
    explorer = KernelExplorer(rings, 4, method="angle", sigma=1.0, y=truth)
    answer = Page(explorer).first()
    assert len(answer["embedding"]) == 3 * 315
    assert np.array(answer["angles"]).shape == (4, 4)
    assert "smallest angle" in repr(explorer)


def test_labels_go_on_with_their_points_on_a_pad():
    pad = DataPad(X / 10, y)
    explorer = KernelExplorer(pad, 2, method="angle", sigma=0.06)
    page = Page(explorer)
    before = np.array(page.first()["labels"])
    assert (before == y).mean() > 0.9
    pad.put(X[5:] / 10, 1 - y[5:])
    page.put(_input=explorer._input)
    after = page.first()
    assert (np.array(after["labels"]) == before[5:]).mean() > 0.9
    assert after["error_rate"] < 0.1


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"sigma": 0.0}, "sigma must be a positive number"),
        ({"weighting": "inverse"}, "weighting must be one of"),
        ({"method": "jenssen"}, "method must be one of"),
        ({"added": [[1.4, np.nan]]}, "added must be finite points"),
        ({"target": (1.4,)}, "target must be None or a place of the plane"),
    ],
)
def test_python_may_not_set_nonsense(explorer, change, words):
    ((name, value),) = change.items()
    before = explorer.labels_
    with pytest.raises(ValueError, match=words):
        setattr(explorer, name, value)
    assert np.array_equal(explorer.labels_, before)


def test_what_the_method_refuses_is_said_and_nothing_half_done_stays(page, explorer):
    labels = explorer.labels_
    page.move(sigma=1e9)
    (step,) = page.steps()
    for words in (complaint(explorer), step["refused"]):
        assert "n_clusters must be at most the rank" in words
    explorer.added = [[0.0, 9.0]]
    assert "n_clusters must be at most the rank" in complaint(explorer)
    assert explorer.X.shape == (120, 2)
    assert np.array_equal(explorer.labels_, labels)
    assert explorer.angle_.sigma == 0.8
    explorer.sigma = 0.8
    assert complaint(explorer) == ""
    assert len(explorer.labels_) == 121


def test_points_need_a_plane():
    explorer = KernelExplorer(np.random.default_rng(0).normal(size=(30, 5)), 2, method="angle")
    with pytest.raises(ValueError, match="added needs samples with two features; these have 5"):
        explorer.added = [[0.0, 0.0]]
    with pytest.raises(ValueError, match="target needs samples with two features; these have 5"):
        explorer.target = (0, 0)


def test_the_picture_of_added_points_has_room_for_them_and_for_the_target(page):
    page.script("kernel_explorer/samples.js", "places")
    page.put(_points=page.explorer._points, target=None)
    x0, y0, x1, y1 = page.eval("places.roomOf({ get: (name) => state[name] })")
    assert x1 - x0 == pytest.approx(1.35 * np.ptp(X, axis=0).max(), rel=1e-6)
    assert y1 - y0 == pytest.approx(x1 - x0, rel=1e-6)
    assert (x0 + x1) / 2 == pytest.approx((X[:, 0].min() + X[:, 0].max()) / 2, abs=1e-5)
    page.put(target=[1, 16], added=[[-40, 0]])
    room = page.eval("places.roomOf({ get: (name) => state[name] })")
    assert room == pytest.approx([-40, y0, x1, 16])
    assert page.eval("places.placesOf({ get: (name) => state[name] })")[-2:] == [-40, 0]


@pytest.mark.parametrize("truth", [y[:5], y.astype(float), -np.ones(120, int)])
def test_unusable_truth_is_refused(truth):
    with pytest.raises(ValueError, match="y must hold one whole number a sample"):
        KernelExplorer(X, 2, y=truth)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"n_clusters": 1}, "n_clusters must be a whole number from 2 on"),
        ({"n_clusters": "two"}, "n_clusters must be a whole number from 2 on"),
        ({"n_clusters": 500}, "more points than there are clusters, 500; got 120 points."),
        ({"weighting": "<b>"}, "weighting must be one of affinity, laplacian, outlier."),
        ({"sigma": None}, "sigma must be a positive number"),
        ({"sigma": -1}, "sigma must be a positive number"),
        ({"sigma": 1e200}, "sigma must be a positive number (whose square is one too)"),
        ({"sigma": "widest"}, "sigma must be a positive number"),
    ],
)
def test_a_kept_page_says_what_it_cannot_answer(page, change, words):
    page.put(**change)
    (step,) = page.steps()
    assert words in step["refused"]


@pytest.mark.parametrize("seed", range(5))
def test_names_on_the_slider_never_touch_and_keep_their_order(page, seed):
    page.script("kernel_explorer/angle/widths.js", "widths")
    at = np.sort(np.random.default_rng(seed).uniform(0, 120, 3)).round(3).tolist()
    rules = f"{{ lscv: {at[0]}, mean: {at[1]}, amise: {at[2]} }}"
    put = page.eval(f"widths.namesApart(widths.ruleNames({rules}, (width) => width))")
    assert [name["name"] for name in put] == ["LSCV", "mean", "AMISE"]
    for left, right in itertools.pairwise(put):
        assert left["x"] + left["half"] + 12 <= right["x"] - right["half"] + 1e-9
