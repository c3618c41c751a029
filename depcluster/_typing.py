"""The types that many signatures share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import sparray, spmatrix

__all__ = ["ArrayLike", "NDArray"]

Function = TypeVar("Function", bound=Callable[..., Any])
Index: TypeAlias = slice | NDArray[np.intp] | NDArray[np.bool_]
Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.intp]
Flags: TypeAlias = NDArray[np.bool_]
Matrix: TypeAlias = NDArray[Any] | Sequence[Sequence[float]]
SparseArray: TypeAlias = sparray | spmatrix
RandomState: TypeAlias = int | np.random.RandomState | None

# Kernels on the data, and where a search begins.
Kernel: TypeAlias = str | Callable[..., Any]
Kernels: TypeAlias = Mapping[str, Any] | Sequence[tuple[str, Any]]
Gamma: TypeAlias = float | Literal["median", "scale"]
Sigma: TypeAlias = float | Literal["nearest_neighbour", "mean", "amise", "lscv"]
Weighting: TypeAlias = Literal["laplacian", "affinity", "outlier"] | Callable[..., Any]
Init: TypeAlias = Literal["auto", "random", "k-means++", "spectral"] | NDArray[Any] | Sequence[int]
Groups: TypeAlias = Sequence[Sequence[int]]

# Labels, and how they are related and shown.
Preset: TypeAlias = Literal["plain", "chain", "ring", "grid", "tree"]
LabelKernel: TypeAlias = Preset | Matrix
Loss: TypeAlias = Literal["label-kernel", "zero-one"] | Matrix
Spec: TypeAlias = Sequence[Any]  # a tree: (3, 3), or nested lists of names
Scheme: TypeAlias = Literal["plain", "wheel", "ramp", "families"]
Colours: TypeAlias = Scheme | Sequence[str]
