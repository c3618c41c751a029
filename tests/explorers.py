"""What the tests of the explorers share: all five of them, and a loop that they work behind."""

import asyncio
import threading

import pytest

from depcluster.widgets import (
    KernelExplorer,
    LossExplorer,
    ModelSelectionExplorer,
    PerturbationExplorer,
    TaxonomyExplorer,
)

EXPLORERS = (
    KernelExplorer,
    LossExplorer,
    ModelSelectionExplorer,
    PerturbationExplorer,
    TaxonomyExplorer,
)
every = pytest.mark.parametrize("explorer_of", EXPLORERS, ids=lambda made: made.__name__)


class AngleExplorer(KernelExplorer):
    """KernelExplorer under the method that Python answers; under the other one the page does."""

    def __init__(self, X, n_clusters=3, **options):
        super().__init__(X, n_clusters, method="angle", **options)


BY_PAGE = (KernelExplorer, LossExplorer)
ANSWERING = (AngleExplorer, *EXPLORERS[2:])  # the others' pages answer by themselves
answering = pytest.mark.parametrize("explorer_of", ANSWERING, ids=lambda made: made.__name__)


def complaint(explorer):
    """What is wrong with what was asked last, as the page is told; no words where nothing is."""
    if explorer.answer:
        assert explorer.answer["error"] == explorer._words
    assert (explorer.state == "refused") == bool(explorer._words)
    return explorer._words


def in_a_loop(work):
    """Run a coroutine in a thread of its own until it and all threads that it began have ended.

    A process in which a browser is open has a loop in its own thread already.
    """
    found, before = [], set(threading.enumerate())

    async def whole():
        found.append(await work())
        for _ in range(3):  # what is due now may begin a thread
            await asyncio.sleep(0)
        ours = before | {threading.current_thread()}
        await until(lambda: set(threading.enumerate()) <= ours)

    thread = threading.Thread(target=asyncio.run, args=[whole()])
    thread.start()
    thread.join(60)
    return found[0]


async def until(condition):
    """Wait until something is true, half a minute at most."""
    for _ in range(1500):
        if condition():
            return True
        await asyncio.sleep(0.02)
    return False
