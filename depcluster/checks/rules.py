"""One table: what every parameter of a fit may be, its kind, its range, and the sentence for it.

`check_parameters` is asked at the start of every fit and of every function of a method. What
depends on the data (as many clusters as samples at most) is checked where the data are at hand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .numbers import is_number, is_whole
from .told import told

MOST_TRIES = 1_000_000
_MOST_SEED = 2**32 - 1


@dataclass(frozen=True)
class Rule:
    """What a parameter may be.

    Attributes
    ----------
    says : str
        Completes "name must be ...".
    holds : callable
        ``holds(value) -> bool``; it raises nothing whatever the value.
    """

    says: str
    holds: Callable[[object], bool]

    def __or__(self, other):
        return Rule(f"{self.says} or {other.says}", lambda v: self.holds(v) or other.holds(v))


def whole(least=1, most=None):
    """A whole number within bounds, both allowed.

    Parameters
    ----------
    least : int, default=1
    most : int, optional

    Returns
    -------
    Rule
    """
    reach = f"of at least {least}" if most is None else f"from {least} to {most:_}"
    says = f"an integer {reach}".replace("_", " ")
    return Rule(says, lambda v: is_whole(v) and least <= v and (most is None or v <= most))


def number(low=None, high=None, *, open_low=False, open_high=False):
    """A finite real number within bounds.

    Parameters
    ----------
    low, high : float, optional
    open_low, open_high : bool
        Whether the bound itself is out.

    Returns
    -------
    Rule
    """

    def holds(v):
        if not is_number(v):
            return False
        above = low is None or (v > low if open_low else v >= low)
        return above and (high is None or (v < high if open_high else v <= high))

    return Rule(_reach(low, high, open_low, open_high), holds)


def _reach(low, high, open_low, open_high):
    if low == 0 and open_low and high is None:
        return "a positive number"
    words = [] if low is None else [f"{'above' if open_low else 'of at least'} {low:g}"]
    if high is not None:
        words.append(f"{'below' if open_high else 'of at most'} {high:g}")
    return " ".join(["a finite number", " and ".join(words)]).rstrip()


def one_of(*names):
    """One of some names, or None where that is among them.

    Parameters
    ----------
    *names : str or None

    Returns
    -------
    Rule
    """
    says = ", ".join(f'"{name}"' if isinstance(name, str) else str(name) for name in names)
    return Rule(
        f"one of {says}" if len(names) > 1 else says,
        lambda v: (v is None or isinstance(v, str)) and v in names,
    )


def _random(v):
    if isinstance(v, np.random.RandomState) or v is None:
        return True
    return is_whole(v) and 0 <= v <= _MOST_SEED


def _named(v):
    return isinstance(v, dict) and all(isinstance(key, str) for key in v)


NOTHING = Rule("None", lambda v: v is None)
FLAG = Rule("True or False", lambda v: isinstance(v, (bool, np.bool_)))
NAME = Rule("a name", lambda v: isinstance(v, str))
CALLABLE = Rule("a callable", callable)
ARRAY = Rule("an array", lambda v: isinstance(v, (list, tuple)) or hasattr(v, "__array__"))
POSITIVE = number(0, open_low=True)
EFFORT = whole(1, MOST_TRIES)

RULES = {
    "n_clusters": whole(1),
    "n_init": EFFORT,
    "max_iter": EFFORT,
    "random_state": Rule("None, an integer from 0 to 2**32 - 1 or a RandomState", _random),
    "verbose": FLAG | whole(0),
    "kernel": NAME | CALLABLE,
    "gamma": POSITIVE | one_of("median", "scale"),
    "degree": number(0),
    "coef0": number(),
    "n_neighbors": whole(1),
    "kernel_params": NOTHING | Rule("a dict of parameters by name", _named),
    "rank": NOTHING | whole(1),
    "tol": number(0, 1, open_low=True, open_high=True),
    "n_folds": whole(2),
    "n_centres": whole(1),
    "n_seeds": whole(1),
    "penalty": number(0),
}


def check_parameters(given, **special):
    """Validate the parameters of a fit against the table.

    Parameters
    ----------
    given : dict of str to object
        Parameters by name; each has a rule in `RULES` or in ``special``.
    **special : Rule
        Rules of a method that differ from the table's, or that only it needs.

    Raises
    ------
    ValueError
        For the first that breaks its rule.

    Examples
    --------
    >>> check_parameters({"n_clusters": 2.5, "n_init": 10})
    Traceback (most recent call last):
    ...
    ValueError: n_clusters must be an integer of at least 1; got 2.5.
    """
    for name, value in given.items():
        rule = special.get(name) or RULES[name]
        if not rule.holds(value):
            raise ValueError(f"{name} must be {rule.says}; got {told(value)}.")
