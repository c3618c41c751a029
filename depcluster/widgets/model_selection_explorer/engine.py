"""What Python computes of the model-selection explorer, one candidate at a time, each kept."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..._utils.blas import one_blas_thread
from ...kernels.local_scaling import LocalScaling, local_scaling, nearest_neighbours
from ...papers.sugiyama2011.density_ratio import N_CENTRES, drawn
from ...papers.sugiyama2011.lsmi import LsmiPlan
from ...papers.sugiyama2011.smic import SmicResult, check_candidates, smic
from ...plotting.plane import plane_of
from ..explorer.coordinates import rotated
from ..explorer.question import Question

N_VECTORS = 5
JUDGES = ("lsmi", "smi")
LEVELS = 24
_TIE = 1e-9
_MARGIN = 1.12
_GRID = (40, 96)
_GRID_WORK = 4e6


@dataclass(frozen=True, eq=False)
class SelectionQuestion(Question):
    """What is asked.

    Attributes
    ----------
    data : str
    n_neighbors : int
    kernel_normalization : {None, "sym"}
    judge : {"lsmi", "smi"}
    """

    data: str
    n_neighbors: int
    kernel_normalization: str | None
    judge: str


@dataclass(frozen=True)
class Tried:
    """A kernel parameter and what SMIC makes of it.

    Attributes
    ----------
    kernel : LocalScaling
    result : SmicResult
    vectors : ndarray of shape (m, k)
        Leading eigenvectors, those of the classes first; k is c or 5, whichever is larger.
    values : ndarray of shape (k,)
    edges : ndarray of int of shape (e, 2)
        Linked samples, i < j.
    weights : ndarray of shape (e,)
        Their kernel values.
    """

    kernel: LocalScaling
    result: SmicResult
    vectors: np.ndarray
    values: np.ndarray
    edges: np.ndarray
    weights: np.ndarray

    @property
    def pieces(self):
        """Number of connected components."""
        return int(self.result.component.max()) + 1

    @property
    def undecided(self):
        """Number of undecided samples."""
        return int(self.result.undecided.sum())


class Engine:
    """Candidates of one data set, each computed when it is first asked for.

    Parameters
    ----------
    X : ndarray of shape (m, d)
    n_clusters : int
    candidates : iterable of int
    random_state : int
        Of LSMI's centres and folds, which all candidates share.

    Attributes
    ----------
    candidates : list of int
    points : ndarray of shape (m, 2)
        The samples in the plane; ``plane`` says how they got there.
    extent : list of 4 floats
        Corners of the square around the points.
    bound : float
        (c - 1)/2, the largest that SMI can be.
    """

    def __init__(self, X, n_clusters, candidates, random_state):
        self.X, self.n_clusters = X, n_clusters
        self.candidates = check_candidates(candidates, len(X))
        if len(self.candidates) < 2:
            raise ValueError(
                "candidates must hold at least two numbers of neighbours below n_samples = "
                f"{len(X)}; got {list(candidates)!r}. Try range(1, {min(11, len(X))})."
            )
        self.points, self._plane = plane_of(X)
        self.plane = self._plane.caption
        self.bound = (n_clusters - 1) / 2
        self._middle = (self.points.min(axis=0) + self.points.max(axis=0)) / 2
        self._half = float(np.ptp(self.points, axis=0).max()) / 2 or 1.0
        self.extent = [*(self._middle - self._half), *(self._middle + self._half)]
        self._neighbours = nearest_neighbours(X, self.candidates[-1])
        self._lsmi_options = {"n_folds": min(5, len(X)), "random_state": random_state}
        self._tried, self._lsmi, self._maps = {}, {}, {}

    @cached_property
    def _plan(self):
        return LsmiPlan(self.X, **self._lsmi_options)

    def sent(self):
        """The samples for the page to compute with, with what is drawn or found once."""
        centres, folds = drawn(len(self.X), n_centres=N_CENTRES, **self._lsmi_options)
        corners = self._plane.back(np.reshape(self.grid_extent, (2, 2))) if self.has_map else None
        return {
            "X": rotated(self.X).tobytes(),
            "n_samples": len(self.X),
            "neighbours": self._neighbours.indices.astype(np.int32).tobytes(),
            "centres": centres.astype(np.int32).tobytes(),
            "folds": folds.astype(np.uint8).tobytes(),
            "n_clusters": self.n_clusters,
            "candidates": self.candidates,
            "bound": self.bound,
            "points": self.points.astype(np.float32).tobytes(),
            "extent": self.extent,
            "plane": self.plane,
            "grid": [self.grid_size, *self.grid_extent] if self.has_map else [],
            "corners": corners.ravel().tolist() if self.has_map else [],  # as X has them
        }

    @property
    def has_map(self):
        """Whether the samples lie in the plane, so that a posterior can be drawn there."""
        return self.X.shape[1] == 2

    def tried(self, normalization, t):
        """SMIC with one kernel.

        Parameters
        ----------
        normalization : {None, "sym"}
        t : int

        Returns
        -------
        Tried
        """
        if (normalization, t) not in self._tried:
            with one_blas_thread():
                self._tried[normalization, t] = self._try(normalization, t)
        return self._tried[normalization, t]

    def lsmi(self, normalization, t):
        """LSMI of that clustering."""
        if (normalization, t) not in self._lsmi:
            labels = self.tried(normalization, t).result.labels
            self._lsmi[normalization, t] = self._plan.value(labels, self.n_clusters).value
        return self._lsmi[normalization, t]

    def known(self, normalization):
        """LSMI of every candidate, None for those that are not judged yet."""
        return [self._lsmi.get((normalization, t)) for t in self.candidates]

    def steps(self, normalization, t):
        """Judge the candidates, t first; yields the engine after each."""
        for s in sorted(self.candidates, key=lambda s: s != t):
            self.lsmi(normalization, s)
            yield self

    def choice(self, normalization, judge):
        """The candidate of largest LSMI or of largest estimate (8), of equal ones the smallest.

        Parameters
        ----------
        normalization : {None, "sym"}
        judge : {"lsmi", "smi"}

        Returns
        -------
        int or None
            None until all candidates are judged.
        """
        values = self.known(normalization)
        if None in values:
            return None
        if judge == "smi":
            values = [self.tried(normalization, t).result.smi for t in self.candidates]
        values = np.array(values)
        return self.candidates[int((values >= values.max() - _TIE).argmax())]

    def posterior(self, normalization, t):
        """The class of largest posterior, and how sure, on a square grid around the points.

        Parameters
        ----------
        normalization : {None, "sym"}
        t : int

        Returns
        -------
        ndarray of uint8 of shape (g, g) or None
            Rows from the top. 0 where no support reaches, else ``1 + 25 y + level`` with level
            from 0 (posterior 1/c) to 24 (posterior 1). None if the samples have not two
            features.
        """
        if not self.has_map:
            return None
        if (normalization, t) not in self._maps:
            tried = self.tried(normalization, t)
            with one_blas_thread():
                scores = tried.result.score_rows(tried.kernel.rows(self._grid()))
            self._maps[normalization, t] = _coded(scores).reshape(self.grid_size, -1)
        return self._maps[normalization, t]

    @property
    def grid_size(self):
        """Cells a side; fewer for many samples, since each cell meets them all."""
        return int(np.clip(np.sqrt(_GRID_WORK / len(self.X)), *_GRID))

    @property
    def grid_extent(self):
        """Corners of the grid's square."""
        half = _MARGIN * self._half
        return [*(self._middle - half), *(self._middle + half)]

    def _grid(self):
        g = self.grid_size
        along = _MARGIN * self._half * (2 * np.arange(g) + 1 - g) / g
        x, y = np.meshgrid(along, along[::-1])
        return self._plane.back(self._middle + np.column_stack([x.ravel(), y.ravel()]))

    def _try(self, normalization, t):
        kernel = local_scaling(
            self.X, t, kernel_normalization=normalization, neighbours=self._neighbours
        )
        result = smic(kernel.K, self.n_clusters, X=self.X)
        wide, n_vectors = result, min(N_VECTORS, len(self.X))
        if n_vectors > self.n_clusters:
            wide = smic(kernel.K, n_vectors)
        vectors = wide.vectors.copy()
        vectors[:, : self.n_clusters] = result.vectors
        K = kernel.K.tocoo()
        upper = K.row < K.col
        edges = np.column_stack([K.row[upper], K.col[upper]])
        return Tried(kernel, result, vectors, wide.eigenvalues, edges, K.data[upper])


def _coded(scores):
    c, total = scores.shape[1], scores.sum(axis=1)
    share = scores.max(axis=1) / np.where(total > 0, total, 1)
    level = np.rint(LEVELS * np.clip((share * c - 1) / (c - 1), 0, 1))
    coded = 1 + (LEVELS + 1) * scores.argmax(axis=1) + level
    return np.where(total > 0, coded, 0).astype(np.uint8)
