"""TaxonomyExplorer: clusters as leaves of a tree, beside other structures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import traitlets

from ..._typing import ArrayLike, Gamma, LabelKernel, RandomState
from ..._validation import (
    ANYTHING,
    CLASSES,
    NOTHING,
    checked,
    different_rows,
    is_number,
    short_repr,
)
from ...kernels.cache import KernelMaker
from ...kernels.gram import as_centred_gram
from ...papers.blaschko2008.taxonomy import NumericalTaxonomy, check_structure
from ..base.bundle import bundle
from ..base.source import Source
from ..base.traits import Choice, WholeNumber, numbers_for_page
from ..explorer.controls import ClusterControls
from ..explorer.coordinates import kernel_input
from ..explorer.explorer import seed_of
from ..explorer.fit_message import FitMessage
from ..explorer.samples import Dataset
from ..explorer.thumbnails import Thumbnails, as_thumbnails, part_of
from .classes import Classes, check_classes, check_target_names, names_of_corpus

STRUCTURES = ("tree", "free", "fixed")
LIMITS = 2, 12


@dataclass(frozen=True, eq=False, kw_only=True)
class TaxonomyDataset(Dataset):
    kernel: dict[Any, Any]  # what the page makes the kernel matrix of
    thumbnails: Thumbnails
    classes: Classes | None


class TaxonomyExplorer(ClusterControls):
    """Slide over the number of clusters of a numerical taxonomy, and see who is related to whom.

    The clusters are the leaves of an unrooted tree with exact edge lengths. A tree comes out
    whatever the data are, so its misfit stands beside it, and objective (1) and conditional
    entropy of a free and of a fixed structure beside its own. The page computes: while a control
    moves, what the labels on screen lead to, or one start; when it rests the other starts, then
    those of the two other structures. With true classes the matrix of a free structure groups
    its rows by them, and a line below the tree says which of them the tree splits. All controls
    can be set from Python too.

    Parameters
    ----------
    X : array-like, DataFrame or sparse array of shape (m, d), DataPad or DataFile
        At least three different samples, or a pad or a file that is followed as it changes and
        whose classes are y. Of more than 1000 samples so many are drawn, with their thumbnails and
        classes.
    thumbnails : array of shape (m, h, w) or (m, h, w, 3), list of m str, or corpus, optional
        Pictures or texts of the samples: a cluster's mean picture, or the three words that tell
        it from the others, stand at its leaf. A corpus is one of `depcluster.datasets`, with
        ``counts``, ``words`` and ``titles``. Grey levels are bytes or between 0 and 1; other
        ranges are stretched. Without thumbnails a leaf shows its mark and the cluster's size.
    n_clusters : int, default=9
        From 2 to 12, and at most the number of different samples.
    y : array-like of shape (m,), optional
        True classes, for the conditional entropy and to be named: texts are names. Names such as
        "person 1, happy" and "sci.space" also make families, by what stands before the first
        comma or dot.
    target_names : sequence of str, optional
        Names of the classes 0, 1, ... where y holds numbers, as data sets bring them; a corpus
        has its own.
    structure : {"tree", "free", "fixed"}, default="tree"
    label_kernel : {"plain", "chain", "ring", "grid", "tree"} or (c, c) array, default="plain"
        The fixed structure.
    tree_fit : {"nni", "nj", "objective"}, default="nni"
        As in `NumericalTaxonomy`; with "objective" lengths are squared distances.
    kernel : str, default="rbf"
        Of the data, as `NumericalTaxonomy` takes it.
    gamma : float, "median" or "scale", default="median"
    n_init : int, default=20
    random_state : int, RandomState or None, default=0
        Of what is no number one is drawn, for the page, the estimator and the line of Python.
    panels : tuple of str, optional
        Which of "tree" (the structure, whichever it is), "members", "classes" and "label_kernel"
        (a fixed structure to edit) to show; all of them by default, as far as there is something
        in them. Whichever they are, the controls stay.

    Raises
    ------
    ValueError
        If a parameter is unusable. What cannot be answered once the widget is on screen stands
        in it as a message, and the last result stays; here ``labels_`` then raises.

    Attributes
    ----------
    preset : str
        Name of ``label_kernel``, or "custom". Assign a name to go there.
    selected : int
        The cluster whose members are listed. Can be set.
    rotation : float or None
        Degrees by which the tree is turned, anticlockwise, from `Tree.layout`; None, as for
        every new tree, is what makes it largest. Can be set.
    X : ndarray of shape (m, d)
        Samples on screen.
    rows_ : ndarray of int
        Rows of the samples given that are on screen, ascending: ``labels_[i]`` is that of row
        ``rows_[i]``.
    labels_ : ndarray of int of shape (m,)
        Labels on screen, the first ones numbered around the tree, those of a fixed structure by
        its rows; later ones keep these numbers as far as the samples in them allow. Where no
        page has answered yet, those that `estimator` finds, as it numbers them.
    objective_ : float
        (1) of them.
    panels, folded : tuple of str
        Panels that are there, and which of them show their headline only. Can be set.

    References
    ----------
    M. B. Blaschko, A. Gretton. Learning taxonomies by dependence maximization. NIPS 2008.
    """

    _esm, _css = bundle("taxonomy_explorer/page/widget.js")

    _most, _takes_sparse, _samples_word = 1000, True, "sample"
    _checked_classes = staticmethod(check_classes)
    _all_panels = ("tree", "members", "classes", "label_kernel")
    _controls = ("n_clusters", "structure", "label_kernel", "preset")
    _widest = LIMITS

    _about = traitlets.Dict().tag(sync=True)  # what is shown of samples, and their classes
    _pixels = traitlets.Bytes().tag(sync=True)
    _warm_start = FitMessage().tag(sync=True, control=True)  # labels whose structure is on screen
    structure = Choice(STRUCTURES).tag(sync=True, control=True)
    selected = WholeNumber(0).tag(sync=True, control=True)
    rotation = traitlets.Any(None).tag(  # its check is below
        sync=True,
        control=True,
        for_page=lambda own: numbers_for_page((), -np.inf, np.inf, none=True),
    )

    @checked(X=ANYTHING, n_clusters=ANYTHING, y=CLASSES | NOTHING)
    def __init__(
        self,
        X: ArrayLike | Source,
        thumbnails: Any | None = None,
        n_clusters: int = 9,
        *,
        y: ArrayLike | None = None,
        target_names: Sequence[str] | None = None,
        structure: Literal["tree", "free", "fixed"] = "tree",
        label_kernel: LabelKernel = "plain",
        tree_fit: Literal["nni", "nj", "objective"] = "nni",
        kernel: str = "rbf",
        gamma: Gamma = "median",
        n_init: int = 20,
        random_state: RandomState = 0,
        panels: tuple[str, ...] | None = None,
    ) -> None:
        given = names_of_corpus(thumbnails, y) if target_names is None else target_names
        self._target_names = check_target_names(given, y)
        self._holds_kernel = isinstance(kernel, str) and kernel == "precomputed"
        X, y = self._take_in(X, y)
        if thumbnails is not None:
            self._refuse_thumbnails()
        clusters = self._clusters(n_clusters, label_kernel, n_init)
        check_structure("tree", n_clusters, tree_fit)
        self._given_thumbnails = thumbnails
        if self._source is None:
            self._given_thumbnails = part_of(thumbnails, self._dataset.rows, self._dataset.n_given)
        self._given_gamma, self._tree_fit = gamma, tree_fit
        self._params = {"kernel": kernel, "n_init": n_init, "random_state": seed_of(random_state)}
        super().__init__(
            **self._open(X, y, n_clusters),
            **clusters,
            structure=structure,
            **self._chosen(panels),
        )
        self._begin()

    def _make_dataset(self, X, y, dataset):
        names = self._target_names or (self._source and self._source.target_names) or None
        return TaxonomyDataset(
            **vars(dataset),
            kernel=self._kernel_of(X),
            thumbnails=as_thumbnails(self._given_thumbnails, X),
            classes=Classes.of(check_classes(y, len(X)), names),
        )

    def _kernel_of(self, X):
        maker, kernel = KernelMaker(X), self._params["kernel"]
        gamma = maker.width(kernel, self._given_gamma)
        matrix = lambda: as_centred_gram(maker.matrix(kernel, gamma=gamma)).K  # noqa: E731
        return kernel_input(X, kernel, gamma, matrix)

    def _data(self):
        dataset, images = self._dataset, self._dataset.thumbnails.images
        return {
            **super()._data(),
            "_about": dataset.thumbnails.about(dataset.classes),
            "_pixels": b"" if images is None else images.tobytes(),
            "_input": {
                **dataset.kernel,
                "tree_fit": self._tree_fit,
                "n_init": self._params["n_init"],
                "random_state": str(self._params["random_state"]),
                **dataset.sent(),
            },
        }

    @staticmethod
    def _range_of(X):
        n = len(different_rows(X, range(len(X)), LIMITS[1]))
        if n < 3:
            raise ValueError(
                f"X must hold at least three different samples; got {len(X)} samples, {n} "
                "different. A taxonomy relates clusters, and nothing tells equal samples apart."
            )
        return LIMITS[0], n

    def _estimator(self):
        structure, gamma, params = self.structure, self._dataset.kernel["gamma"], dict(self._params)
        if gamma:
            params["gamma"] = float(gamma)
        if structure == "tree":
            params["tree_fit"] = self._tree_fit
        elif structure == "fixed":
            structure = np.array(self.label_kernel)
        return NumericalTaxonomy(self.n_clusters, structure=structure, **params)

    def _question(self):
        """The label kernel is one of a fixed structure alone."""
        generation, c, structure, A, _ = super()._question()
        return generation, c, structure, A if structure == "fixed" else None

    def _settings(self):
        named = f", {self.preset}" if self.structure == "fixed" else ""
        return f"{self.structure} structure{named}, {self._params['kernel']} kernel"

    def _reconcile(self, changed):
        c = self.n_clusters
        super()._reconcile(changed)
        self.selected = min(self.selected, self.n_clusters - 1)
        if changed in ("n_clusters", "structure") or self.n_clusters != c:
            self.rotation = None  # of another tree

    @traitlets.validate("selected")
    def _check_selected(self, proposal):
        last = self.n_clusters - 1
        if proposal.value > last:
            raise ValueError(
                f"selected must be a cluster on screen, from 0 to {last}; got "
                f"{short_repr(proposal.value)}."
            )
        return proposal.value

    @traitlets.validate("rotation")
    def _check_rotation(self, proposal):
        value = proposal.value
        if value is None:
            return None
        if not is_number(value):
            raise ValueError(
                f"rotation must be a finite number of degrees, or None; got {short_repr(value)}."
            )
        return float(value)
