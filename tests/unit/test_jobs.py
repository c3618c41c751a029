"""Several processes at once: the same values, warnings and errors."""

import os
import time
import warnings

import numpy as np
import pytest
from cases import each
from threadpoolctl import threadpool_info

from depcluster import compare_kernels, stability_curve, taxonomy_path
from depcluster._utils import progress as module
from depcluster._utils.jobs import in_jobs
from depcluster.datasets import make_three

X = make_three()[0][::2]
KERNELS = {
    "rbf": "rbf",
    "graph": {"kernel": "graph", "n_neighbors": 5},
    "matrix": X @ X.T,
}


def test_values_come_in_order_from_other_processes():
    held = np.random.default_rng(0).normal(size=(400, 400))  # large enough to be mapped, not sent

    def work(case):
        time.sleep(0.2 if case == 0 else 0)
        return case, held[case].sum(), os.getpid()

    one, two = (list(in_jobs(work, range(5), n)) for n in (1, 2))
    assert [value[:2] for value in two] == [value[:2] for value in one]
    assert {value[2] for value in one} == {os.getpid()}
    assert os.getpid() not in {value[2] for value in two}
    assert {value[2] for value in in_jobs(work, [0], -1)} == {os.getpid()}  # as many as cases
    assert list(in_jobs(work, [], 2)) == []


@each("n_jobs", [1, 2])
def test_warnings_and_errors_reach_the_caller(n_jobs):
    def work(case):
        if case == 2:
            raise ValueError("cases must be below 2; got 2.")
        warnings.warn(f"case {case} is odd", RuntimeWarning, stacklevel=1)
        return {pool["num_threads"] for pool in threadpool_info()}

    with pytest.warns(RuntimeWarning, match="is odd") as said:
        assert all(threads <= {1} for threads in in_jobs(work, [0, 1], n_jobs))
    assert [str(warning.message) for warning in said] == ["case 0 is odd", "case 1 is odd"]
    # cloudpickle 3.1.3 sends a function of a test without the name of its file, but with its lines
    assert {warning.filename for warning in said} <= {__file__, "<dynamic-code>"}
    assert {warning.lineno for warning in said} == {work.__code__.co_firstlineno + 3}
    with pytest.raises(ValueError, match="cases must be below 2"):
        list(in_jobs(work, [2, 2], n_jobs))


WORK = {
    "compare_kernels": lambda **how: [
        (row.name, row.labels.tolist(), row.values, row.bands, row.notes)
        for row in compare_kernels(X, KERNELS, 3, n_perturbations=2, n_init=3, **how).rows
    ],
    "stability_curve": lambda **how: stability_curve(
        X, {"rbf": "rbf", "linear": "linear"}, [0.1, 0.5], n_clusters=3, **how
    ).gamma.tolist(),
    "taxonomy_path": lambda **how: [
        (found.labels.tolist(), found.objective, found.history.tolist(), found.starts.tolist())
        for found in taxonomy_path(X, range(2, 7), n_init=3, random_state=5, **how).results
    ],
}


@pytest.mark.parametrize("name", WORK)
def test_results_are_the_same_for_any_number_of_jobs(name, monkeypatch, capsys):
    work = WORK[name]
    monkeypatch.setattr(module, "_DELAY", 0)
    one = work(n_jobs=1)
    assert capsys.readouterr() == ("", "")
    assert work(n_jobs=2, verbose=1) == one  # bit by bit
    assert ": 0 of " in capsys.readouterr().err
