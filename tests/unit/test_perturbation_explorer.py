"""The perturbation explorer: page, estimator and Theorem 1 have one answer; what is refused."""

import numpy as np
import pytest
from answering import Page
from refusals import said, taken

import reference
from depcluster import kernel_matrix, median_rule
from depcluster.datasets import make_collinear
from depcluster.papers.song2007 import partition_distance, perturbation_bound
from depcluster.widgets import PerturbationExplorer

X, _ = make_collinear()
WIDE = np.random.default_rng(0).normal(size=(9, 40))
CONSTANT = np.column_stack([X[::3], X[::3].sum(axis=1), np.ones(50)])
CASES = {
    "collinear": (X, 3, {"gamma": 0.5, "random_state": 3}),
    "graph": (X[::2], 3, {"kernel": "graph"}),
    "poly": (X[::3], 3, {"kernel": "poly"}),
    "linear": (X[::3, :1], 2, {"kernel": "linear"}),
    "far": (X[::3] + 400, 3, {"gamma": 0.5}),
    "far linear": (X[::3] + 400, 3, {"kernel": "linear"}),
    "constant feature": (CONSTANT, 3, {"kernel": "poly"}),
    "wide": (WIDE, 2, {}),
    "wide linear": (WIDE, 2, {"kernel": "linear"}),
}


@pytest.fixture
def page():
    """One without a curve: its panel is not open."""
    return Page(PerturbationExplorer(X, 3, gamma=0.5, panels=["bound"]))


def labels_of(answer):
    return np.array(answer["labels"]), np.array(answer["perturbed_labels"])


def bound_of(answer):
    return np.inf if answer["bound"] is None else answer["bound"]


def matrices(samples, perturb, amount, *, kernel="rbf", gamma=None, random_state=0):
    """K and what it becomes, from the definitions."""
    m, d = samples.shape
    width = {"rbf": gamma or median_rule(samples), "poly": 1 / d}.get(kernel)

    def of(Z):
        # Far from 0 the linear kernel is seen from the mean.
        is_far = kernel == "linear" and np.abs(samples).min() > 100
        origin = samples.mean(axis=0) if is_far else 0
        return kernel_matrix(Z - origin, kernel=kernel, **({"gamma": width} if width else {}))

    K = of(samples)
    if perturb == "input":
        noise = np.random.default_rng([random_state, 1]).standard_normal(samples.shape)
        return K, of(samples + amount * noise)
    if perturb == "rank":
        values, vectors = np.linalg.eigh(K)
        kept = zip(values[-amount:], vectors.T[-amount:], strict=True)
        return K, sum(value * np.outer(v, v) for value, v in kept)
    rng, E = np.random.default_rng([random_state, 2]), np.zeros((m, m))
    E[np.tril_indices(m)] = 2.0 * rng.integers(2, size=m * (m + 1) // 2, dtype="uint8") - 1
    E += np.tril(E, -1).T
    return K, K + amount * np.sqrt((reference.centred(K) ** 2).mean()) * E


@pytest.mark.parametrize("name", CASES)
def test_page_copied_line_estimator_and_the_formulas_have_one_answer(name):
    samples, c, options = CASES[name]
    page = Page(PerturbationExplorer(samples, c, panels=["bound"], **options))
    spread = page.explorer._modes["input"]["amounts"][-1]
    for perturb, amount in (("input", 0.3 * spread), ("rank", c + 1), ("entries", 0.6)):
        answer = page.move(perturb=perturb, amount=amount).settled()
        scope = {"PerturbationExplorer": PerturbationExplorer, "X": samples}
        exec(answer["python"], scope)
        own, told = scope["explorer"], page.told()
        K, K_new = matrices(samples, perturb, amount, **options)
        found = *labels_of(answer), own.labels_, own.perturbed_labels_
        objectives = [
            reference.cluhsic_objective(reference.centred(of), labels, np.eye(c), "l2")
            for of, labels in zip((K, K_new) * 2, found, strict=True)
        ]
        fitted = own.estimator().fit(samples).objective_
        assert objectives[::2] == pytest.approx([fitted, fitted], rel=1e-9)
        assert told["_fit"]["objective"] == pytest.approx(fitted, rel=1e-9) == own.objective_
        assert told["_perturbed"]["objective"] == pytest.approx(objectives[1], rel=1e-7)
        assert objectives[3] == pytest.approx(objectives[1], rel=1e-7)
        expected = perturbation_bound(K, K_new, *labels_of(answer))
        _, terms, *_ = reference.theorem_1(K, K_new, *labels_of(answer))
        assert answer["terms"] == pytest.approx(terms, rel=1e-6, abs=1e-8)
        assert answer["trivial"] == expected.trivial
        assert bound_of(answer) == pytest.approx(expected.bound, rel=1e-6)
        assert own.bound_.bound == pytest.approx(expected.bound, rel=1e-6)
        assert own.bound_.epsilon == pytest.approx(answer["epsilon"], abs=1e-9)
        assert answer["moved"] == np.count_nonzero(found[0] != found[1])
        assert answer["verdict"]["vacuous"] == expected.vacuous
        for values, of in ((answer["values"], K), (answer["perturbed_values"], K_new)):
            whole = reference.off_the_constant(reference.centred(of))[0][: len(values)]
            np.testing.assert_allclose(values, whole, atol=1e-8 * whole[0])
        change = np.linalg.norm(reference.centred(K_new - K)) / np.linalg.norm(reference.centred(K))
        assert f"K changed by {100 * change:.0f} %" in answer["status"]


def test_a_curve_is_computed_where_it_is_open_and_is_that_of_python():
    explorer = PerturbationExplorer(X[::2], 3, gamma=0.5, panels=["bound", "perturbed"])
    page = Page(explorer)
    assert len(page.settled()["curve"]["bound"]) < 17
    page.move(panels=("bound", "curve"))
    for perturb, n_stops in (("rank", 16), ("entries", 17), ("input", 17)):
        curve = page.move(perturb=perturb).settled()["curve"]
        bounds = [np.inf if bound is None else bound for bound in curve["bound"]]
        assert len(explorer.curve["amount"]) == n_stops
        np.testing.assert_allclose(curve["epsilon"], explorer.curve["epsilon"], atol=1e-9)
        np.testing.assert_allclose(bounds, explorer.curve["bound"], rtol=1e-6)
        assert (explorer.curve["epsilon"] <= explorer.curve["bound"] + 1e-9).all()
        answer = page.move(amount=explorer.curve["amount"][3]).settled()
        assert bound_of(answer) == pytest.approx(bounds[3], rel=1e-6)
    assert len(page.move(kernel="linear", folded=("curve",)).settled()["curve"]["bound"]) < 17


def test_a_closed_eigengap_is_an_infinite_bound_with_its_reason(page):
    explorer = PerturbationExplorer(X, 4, kernel="linear", panels=["bound"])
    page.put(_input={**page.explorer._input, "X": np.zeros(600).tobytes()})
    for answer in (Page(explorer).settled(), page.settled()):
        assert answer["bound"] is None
        assert "eigengap is closed" in answer["verdict"]["reason"]
    assert sorted(set(answer["labels"])) == [0, 1, 2]
    assert explorer.bound_.bound == np.inf


def test_a_first_answer_comes_at_once_then_searches_then_the_curve_stop_by_stop():
    page = Page(PerturbationExplorer(X, 3, gamma=0.5))
    steps = page.steps()
    kinds = [next(iter(step)) for step in steps]
    settled = kinds.index("answer", 1)
    assert (kinds[:2], steps[0]["answer"]["settled"]) == (["answer", "progress"], False)
    assert steps[settled]["answer"]["settled"]
    lengths = [len(step["more"]["curve"]["bound"]) for step in steps[settled + 1 :]]
    assert lengths == sorted(lengths)
    assert lengths[-1] == 17
    assert [next(iter(step)) for step in page.steps()] == ["answer"]


def test_of_two_controls_that_python_sets_one_comes_first(page):
    page.first()
    page.put(perturb="rank")
    assert page.steps() == []
    page.put(amount=30.0)
    assert page.first()["perturb"] == "rank"


def test_python_has_what_the_page_tells_of_the_question_that_stands(page):
    explorer, answer = page.explorer, page.settled()
    message = page.told()
    other = {**message["_perturbed"], "labels": bytes((np.arange(150) % 3).tolist())}
    short = {**other, "labels": bytes(149)}
    explorer.set_state({"_perturbed": other})  # without labels of the data as given
    assert explorer.perturbed_labels_.tolist() != list(other["labels"])
    explorer.set_state({**message, "_perturbed": short})
    assert explorer.perturbed_labels_.tolist() == answer["perturbed_labels"]
    explorer.set_state({**message, "_perturbed": other})
    assert explorer.labels_.tolist() == answer["labels"]
    assert explorer.perturbed_labels_.tolist() == list(other["labels"])
    expected = partition_distance(answer["labels"], explorer.perturbed_labels_)
    assert explorer.bound_.epsilon == expected
    assert explorer.bound_ is explorer.bound_
    explorer.amount = 0.4  # of which no page has told
    assert explorer.labels_.tolist() == answer["labels"]
    assert explorer.bound_.epsilon < 1 < expected


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
    assert explorer.summary() == (
        "PerturbationExplorer: 150 points, 3 clusters, RBF kernel, sd of the noise on K 0"
    )


def test_the_picture_has_the_noise_and_the_words_the_width(page):
    answer = page.move(amount=0.33).settled()
    shaken = X + 0.33 * np.random.default_rng([0, 1]).standard_normal(X.shape)
    points = np.reshape(answer["perturbed_points"], (-1, 2))
    np.testing.assert_allclose(points, shaken, rtol=1e-5, atol=1e-5)
    rule = f"width {0.5 / median_rule(X):.2f} × median rule"
    assert answer["status"].startswith(f"{rule}; noise ")
    assert page.move(perturb="rank", amount=150.0).settled()["epsilon"] == 0  # all of K is kept


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
    for name, wrong in (
        ("perturb", "noise"),
        ("kernel", "cosine"),
        ("gamma", -1),
        ("random_state", None),
    ):
        assert f"{name} must" in said(PerturbationExplorer, X, 3, **{name: wrong})
