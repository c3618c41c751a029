"""The criteria inside the kernel explorer: curves over the width, with a mark that moves."""

from __future__ import annotations

import numpy as np

from ...._validation import counted
from ....selection.criteria import CRITERIA
from ..label_kernel.engine import rule_text
from .curves import N_WIDTHS
from .figure import criteria_panels


class CriteriaPanel:
    """What the criteria say of a kernel's widths, for what a `KernelExplorer` has found.

    They judge the kernel alone, by the partition that `KernelKMeans` finds with it, so the
    label kernel and the width on screen change none of them. The page computes its own; here they
    are for who reads them, and go on where they stopped. A method without a scene has none.

    Parameters
    ----------
    random_state : int, RandomState or None

    Attributes
    ----------
    is_open : bool
        Nothing is computed while they are closed.
    """

    def __init__(self, random_state):
        self.is_open, self._random_state = False, random_state

    def rows(self, found):
        """Rows of `kernel_rows` over all widths."""
        curves = self._curves(found)
        if curves is None:
            return ()
        list(curves.fill())
        return tuple(curves.rows)

    def fill(self, found):
        """Compute what is missing; yields None after each width."""
        curves = self._curves(found)
        return iter(()) if curves is None else curves.fill()

    def told(self, found):
        """What the criteria would choose, for the summary; nothing while they are closed."""
        curves = self._curves(found)
        if curves is None or not curves.rows:
            return ""
        told = []
        for name in curves.names:
            best = curves.best(name)
            chosen = "undefined" if best is None else curves.rows[best].name.split(" ")[1]
            told.append(f"{CRITERIA[name].title} {chosen}")
        return (
            f"; of {len(curves.rows)} widths, {_units(found)}, "
            f"the best by each criterion: {', '.join(told)}"
        )

    def sent(self, found):
        """All widths for the page to begin with, once they are computed; a gap is NaN."""
        curves, samples = self._curves(found), found.samples
        if curves is None or not curves.done or len(samples.added):
            return {}
        rows, gap = curves.rows, (np.nan, np.nan)
        numbers = {name: [row.values[name] for row in rows] for name in curves.names}
        return {
            "kernel": found.scene.controls.kernel,
            "n_clusters": found.n_clusters,
            "generation": samples.given.generation,
            "values": {name: np.array(v, dtype=float).tobytes() for name, v in numbers.items()},
            "bands": np.array([row.bands.get("gamma", gap) for row in rows]).tobytes(),
            "notes": [row.notes for row in rows],
        }

    def panels(self, found):
        """The curves as panels of a figure, and a line that says what they are."""
        curves = self._curves(found)
        if curves is None:
            return {}, ""
        of = f"of kernel k-means, {counted(found.n_clusters, 'cluster')}"
        done = f"{len(curves.rows)} of {N_WIDTHS} widths, {_units(found)}"
        panels = criteria_panels(curves, found.scene.controls.width)
        return panels, f"Below: criteria over the width, {of}, {done}."

    def _curves(self, found):
        """The curves for what is on screen, or None where there are none."""
        scene = found.scene
        if not self.is_open or scene is None or scene.gamma is None:
            return None
        asked, engine = scene.controls, found.samples.criteria
        try:
            return engine.curves(asked.kernel, scene.rule, asked.n_clusters, self._random_state)
        except ValueError:  # fewer different samples than clusters
            return None


def _units(found):
    return f"in units of {rule_text(found.scene.controls.kernel, 'the ')}"
