"""The style sheet of the package's figures, and where it is at work."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from threading import RLock

from matplotlib import rc_context, rc_params_from_file

SHEET = rc_params_from_file(
    Path(__file__).with_name("depcluster.mplstyle"), use_default_template=False
)
_lock = RLock()  # settings put back by two threads in turn would stay ours


@contextmanager
def styled():
    """Within it, or in a function with it as decorator, matplotlib draws by the package's sheet.

    Outside the settings are the user's.
    """
    with _lock, rc_context(SHEET):
        yield
