"""Draws from the real sets of Sugiyama 2011, section 4.3.2: so many of each class, standardised."""

from __future__ import annotations

import numpy as np
from sklearn.preprocessing import StandardScaler

from .documents import document_counts, principal_components, tf_idf
from .real import load_real

# Samples and classes of a draw.
_SIZES = {
    "digit": (5000, 10),
    "face": (100, 10),
    "document": (700, 7),
    "word": (300, 3),
    "accelerometry": (300, 3),
    "speech": (400, 2),
}


def draw_real(name, *, imbalance=1, random_state=0):
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
    if name not in _SIZES:
        raise ValueError(f"name must be one of {', '.join(_SIZES)}; got {name!r}.")
    if not isinstance(imbalance, (int, np.integer)) or imbalance < 1:
        raise ValueError(f"imbalance must be an integer of at least 1; got {imbalance!r}.")
    rng = np.random.default_rng(random_state)
    X, y = document_counts() if name == "document" else load_real(name)
    rows, labels = _rows(y, *_SIZES[name], imbalance, rng)
    X = principal_components(tf_idf(X)[rows]) if name == "document" else X[rows]
    return StandardScaler().fit_transform(X), labels


def _rows(y, n, c, imbalance, rng):
    """Rows drawn, class by class, and their classes numbered anew."""
    among = np.arange(c) if y.max() + 1 == c else rng.choice(y.max() + 1, c, replace=False)
    own = [np.flatnonzero(y == k) for k in among]
    others = round(n / (imbalance + c - 1))
    first = n - (c - 1) * others
    if first > len(own[0]):
        first = len(own[0])
        others = first // imbalance
    sizes = [first] + (c - 1) * [others]
    short = [k for k, rows in enumerate(own) if len(rows) < sizes[k]]
    if short:
        raise ValueError(
            f"imbalance {imbalance} asks for {others} samples of every class; class {short[0]} has "
            f"{len(own[short[0]])}."
        )
    drawn = [rng.choice(rows, size, replace=False) for rows, size in zip(own, sizes, strict=True)]
    return np.concatenate(drawn), np.repeat(np.arange(c), sizes)
