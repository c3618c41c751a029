"""Numerical taxonomies with more and more clusters, and what might tell how many there are."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal

import numpy as np
from sklearn.utils import check_random_state

from ..._typing import ArrayLike, Floats, Gamma, Ints, Kernel, RandomState
from ..._utils.blas import one_blas_thread
from ..._utils.frames import frame
from ..._utils.jobs import in_jobs
from ..._utils.progress import progress
from ..._validation import (
    check_counts,
    check_different,
    check_distances,
    check_samples,
    checked,
    several,
    whole,
)
from ...kernels.eigenvectors import leading_eigenvectors
from ...kernels.gram import as_centred_gram
from ...kernels.matrix import centring_origin, kernel_matrix
from .objective import as_similarity
from .taxonomy import TaxonomyResult, _learned, check_structure, scaled, split

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class TaxonomyPath:
    """What `taxonomy_path` found.

    Attributes
    ----------
    n_clusters : ndarray of int of shape (k,)
        The numbers tried, in ascending order.
    objective : ndarray of shape (k,)
        (1) of each.
    log_eigengap : ndarray of shape (k,)
        ``log lambda_{c-1} - log lambda_c`` of the centred kernel matrix: c clusters span c - 1
        directions. Eigenvalues that are but rounding count as just that.
    eigenvalues : ndarray of shape (c_max,)
        In descending order.
    results : tuple of TaxonomyResult
    """

    n_clusters: Ints
    objective: Floats
    log_eigengap: Floats
    eigenvalues: Floats
    results: tuple[TaxonomyResult, ...]

    @property
    def largest_gap(self) -> int:
        """The number of clusters with the largest log eigengap, of equal ones the smallest."""
        return int(self.n_clusters[self.log_eigengap.argmax()])

    def to_frame(self) -> pd.DataFrame:
        """The path as a DataFrame of pandas.

        Returns
        -------
        pandas.DataFrame
            One row a number of clusters, by "n_clusters". The columns are "objective" and
            "log_eigengap", and of the `TaxonomyResult` its "misfit" (NaN without a tree),
            "eigenvalue_ratio", "n_iter" and "converged".

        Raises
        ------
        ImportError
            If pandas is not installed; it comes with ``pip install "depcluster[lab]"``.

        Examples
        --------
        >>> from depcluster.datasets import make_three
        >>> path = taxonomy_path(make_three()[0], [2, 3], n_init=2, random_state=0)
        >>> path.to_frame().columns.tolist()
        ['objective', 'log_eigengap', 'misfit', 'eigenvalue_ratio', 'n_iter', 'converged']
        """
        columns = {
            name: getattr(self, name) for name in ("n_clusters", "objective", "log_eigengap")
        }
        for name in ("misfit", "eigenvalue_ratio", "n_iter", "converged"):
            columns[name] = [getattr(result, name) for result in self.results]
        return frame(columns, ["n_clusters"])


@checked(n_clusters=several(whole(2)))
def taxonomy_path(
    X: ArrayLike,
    n_clusters: Iterable[int] = range(2, 11),
    *,
    structure: Literal["tree", "free"] = "tree",
    tree_fit: Literal["nni", "nj", "objective"] = "nni",
    similarity: Literal["hsic", "normalized-cut"] = "hsic",
    kernel: Kernel = "rbf",
    gamma: Gamma = "median",
    n_init: int = 10,
    max_iter: int = 50,
    random_state: RandomState = None,
    n_jobs: int | None = None,
    verbose: int | None = None,
) -> TaxonomyPath:
    r"""Cluster into ever more clusters, the best so far split as one more start.

    Every number of clusters has its best (1) of Blaschko 2008 and its log eigengap,

    .. math:: \log \lambda_{c-1} - \log \lambda_c

    Parameters
    ----------
    X : array-like of shape (m, d), or (m, m) for kernel="precomputed"
    n_clusters : iterable of int, default=range(2, 11)
        Numbers to try, each from 2 to m, or for a table of samples to how many of them differ.
    structure : {"tree", "free"}, default="tree"
    tree_fit : {"nni", "nj", "objective"}, default="nni"
        "nni" and "nj" fit the tree to the distances between cluster means, with and without
        exchanges of neighbours; "objective" takes the tree that makes (1) largest, along which
        SQUARED distances add up: its lengths are not comparable with the others'.
    similarity : {"hsic", "normalized-cut"}, default="hsic"
        M is the kernel matrix K, or ``D^-1/2 K D^-1/2`` with its row sums in D.
    kernel : str or callable, default="rbf"
        A pairwise kernel of scikit-learn, "graph", "precomputed" or a function of two samples or of
        two tables of them (`kernel_matrix`).
    gamma : float, "median" or "scale", default="median"
        Width of the kernel; "median" is 1 / median squared distance.
    n_init : int, default=10
        Fresh starts of each number, besides the split one.
    max_iter : int, default=50
        The most turns of structure step and partition step; a fixed structure needs none.
    random_state : int, RandomState or None, default=None
        The fresh starts of a number are the same whatever other numbers are tried.
    n_jobs : int or None, default=None
        Processes for the fresh starts of different numbers; None is 1, -1 one for each core. The
        result is the same for any number. To start them takes a few seconds the first time.
    verbose : int, optional
        Above 0, a line of progress for work that takes longer than a second.
        When left out, a line of progress for work of more than five; 0 shows nothing.

    Returns
    -------
    TaxonomyPath

    Raises
    ------
    ValueError
        If X or a parameter cannot be used.

    Notes
    -----
    (1) cannot choose the number of clusters: with a free structure more clusters never make its
    best value smaller. The paper suggests to look for an elbow; rules for elbows are unreliable.
    The largest log eigengap is right on data made from a tree of well separated clusters. On
    other data it may name a coarser level of the tree, or nothing of interest.

    Examples
    --------
    >>> from depcluster.datasets import make_three
    >>> path = taxonomy_path(make_three()[0], range(2, 6), n_init=2, random_state=0)
    >>> path.largest_gap
    3
    """
    if not isinstance(structure, str):
        raise ValueError(
            'structure must be "tree" or "free" along a path; an array fixes the number of '
            f"clusters. Got {type(structure).__name__}."
        )
    check_structure(structure, None, tree_fit)
    X = check_samples(X)
    if kernel == "precomputed":
        check_counts(max(n_clusters), len(X), n_init, max_iter)
    else:
        check_different(max(n_clusters), check_distances(X), n_init=n_init, max_iter=max_iter)
    origin = centring_origin(kernel, X) if similarity == "hsic" else None
    K = kernel_matrix(X, kernel=kernel, gamma=gamma, origin=origin)
    gram = as_centred_gram(as_similarity(K, similarity))
    numbers = sorted({int(c) for c in n_clusters})
    seed = int(check_random_state(random_state).randint(2**31 - 1))
    values, vectors = leading_eigenvectors(gram, numbers[-1])
    E = scaled(values, vectors)
    options = {"structure": structure, "tree_fit": tree_fit, "max_iter": max_iter}
    learned = partial(_learned, gram, n_init=n_init, verbose=0, E=E, **options)
    results: list[TaxonomyResult] = []
    with closing(in_jobs(partial(_fresh, learned, seed), numbers, n_jobs)) as fresh:
        for found in progress(fresh, "numbers of clusters", verbose, total=len(numbers)):
            if results:
                warm = _warm(learned, seed, numbers[len(results)], results[-1].labels, E)
                found = max(found, warm, key=lambda result: result.objective)
            results.append(found)
    c = np.array(numbers)
    objective = np.array([result.objective for result in results])
    return TaxonomyPath(c, objective, log_eigengap(values, c, len(K)), values, tuple(results))


def _fresh(learned, seed, c):
    return learned(c, init="auto", random_state=np.random.RandomState([seed, c]))


def _warm(learned, seed, c, labels, E):
    rng = np.random.RandomState([seed, c, 1])
    with one_blas_thread():
        return learned(c, init=split(E, labels, c, rng), random_state=rng)


def log_eigengap(values: Floats, n_clusters: Ints, n_samples: int) -> Floats:
    r"""By how much the spectrum falls after c - 1 eigenvalues, for each c.

    .. math:: \log \lambda_{c-1} - \log \lambda_c

    Parameters
    ----------
    values : ndarray of shape (r,)
        Eigenvalues in descending order.
    n_clusters : ndarray of int of shape (k,)
        From 2 to r.
    n_samples : int
        Eigenvalues below m times the rounding unit of the largest are taken to be that.

    Returns
    -------
    ndarray of shape (k,)
        0 throughout for eigenvalues that are all 0.

    Examples
    --------
    >>> log_eigengap(np.array([8.0, 4.0, 1.0]), np.array([2, 3]), 10) / np.log(2)
    array([1., 2.])
    """
    floor = max(values[0] * n_samples * np.finfo(float).eps, np.finfo(float).smallest_subnormal)
    logs = np.log(np.maximum(values, floor))
    return logs[n_clusters - 2] - logs[n_clusters - 1]
