"""Explorers that follow a source, a pad or a file: their samples change while they stand."""

from __future__ import annotations

import numpy as np
import traitlets
from scipy.sparse import csr_array, issparse
from sklearn.exceptions import NotFittedError

from ..._validation import check_samples, is_whole, short_repr
from ...labels.nearest import nearest
from ..base.sheet import empty_still
from ..base.source import LEAST, Source
from ..base.widget import ONE_AT_A_TIME
from .described import axis_names, feature_names_of, sample_names_of
from .explorer import Explorer
from .samples import check_reach, drawn_rows, drawn_words, rows_text

MAX_CLUSTERS = 10
# What `Following._named` sends, of samples without names.
NAMELESS = {"_axes": [], "_names": [], "_row_numbers": []}
_HELD = ("_rows_on_screen", "_places", "_n_given", "_n_features", "_feature_names")
_HELD += ("_sample_names", "_numbers")


class on_screen(property):
    """A property of what is on screen; where a source holds too little, it says so."""

    def __get__(self, explorer, owner=None):
        with ONE_AT_A_TIME:  # an answer is read whole
            if explorer is not None and explorer._waiting:
                name = type(explorer).__name__
                raise NotFittedError(f"{name} shows nothing: {explorer._waiting}")
            return super().__get__(explorer, owner)


class answered(on_screen):
    """A property of the answer on screen: Python computes one that it has not been told."""

    def __get__(self, explorer, owner=None):
        with ONE_AT_A_TIME:
            if explorer is not None and not explorer._waiting:
                explorer._catch_up()
            return super().__get__(explorer, owner)


class Following(Explorer):
    """An explorer of samples that stand fast, or of a `Source` that it follows.

    A subclass names in ``_held`` what :meth:`_hold` and :meth:`_adapt` set, and gives both, with
    :meth:`_data`, :meth:`_told`, :meth:`_pictured`, ``n_clusters``, and what `Explorer` asks for.
    Its constructor calls :meth:`_open`, the constructor of its base with the traits that gives,
    and :meth:`_begin`; :meth:`_settle_at_first` says how much of the work behind the first answer
    waits for. What shows an answer is a :class:`on_screen` property.

    While the source holds too little the page shows one sentence in place of the explorer, and
    so do summary and still. A change of the source is answered at once, within the message that
    brought it; the page sends the next one when that is done, so nothing piles up. Samples, their
    number and their features may all be others then; ``_origin`` says which sample on screen
    before each of them goes on from.

    Of more than ``_most`` samples so many are drawn, the same every time; status line, summary
    and line of Python say so, and ``rows_`` which they are.
    """

    _most = 1500
    _takes_sparse = False
    _samples_word = "points"
    _n_given = 0
    _rows_on_screen = _places = None
    _feature_names, _sample_names, _numbers = [], [], None
    _n_features = 2
    _origin = None  # of each sample, among those on screen before it
    _held = ()
    _widest = 2, MAX_CLUSTERS
    _source = None
    _observes_source = False
    _answered = None  # what the source was when it was last answered for

    _axes = traitlets.List().tag(sync=True)
    _names = traitlets.List().tag(sync=True)
    _row_numbers = traitlets.List().tag(sync=True)  # of the samples given; none: all are on screen
    _follows = traitlets.Bool(False).tag(sync=True)
    _waiting = traitlets.Unicode("").tag(sync=True)

    def close(self):
        """Stop following and what runs in the background, and close the widget."""
        if self._observes_source:
            self._source.unobserve(self._on_source, self._source._changes_with)
            self._observes_source = False
        super().close()

    def summary(self):
        """One line that says what is shown, or what is waited for."""
        if self._waiting:
            return f"{type(self).__name__}: {self._waiting}"
        self._catch_up()
        return "; ".join(filter(None, [self._told(), self._drawn_words]))

    def still(self):
        """Draw the current state as a matplotlib Figure."""
        if self._waiting:
            return empty_still(self._waiting)
        self._catch_up()
        return self._pictured()

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

    def _take_in(self, X, y=None, feature_names=None):
        """Samples and classes of an array, a data frame or a source, which is remembered."""
        if not isinstance(X, Source):
            given, (X, y) = X, self._few(X, y)
            self._feature_names = feature_names_of(given, feature_names)
            self._sample_names = sample_names_of(given, self._rows_on_screen)
            self._n_features = X.shape[1]
            return X, y
        own = {"y": y, "feature_names": feature_names if X._has_names else None}
        for name, value in own.items():
            if value is not None:
                what = "classes" if name == "y" else "names"
                raise ValueError(
                    f"{name} must be left out with {X._kind}, which has {what} of its own."
                )
        self._feature_names = feature_names_of(X, feature_names)
        self._source = X
        return X.X, X._truth

    def _refuse_thumbnails(self):
        """Raise a ValueError with a source, whose samples come and go."""
        if self._source is not None:
            raise ValueError(
                f"thumbnails must be left out with {self._source._kind}, whose samples come and go."
            )

    @property
    def _name_of_X(self):
        """What a line of Python calls the samples."""
        called = f"{self._source._called}.X" if self._source else "X"
        return f"{called}{rows_text(self._n_given, self._most)}"

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

    def _open(self, X, y, n_clusters):
        """Traits to begin with: those of the samples, or of the wait for some."""
        if self._source is None:
            self._hold(X, y)
            return {**self._data(), **self._named()}
        waiting = self._source._lacks(n_clusters)
        if waiting:
            return {"_follows": True, "_waiting": waiting}
        self._hold_source()
        self._answered = self._state_of_source
        return {"_follows": True, **self._data(), **self._named()}

    @property
    def _has_answered(self):
        """Whether there is anything on screen that can stay."""
        return bool(self.answer)

    @property
    def _state_of_source(self):
        return getattr(self._source, self._source._changes_with)

    def _hold_source(self):
        """Keep the samples of the source, as many as an explorer answers for."""
        before = self._places
        X, y = self._few(self._source.X, self._source._truth)
        self._places = self._source._places()[self._rows_on_screen]
        self._origin = None if before is None else nearest(self._places, before)
        self._n_features = X.shape[1]
        if self._source._has_names:
            self._feature_names, names, numbers = self._source._names()
            self._sample_names = [names[row] for row in self._rows_on_screen]
            self._numbers = numbers[self._rows_on_screen]
        self._hold(X, y)

    def _named(self):
        """Traits that say what features and samples are called, and which samples they are."""
        axes = axis_names(self._feature_names, self._n_features)
        rows = self._rows_on_screen if self._numbers is None else self._numbers
        rows = [] if np.array_equal(rows, np.arange(len(rows))) else rows.tolist()
        return {"_axes": axes, "_names": list(self._sample_names), "_row_numbers": rows}

    def _limits_at_first(self, X):
        """The least and the largest number of clusters; a source may yet change."""
        return self._range_of(X) if self._source is None else self._widest

    @staticmethod
    def _range_of(X):
        """The least and the largest number of clusters of some samples."""
        return cluster_limits(X)

    def _begin(self):
        """Give the first answer, if there are samples, and observe controls and source."""
        if not self._waiting:
            self._take_up(self._question())
            self._settle_at_first()
            self._rest()
        self.observe(self._on_controls, [*self._controls, "_request"])
        if self._source is not None:
            self._source.observe(self._on_source, self._source._changes_with)
            self._observes_source = True

    def _on_source(self, change=None):
        self._interrupt()
        waiting = self._source._lacks(self.n_clusters)
        if waiting:
            self._answered, self._waiting = None, waiting
            self._renumber()
            return
        held = {name: getattr(self, name) for name in (*_HELD, *self._held)}
        self._answering = True
        try:
            with self.hold_sync():
                self._answer_source(held)
        finally:
            self._answering = False

    def _answer_source(self, held):
        """Answer for other samples, or put back what was held and say what is wrong with them."""
        try:
            self._hold_source()
            self._adapt(held)
            self._take_up(self._question())
        except ValueError as error:
            self._set(held)
            self._answered = None
            self._waiting = "" if self._has_answered else str(error)
            if self._has_answered:
                self._refuse(error)
            return
        self._set({**self._data(), **self._named()})
        self._answered, self._waiting = self._state_of_source, ""
        self._rest()

    def _put(self, **answer):
        """The status line tells first that not all samples are on screen."""
        foot = "; ".join(filter(None, [self._drawn_words, answer["foot"]]))
        super()._put(**{**answer, "foot": foot})

    def _answer_controls(self):
        """A control may make samples suffice that did not before."""
        if self._source is None or self._answered == self._state_of_source:
            super()._answer_controls()
        else:
            self._on_source()


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
        raise ValueError(
            f"{name} must be {kind}from {low} to {high}{of}; got {short_repr(number)}."
        )


def cluster_limits(X):
    """The least and the largest number of clusters an explorer offers for some samples."""
    return 2, min(MAX_CLUSTERS, len(X) - 1)
