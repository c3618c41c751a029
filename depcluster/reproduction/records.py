"""What was recorded: long studies and verdicts, kept as package data in each paper's folder."""

from __future__ import annotations

import datetime
import functools
import json
import platform
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path

from .claim import Claim

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


def record_path(paper, study):
    """The file of a recorded study.

    Parameters
    ----------
    paper : str
        Folder of a paper: "zhong2010".
    study : str
        "tables".

    Returns
    -------
    pathlib.Path
    """
    return Path(__file__).parent / paper / "records" / f"{study}.json"


@functools.cache
def read_record(paper, study):
    """A recorded study.

    Parameters
    ----------
    paper, study : str
        As for `record_path`.

    Returns
    -------
    dict
        Not to be changed: it is read once and shared.
    """
    return json.loads(record_path(paper, study).read_text(encoding="utf-8"))


def read_claims(paper):
    """The recorded claims of a paper.

    Parameters
    ----------
    paper : str

    Returns
    -------
    header : str
    claims : list of Claim
    """
    path = record_path(paper, "claims")
    record = json.loads(path.read_text(encoding="utf-8"))
    return record["recorded"], [Claim(**made) for made in record["claims"]]


def write_claims(paper, claims):
    """Record the claims of a paper.

    Parameters
    ----------
    paper : str
    claims : iterable of Claim
    """
    record = {"recorded": header(), "claims": [asdict(made) for made in claims]}
    text = json.dumps(record, indent=1, ensure_ascii=False)
    record_path(paper, "claims").write_text(text + "\n", encoding="utf-8")
