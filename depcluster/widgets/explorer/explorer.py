"""What the explorers share: samples, given or followed, controls, and what was found of them."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np
import traitlets
from scipy.sparse import csr_array, issparse
from sklearn.exceptions import NotFittedError
from sklearn.utils import check_random_state

from ..._typing import Floats, Ints
from ..._utils.drawn import drawn_rows, drawn_words, rows_text
from ..._validation import check_samples, counted, different_rows, is_whole, short_repr
from ...labels.nearest import nearest
from ...papers.song2007 import CLUHSIC
from ..base.source import LEAST, Source
from ..base.widget import ONE_AT_A_TIME, Widget
from .fit_message import FitMessage, labels_of
from .panels import Panelled
from .samples import (
    Dataset,
    axis_names,
    check_reach,
    feature_names_of,
    sample_names_of,
)

MAX_CLUSTERS = 10
SEARCHES = CLUHSIC().n_init  # of a page as of the line of Python that it writes
OF_DATA = " for these data"


class requires_samples(property):
    """A property of the samples on screen; where a source holds too few, it says so."""

    def __get__(self, explorer, owner=None):
        with ONE_AT_A_TIME:
            if explorer is not None:
                explorer._require_samples()
            return super().__get__(explorer, owner)


class Explorer(Panelled, Widget):
    """A widget whose page clusters samples as its controls say.

    The page computes, by itself. It tells the labels that it finds in ``_fit``, in one message
    with the controls that it answers to. Whoever reads ``labels_`` gets those labels as long as
    the same question stands, or else what :meth:`estimator` finds, computed when it is read.

    The samples stand fast, or come from a `Source`, a pad or a file, that is followed: they are
    one frozen `Dataset`, and a change of the source makes another, or is refused and changes
    nothing. While the source holds too little, ``_waiting`` says in a sentence what is missing.

    A subclass gives ``_controls``, which a question rests on, :meth:`_make_dataset`,
    :meth:`_data`, :meth:`_settings` and :meth:`_estimator`; its constructor calls
    :meth:`_take_in`, :meth:`_open`, that of its base, and :meth:`_begin`.
    """

    _controls = ()
    _most = 1500  # samples; of more so many are drawn
    _takes_sparse = _holds_kernel = False  # whether X may be sparse, and is a kernel matrix
    _samples_word = "point"
    _widest = 2, MAX_CLUSTERS
    _dataset: Any = None
    _source = None
    _feature_names = None
    _found = None  # a question, and its labels and objective
    _is_reconciling = False
    _is_early = False  # whether the page told labels of samples that have not come yet

    _fit = FitMessage().tag(sync=True, control=True)
    _input = traitlets.Dict().tag(sync=True)  # what the page computes with
    _searches = traitlets.Int(SEARCHES).tag(sync=True)
    _axes = traitlets.List().tag(sync=True)
    _names = traitlets.List().tag(sync=True)
    _row_numbers = traitlets.List().tag(sync=True)  # of the samples given; none: all are on screen
    _follows = traitlets.Bool(False).tag(sync=True)
    _waiting = traitlets.Unicode("").tag(sync=True)

    def estimator(self) -> Any:
        """The estimator that the controls describe, not fitted: what "Copy Python" writes.

        Returns
        -------
        CLUHSIC, AngleSpectralClustering, CLUHSICAL, NumericalTaxonomy or SMIC
            To fit to ``X``. A `PerturbationExplorer` has that of the data as given.

        Raises
        ------
        NotFittedError
            While a pad or a file holds too few samples.
        ValueError
            If the kernel has a width and all samples are equal.
        """
        with ONE_AT_A_TIME:
            self._require_samples()
            return self._estimator()

    @requires_samples
    def X(self) -> Floats:
        """Samples on screen, shape (m, d)."""
        return self._samples.copy()

    @requires_samples
    def rows_(self) -> Ints:
        """Rows of the samples given that are on screen, ascending."""
        return self._dataset.rows.copy()

    @requires_samples
    def labels_(self) -> Ints:
        """Labels on screen, shape (m,)."""
        return self._answer()[0].copy()

    @requires_samples
    def objective_(self) -> float | None:
        """J of the labels on screen."""
        return self._answer()[1]

    def summary(self) -> str:
        """One line that says what is set, or what is waited for."""
        name = type(self).__name__
        if self._waiting:
            return f"{name}: {self._waiting}"
        m, c = counted(len(self._samples), self._samples_word), counted(self.n_clusters, "cluster")
        return "; ".join(
            filter(None, [f"{name}: {m}, {c}, {self._settings()}", self._dataset.drawn])
        )

    def close(self) -> None:
        """Stop following, and close the widget."""
        if self._source is not None:
            with suppress(ValueError):  # it does not follow yet, or no longer
                self._source.unobserve(self._on_source, self._source._changes_with)
        super().close()

    def _require_samples(self):
        if self._waiting:
            raise NotFittedError(f"{type(self).__name__} shows nothing: {self._waiting}")

    def _estimator(self):
        """What `estimator` returns."""
        raise NotImplementedError

    def _settings(self):
        """The controls in words, for the summary."""
        raise NotImplementedError

    def _make_dataset(self, X, y, dataset):
        """The `Dataset` of samples of shape (m, d), and their classes or None.

        ``dataset`` has what every explorer keeps of them.
        """
        raise NotImplementedError

    def _data(self):
        """Traits of the samples."""
        raise NotImplementedError

    def _reconcile(self, changed):
        """Let the controls agree; the changed one leads."""

    def _migrate_controls(self, before):
        """Let controls fit the samples on screen now, after those of another `Dataset` or None."""

    @property
    def _samples(self):
        return self._dataset.X

    def _question(self):
        """What the controls ask of which samples, as a value that can be compared."""
        values = (getattr(self, name) for name in self._controls)
        asked = (v.tobytes() if isinstance(v, np.ndarray) else v for v in values)
        return (self._dataset.generation, *asked)

    def _answer(self):
        """Labels and objective: those that the page told of this question, or an estimator's."""
        question = self._question()
        if self._found is None or self._found[0] != question:
            fitted = self._estimator().fit(self._samples)
            self._found = question, fitted.labels_, getattr(fitted, "objective_", None)
        return self._found[1:]

    def _accepted(self, values):
        if "_fit" in values:
            self._hear()

    def _hear(self):
        """Labels that the page tells answer the question that stands, if they are as many."""
        m = 0 if self._waiting else len(self._samples)
        labels = labels_of(self._fit, m, self.n_clusters)
        self._is_early = labels is None
        if labels is not None:
            self._found = self._question(), labels, self._fit["objective"]

    def _on_controls(self, change):
        if self._is_reconciling:
            return
        self._is_reconciling = True
        try:
            with self.hold_sync():
                self._reconcile(change.name)
                if self._waiting:
                    self._on_source()  # fewer clusters need fewer samples
        finally:
            self._is_reconciling = False

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
    def _limits_of(self):
        """The least and the largest number of clusters; of a source that yet changes, any."""
        return self._dataset.limits if self._dataset else self._widest

    def _few(self, X, y):
        """Samples and classes of an array, or of a part of many, and their `Dataset`."""
        X = csr_array(X) if self._takes_sparse and issparse(X) else check_samples(X, LEAST)
        y, m = self._checked_classes(y, X.shape[0]), X.shape[0]
        rows, text = drawn_rows(m, self._most), rows_text(m, self._most)
        if len(rows) < m:
            is_matrix = self._holds_kernel and X.shape == (m, m)
            text = f"[np.ix_(*2 * {text})]" if is_matrix else text
            X, y = X[np.ix_(rows, rows) if is_matrix else rows], None if y is None else y[rows]
        X = check_samples(X.toarray(), LEAST) if issparse(X) else X
        check_reach(X)
        called = f"{self._source._called}.X" if self._source else "X"
        dataset = Dataset(
            X=X,
            rows=rows,
            n_given=m,
            limits=self._range_of(X),
            called=called + text,
            drawn=drawn_words(m, self._most, f"{self._samples_word}s"),
        )
        return X, y, dataset

    @staticmethod
    def _checked_classes(y, m):
        """Classes of m samples as an array, or None."""
        return y

    @staticmethod
    def _range_of(X):
        """The least and the largest number of clusters of some samples."""
        different = len(different_rows(X, range(len(X)), MAX_CLUSTERS))
        return 2, max(2, min(different, len(X) - 1))

    def _open(self, X, y, n_clusters):
        """Traits to begin with: those of the samples, or of the wait for some."""
        if self._source is None:
            self._dataset = self._make_dataset(X, y, self._dataset)
            return {**self._data(), **self._named()}
        waiting = self._source._lacks(n_clusters)
        if waiting:
            return {"_follows": True, "_waiting": waiting}
        self._dataset = self._dataset_of_source()
        return {"_follows": True, **self._data(), **self._named()}

    def _begin(self):
        """Observe controls and source."""
        self.observe(self._on_controls, list(self._controls))
        if self._source is not None:
            self._source.observe(self._on_source, self._source._changes_with)

    def _on_source(self, change=None):
        """Take the samples of the source, or say what is wrong with them and keep those before."""
        waiting = self._source._lacks(self.n_clusters)
        try:
            dataset = None if waiting else self._dataset_of_source()
        except ValueError as error:
            if self._dataset is not None:
                self._waiting = ""
                self._reject(error)
                return
            waiting = str(error)
        if waiting:
            self._waiting = waiting
            return
        before, self._dataset = self._dataset, dataset
        self._is_reconciling = True
        try:
            with self.hold_sync():
                self._migrate_controls(before)
                for name, value in {**self._data(), **self._named(), "_waiting": ""}.items():
                    setattr(self, name, value)
        finally:
            self._is_reconciling = False
        if self._is_early:
            self._hear()

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
            dataset = replace(
                dataset, origin=origin, is_new=is_new, generation=before.generation + 1
            )
        return self._make_dataset(X, y, dataset)

    def _named(self):
        """Traits that say what features and samples are called, and which samples they are."""
        dataset = self._dataset
        axes = axis_names(dataset.feature_names, dataset.X.shape[1])
        rows = dataset.rows if dataset.numbers is None else dataset.numbers
        rows = [] if np.array_equal(rows, np.arange(len(rows))) else rows.tolist()
        return {"_axes": axes, "_names": list(dataset.sample_names), "_row_numbers": rows}


def seed_of(random_state):
    """One seed, which Python, its page and the line of Python that it writes share."""
    if is_whole(random_state):
        return int(random_state)
    return int(check_random_state(random_state).randint(2**31))


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
