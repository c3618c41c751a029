"""Thumbnails: what explorers show of single samples, as pictures, texts, or their numbers."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np
from scipy.sparse import csr_array
from sklearn.feature_extraction.text import CountVectorizer

from ..._validation import as_array, is_number, short_repr

SIDE = 64
BYTES = 8_000_000  # small enough to send
_LONGEST = 160
_NUMBERS = 4


@dataclass(frozen=True)
class Thumbnails:
    """Samples as they are shown, by kind.

    Attributes
    ----------
    kind : {"images", "texts", "numbers"}
    images : ndarray of uint8 of shape (m, h, w, 1 or 3) or None
        Small enough to send.
    texts : tuple of str
        Beginnings of the texts, their titles, or the first numbers of each row.
    counts : sparse array of shape (m, d) or None
        How often each text holds each word of ``vocabulary``.
    vocabulary : ndarray of str of shape (d,) or None
    """

    kind: str
    images: np.ndarray | None = None
    texts: tuple[Any, ...] = ()
    counts: object = None
    vocabulary: object = None

    def about(self, classes):
        """What the page knows from the start.

        Parameters
        ----------
        classes : Classes or None

        Returns
        -------
        dict
        """
        return {
            "kind": self.kind,
            "shape": [] if self.images is None else list(self.images.shape),
            "texts": list(self.texts),
            "classes": [] if classes is None else classes.codes.tolist(),
            "names": [] if classes is None else list(classes.names),
            "named": classes is not None and classes.words,
            "families": None if classes is None else classes.families(),
            "entropy": None if classes is None else classes.entropy,
            **self._counted(),
        }

    def _counted(self):
        """How often each text holds each word, for the page to find the words of clusters."""
        if self.counts is None:
            return {"vocabulary": [], "counts": None}
        counts = csr_array(self.counts)
        parts = {"starts": counts.indptr, "columns": counts.indices, "values": counts.data}
        kinds = {"starts": np.int32, "columns": np.int32, "values": np.float32}
        return {
            "vocabulary": list(map(str, self.vocabulary)),
            "counts": {name: part.astype(kinds[name]).tobytes() for name, part in parts.items()},
        }


def part_of(thumbnails, rows, m):
    """The thumbnails of some of m samples, in the form they are given in.

    Parameters
    ----------
    thumbnails : object
        As `as_thumbnails` takes them.
    rows : ndarray of int of shape (k,)
        Ascending.
    m : int

    Returns
    -------
    object

    Raises
    ------
    ValueError
        If there is not one thumbnail a sample.
    """
    listed = getattr(thumbnails, "titles", thumbnails)
    sized = isinstance(listed, (list, tuple)) or getattr(listed, "ndim", 0)
    if len(rows) == m or not sized:  # what has no size is refused when it is to be shown
        return thumbnails
    _check_length(listed, m)
    if hasattr(thumbnails, "counts"):
        counts = csr_array(thumbnails.counts)[rows]
        titles = [thumbnails.titles[i] for i in rows]
        return SimpleNamespace(counts=counts, titles=titles, words=thumbnails.words)
    if hasattr(thumbnails, "shape"):
        return np.asarray(thumbnails)[rows]
    return [thumbnails[i] for i in rows]


def as_thumbnails(thumbnails, X):
    """Thumbnails from what a user gives as such.

    Parameters
    ----------
    thumbnails : None, array of shape (m, h, w) or (m, h, w, 3), list of m str, or a corpus
        A corpus has ``counts``, ``words`` and ``titles``, as those of `depcluster.datasets`.
    X : ndarray of shape (m, d)

    Returns
    -------
    Thumbnails

    Raises
    ------
    ValueError
        If there is not one thumbnail a sample, or they are neither pictures nor texts.
    """
    m = len(X)
    if thumbnails is None:
        return Thumbnails("numbers", texts=tuple(_row(x) for x in X))
    if hasattr(thumbnails, "counts"):
        titles = tuple(map(str, thumbnails.titles))
        _check_length(titles, m)
        return Thumbnails("texts", None, titles, thumbnails.counts, thumbnails.words)
    try:
        if all(isinstance(text, str) for text in thumbnails):
            _check_length(thumbnails, m)
            return _texts(list(thumbnails))
        given = as_array(thumbnails, "thumbnails", "pictures or texts, one a sample")
    except TypeError:
        given = np.array(None)
    if given.dtype.kind not in "buif" or given.ndim < 3 or given.shape[3:] not in ((), (3,)):
        hint = "For rows of pixels give X.reshape(m, h, w)."
        if is_number(thumbnails):
            hint = f"For a number of clusters write n_clusters={short_repr(thumbnails)}."
        raise ValueError(
            "thumbnails must be images of shape (m, h, w) or (m, h, w, 3), a list of m texts, or a "
            f"corpus; got {short_repr(thumbnails)}. {hint}"
        )
    _check_length(given, m)
    return Thumbnails("images", _small(_bytes(given)))


def _check_length(given, m):
    if len(given) != m:
        raise ValueError(
            f"thumbnails must be one a sample, {m}; got {len(given)}. Select the same rows as in X."
        )


def _texts(texts):
    counter = CountVectorizer(stop_words="english", token_pattern=r"(?u)\b[^\W\d_]{2,}\b")
    try:
        counts = counter.fit_transform(texts)
    except ValueError:
        raise ValueError(
            "thumbnails must hold words to show at the leaves; these texts have none but common "
            "ones. Give other texts, or leave thumbnails out."
        ) from None
    shown = tuple(_shortened(" ".join(text.split()), _LONGEST) for text in texts)
    return Thumbnails("texts", None, shown, counts, counter.get_feature_names_out())


def _shortened(text, most):
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _row(x):
    text = ", ".join(f"{v:.3g}" for v in x[:_NUMBERS]).replace("-", "\u2212")
    return f"({text}, …)" if len(x) > _NUMBERS else f"({text})"


def _bytes(images):
    """Grey levels 0..255: bytes as they are, 0..1 scaled, others from smallest to largest."""
    if not np.isfinite(images).all():
        raise ValueError("thumbnails must hold finite grey levels; got NaN or infinity.")
    if images.dtype != np.uint8:
        low, high = float(images.min()), float(images.max())
        if low < 0 or high > 1:
            images = (images - low) / ((high - low) or 1.0)
        images = np.round(255 * images).astype(np.uint8)
    return images.reshape(*images.shape[:3], -1)


def _small(images):
    """Averaged over blocks until the larger side is at most SIDE and all fit in BYTES."""
    m, h, w, channels = images.shape
    room = np.sqrt(BYTES / (m * channels))
    block = max(1, int(np.ceil(max(h, w) / min(SIDE, max(room, 1)))))
    if block == 1:
        return images
    rows, columns = -(-h // block), -(-w // block)
    pad = ((0, 0), (0, rows * block - h), (0, columns * block - w), (0, 0))
    blocks = np.pad(images, pad, mode="edge").reshape(m, rows, block, columns, block, channels)
    return np.round(blocks.mean(axis=(2, 4))).astype(np.uint8)
