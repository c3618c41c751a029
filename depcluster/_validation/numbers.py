"""Numbers: whole and real ones, within their bounds."""

from __future__ import annotations

import math
import numbers

import numpy as np

from .messages import short_repr


def is_whole(number):
    """Whether something is a whole number; True and False are none.

    Parameters
    ----------
    number : object

    Returns
    -------
    bool
    """
    return isinstance(number, numbers.Integral) and not isinstance(number, (bool, np.bool_))


def is_number(number):
    """Whether something is a finite real number NumPy computes with; True and False are none.

    Parameters
    ----------
    number : object

    Returns
    -------
    bool
    """
    if is_whole(number):
        return -(2**63) <= number < 2**63
    return isinstance(number, (float, np.floating)) and math.isfinite(number)


def check_whole(number, name, least=1, most=np.inf, *, most_is="", hint=""):
    """Validate a whole number.

    Parameters
    ----------
    number : int
    name : str
        What the error calls it.
    least, most : int
        Its bounds, both allowed.
    most_is : str, optional
        What the upper bound is, for the error.
    hint : str, optional
        What to try, for the error.

    Returns
    -------
    int

    Raises
    ------
    ValueError

    Examples
    --------
    >>> check_whole(12, "n_neighbors", most=9, most_is="n_samples - 1")
    Traceback (most recent call last):
    ...
    ValueError: n_neighbors must be an integer from 1 to n_samples - 1 = 9; got 12.
    """
    if not is_whole(number) or not least <= int(number) <= most:
        reach = f"of at least {least}" if most == np.inf else f"from {least} to "
        if most < np.inf:
            reach += f"{most_is} = {most}" if most_is else f"{most}"
        got = short_repr(number)
        raise ValueError(f"{name} must be an integer {reach}; got {got}. {hint}".rstrip())
    return int(number)


def check_counts(n_clusters, n_samples, n_init=1, max_iter=1):
    """Validate the whole-number parameters of a search.

    Parameters
    ----------
    n_clusters, n_samples, n_init, max_iter : int

    Raises
    ------
    ValueError
    """
    for name, number in (("n_clusters", n_clusters), ("n_init", n_init), ("max_iter", max_iter)):
        check_whole(number, name)
    if n_clusters > n_samples:
        raise ValueError(
            f"n_clusters must be at most the number of different samples, {n_samples}; got "
            f"{n_clusters}. Choose fewer clusters or add samples."
        )


def check_n_neighbors(n_neighbors, n_samples, name="n_neighbors"):
    """Validate a number of neighbours: an integer from 1 to n_samples - 1.

    Parameters
    ----------
    n_neighbors : int
    n_samples : int
    name : str, default="n_neighbors"
        What the error calls it.

    Returns
    -------
    int

    Raises
    ------
    ValueError
    """
    hint = "Choose fewer neighbours or add samples."
    return check_whole(n_neighbors, name, 1, n_samples - 1, most_is="n_samples - 1", hint=hint)
