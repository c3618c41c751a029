"""What was chosen: kernel, width, clusters and seed, and the Python that does it again."""

from __future__ import annotations

import re

import numpy as np

import depcluster

from ..._validation import is_number
from ...kernels.matrix import has_width, median_rule, resolve_gamma_of

_ADDRESS = re.compile(r" at 0x[0-9a-f]+", re.IGNORECASE)


def choices_of(model, labels, X):
    """What was chosen, by what it is about.

    Parameters
    ----------
    model : estimator
    labels : ndarray of int of shape (m,)
    X : ndarray of shape (m, d)

    Returns
    -------
    dict of str to str
    """
    params = model.get_params()
    told = {"Method": _call(model)}
    if "kernel" in params:
        told["Kernel"] = kernel_words(params)
        told |= _width(params, X)
    told["Clusters"] = f"{labels.max() + 1}"
    told["Seed"] = _seed(params)
    if params.get("n_init") is not None:
        told["Searches"] = f"{params['n_init']}, of which the best was kept"
    return told


def kernel_words(params):
    """A kernel in a few words.

    Parameters
    ----------
    params : dict
        Of an estimator.

    Returns
    -------
    str

    Examples
    --------
    >>> kernel_words({"kernel": "graph", "n_neighbors": 8, "kernel_params": {"s": 5}})
    'graph, n_neighbors 8, s 5'
    """
    kernel = params["kernel"]
    words = [kernel if isinstance(kernel, str) else getattr(kernel, "__name__", "a function")]
    if kernel in ("poly", "polynomial"):
        words += [f"{name} {params[name]}" for name in ("degree", "coef0") if name in params]
    if kernel == "graph" and "n_neighbors" in params:
        words.append(f"n_neighbors {params['n_neighbors']}")
    words += [f"{name} {value}" for name, value in (params.get("kernel_params") or {}).items()]
    return ", ".join(words)


def _width(params, X):
    """The width as a number, and in units of the median rule."""
    kernel, gamma = params["kernel"], params.get("gamma")
    if not isinstance(kernel, str) or gamma is None or not has_width(kernel):
        return {}
    width = float(resolve_gamma_of(kernel, gamma, X))
    told = f"gamma {width:.4g}"
    if kernel in ("rbf", "laplacian"):
        told += f", {width / float(median_rule(X, kernel)):.3g} times the median rule"
    return {"Width": told}


def _seed(params):
    seed = params.get("random_state")
    return f"{seed}" if is_number(seed) else "none was set"


def same_kernel(model, comparison, X):
    """The row of a comparison that has a model's kernel, or None.

    Parameters
    ----------
    model : estimator
    comparison : KernelComparison
    X : ndarray of shape (m, d)

    Returns
    -------
    KernelRow or None
    """
    params = dict(model.get_params())
    kernel = params.get("kernel")
    if isinstance(kernel, str) and params.get("gamma") is not None and has_width(kernel):
        params["gamma"] = float(resolve_gamma_of(kernel, params["gamma"], X))
    found = (row for row in comparison.rows if kernel != "precomputed" and _fits(row, params))
    return next(found, None)


def _fits(row, params):
    return all(name in params and _equal(params[name], row.params[name]) for name in row.params)


def _equal(one, other):
    if is_number(one) and is_number(other):
        return bool(np.isclose(one, other, rtol=1e-9, atol=0))
    return bool(one == other)


def python_of(model, table):
    """Python that finds the labels again.

    Parameters
    ----------
    model : estimator
    table : Table

    Returns
    -------
    str
    """
    name, held = type(model).__name__, type(model).__module__
    if getattr(depcluster, name, None) is type(model):
        held = "depcluster"
    X = table.python or "# X is the table that was clustered, row by row as here"
    fit = f"model = {_call(model)}\nlabels = model.fit(X).labels_"
    return f"from {held} import {name}\n\n{X}\n{fit}"


def _call(model):
    """The model with its settings in one line of Python, no address of memory in it."""
    return _ADDRESS.sub("", re.sub(r"\s+", " ", repr(model)))


def again(model):
    """What to know of running that Python.

    Parameters
    ----------
    model : estimator

    Returns
    -------
    str
    """
    params = model.get_params()
    if "random_state" in params and not is_number(params["random_state"]):
        return (
            "No seed was set, so another run may give other labels: the downloaded ones are "
            "those of this page."
        )
    return "With the versions named at the top it gives the labels of this page."
