"""Numerical taxonomy clustering for scikit-learn."""

from __future__ import annotations

from sklearn.utils.metaestimators import available_if

from ...kernels.gram import Dense, check_symmetric
from ...kernels.matrix import kernel_matrix
from ..kernel_clusterer import KernelClusterer
from .objective import Taxonomic, as_similarity
from .taxonomy import numerical_taxonomy


def _places_new_samples(estimator):
    if estimator.similarity != "hsic" or estimator.kernel == "graph":
        raise AttributeError(
            'predict is available for similarity="hsic" only, and for no graph kernel: there is '
            "no place for new samples in a matrix that was normalized or made as a whole."
        )
    return True


class NumericalTaxonomy(KernelClusterer):
    """Clusters, and the tree that relates them, learned together (Blaschko 2008).

    ``max tr(MH Pi Y Pi'H) / sqrt(tr(Pi Y Pi'H Pi Y Pi'H))`` over the partition Pi and a label
    kernel Y that comes from path lengths in a tree with the clusters as leaves.

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
    n_neighbors : int, default=10
        Of the graph kernel.
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
        n_neighbors=10,
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
        X : array-like of shape (m, d), or (m, m) for kernel="precomputed"
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
        return self._validate(X), weights, lambda labels: labels, "auto"

    def _full(self, X, gamma, weights):
        if self.similarity == "hsic":
            return super()._full(X, gamma, weights)
        K = kernel_matrix(X, **self._kernel_params(gamma))
        check_symmetric(K, name="the kernel matrix")
        return Dense(as_similarity(K, self.similarity)), lambda Pi: None

    def _cluster(self, gram, weights, init):
        result = numerical_taxonomy(
            gram,
            self.n_clusters,
            structure=self.structure,
            tree_fit=self.tree_fit,
            init=init,
            n_init=self.n_init,
            max_iter=self.max_iter,
            random_state=self.random_state,
            verbose=self.verbose,
        )
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

    @available_if(_places_new_samples)
    def predict(self, X):
        """Label new samples: each joins the cluster where adding it raises (1) most.

        Parameters
        ----------
        X : array-like of shape (k, d)
            New samples; for kernel="precomputed" the kernel values between them and the
            samples of fit, (k, m).

        Returns
        -------
        ndarray of int of shape (k,)
            Mostly ``labels_`` on the samples of fit.
        """
        return super().predict(X)
