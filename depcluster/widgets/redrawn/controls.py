"""The controls of `redrawn`: one of a few options, or one of a few stops of a slider."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..._validation import short_repr


@dataclass(frozen=True)
class Control:
    """A control with finitely many values.

    Attributes
    ----------
    kind : {"choice", "stops"}
    values : tuple
    shown : tuple of str
        What stands for each.
    start : int
        Which one the picture starts with.
    label : str
        Empty for the name of the parameter.
    """

    kind: str
    values: tuple
    shown: tuple
    start: int
    label: str

    def place(self, value, name="value"):
        """Which of the values one is.

        Parameters
        ----------
        value : object
        name : str
            As an error calls it.

        Returns
        -------
        int
        """
        for k, of in enumerate(self.values):
            if of is value or _is_same(of, value):
                return k
        raise ValueError(f"{name} must be one of {', '.join(self.shown)}; got {short_repr(value)}.")


def choice(options, value=None, label=""):
    """One of a few options: a row of buttons, or a menu when they are many.

    Parameters
    ----------
    options : list, or dict of str to object
        The values; a dict has the text that is shown before each.
    value : object, optional
        The one to start with; by default the first.
    label : str, optional
        By default the name of the parameter.

    Returns
    -------
    Control

    Raises
    ------
    ValueError
        If there are no options, two look the same, or the value is none of them.

    Examples
    --------
    >>> choice({"yes": True, "no": False}).shown
    ('yes', 'no')
    """
    if not isinstance(options, dict | list | tuple | range) or not len(options):
        raise ValueError(
            "options must be a list of values, or a dict of values by the text that is shown; got "
            f"{short_repr(options)}. Try choice(['ring', 'chain'])."
        )
    if isinstance(options, dict):
        return _control("choice", options.values(), map(str, options), value, label)
    return _control("choice", options, map(str, options), value, label)


def stops(values, value=None, label="", show="{:g}".format):
    """A slider with a few stops.

    Parameters
    ----------
    values : sequence of float
    value : float, optional
        The one to start with; by default the first.
    label : str, optional
        By default the name of the parameter.
    show : callable, default="{:g}".format
        ``show(value)`` is the text that is shown.

    Returns
    -------
    Control

    Raises
    ------
    ValueError
        If there is no value, two look the same, or the one to start with is none of them.

    Examples
    --------
    >>> stops([1, 2, 4], value=2, show="{} bars".format).shown
    ('1 bars', '2 bars', '4 bars')
    """
    if not hasattr(values, "__len__") or isinstance(values, str | bytes | dict) or not len(values):
        raise ValueError(
            f"values must be a list of numbers; got {short_repr(values)}. Try [0, 1, 2]."
        )
    values = [of.item() if isinstance(of, np.generic) else of for of in values]
    return _control("stops", values, [str(show(of)) for of in values], value, label)


def _control(kind, values, shown, value, label):
    values, shown = tuple(values), tuple(shown)
    if len(set(shown)) < len(shown):
        twice = next(text for k, text in enumerate(shown) if text in shown[:k])
        raise ValueError(
            f"the values of a control must look different; got {twice!r} twice. Give them texts: "
            "a dict for choice, show= for stops."
        )
    control = Control(kind, values, shown, 0, str(label))
    return (
        control if value is None else Control(kind, values, shown, control.place(value), str(label))
    )


def _is_same(one, other):
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    try:
        return bool(np.isclose(one, other, rtol=1e-9, atol=0))
    except (TypeError, ValueError):
        return type(one) is type(other) and isinstance(one, str | tuple) and one == other
