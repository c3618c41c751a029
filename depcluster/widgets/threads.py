"""One BLAS thread at a time for what follows a hand."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from functools import cache

from threadpoolctl import ThreadpoolController

_TURN = threading.Lock()
_controller = cache(ThreadpoolController)


@contextmanager
def one_blas_thread():
    """A context of one BLAS thread: at the size of a widget's data more of them cost time.

    The limit holds for the whole process and is taken back at the end, so all widgets, and
    the threads behind them, take turns.
    """
    with _TURN, _controller().limit(limits=1, user_api="blas"):
        yield
