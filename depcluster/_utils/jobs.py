"""Long work in several processes at once, each with one BLAS thread."""

from __future__ import annotations

import warnings

from joblib import Parallel, delayed, effective_n_jobs

from .blas import one_blas_thread


def in_jobs(function, cases, n_jobs):
    """A function's values, in the order of the cases, some computed at the same time."""
    # They are the same for any number of jobs, bit by bit, if the function draws no random numbers
    # but from seeds that come with its case. Warnings of other processes are given here. A
    # generator that is closed early, or that an interrupt reaches, ends the processes. One job
    # computes here, one case when it is asked for; with more, the function goes to other processes
    # with all that it holds.
    n_jobs = min(effective_n_jobs(n_jobs), len(cases))
    if n_jobs <= 1:
        for case in cases:
            with one_blas_thread():
                value = function(case)
            yield value
        return
    run = Parallel(n_jobs, backend="loky", return_as="generator")
    found = run(delayed(_with_warnings)(function, case) for case in cases)
    seen = {}
    try:
        for value, said in found:
            for message, *place in said:
                warnings.warn_explicit(message, None, *place, registry=seen)
            yield value
    finally:
        with warnings.catch_warnings():  # joblib says that not all values were asked for
            warnings.simplefilter("ignore")
            found.close()


def _with_warnings(function, case):
    with one_blas_thread(), warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        value = function(case)
    return value, [(w.message, w.filename, w.lineno) for w in said]
