"""Choosing a kernel: how the papers would, on the same samples.

`compare_kernels` finds a partition with each kernel and gives it to every criterion;
`kernel_rows` does the same one kernel at a time, for those who want to watch.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial

import numpy as np
from sklearn.utils import check_random_state

from .._typing import ArrayLike, Kernels
from .._utils.jobs import in_jobs
from .._utils.progress import progress, say
from .._validation import (
    ANYTHING,
    CLASSES,
    NAME,
    NOTHING,
    POSITIVE,
    SEED,
    as_classes,
    check_different,
    check_distances,
    check_samples,
    checked,
    several,
    whole,
)
from ..kernels.candidates import as_candidates
from ..papers.song2007.cluhsic import cluhsic_objective
from ..search.local_search import Problem
from ..search.restarts import solve
from .criteria import BLIND, KernelFit, Samples, Undefined, check_criteria, spectrum
from .kernel_table import KernelComparison, KernelRow

_BAND = (0.1, 0.5, 0.9)


def compare_kernels(
    X: ArrayLike,
    kernels: Kernels,
    n_clusters: int,
    *,
    criteria: str | Sequence[str] = BLIND,
    y: ArrayLike | None = None,
    noise: float = 0.1,
    n_perturbations: int = 10,
    n_init: int = 10,
    random_state: int = 0,
    n_jobs: int | None = None,
    verbose: int | None = None,
) -> KernelComparison:
    r"""Cluster with each kernel and say what each paper's criterion thinks of it.

    The partition is that of `KernelKMeans`, which is CLUHSIC with the plain label kernel, so no
    criterion is favoured by a method of its own. The criteria and their numbers in the papers are

    .. math:: \gamma = \frac{D_0 - \tilde D_0 + \eta}{\lambda_{c-1} - \lambda_c}, \qquad
       \frac{\lambda_{c-1} - \lambda_c}{\lambda_1} \tag{Song 15}

    .. math:: \mathrm{LSMI} = -\frac{1}{2 n^2} \sum_{i,j} r(x_i, y_j)^2
       + \frac1n \sum_i r(x_i, y_i) - \frac12 \tag{Sugiyama 14}

    .. math:: -\log \frac{1}{\kappa} \sum_{i<j} \cos \angle(m_i, m_j) \tag{Jenssen 1, 11}

    .. math:: \frac{\sqrt{\mathrm{tr}(S N^{-1} S N^{-1})}}{\|H K H\|_F} \tag{Blaschko 10}

    Parameters
    ----------
    X : array-like of shape (m, d)
        Samples, as they are: columns in different units should be standardised first.
    kernels : dict of str to kernel, or sequence of (str, kernel) pairs
        By the name to show. A kernel is a dict of an estimator's parameters, such as
        ``{"kernel": "rbf", "gamma": 0.3}`` or ``{"kernel": "graph", "n_neighbors": 8,
        "kernel_params": {"s": 5}}``, the name of one, a function of two samples or of two
        tables of them, or a kernel matrix of shape (m, m). `default_kernels` has ten.
    n_clusters : int
        c, at least 2.
    criteria : str or sequence of str
        Among "gamma", "eigengap", "lsmi", "cauchy_schwarz", "cosine" and "ari".
    y : array-like of shape (m,), optional
        Known labels, of any type; adds "ari", which shows how good the criteria are.
    noise : float, default=0.1
        Standard deviation of the perturbations behind gamma, in units of the spread of X, the root
        of the mean variance of its columns. Too small a one calls any kernel stable.
    n_perturbations : int, default=10
        Gamma is their median, and its band runs from the tenth to the ninetieth percentile. All
        kernels meet the same perturbations.
    n_init : int, default=10
        Searches of each clustering.
    random_state : int, default=0
        Of the perturbations, the starts, and LSMI's centres and folds.
    n_jobs : int or None, default=None
        Processes of one kernel each; None is 1, -1 one for each core. The result is
        the same for any number. To start them takes a few seconds the first time.
    verbose : int, optional
        Above 0, one line a kernel, and a line of progress for work that takes longer than a second.
        When left out, a line of progress for work of more than five; 0 shows nothing.

    Returns
    -------
    KernelComparison

    Raises
    ------
    ValueError
        If X holds text or missing values, there are fewer different samples than clusters, a
        kernel cannot be used or two share a name, a criterion is unknown, or y has another
        length.

    Notes
    -----
    A criterion may mean nothing for a kernel: the Cauchy-Schwarz divergence where the kernel is
    no density window (all but "rbf" and "laplacian"), gamma for a matrix, whose samples cannot
    be perturbed. Its value is then None and the table says why.

    Examples
    --------
    >>> from sklearn.datasets import make_moons
    >>> from depcluster.choice import default_kernels
    >>> X, y = make_moons(200, noise=0.06, random_state=0)
    >>> found = compare_kernels(X, default_kernels(X), 2, criteria=["lsmi"], y=y)
    >>> bool(found[found.best("lsmi")].values["ari"] > 0.95)
    True
    """
    rows = kernel_rows(
        X,
        kernels,
        n_clusters,
        criteria=criteria,
        y=y,
        noise=noise,
        n_perturbations=n_perturbations,
        n_init=n_init,
        random_state=random_state,
        n_jobs=n_jobs,
        verbose=verbose,
    )
    return KernelComparison(
        tuple(rows),
        check_criteria(criteria, y),
        int(n_clusters),
        float(noise),
        int(n_init),
        int(random_state),
    )


@checked(
    X=ANYTHING,
    n_clusters=whole(2),
    noise=POSITIVE,
    random_state=SEED,
    criteria=NAME | several(NAME, least=0),
    y=CLASSES | NOTHING,
)
def kernel_rows(
    X: ArrayLike,
    kernels: Kernels,
    n_clusters: int,
    *,
    criteria: str | Sequence[str] = BLIND,
    y: ArrayLike | None = None,
    noise: float = 0.1,
    n_perturbations: int = 10,
    n_init: int = 10,
    random_state: int = 0,
    n_jobs: int | None = None,
    verbose: int | None = 0,
) -> Iterator[KernelRow]:
    """`compare_kernels` one kernel at a time; input is checked at the call, before the first.

    Parameters
    ----------
    X, kernels, n_clusters, criteria, y, noise, n_perturbations, n_init, random_state
        As in `compare_kernels`.
    n_jobs : int or None, default=None
        As there. With more than one job, rows that are not asked for yet are computed, too, until
        the iterator is closed.
    verbose : int, default=0
        Above 0, one line a kernel, and a line of progress for work that takes longer than a second.

    Returns
    -------
    iterator of KernelRow

    Raises
    ------
    ValueError
        As `compare_kernels`.

    Examples
    --------
    >>> from depcluster.datasets import make_three
    >>> X = make_three()[0]
    >>> rows = kernel_rows(X, {"rbf": "rbf", "linear": "linear"}, 3, criteria="eigengap")
    >>> [row.name for row in rows]
    ['rbf', 'linear']
    """
    X = check_distances(check_samples(X))
    check_different(n_clusters, X, n_init=n_init)
    criteria = check_criteria(criteria, y)
    y = None if y is None else as_classes(y, len(X), name="y")[1]
    candidates = as_candidates(kernels, X)
    seed = int(check_random_state(random_state).randint(2**31 - 1))
    samples = Samples(X, seed=seed, noise=noise, n_perturbations=n_perturbations, y=y)
    return _rows(samples, criteria, n_clusters, n_init, candidates, n_jobs, verbose)


def _rows(samples, criteria, c, n_init, candidates, n_jobs, verbose):
    if any(made.name == "lsmi" for made in criteria):
        samples.plan()  # here, so that no other process has to
    of_candidate = partial(_row, samples, criteria, c, n_init)
    with closing(in_jobs(of_candidate, candidates, n_jobs)) as rows:
        for k, row in enumerate(progress(rows, "kernels", verbose, total=len(candidates))):
            if verbose:
                say(f"{k + 1} of {len(candidates)}, {row}")
            yield row


@np.errstate(under="ignore")
def _row(samples, criteria, c, n_init, candidate):
    return _scored(samples, _clustered(samples, candidate, c, n_init), criteria)


def _clustered(samples, candidate, c, n_init):
    K = candidate.of(samples.maker)
    gram, values, vectors = spectrum(K, c)
    problem = Problem(gram, cluhsic_objective(np.eye(c), "l2"), c)
    rng = np.random.RandomState(samples.seed)
    labels = solve(problem, "auto", n_init, rng, vectors=vectors[:, : c - 1]).labels
    _, first = np.unique(labels, return_index=True)
    return KernelFit(candidate, K, gram, values, first.argsort().argsort()[labels])


def _scored(samples, fit, criteria):
    values, bands, notes = {}, {}, {}
    for criterion in criteria:
        try:
            value = criterion.score(samples, fit)
        except Undefined as reason:
            values[criterion.name], notes[criterion.name] = None, str(reason)
            continue
        if np.ndim(value):
            low, value, high = np.quantile(value, _BAND, method="nearest")
            bands[criterion.name] = (float(low), float(high))
        values[criterion.name] = float(value)
        if np.isinf(value):
            notes[criterion.name] = criterion.infinite
    candidate = fit.candidate
    return KernelRow(candidate.name, candidate.params, fit.labels, values, bands, notes)
