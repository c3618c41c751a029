"""Methods that an estimator has for some of its parameters only, and why not for the others."""

from __future__ import annotations

from functools import update_wrapper, wraps
from types import MethodType


def available_if(check):
    """As scikit-learn's `available_if`, but the error is the check's own, with nothing before it.

    Parameters
    ----------
    check : callable
        ``check(estimator)`` raises an AttributeError that says why the method is not available.

    Returns
    -------
    callable
        A decorator of methods.

    Examples
    --------
    >>> def is_open(door):
    ...     if door.locked:
    ...         raise AttributeError("enter is not available: the door is locked.")
    >>> class Door:
    ...     locked = True
    ...     @available_if(is_open)
    ...     def enter(self):
    ...         return "inside"
    >>> door = Door()
    >>> hasattr(door, "enter")
    False
    >>> door.enter()
    Traceback (most recent call last):
    ...
    AttributeError: enter is not available: the door is locked.
    """
    return lambda method: _Available(method, check)


class _Available:
    def __init__(self, method, check):
        @wraps(method)
        def checked(estimator, *args, **kwargs):
            check(estimator)
            return method(estimator, *args, **kwargs)

        self._method, self._check = checked, check
        update_wrapper(self, method)

    def __get__(self, estimator, owner=None):
        if estimator is None:
            return self._method
        self._check(estimator)
        return MethodType(self._method, estimator)
