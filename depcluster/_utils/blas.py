"""How many threads BLAS and OpenMP may take."""

from __future__ import annotations

import os
import threading
from contextlib import contextmanager, nullcontext
from functools import cache
from typing import Any

from threadpoolctl import ThreadpoolController

_TURN = threading.RLock()  # held by the thread that has set the limit of BLAS
_LIMITS: list[Any] = []  # of that thread, the outermost first
_MANY = 2000**2  # with fewer entries a second thread costs time, with four times as many it saves


@cache
def _libraries(user_api):
    return ThreadpoolController().select(user_api=user_api)


@contextmanager
def _one_thread_of(user_api):
    # What is there is read first and limited once both ways back are prepared: an interrupt, which
    # may come anywhere, meets one of them.
    libraries = _libraries(user_api)
    with libraries.limit(limits=None) as limit:
        try:
            for library in libraries.lib_controllers:
                library.set_num_threads(1)
            yield limit
        finally:
            limit.restore_original_limits()


@contextmanager
def one_blas_thread():
    """A context of one thread of BLAS and of OpenMP: on small matrices more of them cost time."""
    # Those of OpenMP, of k-means for one, wait for each other in a spin: on a machine that is busy
    # with other work it then takes ten times as long. The limit of OpenMP is a thread's own. That
    # of BLAS holds for the whole process and is taken back by the thread that has set it; others
    # that come in meanwhile wait for nothing and have it as long as it is there. One thread may
    # nest the context. A process forked meanwhile has no limit of a thread that it does not have.
    with _one_thread_of("openmp"):
        mine = False
        try:
            mine = _TURN.acquire(blocking=False)
            if not mine:
                yield
                return
            with _one_thread_of("blas") as limit:
                _LIMITS.append(limit)
                try:
                    yield
                finally:
                    _LIMITS.pop()
        finally:
            if mine:
                _TURN.release()


def blas_threads_for(rows, columns):
    """A context of as many BLAS threads as products with a table are worth, one or all."""
    return one_blas_thread() if rows * columns < _MANY else nullcontext()


def _after_fork():
    """Take the turn back in a child whose one thread is not the one that had it."""
    global _TURN
    if _TURN.acquire(blocking=False):
        _TURN.release()
        return
    _TURN = threading.RLock()
    if _LIMITS:
        _LIMITS[0].restore_original_limits()
        _LIMITS.clear()


if hasattr(os, "register_at_fork"):  # not on Windows, nor in Pyodide
    os.register_at_fork(after_in_child=_after_fork)
