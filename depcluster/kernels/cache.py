"""A kernel cache: many kernel matrices of the same samples, what they share computed once."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from sklearn.metrics.pairwise import manhattan_distances

from .._typing import Floats, Gamma, Kernel
from .matrix import centring_origin, has_width, kernel_matrix, median_rule, resolve_gamma
from .precision import SAFE, gaussian, reach_of, squared_distances


class KernelMaker:
    """Kernel matrices of one set of samples; distances and median rules are kept.

    Parameters
    ----------
    X : ndarray of shape (m, d)

    Examples
    --------
    >>> maker = KernelMaker(np.array([[0.0], [1.0], [3.0]]))
    >>> float(maker.width("rbf"))
    0.25
    >>> maker.matrix("rbf", gamma=np.log(2))[0, :2]
    array([1. , 0.5])
    """

    def __init__(self, X: Floats, graphs: Any = None) -> None:
        self.X = X
        self.graphs = {} if graphs is None else graphs  # of `Diffusion`, by n_neighbors
        self._rules: dict[Kernel, float] = {}

    @cached_property
    def _squared_distances(self):
        return squared_distances(self.X)

    @cached_property
    def _reach(self):
        return reach_of(self.X)

    @cached_property
    def _manhattan_distances(self):
        return manhattan_distances(self.X)

    def rule(self, kernel: str) -> float:
        """`median_rule` of the samples.

        Parameters
        ----------
        kernel : str

        Returns
        -------
        float

        Raises
        ------
        ValueError
            If all samples are equal.
        """
        if kernel not in self._rules:
            self._rules[kernel] = median_rule(self.X, kernel)
        return self._rules[kernel]

    def width(self, kernel: Kernel, gamma: Gamma | None = "median") -> float | None:
        """The number behind a ``gamma``, None for a kernel without a width.

        Parameters
        ----------
        kernel : str or callable
        gamma : float, "median" or "scale", default="median"

        Returns
        -------
        float or None

        Raises
        ------
        ValueError
            If gamma is neither, or the data are constant so that no width exists.
        """
        if not isinstance(kernel, str) or not has_width(kernel):
            return None
        if isinstance(gamma, str) and gamma == "median":
            return self.rule(kernel)
        return resolve_gamma(gamma, self.X, kernel)

    def matrix(
        self, kernel: Kernel = "rbf", *, gamma: Gamma | None = "median", **params: Any
    ) -> Floats:
        """`kernel_matrix` of the samples, up to what centring takes away.

        Parameters
        ----------
        kernel : str or callable, default="rbf"
            "linear" and "poly" are seen from the mean of samples that lie far from 0.
        gamma : float, "median", "scale" or None, default="median"
            None for a kernel without a width.
        **params
            Further parameters of `kernel_matrix`.

        Returns
        -------
        ndarray of shape (m, m)

        Raises
        ------
        ValueError
            As `kernel_matrix`.
        """
        width: Any = self.width(kernel, gamma)
        if kernel == "rbf" and width * self._reach > SAFE:  # distances have lost digits of it
            return gaussian(self.X, gamma=width)
        if kernel in ("rbf", "laplacian"):
            D = self._squared_distances if kernel == "rbf" else self._manhattan_distances
            K = D * -width
            return np.exp(K, out=K)
        origin = centring_origin(kernel, self.X)
        return kernel_matrix(self.X, kernel=kernel, gamma=width, origin=origin, **params)
