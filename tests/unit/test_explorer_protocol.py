"""What explorers' pages and Python tell each other: one question, one answer, one way to search on.

A page computes. Python believes labels that have the objective they are told with under the
question asked now, and computes its own when somebody reads them and it knows none.
"""

import numpy as np
import pytest
from answering import Page
from explorers import complaint, every

import naive
from depcluster import median_rule
from depcluster.datasets import make_crescents, make_row
from depcluster.labels import chain, plain
from depcluster.widgets import (
    DataPad,
    KernelExplorer,
    LossExplorer,
    ModelSelectionExplorer,
    PerturbationExplorer,
    TaxonomyExplorer,
)

X = make_row()[0][::2]
FEW, _ = make_crescents((20, 20))
INDEFINITE = 2 * np.eye(5)
INDEFINITE[0, 4] = INDEFINITE[4, 0] = 3
METHOD = "depcluster.widgets.kernel_explorer.label_kernel.method"
MOVES = {
    KernelExplorer: ("width", 1.5),
    LossExplorer: ("penalty", 7.0),
    ModelSelectionExplorer: ("n_neighbors", 4),
    PerturbationExplorer: ("perturb", "rank"),
    TaxonomyExplorer: ("structure", "free"),
}


@pytest.fixture
def explorer():
    widget = KernelExplorer(X, 5, label_kernel="chain")
    yield widget
    widget.close()


@pytest.fixture
def followed(explorer, monkeypatch):
    """The questions that Python computes an answer to."""
    asked, follow = [], explorer._follow
    monkeypatch.setattr(explorer, "_follow", lambda q: asked.append(q) or follow(q))
    return asked


def objective(labels, width=0.0, label_kernel=None):
    A = chain(5) if label_kernel is None else label_kernel
    K = naive.centred(naive.gaussian(X, 2**width * median_rule(X)))
    return naive.cluhsic_objective(K, np.asarray(labels), A, "l2")


def labelling(labels, J=None, settled=True, **question):
    """Labels as a page tells them, by default with the objective that they have."""
    J = objective(labels, **question) if J is None else J
    return {"labels": bytes(labels), "objective": float(J), "settled": settled}


def right(seed=0):
    """Some labels with all five clusters, none that a search would find."""
    labels = np.arange(len(X)) % 5
    return np.random.default_rng(seed).permutation(labels).astype(np.uint8)


def test_questions_are_equal_by_value(explorer):
    asked = explorer._question()
    assert explorer._question() == asked
    assert hash(explorer._question()) == hash(asked)
    for name, value in (("width", 1.0), ("label_kernel", 2 * chain(5)), ("added", [[0.0, 0.0]])):
        before = getattr(explorer, name)
        setattr(explorer, name, value)
        assert explorer._question() != asked
        setattr(explorer, name, before)
    assert explorer._question() == asked


@every
def test_settle_leaves_nothing_to_compute_and_does_nothing_where_nothing_is_shown(explorer_of):
    explorer = explorer_of(FEW, n_clusters=2)
    name, value = MOVES[explorer_of]
    setattr(explorer, name, value)
    assert explorer.settle() is explorer
    before = explorer.get_state()
    assert explorer.settle().get_state() == before
    assert explorer.state == "settled"
    empty = explorer_of(DataPad(), n_clusters=2)
    assert empty.settle() is empty
    assert empty._waiting
    assert empty._labelling is None


@every
def test_panels_can_be_chosen(explorer_of):
    explorer = explorer_of(FEW, n_clusters=2)
    names = explorer.panels
    assert len(names) > 2
    explorer.panels = names[1::-1]
    assert explorer.panels == names[:2]  # in the order of the page
    assert explorer_of(FEW, n_clusters=2, panels=list(names[:2])).panels == names[:2]
    for wrong in ((), ("map",), "map"):
        with pytest.raises(ValueError, match=f"panels must .* {names[0]}, "):
            explorer.panels = wrong


def test_reading_computes_once_and_all_of_it(explorer, followed):
    for reading in (lambda: explorer.labels_, lambda: explorer.objective_, lambda: repr(explorer)):
        explorer.width, explorer.kernel = 1.0, "laplacian"
        explorer.kernel, explorer.n_clusters = "rbf", 5
        explorer.set_state({"_labelling": None})
        followed.clear()
        assert (explorer.state, explorer._labelling) == ("answer", None)
        reading()
        reading()
        assert followed == [explorer._question()]
        assert explorer.state == "settled"
        assert bytes(explorer.labels_.astype(np.uint8)) == explorer._labelling["labels"]
        assert explorer._labelling["objective"] == explorer.objective_
        assert explorer._labelling["settled"]
        assert explorer.objective_ == pytest.approx(objective(explorer.labels_, 1.0))
        explorer.width = 0.5


@pytest.mark.parametrize("settled", [True, False])
def test_labels_of_the_page_are_taken_over_as_they_are(explorer, settled):
    assert explorer.objective_ > objective(right())
    for seed in (1, 0):  # newer ones take the place of older and of Python's
        told = labelling(right(seed), settled=settled)
        explorer.set_state({"_labelling": told})
        assert explorer.state == ("settled" if settled else "answer")
        np.testing.assert_array_equal(explorer.labels_, right(seed))
        assert explorer.objective_ == told["objective"]
        assert explorer._labelling == told
    explorer.settle()
    assert explorer.state == "settled"
    if settled:
        explorer.close()
        np.testing.assert_array_equal(explorer.labels_, right())
    else:
        assert explorer.objective_ > 1.1 * told["objective"]
        assert explorer.objective_ == pytest.approx(objective(explorer.labels_))


FAR = labelling(np.append(right()[:-1], 255).astype(np.uint8), 9.0)
WRONG = {
    "objective": labelling(right(), objective(right()) * (1 + 1e-6)),
    "objective of another width": labelling(right(), width=1.0),
    "one sample less": labelling(right()[:-1], objective(right())),
    "one sample more": labelling(np.append(right(), 0).astype(np.uint8), objective(right())),
    "a cluster missing": labelling(np.minimum(right(), 3), objective(np.minimum(right(), 3))),
    "a cluster too many": labelling(np.append(right()[:-1], 5).astype(np.uint8), 9.0),
    "far out of range": FAR,
    "none": None,
}


def test_wrong_labels_are_not_believed(explorer):
    for name, wrong in WRONG.items():
        explorer.set_state({"_labelling": labelling(right(1))})
        explorer.set_state({"_labelling": wrong})
        labels, J = explorer.labels_, explorer.objective_
        assert (name, J) == (name, pytest.approx(objective(labels), rel=1e-9))
        assert (name, sorted(np.unique(labels))) == (name, list(range(5)))
        assert J > 1.1 * objective(right()), name
        assert (name, complaint(explorer), explorer.state) == (name, "", "settled")
        assert explorer._labelling["labels"] == bytes(labels.astype(np.uint8)), name


def test_labels_of_an_earlier_question_are_stale_until_they_are_told_again(explorer):
    told = labelling(right())
    explorer.set_state({"_labelling": told})
    explorer.width = 2.0
    explorer.set_state({"_labelling": "evil"})
    assert explorer.state == "refused"
    explorer.set_state({"folded": []})  # a refused message brings no stale labels back
    assert explorer.state == "answer"
    assert explorer.objective_ == pytest.approx(objective(explorer.labels_, 2.0))
    assert explorer.objective_ > 1.1 * objective(right(), 2.0)
    explorer.set_state({"width": 0.0, "_labelling": told})
    assert explorer.state == "settled"
    np.testing.assert_array_equal(explorer.labels_, right())
    explorer.set_state({"width": "evil"})
    assert "width must be" in complaint(explorer)
    explorer.set_state({"width": explorer.width})  # which changes nothing
    assert complaint(explorer) == ""


@pytest.mark.parametrize("order", [1, -1])
def test_controls_and_labels_of_a_message_belong_together(explorer, order, monkeypatch):
    fewer = np.arange(len(X)) % 3
    J = objective(fewer, 2.0, label_kernel=plain(3))
    told = {"width": 2.0, "n_clusters": 3, "preset": "plain"}
    told["_labelling"] = labelling(fewer.astype(np.uint8), J)
    monkeypatch.setattr(f"{METHOD}.follow", None)  # which climbs, and a search follows it
    explorer.set_state(dict(list(told.items())[::order]))
    assert explorer.state == "settled"
    np.testing.assert_array_equal(explorer.labels_, fewer)
    assert explorer.objective_ == pytest.approx(J)
    assert explorer.gamma_ == pytest.approx(4 * median_rule(X))


def test_a_question_that_is_refused_leaves_the_labels(explorer):
    explorer.set_state({"_labelling": labelling(right())})
    message = {"label_kernel": (INDEFINITE + 1e-3 * np.eye(5)).tolist()}
    for refused in ({"label_kernel": INDEFINITE.tolist()}, message):
        explorer.set_state({**refused, "_labelling": labelling(right(1))})
        assert "positive semi-definite" in complaint(explorer)
        np.testing.assert_array_equal(explorer.labels_, right())
    explorer.preset = "chain"
    assert (complaint(explorer), explorer.state) == ("", "answer")


def test_what_was_asked_before_a_refusal_is_answered_when_it_is_read(explorer, followed):
    explorer.width = 1.0
    asked = explorer._question()
    explorer.label_kernel = INDEFINITE
    assert explorer.objective_ == pytest.approx(objective(explorer.labels_, 1.0))
    assert followed == [asked]
    assert "positive semi-definite" in complaint(explorer)


def test_labels_go_on_with_names_that_nobody_but_the_page_gave(explorer):
    labels = (4 - explorer.labels_).astype(np.uint8)  # a chain read from its other end
    explorer.set_state({"_labelling": labelling(labels)})
    explorer.width = 0.25
    assert (explorer.labels_ == labels).mean() > 0.9
    explorer.set_state({"_labelling": FAR, "width": 1.0})  # which are no names to go on with
    assert explorer.objective_ == pytest.approx(objective(explorer.labels_, 1.0))


GOOD = labelling(right())
BAD = ["evil", 7, {}, [], {"labels": 1}, b"abc", [[1, 2]], {**GOOD, "more": 1}]
BAD += [{**GOOD, "labels": b} for b in (b"", 10**12, right().tolist(), "0" * 60, bytes(200_000))]
BAD += [{**GOOD, "objective": b} for b in (float("nan"), "1", 10**400)]
BAD += [{**GOOD, "settled": b} for b in ("yes", 1, np.ones(3))]


def test_what_is_no_labelling_is_turned_away(explorer):
    explorer.set_state({"_labelling": labelling(right())})
    before = explorer.get_state()
    for bad in BAD:
        explorer.set_state({"_labelling": bad, "width": 1.0})
        assert "_labelling must be" in complaint(explorer), bad
        assert {**explorer.get_state(), "state": None} == {**before, "state": None}
    np.testing.assert_array_equal(explorer.labels_, right())
    explorer.set_state({"_labelling": labelling(right(1))})
    assert (complaint(explorer), explorer.state) == ("", "settled")
    np.testing.assert_array_equal(explorer.labels_, right(1))


def test_an_interrupt_leaves_what_can_be_read_again(explorer, monkeypatch):
    explorer.width = 1.0

    def interrupted(*args):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(f"{METHOD}.settle", interrupted)
        with pytest.raises(KeyboardInterrupt):
            explorer.labels_  # noqa: B018
    assert explorer.state == "answer"
    assert explorer.objective_ == pytest.approx(objective(explorer.labels_, 1.0))
    assert explorer.state == "settled"


@pytest.mark.parametrize("settled", [True, False])
def test_labels_that_python_tells_are_shown_as_they_are(explorer, settled):
    J, mine = explorer.objective_, explorer.labels_
    page = Page(explorer)
    if not settled:
        page.put(_labelling={**explorer._labelling, "settled": False})
    page._context.eval("page.steps().next()")  # it has looked at them, and another move comes
    first = page.first()
    assert first["labels"] == mine.tolist()
    assert first["objective"] == pytest.approx(J, rel=1e-9)
    assert first["settled"] == settled
    page.put(width=1.0, _labelling={**explorer._labelling, "objective": J + 1e-3})
    first = page.first()
    assert first["objective"] == pytest.approx(objective(first["labels"], 1.0))


def test_wrong_labels_are_not_shown(explorer):
    for wrong in ([0] * 60, [9] * 60, [0, 1, 2, 3, 4], [255] * 60):
        page = Page(explorer)
        page.put(_labelling={"labels": bytes(wrong), "objective": 1.0, "settled": True})
        answer = page.first()
        assert sorted(set(answer["labels"])) == list(range(5))
        assert answer["objective"] == pytest.approx(objective(answer["labels"]))
