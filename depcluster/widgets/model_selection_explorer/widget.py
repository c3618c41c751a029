"""ModelSelectionExplorer: a kernel parameter under the hand, and the estimates that judge it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

import numpy as np
import traitlets
from sklearn.utils import check_random_state

from ..._base.parameters import described
from ..._validation import ANYTHING, check_counts, checked, is_whole, short_repr
from ...kernels.local_scaling import NORMALIZATIONS
from ..base.bundle import front_end
from ..base.traits import Choice, Flag, WholeNumber, known_name
from ..explorer.answer import clusters_text
from ..explorer.explorer import PATIENCE
from ..explorer.following import (
    MAX_CLUSTERS,
    Following,
    check_clusters,
    requires_answer,
    requires_samples,
)
from ..explorer.labelling import Fit
from ..explorer.samples import Dataset, of_dataset
from .answer import KERNEL_NAMES, curve, verdict
from .data import OWN, SIZE, TOYS, menu
from .engine import JUDGES, Engine, SelectionQuestion
from .figure import selection_figure
from .naming import named_after

_NO_SAMPLES = {"n_samples": SIZE}  # of one's own, beside the toys


@dataclass(frozen=True, eq=False, kw_only=True)
class SelectionDataset(Dataset):
    own: Engine  # of X


@described(Following)
class ModelSelectionExplorer(Following):
    """Slide over the t of SMIC's kernel, and watch LSMI judge the clusterings.

    Every candidate t gives a sparse graph on the samples, its leading eigenvectors a clustering
    in closed form, and LSMI a number for that. The page computes them: the picture answers at
    once, the candidates are judged behind it, the one on screen first. It begins at the smallest
    t, and goes to the judge's choice when all candidates are in, unless another t was set
    meanwhile. A picture that stands at the judge's choice stays with it when the judge, the kernel
    or the data change. Classes are called as the groups that were on screen before, so that colours
    stay with their points. Python takes over these names, and computes by itself what is read of
    it. All controls can be set from Python too.

    Parameters
    ----------
    X : array-like or DataFrame of shape (m, d), DataPad or DataFile, optional
        Samples, or a pad or a file that is followed as it changes; beyond two features the map
        shows their first two principal components, and no posterior. Of more than 1500 samples so
        many are drawn. Without any, it begins with the first of the toys in its menu.
    n_clusters : int, optional
        From 2 to 10, for X; each toy has its own.
    candidates : iterable of int, default=range(1, 11)
        Numbers of neighbours to try, at least two; those above m - 1 count as m - 1.
    kernel_normalization : {None, "sym"}, default=None
        None is the kernel (7) as printed, "sym" is ``D^-1/2 K D^-1/2``.
    random_state : int, default=0
        Of LSMI.
    panels : tuple of str, optional
        Which of "points", "curve" and "eigenvectors" to show; all of them by default. Whichever
        they are, the controls stay, but for the map's own.

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
    rows_
    undecided_ : ndarray of bool of shape (m,)
        Points outside the support of every eigenvector, drawn hollow.
    lsmi_path_ : ndarray
        LSMI of every candidate.
    choice_ : int
        The judge's choice.
    panels, folded
    state : {"answer", "settled", "refused"}
        What is on screen: a t that may make way for the judge's choice, a t that stays, or what
        it was before a question that was refused.

    References
    ----------
    M. Sugiyama, M. Yamada, M. Kimura, H. Hachiya. Information-maximization clustering based on
    squared-loss mutual information. arXiv:1112.0611, 2011, sections 2 and 3.
    """

    _esm, _css = front_end("model_selection_explorer/widget.js")

    _asks = SelectionQuestion
    _most = 1500
    _controls = ("data", "n_neighbors", "kernel_normalization", "judge")
    _all_panels = ("points", "curve", "eigenvectors")
    _own = of_dataset("own")
    _n_own = _seen = None  # number of clusters of X, the last answer computed
    _is_by_page = False  # whether a message of the page is being taken

    _toy_samples = traitlets.Dict().tag(sync=True)
    _menu = traitlets.List().tag(sync=True)
    _at_choice = Flag(True).tag(sync=True, control=True)  # whether t goes where the choice is
    data = traitlets.TraitType(OWN).tag(  # its check is below
        sync=True, control=True, for_page=lambda own: {"kind": "one", "of": own._known_data}
    )
    n_neighbors = WholeNumber(1, low=1).tag(sync=True, control=True)
    kernel_normalization = Choice(NORMALIZATIONS).tag(sync=True, control=True)
    judge = Choice(JUDGES).tag(sync=True, control=True)
    posterior = Flag(False).tag(sync=True, control=True)

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
        seed = random_state if is_whole(random_state) else _drawn_seed(random_state)
        self._toys, self._toys_known = {}, {}
        self._of_engine = {"candidates": candidates, "random_state": seed}
        given = X, n_clusters, feature_names
        opened = self._toys_alone(*given[1:]) if X is None else self._given(*given)
        engine = self._engine_of(opened["data"])
        toys = self._toys_sent()
        super().__init__(
            **opened,
            _menu=menu(X is not None, toys),
            _toy_samples=toys,
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
        self._engine_of(first)  # whose candidates have to suffice
        return {"data": first, "_input": _NO_SAMPLES}

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

    def _toys_sent(self):
        """Samples of the toys, but for those that have too few for the candidates."""
        sent = {}
        for name, toy in TOYS.items():
            with suppress(ValueError):
                sent[name] = {**self._engine_of(name).sent(), "called": toy.line}
        return sent

    def _make_dataset(self, X, y, dataset):
        return SelectionDataset(**vars(dataset), own=Engine(X, self._n_own, **self._of_engine))

    def _migrate_controls(self, before):
        if before is None:
            self.n_neighbors = self._engine.candidates[0]
        self._fit(before and before.own)

    def _fit(self, before):
        """t stays where it was as far as the candidates allow; the map comes with the plane.

        A page has settled that by itself, and a hand may have put the map away since.
        """
        engine = self._engine
        if self.n_neighbors not in engine.candidates:
            self.n_neighbors = engine.candidates[-1]
        if not self._is_by_page and (before is None or before.has_map != engine.has_map):
            self.posterior = engine.has_map

    def _data(self):
        return {"_input": {**self._own.sent(), **self._dataset.sent()}}

    def set_state(self, sync_data):
        """Take a message of the page, which knows by itself what it has chosen."""
        self._is_by_page = True
        try:
            super().set_state(sync_data)
        finally:
            self._is_by_page = False

    def _on_source(self, change=None):
        """A source that changes is shown, whatever data were."""
        self._answering = True
        self.data = OWN
        super()._on_source(change)

    def _answer_controls(self):
        if self.data == OWN:
            super()._answer_controls()
        else:  # a toy asks nothing of a source
            self._input, self._waiting = self._input or _NO_SAMPLES, ""
            super(Following, self)._answer_controls()

    @property
    def _shows_toy(self):
        return self._left is not None and self._left.data != OWN

    @property
    def _drawn_words(self):
        return "" if self._shows_toy else super()._drawn_words

    @requires_samples
    def rows_(self):
        """Rows of the samples that are on screen, ascending."""
        return np.arange(SIZE) if self._shows_toy else self._dataset.rows.copy()

    @requires_answer
    def labels_(self):
        """Labels on screen, shape (m,)."""
        return self._seen.labels.copy()

    @requires_answer
    def undecided_(self):
        """Which points on screen are undecided, shape (m,)."""
        return self._seen.tried.result.undecided.copy()

    @requires_answer
    def lsmi_path_(self):
        """LSMI of every candidate under the kernel on screen."""
        engine, normalization = self._seen.engine, self._shown.kernel_normalization
        return np.array([engine.lsmi(normalization, t) for t in engine.candidates])

    @requires_answer
    def choice_(self):
        """The judge's choice."""
        self.lsmi_path_  # noqa: B018
        return self._seen.engine.choice(self._shown.kernel_normalization, self._shown.judge)

    def _summary(self):
        _, t, normalization, judge = self._shown.key
        engine, tried = self._seen.engine, self._seen.tried
        value = engine.known(normalization)[engine.candidates.index(t)]
        lsmi = "not judged yet" if value is None else f"{value:.3f}"
        toy = f"{TOYS[self._shown.data].label}, " if self._shows_toy else ""
        return (
            f"{toy}{clusters_text(self._seen.labels, engine.n_clusters)}, "
            f"kernel {KERNEL_NAMES[normalization]}, t = {t}: LSMI {lsmi} (SMI is at most "
            f"{engine.bound:g}), pieces {tried.pieces}, undecided {tried.undecided}; "
            f"{verdict(engine, normalization, judge)}"
        )

    def _figure(self):
        self._take_steps(self._work(), PATIENCE)
        self._catch_up()
        found = curve(self._seen.engine, self._shown.kernel_normalization)
        return selection_figure(self, self._seen, self._shown, found)

    @property
    def _known_data(self):
        return [*([OWN] if self._n_own else []), *TOYS]

    @traitlets.validate("data")
    def _check_data(self, proposal):
        known_name("data", proposal.value, self._known_data)
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
        is_told = self._asked is None or self._answering or self._is_by_page
        if not is_told and proposal.value != self.n_neighbors:
            choice = self._engine.choice(self.kernel_normalization, self.judge)
            self._at_choice = proposal.value == choice  # which the page hears first
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
            self._fit(self._asked and self._engine_of(self._asked.data))
        choice = engine.choice(self.kernel_normalization, self.judge)
        if changed != "n_neighbors" and self._at_choice and choice:
            self.n_neighbors = choice

    def settle(self):
        """Judge all candidates now; then show the judge's choice, unless another t was set.

        Returns
        -------
        ModelSelectionExplorer
            Itself.
        """
        super().settle()
        self._catch_up()
        return self

    @property
    def _n_on_screen(self):
        return len(self._engine_of(self._left.data).X)

    def _labels_told(self):
        if self._fit is None:
            return None
        labels = np.frombuffer(self._fit["labels"], np.uint8).astype(np.intp)
        c = self._engine_of(self._left.data).n_clusters
        return labels if len(labels) == self._n_on_screen and labels.max() < c else None

    def _keep(self, labels, data=None):
        data = data or self._left.data
        if data == OWN:
            super()._keep(labels)
        else:
            self._toys_known[data] = labels

    def _catch_up(self):
        while self._is_behind:  # the judge's choice may have taken the place of what was asked
            super()._catch_up()

    def _follow(self, question):
        engine = self._engine_of(question.data)
        engine.tried(question.kernel_normalization, question.n_neighbors)
        return engine

    def _work(self):
        shown = self._shown
        return self._seen.engine.steps(shown.kernel_normalization, shown.n_neighbors)

    def _show(self, engine):
        data, t, normalization, judge = self._shown.key
        tried = engine.tried(normalization, t)
        before = self._dataset.known if data == OWN else self._toys_known.get(data)
        self._seen = named_after(before, engine, tried)
        self._keep(self._seen.labels, data)
        choice, heard = engine.choice(normalization, judge), self._heard
        stays = not self._at_choice or t == choice
        labelling = Fit(self._seen.labels, tried.result.smi, stays).labelling
        if heard is None or heard["labels"] != labelling["labels"] or labelling["settled"]:
            self._tell(labelling)
        if self._at_choice and choice:
            self.n_neighbors = choice


def _drawn_seed(random_state):
    """One seed, which Python and its page then share."""
    return int(check_random_state(random_state).randint(2**31))
