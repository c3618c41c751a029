"""Numerical taxonomy clustering, of Blaschko and Gretton (NIPS 2008)."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np
from sklearn.utils import check_random_state

from ..._base.kernel_clusterer import KernelClusterer
from ..._base.new_samples import knows_new_samples, knows_their_kernel
from ..._base.prediction import held_of
from ..._utils.blas import blas_threads_for, one_blas_thread
from ..._validation import (
    available_if,
    check_counts,
    check_symmetric,
    checked,
    short_repr,
    warn_if_long,
)
from ...kernels.gram import as_centred_gram
from ...kernels.matrix import kernel_matrix
from ...labels.kernels import check_label_kernel
from ...labels.partition import block_sums_of, cluster_sizes
from ...labels.renaming import canonical_labels
from ...search.local_search import Problem, climb_from
from ...search.objectives import Taxonomic, value
from ...search.restarts import polish, warn_of_max_iter
from ...search.state import State
from ...trees import Tree
from .objective import as_similarity
from .starts import first_labels
from .structure import TREE_FITS, best_structure, cluster_distances, eigenvalue_ratio, set_kernel

_TIE = 1e-12
_SECONDS = 1.7e-5  # of a start that fits trees of c leaves, times c^3.6, measured at 300 samples


@dataclass(frozen=True)
class TaxonomyRun:
    """What the loop found from one start.

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
    """

    labels: np.ndarray
    structure: np.ndarray
    tree: Tree | None
    objective: float
    n_iter: int
    stopped: str
    history: np.ndarray


@dataclass(frozen=True)
class TaxonomyResult(TaxonomyRun):
    """What `numerical_taxonomy` found: the best run, with two attributes more.

    Attributes
    ----------
    distances : ndarray of shape (c, c)
        Between the means of the clusters in feature space.
    starts : ndarray of shape (n_init,)
        The best (1) of every start.
    """

    distances: np.ndarray
    starts: np.ndarray

    @property
    def converged(self):
        """Whether the best start ended at a partition that its own structure leaves alone."""
        return self.stopped == "no move"

    @property
    def eigenvalue_ratio(self):
        """Smallest over largest eigenvalue of Y: below 0 where the tree is no kernel."""
        return eigenvalue_ratio(self.structure)

    @property
    def misfit(self):
        """How far the clusters' distances are from those of the tree, ``|D - D_T| / |D|``.

        NaN without a tree. With tree_fit="objective" D_T are the roots of path lengths.
        """
        size = np.linalg.norm(self.distances)
        if self.tree is None or not size:
            return np.nan
        return float(np.linalg.norm(self.distances - cluster_distances(self.structure)) / size)


@checked()
def numerical_taxonomy(
    K,
    n_clusters,
    *,
    structure="tree",
    tree_fit="nni",
    init="auto",
    n_init=10,
    max_iter=50,
    random_state=None,
    verbose=0,
):
    r"""Cluster, and learn how the clusters are related, in turns (Blaschko 2008, section 4).

    .. math:: \max_{\Pi, Y}\ \frac{\mathrm{tr}(M H \Pi Y \Pi' H)}
       {\sqrt{\mathrm{tr}(\Pi Y \Pi' H \Pi Y \Pi' H)}} \tag{1}

    Given the partition, Y is the best there is (8), or that of the tree nearest to it; given Y,
    the partition climbs to a local optimum. The loop ends when no sample moves.

    Parameters
    ----------
    K : array-like or sparse array of shape (m, m), or a Gram
        Kernel matrix of the data, centred here; a Gram must be.
    n_clusters : int
    structure : {"tree", "free"} or array of shape (n_clusters, n_clusters), default="tree"
        What Y may be: that of a tree metric, anything, or this label kernel and no other.
    tree_fit : {"nni", "nj", "objective"}, default="nni"
        How the tree is found: nearest to the distances between cluster means, on the topology
        of neighbour joining or better; or the one that makes (1) largest, whose SQUARED
        distances are path lengths.
    init : "auto" or array of int of shape (m,), default="auto"
        "auto" is k-means on the leading c - 1 eigenvectors, each times the root of its
        eigenvalue; the paper's section 3.1 takes k of them, as many as clusters, unscaled.
        Labels are one start.
    n_init : int, default=10
        Number of starts; the one with the largest (1) is kept.
    max_iter : int, default=50
        The most turns of a loop; a fixed structure needs none.
    random_state : int, RandomState or None
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
    with blas_threads_for(*gram.shape):
        return _learned(
            gram,
            n_clusters,
            structure=structure,
            tree_fit=tree_fit,
            init=init,
            n_init=n_init,
            max_iter=max_iter,
            random_state=random_state,
            verbose=verbose,
        )


def _learned(
    gram, n_clusters, *, structure, tree_fit, init, n_init, max_iter, random_state, verbose, E=None
):
    """`numerical_taxonomy` for a Gram that is centred; E as in `first_labels`."""
    fixed = check_structure(structure, n_clusters, tree_fit)
    check_counts(n_clusters, gram.shape[0], n_init, max_iter)
    rng = check_random_state(random_state)
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
    distances = distances_between(gram, best.labels, n_clusters)
    return TaxonomyResult(**vars(best), distances=distances, starts=np.array(reached))


def distances_between(gram, labels, n_clusters):
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
    """Validate a structure and a way to fit trees.

    Parameters
    ----------
    structure : {"tree", "free"} or array-like of shape (n_clusters, n_clusters)
    n_clusters : int
    tree_fit : {"nni", "nj", "objective"}

    Returns
    -------
    ndarray of shape (n_clusters, n_clusters) or None
        The fixed structure, if it is one.

    Raises
    ------
    ValueError
    """
    if tree_fit not in TREE_FITS:
        raise ValueError(f"tree_fit must be one of {', '.join(TREE_FITS)}; got {tree_fit!r}.")
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


class NumericalTaxonomy(KernelClusterer):
    r"""Clusters, and the tree that relates them, learned together (Blaschko 2008).

    .. math:: \max_{\Pi, Y}\ \frac{\mathrm{tr}(M H \Pi Y \Pi' H)}
       {\sqrt{\mathrm{tr}(\Pi Y \Pi' H \Pi Y \Pi' H)}} \tag{1}

    over the partition Pi and a label kernel Y that comes from path lengths in a tree with the
    clusters as leaves; M is the kernel matrix, or what ``similarity`` makes of it.

    Parameters
    ----------
    n_clusters : int, default=3
    structure : {"tree", "free"} or array of shape (n_clusters, n_clusters), default="tree"
        "free" lets Y be anything; an array is a label kernel that is not learned.
    tree_fit : {"nni", "nj", "objective"}, default="nni"
        "nni" and "nj" fit the tree to the distances between cluster means, with and without
        exchanges of neighbours; "objective" takes the tree that makes the objective largest,
        along which SQUARED distances add up: its lengths are not comparable with the others'.
    similarity : {"hsic", "normalized-cut"}, default="hsic"
        M is the kernel matrix K, or ``D^-1/2 K D^-1/2`` with its row sums in D.
    kernel : str or callable, default="rbf"
        A pairwise kernel of scikit-learn, "graph", "precomputed" or a function.
    gamma : float, "median" or "scale", default="median"
        Width of the kernel; "median" is 1 / median squared distance.
    degree, coef0 : float, default=2, 1
        Of the polynomial kernel ``(gamma x'y + coef0)^degree``.
    n_neighbors : int or "auto", default="auto"
        Of the graph kernel; "auto" is 10, fewer below 55 samples (`graph_kernel`).
    kernel_params : dict, optional
        More parameters of a callable or the graph kernel.
    n_init : int, default=10
    max_iter : int, default=50
        The most turns of structure step and partition step.
    random_state : int, RandomState or None, default=None
    verbose : int, default=0

    Attributes
    ----------
    labels_ : ndarray of int of shape (m,)
    structure_ : ndarray of shape (n_clusters, n_clusters)
        Y.
    tree_ : Tree or None
        Leaf j is cluster j; lengths in the units of distances between cluster means in feature
        space, squared for tree_fit="objective". None unless structure="tree".
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

    References
    ----------
    M. B. Blaschko, A. Gretton. Learning taxonomies by dependence maximization. NIPS 2008.

    Examples
    --------
    >>> from depcluster.datasets import make_nine
    >>> X, y = make_nine()
    >>> fitted = NumericalTaxonomy(9, gamma=0.2, random_state=0).fit(X)
    >>> len(set(zip(y.tolist(), fitted.labels_.tolist())))
    9
    >>> tree = fitted.tree_.path_metric()
    >>> family = y[[fitted.labels_.tolist().index(j) for j in range(9)]] // 3
    >>> same = family[:, None] == family
    >>> bool(tree[same].max() < tree[~same].min())
    True
    """

    rank = None  # the whole kernel matrix, always

    def __init__(
        self,
        n_clusters=3,
        *,
        structure="tree",
        tree_fit="nni",
        similarity="hsic",
        kernel="rbf",
        gamma="median",
        degree=2,
        coef0=1,
        n_neighbors="auto",
        kernel_params=None,
        n_init=10,
        max_iter=50,
        random_state=None,
        verbose=0,
    ):
        self.n_clusters = n_clusters
        self.structure = structure
        self.tree_fit = tree_fit
        self.similarity = similarity
        self.kernel = kernel
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0
        self.n_neighbors = n_neighbors
        self.kernel_params = kernel_params
        self.n_init = n_init
        self.max_iter = max_iter
        self.random_state = random_state
        self.verbose = verbose

    def fit(self, X, y=None):
        """Cluster the samples and relate the clusters.

        Parameters
        ----------
        X : array-like or sparse array of shape (m, d), or (m, m) for kernel="precomputed"
            Sparse samples, for "linear", "cosine", "poly" and "rbf", and sparse matrices are
            never made dense.
        y : ignored

        Returns
        -------
        NumericalTaxonomy
            Itself.

        Raises
        ------
        ValueError
            If the samples or a parameter cannot be used; nothing is then left fitted.
        """
        return self._fit(X)

    def _prepare(self, X, weights):
        return X, weights, lambda labels: labels, "auto"

    def _full(self, X, gamma, weights):
        if self.similarity == "hsic":
            return super()._full(X, gamma, weights)
        self._origin = None  # row sums are those of the kernel as it is
        K = kernel_matrix(X, **self._kernel_params(gamma))
        check_symmetric(K, name="the kernel matrix of X")
        return held_of(as_similarity(K, self.similarity), weights)[0], lambda Pi: None

    def _cluster(self, gram, weights, init, rng):
        names = ("structure", "tree_fit", "n_init", "max_iter", "verbose")
        params = {name: getattr(self, name) for name in names}
        result = _learned(gram, int(self.n_clusters), init=init, random_state=rng, **params)
        extra = {
            f"{name}_": getattr(result, name)
            for name in (
                "structure",
                "tree",
                "distances",
                "misfit",
                "eigenvalue_ratio",
                "converged",
            )
        }
        return result, Taxonomic(result.structure), extra

    def _check_place(self):
        if self.similarity != "hsic" or self.kernel == "graph":
            raise AttributeError(
                'predict and score are available for similarity="hsic" only, and for no graph '
                "kernel: there is no place for new samples in a matrix that was normalized or "
                "made as a whole."
            )

    @available_if(knows_new_samples)
    def predict(self, X):
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
    def score(self, X, y=None):
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
        J = float(value(self._objective, S, n))
        return 0.0 if J == -np.inf else J
