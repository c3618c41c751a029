"""What the page and Python tell each other of the labels that the page has found.

Under a label kernel the page computes. Python believes labels that have the objective they are told
with under the question asked now, and computes its own when somebody reads them and it knows none.
"""

import numpy as np
import pytest
from explorers import complaint

import naive
from depcluster import median_rule
from depcluster.datasets import make_crescents, make_row
from depcluster.labels import chain, plain
from depcluster.widgets import (
    DataPad,
    KernelExplorer,
)
from depcluster.widgets.data_pad.toys import toys

X, Y = make_row()
A = chain(5)
INDEFINITE = 2 * np.eye(5)
INDEFINITE[0, 4] = INDEFINITE[4, 0] = 3
MOONS, _ = toys()["two moons"]
METHOD = "depcluster.widgets.kernel_explorer.label_kernel.method"


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


def objective(labels, width=0.0, samples=X, label_kernel=A):
    K = naive.centred(naive.gaussian(samples, 2**width * median_rule(samples)))
    return naive.cluhsic_objective(K, np.asarray(labels), label_kernel, "l2")


def labelling(labels, J=None, settled=True, **question):
    """Labels as a page tells them, by default with the objective that they have."""
    J = objective(labels, **question) if J is None else J
    return {"labels": bytes(labels), "objective": float(J), "settled": settled}


def right(seed=0):
    """Some labels with all five clusters, none that a search would find."""
    labels = np.arange(len(X)) % 5
    return np.random.default_rng(seed).permutation(labels).astype(np.uint8)


READINGS = {
    "labels_": lambda explorer: explorer.labels_,
    "objective_": lambda explorer: explorer.objective_,
    "gamma_": lambda explorer: explorer.gamma_,
    "error_": lambda explorer: explorer.error_,
    "repr": repr,
    "to_figure": lambda explorer: explorer.to_figure(),
    "settle": lambda explorer: explorer.settle(),
}


@pytest.mark.parametrize("name", READINGS)
def test_reading_computes_once_and_all_of_it(explorer, followed, name):
    explorer.width, explorer.kernel = 1.0, "laplacian"
    explorer.kernel, explorer.n_clusters = "rbf", 5
    assert (followed, explorer.state) == ([], "answer")
    assert explorer._labelling is None
    for _ in range(2):
        READINGS[name](explorer)
    assert followed == [explorer._question()]
    assert explorer.state == "settled"
    assert bytes(explorer.labels_.astype(np.uint8)) == explorer._labelling["labels"]
    assert explorer._labelling["objective"] == explorer.objective_
    assert explorer._labelling["settled"]
    assert explorer.objective_ == pytest.approx(objective(explorer.labels_, 1.0))
    assert len(followed) == 1


@pytest.mark.parametrize("settled", [True, False])
def test_labels_of_the_page_are_taken_over_as_they_are(explorer, settled):
    told = labelling(right(), settled=settled)
    explorer.set_state({"_labelling": told})
    assert explorer.state == ("settled" if settled else "answer")
    np.testing.assert_array_equal(explorer.labels_, right())
    assert explorer.objective_ == told["objective"]
    assert explorer._labelling == told
    assert explorer.state == ("settled" if settled else "answer")
    explorer.settle()
    assert explorer.state == "settled"
    if settled:
        np.testing.assert_array_equal(explorer.labels_, right())
    else:
        assert explorer.objective_ > 1.1 * told["objective"]
        assert explorer.objective_ == pytest.approx(objective(explorer.labels_))


def test_newer_labels_of_the_page_take_the_place_of_older_and_of_pythons(explorer):
    assert explorer.objective_ > objective(right())
    for seed in (1, 2):
        explorer.set_state({"_labelling": labelling(right(seed))})
        np.testing.assert_array_equal(explorer.labels_, right(seed))
        assert explorer.objective_ == pytest.approx(objective(right(seed)))


WRONG = {
    "objective": labelling(right(), objective(right()) * (1 + 1e-6)),
    "objective of another width": labelling(right(), width=1.0),
    "one sample less": labelling(right()[:-1], objective(right())),
    "one sample more": labelling(np.append(right(), 0).astype(np.uint8), objective(right())),
    "a cluster missing": labelling(np.minimum(right(), 3), objective(np.minimum(right(), 3))),
    "a cluster too many": labelling(np.append(right()[:-1], 5).astype(np.uint8), 9.0),
    "far out of range": labelling(np.append(right()[:-1], 255).astype(np.uint8), 9.0),
}


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.parametrize("first", [True, False])
def test_wrong_labels_are_not_believed(explorer, name, first):
    if not first:
        explorer.labels_  # noqa: B018
    explorer.set_state({"_labelling": WRONG[name]})
    labels, J = explorer.labels_, explorer.objective_
    assert J == pytest.approx(objective(labels), rel=1e-9)
    assert J > 1.1 * objective(right())
    assert sorted(np.unique(labels)) == list(range(5))
    assert explorer.state == "settled"
    assert explorer._labelling["labels"] == bytes(labels.astype(np.uint8))
    assert complaint(explorer) == ""


def test_labels_of_an_earlier_question_are_stale(explorer):
    explorer.set_state({"_labelling": labelling(right())})
    assert explorer.state == "settled"
    explorer.width = 2.0
    assert explorer.state == "answer"
    assert explorer.objective_ == pytest.approx(objective(explorer.labels_, 2.0))
    assert explorer.objective_ > 1.1 * objective(right(), 2.0)


def test_a_refused_message_brings_no_stale_labels_back(explorer):
    explorer.set_state({"_labelling": labelling(right())})
    explorer.width = 2.0
    explorer.set_state({"_labelling": "evil"})
    assert explorer.state == "refused"
    explorer.set_state({"folded": []})
    assert explorer.state == "answer"
    explorer.width = 0.0
    assert explorer.state == "answer"


def test_a_good_message_that_changes_nothing_ends_a_refusal(explorer):
    explorer.set_state({"width": "evil"})
    assert "width must be" in complaint(explorer)
    explorer.set_state({"width": explorer.width})
    assert (complaint(explorer), explorer.state) == ("", "answer")


def test_the_same_labels_told_again_count_again(explorer):
    told = labelling(right())
    explorer.set_state({"_labelling": told})
    explorer.width = 2.0
    explorer.set_state({"width": 0.0, "_labelling": told})
    assert explorer.state == "settled"
    np.testing.assert_array_equal(explorer.labels_, right())


@pytest.mark.parametrize("order", [1, -1])
def test_controls_and_labels_of_a_message_belong_together(explorer, order, monkeypatch):
    told = {"width": 2.0, "_labelling": labelling(right(), width=2.0)}
    monkeypatch.setattr(f"{METHOD}.follow", None)  # which climbs, and a search follows it
    explorer.set_state(dict(list(told.items())[::order]))
    assert explorer.state == "settled"
    np.testing.assert_array_equal(explorer.labels_, right())
    assert explorer.gamma_ == pytest.approx(4 * median_rule(X))
    fewer = np.arange(len(X)) % 3
    J = objective(fewer, 2.0, label_kernel=plain(3))
    told = {"n_clusters": 3, "preset": "plain", "_labelling": labelling(fewer.astype(np.uint8), J)}
    explorer.set_state(dict(list(told.items())[::order]))
    np.testing.assert_array_equal(explorer.labels_, fewer)
    assert explorer.objective_ == pytest.approx(J)


def test_a_question_that_is_refused_leaves_the_labels(explorer):
    explorer.set_state({"_labelling": labelling(right())})
    explorer.label_kernel = INDEFINITE
    assert explorer.state == "refused"
    np.testing.assert_array_equal(explorer.labels_, right())
    assert "positive semi-definite" in complaint(explorer)
    message = {"label_kernel": (INDEFINITE + 1e-3 * np.eye(5)).tolist()}
    explorer.set_state({**message, "_labelling": labelling(right(1))})
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
    assert "chain label kernel" in repr(explorer)


def test_a_method_that_is_refused_leaves_the_label_kernel():
    Z = np.repeat([[0.0, 0.0], [1.0, 0.0], [0.0, 3.0]], 20, axis=0)
    explorer = KernelExplorer(Z, 2, kernel="linear")
    explorer.method = "angle"
    assert "least-squares cross-validation has no minimum" in complaint(explorer)
    assert explorer.objective_ > 0
    assert explorer.angle_ is None
    assert "least-squares cross-validation has no minimum" in complaint(explorer)


def test_labels_of_another_method_are_not_believed_under_the_angle_method():
    explorer = KernelExplorer(X, 5, method="angle", sigma=0.8)
    labels = explorer.labels_
    explorer.set_state({"_labelling": labelling(right())})
    pairs = set(zip(explorer.labels_.tolist(), labels.tolist(), strict=True))
    assert len(pairs) == 5  # they give names at most
    assert explorer.objective_ is None
    explorer.method = "cluhsic"
    assert explorer.state == "answer"
    assert explorer.objective_ > 1.1 * objective(right())


def names_kept(labels, before):
    return (labels == before).mean()


@pytest.mark.parametrize("told", [True, False])
def test_labels_go_on_with_their_points(told):
    pad = DataPad(MOONS)
    explorer = KernelExplorer(pad, 2)
    before = explorer.labels_
    if told:  # with names that nobody but the page gave
        before = 1 - before
        J = objective(before, 0.0, MOONS, plain(2))
        explorer.set_state({"_labelling": labelling(before.astype(np.uint8), J)})
    for fewer in (MOONS[5:] + 0.001, MOONS[9:]):
        pad.put(fewer)
        assert explorer.state == "answer"
    assert names_kept(explorer.labels_, before[9:]) > 0.9
    assert explorer._input["origin"] is not None
    explorer.added = [MOONS[20]]
    explorer.width = 0.5
    assert names_kept(explorer.labels_, np.append(before[9:], before[20])) > 0.9


def test_names_go_on_where_another_question_has_others(explorer):
    labels = (4 - explorer.labels_).astype(np.uint8)  # a chain read from its other end
    explorer.set_state({"_labelling": labelling(labels)})
    explorer.width = 0.25
    assert names_kept(explorer.labels_, labels) > 0.9


@pytest.mark.parametrize(
    "bad",
    [
        "evil", 7, {}, [], {"labels": 1}, b"abc", [[1, 2]],
        {**labelling(right()), "labels": b""},
        {**labelling(right()), "labels": 10**12},
        {**labelling(right()), "labels": right().tolist()},
        {**labelling(right()), "labels": "\x00" * 120},
        {**labelling(right()), "labels": bytes(200_000)},
        {**labelling(right()), "objective": float("nan")},
        {**labelling(right()), "objective": "1"},
        {**labelling(right()), "objective": 10**400},
        {**labelling(right()), "settled": "yes"},
        {**labelling(right()), "settled": 1},
        {**labelling(right()), "settled": np.ones(3)},
        {**labelling(right()), "more": 1},
    ],
    ids=lambda bad: repr(bad)[:30],
)  # fmt: skip
@pytest.mark.parametrize("read", [True, False])
def test_what_is_no_labelling_is_turned_away(explorer, bad, read):
    explorer.set_state({"_labelling": labelling(right())})
    if read:
        explorer.labels_  # noqa: B018
    before = explorer.get_state()
    explorer.set_state({"_labelling": bad, "width": 1.0})
    assert "_labelling must be None or labels with their objective" in complaint(explorer)
    assert {**explorer.get_state(), "state": None} == {**before, "state": None}
    np.testing.assert_array_equal(explorer.labels_, right())
    explorer.set_state({"_labelling": labelling(right(1))})
    assert (complaint(explorer), explorer.state) == ("", "settled")
    np.testing.assert_array_equal(explorer.labels_, right(1))


@pytest.mark.parametrize("name", ["_labelling", "labels", "width"])
def test_none_and_too_much_do_no_harm(explorer, name):
    """None is a labelling; labels of too many clusters are no names to go on with."""
    explorer.set_state({"_labelling": labelling(right())})
    if name == "_labelling":
        explorer.set_state({"_labelling": None})
    elif name == "labels":
        explorer.set_state({"_labelling": WRONG["far out of range"]})
    else:
        explorer.set_state({"width": 1.0, "_labelling": WRONG["far out of range"]})
    width = explorer.width
    assert explorer.objective_ == pytest.approx(objective(explorer.labels_, width))
    assert complaint(explorer) == ""


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


def test_a_closed_explorer_still_knows_what_it_was_told():
    explorer = KernelExplorer(X, 5, label_kernel="chain")
    explorer.set_state({"_labelling": labelling(right())})
    explorer.close()
    np.testing.assert_array_equal(explorer.labels_, right())


def test_nothing_is_searched_behind_the_page():
    """Criteria that are read need no labels, and those that the page tells stay."""
    few, _ = make_crescents((20, 20))
    labels = (np.arange(40) % 2).astype(np.uint8)
    told = labelling(labels, objective(labels, 0.0, few, plain(2)), settled=True)
    explorer = KernelExplorer(few, 2, criteria=True)
    explorer.set_state({"_labelling": told})
    assert len(explorer.criteria_) == 17
    assert explorer._found is None
    assert explorer._labelling == told
    np.testing.assert_array_equal(explorer.labels_, labels)
    explorer.close()
