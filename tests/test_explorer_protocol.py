"""What holds for all five explorers: one question, one answer, one way to work behind it."""

import asyncio
import threading
import time
from dataclasses import dataclass, replace

import numpy as np
import pytest
from explorers import AngleExplorer, answering, every, in_a_loop, until

from depcluster._utils.blas import one_blas_thread
from depcluster.datasets import make_crescents
from depcluster.widgets import (
    DataPad,
    KernelExplorer,
    LossExplorer,
    ModelSelectionExplorer,
    PerturbationExplorer,
    TaxonomyExplorer,
)
from depcluster.widgets.explorer.explorer import REST
from depcluster.widgets.explorer.question import Question

X, _ = make_crescents((20, 20))
MOVES = {
    KernelExplorer: ("width", 1.5),
    AngleExplorer: ("weighting", "affinity"),
    LossExplorer: ("penalty", 7.0),
    ModelSelectionExplorer: ("n_neighbors", 4),
    PerturbationExplorer: ("perturb", "rank"),
    TaxonomyExplorer: ("structure", "free"),
}
OTHER_MOVES = {
    AngleExplorer: {"n_clusters": 3},
    LossExplorer: {"n_clusters": 3},
    ModelSelectionExplorer: {"judge": "smi"},
    PerturbationExplorer: {"kernel": "linear"},
    TaxonomyExplorer: {"n_clusters": 3},
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


@answering
def test_controls_that_stay_ask_nothing_new(explorer_of, monkeypatch):
    explorer = explorer_of(X, n_clusters=2)
    name, value = MOVES[explorer_of]
    asked = []
    follow = explorer._follow
    monkeypatch.setattr(explorer, "_follow", lambda q: asked.append(q) or follow(q))
    explorer.set_state({"_request": 3, name: getattr(explorer, name)})
    assert (asked, explorer.answer["request"]) == ([], 3)
    explorer.set_state({"_request": 4, name: value})
    assert [getattr(question, name) for question in asked] == [value]
    assert explorer.answer["request"] == 4


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
    assert explorer.answer == {}


@every
def test_patience_ends_the_work_after_a_step(explorer_of):
    explorer = explorer_of(X, n_clusters=2)
    taken, shown = [], []
    explorer._show = shown.append
    steps = (taken.append(k) or (k if k else None) for k in range(4))
    explorer._work_for(0, steps)
    assert (taken, shown) == ([0], [])
    explorer._work_for(np.inf, steps)
    assert shown == [1, 2, 3]


@answering
def test_a_refused_question_leaves_the_screen_and_its_message_stays(explorer_of, monkeypatch):
    explorer = explorer_of(X, n_clusters=2)
    name, value = MOVES[explorer_of]
    good, labels = getattr(explorer, name), explorer.labels_

    def refuse(question):
        raise ValueError("nothing of the kind.")

    with monkeypatch.context() as patched:
        patched.setattr(explorer, "_follow", refuse)
        setattr(explorer, name, value)
    explorer.settle()
    explorer.still()
    assert explorer.answer["error"] == "nothing of the kind. The last result stays on screen."
    assert np.array_equal(explorer.labels_, labels)
    setattr(explorer, name, good)
    assert explorer.answer["error"] == ""


def test_a_search_behind_says_little_and_holds_up_no_answer():
    """Many short steps give few words, and one long step does not keep the next answer waiting."""
    explorer, told, held = AngleExplorer(X, 2), [], threading.Event()
    explorer.observe(lambda change: told.append(change.new), "_progress")

    def short_steps():
        for _ in range(300):
            time.sleep(0.001)
            yield None

    def long_step():
        begun.set()
        held.wait(20)
        yield None

    begun = threading.Event()

    async def run():
        explorer._work = short_steps
        explorer.sigma = 0.5
        await asyncio.sleep(REST + 1)
        explorer._work = long_step
        explorer.sigma = 1.0
        while not begun.is_set():
            await asyncio.sleep(0.01)
        explorer._work, start = (lambda: iter(())), time.monotonic()
        explorer.sigma = 1.5
        assert explorer._shown.sigma == 1.5
        assert time.monotonic() < start + 15  # and not the 20 seconds of the step
        held.set()

    explorer._n_steps = 300
    explorer._is_settled = lambda: False
    in_a_loop(run)
    explorer.close()
    assert 2 <= len(told) <= 30


@answering
def test_the_whole_search_runs_behind_and_a_newer_move_drops_it(explorer_of, monkeypatch):
    monkeypatch.setattr("depcluster.widgets.explorer.explorer.REST", 0.0)
    explorer = explorer_of(X, n_clusters=2)
    searched, work = [], explorer._work
    monkeypatch.setattr(explorer, "_work", lambda: searched.append(explorer._shown) or work())

    async def drag():
        for name, value in (OTHER_MOVES[explorer_of] | dict([MOVES[explorer_of]])).items():
            setattr(explorer, name, value)
        settled = await until(
            lambda: searched and explorer._done is None and explorer.state == "settled"
        )
        explorer.close()
        return settled

    assert in_a_loop(drag)
    assert explorer._shown == searched[-1] == explorer._question()


def message(**state):
    return {"content": {"data": {"method": "update", "state": state}}}


@answering
def test_what_is_set_while_the_page_is_answered_is_answered_after_it(explorer_of, monkeypatch):
    """JupyterLab answers the page in a thread of its own, beside the cells."""
    explorer = explorer_of(X, n_clusters=2)
    name, value = MOVES[explorer_of]
    follow, begun, free = explorer._follow, threading.Event(), threading.Event()

    def slowly(question):
        begun.set()
        assert free.wait(20)
        return follow(question)

    monkeypatch.setattr(explorer, "_follow", slowly)
    asked = message(**OTHER_MOVES[explorer_of], _request=1)
    page = threading.Thread(target=explorer._handle_msg, args=[asked])
    cell = threading.Thread(target=setattr, args=[explorer, name, value])
    page.start()
    assert begun.wait(20)
    cell.start()
    cell.join(0.2)  # it may end only if it does not wait for the page
    free.set()
    page.join()
    cell.join()
    assert explorer._question() == explorer._shown == explorer._asked
    for told, asked in ({name: value} | OTHER_MOVES[explorer_of]).items():
        assert getattr(explorer, told) == asked


def test_a_search_goes_on_whoever_asks_for_it():
    """A step behind has one BLAS thread as it comes to a search; a hand comes without."""
    explorer = TaxonomyExplorer(X, n_clusters=2, n_init=3)
    started = explorer._engine.search(replace(explorer._shown, n_clusters=5), "free")
    behind, hand = threading.Event(), threading.Event()

    def step():
        with one_blas_thread():
            behind.set()
            hand.wait(20)
            started.run(3)

    threads = [threading.Thread(target=step, daemon=True)]
    threads.append(threading.Thread(target=started.run, args=[2], daemon=True))
    threads[0].start()
    behind.wait(20)
    threads[1].start()
    threads[1].join(0.2)  # until it waits
    hand.set()
    for thread in threads:
        thread.join(20)
    assert not any(thread.is_alive() for thread in threads)
    assert len(started.reached) == 3


def drawn(explorer):
    """How many lines, marks and words its picture has."""
    return len(explorer.still().findobj())


@every
def test_panels_can_be_chosen_and_the_still_draws_what_is_open(explorer_of):
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
