"""The controls of `interactive_figure`: one of a few options, or of a few places on a slider."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ..._validation import short_repr


class Control:
    """A control with finitely many `values`; `shown` has the text for each, `start` is a place."""

    kind = ""  # as the page calls it

    def __init__(self, values: Sequence[Any], shown: Sequence[str], value: Any, label: str) -> None:
        self.values, self.shown, self.label, self.start = tuple(values), tuple(shown), label, 0
        if len(set(self.shown)) < len(self.shown):
            twice = next(text for k, text in enumerate(self.shown) if text in self.shown[:k])
            raise ValueError(
                "the values of a control must look different; got "
                f"{short_repr(twice)} twice. Give them "
                "texts: a dict for Dropdown, show= for SelectionSlider."
            )
        if value is not None:
            self.start = self.place(value)

    def place(self, value: Any, name: str = "value") -> int:
        """Which of the values one is, counted from 0; `name` is what an error calls it."""
        for k, of in enumerate(self.values):
            if of is value or _is_same(of, value):
                return k
        raise ValueError(f"{name} must be one of {', '.join(self.shown)}; got {short_repr(value)}.")


class Dropdown(Control):
    """One of a few options: a row of buttons, or a menu when they are many.

    Parameters
    ----------
    options : list, or dict of str to object
        The values; a dict has the text that is shown before each.
    value : object, optional
        The one to start with; by default the first.
    label : str, optional
        By default the name of the parameter.

    Raises
    ------
    ValueError
        If there are no options, two look the same, or the value is none of them.

    Examples
    --------
    >>> Dropdown({"yes": True, "no": False}).shown
    ('yes', 'no')
    """

    kind = "dropdown"

    def __init__(
        self, options: Sequence[Any] | Mapping[str, Any], value: object = None, label: str = ""
    ) -> None:
        if not isinstance(options, dict | list | tuple | range) or not len(options):
            raise ValueError(
                "options must be a list of values, or a dict of values by the text that is shown; "
                f"got {short_repr(options)}. Try Dropdown(['ring', 'chain'])."
            )
        values = options.values() if isinstance(options, dict) else options
        super().__init__(values, map(str, options), value, str(label))


class SelectionSlider(Control):
    """A slider with a few places to stop at.

    Parameters
    ----------
    values : sequence of float
    value : float, optional
        The one to start with; by default the first.
    label : str, optional
        By default the name of the parameter.
    show : callable, default="{:g}".format
        ``show(value)`` is the text that is shown.

    Raises
    ------
    ValueError
        If there is no value, two look the same, or the one to start with is none of them.

    Examples
    --------
    >>> SelectionSlider([1, 2, 4], value=2, show="{} bars".format).shown
    ('1 bars', '2 bars', '4 bars')
    """

    kind = "slider"

    def __init__(
        self,
        values: Sequence[float],
        value: float | None = None,
        label: str = "",
        show: Callable[..., Any] = "{:g}".format,
    ) -> None:
        unusable = not hasattr(values, "__len__") or isinstance(values, str | bytes | dict)
        if unusable or not len(values):
            raise ValueError(
                f"values must be a list of numbers; got {short_repr(values)}. Try [0, 1, 2]."
            )
        values = [of.item() if isinstance(of, np.generic) else of for of in values]
        super().__init__(values, [str(show(of)) for of in values], value, str(label))


def _is_same(one, other):
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    try:
        return bool(np.isclose(one, other, rtol=1e-9, atol=0))
    except (TypeError, ValueError):
        return type(one) is type(other) and isinstance(one, str | tuple) and one == other
