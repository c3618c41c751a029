"""The data sets that the model-selection explorer offers beside the samples it is given."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...datasets import make_blobs4, make_circle_gauss, make_high_low, make_spirals

OWN = "own"
SIZE, SEED = 200, 0


@dataclass(frozen=True)
class Toy:
    """A data set of the menu.

    Attributes
    ----------
    label : str
        In the menu.
    n_clusters : int
    make : callable
        From `depcluster.datasets`.
    """

    label: str
    n_clusters: int
    make: Callable[..., Any]

    @property
    def X(self):
        """Its samples, shape (SIZE, 2)."""
        return self.make(SIZE, random_state=SEED)[0]

    @property
    def line(self):
        """Its samples as Python.

        Examples
        --------
        >>> TOYS["circle"].line
        'make_circle_gauss(200, random_state=0)[0]'
        """
        return f"{self.make.__name__}({SIZE}, random_state={SEED})[0]"


TOYS = {
    "blobs": Toy("blobs", 4, make_blobs4),
    "circle": Toy("circle", 2, make_circle_gauss),
    "spirals": Toy("spirals", 2, make_spirals),
    "high_low": Toy("high & low", 2, make_high_low),
}


def menu(has_own, toys):
    """The menu as the page shows it, the samples given first; of the toys some by name."""
    own = [{"value": OWN, "label": "your own"}] if has_own else []
    return own + [{"value": name, "label": TOYS[name].label} for name in toys]
