"""The explorer under the angle method: its answer, its curve, points added by hand."""

import itertools

import numpy as np
import pytest
from explorers import complaint, in_a_loop, until

from depcluster import AngleSpectralClustering
from depcluster.datasets import add_outliers, make_crescents, make_three_rings
from depcluster.papers.jenssen2006 import amise, lscv
from depcluster.widgets import KernelExplorer
from depcluster.widgets.kernel_explorer.angle.engine import differing, width_stops

X, y = make_crescents((60, 60))


@pytest.fixture
def explorer():
    widget = KernelExplorer(X, 2, method="angle", sigma=0.8, y=y)
    yield widget
    widget.close()


def same_partition(a, b):
    return len(set(zip(a.tolist(), b.tolist(), strict=True))) == a.max() + 1


def floats(data, shape):
    return np.frombuffer(data, dtype=np.float32).reshape(shape)


@pytest.mark.parametrize("weighting", ["affinity", "laplacian", "outlier"])
def test_what_is_on_screen_is_what_the_estimator_finds(explorer, weighting):
    explorer.weighting = weighting
    for sigma in (0.3, 0.5, 1.1):
        explorer.sigma = sigma
        fitted = AngleSpectralClustering(2, weighting=weighting, sigma=sigma).fit(X)
        answer = explorer.answer
        assert same_partition(explorer.labels_, fitted.labels_)
        assert answer["cost"] == pytest.approx(fitted.cost_)
        assert explorer.angle_.divergence == pytest.approx(fitted.divergence_)
        assert explorer.gamma_ == pytest.approx(1 / (4 * sigma**2))
        np.testing.assert_allclose(
            floats(answer["embedding"], (120, 2)), fitted.embedding_, atol=1e-5
        )
        u = floats(answer["weights"], 120)
        np.testing.assert_allclose(u, fitted.weights_ / np.median(fitted.weights_), rtol=1e-5)


def test_mean_vectors_bear_the_names_on_screen(explorer):
    for sigma in (0.3, 0.5, 0.8, 1.5):
        explorer.sigma = sigma
        found, labels = explorer.angle_, explorer.labels_
        for k in range(2):
            mean = found.embedding[labels == k].mean(axis=0)
            np.testing.assert_allclose(explorer.answer["means"][k], mean, atol=1e-9)
        a, b = found.means
        angle = np.degrees(np.arccos(a @ b / np.sqrt((a @ a) * (b @ b))))
        assert explorer.answer["angles"][0][1] == pytest.approx(angle)
        assert np.cos(np.radians(angle)) == pytest.approx(explorer.answer["cost"], abs=1e-9)


def test_names_stay_with_their_points_when_eigenvectors_change_places(explorer):
    before = explorer.labels_
    for sigma in width_stops(X)[::4]:
        explorer.sigma = sigma
        after = explorer.labels_
        agreed = [(after == np.array(p)[before]).sum() for p in itertools.permutations(range(2))]
        assert (after == before).sum() == max(agreed)
        before = after


def test_at_first_clusters_bear_the_names_of_the_true_ones():
    for truth in (y, 1 - y):
        shown = KernelExplorer(X, 2, method="angle", sigma=0.8, y=truth)
        assert (shown.labels_ == truth).mean() > 0.9


def test_the_copied_line_reproduces_the_screen(explorer):
    scope = {"AngleSpectralClustering": AngleSpectralClustering, "X": X, "np": np}
    explorer.added = [[1.4, 6.0], [-4.0, 5.0]]
    for weighting, sigma in (("affinity", 0.7), ("outlier", 0.4)):
        explorer.weighting, explorer.sigma = weighting, sigma
        assert same_partition(explorer.labels_, eval(explorer.answer["python"], scope))


def test_a_rule_is_replaced_by_its_number(explorer):
    for rule, width in {"amise": amise(X), "lscv": lscv(X)}.items():
        explorer.sigma = rule
        assert explorer.sigma == explorer.angle_.sigma == pytest.approx(width)
    explorer.sigma = "mean"
    assert explorer.sigma == pytest.approx((amise(X) + lscv(X)) / 2)


def test_a_rule_without_an_answer_is_said_and_a_number_helps():
    Z = np.repeat([[0.0, 0.0], [1.0, 0.0], [0.0, 3.0]], 20, axis=0)
    explorer = KernelExplorer(Z, 2, kernel="linear")
    before = explorer.labels_
    explorer.method = "angle"
    assert "least-squares cross-validation has no minimum" in complaint(explorer)
    assert np.array_equal(explorer.labels_, before)
    explorer.sigma = 0.5
    assert complaint(explorer) == ""
    assert explorer.angle_ is not None


def test_the_curve_is_the_error_at_each_width(explorer):
    explorer.settle()
    curve, stops = explorer._curve, explorer._sigmas
    assert curve["done"] == len(stops) == len(curve["error"])
    assert curve["rules"]["amise"] == pytest.approx(amise(X))
    for i in range(0, len(stops), 9):
        labels = AngleSpectralClustering(2, sigma=stops[i]).fit(X).labels_
        assert curve["error"][i] == pytest.approx(differing(y, labels))
    assert explorer.error_ == explorer.answer["error_rate"]


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


def test_points_added_by_hand_join_the_samples(explorer):
    explorer.added = [(1.4, 6.0)]
    assert explorer.X.shape == (121, 2)
    assert explorer.X[-1].tolist() == [1.4, 6.0]
    assert floats(explorer._points, (121, 2))[-1].tolist() == pytest.approx([1.4, 6.0])
    assert explorer.answer["outliers"] == 1
    assert explorer.answer["alone"] == [120]
    fitted = AngleSpectralClustering(2, sigma=0.8).fit(explorer.X)
    assert same_partition(explorer.labels_, fitted.labels_)
    assert explorer.error_ == differing(y, explorer.labels_[:120])
    explorer.method = "cluhsic"
    assert len(explorer.labels_) == 121
    assert explorer._input["called"] == "np.vstack([X, [[1.4, 6.0]]])"
    assert (explorer._input["n_samples"], explorer._input["n_added"]) == (121, 1)
    explorer.added = []
    assert explorer.X.shape == (120, 2)
    assert explorer._input["called"] == "X"
    explorer.method = "angle"
    assert explorer.answer["python"].endswith("fit_predict(X)")


def test_a_lonely_point_takes_an_axis_until_it_is_weighed_as_an_outlier():
    clean, truth = make_crescents(random_state=4)
    explorer = KernelExplorer(clean, 2, method="angle", sigma=0.3, y=truth)
    assert explorer.error_ == 0
    explorer.added = [[1.4, 6.0]]
    assert sorted(explorer.answer["sizes"]) == [1, 419]
    explorer.weighting = "outlier"
    assert explorer.error_ == 0
    explorer.weighting, explorer.sigma = "laplacian", 0.5
    assert explorer.error_ == 0


def test_a_target_waits_for_a_point_and_has_room(explorer):
    assert explorer.target is None
    before = explorer._room
    explorer.target = np.array([1, 16])
    assert explorer.target == (1.0, 16.0)
    assert explorer._room == [*before[:3], 16.0]
    assert explorer._samples.awaits_target
    with_cross = explorer.still()
    explorer.added = [[1.0, 15.0], [1.0, 16.0]]
    assert not explorer._samples.awaits_target
    figures = with_cross, explorer.still()
    words = [[text.get_text() for ax in f.axes for text in ax.texts] for f in figures]
    assert ["add (1, 16)" in each for each in words] == [True, False]
    explorer.added, explorer.target = [], None
    assert explorer._room == before


def test_true_outliers_count_in_no_error():
    Z, truth = add_outliers(X, y, 3)
    explorer = KernelExplorer(Z, 2, method="angle", weighting="outlier", sigma=0.6, y=truth)
    assert explorer.error_ == differing(truth[:120], explorer.labels_[:120])
    assert set(explorer.answer["alone"]) >= {120, 121, 122}


def test_methods_change_and_keep_the_controls(explorer):
    explorer.method = "cluhsic"
    assert explorer.angle_ is None
    assert explorer.objective_ > 0
    explorer.n_clusters = 3
    explorer.method = "angle"
    assert len(explorer.answer["sizes"]) == 3
    assert np.array(explorer.answer["means"]).shape == (3, 3)
    assert explorer.objective_ is None
    assert explorer.sigma == 0.8


def test_more_clusters_show_three_coordinates():
    rings, truth = make_three_rings()
    explorer = KernelExplorer(rings, 4, method="angle", sigma=1.0, y=truth)
    assert floats(explorer.answer["embedding"], (315, 3)).shape == (315, 3)
    assert np.array(explorer.answer["angles"]).shape == (4, 4)
    assert "smallest angle" in repr(explorer)


def test_the_next_eigenvalues_come_at_rest_and_a_newer_move_drops_them(monkeypatch):
    monkeypatch.setattr("depcluster.widgets.explorer.explorer.REST", 0.0)
    explorer = KernelExplorer(X, 2, method="angle", sigma=0.8, y=y)

    async def move():
        explorer.sigma = 0.5
        explorer.sigma = 0.6
        return await until(lambda: explorer._curve["done"] == len(explorer._sigmas))

    assert in_a_loop(move)
    assert explorer.angle_.sigma == 0.6
    assert len(explorer.answer["spare"]) == 2
    values = explorer.answer["eigenvalues"] + explorer.answer["spare"]
    assert values == sorted(values, reverse=True)
    explorer.close()


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
    before = explorer.answer
    with pytest.raises(ValueError, match=words):
        setattr(explorer, name, value)
    assert explorer.answer is before


def test_what_the_method_refuses_is_said_and_nothing_half_done_stays(explorer):
    labels, points = explorer.labels_, explorer._points
    explorer.sigma = 1e9
    assert "n_clusters must be at most the rank" in explorer.answer["error"]
    explorer.added = [[0.0, 9.0]]
    assert "n_clusters must be at most the rank" in explorer.answer["error"]
    assert explorer._points == points
    assert explorer.X.shape == (120, 2)
    assert np.array_equal(explorer.labels_, labels)
    assert explorer.angle_.sigma == 0.8
    explorer.sigma = 0.8
    assert explorer.answer["error"] == ""
    assert len(explorer.labels_) == 121


def test_points_need_a_plane():
    explorer = KernelExplorer(np.random.default_rng(0).normal(size=(30, 5)), 2, method="angle")
    with pytest.raises(ValueError, match="added needs samples with two features; these have 5"):
        explorer.added = [[0.0, 0.0]]
    with pytest.raises(ValueError, match="target needs samples with two features; these have 5"):
        explorer.target = (0, 0)
    assert explorer._room == []


@pytest.mark.parametrize("truth", [y[:5], y.astype(float), -np.ones(120, int)])
def test_unusable_truth_is_refused(truth):
    with pytest.raises(ValueError, match="y must hold one whole number a sample"):
        KernelExplorer(X, 2, y=truth)
