"""The recorded study of the criteria: how often each one's choice is right, and what it loses.

``benchmarks/studies.py kernel_choice`` writes `RECORD`, a part of the package; here it is read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .._typing import Floats, Ints
from .._utils.frames import frame
from .._validation import PATH, checked, short_repr
from .criteria import BLIND, CRITERIA
from .kernel_table import winners

if TYPE_CHECKING:
    import pandas as pd

MEDIAN_RULE = "rbf x1"
RECORD = Path(__file__).parent / "records" / "kernel_choice.json"


@dataclass(frozen=True)
class KernelStudy:
    """Every criterion's value and the ARI, by data set, seed and kernel.

    Attributes
    ----------
    kernels : tuple of str
    sets : dict of str to dict
        By name: "kind" ("toy" or "real"), "note", "recorded" (date and versions), "seeds",
        "shape" (m, d), "n_clusters", and "values", a dict from criterion to an array of shape
        (n_seeds, n_kernels), NaN where the criterion means nothing for the kernel.
    settings : dict
        Of `compare_kernels`.
    """

    kernels: tuple[str, ...]
    sets: dict[str, dict[str, Any]]
    settings: dict[str, Any]

    def only(self, keep: Callable[..., Any]) -> KernelStudy:
        """The study on some of its sets.

        Parameters
        ----------
        keep : callable
            From the name of a set and its record to a bool.

        Returns
        -------
        KernelStudy
        """
        kept = {name: held for name, held in self.sets.items() if keep(name, held)}
        return KernelStudy(self.kernels, kept, self.settings)

    def to_frame(self) -> pd.DataFrame:
        """The study as a DataFrame of pandas.

        Returns
        -------
        pandas.DataFrame
            One row a data set, seed and kernel, by these three; the columns are "kind" of the set
            and the criteria by name. NaN where a criterion means nothing for the kernel.

        Raises
        ------
        ImportError
            If pandas is not installed; it comes with ``pip install "depcluster[lab]"``.

        Examples
        --------
        >>> table = read_kernel_study().to_frame()
        >>> list(table.index.names)
        ['set', 'seed', 'kernel']
        >>> bool(table["ari"].max() <= 1)
        True
        """
        names = ["set", "seed", "kernel", "kind", *CRITERIA]
        rows = [
            (name, seed, kernel, held["kind"], *(held["values"][key][i, k] for key in CRITERIA))
            for name, held in self.sets.items()
            for i, seed in enumerate(held["seeds"])
            for k, kernel in enumerate(self.kernels)
        ]
        return frame({name: [row[k] for row in rows] for k, name in enumerate(names)}, names[:3])

    def choices(self) -> dict[str, dict[str, Ints]]:
        """What each criterion would take, as weights over the kernels.

        Where one cannot tell some kernels apart, they share the weight. Besides the criteria
        there are the rules "median rule", "random kernel", which takes all alike, and "always ..."
        for each kernel but that of the median rule; which of these does well is known only in
        hindsight.

        Returns
        -------
        dict of str to dict of str to ndarray of shape (n_seeds, n_kernels)
            By criterion or rule, and data set; rows sum to 1.
        """
        fixed: dict[str, Sequence[int]] = {"median rule": [self.kernels.index(MEDIAN_RULE)]}
        fixed["random kernel"] = range(len(self.kernels))
        others = [name for name in self.kernels if name != MEDIAN_RULE]
        fixed |= {f"always {name}": [self.kernels.index(name)] for name in others}
        choices = {}
        for criterion in BLIND:
            choices[criterion] = {
                name: _shares(held["values"][criterion], CRITERIA[criterion].higher)
                for name, held in self.sets.items()
            }
        for rule, ks in fixed.items():
            row = np.zeros(len(self.kernels))
            row[list(ks)] = 1 / len(ks)
            choices[rule] = {
                name: np.tile(row, (len(held["seeds"]), 1)) for name, held in self.sets.items()
            }
        return choices

    def lost(self) -> dict[str, dict[str, Floats]]:
        """ARI that each choice loses against the best of the kernels.

        Returns
        -------
        dict of str to dict of str to ndarray of shape (n_seeds,)
            By criterion or rule, and data set.
        """
        return self._mean_over_choices(lambda short: short)

    def within(self, tolerance: float = 0.02) -> dict[str, dict[str, Floats]]:
        """Whether each choice comes that near to the best ARI.

        Parameters
        ----------
        tolerance : float, default=0.02

        Returns
        -------
        dict of str to dict of str to ndarray of shape (n_seeds,)
            By criterion or rule, and data set; between 0 and 1 where the choice is among several.
        """
        return self._mean_over_choices(lambda short: short <= tolerance + 1e-9)

    @cached_property
    def _taken(self):
        return self.choices()

    def _mean_over_choices(self, measure):
        short = {name: _short(held["values"]["ari"]) for name, held in self.sets.items()}
        return {
            by: {name: (w * measure(short[name])).sum(axis=1) for name, w in taken.items()}
            for by, taken in self._taken.items()
        }


def _shares(values, higher):
    """Equal weights on the best of each row."""
    best = np.array([winners(row, higher) for row in np.ma.masked_where(np.isnan(values), values)])
    return best / best.sum(axis=1, keepdims=True)


def _short(ari):
    """How far each kernel is below the best one of its seed."""
    return ari.max(axis=1, keepdims=True) - ari


@checked(path=PATH)
def read_kernel_study(path: str | Path = RECORD) -> KernelStudy:
    """Read what ``benchmarks/studies.py kernel_choice`` recorded.

    Parameters
    ----------
    path : path, default=RECORD
        The study that comes with the package, where none is given.

    Returns
    -------
    KernelStudy

    Raises
    ------
    FileNotFoundError
        If there is no such file.

    Examples
    --------
    >>> study = read_kernel_study()
    >>> "rbf x1" in study.kernels
    True
    """
    try:
        record = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        got = f"{short_repr(str(path))}: {error.strerror}"
        raise FileNotFoundError(f"path must be the file of a recorded study; got {got}.") from None
    sets = {}
    for name, held in record["sets"].items():
        values = {key: np.array(rows, dtype=float) for key, rows in held["values"].items()}
        sets[name] = held | {"values": values}
    return KernelStudy(tuple(record["kernels"]), sets, record["settings"])
