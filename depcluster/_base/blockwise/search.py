"""Search on a sample, then over all rows from where that led."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from ..._utils.blas import blas_threads_for
from ...search.blocks import MOST_RISING, Block, BlockState, RowProblem, Rule, totals_of
from ...search.local_search import Problem, can_rise
from ...search.restarts import polishing, solve, warn_of_max_iter
from ..prediction import joined

_LEAST_RISING = 16


@dataclass(frozen=True)
class Found:
    """What a search over row blocks found.

    Attributes
    ----------
    state : BlockState
    n_iter : int
        Steps over all rows, the confirming pass included.
    history : ndarray
        J of all rows along these steps; it never falls.
    """

    state: BlockState
    n_iter: int
    history: np.ndarray


def search_rows(rows, marks, objective, init, n_init, max_iter, rng, verbose):
    """The best partition that a search on the sample leads to, or one that was given.

    Parameters
    ----------
    rows : DaskRows or ArrayRows
        Labels that they bring along are where the search begins.
    marks : Landmarks
    objective : an objective of `depcluster.search`
    init : str
        Of the searches on the sample.
    n_init, max_iter : int
    rng : numpy.random.RandomState
    verbose : int
        Above 0, one line a search on the sample and one a step over all rows.

    Returns
    -------
    Found

    Warns
    -----
    ConvergenceWarning
        If max_iter ended the search.
    """
    if verbose:
        print(
            f"{rows.n_blocks} blocks, a sample of {len(marks.sample.rows)} rows; "
            f"{len(marks.features.mean)} pivots leave out {marks.residual:.1%} of all rows' trace"
        )
    if rows.labels is None:
        sample = Problem(marks.gram, objective, len(objective.A), marks.sample.weights, max_iter)
        with blas_threads_for(*marks.gram.B.shape):
            labels = solve(sample, init, n_init, rng, verbose=verbose).labels
        rule = _rule_of(marks, objective, labels)
    else:
        rule = Rule.given(len(objective.A))
    most = max(_LEAST_RISING, MOST_RISING // rows.n_blocks)
    problem = RowProblem(rows.run, marks.features, objective, most)
    history = []
    for reached in polishing(BlockState(problem, rule), max_iter, rng):
        history.append(reached.state.J)
        if verbose:
            print(f"step {reached.n_iter} over all rows: J = {reached.state.J:.10g}", flush=True)
    if not reached.settled and can_rise(reached.state):
        warn_of_max_iter(max_iter, "the search still had samples that would gain")
    return Found(reached.state, reached.n_iter, np.array(history))


def _rule_of(marks, objective, labels):
    """The rule of largest slope by the labels of the sample, which keep theirs."""
    sample, features, c = marks.sample, marks.features, len(objective.A)
    totals = totals_of(Block(sample.X, sample.weights, labels), features, Rule.given(c), c)
    rule = Rule.steepest(objective, totals)
    other = np.flatnonzero(rule.of(sample, features.rows(sample.X)) != labels)
    return rule.patched(sample.rows[other], labels[other])


def labels_by_block(rows, state, unit):
    """Labels of all rows, when they are asked for.

    Parameters
    ----------
    rows : DaskRows or ArrayRows
    state : BlockState
    unit : float
        What a row of weight 0 would weigh: it goes where it would raise J most.

    Returns
    -------
    dask.array.Array of int of shape (m,)
    """
    about = {"features": state.problem.features, "rule": state.rule, "totals": state.totals}
    if state.rule.slopes is not None:
        rows = replace(rows, labels=None)
    return rows.map(partial(labels_of, objective=state.objective, unit=unit, **about))


def labels_of(block, features, rule, totals, objective, unit):
    """Question: the label of each row, ndarray of int of shape (k,)."""
    labels = [np.empty(0, dtype=np.intp)]
    for part in block.parts(kept=False):
        B = features.rows(part.X)
        found = rule.of(part, B)
        if part.weights is not None:
            b = B[aside := part.weights == 0]
            own = (b**2).sum(axis=1)
            found[aside] = joined(objective, totals.S, totals.n, b @ totals.sums, own, unit)
        labels.append(found)
    return np.concatenate(labels).astype(np.intp, copy=False)
