"""The real data sets of Song 2007, Table 1.

A set comes from scikit-learn's own copy, else from a folder that DEPCLUSTER_DATA names, else
from its public source, which scikit-learn caches. No data is part of this package.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path

import numpy as np
from sklearn.datasets import fetch_file, fetch_openml, load_iris, load_wine

_FOLDER = "DEPCLUSTER_DATA"
_UCI = "https://archive.ics.uci.edu/ml/machine-learning-databases/"


@dataclass(frozen=True)
class _Source:
    """Where a set is found, and what it must look like in the end.

    A number as `public` is an OpenML identifier, a text the address of a comma-separated file
    with the class in its last column.
    """

    file: str
    public: int | str
    shape: tuple[int, int]
    classes: int
    last: int | None = None


_BUNDLED = {"iris": load_iris, "wine": load_wine}
_SOURCES = {
    "breast": _Source("breast_w", 15, (683, 9), 2),
    "soybean": _Source("soybean_small", _UCI + "soybean/soybean-small.data", (47, 21), 4),
    "vehicle": _Source("vehicle", 54, (846, 18), 4),
    "glass": _Source("glass", 41, (214, 9), 6),
    "segment": _Source("segment", 36, (2310, 18), 7),
    "usps": _Source("usps_9298", 41082, (2007, 256), 10, last=2007),
    "vowel": _Source("vowel", 307, (990, 10), 11),
}


def load_real(name):
    """A real data set, as measured: neither centred nor scaled.

    Rows with a missing value and columns that never vary are left out, which gives the sizes
    of Song 2007, Table 1, except for the breast set: there the paper counts 669 x 10.

    Parameters
    ----------
    name : str
        "breast" (the original Wisconsin set), "iris", "wine", "soybean" (the small one),
        "vehicle", "glass", "segment", "usps" (the test split) or "vowel". Iris and wine come
        with scikit-learn. For the others the folder named by the environment variable
        DEPCLUSTER_DATA may hold breast_w.npz, soybean_small.npz, vehicle.npz, glass.npz,
        segment.npz, usps_9298.npz and vowel.npz, each with the arrays X and y; what is not
        there is downloaded once, from OpenML or UCI.

    Returns
    -------
    X : ndarray of shape (m, d)
    y : ndarray of int of shape (m,)
        Classes 0..c-1.

    Raises
    ------
    ValueError
        For an unknown name, a DEPCLUSTER_DATA that is no folder, or data that are not this set.
    OSError
        If the set is neither in the folder nor to be downloaded.

    Examples
    --------
    >>> X, y = load_real("wine")
    >>> X.shape, int(y.max())
    ((178, 13), 2)
    """
    if name in _BUNDLED:
        return _BUNDLED[name](return_X_y=True)
    if name not in _SOURCES:
        known = ", ".join([*_BUNDLED, *_SOURCES])
        raise ValueError(f"name must be one of {known}; got {name!r}.")
    source = _SOURCES[name]
    path = _local_file(source)
    if path:
        with np.load(path) as file:
            X, y = file["X"], file["y"]
    else:
        X, y = _download(name, source)
    return _prepare(X, y, source, name, path or "the public source")


def _local_file(source):
    """The set's file in the folder DEPCLUSTER_DATA, or None."""
    folder = os.environ.get(_FOLDER)
    if not folder:
        return None
    if not Path(folder).is_dir():
        raise ValueError(f"{_FOLDER} must name a folder; got {folder!r}. Correct or unset it.")
    path = Path(folder) / f"{source.file}.npz"
    return path if path.exists() else None


def _download(name, source):
    try:
        if isinstance(source.public, str):
            table = np.loadtxt(fetch_file(source.public), delimiter=",", dtype=str)
            return table[:, :-1], table[:, -1]
        found = fetch_openml(data_id=source.public, as_frame=False, parser="liac-arff")
    except (OSError, HTTPException) as error:
        raise OSError(
            f"{name!r} could not be downloaded ({error}). Either set {_FOLDER} to a folder with "
            f"{source.file}.npz, which holds arrays X and y, or call this once with a network: "
            "the download is kept. The sets 'iris' and 'wine' need neither."
        ) from error
    measured = [k for k, column in enumerate(found.feature_names) if column not in found.categories]
    return found.data[:, measured], found.target


def _prepare(X, y, source, name, place):
    X = np.asarray(X, dtype=float)
    complete = ~np.isnan(X).any(axis=1)
    X, y = X[complete], np.asarray(y)[complete]
    X = X[:, np.ptp(X, axis=0) > 0]
    try:
        y = y.astype(float)
    except ValueError:
        y = y.astype(str)
    classes, y = np.unique(y, return_inverse=True)
    if source.last:
        X, y = X[-source.last :], y[-source.last :]
    if X.shape != source.shape or len(classes) != source.classes:
        raise ValueError(
            f"{name!r} must have shape {source.shape} and {source.classes} classes; got {X.shape} "
            f"and {len(classes)} from {place}. Is it another set of that name?"
        )
    return X, y
