"""TaxonomyExplorer: clusters as leaves of a tree, beside other structures."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import traitlets

from ..._base.parameters import described
from ..._validation import ANYTHING, CLASSES, NOTHING, checked, is_number, short_repr
from ..base.bundle import front_end
from ..base.traits import Choice, WholeNumber, numbers_for_page
from ..explorer.controls import ClusterControls
from ..explorer.following import Following, requires_answer
from ..explorer.labelling import Fit, Labelling
from ..explorer.samples import Dataset, of_dataset
from ..explorer.thumbnails import Thumbnails, as_thumbnails, part_of
from .classes import Classes, check_classes, check_target_names, names_of_corpus
from .engine import LIMITS, STRUCTURES, Engine, Found, TaxonomyQuestion, limits
from .figure import taxonomy_figure
from .picture import numbered, pictured
from .reading import read, summary_line


@dataclass(frozen=True, eq=False, kw_only=True)
class TaxonomyDataset(Dataset):
    engine: Engine
    thumbnails: Thumbnails
    classes: Classes


@described(Following)
class TaxonomyExplorer(ClusterControls):
    """Slide over the number of clusters of a numerical taxonomy, and see who is related to whom.

    The clusters are the leaves of an unrooted tree with exact edge lengths. A tree comes out
    whatever the data are, so its misfit stands beside it, and objective (1) and conditional
    entropy of a free and of a fixed structure beside its own. The page computes: while a control
    moves, what the labels on screen lead to, or one start; when it rests the other starts, then
    those of the two other structures. Python takes over the labels that the page tells once it
    has checked what they lead to, and computes its own where no page is open. With true classes
    the matrix of a free structure groups its rows by them, and a line below the tree says which
    of them the tree splits. All controls can be set from Python too.

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
    label_kernel : {"plain", "chain", "ring", "grid", "tree"} or array of shape (c, c)
        The fixed structure.
    tree_fit : {"nni", "nj", "objective"}, default="nni"
        As in `NumericalTaxonomy`; with "objective" lengths are squared distances.
    kernel : str, default="rbf"
        Of the data, as `NumericalTaxonomy` takes it.
    n_init : int, default=20
    panels : tuple of str, optional
        Which of "tree" (the structure, whichever it is), "members", "classes" and "label_kernel"
        (a fixed structure to edit) to show; all of them by default, as far as there is something
        in them. Whichever they are, the controls stay.

    Attributes
    ----------
    preset : str
        Name of ``label_kernel``, or "custom". Assign a name to go there.
    selected : int
        The cluster whose members are listed. Can be set.
    rotation : float or None
        Degrees by which the tree is turned, anticlockwise, from `Tree.layout`; None, as for
        every new tree, is what makes it largest. Can be set.
    labels_ : ndarray of int of shape (m,)
        Labels on screen. The first answer's are numbered around the tree, those of a fixed
        structure by its rows; later ones keep these numbers as far as the samples in them allow.
    rows_
    objective_ : float
        (1) of them.
    result_ : TaxonomyResult
        What the search found, under the numbers it gave the clusters.
    compared_ : dict of str to dict
        "objective" and "entropy" for each structure that can be used at this number of clusters.
    panels, folded
    state

    References
    ----------
    M. B. Blaschko, A. Gretton. Learning taxonomies by dependence maximization. NIPS 2008.
    """

    _esm, _css = front_end("taxonomy_explorer/page/widget.js")

    _asks = TaxonomyQuestion
    _most, _takes_sparse, _samples_word = 1000, True, "samples"
    _checked_classes = staticmethod(check_classes)
    _all_panels = ("tree", "members", "classes", "label_kernel")
    _controls = ("n_clusters", "structure", "label_kernel", "preset")
    _engine, _thumbnails, _classes = map(of_dataset, ("engine", "thumbnails", "classes"))
    _found = _picture = None  # the last answer taken over or computed
    _others = None  # results that the one on screen is compared with, by structure
    _widest, _range_of = LIMITS, staticmethod(limits)

    _samples = traitlets.Dict().tag(sync=True)
    _pixels = traitlets.Bytes().tag(sync=True)
    _tree = Labelling().tag(sync=True, control=True)
    _free = Labelling().tag(sync=True, control=True)
    _fixed = Labelling().tag(sync=True, control=True)
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
        X,
        thumbnails=None,
        n_clusters=9,
        *,
        y=None,
        target_names=None,
        structure="tree",
        label_kernel="plain",
        tree_fit="nni",
        kernel="rbf",
        gamma="median",
        n_init=20,
        random_state=0,
        panels=None,
    ):
        given = names_of_corpus(thumbnails, y) if target_names is None else target_names
        self._target_names = check_target_names(given, y)
        X, y = self._take_in(X, y)
        if thumbnails is not None:
            self._refuse_thumbnails()
        clusters = self._clusters(n_clusters, label_kernel, n_init)
        self._given_thumbnails = thumbnails
        if self._source is None:
            self._given_thumbnails = part_of(thumbnails, self._dataset.rows, self._dataset.n_given)
        self._of_engine = (kernel, gamma, tree_fit, n_init, random_state)
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
            engine=Engine(X, *self._of_engine),
            thumbnails=as_thumbnails(self._given_thumbnails, X),
            classes=Classes.of(check_classes(y, len(X)), names),
        )

    def _data(self):
        dataset, images = self._dataset, self._thumbnails.images
        return {
            **super()._data(),
            "_samples": dataset.thumbnails.about(dataset.classes),
            "_pixels": b"" if images is None else images.tobytes(),
            "_input": {**dataset.engine.sent(), **dataset.sent()},
        }

    @requires_answer
    def labels_(self):
        """Labels on screen, shape (m,)."""
        return self._picture.labels.copy()

    @requires_answer
    def objective_(self):
        """(1) of the labels on screen."""
        return self._picture.result.objective

    @requires_answer
    def result_(self):
        """What the search found."""
        return self._picture.result

    @requires_answer
    def compared_(self):
        """Objective and entropy of the structures at the number of clusters on screen."""
        return self._compare()

    def _compare(self):
        found = {name: self._compared(name) for name in STRUCTURES}
        return {
            name: {
                "objective": result.objective,
                "entropy": None if self._classes is None else self._classes.left_in(result.labels),
            }
            for name, result in found.items()
            if result is not None
        }

    def _compared(self, name):
        """The result under one of the structures, None for a fixed one that cannot be used."""
        question, trait = self._shown, f"_{name}"
        if name == question.structure:
            return self._picture.result
        if name not in self._others:
            try:
                self._engine.vet(question, name)
            except ValueError:
                return None
            heard = self._engine.believed(question, name, getattr(self, trait))
            result = heard.result if heard else self._engine.result(question, name)
            if not heard:
                setattr(self, trait, Fit(result.labels, result.objective, True).labelling)
            self._others[name] = result
        return self._others[name]

    def _reading(self):
        parts = self._thumbnails, self._classes, self._engine
        return read(self._picture, *parts, self._compare())

    def _summary(self):
        return summary_line(self._reading())

    def _figure(self):
        return taxonomy_figure(self, self._reading(), self._thumbnails, self._classes)

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

    def _vet(self, question):
        self._engine.vet(question, question.structure)
        super()._vet(question)
        before, self._others = self._left, {}
        self.selected = min(self.selected, question.n_clusters - 1)
        if before is not None and _has_other_tree(question, before):
            self.rotation = None

    @traitlets.observe("_tree", "_free", "_fixed")
    def _on_others(self, change):
        if self._others:
            self._others.pop(change.name[1:], None)

    def _follow(self, question):
        found = self._engine.believed(question, question.structure, self._heard)
        return found or self._searched(question)

    def _searched(self, question):
        result = self._engine.result(question, question.structure)
        labels = numbered(question, result, self._dataset.known)
        return Found(result, labels, Fit(labels, result.objective, True).labelling)

    def _work(self):
        if not self._found.labelling["settled"]:
            best = max(self._searched(self._shown), self._found, key=_objective)
            yield replace(best, labelling={**best.labelling, "settled": True})

    def _show(self, found):
        known = self._dataset.known
        if found.labelling != self._heard and known is not None:
            members = found.labels[known == self.selected]
            self.selected = int(np.bincount(members, minlength=1).argmax())
        self._found, self._others = found, {}
        self._keep(found.labels)
        self._picture = pictured(self._engine.gram, self._shown, found.result, found.labels)
        self._tell(found.labelling)


def _objective(found):
    return found.result.objective


def _has_other_tree(question, before):
    return (question.n_clusters, question.structure) != (before.n_clusters, before.structure)
