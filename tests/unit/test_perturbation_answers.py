"""What the page of PerturbationExplorer computes, without a browser, and how Python hears it."""

import numpy as np
import pytest
from answering import Page

import naive
from depcluster.datasets import make_blobs4, make_collinear
from depcluster.kernels.maker import KernelMaker
from depcluster.papers.song2007 import partition_distance, perturbation_bound
from depcluster.widgets import DataPad, PerturbationExplorer
from depcluster.widgets.perturbation_explorer import engine as python_engine
from depcluster.widgets.perturbation_explorer.engine import KERNELS

X, y = make_collinear()
TOLD = ("_labelling", "_perturbed")


@pytest.fixture
def page():
    return Page(PerturbationExplorer(X, 3, gamma=0.5))


def labels_of(answer):
    return np.array(answer["labels"]), np.array(answer["perturbed_labels"])


def test_the_screen_shows_theorem_1_of_its_two_partitions(page):
    noise = np.random.default_rng([0, 1]).standard_normal(X.shape)
    for amount in (0.0, 0.2, 0.33, 0.8):
        answer, shaken = page.move(amount=amount).settled(), X + amount * noise
        labels, after = labels_of(answer)
        K, K_new = naive.gaussian(X, 0.5), naive.gaussian(shaken, 0.5)
        expected = perturbation_bound(K, K_new, labels, after)
        terms = expected.term_delta, expected.term_delta_perturbed, expected.term_gamma
        assert answer["terms"] == pytest.approx(terms, rel=1e-9, abs=1e-13)  # one is 0 at first
        assert answer["epsilon"] == pytest.approx(expected.epsilon, rel=1e-9)
        assert answer["bound"] == pytest.approx(2 * np.sqrt(answer["terms"]).sum() ** 2)
        assert answer["verdict"]["vacuous"] == (expected.bound >= 4)
        assert answer["moved"] == np.count_nonzero(labels != after)
        points = np.reshape(answer["perturbed_points"], (-1, 2))
        np.testing.assert_allclose(points, shaken, rtol=1e-5, atol=1e-5)
        for values, matrix in ((answer["values"], K), (answer["perturbed_values"], K_new)):
            whole = np.linalg.eigvalsh(naive.centred(matrix))[::-1]
            np.testing.assert_allclose(values, whole[: len(values)], rtol=1e-9)
        change = np.linalg.norm(naive.centred(K_new - K)) / np.linalg.norm(naive.centred(K))
        assert f"K changed by {100 * change:.0f} %" in answer["status"]


def test_the_given_partition_is_right_and_stays_when_nothing_is_perturbed(page):
    answer = page.move(amount=0.0).settled()
    assert partition_distance(answer["labels"], y) == 0
    assert answer["moved"] == 0
    answer = page.move(perturb="rank", amount=float(len(X))).settled()
    assert answer["epsilon"] == 0
    assert "K changed by 0 %" in answer["status"]


@pytest.mark.parametrize("kernel", dict(KERNELS))
def test_every_perturbation_has_a_curve_and_it_is_pythons(page, kernel):
    """Both climb from the same labels and the same spectral start, so they end alike."""
    for perturb in ("rank", "entries", "input"):
        answer = page.move(kernel=kernel, perturb=perturb).settled()
        page.tell()
        curve = page.explorer.curve
        assert page.explorer.state == "settled"
        assert len(answer["curve"]["epsilon"]) == len(curve["amount"]) in (16, 17)
        np.testing.assert_allclose(answer["curve"]["epsilon"], curve["epsilon"], atol=1e-9)
        known = np.array([b is not None for b in answer["curve"]["bound"]])
        assert np.array_equal(known, np.isfinite(curve["bound"]))
        bound = np.array(answer["curve"]["bound"], dtype=float)[known]
        np.testing.assert_allclose(bound, curve["bound"][known], rtol=1e-6, atol=1e-6)
        assert (curve["epsilon"] <= curve["bound"] + 1e-9).all()


@pytest.mark.parametrize("kernel", dict(KERNELS))
@pytest.mark.parametrize("shift", [0.0, 400.0], ids=["near", "far"])
def test_rank_and_entries_perturb_k_as_said(kernel, shift):
    far = X[:60] + shift
    page = Page(PerturbationExplorer(far, 3, kernel=kernel, gamma=0.5))
    maker = KernelMaker(far)
    K = maker.matrix(kernel, gamma=0.5 if kernel == "rbf" else maker.width(kernel))
    answer = page.move(perturb="rank", amount=4.0).settled()
    values, vectors = np.linalg.eigh((K + K.T) / 2)
    low = (vectors[:, -4:] * values[-4:]) @ vectors[:, -4:].T
    expected = perturbation_bound(K, (low + low.T) / 2, *labels_of(answer))
    assert (answer["bound"] or np.inf) == pytest.approx(expected.bound, rel=1e-6)
    answer = page.move(perturb="entries", amount=1.0).settled()
    E = np.zeros_like(K)
    draws = np.random.RandomState([0, 1]).standard_normal(60 * 61 // 2)
    E[np.tril_indices(60)] = draws
    E += np.tril(E, -1).T
    size = np.sqrt((naive.centred(K) ** 2).mean())
    expected = perturbation_bound(K, K + size * E, *labels_of(answer))
    assert answer["bound"] == pytest.approx(expected.bound, rel=1e-7)


def test_more_features_than_rows_are_rotated_with_their_noise():
    wide = np.random.default_rng(0).normal(size=(9, 40))
    page = Page(PerturbationExplorer(wide, 2))
    noise = np.random.default_rng([0, 1]).standard_normal(wide.shape)
    for kernel in dict(KERNELS):
        amount = page.explorer._modes["input"]["amounts"][40]
        answer = page.move(kernel=kernel, amount=amount).settled()
        maker, other = KernelMaker(wide), KernelMaker(wide + page.explorer.amount * noise)
        K, K_new = (each.matrix(kernel, gamma=maker.width(kernel)) for each in (maker, other))
        expected = perturbation_bound(K, K_new, *labels_of(answer))
        assert answer["bound"] == pytest.approx(expected.bound, rel=1e-8)


def test_a_closed_eigengap_is_an_infinite_bound_with_its_reason():
    answer = Page(PerturbationExplorer(X, 4, kernel="linear", gamma=0.5)).settled()
    assert answer["bound"] is None
    assert "eigengap is closed" in answer["verdict"]["reason"]


def test_the_width_is_told_against_the_median_rule(page):
    share = 0.5 / KernelMaker(X).rule("rbf")
    for amount in (0.2, 0.8):
        answer = page.move(amount=amount).settled()
        assert answer["status"].startswith(f"width {share:.2f} × median rule; ")
    assert "width" not in page.move(kernel="poly").settled()["status"]


@pytest.mark.parametrize(
    ("options", "moves"),
    [
        ({}, {"amount": 0.33}),
        ({"gamma": 0.5, "random_state": 3}, {"kernel": "graph", "perturb": "rank"}),
        ({"n_clusters": 4, "perturb": "entries"}, {"amount": 2.0}),
    ],
)
def test_the_copied_line_shows_the_same(options, moves):
    page = Page(PerturbationExplorer(X, **options))
    answer = page.move(**moves).settled()
    page.tell()
    names = {"PerturbationExplorer": PerturbationExplorer, "X": X}
    exec(answer["python"], names)
    again = names["explorer"]
    for name in ("labels_", "perturbed_labels_"):
        same = getattr(again, name), getattr(page.explorer, name)
        assert partition_distance(*same) < 1e-12
    assert again.bound_.bound == pytest.approx(page.explorer.bound_.bound, rel=1e-9)
    assert Page(again).settled()["python"] == answer["python"]


def test_the_curve_is_computed_where_it_is_open():
    page = Page(PerturbationExplorer(X, 3, panels=["bound", "perturbed"]))
    assert len(page.settled()["curve"]["bound"]) < 17
    assert len(page.move(panels=("bound", "curve")).settled()["curve"]["bound"]) == 17
    assert len(page.move(kernel="linear", folded=("curve",)).settled()["curve"]["bound"]) < 17


def test_a_first_answer_comes_at_once_then_searches_then_the_curve_stop_by_stop(page):
    steps = page.steps()
    assert "answer" in steps[0]
    assert not steps[0]["answer"]["settled"]
    kinds = [next(iter(step)) for step in steps]
    assert kinds.index("progress") == 1
    settled = kinds.index("answer", 1)
    assert steps[settled]["answer"]["settled"]
    assert kinds[settled + 1 :] == ["more"] * (len(kinds) - settled - 1)
    lengths = [len(step["more"]["curve"]["bound"]) for step in steps[settled + 1 :]]
    assert lengths == sorted(lengths)
    assert lengths[-1] == 17
    again = page.steps()
    assert [next(iter(step)) for step in again] == ["answer"]
    assert len(again[0]["answer"]["curve"]["bound"]) == 17


def test_of_two_controls_that_python_sets_one_comes_first(page):
    page.settled()
    page.put(perturb="rank")
    assert page.steps() == []
    page.put(amount=30.0)
    assert page.settled()["perturb"] == "rank"


def test_python_believes_the_labels_of_a_page_by_their_objectives(page, monkeypatch):
    monkeypatch.setattr(python_engine, "settle", None)  # it may not search
    monkeypatch.setattr(python_engine, "climb", None)
    answer = page.settled()
    page.tell()
    explorer = page.explorer
    labels, after = labels_of(answer)
    assert np.array_equal(explorer.labels_, labels)
    assert np.array_equal(explorer.perturbed_labels_, after)
    assert explorer.bound_.bound == pytest.approx(answer["bound"], rel=1e-9)
    assert explorer.bound_.epsilon == pytest.approx(answer["epsilon"])
    explorer.amount = 0.4  # a page that is not asked has nothing to tell of it
    with pytest.raises(TypeError):
        explorer.bound_  # noqa: B018
    page.move().settled()
    page.tell()
    assert explorer.bound_.bound == pytest.approx(page.settled()["bound"], rel=1e-9)


@pytest.mark.parametrize("which", TOLD)
def test_labels_that_have_not_their_objective_are_not_believed(page, which):
    page.settled()
    message = page.told()
    rotated = bytes(np.roll(np.frombuffer(message[which]["labels"], np.uint8), 7))
    message[which] = {**message[which], "labels": rotated}
    page.explorer.set_state(message)
    own = PerturbationExplorer(X, 3, gamma=0.5)
    assert partition_distance(page.explorer.labels_, own.labels_) < 1e-12
    assert partition_distance(page.explorer.perturbed_labels_, own.perturbed_labels_) < 1e-12


def test_a_page_takes_over_what_python_found():
    explorer = PerturbationExplorer(X, 3, gamma=0.5)
    labels, after = explorer.labels_, explorer.perturbed_labels_
    answer = Page(explorer).first()
    assert answer["settled"]
    found = labels_of(answer)
    assert np.array_equal(found[0], labels)
    assert np.array_equal(found[1], after)


def test_labels_go_on_with_their_points():
    pad = DataPad(DataPad.fitted(X))
    explorer = PerturbationExplorer(pad, 3)
    page = Page(explorer)
    before = np.array(page.settled()["labels"])
    page.tell()
    pad.put(np.vstack([pad.X, [[0.0, 1.0]]]))
    assert explorer.state == "answer"
    page.hear()
    answer = page.settled()
    assert np.mean(np.array(answer["labels"])[:-1] == before) > 0.95
    page.tell()
    assert explorer.state == "settled"
    assert np.array_equal(explorer.labels_, answer["labels"])


def test_more_samples_than_are_made_tridiagonal():
    many, _ = make_blobs4(340)
    page = Page(PerturbationExplorer(many, 4))
    for perturb, amount in (("input", 0.2), ("entries", 3.0), ("rank", 4.0)):
        answer = page.move(perturb=perturb, amount=amount, folded=("curve",)).settled()
        page.tell()
        assert answer["bound"] == pytest.approx(page.explorer.bound_.bound, rel=1e-9)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"n_clusters": 1}, "n_clusters must be at least 2; got 1."),
        ({"n_clusters": 150}, "more points than there are clusters, 150; got 150 points."),
        ({"n_samples": 1, "X": bytes(32)}, "more points than there are clusters, 3; got 1 point."),
        ({"X": np.full(600, np.nan).tobytes()}, "X must hold finite numbers"),
        ({"gamma": None, "X": np.linspace(-1e200, 1e200, 600).tobytes()}, "kernels are finite"),
    ],
)
def test_what_a_kept_page_cannot_answer_is_refused(page, change, words):
    page.put(_input={**page.explorer._input, **change})
    (step,) = page.steps()
    assert words in step["refused"]


def test_points_that_are_all_equal_have_a_closed_eigengap(page):
    page.put(_input={**page.explorer._input, "X": np.zeros(600).tobytes()})
    answer = page.settled()
    assert answer["bound"] is None
    assert sorted(set(answer["labels"])) == [0, 1, 2]
