"""What explorers' pages tell Python, and what Python makes of it."""

import numpy as np
import pytest
from answering import Page
from cases import each
from explorers import ANSWERS, every
from refusals import said

import reference
from depcluster import median_rule
from depcluster.datasets import make_crescents, make_row, make_three
from depcluster.labels import chain
from depcluster.widgets import (
    DataPad,
    KernelExplorer,
    LossExplorer,
    ModelSelectionExplorer,
    PerturbationExplorer,
    TaxonomyExplorer,
)

X = make_row()[0][::2]
FEW, _ = make_crescents((15, 15))


@pytest.fixture
def explorer():
    widget = KernelExplorer(X, 5, label_kernel="chain")
    yield widget
    widget.close()


def told(m=60):
    """Labels as a page tells them, none that a search would find."""
    labels = np.random.default_rng(0).permutation(np.arange(m) % 5).astype(np.uint8)
    return {"labels": labels.tobytes(), "objective": 9.0, "settled": True, "count": 1}


def objective(labels):
    K = reference.centred(reference.gaussian(X, median_rule(X)))
    return reference.cluhsic_objective(K, np.asarray(labels), chain(5), "l2")


@every
def test_panels_can_be_chosen(explorer_of):
    explorer = explorer_of(FEW, n_clusters=2)
    names = explorer.panels
    assert len(names) > 2
    explorer.panels = names[1::-1]
    assert explorer.panels == names[:2]  # in the order of the page
    for wrong in ((), ("map",), "map"):
        with pytest.raises(ValueError, match=f"panels must .* {names[0]}, "):
            explorer.panels = wrong


def test_labels_of_the_page_stand_while_their_question_does(explorer):
    own = explorer.labels_
    assert explorer.objective_ == pytest.approx(objective(own))
    explorer.set_state({"width": 1.0, "_fit": told()})
    assert explorer.labels_.tolist() == list(told()["labels"])
    assert explorer.objective_ == 9.0
    explorer.width = 0.0
    np.testing.assert_array_equal(explorer.labels_, own)
    explorer.set_state({"width": 1.0})
    assert explorer.objective_ != 9.0
    explorer.set_state({"_fit": told()})
    assert explorer.objective_ == 9.0


def test_labels_that_are_not_as_many_or_of_other_clusters_answer_nothing(explorer):
    J = explorer.objective_
    far = {**told(), "labels": bytes([255] * len(X))}
    for wrong in (told(m=len(X) - 1), told(m=len(X) + 1), far, None):
        explorer.set_state({"_fit": wrong})
        assert explorer.objective_ == J


def test_labels_told_before_their_points_are_those_of_the_points_once_these_have_come():
    pad = DataPad(X[:12] / 10)
    explorer = KernelExplorer(pad, 5)
    explorer.set_state({"_fit": told(m=20)})
    assert explorer.objective_ != 9.0
    pad.put(X[:20] / 10)
    assert explorer.objective_ == 9.0
    pad.put(X[:20] / 11)
    assert explorer.objective_ != 9.0


GOOD = told()
BAD = ["evil", 7, {}, [], {"labels": 1}, b"abc", [[1, 2]], {**GOOD, "more": 1}]
BAD += [{**GOOD, "labels": b} for b in (b"", 10**12, [0] * 60, "0" * 60, bytes(200_000))]
BAD += [{**GOOD, "objective": b} for b in (float("nan"), "1", 10**400)]
BAD += [{**GOOD, "settled": b} for b in ("yes", 1, np.ones(3))]


def test_what_is_no_fit_message_is_turned_away_with_its_controls(explorer):
    explorer.set_state({"_fit": GOOD})
    before, sent = explorer.get_state(), []
    explorer.send = sent.append
    for bad in BAD:
        explorer.set_state({"_fit": bad, "width": 1.0})
        assert "_fit must be" in sent.pop()["refused"], bad
        assert explorer.get_state() == before
    assert explorer.objective_ == 9.0


def test_wrong_labels_are_not_shown(explorer):
    for wrong in ([0] * 60, [9] * 60, [0, 1, 2, 3, 4], [255] * 60):
        page = Page(explorer)
        page.put(_fit={"labels": bytes(wrong), "objective": 1.0, "settled": True, "count": 1})
        answer = page.first()
        assert sorted(set(answer["labels"])) == list(range(5))
        assert answer["objective"] == pytest.approx(objective(answer["labels"]))


@each("explorer_of", ANSWERS.keys() - {ModelSelectionExplorer})  # which has another choice of t
def test_labels_go_on_with_their_points(explorer_of):
    pad = DataPad(DataPad.fitted(make_three()[0]))
    page = Page(explorer_of(pad, n_clusters=3))
    kept = page.settled()["labels"]
    for points, gone in ((pad.X[5:] + 0.001, 5), (np.vstack([pad.X[9:], [[0.1, 0.2]]]), 4)):
        pad.put(points)
        page.hear()
        found, kept = page.first()["labels"], kept[gone:]
        assert np.mean(np.array(found[: len(kept)]) == kept) > 0.95
        kept = found


NAN = np.full(60, np.nan).tobytes()
KERNELS = ("rbf", "laplacian", "poly", "cosine", "linear", "graph")
NO_GRAPH = "These samples have no graph of neighbours."
WRONG = [  # explorers of 30 samples, what a page written by hand has of them, and what it says
    (
        lambda: KernelExplorer(FEW, 4),
        [
            ({"n_samples": 0, "X": b""}, "clusters, 4; got 0 points"),
            *(({"kernel": of, "X": NAN}, "X must hold finite numbers only.") for of in KERNELS),
        ],
    ),
    (
        lambda: KernelExplorer(FEW, 2, method="angle", sigma=0.8),
        [
            ({"n_clusters": 1}, "n_clusters must be"),
            ({"n_clusters": "two"}, "n_clusters must be"),
            ({"n_clusters": 500}, "500; got 30 points"),
            ({"weighting": "<b>"}, "weighting must be"),
            *(({"sigma": sigma}, "sigma must be") for sigma in (None, -1, 1e200, "widest")),
        ],
    ),
    (
        lambda: ModelSelectionExplorer(FEW, 3),
        [
            ({"X": NAN}, NO_GRAPH),
            ({"neighbours": np.full(30 * 29, 30, np.int32).tobytes()}, NO_GRAPH),
            ({"neighbours": b"1234"}, NO_GRAPH),
            ({"n_clusters": 1e9}, NO_GRAPH),
            ({"n_samples": 1}, NO_GRAPH),
            ({"candidates": None}, NO_GRAPH),
        ],
    ),
    (
        lambda: PerturbationExplorer(FEW, 3),
        [
            ({"n_clusters": 1}, "n_clusters must be at least 2"),
            ({"n_clusters": 30}, "got 30 points"),
            ({"n_samples": 1, "X": bytes(32)}, "got 1 point"),
            ({"X": NAN}, "X must hold finite numbers"),
            ({"gamma": None, "X": (1e200 * FEW).tobytes()}, "kernels are finite"),
        ],
    ),
]


@each("make, cases", WRONG)
def test_what_a_page_written_by_hand_cannot_answer_is_refused(make, cases):
    page = Page(make())
    for change, words in cases:
        traits = {name: value for name, value in change.items() if name in page.explorer.keys}
        page.put(**page.explorer.get_state(page._names))
        page.put(_input={**page.explorer._input, **change}, **traits)
        (step,) = page.steps()
        assert words in step.get("refused", ""), (change, step)


NO_KERNEL = "positive semi-definite"
UNANSWERED = [  # explorers, and what they have no answer to
    (
        lambda: KernelExplorer(FEW, 2, kernel="linear"),
        [("label_kernel", [[2, 3], [3, 2]], NO_KERNEL)],
    ),
    (
        lambda: KernelExplorer(FEW, 2, method="angle", sigma=0.8),
        [("sigma", 1e9, "n_clusters must be at most the rank")],
    ),
    (
        lambda: LossExplorer(FEW, 4),
        [
            ("label_kernel", -np.eye(4), NO_KERNEL),
            ("loss", np.zeros((4, 4)), "positive entry"),
            ("loss", 1e-200 * (1 - np.eye(4)), "1e-100"),
        ],
    ),
    (
        lambda: TaxonomyExplorer(FEW, n_clusters=3, structure="fixed"),
        [
            ("label_kernel", -np.eye(3), NO_KERNEL),
            ("label_kernel", np.ones((3, 3)), "structure must tell clusters apart"),
        ],
    ),
]


@each("make, cases", UNANSWERED)
def test_what_has_no_answer_is_said_by_the_page_and_raised_where_labels_are_read(make, cases):
    explorer = make()
    page = Page(explorer)
    before = page.settled()["labels"]
    for name, value, words in cases:
        good = getattr(explorer, name)
        (step,) = page.move(**{name: value}).steps()
        assert words in step["refused"]
        assert words in said(lambda: explorer.labels_)
        assert page.move(**{name: good}).first()["labels"] == before
