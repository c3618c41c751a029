"""Explorers that follow a pad: their samples change while one draws."""

from __future__ import annotations

import numpy as np
import traitlets
from scipy.sparse import csr_array, issparse
from sklearn.exceptions import NotFittedError

from ...checks.numbers import is_whole
from ...checks.samples import check_samples
from ...checks.told import told
from ..base.sheet import empty_still
from ..data_pad.widget import DataPad
from .described import axis_names, feature_names_of, sample_names_of
from .explorer import Explorer
from .samples import check_reach, drawn_rows, drawn_words, rows_text

LEAST = 3
MAX_CLUSTERS = 10


class on_screen(property):
    """A property of what is on screen; where a pad holds too little for that, it says so."""

    def __get__(self, explorer, owner=None):
        if explorer is not None and explorer._waiting:
            raise NotFittedError(f"{type(explorer).__name__} shows nothing: {explorer._waiting}")
        return super().__get__(explorer, owner)


class Following(Explorer):
    """An explorer of samples that stand fast, or of a pad that it follows.

    A subclass names in ``_held`` what :meth:`_hold` and :meth:`_adapt` set, and gives both, with
    :meth:`_data`, :meth:`_told`, :meth:`_pictured`, ``n_clusters``, and what `Explorer` asks for.
    Its constructor calls :meth:`_open`, the constructor of its base with the traits that gives,
    and :meth:`_begin`; :meth:`_settle_at_first` says how much of the work behind the first answer
    waits for. What shows an answer is a :class:`on_screen` property.

    While the pad holds too few points the page shows one sentence in place of the explorer, and
    so do summary and still. A change of the pad is answered at once, within the message that
    brought it; the page sends the next one when that is done, so nothing piles up.

    Of more than ``_most`` samples so many are drawn, the same every time; status line, summary
    and line of Python say so, and ``rows_`` which they are.
    """

    _most = 1500
    _takes_sparse = False
    _samples_word = "points"
    _n_given = 0
    _rows_on_screen = None
    _held = ()
    _widest = 2, MAX_CLUSTERS
    _pad = None
    _observes_pad = False
    _answered_rows = None

    _axes = traitlets.List().tag(sync=True)
    _names = traitlets.List().tag(sync=True)
    _follows = traitlets.Bool(False).tag(sync=True)
    _waiting = traitlets.Unicode("").tag(sync=True)

    def close(self):
        """Stop following and what runs in the background, and close the widget."""
        if self._observes_pad:
            self._pad.unobserve(self._on_pad, "_rows")
            self._observes_pad = False
        super().close()

    def summary(self):
        """One line that says what is shown, or what is waited for."""
        if self._waiting:
            return f"{type(self).__name__}: {self._waiting}"
        return "; ".join(filter(None, [self._told(), self._drawn_words]))

    def still(self):
        """Draw the current state as a matplotlib Figure."""
        return empty_still(self._waiting) if self._waiting else self._pictured()

    def _told(self):
        """The summary of what is on screen."""
        raise NotImplementedError

    def _pictured(self):
        """The still of what is on screen."""
        raise NotImplementedError

    def _hold(self, X, y):
        """Keep samples of shape (m, d), and their classes or None, for `_follow` to answer."""
        raise NotImplementedError

    def _adapt(self, held):
        """Let controls fit other samples than those of `held`, the attributes before."""

    def _settle_at_first(self):
        """Do at once what the first answer to samples that are there from the start waits for."""

    def _data(self):
        """Traits of the samples held."""
        raise NotImplementedError

    def _source(self, X, y=None, feature_names=None):
        """Samples and classes of an array, a data frame or a pad, which is remembered."""
        if not isinstance(X, DataPad):
            given, (X, y) = X, self._few(X, y)
            self._axes = axis_names(feature_names_of(given, feature_names), X.shape[1])
            self._names = sample_names_of(given, self._rows_on_screen)
            return X, y
        self._axes = axis_names(feature_names_of(X, feature_names), 2)
        if y is not None:
            raise ValueError("y must be left out with a pad, which has classes of its own.")
        self._pad = X
        return self._drawn()

    @property
    def _name_of_X(self):
        """What a line of Python calls the samples."""
        return "pad.X" if self._pad else f"X{rows_text(self._n_given, self._most)}"

    @property
    def _drawn_words(self):
        """What the page says of samples that are not all on screen."""
        return drawn_words(self._n_given, self._most, self._samples_word)

    @on_screen
    def rows_(self):
        """Rows of the samples given that are on screen, ascending."""
        return self._rows_on_screen.copy()

    def _few(self, X, y):
        """Samples and classes of an array, a part of them where they are many."""
        X = csr_array(X) if self._takes_sparse and issparse(X) else check_samples(X, LEAST)
        y, self._n_given = self._checked_classes(y, X.shape[0]), X.shape[0]
        self._rows_on_screen = rows = drawn_rows(self._n_given, self._most)
        if len(rows) < self._n_given:
            X, y = X[rows], None if y is None else y[rows]
        X = check_samples(X.toarray(), LEAST) if issparse(X) else X
        check_reach(X)
        return X, y

    @staticmethod
    def _checked_classes(y, m):
        """Classes of m samples as an array, or None."""
        return y

    def _drawn(self):
        """Points of the pad and their classes, None where they are all of one."""
        y = self._pad.y
        return self._pad.X, y if len(np.unique(y)) > 1 else None

    def _open(self, X, y, n_clusters):
        """Traits to begin with: those of the samples, or of the wait for some."""
        if self._pad is None:
            self._hold(X, y)
            return self._data()
        waiting = too_few(X, n_clusters)
        if waiting:
            return {"_follows": True, "_waiting": waiting}
        self._rows_on_screen = np.arange(len(X))
        self._hold(X, y)
        self._answered_rows = self._pad._rows
        return {"_follows": True, **self._data()}

    def _limits_at_first(self, X):
        """The least and the largest number of clusters; a pad may yet get its points."""
        return self._range_of(X) if self._pad is None else self._widest

    @staticmethod
    def _range_of(X):
        """The least and the largest number of clusters of some samples."""
        return cluster_limits(X)

    def _begin(self):
        """Give the first answer, if there are samples, and observe controls and pad."""
        if not self._waiting:
            self._answer_question(self._question())
            self._settle_at_first()
            self._rest()
        self.observe(self._on_controls, [*self._controls, "_request"])
        if self._pad is not None:
            self._pad.observe(self._on_pad, "_rows")
            self._observes_pad = True

    def _on_pad(self, change=None):
        X, y = self._drawn()
        self._interrupt()
        waiting = too_few(X, self.n_clusters)
        if waiting:
            self._answered_rows, self._waiting = None, waiting
            self._renumber()
            return
        held = {name: getattr(self, name) for name in ("_rows_on_screen", *self._held)}
        self._answering = True
        try:
            with self.hold_sync():
                self._answer_pad(X, y, held)
        finally:
            self._answering = False

    def _answer_pad(self, X, y, held):
        """Answer for other samples, or put back what was held and say what is wrong with them."""
        try:
            self._rows_on_screen = np.arange(len(X))
            self._hold(X, y)
            self._adapt(held)
            self._answer_question(self._question())
        except ValueError as error:
            self._set(held)
            self._answered_rows = None
            self._waiting = "" if self.answer else str(error)
            if self.answer:
                self._refuse(error)
            return
        self._set(self._data())
        self._answered_rows, self._waiting = self._pad._rows, ""
        self._rest()

    def _put(self, **answer):
        """The status line tells first that not all samples are on screen."""
        foot = "; ".join(filter(None, [self._drawn_words, answer["foot"]]))
        super()._put(**{**answer, "foot": foot})

    def _answer_controls(self):
        """A control may make a pad's points suffice that did not before."""
        if self._pad is None or self._answered_rows == self._pad._rows:
            super()._answer_controls()
        else:
            self._on_pad()


def too_few(X, n_clusters):
    """What to draw before there can be so many clusters; nothing if the points suffice.

    Parameters
    ----------
    X : ndarray of shape (m, 2)
    n_clusters : int

    Returns
    -------
    str

    Examples
    --------
    >>> too_few(np.zeros((5, 2)), 3)
    'Draw at least 4 different points on the pad, for 3 clusters. It has 1 so far.'
    >>> too_few(np.eye(2), 2)
    'Draw at least 3 points on the pad, for 2 clusters. It has 2 so far.'
    """
    m, least = len(np.unique(X, axis=0)), max(LEAST, n_clusters + 1)
    if m >= least:
        return ""
    different = "different " if m < len(X) else ""
    so_far = f" It has {m} so far." if m else ""
    return f"Draw at least {least} {different}points on the pad, for {n_clusters} clusters.{so_far}"


def check_clusters(number, low, high, name="n_clusters", *, of=" for these data"):
    """Raise a ValueError unless a number of clusters is a whole one that an explorer offers.

    Parameters
    ----------
    number : int
    low, high : int
        Both allowed.
    name : str, default="n_clusters"
        What the error calls it.
    of : str
        Of what the bounds are, for the error.
    """
    if not is_whole(number) or not low <= number <= high:
        kind = "" if is_whole(number) else "an integer "
        raise ValueError(f"{name} must be {kind}from {low} to {high}{of}; got {told(number)}.")


def cluster_limits(X):
    """The least and the largest number of clusters an explorer offers for some samples."""
    return 2, min(MAX_CLUSTERS, len(X) - 1)
