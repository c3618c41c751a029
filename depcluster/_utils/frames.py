"""Results as tables of pandas, which only this and files of one's own need."""

from __future__ import annotations


def frame(columns, by):
    """A DataFrame of columns by name; those called in ``by`` become the index."""
    try:
        import pandas as pd
    except ImportError as error:
        raise ImportError(
            'A DataFrame needs pandas. Install it with pip install "depcluster[lab]".'
        ) from error
    return pd.DataFrame(columns).set_index(by)
