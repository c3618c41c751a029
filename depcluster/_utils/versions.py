"""When and with what a result was computed."""

from __future__ import annotations

import datetime
import platform
from importlib.metadata import version

_PACKAGES = ("depcluster", "numpy", "scipy", "scikit-learn")


def header():
    """When, on what and with which versions a result was recorded.

    Returns
    -------
    str
    """
    versions = ", ".join(f"{name} {version(name)}" for name in _PACKAGES)
    today, python = datetime.date.today(), platform.python_version()
    return f"{today}, {versions}, Python {python}, {platform.machine()}"
