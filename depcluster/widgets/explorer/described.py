"""What samples and their features are called, as far as they bring names."""

from __future__ import annotations

import numpy as np

from ..._validation import short_repr

COMPONENTS = ["first principal component", "second principal component"]


def feature_names_of(X, feature_names=None):
    """Names of the features, from the user or from a data frame's columns.

    Parameters
    ----------
    X : array-like, DataFrame or pad of d features
    feature_names : sequence of d str, optional

    Returns
    -------
    list of str
        Empty where there are none.

    Raises
    ------
    ValueError
        If they are not one text a feature.
    """
    if feature_names is None:
        columns = getattr(X, "columns", ())
        return list(columns) if all(isinstance(name, str) for name in columns) else []
    held = getattr(feature_names, "tolist", lambda: feature_names)()
    names = list(held) if isinstance(held, list | tuple) else None
    d = np.shape(X)[1] if np.ndim(X) == 2 else 2
    if names is None or len(names) != d or not all(isinstance(name, str) for name in names):
        raise ValueError(
            f"feature_names must be a list of one text a feature, {d} here; got "
            f"{short_repr(feature_names)}."
        )
    return names


def sample_names_of(X, rows):
    """Names of some of the samples: a data frame's index where it holds texts, else none."""
    index = getattr(X, "index", None)
    if callable(index) or index is None or not all(isinstance(name, str) for name in index):
        return []
    return [index[i] for i in rows]


def axis_names(names, d):
    """What the two axes of a picture of samples with d features are called; [] if unknown.

    Parameters
    ----------
    names : list of str
        Of the features.
    d : int

    Examples
    --------
    >>> axis_names(["length", "width"], 2), axis_names(["age"], 1), axis_names([], 2)
    (['length', 'width'], ['age', ''], [])
    >>> axis_names(["length", "width", "age"], 3)[0]
    'first principal component'
    """
    if not names:
        return []
    return COMPONENTS if d > 2 else [*names, ""][:2]
