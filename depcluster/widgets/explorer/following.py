"""Explorers that follow a source, a pad or a file: their samples change while they stand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import traitlets
from scipy.sparse import csr_array, issparse
from sklearn.exceptions import NotFittedError

from ..._validation import check_samples, is_whole, short_repr
from ...labels.nearest import nearest
from ..base.mosaic import mosaic
from ..base.source import LEAST, Source
from ..base.widget import ONE_AT_A_TIME
from .described import axis_names, feature_names_of, sample_names_of
from .explorer import Explorer
from .samples import Dataset, check_reach, drawn_rows, drawn_words, rows_text

MAX_CLUSTERS = 10
OF_DATA = " for these data"
# What `Following._named` sends, of samples without names.
NAMELESS = {"_axes": [], "_names": [], "_row_numbers": []}


class requires_samples(property):
    """A property of what is on screen; where a source holds too little, it says so."""

    def __get__(self, explorer, owner=None):
        with ONE_AT_A_TIME:  # an answer is read whole
            if explorer is not None and explorer._waiting:
                name = type(explorer).__name__
                raise NotFittedError(f"{name} shows nothing: {explorer._waiting}")
            return super().__get__(explorer, owner)


class requires_answer(requires_samples):
    """A property of the answer on screen: Python computes one that it has not been told."""

    def __get__(self, explorer, owner=None):
        with ONE_AT_A_TIME:
            if explorer is not None and not explorer._waiting:
                explorer._catch_up()
            return super().__get__(explorer, owner)


class Following(Explorer):
    """An explorer of samples that stand fast, or of a `Source` that it follows.

    The samples, and what is known of them, are one frozen `Dataset`, ``_dataset``. A change of the
    source makes another; where that has no answer, the one before is assigned again, and its
    controls with it. A subclass makes its own in :meth:`_make_dataset`, and gives
    :meth:`_migrate_controls`, :meth:`_data`, :meth:`_summary`, :meth:`_figure`, ``n_clusters``,
    and what `Explorer` asks for. Its constructor calls :meth:`_open`, the constructor of its base
    with the traits that gives, and :meth:`_begin`. What shows an answer is a
    :class:`requires_answer` property.

    While the source holds too little the page shows one sentence in place of the explorer, and
    so do summary and figure. A change of the source is taken up at once, within the message that
    brought it; samples, their number and their features may all be others then.

    Of more than ``_most`` samples so many are drawn, the same every time; status line, summary
    and line of Python say so, and ``rows_`` which they are.

    What several of them have is described here.

    Parameters
    ----------
    n_clusters : int
        From 2 to 10.
    label_kernel : {"plain", "chain", "ring", "grid", "tree"} or array of shape (c, c)
    gamma : float, "median" or "scale"
    random_state : int
    feature_names : sequence of str, optional
        Names of the axes; those of a data frame's columns by default, as its index names the
        samples.
    colours : {"plain", "wheel", "ramp", "families"} or list of str, optional
        A `plotting.scheme` that tells how the labels are related, or a colour to a label. Can be
        set.

    Attributes
    ----------
    labels_ : ndarray of int of shape (m,)
        Labels on screen.
    rows_ : ndarray of int
        Rows of X on screen, ascending: ``labels_[i]`` is that of row ``rows_[i]``.
    panels, folded : tuple of str
        Panels that are there, and which of them show their headline only. Can be set.
    state : {"answer", "settled", "refused"}
        What is on screen: a first answer, behind which the page may be searching, the answer of
        the whole search, or what it was before a question that was refused.

    Raises
    ------
    ValueError
        If a parameter is unusable. Once the widget is on screen the message stands in it and
        the last result stays.
    """

    _most = 1500
    _takes_sparse = False
    _samples_word = "points"
    _dataset = None
    _widest = 2, MAX_CLUSTERS
    _source = None
    _observes_source = False
    _taken = None  # what the source was when its samples were last taken
    _early = None  # labels that the page told before the samples they are of had come

    _axes = traitlets.List().tag(sync=True)
    _names = traitlets.List().tag(sync=True)
    _row_numbers = traitlets.List().tag(sync=True)  # of the samples given; none: all are on screen
    _follows = traitlets.Bool(False).tag(sync=True)
    _waiting = traitlets.Unicode("").tag(sync=True)

    def close(self):
        """Stop following, and close the widget."""
        if self._observes_source:
            self._source.unobserve(self._on_source, self._source._changes_with)
            self._observes_source = False
        super().close()

    def summary(self):
        """One line that says what is shown, or what is waited for."""
        name = type(self).__name__
        if self._waiting:
            return f"{name}: {self._waiting}"
        self._catch_up()
        return "; ".join(filter(None, [f"{name}: {self._summary()}", self._drawn_words]))

    def to_figure(self):
        if self._waiting:
            return mosaic(self, "", {})
        self._catch_up()
        return super().to_figure()

    def _summary(self):
        """The summary of what is on screen, without the explorer's name."""
        raise NotImplementedError

    def _make_dataset(self, X, y, dataset):
        """The `Dataset` of samples of shape (m, d), and their classes or None, for `_follow`.

        ``dataset`` has what every explorer keeps of them; ``_dataset`` is that of the samples
        before, where ``dataset.origin`` says how they go on.
        """
        raise NotImplementedError

    def _migrate_controls(self, before):
        """Let controls fit the samples on screen now, after those of another `Dataset` or None."""

    def _data(self):
        """Traits of the samples."""
        raise NotImplementedError

    def _take_in(self, X, y=None, feature_names=None):
        """Samples and classes of an array, a data frame or a source, which is remembered."""
        if not isinstance(X, Source):
            given, (X, y, dataset) = X, self._few(X, y)
            features = feature_names_of(given, feature_names)
            names = sample_names_of(given, dataset.rows)
            self._dataset = replace(dataset, feature_names=features, sample_names=names)
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
    def _drawn_words(self):
        """What the page says of samples that are not all on screen."""
        return self._dataset.drawn if self._dataset else ""

    @property
    def _limits_of(self):
        """The least and the largest number of clusters; of a source that yet changes, any."""
        return self._dataset.limits if self._dataset else self._widest

    @requires_samples
    def rows_(self):
        """Rows of the samples given that are on screen, ascending."""
        return self._dataset.rows.copy()

    def _few(self, X, y):
        """Samples and classes of an array, or of a part of many, and their `Dataset`."""
        X = csr_array(X) if self._takes_sparse and issparse(X) else check_samples(X, LEAST)
        y, m = self._checked_classes(y, X.shape[0]), X.shape[0]
        rows = drawn_rows(m, self._most)
        if len(rows) < m:
            X, y = X[rows], None if y is None else y[rows]
        X = check_samples(X.toarray(), LEAST) if issparse(X) else X
        check_reach(X)
        called = f"{self._source._called}.X" if self._source else "X"
        dataset = Dataset(
            rows=rows,
            n_given=m,
            n_features=X.shape[1],
            limits=self._range_of(X),
            called=called + rows_text(m, self._most),
            drawn=drawn_words(m, self._most, self._samples_word),
        )
        return X, y, dataset

    @staticmethod
    def _checked_classes(y, m):
        """Classes of m samples as an array, or None."""
        return y

    def _open(self, X, y, n_clusters):
        """Traits to begin with: those of the samples, or of the wait for some."""
        if self._source is None:
            self._dataset = self._make_dataset(X, y, self._dataset)
            return {**self._data(), **self._named()}
        waiting = self._source._lacks(n_clusters)
        if waiting:
            return {"_follows": True, "_waiting": waiting}
        self._dataset = self._dataset_of_source()
        self._taken = self._state_of_source
        return {"_follows": True, **self._data(), **self._named()}

    @property
    def _n_on_screen(self):
        return len(self._dataset.rows)

    def _keep(self, labels):
        self._dataset = replace(self._dataset, known=labels)

    @property
    def _state_of_source(self):
        return getattr(self._source, self._source._changes_with)

    def _dataset_of_source(self):
        """The samples of the source, as many as an explorer answers for."""
        source, before = self._source, self._dataset
        X, y, dataset = self._few(source.X, source._truth)
        features, names, numbers = self._feature_names, [], None
        if source._has_names:
            features, names, numbers = source._names()
            names, numbers = [names[row] for row in dataset.rows], numbers[dataset.rows]
        places = source._places()[dataset.rows]
        dataset = replace(
            dataset, feature_names=features, sample_names=names, numbers=numbers, places=places
        )
        if before is not None:
            origin = nearest(places, before.places)
            is_new = (places != before.places[origin]).any(axis=1)
            known = None if before.known is None else before.known[origin]
            generation = before.generation + 1
            dataset = replace(
                dataset, origin=origin, is_new=is_new, generation=generation, known=known
            )
        return self._make_dataset(X, y, dataset)

    def _named(self):
        """Traits that say what features and samples are called, and which samples they are."""
        dataset = self._dataset
        axes = axis_names(dataset.feature_names, dataset.n_features)
        rows = dataset.rows if dataset.numbers is None else dataset.numbers
        rows = [] if np.array_equal(rows, np.arange(len(rows))) else rows.tolist()
        return {"_axes": axes, "_names": list(dataset.sample_names), "_row_numbers": rows}

    @staticmethod
    def _range_of(X):
        """The least and the largest number of clusters of some samples."""
        return cluster_limits(X)

    def _begin(self):
        """Take up the first question, if there are samples, and observe controls and source."""
        if not self._waiting:
            self._take_up(self._question())
        self.observe(self._on_controls, list(self._controls))
        if self._source is not None:
            self._source.observe(self._on_source, self._source._changes_with)
            self._observes_source = True

    def _on_source(self, change=None):
        waiting = self._source._lacks(self.n_clusters)
        if waiting:
            self._taken, self._waiting = None, waiting
            return
        self._answering = True
        try:
            with self.hold_sync():
                self._answer_source()
        finally:
            self._answering = False

    def _answer_source(self):
        """Answer for other samples, or go back to those before and say what is wrong with them."""
        before, names = self._dataset, self.trait_names(control=True)
        controls = {name: getattr(self, name) for name in names}
        try:
            self._dataset = self._dataset_of_source()
            self._migrate_controls(before)
            self._take_up(self._question())
        except ValueError as error:
            self._dataset = before
            self._set(controls)
            self._taken = None
            if not self._input:  # nothing is on screen that could stay
                self._waiting = str(error)
                return
            self._waiting = ""
            self._refuse(error)
            self.send({"refused": self._error})
            return
        self._set({**self._data(), **self._named()})
        self._taken, self._waiting = self._state_of_source, ""
        if self._early is not None and self._early is self._labelling:
            self._hear()
            self._tell_state()

    def _hear(self):
        super()._hear()
        self._early = self._labelling if self._heard is None else None

    def _answer_controls(self):
        """A control may make samples suffice that did not before."""
        if self._source is None or self._taken == self._state_of_source:
            super()._answer_controls()
        else:
            self._on_source()


def check_clusters(number, low, high, *, of=OF_DATA):
    """Raise a ValueError unless a number of clusters is a whole one that an explorer offers.

    Parameters
    ----------
    number : int
    low, high : int
        Both allowed.
    of : str
        Of what the bounds are, for the error.
    """
    if not is_whole(number) or not low <= number <= high:
        raise ValueError(
            f"n_clusters must be an integer from {low} to {high}{of}; got {short_repr(number)}."
        )


def cluster_limits(X):
    """The least and the largest number of clusters an explorer offers for some samples."""
    return 2, min(MAX_CLUSTERS, len(X) - 1)
