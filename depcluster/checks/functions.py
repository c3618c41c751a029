"""Functions that users give: what goes wrong in them is told with the parameter's name."""

from __future__ import annotations


def call_given(function, name, *args, **kwargs):
    """What a user's function returns.

    Parameters
    ----------
    function : callable
    name : str
        The parameter it was given for.
    *args, **kwargs
        What it is called with.

    Returns
    -------
    object

    Raises
    ------
    ValueError
        If it raises an error; that one is the cause.
    """
    try:
        return function(*args, **kwargs)
    except Exception as error:
        raise ValueError(
            f"{name} must be a function of {len(args)} arguments; calling it "
            f"raised {type(error).__name__}: {error}."
        ) from error
