"""The samples a model-selection explorer shows, and what its page computes with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...kernels.local_scaling import nearest_neighbours
from ...papers.sugiyama2011.density_ratio import N_CENTRES, drawn
from ...papers.sugiyama2011.smic import check_candidates
from ...plotting.plane import plane_of
from ..explorer.coordinates import rotated
from ..explorer.samples import Dataset

_MARGIN = 1.12  # of the map, in units of the points' square
_GRID = (40, 96)  # cells a side; fewer for many samples, since each cell meets them all
_GRID_WORK = 4e6


@dataclass(frozen=True, eq=False, kw_only=True)
class SelectionDataset(Dataset):
    n_clusters: int
    candidates: list[Any]  # numbers of neighbours, ascending
    seed: int  # of LSMI's centres and folds, which all candidates share

    @property
    def has_map(self):
        """Whether a posterior can be drawn: the samples have two features."""
        return self.X.shape[1] == 2

    def sent(self):
        """The samples for the page to compute with, with what is drawn or found once."""
        X, m = self.X, len(self.X)
        points, plane = plane_of(X)
        low, high = points.min(axis=0), points.max(axis=0)
        middle, half = (low + high) / 2, float((high - low).max()) / 2 or 1.0
        centres, folds = drawn(m, min(5, m), N_CENTRES, self.seed)
        grid, corners = [], []
        if self.has_map:
            square = _square(middle, _MARGIN * half)
            grid = [int(np.clip(np.sqrt(_GRID_WORK / m), *_GRID)), *square]
            corners = plane.back(np.reshape(square, (2, 2))).ravel().tolist()
        return {
            **super().sent(),
            "X": rotated(X).tobytes(),
            "n_samples": m,
            "neighbours": nearest_neighbours(X, self.candidates[-1])
            .indices.astype(np.int32)
            .tobytes(),
            "centres": centres.astype(np.int32).tobytes(),
            "folds": folds.astype(np.uint8).tobytes(),
            "n_clusters": self.n_clusters,
            "candidates": self.candidates,
            "bound": (self.n_clusters - 1) / 2,  # the largest that SMI can be
            "points": points.astype(np.float32).tobytes(),
            "extent": _square(middle, half),
            "plane": plane.caption,
            "grid": grid,
            "corners": corners,  # as X has them
        }


def _square(middle, half):
    return [*(middle - half).tolist(), *(middle + half).tolist()]


def tried_of(candidates, m):
    """Candidates of m samples, ascending, or a ValueError for fewer than two."""
    tried = check_candidates(candidates, m)
    if len(tried) < 2:
        raise ValueError(
            "candidates must hold at least two numbers of neighbours below n_samples = "
            f"{m}; got {list(candidates)!r}. Try range(1, {min(11, m)})."
        )
    return tried
