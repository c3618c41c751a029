"""Numerical taxonomy clustering, of Blaschko and Gretton (NIPS 2008)."""

from __future__ import annotations

import warnings
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Self

import numpy as np
from sklearn.cluster import KMeans
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state

from ..._base.estimator import estimator
from ..._base.kernel_estimator import KernelEstimator, knows_new_samples, knows_their_kernel
from ..._base.prediction import checked_gram
from ..._typing import ArrayLike, Floats, Ints, Matrix, RandomState, SparseArray
from ..._utils.blas import blas_threads_for, one_blas_thread
from ..._utils.units import frobenius
from ..._validation import (
    available_if,
    check_counts,
    checked,
    short_repr,
    warn_if_long,
)
from ...kernels.eigenvectors import leading_eigenvectors
from ...kernels.gram import Gram, as_centred_gram
from ...kernels.matrix import kernel_matrix
from ...labels.kernels import check_label_kernel
from ...labels.partition import block_sums_of, cluster_sizes, one_hot
from ...labels.symmetries import canonical_labels
from ...search.local_search import Problem, climb_from
from ...search.objectives import Normalized, Taxonomic, value
from ...search.restarts import polish, warn_of_max_iter
from ...search.starts import start
from ...search.state import State
from ...trees.tree import Tree, leaf_names
from .objective import as_similarity
from .structure import (
    TREE_FITS,
    best_structure,
    best_value,
    cluster_distances,
    eigenvalue_ratio,
    set_kernel,
)

_TIE = 1e-12
_SECONDS = 1.7e-5  # of a start that fits trees of c leaves, times c^3.6, measured at 300 samples


@dataclass(frozen=True)
class TaxonomyRun:
    """What the loop found from one start."""

    labels: np.ndarray
    structure: np.ndarray
    tree: Tree | None
    objective: float
    n_iter: int
    stopped: str
    history: np.ndarray


@dataclass(frozen=True)
class TaxonomyResult(TaxonomyRun):
    """What `numerical_taxonomy` found from its best start.

    Attributes
    ----------
    labels : ndarray of int of shape (m,)
    structure : ndarray of shape (c, c)
        Y. It need not be the one that belongs to these labels: where the loop falls, the best
        pair of labels and structure it met is kept.
    tree : Tree or None
        The tree Y comes from.
    objective : float
        (1) of labels and structure.
    n_iter : int
        Turns of the loop; for a fixed structure, steps of its search.
    stopped : {"no move", "cycle", "max_iter"}
        Why it ended.
    history : ndarray
        (1) after each structure step and each partition step in turn.
    distances : ndarray of shape (c, c)
        Between the means of the clusters in feature space.
    starts : ndarray of shape (n_init,)
        The best (1) of every start.
    """

    distances: Floats
    starts: Floats

    @property
    def converged(self) -> bool:
        """Whether the best start ended at a partition that its own structure leaves alone."""
        return self.stopped == "no move"

    @property
    def eigenvalue_ratio(self) -> float:
        """Smallest over largest eigenvalue of Y: below 0 where the tree is no kernel."""
        return eigenvalue_ratio(self.structure)

    @property
    def misfit(self) -> float:
        """How far the clusters' distances are from those of the tree, ``|D - D_T| / |D|``.

        NaN without a tree. With tree_fit="objective" D_T are the roots of path lengths.
        """
        size = frobenius(self.distances)
        if self.tree is None or not size:
            return np.nan
        return frobenius(self.distances - cluster_distances(self.structure)) / size


@checked()
def numerical_taxonomy(
    K: ArrayLike | SparseArray | Gram,
    n_clusters: int,
    *,
    structure: Literal["tree", "free"] | Matrix = "tree",
    tree_fit: Literal["nni", "nj", "objective"] = "nni",
    init: Literal["auto"] | Ints | Sequence[int] = "auto",
    n_init: int = 10,
    max_iter: int = 50,
    names: Sequence[str] | None = None,
    random_state: RandomState = None,
    verbose: int = 0,
) -> TaxonomyResult:
    r"""Cluster, and learn how the clusters are related, in turns (Blaschko 2008, section 4).

    .. math:: \max_{\Pi, Y}\ \frac{\mathrm{tr}(M H \Pi Y \Pi' H)}
       {\sqrt{\mathrm{tr}(\Pi Y \Pi' H \Pi Y \Pi' H)}} \tag{1}

    Given the partition, Y is the best there is (8), or that of the tree nearest to it; given Y,
    the partition climbs to a local optimum. The loop ends when no sample moves.

    Parameters
    ----------
    K : array-like or sparse array of shape (m, m), or a Gram
        Kernel matrix of the data, centred here. A Gram is taken as it is and must be centred, about
        the weighted mean if there are weights.
    n_clusters : int
    structure : {"tree", "free"} or array of shape (n_clusters, n_clusters), default="tree"
        What Y may be: that of a tree metric, anything, or this label kernel and no other.
    tree_fit : {"nni", "nj", "objective"}, default="nni"
        "nni" and "nj" fit the tree to the distances between cluster means, with and without
        exchanges of neighbours; "objective" takes the tree that makes (1) largest, along which
        SQUARED distances add up: its lengths are not comparable with the others'.
    init : "auto" or array of int of shape (m,), default="auto"
        "auto" is k-means on the leading c - 1 eigenvectors, each times the root of its
        eigenvalue; the paper's section 3.1 takes k of them, as many as clusters, unscaled.
        Labels are one start; -1 is one that is not known.
    n_init : int, default=10
        Number of starts; the one with the largest (1) is kept.
    max_iter : int, default=50
        The most turns of structure step and partition step; a fixed structure needs none.
    names : sequence of str, one a cluster, optional
        Of the leaves of the tree in the order of the labels, all different; "0", "1", ... when left
        out. Which cluster has which label shows in a first fit with the same random_state.
    random_state : int, RandomState or None, default=None
    verbose : int, default=0
        Above 0, one line a start.

    Returns
    -------
    TaxonomyResult

    Raises
    ------
    ValueError
        If K or a parameter cannot be used, or there are fewer samples than clusters.

    Warns
    -----
    UserWarning
        If fitting trees with so many leaves takes long.

    Notes
    -----
    For structure="free" and tree_fit="objective" no step lowers (1). Trees fitted to distances
    can: the loop then keeps the best pair of labels and structure it met, and ends where it
    meets labels a second time. A cluster is never emptied.

    For a fixed structure (1) pays for large clusters, much as the unnormalized objective of Song
    2007 does: starts that are far from the groups in the data, random ones above all, can lead
    to larger values of (1) and nearly empty clusters.

    Examples
    --------
    >>> X = np.array([[0.0], [0.1], [1.0], [1.1], [5.0], [5.1], [6.0], [6.1]])
    >>> found = numerical_taxonomy(X @ X.T, 4, random_state=0)
    >>> [int(found.labels[i] == found.labels[i + 1]) for i in (0, 2, 4, 6)]
    [1, 1, 1, 1]
    >>> found.tree.n_leaves
    4
    """
    gram = as_centred_gram(K)
    tries = init, n_init, max_iter, names, random_state, verbose
    with blas_threads_for(*gram.shape):
        return _learned(gram, n_clusters, structure, tree_fit, *tries)


def _learned(
    gram,
    n_clusters,
    structure,
    tree_fit,
    init,
    n_init,
    max_iter,
    names=None,
    random_state=None,
    verbose=0,
    E=None,
):
    """`numerical_taxonomy` for a Gram that is centred; E as in `first_labels`."""
    fixed = check_structure(structure, n_clusters, tree_fit)
    if names is not None:
        names = leaf_names(names, n_clusters)
    check_counts(n_clusters, gram.shape[0], n_init, max_iter)
    rng = check_random_state(random_state)
    gram, e = gram.in_units()
    E = None if E is None else np.ldexp(E, -e // 2)
    if fixed is None and structure == "tree" and tree_fit != "nj":
        n_starts = n_init if isinstance(init, str) else 1
        warn_if_long(
            _SECONDS * n_starts * n_clusters**3.6,
            f"n_clusters={n_clusters}: fitting trees of so many leaves, from {n_starts} starts,",
            'Lower n_init, take fewer clusters, or tree_fit="nj".',
        )
    best, reached = None, []
    for k, labels in enumerate(first_labels(gram, n_clusters, init, n_init, rng, E)):
        if n_clusters == 1:
            run = _one_cluster(labels, structure, fixed)
        elif fixed is not None:
            run = _search(gram, fixed, labels, rng)
        else:
            fit = None if structure == "free" else tree_fit
            run = _alternate(gram, labels, n_clusters, fit, max_iter)
        reached.append(run.objective)
        if best is None or run.objective > best.objective * (1 + _TIE):
            best = run
        if verbose:
            print(
                f"start {k + 1}: J = {run.objective:.6g} in {run.n_iter} turns "
                f"({run.stopped}), best {best.objective:.6g}"
            )
    if best.stopped == "max_iter":
        warn_of_max_iter(max_iter, "the best start still had samples that would move")
    if best.tree is not None and names is not None:
        best = replace(best, tree=replace(best.tree, names=names))
    distances = distances_between(gram, best.labels, n_clusters)
    found = TaxonomyResult(**vars(best), distances=distances, starts=np.array(reached))
    return _over_units(found, e, tree_fit) if e and n_clusters > 1 else found


def _over_units(found, e, tree_fit):
    """What was found for a Gram over 2^e, as it is for the Gram."""
    tree, Y = found.tree, found.structure
    if tree is not None:
        lengths = np.ldexp(tree.lengths, e if tree_fit == "objective" else e // 2)
        tree, Y = Tree(tree.edges, lengths, tree.names), np.ldexp(Y, e)
    return replace(
        found,
        tree=tree,
        structure=Y,
        objective=float(np.ldexp(found.objective, e)),
        history=np.ldexp(found.history, e),
        distances=np.ldexp(found.distances, e // 2),
        starts=np.ldexp(found.starts, e),
    )


def distances_between(gram: Gram, labels: Ints, n_clusters: int) -> Floats:
    """Distances between the means of clusters in feature space.

    Parameters
    ----------
    gram : Dense, Sparse or Factor
    labels : ndarray of int of shape (m,)
    n_clusters : int

    Returns
    -------
    ndarray of shape (n_clusters, n_clusters)

    Examples
    --------
    >>> from depcluster.kernels import as_centred_gram
    >>> x = np.array([0.0, 0.0, 3.0])
    >>> distances_between(as_centred_gram(np.outer(x, x)), np.array([0, 0, 1]), 2).round(6)
    array([[0., 3.],
           [3., 0.]])
    """
    S, n = block_sums_of(gram, labels, n_clusters), cluster_sizes(labels, n_clusters)
    return cluster_distances(set_kernel(S, n))


def check_structure(structure, n_clusters, tree_fit="nni"):
    """Validate a structure and a way to fit trees; the fixed structure, if it is one, else None."""
    if tree_fit not in TREE_FITS:
        raise ValueError(
            f"tree_fit must be one of {', '.join(TREE_FITS)}; got {short_repr(tree_fit)}."
        )
    if isinstance(structure, str):
        if structure not in ("tree", "free"):
            raise ValueError(
                f'structure must be "tree", "free" or a symmetric array; got '
                f"{short_repr(structure)}."
            )
        return None
    Y = check_label_kernel(structure, n_clusters, name="structure")
    if len(Y) > 1 and Taxonomic(Y).offset(np.ones(len(Y))) < 0:
        raise ValueError(
            "structure must tell clusters apart; centred, the array given is 0. Try np.eye(c)."
        )
    return Y


def first_labels(
    gram: Gram,
    n_clusters: int,
    init: Literal["auto"] | Ints | Sequence[int],
    n_init: int,
    rng: np.random.RandomState,
    E: Floats | None = None,
) -> Iterator[Ints]:
    """Partitions to start from.

    Parameters
    ----------
    gram : Dense, Sparse or Factor
        Centred, (m, m).
    n_clusters : int
    init : "auto" or array of int of shape (m,)
        "auto" is k-means on the leading c - 1 eigenvectors, each times the root of its
        eigenvalue. Section 3.1 takes k = c, unscaled; but c clusters span c - 1 directions once
        the mean is taken out, and scaled the rows are the samples' places in feature space, as
        nearly as so many directions allow. An array is one start; where it holds -1, a label is not
        known, and the sample begins in the cluster whose known ones have the nearest mean.
    n_init : int
    rng : numpy.random.RandomState
    E : ndarray of shape (m, r), optional
        `scaled_eigenvectors`, c - 1 or more, if they are at hand.

    Yields
    ------
    ndarray of int of shape (m,)
        0..c-1, each used.

    Raises
    ------
    ValueError
        For another name or unusable labels.

    Examples
    --------
    >>> from depcluster.kernels import as_centred_gram
    >>> x = np.array([0.0, 0.1, 1.0, 1.1])
    >>> gram = as_centred_gram(np.outer(x, x))
    >>> len(list(first_labels(gram, 2, "auto", 3, np.random.RandomState(0))))
    3
    """
    m = gram.shape[0]
    if not isinstance(init, str):
        yield start(Problem(gram, Normalized(np.eye(n_clusters)), n_clusters), init, rng)
    elif init != "auto":
        raise ValueError(f'init must be "auto" or labels; got {short_repr(init)}.')
    elif n_clusters == 1:
        yield np.zeros(m, dtype=np.intp)
    else:
        E = scaled_eigenvectors(gram, n_clusters - 1) if E is None else E[:, : n_clusters - 1]
        for _ in range(n_init):
            yield _filled(_kmeans(E, n_clusters, rng), n_clusters)


def scaled_eigenvectors(gram: Gram, k: int) -> Floats:
    """The k leading eigenvectors of K, each times the root of its eigenvalue.

    Parameters
    ----------
    gram : Dense, Sparse or Factor
    k : int

    Returns
    -------
    ndarray of shape (m, k)
        Inner products of rows are, nearly, the kernel values.

    Examples
    --------
    >>> from depcluster.kernels import as_centred_gram
    >>> scaled_eigenvectors(as_centred_gram(np.diag([4.0, 0.0])), 1).shape
    (2, 1)
    """
    return scaled(*leading_eigenvectors(gram, k))


def scaled(values, vectors):
    """Eigenvectors, each times the root of its eigenvalue, or 0 where that is negative."""
    return vectors * np.sqrt(np.maximum(values, 0))


def split(E: Floats, labels: Ints, n_clusters: int, rng: np.random.RandomState) -> Ints:
    r"""Divide clusters in two, each time the one where it raises (10) most (Blaschko 2008).

    .. math:: \sqrt{\mathrm{tr}(S N^{-1} S N^{-1})} \tag{10}

    Parameters
    ----------
    E : ndarray of shape (m, r)
        Rows whose inner products are, nearly, the centred kernel values.
    labels : ndarray of int of shape (m,)
    n_clusters : int
        At least as many as there are, at most m.
    rng : numpy.random.RandomState

    Returns
    -------
    ndarray of int of shape (m,)
        Labels 0..n_clusters-1; the new ones are the larger.

    Examples
    --------
    >>> E = np.array([[-2.0], [-1.9], [1.0], [2.9]])
    >>> np.bincount(split(E, np.array([0, 0, 1, 1]), 3, np.random.RandomState(0)))
    array([2, 1, 1])
    """
    labels = labels.copy()
    for new in range(labels.max() + 1, n_clusters):
        tries = []
        for j in np.flatnonzero(np.bincount(labels) > 1):
            members, tried = np.flatnonzero(labels == j), labels.copy()
            half = _filled(_kmeans(E[members], 2, rng), 2)
            tried[members[half == 1]] = new
            sums = one_hot(tried, new + 1).T @ E
            tries.append((best_value(sums @ sums.T, cluster_sizes(tried, new + 1)), tried))
        labels = max(tries, key=lambda pair: pair[0])[1]
    return labels


def _kmeans(E, c, rng):
    with one_blas_thread(), warnings.catch_warnings():
        # Where there are fewer different samples than clusters, `_filled` fills the rest.
        warnings.simplefilter("ignore", ConvergenceWarning)
        return KMeans(c, n_init=1, random_state=rng).fit(E).labels_.astype(np.intp)


def _filled(labels, c):
    """Labels with the last sample of the largest cluster in each that is empty, in place."""
    for j in np.setdiff1d(np.arange(c), labels):
        labels[np.flatnonzero(labels == np.bincount(labels).argmax())[-1]] = j
    return labels


def _alternate(gram, labels, c, tree_fit, max_iter):
    """Structure step and partition step in turn; the best pair of the two."""
    seen, history, best, tree = set(), [], None, None
    problem = Problem(gram, Taxonomic(np.eye(c)), c)
    state = State(problem, labels)
    for _ in range(max_iter):
        before, n = state.labels.copy(), state.n
        seen.add(before.tobytes())
        with one_blas_thread():
            Y, tree = best_structure(state.S, n, tree_fit, tree)
        if Taxonomic(Y).offset(n) < 0:  # all clusters alike
            Y = np.eye(c)
        climb = climb_from(state.under(Taxonomic(Y)), problem.max_iter)
        J = next(climb)[0].J
        state, _ = deque(climb, maxlen=1).pop()
        for found, reached in ((before, J), (state.labels.copy(), state.J)):
            history.append(reached)
            if best is None or reached >= best[-1] * (1 - _TIE):  # of equals the later
                best = found, Y, tree, reached
        if np.array_equal(state.labels, before):
            stopped = "no move"
            break
        if state.labels.tobytes() in seen:
            stopped = "cycle"
            break
    else:
        stopped = "max_iter"
    return TaxonomyRun(*best, len(history) // 2, stopped, np.array(history))


def _search(gram, Y, labels, rng):
    """The partition step alone, the order of the labels matched to Y."""
    problem = Problem(gram, Taxonomic(Y), len(Y))
    run = polish(problem, labels, rng)
    stopped = "no move" if run.converged else "max_iter"
    labels = canonical_labels(run.labels, Y)
    return TaxonomyRun(labels, Y, None, run.objective, run.n_iter, stopped, run.history)


def _one_cluster(labels, structure, fixed):
    """Nothing to relate: (1) is 0/0, called 0."""
    is_tree = isinstance(structure, str) and structure == "tree"
    Y = np.zeros((1, 1)) if fixed is None else fixed
    tree = Tree(np.empty((0, 2)), np.empty(0), ["0"]) if is_tree else None
    return TaxonomyRun(labels, Y, tree, 0.0, 1, "no move", np.zeros(1))


@estimator
class NumericalTaxonomy(KernelEstimator):
    r"""Clusters, and the tree that relates them, learned together (Blaschko 2008).

    For clusters of which nobody knows yet who is related to whom: the tree is found with them, and
    the lengths of its paths say how far apart two clusters are.

    >>> from depcluster import NumericalTaxonomy, datasets
    >>> model = NumericalTaxonomy(9, gamma=0.2, random_state=0).fit(datasets.make_nine()[0])
    >>> model.tree_.path_metric()[model.labels_[0], model.labels_[::20]].round(2)
    array([0.  , 1.15, 1.19, 1.37, 1.36, 1.35, 1.36, 1.36, 1.37])

    .. math:: \max_{\Pi, Y}\ \frac{\mathrm{tr}(M H \Pi Y \Pi' H)}
       {\sqrt{\mathrm{tr}(\Pi Y \Pi' H \Pi Y \Pi' H)}} \tag{1}

    over the partition Pi and a label kernel Y that comes from path lengths in a tree with the
    clusters as leaves; M is the kernel matrix, or what ``similarity`` makes of it.

    Parameters
    ----------
    n_clusters : int, default=3
    structure : {"tree", "free"} or array of shape (n_clusters, n_clusters), default="tree"
        What Y may be: that of a tree metric, anything, or this label kernel and no other.
    tree_fit : {"nni", "nj", "objective"}, default="nni"
        "nni" and "nj" fit the tree to the distances between cluster means, with and without
        exchanges of neighbours; "objective" takes the tree that makes (1) largest, along which
        SQUARED distances add up: its lengths are not comparable with the others'.
    similarity : {"hsic", "normalized-cut"}, default="hsic"
        M is the kernel matrix K, or ``D^-1/2 K D^-1/2`` with its row sums in D.
    names : sequence of str, one a cluster, optional
        Of the leaves of the tree in the order of the labels, all different; "0", "1", ... when left
        out. Which cluster has which label shows in a first fit with the same random_state.
    kernel : str or callable, default="rbf"
        A pairwise kernel of scikit-learn, "graph", "precomputed" or a function of two samples or of
        two tables of them (`kernel_matrix`).
    gamma : float, "median" or "scale", default="median"
        Width of the kernel; "median" is 1 / median squared distance.
    degree : float, default=2
        Of the polynomial kernel ``(gamma x'y + coef0)^degree``.
    coef0 : float, default=1
        Of the polynomial kernel.
    n_neighbors : int or "auto", default="auto"
        Of the graph kernel; "auto" is 10, fewer below 55 samples (`graph_kernel`).
    kernel_params : dict, optional
        More parameters of a callable or the graph kernel.
    n_init : int, default=10
        Number of starts; the one with the largest (1) is kept.
    max_iter : int, default=50
        The most turns of structure step and partition step; a fixed structure needs none.
    random_state : int, RandomState or None, default=None
    verbose : int, default=0
        Above 0, one line a start.

    Attributes
    ----------
    labels_ : ndarray of int of shape (m,)
    structure_ : ndarray of shape (n_clusters, n_clusters)
        Y.
    tree_ : Tree or None
        Leaf j is cluster j, called ``names[j]``; lengths in the units of distances between cluster
        means in feature space, squared for tree_fit="objective". None unless structure="tree".
    distances_ : ndarray of shape (n_clusters, n_clusters)
        Between the means of the clusters in feature space.
    misfit_ : float
        How far the tree's distances are from these, relatively. A tree comes out whatever the
        data: this number belongs beside its picture. NaN without a tree.
    eigenvalue_ratio_ : float
        Smallest over largest eigenvalue of Y; below 0 where the tree is no kernel.
    objective_ : float
    n_iter_ : int
    converged_ : bool
        False where the loop came back to labels it had met, or ran into max_iter.
    history_ : ndarray
        Objective after each half turn of the best start.
    n_features_in_ : int

    Notes
    -----
    There is no ``sample_weight``: the trees are fitted to distances between means and the starts
    are k-means on eigenvectors, both of samples that all count alike in the paper.

    References
    ----------
    M. B. Blaschko, A. Gretton. Learning taxonomies by dependence maximization. NIPS 2008.
    """

    structure: Literal["tree", "free"] | Matrix = "tree"
    tree_fit: Literal["nni", "nj", "objective"] = "nni"
    similarity: Literal["hsic", "normalized-cut"] = "hsic"
    n_init: int = 10
    max_iter: int = 50
    names: Sequence[str] | None = None
    init: Any = field(default="auto", init=False)  # this and the next are no parameters here
    rank: Any = field(default=None, init=False)
    together: Any = field(default=None, init=False)

    def fit(  # type: ignore[override]  # samples all count alike: there is no sample_weight
        self, X: ArrayLike | SparseArray, y: object = None
    ) -> Self:
        """Cluster the samples.

        Parameters
        ----------
        X : array-like or sparse array of shape (m, d), or (m, m) for kernel="precomputed"
            Sparse samples, for "linear", "cosine", "poly" and "rbf", and sparse matrices are
            never made dense.
        y : ignored

        Returns
        -------
        self : estimator

        Raises
        ------
        ValueError
            If the samples or a parameter cannot be used; nothing is then left fitted.
        """
        return super().fit(X)

    def _gram(self, X, params, weights, rng):
        if self.similarity == "hsic":
            return super()._gram(X, params, weights, rng)
        K = kernel_matrix(X, **params | {"origin": None})  # row sums of the kernel as it is
        gram = checked_gram(as_similarity(K, self.similarity), weights, self.kernel)[0]
        return gram, lambda **_: None

    def _cluster(self, gram: Gram, weights: Any, rng: Any, init: Any, blocks: Any = None) -> Any:
        names = ("structure", "tree_fit", "n_init", "max_iter", "names", "verbose")
        params = {name: getattr(self, name) for name in names}
        result: TaxonomyResult = _learned(
            gram, int(self.n_clusters), init=init, random_state=rng, **params
        )
        self.structure_, self.tree_ = result.structure, result.tree
        self.distances_, self.misfit_ = result.distances, result.misfit
        self.eigenvalue_ratio_, self.converged_ = result.eigenvalue_ratio, result.converged
        return result, Taxonomic(result.structure)

    def _check_place(self):
        if self.similarity != "hsic" or self.kernel == "graph":
            raise AttributeError(
                'predict and score are available for similarity="hsic" only, and for no graph '
                "kernel: there is no place for new samples in a matrix that was normalized or "
                "made as a whole."
            )

    @available_if(knows_new_samples)
    def predict(self, X: ArrayLike | SparseArray) -> Ints:
        """Label new samples: each joins the cluster where adding it raises (1) most.

        Parameters
        ----------
        X : array-like or sparse array of shape (k, d)
            New samples; for kernel="precomputed" the kernel values between them and the
            samples of fit, (k, m).

        Returns
        -------
        ndarray of int of shape (k,)
            Mostly ``labels_`` on the samples of fit.
        """
        return super().predict(X)

    @available_if(knows_their_kernel)
    @np.errstate(under="ignore")
    def score(self, X: ArrayLike | SparseArray, y: object = None) -> float:
        r"""The objective (1) of the partition that `predict` gives to new samples.

        .. math:: \frac{\mathrm{tr}(K H \Pi Y \Pi' H)}
           {\sqrt{\mathrm{tr}(\Pi Y \Pi' H \Pi Y \Pi' H)}} \tag{1}

        with K and Pi of the new samples alone, H about their own mean, and Y the ``structure_`` of
        fit. For the samples of fit, if `predict` gives their labels back, it is ``objective_``.

        Larger is better. It grows with the number of samples and has the unit of the kernel:
        compare structures, tree fits and numbers of clusters as far as the formula lets you, and
        NOT kernels or widths, whose values are different quantities.

        Parameters
        ----------
        X : array-like or sparse array of shape (k, d)
        y : ignored

        Returns
        -------
        float
            0 where (1) is 0/0, all samples being in one cluster.

        Raises
        ------
        ValueError
            If X does not fit the samples of fit, or is a dask array.
        """
        S, n = self._sums_of_new(X)
        p, r = n / n.sum(), S.sum(axis=0)
        S = S - np.outer(p, r) - np.outer(r, p) + S.sum() * np.outer(p, p)
        J = float(value(self._predictor_.objective, S, n))
        return 0.0 if J == -np.inf else J
