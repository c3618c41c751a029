"""What holds for all five explorers: one question, one answer, one way to search on."""

from dataclasses import dataclass

import numpy as np
import pytest
from explorers import every

from depcluster.datasets import make_crescents
from depcluster.widgets import (
    DataPad,
    KernelExplorer,
    LossExplorer,
    ModelSelectionExplorer,
    PerturbationExplorer,
    TaxonomyExplorer,
)
from depcluster.widgets.explorer.question import Question

X, _ = make_crescents((20, 20))
MOVES = {
    KernelExplorer: ("width", 1.5),
    LossExplorer: ("penalty", 7.0),
    ModelSelectionExplorer: ("n_neighbors", 4),
    PerturbationExplorer: ("perturb", "rank"),
    TaxonomyExplorer: ("structure", "free"),
}


@dataclass(frozen=True, eq=False)
class Asked(Question):
    name: str
    entries: np.ndarray


@dataclass(frozen=True, eq=False)
class Other(Asked):
    pass


def test_questions_are_equal_by_value():
    one = Asked("a", np.eye(2))
    assert one == Asked("a", np.eye(2))
    assert hash(one) == hash(Asked("a", np.eye(2)))
    assert one != Asked("b", np.eye(2))
    assert one != Asked("a", np.ones((2, 2)))
    assert one != Asked("a", np.eye(2).reshape(1, 4))
    assert one != Other("a", np.eye(2))
    assert one != "a"
    assert Asked.of(one) == one


@every
def test_settle_leaves_nothing_to_compute(explorer_of):
    explorer = explorer_of(X, n_clusters=2)
    name, value = MOVES[explorer_of]
    setattr(explorer, name, value)
    assert explorer.settle() is explorer
    before = explorer.get_state()
    assert explorer.settle().get_state() == before
    assert explorer.state == "settled"


@every
def test_settle_does_nothing_where_nothing_is_shown(explorer_of):
    explorer = explorer_of(DataPad(), n_clusters=2)
    assert explorer.settle() is explorer
    assert explorer._waiting
    assert explorer._labelling is None


@every
def test_steps_end_when_the_time_is_over(explorer_of):
    explorer = explorer_of(X, n_clusters=2)
    taken, shown = [], []
    explorer._show = shown.append
    steps = (taken.append(k) or (k if k else None) for k in range(4))
    explorer._take_steps(steps, 0)
    assert (taken, shown) == ([0], [])
    explorer._take_steps(steps)
    assert shown == [1, 2, 3]


def drawn(explorer):
    """How many lines, marks and words its picture has."""
    return len(explorer.to_figure().findobj())


@every
def test_panels_can_be_chosen_and_the_figure_draws_what_is_open(explorer_of):
    explorer = explorer_of(X, n_clusters=2)
    names, whole = explorer.panels, drawn(explorer)
    assert len(names) > 2
    for name in names:
        explorer.panels = (name,)
        assert drawn(explorer) < whole
    explorer.panels = names[1::-1]
    assert explorer.panels == names[:2]  # in the order of the page
    both, explorer.folded = drawn(explorer), names[:1]
    assert drawn(explorer) < both
    assert explorer_of(X, n_clusters=2, panels=list(names[:2])).panels == names[:2]
    for wrong in ((), ("map",), "map"):
        with pytest.raises(ValueError, match=f"panels must be one or more of {names[0]}, "):
            explorer.panels = wrong
