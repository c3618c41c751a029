"""Results as tables of pandas, which the package does without elsewhere."""

from __future__ import annotations


def frame(columns, by):
    """A DataFrame.

    Parameters
    ----------
    columns : dict of str to sequence
    by : list of str
        The columns that say which row is which; they become the index.

    Returns
    -------
    pandas.DataFrame

    Raises
    ------
    ImportError
        If pandas is not installed.
    """
    try:
        import pandas as pd
    except ImportError as error:
        raise ImportError(
            'A DataFrame needs pandas. Install it with pip install "depcluster[lab]".'
        ) from error
    return pd.DataFrame(columns).set_index(by)
