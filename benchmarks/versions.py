"""What every recorded result starts with: when, on what, with which versions."""

from __future__ import annotations

import datetime
import platform

import numpy as np
import scipy
import sklearn

import depcluster


def header():
    """One line for the top of a benchmark's output.

    Returns
    -------
    str
    """
    return (
        f"{datetime.date.today()}, depcluster {depcluster.__version__}, numpy {np.__version__}, "
        f"scipy {scipy.__version__}, scikit-learn {sklearn.__version__}, "
        f"Python {platform.python_version()}, {platform.machine()}"
    )
