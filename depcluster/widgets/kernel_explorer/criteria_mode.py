"""The criteria inside the kernel explorer: curves over the width, with a mark that moves."""

from __future__ import annotations

import traitlets

from ...selection.criteria import CRITERIA
from ..explorer.explorer import Explorer
from ..explorer.following import on_screen
from .answer import samples_text
from .criteria.curves import WIDTHS, criteria_line, curve_arrays
from .criteria.still import CriteriaPicture

CRITERIA_PARTS = ("explorer/parts/charts.js", "kernel_explorer/criteria/criteria.js")


class CriteriaMode(Explorer):
    """What `KernelExplorer` adds to an explorer for the criteria over the width.

    They judge the kernel alone, by the partition that `KernelKMeans` finds with it, so the
    label kernel and the width on screen change none of them. A move of either stops the work
    in the background, and the next rest takes it up where it stopped.

    A subclass holds ``_samples``, ``_scene`` and ``_random_state``, gives ``_is_angle``, and
    calls :meth:`_put_criteria` with each answer.
    """

    criteria = traitlets.Bool(False).tag(sync=True)
    _criteria = traitlets.Dict().tag(sync=True)

    @on_screen
    def criteria_(self):
        """Rows of `kernel_rows` over the widths, as far as computed."""
        curves, _ = self._curves()
        return () if curves is None else tuple(curves.rows)

    @traitlets.observe("criteria")
    def _on_criteria(self, change):
        if not self.answer or self._waiting:
            return
        self._put_criteria()
        if self._is_angle:
            return
        self._interrupt()
        self._rest()

    def _curves(self):
        """The curves for what is on screen and "", or None and why there are none."""
        if not self.criteria or self._is_angle:
            return None, ""
        scene = self._scene
        asked = scene.controls
        if scene.gamma is None:
            return None, "This kernel has no width. Choose RBF, Laplacian or polynomial."
        engine = self._samples.criteria
        try:
            return engine.curves(asked.kernel, scene.rule, asked.n_clusters, self._random_state), ""
        except ValueError as error:
            return None, str(error)

    def _put_criteria(self):
        """Send the curves as far as they are known."""
        curves, why = self._curves()
        self._criteria = {
            "widths": WIDTHS.tolist(),
            "n_clusters": len(self.answer["sizes"]),
            "note": why,
            "done": 0 if curves is None else len(curves.rows),
            "curves": [] if curves is None else [curve_arrays(curves, n) for n in curves.names],
            "python": "" if curves is None else self._criteria_line(),
        }

    def _criteria_line(self):
        samples = self._samples
        known = samples.y is not None and (samples.y >= 0).all()
        y = samples.name.replace("X", "y") if known else ""
        return criteria_line(self._scene, samples_text(samples), y, self._random_state)

    def _criteria_work(self):
        """Fill the curves."""
        curves, _ = self._curves()
        return iter(()) if curves is None else (self._put_criteria for _ in curves.fill())

    def _criteria_summary(self):
        """What the criteria would choose, for the summary; nothing while they are closed."""
        curves, _ = self._curves()
        if curves is None or not curves.rows:
            return ""
        told = []
        for name in curves.names:
            best = curves.best(name)
            chosen = "undefined" if best is None else curves.rows[best].name.split(" ")[1]
            told.append(f"{CRITERIA[name].title} {chosen}")
        return (
            f"; of {len(curves.rows)} widths, in units of the median rule, "
            f"the best by each criterion: {', '.join(told)}"
        )

    def _criteria_picture(self):
        """The curves for the still, or None."""
        curves, _ = self._curves()
        return None if curves is None else CriteriaPicture(curves, self.width)
