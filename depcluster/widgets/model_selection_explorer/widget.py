"""ModelSelectionExplorer: a kernel parameter under the hand, and the estimates that judge it."""

from __future__ import annotations

import numpy as np
import traitlets

from ...checks.numbers import check_counts
from ...checks.rules import ANYTHING, checked
from ...checks.told import told
from ...kernels.local_scaling import check_kernel_normalization
from ..base.traits import Flag, WholeNumber
from ..base.widget import BASE_PARTS, front_end
from ..explorer.following import MAX_CLUSTERS, Following, check_clusters, on_screen
from .answer import KERNEL_NAMES, arrays, curve, frame, python_line, verdict
from .engine import JUDGES, Engine, SelectionQuestion
from .still import selection_still


class ModelSelectionExplorer(Following):
    """Slide over the t of SMIC's kernel, and watch LSMI judge the clusterings.

    Every candidate t gives a sparse graph on the samples, its leading eigenvectors a clustering
    in closed form, and LSMI a number for that. The picture answers at once; the candidates are
    judged in the background, the one on screen first. It begins at the smallest t, and goes to
    the judge's choice when all candidates are in, unless another t was set meanwhile. A picture
    that stands at the judge's choice stays with it when the judge or the kernel changes. All
    controls can be set from Python too.

    Parameters
    ----------
    X : array-like or DataFrame of shape (m, d), or DataPad
        Samples, or a pad that is followed while one draws; beyond two features the map shows
        their first two principal components, and no posterior. Of more than 3000 samples so
        many are drawn.
    n_clusters : int
        From 2 to 10.
    candidates : iterable of int, default=range(1, 11)
        Numbers of neighbours to try, at least two; those above m - 1 count as m - 1.
    kernel_normalization : {None, "sym"}, default=None
        None is the kernel (7) as printed, "sym" is ``D^-1/2 K D^-1/2``.
    random_state : int, default=0
        Of LSMI.

    Attributes
    ----------
    n_neighbors : int
        The t on screen, one of the candidates.
    judge : {"lsmi", "smi"}
        LSMI (14), or the estimate (8) that the clustering itself maximises.
    posterior : bool
        Whether the map shows the class of largest posterior, paler where it is less sure.
    labels_ : ndarray of int of shape (m,)
        Labels on screen.
    rows_ : ndarray of int
        Rows of X on screen, ascending: ``labels_[i]`` is that of row ``rows_[i]``.
    undecided_ : ndarray of bool of shape (m,)
        Points outside the support of every eigenvector, drawn hollow.
    lsmi_path_ : ndarray
        LSMI of every candidate, NaN for those that are not judged yet.
    choice_ : int or None
        The judge's choice, once all candidates are in.

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

    _esm = front_end(
        *BASE_PARTS,
        "base/parts/scatter.js",
        "explorer/parts/requests.js",
        "explorer/parts/explorer.js",
        "explorer/parts/following.js",
        "model_selection_explorer/map.js",
        "explorer/parts/charts.js",
        "model_selection_explorer/curve.js",
        "model_selection_explorer/vectors.js",
        "model_selection_explorer/widget.js",
    )

    _asks = SelectionQuestion
    _most = 3000
    _controls = ("n_neighbors", "kernel_normalization", "judge")
    _held = ("_engine", "n_neighbors")
    _engine = None

    _points = traitlets.Bytes().tag(sync=True)
    _frame = traitlets.Dict().tag(sync=True)
    n_neighbors = WholeNumber(1, low=1).tag(sync=True, control=True)
    kernel_normalization = traitlets.Any(None).tag(sync=True, control=True)  # checks are below
    judge = traitlets.TraitType("lsmi").tag(sync=True, control=True)
    posterior = Flag(False).tag(sync=True, control=True)
    curve = traitlets.Dict().tag(sync=True)

    @checked(X=ANYTHING, n_clusters=ANYTHING)
    def __init__(
        self,
        X,
        n_clusters,
        *,
        candidates=range(1, 11),
        kernel_normalization=None,
        random_state=0,
    ):
        X, _ = self._source(X)
        check_clusters(n_clusters, 2, MAX_CLUSTERS, of="")
        check_counts(n_clusters, MAX_CLUSTERS if self._pad else len(np.unique(X, axis=0)))
        check_kernel_normalization(kernel_normalization)
        self.n_clusters, self._at_choice = n_clusters, True
        self._of_engine = {"candidates": candidates, "random_state": random_state}
        super().__init__(
            **self._open(X, None, n_clusters),
            n_neighbors=self._engine.candidates[0] if self._engine else 1,
            kernel_normalization=kernel_normalization,
            posterior=X.shape[1] == 2,
        )
        self._begin()

    def _hold(self, X, y):
        self._engine = Engine(X, self.n_clusters, **self._of_engine)

    def _adapt(self, held):
        """t stays where it was as far as the candidates allow."""
        candidates = self._engine.candidates
        if held["_engine"] is None:
            self.n_neighbors = candidates[0]
        elif self.n_neighbors not in candidates:
            self.n_neighbors = candidates[-1]

    def _data(self):
        points = self._engine.points.astype(np.float32)
        return {"_points": points.tobytes(), "_frame": frame(self._engine)}

    @on_screen
    def labels_(self):
        """Labels on screen, shape (m,)."""
        return self._tried.result.labels.copy()

    @on_screen
    def undecided_(self):
        """Which points on screen are undecided, shape (m,)."""
        return self._tried.result.undecided.copy()

    @on_screen
    def lsmi_path_(self):
        """LSMI of every candidate under the kernel on screen."""
        known = self._engine.known(self._shown.kernel_normalization)
        return np.array([np.nan if value is None else value for value in known])

    @on_screen
    def choice_(self):
        """The judge's choice, or None."""
        return self._engine.choice(*self._shown.key[1:])

    def _told(self):
        t, normalization, judge = self._shown.key
        engine, tried, sizes = self._engine, self._tried, self.answer["sizes"]
        value = engine.known(normalization)[engine.candidates.index(t)]
        lsmi = "not judged yet" if value is None else f"{value:.3f}"
        return (
            f"ModelSelectionExplorer: {len(engine.X)} points in {len(sizes)} clusters "
            f"({', '.join(map(str, sizes))}), kernel {KERNEL_NAMES[normalization]}, t = {t}: "
            f"LSMI {lsmi} (SMI is at most {engine.bound:g}), pieces {tried.pieces}, "
            f"undecided {tried.undecided}; {verdict(engine, normalization, judge)}"
        )

    def _pictured(self):
        self._work_for(self._patience, self._work())
        return selection_still(
            engine=self._engine,
            tried=self._tried,
            shown=self._shown.key,
            curve=self.curve,
            posterior=self.posterior,
            foot=f"{self.answer['foot']}; {verdict(self._engine, *self._shown.key[1:])}",
        )

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
                f"got {told(proposal.value)}. Make the explorer with other candidates."
            )
        return proposal.value

    @traitlets.validate("kernel_normalization")
    def _check_kernel_normalization(self, proposal):
        check_kernel_normalization(proposal.value)
        return proposal.value

    @traitlets.validate("judge")
    def _check_judge(self, proposal):
        if not isinstance(proposal.value, str) or proposal.value not in JUDGES:
            raise ValueError(f'judge must be "lsmi" or "smi"; got {told(proposal.value)}.')
        return proposal.value

    @traitlets.validate("posterior")
    def _check_posterior(self, proposal):
        if proposal.value and self._engine and not self._engine.has_map:
            raise ValueError(
                f"posterior needs samples with two features; these have {self._engine.X.shape[1]}."
            )
        return proposal.value

    def _reconcile(self, changed):
        if self._engine is None:
            return
        choice = self._engine.choice(self.kernel_normalization, self.judge)
        if changed == "n_neighbors":
            self._at_choice = self.n_neighbors == choice
        elif changed != "_request" and self._at_choice and choice:
            self.n_neighbors = choice

    def _follow(self, question):
        t, normalization, _ = question.key
        self._engine.tried(normalization, t)
        self._engine.posterior(normalization, t)
        return self._engine

    def _work(self):
        t, normalization, _ = self._shown.key
        return self._engine.steps(normalization, t)

    def _show(self, engine):
        t, normalization, judge = self._shown.key
        self._tried = tried = engine.tried(normalization, t)
        c, posterior = engine.n_clusters, engine.posterior(normalization, t)
        self._put(
            **arrays(tried, normalization, c, posterior),
            python=python_line(tried, normalization, c, self._name_of_X),
        )
        self.curve = curve(engine, normalization)
        choice = engine.choice(normalization, judge)
        if self._at_choice and choice:
            self.n_neighbors = choice
