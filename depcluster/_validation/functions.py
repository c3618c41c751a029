"""Functions that users give: what goes wrong in them is told with the parameter's name."""

from __future__ import annotations


def call_given(function, name, *args, what=None, hint=""):
    """What a user's function returns.

    Parameters
    ----------
    function : callable
    name : str
        The parameter it was given for.
    *args
        What it is called with.
    what : str, optional
        What it must be, for the error; a function of so many arguments when left out.
    hint : str, optional
        What to try, for the error.

    Returns
    -------
    object

    Raises
    ------
    ValueError
        If it raises an error; that one is the cause.
    """
    try:
        return function(*args)
    except Exception as error:
        what = what or f"a function of {len(args)} arguments"
        raised = f"{type(error).__name__}: {_first_line(error)}"
        raise ValueError(
            f"{name} must be {what}; calling it raised {raised}. {hint}".rstrip()
        ) from error


def _first_line(error):
    lines = str(error).splitlines()
    return lines[0].rstrip(".:") if lines else "no message"
