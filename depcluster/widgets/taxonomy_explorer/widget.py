"""TaxonomyExplorer: clusters as leaves of a tree, beside other structures."""

from __future__ import annotations

import numpy as np
import traitlets

from ..._utils.blas import one_blas_thread
from ..._validation import ANYTHING, CLASSES, NOTHING, checked, is_number, short_repr
from ..base.bundle import front_end
from ..base.traits import WholeNumber, known_name
from ..explorer.controls import ClusterControls
from ..explorer.following import on_screen
from ..explorer.shown import as_shown, part_of
from .answer import arrays, compared, foot, python_line, summary_line
from .classes import Classes, check_classes, check_target_names, names_of_corpus
from .engine import LIMITS, QUICK, STRUCTURES, Engine, TaxonomyQuestion, limits
from .picture import pictured
from .still import taxonomy_still


class TaxonomyExplorer(ClusterControls):
    """Slide over the number of clusters of a numerical taxonomy, and see who is related to whom.

    The clusters are the leaves of an unrooted tree with exact edge lengths. A tree comes out
    whatever the data are, so its misfit stands beside it, and objective (1) and conditional
    entropy of a free and of a fixed structure beside its own. While a control moves an answer
    is that of one start; when it rests the others follow in the background. With true classes
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
    gamma : float, "median" or "scale", default="median"
    n_init : int, default=20
    random_state : int, default=0
    panels : tuple of str, optional
        Which of "tree" (the structure, whichever it is), "members", "classes" and "label_kernel"
        (a fixed structure to edit) to show; all of them by default, as far as there is something
        in them. One or two come with the number of clusters as the only control.

    Attributes
    ----------
    preset : str
        Name of ``label_kernel``, or "custom". Assign a name to go there.
    selected : int
        The cluster whose members are listed. Can be set.
    rotation : float or None
        Degrees by which the tree is turned, anticlockwise, from `Tree.layout`; None, as for
        every new question, is what makes it largest. Can be set.
    labels_ : ndarray of int of shape (m,)
        Labels on screen. The first answer's are numbered around the tree, those of a fixed
        structure by its rows; later ones keep these numbers as far as the samples in them allow.
    rows_ : ndarray of int
        Rows of X on screen, ascending: ``labels_[i]`` is that of row ``rows_[i]``.
    objective_ : float
        (1) of them.
    result_ : TaxonomyResult
        What the search found, under the numbers it gave the clusters.
    compared_ : dict of str to dict
        "objective", "entropy" and "starts" for each structure that has been tried at this number
        of clusters.

    Raises
    ------
    ValueError
        If a parameter is unusable. Once the widget is on screen the message stands in it and
        the last result stays.

    References
    ----------
    M. B. Blaschko, A. Gretton. Learning taxonomies by dependence maximization. NIPS 2008.
    """

    _esm = front_end("taxonomy_explorer/page/widget.js")

    _asks = TaxonomyQuestion
    _most, _takes_sparse, _samples_word = 1000, True, "samples"
    _checked_classes = staticmethod(check_classes)
    _all_panels = ("tree", "members", "classes", "label_kernel")
    _controls = ("n_clusters", "structure", "label_kernel", "preset")
    _held = ("_engine", "_shown_samples", "_classes", "_limits_of", "_picture", "_before")
    _engine = _shown_samples = _classes = _picture = None
    _before = None  # labels that changes are counted from
    _widest, _range_of = LIMITS, staticmethod(limits)

    _samples = traitlets.Dict().tag(sync=True)
    _pixels = traitlets.Bytes().tag(sync=True)
    structure = traitlets.TraitType("tree").tag(sync=True, control=True)  # checks are below
    selected = WholeNumber(0).tag(sync=True, control=True)
    rotation = traitlets.Any(None).tag(sync=True, control=True)

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
        clusters = self._clusters(X, n_clusters, label_kernel, n_init)
        self._thumbnails = thumbnails
        if self._source is None:
            self._thumbnails = part_of(thumbnails, self._rows_on_screen, self._n_given)
        self._of_engine = (kernel, gamma, tree_fit, n_init, random_state)
        self._n_steps = n_init
        super().__init__(
            **self._open(X, y, n_clusters),
            **clusters,
            structure=structure,
            **self._chosen(panels),
        )
        self._begin()

    def _settle_at_first(self):
        self._work_for(self._patience, self._work())

    def _hold(self, X, y):
        super()._hold(X, y)
        self._shown_samples = as_shown(self._thumbnails, X)
        names = self._target_names or (self._source and self._source.target_names) or None
        self._classes = Classes.of(check_classes(y, len(X)), names)
        engine = Engine(X, *self._of_engine)
        if self._picture is not None:
            self._before = self._picture.labels[self._origin]
        self._engine, self._picture = engine, None

    def _data(self):
        images = self._shown_samples.images
        return {
            **super()._data(),
            "_samples": self._shown_samples.about(self._classes),
            "_pixels": b"" if images is None else images.tobytes(),
        }

    @on_screen
    def labels_(self):
        """Labels on screen, shape (m,)."""
        return self._picture.labels.copy()

    @on_screen
    def objective_(self):
        """(1) of the labels on screen."""
        return self._picture.result.objective

    @on_screen
    def result_(self):
        """What the search found."""
        return self._picture.result

    @on_screen
    def compared_(self):
        """Objective and entropy of the structures at the number of clusters on screen."""
        return self.answer["compared"]

    def _told(self):
        return f"TaxonomyExplorer: {summary_line(self.answer, self._picture.question)}"

    def _pictured(self):
        return taxonomy_still(
            question=self._picture.question,
            picture=self._picture,
            samples=self._shown_samples,
            answer=self.answer,
            classes=self._classes,
            selected=self.selected,
            rotation=self.rotation,
            panels=[panel for panel in self._all_panels if self._is_open(panel)],
        )

    @traitlets.validate("structure")
    def _check_structure(self, proposal):
        return known_name("structure", proposal.value, STRUCTURES)

    @traitlets.validate("selected")
    def _check_selected(self, proposal):
        last = len(self._picture.structure) - 1 if self._picture else 0
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

    def _follow(self, question):
        searches = self._engine.searches(question)
        searches[question.structure].run(QUICK)
        return searches

    def _work(self):
        return self._steps(self._engine, self._shown)

    def _steps(self, engine, question):
        yield from engine.steps(question)
        if self._done is not None:  # in the background, where nobody waits for the end
            yield from (None for _ in engine.look_ahead(question, self._limits_of))

    def _show(self, searches):
        question, engine, drawn = self._shown, self._engine, self._picture
        search = searches[question.structure]
        if drawn is None or drawn.question is not question or drawn.result is not search.result:
            shown = (self._before, None) if drawn is None else (drawn.labels, drawn.tree)
            with one_blas_thread():
                self._take(pictured(engine.gram, question, search.result, *shown))
        self._put(
            compared=compared(searches, self._classes, engine.n_init),
            foot=foot(question, search, engine.n_init, self._picture.labels, self._before),
            python=python_line(engine, question, self._name_of_X),
            **arrays(question, self._picture, self._shown_samples, self._classes, engine.tree_fit),
        )

    def _is_settled(self):
        return self._n_made() >= self._n_steps

    def _n_made(self):
        """How many starts the answer on screen is the best of."""
        return len(self._engine.search(self._shown, self._shown.structure).reached)

    def _tell_state(self):
        super()._tell_state()
        if self._progress:  # steps are starts, and others beside those of the structure on screen
            self._progress = [self._n_made(), self._n_steps]

    def _take(self, picture):
        """Keep the selection with its members, and turn a new tree to where it is largest."""
        before, self._picture = self._picture, picture
        known = self._before if before is None else before.labels
        if known is None:  # nothing was on screen
            self.selected = min(self.selected, len(picture.structure) - 1)
            return
        held = picture.labels[known == self.selected]
        self.selected = int(np.bincount(held, minlength=1).argmax())
        if before is None or before.question is not picture.question:
            self._before = known
            self.rotation = None
