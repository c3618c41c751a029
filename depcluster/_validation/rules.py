"""What every argument may be: one table, and one decorator that asks it before a function starts.

A rule is called with a value, its parameter's name and the sizes known so far; it returns the value
to go on with, or raises an error that says what was expected and what came. A `Rule` looks only;
`numbers`, `flags`, `words` and the like return arrays and lists.

Kind and range are here; what depends on the data (at most as many clusters as samples, a matrix
that is symmetric) is checked where the data are at hand.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from math import inf, isfinite
from numbers import Integral
from pathlib import PurePath
from typing import Any

import numpy as np
from scipy.sparse import issparse

from .._typing import Function
from .arrays import as_array, as_reals, check_numbers
from .messages import short_repr
from .samples import check_samples, different_rows

_MOST_TRIES, _MOST_SEED, _MOST_LABEL = 1_000_000, 2**32 - 1, 10_000


@dataclass(frozen=True)
class Rule:
    """What an argument may be: `says` completes "name must be ...", `test` may raise anything."""

    says: str
    test: Callable[[Any], bool]

    def holds(self, value):
        try:
            return bool(self.test(value))
        except Exception:  # somebody else's object may do so
            return False

    def __or__(self, other):
        return Rule(f"{self.says} or {other.says}", lambda v: self.holds(v) or other.holds(v))

    def __call__(self, value, name, sizes=None, *, hint=""):
        if not self.holds(value):
            got = short_repr(value)
            raise ValueError(f"{name} must be {self.says}; got {got}. {hint}".rstrip())
        # An np.int8 would overflow in a first product.
        return value.item() if isinstance(value, np.generic) else value


def is_whole(number):
    """Whether something is a whole number; True and False are none."""
    return isinstance(number, Integral) and not isinstance(number, (bool, np.bool_))


def is_number(number):
    """Whether something is a finite real number NumPy computes with; True and False are none."""
    if is_whole(number):
        return -(2**63) <= number < 2**63
    return isinstance(number, (float, np.floating)) and isfinite(number)


def whole(least=1, most=inf, *, most_is=""):
    """A whole number, both bounds allowed; `most_is` says what the upper one is."""
    reach = f"of at least {least}"
    if most < inf:
        reach = f"from {least} to {f'{most_is} = ' if most_is else ''}"
        reach += f"{most:_}".replace("_", " ")
    return Rule(f"an integer {reach}", lambda v: is_whole(v) and least <= int(v) <= most)


def number(low=-inf, high=inf, *, open_low=False, open_high=False):
    """A finite real number within bounds; an open one is out itself."""
    words = [f"{'above' if open_low else 'of at least'} {low:g}"] if low > -inf else []
    words += [f"{'below' if open_high else 'of at most'} {high:g}"] if high < inf else []
    says = f"a finite number {' and '.join(words)}".rstrip()

    def test(v):
        inside = is_number(v) and low <= v <= high
        return inside and not (open_low and v == low) and not (open_high and v == high)

    return Rule("a positive number" if says.endswith("above 0") else says, test)


def one_of(*names):
    """One of some names, or None where that is among them."""
    says = ", ".join(f'"{name}"' if isinstance(name, str) else str(name) for name in names)
    return Rule(
        f"one of {says}" if len(names) > 1 else says,
        lambda v: (v is None or isinstance(v, str)) and v in names,
    )


def several(rule, least=1):
    """A list of at least so many values that each keep to a rule."""

    def test(v):
        listed = isinstance(v, (list, tuple, range)) or (isinstance(v, np.ndarray) and v.ndim == 1)
        return listed and least <= len(v) <= _MOST_TRIES and all(map(rule.holds, v))

    each = f"at least {least} values, each " if least > 1 else "values, each "
    return Rule(f"a list of {each}{rule.says}", test)


def array(*ndims, says="", sparse_too=False):
    """What becomes an array of numbers, of any size: arrays, nested lists, data frames."""
    says = says or f"{' or '.join(('a list', 'a table')[n - 1] for n in ndims)} of real numbers"

    def test(v):
        if issparse(v):
            return sparse_too and v.dtype.kind in "biuf" and v.ndim in ndims
        return as_reals(v, "").ndim in ndims

    return Rule(says, test)


def of_samples(*, sparse_too=False):
    """A table as it is, or what `check_samples` makes of it, whose errors name columns."""
    table = array(2, sparse_too=sparse_too)

    def check(value, name, sizes=None):
        return value if table.holds(value) else check_samples(value, least=1)

    return check


def having(what, *attributes):
    """An object known by its attributes."""
    return Rule(
        what, lambda v: not isinstance(v, type) and all(hasattr(v, name) for name in attributes)
    )


def _is_hue(v):
    return re.fullmatch("#[0-9a-fA-F]{6}", v) is not None


def _named(v):
    return isinstance(v, dict) and all(isinstance(key, str) for key in v)


_LISTED = several(whole(0))
ANYTHING = Rule("anything", lambda v: True)
NOTHING = Rule("None", lambda v: v is None)
FLAG = Rule("True or False", lambda v: isinstance(v, (bool, np.bool_)))
NAME = Rule("a name", lambda v: isinstance(v, str))
CALLABLE = Rule("a callable", callable)
PATH = Rule("a path", lambda v: isinstance(v, (str, PurePath)))
HUES = Rule(
    'a list of colours such as "#0072b2"',
    lambda v: isinstance(v, (list, tuple)) and all(map(_is_hue, v)),
)
POSITIVE = number(0, open_low=True)
EFFORT = whole(1, _MOST_TRIES)
SEED = whole(0, _MOST_SEED)
SQUARE = array(2)
KERNEL = array(2, sparse_too=True) | having("a Gram", "matvec", "sums")
MATRIX = NAME | array(2, says="a square array of numbers")  # names are looked up elsewhere
LABELS = array(1, says="a list of integers, one a sample")
CLASSES = Rule("a list of classes, one a sample", lambda v: np.ndim(v) == 1)
axes = having("a matplotlib Axes", "transData", "plot", "imshow")

RULES = {
    # How hard to try, from where, and what to say meanwhile.
    "init": NAME | LABELS,
    "max_iter": EFFORT,
    "n_init": EFFORT,
    "n_jobs": Rule("an integer other than 0", lambda v: is_whole(v) and v != 0) | NOTHING,
    "n_seeds": EFFORT,
    "n_perturbations": EFFORT,
    "random_state": Rule(
        "None, an integer from 0 to 2**32 - 1 or a RandomState",
        lambda v: v is None or isinstance(v, np.random.RandomState) or SEED.holds(v),
    ),
    "tol": number(0, 1, open_low=True, open_high=True),
    "verbose": FLAG | whole(0) | NOTHING,
    # Data.
    "D": SQUARE,
    "K": KERNEL,
    "K_perturbed": KERNEL,
    "L": KERNEL,
    "labels": LABELS,
    "labels_perturbed": LABELS,
    "other": LABELS,
    "sample_weight": array(1) | NOTHING,
    "together": Rule(
        "a list of pairs or groups of samples, each a list of their numbers",
        lambda v: hasattr(v, "__len__") and all(map(_LISTED.holds, v)),
    )
    | NOTHING,
    "X": of_samples(),
    # Kernels on the data.
    "coef0": number(),
    "degree": number(1),
    "eps": POSITIVE | NOTHING,
    "gamma": POSITIVE | one_of("median", "scale"),
    "kernel": Rule(
        'a name such as "rbf", "precomputed" with the matrix as X, or a function of two '
        "samples or of two tables of them",
        (NAME | CALLABLE).holds,
    ),
    "kernel_normalization": NAME | NOTHING,
    "kernel_params": Rule("a dict of parameters by name", _named) | NOTHING,
    "max_rank": whole(1),
    "n_neighbors": whole(1) | one_of("auto"),
    "rank": whole(1) | NOTHING,
    "s": POSITIVE,
    "sigma": POSITIVE | one_of("nearest_neighbour", "mean", "amise", "lscv"),
    # Clusters, and how they are related.
    "C": POSITIVE,
    "label_kernel": MATRIX,
    "loss": MATRIX,
    "n_clusters": whole(1),
    "names": several(NAME) | NOTHING,
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
    "n_classes": EFFORT | NOTHING,
    "n_folds": whole(2),
    "regularization": POSITIVE,
}


def check_parameters(given, **special):
    """Hold the parameters of a fit, by name, to the table, or to rules that differ from it.

    One without a rule, as a subclass may add, is not looked at.
    """
    rules = RULES | special
    for name, value in given.items():
        rules.get(name, ANYTHING)(value, name)


def takes(**rules: Any) -> Callable[[Function], Function]:
    """A decorator: arguments pass through the rules of their names before a function starts.

    Equal letters in shapes stand for equal sizes, also from one argument to another.
    """

    def decorate(function: Function) -> Function:
        signature = inspect.signature(function)

        @functools.wraps(function)
        def call(*args, **kwargs):
            try:
                given, sizes = signature.bind(*args, **kwargs), {}
            except TypeError:
                given = None
            if given is None:
                return function(*args, **kwargs)  # raises, too, and names the function
            for name, value in given.arguments.items():
                given.arguments[name] = rules.get(name, ANYTHING)(value, name, sizes)
            with np.errstate(under="ignore"):  # what is far away has a kernel value of 0
                return function(*given.args, **given.kwargs)

        return call  # type: ignore[return-value]

    return decorate


def checked(**special: Any) -> Callable[[Function], Function]:
    """A decorator: as `takes`, with the table's rules for arguments that `special` has none for.

    >>> @checked(times=several(POSITIVE))
    ... def kernels(times, n_neighbors=8):
    ...     return len(times)
    >>> kernels([1, -2])
    Traceback (most recent call last):
    ...
    ValueError: times must be a list of values, each a positive number; got [1, -2].
    """
    return takes(**RULES | special)


def check_whole(
    number: Any, name: str, least: int = 1, most: float = inf, *, most_is: str = "", hint: str = ""
) -> int:
    """A whole number as an int, within bounds that depend on the data."""
    return int(whole(least, most, most_is=most_is)(number, name, hint=hint))


def check_n_neighbors(n_neighbors: Any, n_samples: int, name: str = "n_neighbors") -> int:
    """A number of neighbours as an int: from 1 to n_samples - 1."""
    hint = "Choose fewer neighbours or add samples."
    return check_whole(n_neighbors, name, 1, n_samples - 1, most_is="n_samples - 1", hint=hint)


def check_counts(n_clusters, n_samples, n_init=1, max_iter=1):
    """The whole-number parameters of a search of so many different samples."""
    check_parameters({"n_clusters": n_clusters, "n_init": n_init, "max_iter": max_iter})
    if n_clusters > n_samples:
        raise ValueError(
            f"n_clusters must be at most the number of different samples, {n_samples}; got "
            f"{short_repr(n_clusters)}. Choose fewer clusters or add samples."
        )


def check_different(n_clusters, X, **effort):
    """`check_counts` of the different rows of a table, dense or sparse; it stops at enough."""
    check_counts(n_clusters, X.shape[0], **effort)
    check_counts(n_clusters, len(different_rows(X, range(X.shape[0]), n_clusters)))


_RANDOM = Rule(
    "None, an integer of at least 0 or a numpy Generator",
    lambda v: v is None or isinstance(v, np.random.Generator) or whole(0).holds(v),
)


def generator_of(random_state: Any) -> np.random.Generator:
    """The numpy Generator behind a `random_state` of a data set."""
    return np.random.default_rng(_RANDOM(random_state, "random_state"))


# Rules that return arrays and lists, for what draws: an array may be ambiguous there.


def optional(rule):
    """None, or what keeps to a rule."""
    return lambda value, name, sizes: None if value is None else rule(value, name, sizes)


def numbers(*shape, **limits):
    """An array of floats of a shape, within limits that `check_numbers` has."""
    return lambda value, name, sizes: check_numbers(value, name, shape, sizes=sizes, **limits)


def masked(*shape):
    """A masked array of floats of a shape; what is not finite is masked, too."""

    def check(value, name, sizes):
        given = np.ma.getdata(value) if np.ma.isMaskedArray(value) else value
        found = check_numbers(given, name, shape, finite=False, sizes=sizes)
        return np.ma.masked_array(found, np.ma.getmaskarray(value) | ~np.isfinite(found))

    return check


def whole_numbers(size, least=0, most=_MOST_LABEL, *, empty=False):
    """Whole numbers in a list; `most` may be the letter of a size, to be places in its list."""

    def check(value, name, sizes):
        given = as_array(value, name, "whole numbers")
        check_numbers(given, name, (size,), empty=empty, sizes=sizes)
        if not given.size:
            return np.empty(0, dtype=np.intp)
        top = sizes[most] - 1 if isinstance(most, str) else most
        if given.dtype.kind not in "iu" or given.min() < least or given.max() > top:
            got = f"{given.dtype} from {short_repr(given.min())} to {short_repr(given.max())}"
            raise ValueError(f"{name} must be whole numbers from {least} to {top}; got {got}.")
        return given.astype(np.intp)

    return check


def place(size):
    """The number of an entry of a list, counted from 0."""
    return lambda value, name, sizes: int(whole_numbers(1, most=size)([value], name, sizes)[0])


def flags(*shape):
    """True or False in an array of a shape."""

    def check(value, name, sizes):
        given = as_array(value, name, "True or False in an array")
        check_numbers(given, name, shape, sizes=sizes)
        if given.dtype != bool:
            raise ValueError(f"{name} must hold True or False; got {given.dtype}.")
        return given

    return check


def words(size=None, *, empty=True):
    """A list of words, as many as `size` stands for; a str is one of its letters."""

    def check(value, name, sizes):
        try:
            found = list(value) if len(value) else []
        except Exception:  # what is no sequence may raise anything
            found = [None]
        if not all(isinstance(word, str) for word in found):
            raise ValueError(f"{name} must be a list of words; got {short_repr(value)}.")
        if (found or not empty) and size is not None:
            wanted = sizes.setdefault(size, len(found))
            if len(found) != wanted or not found:
                raise ValueError(f"{name} must be {wanted} words; got {len(found)}.")
        return found

    return check
