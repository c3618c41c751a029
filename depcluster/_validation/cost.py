"""Cost: what a call would take, said before it is spent."""

from __future__ import annotations

from .messages import warn

MOST_BYTES = 4 * 2**30
LONG = 10.0


def check_memory(n_bytes, what, hint):
    """Refuse work that would take more than 4 GiB for one table of its own.

    Parameters
    ----------
    n_bytes : float
    what : str
        The parameter and its table, "labels: a table of 3000 x 3000 x 9 numbers".
    hint : str
        What to try.

    Raises
    ------
    ValueError
    """
    if n_bytes > MOST_BYTES:
        raise ValueError(
            f"{what} would take {n_bytes / 2**30:.1f} GiB, and at most {MOST_BYTES / 2**30:.0f} "
            f"GiB are allowed. {hint}"
        )


def warn_if_long(seconds, what, hint):
    """Warn before work that takes longer than anybody expects, above 10 seconds.

    Parameters
    ----------
    seconds : float
        An estimate; a factor of two either way is good enough.
    what : str
        What takes so long, with the size that makes it so.
    hint : str
        What to try.
    """
    if seconds > LONG:
        about = f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"
        warn(f"{what} takes about {about}. {hint}")
