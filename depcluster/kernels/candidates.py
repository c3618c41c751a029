"""Kernels to compare: what may stand for one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from .._typing import ArrayLike, Kernels
from .._validation import as_numbers, check_similarities, short_repr
from .gram import Dense
from .graph import Diffusion
from .matrix import check_kernel_name, resolve_gamma_of

_PARAMS = ("kernel", "gamma", "degree", "coef0", "n_neighbors", "kernel_params")
# Kernels that are the overlap of two windows, and so estimate a product of densities.
_WINDOWS = ("rbf", "laplacian")


@dataclass(frozen=True)
class Candidate:
    """One kernel, ready to be applied."""

    name: str
    params: dict[Any, Any]  # of `kernel_matrix` and of the estimators, the width as a number
    matrix: np.ndarray | None = None  # (m, m): the kernel values themselves, for "precomputed"

    @property
    def is_window(self):
        """bool: whether sums of kernel values estimate densities (Jenssen 2006, eq. 6)."""
        return isinstance(self.params["kernel"], str) and self.params["kernel"] in _WINDOWS

    def of(self, maker):
        """The kernel matrix of a `KernelMaker`'s samples."""
        if self.matrix is not None:
            return self.matrix
        K = maker.matrix(**self.params)
        return K if self.is_window else check_similarities(K, f"kernel {self.name!r} of X")

    def gram_of(self, maker):
        """The kernel of a maker's samples, centred, for `leading_subspace`; diffusion unformed."""
        params = self.params.get("kernel_params") or {}
        if self.params["kernel"] == "graph" and params.keys() <= {"s"}:
            n_neighbors = self.params.get("n_neighbors", "auto")
            return Diffusion(maker.X, n_neighbors=n_neighbors, graphs=maker.graphs, **params)
        return Dense(self.of(maker))


def as_candidates(kernels: Kernels, X: ArrayLike) -> list[Candidate]:
    """Kernels as `compare_kernels` takes them, their widths fixed on the samples."""
    pairs = list(kernels.items()) if isinstance(kernels, Mapping) else _as_pairs(kernels)
    if not pairs:
        raise ValueError("kernels must hold at least one kernel; got none. Try default_kernels(X).")
    names = [name for name, _ in pairs]
    for name in names:
        if not isinstance(name, str) or not name.strip():
            raise ValueError(f"kernels must have names that are texts; got {short_repr(name)}.")
        if names.count(name) > 1:
            raise ValueError(
                "kernels must have different names; got "
                f"{short_repr(name)} {names.count(name)} times."
            )
    return [_as_candidate(name, kernel, X) for name, kernel in pairs]


def _as_pairs(kernels):
    wrong = (
        "kernels must be a dict of name to kernel, or (name, kernel) pairs; got "
        f"{type(kernels).__name__}. Try default_kernels(X)."
    )
    if isinstance(kernels, (str, np.ndarray)) or callable(kernels):
        raise ValueError(wrong)
    try:
        return [(name, kernel) for name, kernel in kernels]
    except (TypeError, ValueError):
        raise ValueError(wrong) from None


def _as_candidate(name, kernel, X):
    matrix = None
    if isinstance(kernel, str) or callable(kernel):
        params = {"kernel": kernel}
    elif isinstance(kernel, Mapping):
        params = dict(kernel)
    else:
        matrix, params = _as_matrix(name, kernel, len(X)), {"kernel": "precomputed"}
    unknown = sorted(set(params) - set(_PARAMS))
    if unknown:
        raise ValueError(
            f"kernels[{name!r}] must hold parameters of an estimator, {', '.join(_PARAMS)}; got "
            f"{', '.join(unknown)}. What a graph takes goes into kernel_params."
        )
    params = {"kernel": "rbf", "gamma": "median"} | params
    if params["kernel"] == "precomputed" and matrix is None:
        raise ValueError(f'kernels[{name!r}] is "precomputed"; give the matrix itself instead.')
    if not callable(params["kernel"]):
        check_kernel_name(params["kernel"])
    width = resolve_gamma_of(params["kernel"], params.pop("gamma"), X)
    return Candidate(name, params if width is None else params | {"gamma": width}, matrix)


def _as_matrix(name, kernel, m):
    K = as_numbers(kernel, f"kernels[{name!r}]")
    if K.shape != (m, m):
        raise ValueError(
            f"kernels[{name!r}] must be a kernel's name, a dict of parameters, a function of two "
            f"samples or a matrix of shape ({m}, {m}); got {short_repr(kernel)}."
        )
    return check_similarities(K, name=f"kernels[{name!r}]")
