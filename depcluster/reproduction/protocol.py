"""How a study is run, as data: where a search starts, how often, and which search it is."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field
from typing import NamedTuple

import numpy as np

from ..search import Normalized, value
from .records import read_runs

_MOST_ROUNDS = 1000

SEARCHES = {
    "Algorithm 1": "Algorithm 1 of Song et al. (2007)",
    "library": "This library's search",
}
STARTS = {
    "random": "independent random starts",
    "library": "runs: one from the spectral start, the others from nudges and swaps of the best "
    "so far or from fresh starts",
}


@dataclass(frozen=True)
class Protocol:
    """How labels were found.

    Attributes
    ----------
    name : str
        Its name in a record: "paper", "ours".
    search : str
        One of `SEARCHES`, or another in words.
    starts : str
        One of `STARTS`, or others in words.
    n_starts : int
    keep : str
        What is told of several starts: "best" (by the objective) or "mean".

    Examples
    --------
    >>> Protocol("paper", "Algorithm 1", "random", 10).sentence
    'Algorithm 1 of Song et al. (2007), best of 10 independent random starts.'
    """

    name: str
    search: str
    starts: str
    n_starts: int = 1
    keep: str = "best"

    @property
    def sentence(self):
        """str: what a table, a claim and a notebook say of it."""
        search = SEARCHES.get(self.search, self.search)
        starts = STARTS.get(self.starts, self.starts)
        if self.n_starts == 1:
            return f"{search}, once, from {starts}."
        return f"{search}, {self.keep} of {self.n_starts} {starts}."


# The search of Song 2007 as printed.
PAPER = Protocol("paper", "Algorithm 1", "random", 10)
# The search that the estimators use.
OURS = Protocol("ours", "library", "library", 10)


@dataclass(frozen=True)
class Study:
    """A study that takes too long to be run while one waits, recorded by a script.

    Attributes
    ----------
    paper, name : str
        "zhong2010", "Table I".
    script : str
        In `benchmarks/`.
    seeds : int
        Draws 0 to seeds - 1.
    protocols : tuple of Protocol
    settings : dict
        What else fixes the numbers: data, sizes, rates.
    """

    paper: str
    name: str
    script: str
    seeds: int
    protocols: tuple = ()
    settings: dict = field(default_factory=dict, hash=False)

    @property
    def hash(self):
        """str: changes with everything that fixes the numbers."""
        fixed = asdict(self)
        del fixed["script"]
        text = json.dumps(fixed, sort_keys=True, default=list)
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    @property
    def recorded(self):
        """str: date and versions."""
        return read_runs(self.paper).recorded(self.name)

    def __call__(self, **of):
        """The recorded numbers of a row, see `Runs`."""
        return read_runs(self.paper)(self.name, **of)

    def stale(self):
        """str: why the record is not of this protocol; empty where it is."""
        kept = read_runs(self.paper).hashes.get(self.name, "nothing")
        if kept == self.hash:
            return ""
        return (
            f"{self.paper}, {self.name}: recorded under {kept}, the protocol is {self.hash} now. "
            f'Run python benchmarks/{self.script} {self.paper} "{self.name}".'
        )


class Climbed(NamedTuple):
    """Where runs of Algorithm 1 ended: labels (r, m), J after each round (r, k), rounds (r,)."""

    labels: np.ndarray
    J: np.ndarray
    rounds: np.ndarray

    @property
    def best(self):
        """ndarray of int of shape (m,): the labels of largest J."""
        return self.labels[self.J[:, -1].argmax()]


def algorithm_1(K, A, starts, objective=None):
    """Algorithm 1 of Song 2007 as printed, from several starts at once.

    Point by point: take it out, put it where J is largest (where it was, if nothing is larger),
    until a whole round has moved nobody, or after 1000 rounds, as for a K of nothing but rounding.
    Neither the order of the labels is matched nor an emptied cluster filled again; its column of P
    is then 0.

    Parameters
    ----------
    K : ndarray of shape (m, m)
        Centred.
    A : ndarray of shape (c, c)
    starts : array-like of int of shape (r, m) or (m,)
    objective : optional
        One of `depcluster.search`; tr(K P A P') of the paper if left out.

    Returns
    -------
    Climbed
        Of the rounds the last one, which moved nobody, counts too.
    """
    objective = objective or Normalized(A)
    E, labels = np.eye(len(A)), np.atleast_2d(np.array(starts))
    runs, into = np.arange(len(labels)), E[:, :, None] * E[:, None, :]  # into[b]: a 1 at (b, b)
    J, rounds = [], np.ones(len(labels), dtype=int)
    for _ in range(_MOST_ROUNDS):
        before, Pi = labels.copy(), E[labels]
        S, n = Pi.swapaxes(1, 2) @ (K @ Pi), Pi.sum(axis=1)
        for i, a in enumerate(before.T):
            Pi[runs, i, a], n, own = 0, n - E[a], E[a]
            g = K[i] @ Pi
            S = S - own[:, :, None] * g[:, None] - g[:, :, None] * own[:, None] - K[i, i] * into[a]
            cross = E[:, :, None] * g[:, None, None] + g[:, None, :, None] * E[:, None]
            tried = S[:, None] + cross + K[i, i] * into
            scores = value(objective, tried, n[:, None] + E)  # J with point i in each cluster
            stay = scores[runs, a]
            rises = scores.max(axis=1) > stay + 1e-12 * np.abs(stay)
            labels[:, i] = b = np.where(rises, scores.argmax(axis=1), a)
            Pi[runs, i, b], S, n = 1, tried[runs, b], n + E[b]
        J.append(scores[runs, b])
        moved = (labels != before).any(axis=1)
        if not moved.any():
            break
        rounds += moved
    return Climbed(labels, np.array(J).T, rounds)


def random_starts(n_starts, n_samples, n_clusters, seed):
    """Labels drawn at random, (n_starts, n_samples)."""
    return np.random.default_rng(seed).integers(0, n_clusters, (n_starts, n_samples))
