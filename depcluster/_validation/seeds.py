"""Seeds: where random numbers begin."""

from __future__ import annotations

import numpy as np

from .messages import short_repr
from .numbers import is_whole


def generator_of(random_state):
    """The random numbers behind a ``random_state`` parameter.

    Parameters
    ----------
    random_state : int, Generator or None

    Returns
    -------
    numpy.random.Generator

    Raises
    ------
    ValueError
    """
    seed = is_whole(random_state) and random_state >= 0
    if not (seed or random_state is None or isinstance(random_state, np.random.Generator)):
        raise ValueError(
            "random_state must be None, an integer of at least 0 or a numpy Generator; got "
            f"{short_repr(random_state)}."
        )
    return np.random.default_rng(random_state)
