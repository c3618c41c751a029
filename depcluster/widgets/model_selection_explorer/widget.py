"""ModelSelectionExplorer: a kernel parameter under the hand, and the estimates that judge it."""

from __future__ import annotations

import numpy as np
import traitlets

from ..._validation import ANYTHING, check_counts, checked, counted, short_repr
from ...kernels.local_scaling import check_kernel_normalization
from ..base.bundle import front_end
from ..base.traits import Flag, WholeNumber, known_name
from ..explorer.following import (
    MAX_CLUSTERS,
    NAMELESS,
    Following,
    check_clusters,
    on_screen,
)
from .answer import KERNEL_NAMES, arrays, curve, frame, python_line, verdict
from .data import OWN, TOYS, menu
from .engine import JUDGES, Engine, SelectionQuestion
from .naming import seen_after
from .still import selection_still


class ModelSelectionExplorer(Following):
    """Slide over the t of SMIC's kernel, and watch LSMI judge the clusterings.

    Every candidate t gives a sparse graph on the samples, its leading eigenvectors a clustering
    in closed form, and LSMI a number for that. The picture answers at once; the candidates are
    judged in the background, the one on screen first. It begins at the smallest t, and goes to
    the judge's choice when all candidates are in, unless another t was set meanwhile. A picture
    that stands at the judge's choice stays with it when the judge, the kernel or the data change.
    Classes are called as the groups that were on screen before, so that colours stay with their
    points. All controls can be set from Python too.

    Parameters
    ----------
    X : array-like or DataFrame of shape (m, d), DataPad or DataFile, optional
        Samples, or a pad or a file that is followed as it changes; beyond two features the map
        shows their first two principal components, and no posterior. Of more than 3000 samples so
        many are drawn. Without any, it begins with the first of the toys in its menu.
    n_clusters : int
        From 2 to 10, for X; each toy has its own.
    candidates : iterable of int, default=range(1, 11)
        Numbers of neighbours to try, at least two; those above m - 1 count as m - 1.
    kernel_normalization : {None, "sym"}, default=None
        None is the kernel (7) as printed, "sym" is ``D^-1/2 K D^-1/2``.
    random_state : int, default=0
        Of LSMI.
    panels : tuple of str, optional
        Which of "points", "curve" and "eigenvectors" to show; all of them by default. One or two
        come with the controls that move them and no others.
    feature_names : sequence of str, optional
        Names of the axes; those of a data frame's columns by default, as its index names the
        samples.

    Attributes
    ----------
    data : {"own", "blobs", "circle", "spirals", "high_low"}
        What is clustered: X, or a toy of `depcluster.datasets`. Drawing on a pad goes back to it.
    n_neighbors : int
        The t on screen, one of the candidates.
    judge : {"lsmi", "smi"}
        LSMI (14), or the estimate (8) that the clustering itself maximises.
    posterior : bool
        Whether the map shows the class of largest posterior, paler where it is less sure.
    labels_ : ndarray of int of shape (m,)
        Labels on screen; those of `SMIC` but for their names.
    rows_ : ndarray of int
        Rows of X on screen, ascending: ``labels_[i]`` is that of row ``rows_[i]``.
    undecided_ : ndarray of bool of shape (m,)
        Points outside the support of every eigenvector, drawn hollow.
    lsmi_path_ : ndarray
        LSMI of every candidate, NaN for those that are not judged yet.
    choice_ : int or None
        The judge's choice, once all candidates are in.
    panels, folded : tuple of str
        Panels that are there, and which of them show their headline only. Can be set.
    state : {"answer", "searching", "settled", "refused"}
        What is on screen: a t that may make way for the judge's choice, the same while candidates
        are judged, a t that stays, or what it was before a question that was refused.

    Raises
    ------
    ValueError
        If a parameter is unusable. Once the widget is on screen the message stands in it and
        the last result stays.

    References
    ----------
    M. Sugiyama, M. Yamada, M. Kimura, H. Hachiya. Information-maximization clustering based on
    squared-loss mutual information. ICML 2011; arXiv:1112.0611, sections 2 and 3.
    """

    _esm = front_end("model_selection_explorer/widget.js")

    _asks = SelectionQuestion
    _most = 3000
    _controls = ("data", "n_neighbors", "kernel_normalization", "judge")
    _all_panels = ("points", "curve", "eigenvectors")
    _held = ("_own", "n_neighbors", "posterior")
    _own = _n_own = _seen = None  # engine of X, its number of clusters, what is on screen

    _points = traitlets.Bytes().tag(sync=True)
    _frame = traitlets.Dict().tag(sync=True)
    _menu = traitlets.List().tag(sync=True)
    data = traitlets.TraitType(OWN).tag(sync=True, control=True)  # checks are below
    n_neighbors = WholeNumber(1, low=1).tag(sync=True, control=True)
    kernel_normalization = traitlets.Any(None).tag(sync=True, control=True)
    judge = traitlets.TraitType("lsmi").tag(sync=True, control=True)
    posterior = Flag(False).tag(sync=True, control=True)
    curve = traitlets.Dict().tag(sync=True)

    @checked(X=ANYTHING, n_clusters=ANYTHING, panels=ANYTHING, feature_names=ANYTHING)
    def __init__(
        self,
        X=None,
        n_clusters=None,
        *,
        candidates=range(1, 11),
        kernel_normalization=None,
        random_state=0,
        panels=None,
        feature_names=None,
    ):
        check_kernel_normalization(kernel_normalization)
        self._toys, self._at_choice = {}, True
        self._of_engine = {"candidates": candidates, "random_state": random_state}
        given = X, n_clusters, feature_names
        opened = self._toys_alone(*given[1:]) if X is None else self._given(*given)
        engine = self._engine_of(opened["data"])
        super().__init__(
            **opened,
            _menu=menu(X is not None),
            n_neighbors=engine.candidates[0] if engine else 1,
            kernel_normalization=kernel_normalization,
            posterior=engine is None or engine.has_map,
            **self._chosen(panels),
        )
        self._begin()

    def _toys_alone(self, n_clusters, feature_names):
        """Traits to begin with where no samples are given."""
        for name, value in (("n_clusters", n_clusters), ("feature_names", feature_names)):
            if value is not None:
                raise ValueError(
                    f"{name} must be left out without X, because each toy has its own; got "
                    f"{short_repr(value)}. Pass X too, or leave both out."
                )
        first = next(iter(TOYS))
        return {"data": first, **self._data(self._engine_of(first))}

    def _given(self, X, n_clusters, feature_names):
        """Traits to begin with, of samples or a pad."""
        X, _ = self._take_in(X, feature_names=feature_names)
        check_clusters(n_clusters, 2, MAX_CLUSTERS, of="")
        check_counts(n_clusters, MAX_CLUSTERS if self._source else len(np.unique(X, axis=0)))
        self._n_own = n_clusters
        return {"data": OWN, **self._open(X, None, n_clusters)}

    @property
    def n_clusters(self):
        """Number of clusters of the data that are asked for."""
        return self._n_own if self.data == OWN else TOYS[self.data].n_clusters

    @property
    def _engine(self):
        """That of the data asked for; None while a pad holds too little."""
        return self._engine_of(self.data)

    def _engine_of(self, data):
        if data == OWN:
            return self._own
        if data not in self._toys:
            toy = TOYS[data]
            self._toys[data] = Engine(toy.X, toy.n_clusters, **self._of_engine)
        return self._toys[data]

    def _hold(self, X, y):
        self._own = Engine(X, self._n_own, **self._of_engine)

    def _adapt(self, held):
        if held["_own"] is None:
            self.n_neighbors = self._engine.candidates[0]
        self._fit(held["_own"])

    def _fit(self, before):
        """t stays where it was as far as the candidates allow; the map comes with the plane."""
        engine = self._engine
        if self.n_neighbors not in engine.candidates:
            self.n_neighbors = engine.candidates[-1]
        if before is None or before.has_map != engine.has_map:
            self.posterior = engine.has_map

    def _data(self, engine=None):
        engine = engine or self._engine
        points = engine.points.astype(np.float32).tobytes()
        names = self._named() if engine is self._own else NAMELESS
        return {"_points": points, "_frame": frame(engine), **names}

    def _on_source(self, change=None):
        """A source that changes is shown, whatever data were."""
        self._answering = True
        self.data = OWN
        super()._on_source(change)

    def _answer_controls(self):
        if self.data == OWN:
            super()._answer_controls()
        else:  # a toy asks nothing of a source
            super(Following, self)._answer_controls()

    @property
    def _shows_toy(self):
        return self._shown is not None and self._shown.data != OWN

    @property
    def _name_of_X(self):
        return TOYS[self._shown.data].line if self._shows_toy else super()._name_of_X

    @property
    def _drawn_words(self):
        return "" if self._shows_toy else super()._drawn_words

    @on_screen
    def rows_(self):
        """Rows of the samples that are on screen, ascending."""
        m = len(self._seen.engine.X)
        return np.arange(m) if self._shows_toy else self._rows_on_screen.copy()

    @on_screen
    def labels_(self):
        """Labels on screen, shape (m,)."""
        return self._seen.labels.copy()

    @on_screen
    def undecided_(self):
        """Which points on screen are undecided, shape (m,)."""
        return self._seen.tried.result.undecided.copy()

    @on_screen
    def lsmi_path_(self):
        """LSMI of every candidate under the kernel on screen."""
        known = self._seen.engine.known(self._shown.kernel_normalization)
        return np.array([np.nan if value is None else value for value in known])

    @on_screen
    def choice_(self):
        """The judge's choice, or None."""
        return self._seen.engine.choice(self._shown.kernel_normalization, self._shown.judge)

    def _told(self):
        _, t, normalization, judge = self._shown.key
        engine, tried, sizes = self._seen.engine, self._seen.tried, self.answer["sizes"]
        value = engine.known(normalization)[engine.candidates.index(t)]
        lsmi = "not judged yet" if value is None else f"{value:.3f}"
        toy = f"{TOYS[self._shown.data].label}, " if self._shows_toy else ""
        return (
            f"ModelSelectionExplorer: {toy}{counted(len(engine.X), 'point')} in "
            f"{counted(len(sizes), 'cluster')} ({', '.join(map(str, sizes))}), "
            f"kernel {KERNEL_NAMES[normalization]}, t = {t}: LSMI {lsmi} (SMI is at most "
            f"{engine.bound:g}), pieces {tried.pieces}, undecided {tried.undecided}; "
            f"{verdict(engine, normalization, judge)}"
        )

    def _pictured(self):
        self._work_for(self._patience, self._work())
        _, t, normalization, judge = self._shown.key
        return selection_still(
            seen=self._seen,
            shown=(t, normalization, judge),
            curve=self.curve,
            posterior=self.posterior,
            foot=f"{self.answer['foot']}; {verdict(self._seen.engine, normalization, judge)}",
            panels=self._open_panels,
        )

    @traitlets.validate("data")
    def _check_data(self, proposal):
        known_name("data", proposal.value, [*([OWN] if self._n_own else []), *TOYS])
        self._engine_of(proposal.value)
        return proposal.value

    @traitlets.validate("n_neighbors")
    def _check_n_neighbors(self, proposal):
        if self._engine is None:
            if proposal.value == type(self).n_neighbors.default_value:
                return proposal.value
            raise ValueError(f"n_neighbors can be set once there are points. {self._waiting}")
        candidates = self._engine.candidates
        if proposal.value not in candidates:
            raise ValueError(
                f"n_neighbors must be one of the candidates, {', '.join(map(str, candidates))}; "
                f"got {short_repr(proposal.value)}. Make the explorer with other candidates."
            )
        return proposal.value

    @traitlets.validate("kernel_normalization")
    def _check_kernel_normalization(self, proposal):
        check_kernel_normalization(proposal.value)
        return proposal.value

    @traitlets.validate("judge")
    def _check_judge(self, proposal):
        if not isinstance(proposal.value, str) or proposal.value not in JUDGES:
            raise ValueError(f'judge must be "lsmi" or "smi"; got {short_repr(proposal.value)}.')
        return proposal.value

    @traitlets.validate("posterior")
    def _check_posterior(self, proposal):
        if proposal.value and self._engine and not self._engine.has_map:
            raise ValueError(
                f"posterior needs samples with two features; these have {self._engine.X.shape[1]}."
            )
        return proposal.value

    def _reconcile(self, changed):
        engine = self._engine
        if engine is None:
            return
        if changed == "data":
            self._fit(self._seen and self._seen.engine)
        choice = engine.choice(self.kernel_normalization, self.judge)
        if changed == "n_neighbors":
            self._at_choice = self.n_neighbors == choice
        elif changed != "_request" and self._at_choice and choice:
            self.n_neighbors = choice

    def _follow(self, question):
        engine = self._engine
        engine.tried(question.kernel_normalization, question.n_neighbors)
        engine.posterior(question.kernel_normalization, question.n_neighbors)
        return engine

    def _work(self):
        shown = self._shown
        return self._seen.engine.steps(shown.kernel_normalization, shown.n_neighbors)

    def _is_settled(self):
        _, _, normalization, judge = self._shown.key
        return not self._at_choice or bool(self._seen.engine.choice(normalization, judge))

    def _show(self, engine):
        data, t, normalization, judge = self._shown.key
        before, tried = self._seen, engine.tried(normalization, t)
        self._seen = seen_after(before, data, engine, tried, self._origin)
        if data != OWN:
            self._waiting = ""
        if before is None or engine is not before.engine:
            self._set(self._data(engine))
        self._put(
            **arrays(self._seen, normalization, engine.posterior(normalization, t)),
            python=python_line(tried, normalization, engine.n_clusters, self._name_of_X),
        )
        self.curve = curve(engine, normalization)
        choice = engine.choice(normalization, judge)
        if self._at_choice and choice:
            self.n_neighbors = choice
