"""The real data sets of Song 2007 and Sugiyama 2011, Table 1 of either, and Jenssen 2006.

A set comes from scikit-learn's own copy, else from a folder that DEPCLUSTER_DATA names, else
from its public source, which scikit-learn caches. No data is part of this package.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any, Literal

import numpy as np
from sklearn.preprocessing import StandardScaler

from ..._typing import Floats, Ints
from ..._validation import check_whole, generator_of, short_repr
from .local_files import FOLDER, local_file, read_table
from .newsgroups import document_counts, load_documents, principal_components, tf_idf

# Samples and classes of a draw.
_SIZES = {
    "digit": (5000, 10),
    "face": (100, 10),
    "document": (700, 7),
    "word": (300, 3),
    "accelerometry": (300, 3),
    "speech": (400, 2),
}

_UCI = "https://archive.ics.uci.edu/ml/machine-learning-databases/"


@dataclass(frozen=True)
class _Source:
    """Where a set is found, and what it must look like in the end."""

    file: str
    # An OpenML identifier, the address of a comma-separated file with the class in its last column,
    # or a function that returns X and y; None if the set takes preparing from its `origin`.
    public: int | str | Callable[..., Any] | None
    shape: tuple[int, int]
    classes: int
    last: int | None = None  # so many rows from the end are kept,
    first: int | None = None  # then so many classes from the first
    origin: str = ""


def _olivetti():
    """Faces with grey levels 0..255; scikit-learn has divided them by 255."""
    from sklearn.datasets import fetch_olivetti_faces  # slow to load, as below

    found = fetch_olivetti_faces()
    return np.rint(255 * found.data), found.target


_BUNDLED = ("iris", "wine")
_SOURCES = {
    "breast": _Source("breast_w", 15, (683, 9), 2),
    "soybean": _Source("soybean_small", _UCI + "soybean/soybean-small.data", (47, 21), 4),
    "vehicle": _Source("vehicle", 54, (846, 18), 4),
    "glass": _Source("glass", 41, (214, 9), 6),
    "segment": _Source("segment", 36, (2310, 18), 7),
    "usps": _Source("usps_9298", 41082, (2007, 256), 10, last=2007),
    "vowel": _Source("vowel", 307, (990, 10), 11),
    "digit": _Source("usps_9298", 41082, (9298, 256), 10),
    "face": _Source("olivetti_faces", _olivetti, (400, 4096), 40),
    "word": _Source(
        "senseval_interest_pca50",
        None,
        (1930, 50),
        3,
        origin="'interest' in NLTK's senseval corpus",
    ),
    "accelerometry": _Source("accel_hmp", None, (304, 5), 3, origin="the HMP set of UCI"),
    "speech": _Source(
        "speech_lsf_fsdd", None, (1000, 50), 2, origin="the free spoken digits, FSDD"
    ),
    "pendigits": _Source("pendigits_test_012", 32, (1091, 16), 3, last=3498, first=3),
}


def load_real(name: str) -> tuple[Floats, Ints]:
    """A real data set, as measured: neither centred nor scaled.

    Rows with a missing value and columns that never vary are left out, which gives the sizes
    of Song 2007, Table 1, except for the breast set: there the paper counts 669 x 10.

    Parameters
    ----------
    name : str
        One of those below.

    Returns
    -------
    X : ndarray of shape (m, d)
    y : ndarray of int of shape (m,)
        Classes 0..c-1.

    Raises
    ------
    ValueError
        For an unknown name, a DEPCLUSTER_DATA that is no folder, data that are not this set, or
        a file that is damaged or would take more than 256 MiB unpacked.
    OSError
        If the set is neither in the folder nor to be downloaded.

    Notes
    -----
    - Bundled with scikit-learn: "iris", "wine".
    - Song 2007: "breast" (the original Wisconsin set), "soybean" (the small one), "vehicle",
      "glass", "segment", "usps" (the test split), "vowel".
    - Sugiyama 2011: "digit" (all of USPS), "face" (Olivetti, grey levels 0..255), "document"
      (20 newsgroups, a draw of 100 texts of each of 7 groups, 50 principal components of
      tf-idf) and "word" (contexts of "interest" in three senses, 50 principal components).
      "accelerometry" and "speech" are analogues, not the paper's sets: the former are three
      movements (walking, climbing stairs, standing up) of the HMP set with the same five
      features, the latter line spectral frequencies of spoken digits of two speakers. For
      samples drawn as in the paper see `draw_real`.
    - Jenssen 2006: "pendigits" (0, 1 and 2 of the test split).

    The folder named by the environment variable DEPCLUSTER_DATA may hold breast_w.npz,
    soybean_small.npz, vehicle.npz, glass.npz, segment.npz, usps_9298.npz (also for "digit"),
    vowel.npz, olivetti_faces.npz, senseval_interest_pca50.npz, accel_hmp.npz,
    speech_lsf_fsdd.npz and pendigits_test_012.npz, each with the arrays X and y, and
    newsgroups_mini.npz (see `load_newsgroup_tree`). What is not there is downloaded
    once, from OpenML, UCI or by scikit-learn; "word", "accelerometry" and "speech" take
    preparing first, so they come from the folder alone.

    Examples
    --------
    >>> X, y = load_real("wine")
    >>> X.shape, int(y.max())
    ((178, 13), 2)
    """
    known = (*_BUNDLED, *_SOURCES, "document")
    if not isinstance(name, str) or name not in known:
        raise ValueError(f"name must be one of {', '.join(known)}; got {short_repr(name)}.")
    if name in _BUNDLED:
        return _bundled(name)
    if name == "document":
        return load_documents()
    source = _SOURCES[name]
    path = local_file(source.file)
    X, y = read_table(path) if path else _download(name, source)
    return _prepare(X, y, source, name, path or "the public source")


def _bundled(name):
    from sklearn.datasets import load_iris, load_wine

    return {"iris": load_iris, "wine": load_wine}[name](return_X_y=True)


def _download(name, source):
    if source.public is None:
        raise OSError(
            f"{name!r} cannot be downloaded ready for use. Set {FOLDER} to a folder with "
            f"{source.file}.npz, which holds arrays X {source.shape} and y with "
            f"{source.classes} classes, prepared from {source.origin}."
        )
    try:
        return _fetch(source)
    except (OSError, HTTPException) as error:
        raise OSError(
            f"{name!r} could not be downloaded ({error}). Either set {FOLDER} to a folder with "
            f"{source.file}.npz, which holds arrays X and y, or call this once with a network: "
            "the download is kept. The sets 'iris' and 'wine' need neither."
        ) from error


def _fetch(source):
    from sklearn.datasets import fetch_file, fetch_openml

    if callable(source.public):
        return source.public()
    if isinstance(source.public, str):
        table = np.loadtxt(fetch_file(source.public), delimiter=",", dtype=str)
        return table[:, :-1], table[:, -1]
    found = fetch_openml(data_id=source.public, as_frame=False, parser="liac-arff")
    measured = [k for k, column in enumerate(found.feature_names) if column not in found.categories]
    return found.data[:, measured], found.target


def _prepare(X, y, source, name, place):
    X, y = np.asarray(X, dtype=float), np.asarray(y)
    try:
        y = y.astype(float)
    except ValueError:
        y = y.astype(str)
    missing = np.isnan(X).any(axis=1) | (np.isnan(y) if y.dtype.kind == "f" else False)
    X, y = X[~missing], y[~missing]
    if not np.isfinite(X).all():
        raise ValueError(f"{name!r} must be finite; got infinity from {place}. Replace that file.")
    X = X[:, X.min(axis=0, initial=np.inf) < X.max(axis=0, initial=-np.inf)]
    classes, y = np.unique(y, return_inverse=True)
    if source.last:
        X, y = X[-source.last :], y[-source.last :]
    if source.first:
        X, y, classes = X[y < source.first], y[y < source.first], classes[: source.first]
    if X.shape != source.shape or len(classes) != source.classes:
        raise ValueError(
            f"{name!r} must have shape {source.shape} and {source.classes} classes; got {X.shape} "
            f"and {len(classes)} from {place}. Is it another set of that name?"
        )
    return X, y


def draw_real(
    name: Literal["digit", "face", "document", "word", "accelerometry", "speech"],
    *,
    imbalance: int = 1,
    random_state: int = 0,
) -> tuple[Floats, Ints]:
    """Draw from a real set as Sugiyama et al. (2011) do, for Tables 1 and 2.

    Each class gives the same number of samples, or the first one `imbalance` times as many as
    the others. The columns are then centred and brought to variance 1; one that is constant
    becomes 0.

    Parameters
    ----------
    name : {"digit", "face", "document", "word", "accelerometry", "speech"}
        See `load_real`. Of the faces ten persons are drawn, with all their images. Documents
        are drawn from the texts, weighted by tf-idf among all texts, and then reduced to the
        50 principal components of the draw, as in the paper.
    imbalance : int, default=1
        The m of Table 2.
    random_state : int, default=0

    Returns
    -------
    X : ndarray of shape (n, d)
    y : ndarray of int of shape (n,)
        Classes 0..c-1, in this order.

    Raises
    ------
    ValueError
        For an unknown name or an imbalance that is no positive integer, and as `load_real`.
    OSError
        If the set is not at hand.

    Notes
    -----
    n is 5000, 100, 700, 300, 300 and 400, as in the paper, unless the first class has fewer
    samples than it should give; then all classes shrink with it. That happens to the
    accelerometry analogue for every imbalance above 1.

    The words have been reduced to 50 principal components of all contexts at once; the paper
    takes the components of each draw.
    """
    if not isinstance(name, str) or name not in _SIZES:
        raise ValueError(f"name must be one of {', '.join(_SIZES)}; got {short_repr(name)}.")
    imbalance = min(check_whole(imbalance, "imbalance"), 10**9)  # any that large leaves nothing
    rng = generator_of(random_state)
    X, y = document_counts() if name == "document" else load_real(name)
    rows, labels = _rows(y, *_SIZES[name], imbalance, rng)
    X = principal_components(tf_idf(X)[rows]) if name == "document" else X[rows]
    return StandardScaler().fit_transform(X), labels


def _rows(y, n, c, imbalance, rng):
    """Rows drawn, class by class, and their classes numbered anew."""
    if y.max() + 1 < c:
        raise ValueError(f"name: {c} classes are drawn from; the set at hand has {y.max() + 1}.")
    among = np.arange(c) if y.max() + 1 == c else rng.choice(y.max() + 1, c, replace=False)
    own = [np.flatnonzero(y == k) for k in among]
    others = round(n / (imbalance + c - 1))
    first = n - (c - 1) * others
    if first > len(own[0]):
        first = len(own[0])
        others = first // imbalance
    if others < 1:
        raise ValueError(
            f"imbalance must leave a sample to each class; got {short_repr(imbalance)}."
        )
    sizes = [first] + (c - 1) * [others]
    short = [k for k, rows in enumerate(own) if len(rows) < sizes[k]]
    if short:
        raise ValueError(
            f"imbalance {imbalance} asks for {others} samples of every class; class {short[0]} has "
            f"{len(own[short[0]])}."
        )
    drawn = [rng.choice(rows, size, replace=False) for rows, size in zip(own, sizes, strict=True)]
    return np.concatenate(drawn), np.repeat(np.arange(c), sizes)
