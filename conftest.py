"""How all tests run: one BLAS thread to a process, and how many cases a property is tried on."""

import os
from importlib.util import find_spec

# Set before numpy is imported: processes run beside each other, and each would take every core.
if "PYTEST_XDIST_WORKER" in os.environ:
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")

import pytest
from hypothesis import settings

# Examples in docstrings are looked for in every module; this one is for who has dask.
collect_ignore = [] if find_spec("dask") else ["depcluster/_base/dask_rows.py"]

settings.register_profile("default", deadline=None, derandomize=True, max_examples=60)
settings.register_profile("full", deadline=None, derandomize=False, max_examples=1000)
settings.load_profile("default")


@pytest.fixture(scope="session")
def full(pytestconfig):
    """Whether a slow property is tried on all of its cases, not on the chosen few."""
    return pytestconfig.getoption("--hypothesis-profile") == "full"
