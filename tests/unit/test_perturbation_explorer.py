"""The perturbation explorer: what its page computes and Python believes, keeps, refuses."""

import numpy as np
import pytest
from answering import Page
from refusals import said, taken

import naive
from depcluster.datasets import make_collinear
from depcluster.kernels.maker import KernelMaker
from depcluster.papers.song2007 import partition_distance, perturbation_bound
from depcluster.widgets import DataPad, PerturbationExplorer
from depcluster.widgets.perturbation_explorer import engine as python_engine
from depcluster.widgets.perturbation_explorer.engine import KERNELS

X, y = make_collinear()


@pytest.fixture
def page():
    """One without a curve: its panel is not open."""
    return Page(PerturbationExplorer(X, 3, gamma=0.5, panels=["bound"]))


def labels_of(answer):
    return np.array(answer["labels"]), np.array(answer["perturbed_labels"])


def bound_of(answer):
    return np.inf if answer["bound"] is None else answer["bound"]


def test_the_screen_shows_theorem_1_of_its_two_partitions(page):
    noise = np.random.default_rng([0, 1]).standard_normal(X.shape)
    for amount in (0.0, 0.33, 0.8):
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
        assert partition_distance(labels, y) == 0
        points = np.reshape(answer["perturbed_points"], (-1, 2))
        np.testing.assert_allclose(points, shaken, rtol=1e-5, atol=1e-5)
        for values, matrix in ((answer["values"], K), (answer["perturbed_values"], K_new)):
            whole = np.linalg.eigvalsh(naive.centred(matrix))[::-1]
            np.testing.assert_allclose(values, whole[: len(values)], rtol=1e-9)
        change = np.linalg.norm(naive.centred(K_new - K)) / np.linalg.norm(naive.centred(K))
        assert f"K changed by {100 * change:.0f} %" in answer["status"]


def test_what_is_perturbed_by_nothing_stays(page):
    assert page.move(amount=0.0).settled()["moved"] == 0
    answer = page.move(perturb="rank", amount=float(len(X))).settled()
    assert answer["epsilon"] == 0


@pytest.mark.parametrize("kernel", dict(KERNELS))
def test_every_perturbation_has_a_curve_on_which_the_answers_lie(kernel):
    page = Page(PerturbationExplorer(X[::2], 3, gamma=0.5))
    for perturb in ("rank", "entries", "input"):
        curve = page.move(kernel=kernel, perturb=perturb).settled()["curve"]
        bounds = np.array([np.inf if bound is None else bound for bound in curve["bound"]])
        assert len(bounds) == len(curve["epsilon"]) in (16, 17)
        assert (curve["epsilon"] <= bounds + 1e-9).all()
        mode = page.explorer._modes[perturb]
        answer = page.move(amount=mode["amounts"][3 * mode["fine"]]).settled()
        assert bound_of(answer) == pytest.approx(bounds[3], rel=1e-6)


def test_rank_and_entries_perturb_k_as_said_wherever_the_samples_are():
    found, wanted = {}, {}
    draws = np.random.RandomState([0, 1]).standard_normal(50 * 51 // 2)
    E = np.zeros((50, 50))
    E[np.tril_indices(50)] = draws
    E += np.tril(E, -1).T
    for kernel in dict(KERNELS):
        for shift in (0.0, 400.0):
            far = X[::3] + shift
            page = Page(PerturbationExplorer(far, 3, kernel=kernel, gamma=0.5, panels=["bound"]))
            maker = KernelMaker(far)
            K = maker.matrix(kernel, gamma=0.5 if kernel == "rbf" else maker.width(kernel))
            values, vectors = np.linalg.eigh((K + K.T) / 2)
            low = (vectors[:, -4:] * values[-4:]) @ vectors[:, -4:].T
            noisy = K + np.sqrt((naive.centred(K) ** 2).mean()) * E
            for perturb, amount, K_new in (("rank", 4, (low + low.T) / 2), ("entries", 1, noisy)):
                answer = page.move(perturb=perturb, amount=float(amount)).settled()
                found[kernel, shift, perturb] = bound_of(answer)
                expected = perturbation_bound(K, K_new, *labels_of(answer))
                wanted[kernel, shift, perturb] = expected.bound
    assert found == pytest.approx(wanted, rel=1e-6)


def test_more_features_than_rows_are_rotated_with_their_noise():
    wide = np.random.default_rng(0).normal(size=(9, 40))
    page = Page(PerturbationExplorer(wide, 2))
    noise = np.random.default_rng([0, 1]).standard_normal(wide.shape)
    found, wanted = {}, {}
    for kernel in dict(KERNELS):
        amount = page.explorer._modes["input"]["amounts"][40]
        answer = page.move(kernel=kernel, amount=amount).settled()
        maker, other = KernelMaker(wide), KernelMaker(wide + page.explorer.amount * noise)
        K, K_new = (each.matrix(kernel, gamma=maker.width(kernel)) for each in (maker, other))
        found[kernel] = bound_of(answer)
        wanted[kernel] = perturbation_bound(K, K_new, *labels_of(answer)).bound
    assert found == pytest.approx(wanted, rel=1e-8)


def test_one_feature_and_a_constant_one_are_answered():
    constant = np.column_stack([X, X[:, 0] + X[:, 1], np.ones(len(X))])
    for samples, c in ((constant, 3), (X[:, :1], 2)):
        page = Page(PerturbationExplorer(samples, c, panels=["bound"]))
        assert page.move(amount=0.0).settled()["epsilon"] == 0
        answer = page.move(amount=page.explorer._modes["input"]["amounts"][40]).settled()
        assert answer["epsilon"] <= bound_of(answer)


def test_a_closed_eigengap_is_an_infinite_bound_with_its_reason(page):
    explorer = PerturbationExplorer(X, 4, kernel="linear", gamma=0.5)
    collinear = Page(explorer)
    page.put(_input={**page.explorer._input, "X": np.zeros(600).tobytes()})
    for answer in (collinear.settled(), page.settled()):
        assert answer["bound"] is None
        assert "eigengap is closed" in answer["verdict"]["reason"]
    assert sorted(set(answer["labels"])) == [0, 1, 2]
    collinear.tell()
    assert explorer.bound_.bound == np.inf
    assert "bound infinite (vacuous)" in explorer.summary()


def test_the_copied_line_shows_the_same():
    options = {"n_clusters": 4, "gamma": 0.5, "random_state": 3}
    page = Page(PerturbationExplorer(X, panels=["bound"], **options))
    answer = page.move(perturb="entries", amount=2.0).settled()
    page.tell()
    names = {"PerturbationExplorer": PerturbationExplorer, "X": X}
    exec(answer["python"], names)
    again = Page(names["explorer"])
    assert again.settled()["python"] == answer["python"]
    again.tell()
    for name in ("labels_", "perturbed_labels_"):
        same = getattr(again.explorer, name), getattr(page.explorer, name)
        assert partition_distance(*same) < 1e-12
    assert again.explorer.bound_.bound == pytest.approx(page.explorer.bound_.bound, rel=1e-9)


def test_the_curve_is_computed_where_it_is_open():
    page = Page(PerturbationExplorer(X, 3, panels=["bound", "perturbed"]))
    assert len(page.settled()["curve"]["bound"]) < 17
    assert len(page.move(panels=("bound", "curve")).settled()["curve"]["bound"]) == 17
    assert len(page.move(kernel="linear", folded=("curve",)).settled()["curve"]["bound"]) < 17


def test_a_first_answer_comes_at_once_then_searches_then_the_curve_stop_by_stop():
    page = Page(PerturbationExplorer(X, 3, gamma=0.5))
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
    page.first()
    page.put(perturb="rank")
    assert page.steps() == []
    page.put(amount=30.0)
    assert page.first()["perturb"] == "rank"


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


def test_labels_that_have_not_their_objective_are_not_believed(page):
    page.settled()
    own = PerturbationExplorer(X, 3, gamma=0.5)
    for which in ("_fit", "_perturbed"):
        message = page.told()
        rotated = bytes(np.roll(np.frombuffer(message[which]["labels"], np.uint8), 7))
        message[which] = {**message[which], "labels": rotated}
        page.explorer.set_state(message)
        assert partition_distance(page.explorer.labels_, own.labels_) < 1e-12
        assert partition_distance(page.explorer.perturbed_labels_, own.perturbed_labels_) < 1e-12


def test_a_page_takes_over_what_python_found_and_its_curve_is_pythons():
    explorer = PerturbationExplorer(X, 3, gamma=0.5)
    labels, after = explorer.labels_, explorer.perturbed_labels_
    page = Page(explorer)
    answer = page.first()
    assert answer["settled"]
    found = labels_of(answer)
    assert np.array_equal(found[0], labels)
    assert np.array_equal(found[1], after)
    curve = page.settled()["curve"]
    for name in ("epsilon", "bound"):
        np.testing.assert_allclose(curve[name], explorer.curve[name], rtol=1e-6, atol=1e-9)


def test_labels_go_on_with_their_points():
    pad = DataPad(DataPad.fitted(X))
    explorer = PerturbationExplorer(pad, 3, panels=["bound"])
    page = Page(explorer)
    before = np.array(page.settled()["labels"])
    page.tell()
    assert explorer.state == "settled"
    pad.put(np.vstack([pad.X, [[0.0, 1.0]]]))
    assert explorer.state == "answer"
    page.hear()
    answer = page.settled()
    assert np.mean(np.array(answer["labels"])[:-1] == before) > 0.95
    page.tell()
    assert explorer.state == "settled"
    assert np.array_equal(explorer.labels_, answer["labels"])


def test_another_perturbation_begins_where_the_slider_stood():
    explorer = PerturbationExplorer(X, 3, gamma=0.5)
    explorer.amount = 0.8
    explorer.perturb = "rank"
    assert explorer.amount == 2
    explorer.perturb = "entries"
    assert explorer.amount == 4.0
    explorer.set_state({"perturb": "rank", "amount": 150.0})
    assert (explorer.perturb, explorer.amount) == ("rank", 150)
    explorer.set_state({"perturb": "entries"})
    assert explorer.amount == 0


def test_samples_that_are_mostly_the_same_have_no_rule_to_tell_a_width_by():
    heap = np.vstack([np.zeros((9, 2)), [[1.0, 0.0], [0.0, 1.0]]])
    assert PerturbationExplorer(heap, 2, gamma=0.25)._input["width"] == "width 0.25"


def test_what_a_kept_page_cannot_answer_is_refused(page):
    given, unlike = page.explorer._input, []
    for change, words in (
        ({"n_clusters": 1}, "n_clusters must be at least 2"),
        ({"n_clusters": 150}, "got 150 points"),
        ({"n_samples": 1, "X": bytes(32)}, "got 1 point"),
        ({"X": np.full(600, np.nan).tobytes()}, "X must hold finite numbers"),
        ({"gamma": None, "X": np.linspace(-1e200, 1e200, 600).tobytes()}, "kernels are finite"),
    ):
        page.put(_input={**given, **change})
        (step,) = page.steps()
        if words not in step.get("refused", ""):
            unlike.append((step, words))
    assert unlike == []


def test_nonsense_is_refused(page):
    explorer = page.explorer
    before = explorer.bound_
    cases = [
        ("kernel", "rfb", "kernel must be one of rbf, graph"),
        ("perturb", "labels", "perturb must be one of input, rank, entries"),
        ("amount", -0.1, "amount must be a number from 0 to 0.8"),
        ("amount", 7.0, "amount must be a number from 0 to 0.8"),
    ]
    assert taken(explorer, cases) == []
    assert explorer.bound_ is before
    explorer.perturb = "rank"
    assert taken(explorer, [("amount", 3.5, "whole number from 2 to 150")]) == []
    assert "gamma cannot be chosen" in said(PerturbationExplorer, np.ones((9, 2)), 2)
    for name, wrong in (("perturb", "noise"), ("kernel", "cosine"), ("gamma", -1)):
        assert f"{name} must" in said(PerturbationExplorer, X, 3, **{name: wrong})
