"""How sure each row is: a clustering repeated, and how often two samples meet."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, cast

import numpy as np
from scipy.optimize import linear_sum_assignment
from scipy.sparse import issparse
from sklearn.base import clone
from sklearn.metrics.cluster import contingency_matrix
from sklearn.utils import _safe_indexing, get_tags

from .._typing import ArrayLike, Floats, Ints, SparseArray
from .._utils.progress import progress
from .._validation import (
    ANYTHING,
    SEED,
    as_array,
    as_classes,
    checked,
    having,
    is_dask,
    one_of,
    short_repr,
    whole,
)

if TYPE_CHECKING:
    from ..plotting.alt_text import FigureWithAlt

_METHODS = ("bootstrap", "seeds")
_SURE = 0.9


@dataclass(frozen=True)
class Consensus:
    """What `consensus` found.

    Attributes
    ----------
    labels : ndarray of int of shape (m,)
        Of the estimator on all samples.
    agreement : ndarray of shape (m,)
        How many of the runs that a sample was part of put it into its cluster, from 0 to 1.
    matrix : ndarray of shape (m, m)
        How many of the runs that two samples were part of put them into one cluster.
    """

    labels: Ints = field(repr=False)
    agreement: Floats = field(repr=False)
    matrix: Floats = field(repr=False)

    def __repr__(self):
        m, c, sure = len(self.labels), len(np.unique(self.labels)), self.agreement
        return (
            f"Consensus: {m} samples in {c} clusters, agreement {sure.mean():.2f} on average and "
            f"{sure.min():.2f} at least; {(sure < _SURE).sum()} below {_SURE}"
        )

    @property
    def order(self) -> Ints:
        """ndarray of int of shape (m,): samples by cluster, the surest of each first."""
        return np.lexsort((-self.agreement, self.labels))

    def least_sure(self, n: int = 10) -> Ints:
        """Rows that move most between runs, the least sure first.

        Parameters
        ----------
        n : int, default=10

        Returns
        -------
        ndarray of int of shape (min(n, m),)
        """
        return np.argsort(self.agreement, kind="stable")[:n]

    def plot(self) -> FigureWithAlt:
        """The matrix sorted by cluster, the surest samples of each first.

        Returns
        -------
        FigureWithAlt
        """
        from ..plotting.evaluation import consensus_figure  # loads matplotlib

        return consensus_figure(self)


@checked(
    estimator=having("a clusterer with fit_predict", "fit_predict", "get_params"),
    X=ANYTHING,
    n_runs=whole(1, 100_000),
    method=one_of(*_METHODS),
    random_state=SEED,
)
def consensus(
    estimator: Any,
    X: ArrayLike | SparseArray,
    *,
    n_runs: int = 50,
    method: Literal["bootstrap", "seeds"] = "bootstrap",
    random_state: int = 0,
    verbose: int | None = None,
) -> Consensus:
    r"""How often a clustering that is repeated puts two samples together.

    .. math:: M_{ij} = \frac{\sum_h [i, j \text{ in one cluster of run } h]}
                            {\sum_h [i, j \text{ both in run } h]}

    (Monti, Tamayo, Mesirov and Golub 2003, section 2.1), and for each sample how many runs put it
    where the clustering of all samples does, once the names of a run's clusters are brought in
    line.

    Parameters
    ----------
    estimator : clusterer of scikit-learn's kind
        With ``fit_predict``; its number of clusters is its own. It is cloned. Samples that it calls
        noise, -1, count as one cluster.
    X : array-like, sparse array or data frame of shape (m, d), or (m, m) of kernel values
        As the estimator takes it.
    n_runs : int, default=50
    method : {"bootstrap", "seeds"}, default="bootstrap"
        What changes between runs: the samples, drawn with replacement, or only the
        ``random_state`` of the estimator or its steps.
    random_state : int, default=0
    verbose : int, optional
        Above 0, a line of progress for work that takes longer than a second.
        When left out, a line of progress for work of more than five; 0 shows nothing.

    Returns
    -------
    Consensus

    Raises
    ------
    ValueError
        If the estimator cannot cluster, "seeds" is asked of one without ``random_state`` and
        "bootstrap" of one that is told of single samples by ``init`` or ``together``, X is no
        table, or the estimator refuses it.

    Examples
    --------
    >>> from depcluster import KernelKMeans
    >>> from depcluster.datasets import make_three
    >>> found = consensus(KernelKMeans(3), make_three()[0], n_runs=5)
    >>> bool(found.agreement.min() > 0.9)
    True
    """
    if is_dask(X) or not (issparse(X) or hasattr(X, "columns")):
        given, X = X, as_array(X, "X", "a table, a row for each sample")
        if not X.ndim:
            raise ValueError(f"X must be a table, a row for each sample; got {short_repr(given)}.")
    X = cast(Any, X)
    X = X.tocsr() if issparse(X) else X
    seeds = [name for name in estimator.get_params() if _is_of(name, "random_state")]
    if method == "seeds" and not seeds:
        raise ValueError(
            f"estimator must have a random_state for method='seeds'; {type(estimator).__name__} "
            "has none. Try method='bootstrap'."
        )
    m, rng = X.shape[0], np.random.RandomState(random_state)
    told = _of_rows(estimator, m)
    if method == "bootstrap" and told:
        raise ValueError(
            f"estimator must be told of no single samples by {told} for method='bootstrap', whose "
            "runs have other rows. Try method='seeds'."
        )
    is_kernel = takes_kernel(estimator) and X.shape[1:] == (m,)
    labels = np.asarray(clone(estimator).fit_predict(X))
    codes = as_classes(labels, m, name="labels of the estimator")[1]
    met, both = np.zeros((m, m)), np.zeros((m, m))
    kept, seen = np.zeros(m), np.zeros(m)
    for _ in progress(range(n_runs), "runs", verbose, total=n_runs):
        run, rows = clone(estimator), np.arange(m)
        if method == "bootstrap":
            rows = np.unique(rng.randint(m, size=m))
        else:
            run.set_params(**dict.fromkeys(seeds, int(rng.randint(2**31 - 1))))
        part = _safe_indexing(X, rows)
        try:
            found = run.fit_predict(_safe_indexing(part, rows, axis=1) if is_kernel else part)
        except ValueError as error:
            raise ValueError(
                f"X must suit the estimator in every run; of a run of {len(rows)} of {m} rows it "
                f"says: {error} Try method='seeds', or fewer clusters."
            ) from error
        found = as_classes(found, len(rows), name="labels of the estimator")[1]
        both[np.ix_(rows, rows)] += 1
        met[np.ix_(rows, rows)] += found[:, None] == found
        seen[rows] += 1
        kept[rows] += _stays(codes[rows], found)
    never = both == 0
    matrix = np.where(never, labels[:, None] == labels, met / np.where(never, 1, both))
    agreement = np.where(seen > 0, kept / np.maximum(seen, 1), 1.0)
    return Consensus(labels, agreement, matrix)


def takes_kernel(estimator):
    """Whether it takes a square matrix, as it says or a parameter does, of a step perhaps."""
    given = [value for value in estimator.get_params().values() if isinstance(value, str)]
    return get_tags(estimator).input_tags.pairwise or "precomputed" in given


def _of_rows(estimator, m):
    """The name of a parameter that speaks of the m rows by their numbers, of a step perhaps."""
    for name, value in estimator.get_params().items():
        is_told = _is_of(name, "together") and value is not None
        if is_told or (_is_of(name, "init") and np.shape(value) == (m,)):
            return name
    return None


def _is_of(name, parameter):
    """Whether a name is that of a parameter, or of one of a step."""
    return name.rpartition("__")[2] == parameter


def _stays(labels, found):
    """Whether each sample is in the cluster that stands for its own, matched to overlap most."""
    own, labels = np.unique(labels, return_inverse=True)
    match = np.full(len(own), -1)
    rows, columns = linear_sum_assignment(contingency_matrix(labels, found), maximize=True)
    match[rows] = columns
    return match[labels] == found
