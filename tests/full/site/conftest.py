"""The site as a reader builds it, once for all tests, and how its pages are opened."""

import fcntl
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The whole site, every warning an error; built by the process that asks for it first."""
    pytest.importorskip("myst_nb")
    base = tmp_path_factory.getbasetemp()
    out = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "site"
    out.mkdir(exist_ok=True)
    told = out / "told.json"
    with (out / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not told.exists():
            command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q"]
            command += ["-d", str(out / "read"), str(ROOT / "docs"), str(out / "site")]
            done = subprocess.run(command, capture_output=True, text=True)
            told.write_text(json.dumps([done.returncode, done.stderr]), encoding="utf-8")
    code, words = json.loads(told.read_text(encoding="utf-8"))
    if re.search(r"npm (is not installed|could not fetch|gave no answer)", words):
        pytest.skip(words)  # a registry out of reach is no fault of ours
    assert (code, words) == (0, "")
    return out / "site"


@pytest.fixture
def visit(browser, site):
    """Open a page of the site from the disk, in a browser without a network."""
    from browser.disk import opened_from_disk

    size = {"width": 1280, "height": 900}
    with opened_from_disk(browser, size, lambda line: line.type == "error") as open_it:
        yield lambda name, query="", **options: open_it(
            (site / f"{name}.html").as_uri() + query, **options
        )
