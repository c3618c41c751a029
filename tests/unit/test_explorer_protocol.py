"""Labels that explorers' pages and Python tell each other: believed only as what they are.

Labels are taken over if they have the objective they are told with under the question asked now.
"""

import numpy as np
import pytest
from answering import Page
from explorers import complaint, every

import naive
from depcluster import median_rule
from depcluster.datasets import make_crescents, make_row
from depcluster.labels import chain
from depcluster.widgets import KernelExplorer

X = make_row()[0][::2]
FEW, _ = make_crescents((20, 20))


@pytest.fixture
def explorer():
    widget = KernelExplorer(X, 5, label_kernel="chain")
    yield widget
    widget.close()


def objective(labels, width=0.0):
    K = naive.centred(naive.gaussian(X, 2**width * median_rule(X)))
    return naive.cluhsic_objective(K, np.asarray(labels), chain(5), "l2")


def labelling(labels, J=None, settled=True, **question):
    """Labels as a page tells them, by default with the objective that they have."""
    J = objective(labels, **question) if J is None else J
    return {"labels": bytes(labels), "objective": float(J), "settled": settled}


def right(seed=0):
    """Some labels with all five clusters, none that a search would find."""
    labels = np.arange(len(X)) % 5
    return np.random.default_rng(seed).permutation(labels).astype(np.uint8)


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


WRONG = {
    "objective": labelling(right(), objective(right()) * (1 + 1e-6)),
    "objective of another width": labelling(right(), width=1.0),
    "one sample less": labelling(right()[:-1], objective(right())),
    "one sample more": labelling(np.append(right(), 0).astype(np.uint8), objective(right())),
    "a cluster missing": labelling(np.minimum(right(), 3), objective(np.minimum(right(), 3))),
    "far out of range": labelling(np.append(right()[:-1], 255).astype(np.uint8), 9.0),
    "none": None,
}


def test_labels_of_the_page_are_taken_over_as_they_are_and_wrong_ones_are_not(explorer):
    for name, wrong in WRONG.items():
        told = labelling(right(1))
        explorer.set_state({"_fit": told})
        assert explorer.labels_.tolist() == right(1).tolist()
        assert explorer.objective_ == told["objective"]
        explorer.set_state({"_fit": wrong})
        labels, J = explorer.labels_, explorer.objective_
        assert (name, J) == (name, pytest.approx(objective(labels), rel=1e-9))
        assert (name, sorted(np.unique(labels))) == (name, list(range(5)))
        assert J > 1.1 * objective(right()), name
        assert (name, complaint(explorer)) == (name, "")


GOOD = labelling(right())
BAD = ["evil", 7, {}, [], {"labels": 1}, b"abc", [[1, 2]], {**GOOD, "more": 1}]
BAD += [{**GOOD, "labels": b} for b in (b"", 10**12, right().tolist(), "0" * 60, bytes(200_000))]
BAD += [{**GOOD, "objective": b} for b in (float("nan"), "1", 10**400)]
BAD += [{**GOOD, "settled": b} for b in ("yes", 1, np.ones(3))]


def test_what_is_no_labelling_is_turned_away(explorer):
    explorer.set_state({"_fit": labelling(right())})
    before = explorer.get_state()
    for bad in BAD:
        explorer.set_state({"_fit": bad, "width": 1.0})
        assert "_labelling must be" in complaint(explorer), bad
        assert {**explorer.get_state(), "state": None} == {**before, "state": None}
    np.testing.assert_array_equal(explorer.labels_, right())


def test_wrong_labels_are_not_shown(explorer):
    for wrong in ([0] * 60, [9] * 60, [0, 1, 2, 3, 4], [255] * 60):
        page = Page(explorer)
        page.put(_fit={"labels": bytes(wrong), "objective": 1.0, "settled": True})
        answer = page.first()
        assert sorted(set(answer["labels"])) == list(range(5))
        assert answer["objective"] == pytest.approx(objective(answer["labels"]))
