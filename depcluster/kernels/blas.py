"""One BLAS thread for many small products."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from functools import cache

from threadpoolctl import ThreadpoolController

_TURN = threading.RLock()
_controller = cache(ThreadpoolController)


@contextmanager
def one_blas_thread():
    """A context of one BLAS thread: on small matrices more of them cost time.

    The limit holds for the whole process and is taken back at the end, so threads that ask for
    it take turns; one thread may nest it.
    """
    with _TURN, _controller().limit(limits=1, user_api="blas"):
        yield
