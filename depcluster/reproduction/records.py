"""What was recorded: one long table a paper (study, set, protocol, method, metric, values).

A row of `records/runs.csv` has the values of all draws, in the order of the seeds; where a draw has
several numbers, those of a draw are parted by blanks and the draws by semicolons. Above the rows
stands a line a study: its name, the hash of its protocol, date and versions. The verdicts of the
last ``--record`` stand in `records/claims.jsonl`, a claim a line.
"""

from __future__ import annotations

import csv
import functools
import io
import json
from dataclasses import asdict
from pathlib import Path

import numpy as np

from .._utils.files import write_whole
from .._utils.versions import header
from .._validation import short_repr
from .claim import Claim

_KEYS = ("study", "set", "protocol", "method", "metric")
_LABELS = "labels"  # a metric of this beginning has a text a draw, a digit a sample


def record_path(paper, name):
    """The file of a paper's record, in its folder."""
    return Path(__file__).parent / paper / "records" / name


class Runs:
    """The recorded studies of a paper.

    Attributes
    ----------
    hashes : dict of str to str
        The hash of the protocol of each study.
    rows : dict of tuple to ndarray
        By study, set, protocol, method and metric.
    """

    def __init__(self, text=""):
        lines = text.splitlines()
        about = [line[2:].split(" | ") for line in lines if line.startswith("# ")]
        self.hashes = {study: key for study, key, _ in about}
        self._when = {study: when for study, _, when in about}
        body = csv.reader(line for line in lines if not line.startswith("#"))
        self.rows = {tuple(row[:5]): _values(row[4], row[5]) for row in body if row}

    def __call__(self, study, set="", protocol="", method="", metric=""):
        """The values of a row, (n_draws,) or (n_draws, k); a list of texts for labels."""
        key = study, set, protocol, method, metric
        if key not in self.rows:
            near = [k for k in self.rows if k[0] == study] or sorted({k[:1] for k in self.rows})
            raise KeyError(f"nothing is recorded as {key}; there is {short_repr(near)}.")
        return self.rows[key]

    def names(self, column, **of):
        """What a column has in the rows of some study, set, protocol, method, metric, in order."""
        places = {_KEYS.index(name): value for name, value in of.items()}
        rows = (key for key in self.rows if all(key[k] == v for k, v in places.items()))
        return list(dict.fromkeys(key[_KEYS.index(column)] for key in rows))

    def recorded(self, study):
        """Date and versions of a study."""
        return self._when[study]

    def replaced(self, study, key, rows, recorded):
        """The text of the record with the rows of some sets of a study anew."""
        rows = {(study, *names): values for *names, values in rows}
        sets = {name for _, name, *_ in rows}
        same = self.hashes.get(study) == key  # rows of another protocol do not stay
        keep = {k: v for k, v in self.rows.items() if k[0] != study or (k[1] not in sets and same)}
        if same and any(k[0] == study for k in keep) and self._when[study] != recorded:
            first = self._when[study].split(",")[0].split(" to ")[0]
            recorded = f"{first} to {recorded}" if not recorded.startswith(first) else recorded
        about = {name: (self.hashes[name], self._when[name]) for name in self.hashes}
        about[study] = (key, recorded)
        out = io.StringIO()
        for name, (key, when) in about.items():
            out.write(f"# {name} | {key} | {when}\n")
        lines = csv.writer(out, lineterminator="\n")
        for names, values in (keep | rows).items():
            lines.writerow([*names, _text(names[-1], values)])
        return out.getvalue()


def _values(metric, text):
    draws = text.split(";")
    if metric.startswith(_LABELS):
        return draws
    of = np.array([[float(x) for x in draw.split()] for draw in draws])
    return of[0] if len(draws) == 1 else of


def _text(metric, values):
    if metric.startswith(_LABELS):
        return ";".join(values)
    values = np.asarray(values, dtype=float)
    if values.ndim == 2 and len(values) == 1:
        raise ValueError("values must be of at least two draws where a draw has several numbers.")
    return ";".join(" ".join(f"{x:.6g}" for x in draw) for draw in np.atleast_2d(values))


@functools.cache
def read_runs(paper):
    """The recorded studies of a paper.

    Parameters
    ----------
    paper : str
        Its folder: "zhong2010".

    Returns
    -------
    Runs
        Read once and shared.
    """
    path = record_path(paper, "runs.csv")
    return Runs(path.read_text(encoding="utf-8") if path.exists() else "")


def record(study, rows, recorded=None):
    """Keep the rows of a study, or of some of its sets, in the paper's table.

    Parameters
    ----------
    study : Study
    rows : iterable of tuple
        ``(set, protocol, method, metric, values)``; values (n_draws,), (n_draws, k), or a list of
        texts where the metric begins with "labels". Those of the same sets are replaced.
    recorded : str, optional
        Date and versions; those of now if left out.
    """
    text = read_runs(study.paper).replaced(study.name, study.hash, rows, recorded or header())
    path = record_path(study.paper, "runs.csv")
    path.parent.mkdir(exist_ok=True)
    write_whole(path, text, "study")  # a run that is stopped never leaves half a file
    read_runs.cache_clear()


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
    first, *lines = record_path(paper, "claims.jsonl").read_text(encoding="utf-8").splitlines()
    return json.loads(first), [Claim(**json.loads(line)) for line in lines]


def write_claims(paper, claims):
    """Record the claims of a paper.

    Parameters
    ----------
    paper : str
    claims : iterable of Claim
    """
    lines = [json.dumps(header())]
    for made in claims:
        told_ = {name: value for name, value in asdict(made).items() if value not in ("", 0)}
        lines.append(json.dumps({"passed": 0, "cases": 0} | told_, ensure_ascii=False))
    path = record_path(paper, "claims.jsonl")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
