"""One table: what every parameter may be, its kind, its range, and the sentence for it.

`check_parameters` is asked at the start of every fit, and `checked` asks it for every argument of a
public function. Kind and range are here; what depends on the data (at most as many clusters as
samples, a matrix that is symmetric) is checked where the data are at hand.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePath

import numpy as np
from scipy import sparse

from .arrays import as_array
from .messages import short_repr
from .numbers import is_number, is_whole

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


def array(*ndims, says="", sparse_too=False):
    """What becomes an array of numbers: arrays, nested lists, data frames.

    Parameters
    ----------
    *ndims : int
        Numbers of dimensions it may have.
    says : str, optional
        The rule's words, where there are better ones.
    sparse_too : bool, default=False
        Whether a sparse matrix will do.

    Returns
    -------
    Rule
    """
    what = {1: "a list", 2: "a table", 3: "an array of shape (n, height, width)"}
    says = says or f"{' or '.join(what[n] for n in ndims)} of real numbers"

    def holds(v):
        if sparse.issparse(v):
            return sparse_too and v.dtype.kind in "buif" and v.ndim in ndims
        a = _as_array(v)
        return a is not None and a.ndim in ndims and (a.dtype.kind in "buif" or not a.size)

    return Rule(says, holds)


def _as_array(v):
    """An array with nothing hidden in it, or None."""
    if isinstance(v, (str, bytes, dict, set)):
        return None
    try:
        a = as_array(v, "", "")
        return a.astype(float) if a.dtype == object else a
    except Exception:  # somebody else's __float__ may do anything
        return None


def _dimensions(v):
    try:
        return np.ndim(v)
    except Exception:  # as above
        return -1


def several(rule, least=1):
    """A list of values that each keep to a rule.

    Parameters
    ----------
    rule : Rule
    least : int, default=1
        How many there must be.

    Returns
    -------
    Rule
    """

    def holds(v):
        listed = isinstance(v, (list, tuple, range)) or (isinstance(v, np.ndarray) and v.ndim == 1)
        return listed and least <= len(v) <= MOST_TRIES and all(map(rule.holds, v))

    each = f"at least {least} values, each " if least > 1 else "values, each "
    return Rule(f"a list of {each}{rule.says}", holds)


def _random(v):
    if isinstance(v, np.random.RandomState) or v is None:
        return True
    return is_whole(v) and 0 <= v <= _MOST_SEED


def _is_hue(v):
    return isinstance(v, str) and re.fullmatch("#[0-9a-fA-F]{6}", v) is not None


def _named(v):
    return isinstance(v, dict) and all(isinstance(key, str) for key in v)


NOTHING = Rule("None", lambda v: v is None)
FLAG = Rule("True or False", lambda v: isinstance(v, (bool, np.bool_)))
NAME = Rule("a name", lambda v: isinstance(v, str))
CALLABLE = Rule("a callable", callable)
POSITIVE = number(0, open_low=True)
EFFORT = whole(1, MOST_TRIES)
GRAM = Rule("a Gram", lambda v: hasattr(v, "matvec") and hasattr(v, "sums"))
KERNEL = array(2, sparse_too=True) | GRAM
SQUARE = array(2)
LABELS = array(1, says="a list of integers, one a sample")
MATRIX = NAME | array(2, says="a square array of numbers")  # names are looked up elsewhere
INIT = NAME | LABELS
ANYTHING = Rule("anything", lambda v: True)
CLASSES = Rule("a list of classes, one a sample", lambda v: _dimensions(v) == 1)
FUNCTIONS = Rule(
    "a dict of functions by name", lambda v: _named(v) and all(map(callable, v.values()))
)
PATH = Rule("a path", lambda v: isinstance(v, (str, PurePath)))
SEED = whole(0, _MOST_SEED)
HUES = Rule(
    'a list of colours such as "#0072b2"',
    lambda v: isinstance(v, (list, tuple)) and all(map(_is_hue, v)),
)

RULES = {
    # How hard to try, from where, and what to say meanwhile.
    "init": INIT,
    "max_iter": EFFORT,
    "n_init": EFFORT,
    "n_jobs": Rule("an integer other than 0", lambda v: is_whole(v) and v != 0) | NOTHING,
    "n_seeds": whole(1, MOST_TRIES),
    "n_perturbations": whole(1, MOST_TRIES),
    "random_state": Rule("None, an integer from 0 to 2**32 - 1 or a RandomState", _random),
    "tol": number(0, 1, open_low=True, open_high=True),
    "verbose": FLAG | whole(0),
    # Data.
    "D": SQUARE,
    "K": KERNEL,
    "K_perturbed": KERNEL,
    "L": KERNEL,
    "labels": LABELS,
    "labels_perturbed": LABELS,
    "other": LABELS,
    "sample_weight": array(1) | NOTHING,
    "X": array(2),
    # Kernels on the data.
    "coef0": number(),
    "degree": number(1),
    "eps": POSITIVE | NOTHING,
    "gamma": POSITIVE | one_of("median", "scale"),
    "kernel": Rule(
        'a name such as "rbf", "precomputed" with the matrix as X, or a function of two samples',
        (NAME | CALLABLE).holds,
    ),
    "kernel_normalization": NAME | NOTHING,
    "kernel_params": Rule("a dict of parameters by name", _named) | NOTHING,
    "max_rank": whole(1),
    "n_neighbors": whole(1) | one_of("auto"),
    "rank": whole(1) | NOTHING,
    "s": POSITIVE,
    "sigma": POSITIVE | one_of("touching", "mean", "amise", "lscv"),
    # Clusters, and how they are related.
    "C": POSITIVE,
    "label_kernel": MATRIX,
    "loss": MATRIX,
    "n_clusters": whole(1),
    "normalization": NAME | NOTHING,
    "penalty": number(0, 1e100),
    "similarity": NAME,
    "structure": MATRIX,
    "tree_fit": NAME,
    "weighting": one_of("affinity", "laplacian", "outlier") | CALLABLE,
    # Choosing a kernel.
    "candidates": several(whole(1)),
    "class_prior": array(1) | NOTHING,
    "deltas": several(POSITIVE),
    "gammas": several(POSITIVE),
    "n_centres": whole(1),
    "n_classes": whole(1, MOST_TRIES) | NOTHING,
    "n_folds": whole(2),
    "regularization": POSITIVE,
}


def check_parameters(given, **special):
    """Validate the parameters of a fit against the table.

    Parameters
    ----------
    given : dict of str to object
        Parameters by name. One without a rule, as a subclass may add, is not looked at.
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
        rule = special.get(name, RULES.get(name, ANYTHING))
        if not rule.holds(value):
            raise ValueError(f"{name} must be {rule.says}; got {short_repr(value)}.")


def checked(**special):
    """A decorator: the arguments of a function are validated against the table before it starts.

    Parameters
    ----------
    **special : Rule
        As for `check_parameters`. Arguments that have no rule are passed on as they are.

    Returns
    -------
    callable

    Examples
    --------
    >>> @checked(times=several(POSITIVE))
    ... def kernels(times, n_neighbors=8):
    ...     return len(times)
    >>> kernels([1, -2])
    Traceback (most recent call last):
    ...
    ValueError: times must be a list of values, each a positive number; got [1, -2].
    """

    def decorate(function):
        signature = inspect.signature(function)

        @functools.wraps(function)
        def call(*args, **kwargs):
            given = signature.bind(*args, **kwargs)
            check_parameters(given.arguments, **special)
            for name, value in given.arguments.items():
                if isinstance(value, np.generic):  # an np.int8 would overflow in a first product
                    given.arguments[name] = value.item()
            return function(*given.args, **given.kwargs)

        return call

    return decorate
