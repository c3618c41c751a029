"""ModelSelectionExplorer: a kernel parameter under the hand, and the estimates that judge it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

import numpy as np
import traitlets

from ..._typing import ArrayLike, Floats
from ..._validation import ANYTHING, check_counts, checked, short_repr
from ...kernels.local_scaling import NORMALIZATIONS
from ...papers.sugiyama2011 import SMIC
from ...papers.sugiyama2011.smic import check_candidates
from ..base.bundle import bundle
from ..base.source import Source
from ..base.traits import Choice, Flag, WholeNumber, known_name
from ..explorer.explorer import (
    MAX_CLUSTERS,
    Explorer,
    check_clusters,
    requires_samples,
    seed_of,
)
from .data import OWN, SIZE, TOYS, menu
from .samples import SelectionDataset, tried_of

JUDGES = {"lsmi": "LSMI", "smi": "the estimate (8)"}


class ModelSelectionExplorer(Explorer):
    """Slide over the t of SMIC's kernel, and watch LSMI judge the clusterings.

    Every candidate t gives a sparse graph on the samples, its leading eigenvectors a clustering
    in closed form, and LSMI a number for that. The page computes them: the picture answers at
    once, the candidates are judged behind it, the one on screen first. It begins at the smallest
    t, and goes to the judge's choice when all candidates are in, unless another t was set
    meanwhile. A picture that stands at the judge's choice stays with it when the judge, the kernel
    or the data change. Classes are called as the groups that were on screen before, so that colours
    stay with their points. All controls can be set from Python too; a t that is set there stays.

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
    feature_names : sequence of str, optional
        Names of the axes; those of a data frame's columns by default, as its index names the
        samples.

    Raises
    ------
    ValueError
        If a parameter is unusable. What cannot be answered once the widget is on screen stands
        in it as a message, and the last result stays; here ``labels_`` then raises.

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
    X : ndarray of shape (m, d)
        Samples on screen.
    labels_ : ndarray of int of shape (m,)
        Labels on screen; those of `SMIC` but for their names.
    rows_ : ndarray of int
        Rows of the samples given that are on screen, ascending: ``labels_[i]`` is that of row
        ``rows_[i]``.
    lsmi_path_ : ndarray
        LSMI of every candidate under the kernel on screen.
    choice_ : int
        The candidate that `SMIC` takes by LSMI.
    panels, folded : tuple of str
        Panels that are there, and which of them show their headline only. Can be set.

    References
    ----------
    M. Sugiyama, M. Yamada, M. Kimura, H. Hachiya. Information-maximization clustering based on
    squared-loss mutual information. arXiv:1112.0611, 2011, sections 2 and 3.
    """

    _esm, _css = bundle("model_selection_explorer/widget.js")

    objective_ = None  # SMIC has none
    _controls = ("data", "n_neighbors", "kernel_normalization")
    _all_panels = ("points", "curve", "eigenvectors")
    _own: Any = None
    _n_own: Any = None  # samples of one's own, and their number of clusters
    _had_map = None  # of the data that the controls fit
    _lack = ""  # what is missing of one's own, whatever is on screen

    _input = traitlets.Dict({"n_samples": SIZE}).tag(sync=True)  # of a toy where there are no own
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
        X: ArrayLike | Source | None = None,
        n_clusters: int | None = None,
        *,
        candidates: Iterable[int] = range(1, 11),
        kernel_normalization: Literal["sym", None] = None,
        random_state: int = 0,
        panels: tuple[str, ...] | None = None,
        feature_names: Sequence[str] | None = None,
    ) -> None:
        self._candidates = candidates
        self._seed = seed_of(random_state)
        has_toys = X is None or len(check_candidates(candidates, SIZE)) > 1
        self._toys = self._toy_datasets() if has_toys else {}
        given = n_clusters, feature_names
        opened = self._toys_alone(*given) if X is None else self._given(X, *given)
        dataset = self._toys[opened["data"]] if X is None else self._own
        self._had_map, self._lack = dataset and dataset.has_map, opened.get("_waiting", "")
        super().__init__(
            **opened,
            _menu=menu(X is not None, self._toys),
            _toy_samples={name: toy.sent() for name, toy in self._toys.items()},
            n_neighbors=dataset.candidates[0] if dataset else 1,
            kernel_normalization=kernel_normalization,
            posterior=self._had_map is not False,
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
        return {"data": next(iter(TOYS))}

    def _given(self, X, n_clusters, feature_names):
        """Traits to begin with, of samples or a pad."""
        X, _ = self._take_in(X, feature_names=feature_names)
        check_clusters(n_clusters, 2, MAX_CLUSTERS, of="")
        check_counts(n_clusters, MAX_CLUSTERS if self._source else len(np.unique(X, axis=0)))
        self._n_own = n_clusters
        return {"data": OWN, **self._open(X, None, n_clusters)}

    def _toy_datasets(self):
        tried, rows = tried_of(self._candidates, SIZE), np.arange(SIZE)
        alike = {"rows": rows, "n_given": SIZE, "limits": self._widest, "drawn": ""}
        return {
            name: SelectionDataset(
                **alike,
                X=toy.X,
                called=toy.line,
                n_clusters=toy.n_clusters,
                candidates=tried,
                seed=self._seed,
            )
            for name, toy in TOYS.items()
        }

    def _make_dataset(self, X, y, dataset):
        tried = tried_of(self._candidates, len(X))
        return SelectionDataset(
            **vars(dataset), n_clusters=self._n_own, candidates=tried, seed=self._seed
        )

    @property
    def _dataset(self):
        """That of the data asked for; None while a source holds too little."""
        return self._own if self.data == OWN else self._toys[self.data]

    @_dataset.setter
    def _dataset(self, dataset):
        self._own = dataset

    @property
    def n_clusters(self) -> int:
        """Number of clusters of the data that are asked for."""
        return self._n_own if self.data == OWN else TOYS[self.data].n_clusters

    def _data(self):
        return {"_input": self._own.sent()}

    def _migrate_controls(self, before):
        if before is None:
            self.n_neighbors = self._own.candidates[0]
        self._fit_controls()

    def _fit_controls(self):
        """t stays as far as the candidates allow; the map comes with the plane."""
        dataset, had_map = self._dataset, self._had_map
        self._had_map = dataset.has_map
        if self.n_neighbors not in dataset.candidates:
            self.n_neighbors = dataset.candidates[-1]
        if had_map != dataset.has_map:
            self.posterior = dataset.has_map

    def _reconcile(self, changed):
        if changed == "data":
            self._waiting = self._lack if self.data == OWN else ""
            if self._dataset is not None:
                self._fit_controls()

    def _on_source(self, change=None):
        """A source that changes is shown, whatever data were."""
        self._lack = ""
        self.data = OWN
        super()._on_source(change)
        self._lack = self._waiting

    def _estimator(self):
        return SMIC(
            self.n_clusters,
            n_neighbors=self.n_neighbors,
            kernel_normalization=self.kernel_normalization,
        )

    @requires_samples
    def lsmi_path_(self) -> Floats:
        """LSMI of every candidate under the kernel on screen."""
        return self._chosen_by_lsmi().lsmi_path_

    @requires_samples
    def choice_(self) -> int:
        """The candidate that `SMIC` takes by LSMI."""
        return self._chosen_by_lsmi().n_neighbors_

    def _chosen_by_lsmi(self):
        of_all = {"candidates": self._dataset.candidates, "random_state": self._seed}
        return self._estimator().set_params(n_neighbors="lsmi", **of_all).fit(self._samples)

    def _settings(self):
        toy = "" if self.data == OWN else f"{TOYS[self.data].label}, "
        t = f"t chosen by {JUDGES[self.judge]}" if self._at_choice else f"t = {self.n_neighbors}"
        return f"{toy}kernel {self.kernel_normalization or 'as printed'}, {t}"

    @property
    def _known_data(self):
        return [*([OWN] if self._n_own else []), *self._toys]

    @traitlets.validate("data")
    def _check_data(self, proposal):
        return known_name("data", proposal.value, self._known_data)

    @traitlets.validate("n_neighbors")
    def _check_n_neighbors(self, proposal):
        if self._dataset is None:
            if proposal.value == type(self).n_neighbors.default_value:
                return proposal.value
            raise ValueError(f"n_neighbors can be set once there are points. {self._waiting}")
        candidates = self._dataset.candidates
        if proposal.value not in candidates:
            raise ValueError(
                f"n_neighbors must be one of the candidates, {', '.join(map(str, candidates))}; "
                f"got {short_repr(proposal.value)}. Make the explorer with other candidates."
            )
        is_told = self._is_reconciling or self._cross_validation_lock  # by a message, say
        if not is_told and proposal.value != self.n_neighbors:
            self._at_choice = False  # which the page hears before t
        return proposal.value

    @traitlets.validate("posterior")
    def _check_posterior(self, proposal):
        if proposal.value and self._dataset is not None and not self._dataset.has_map:
            raise ValueError(
                f"posterior needs samples with two features; these have {self._samples.shape[1]}."
            )
        return proposal.value
