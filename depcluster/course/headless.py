"""Widgets that no page shows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import comm


@contextmanager
def without_display() -> Iterator[None]:
    """Widgets made within it tell Python their numbers and are never sent to the page.

    Examples
    --------
    >>> from depcluster.widgets import CoinMosaic
    >>> with without_display():
    ...     hidden = CoinMosaic(0.75)
    >>> hidden.agreement
    0.75
    """
    before, comm.create_comm = comm.create_comm, comm.DummyComm
    try:
        yield
    finally:
        comm.create_comm = before
