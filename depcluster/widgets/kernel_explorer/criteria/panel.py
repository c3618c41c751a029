"""The criteria inside the kernel explorer: curves over the width, with a mark that moves."""

from __future__ import annotations

from ....selection.criteria import CRITERIA
from ..label_kernel.engine import rule_text
from ..samples import samples_text
from .curves import WIDTHS, criteria_line, curve_arrays
from .still import CriteriaPicture


class CriteriaPanel:
    """What the criteria say of a kernel's widths, for what a `KernelExplorer` has found.

    They judge the kernel alone, by the partition that `KernelKMeans` finds with it, so the
    label kernel and the width on screen change none of them. Work on them that is interrupted
    goes on where it stopped. A method without a scene has none.

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
        """Rows of `kernel_rows` over the widths, as far as computed."""
        curves, _ = self._curves(found)
        return () if curves is None else tuple(curves.rows)

    def fill(self, found):
        """Compute what is missing; yields after each width."""
        curves, _ = self._curves(found)
        return iter(()) if curves is None else curves.fill()

    def sent(self, found):
        """The curves for the page, as far as they are known."""
        curves, why = self._curves(found)
        return {
            "widths": WIDTHS.tolist(),
            "rule": "" if curves is None else rule_text(found.scene.controls.kernel),
            "n_clusters": found.n_clusters,
            "note": why,
            "done": 0 if curves is None else len(curves.rows),
            "curves": [] if curves is None else [curve_arrays(curves, n) for n in curves.names],
            "python": "" if curves is None else self._line(found),
        }

    def told(self, found):
        """What the criteria would choose, for the summary; nothing while they are closed."""
        curves, _ = self._curves(found)
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

    def picture(self, found):
        """The curves for the still, or None."""
        curves, _ = self._curves(found)
        return None if curves is None else CriteriaPicture(curves, found.scene.controls.width)

    def _curves(self, found):
        """The curves for what is on screen and "", or None and why there are none."""
        scene = found.scene
        if not self.is_open or scene is None:
            return None, ""
        if scene.gamma is None:
            return None, "This kernel has no width. Choose RBF, Laplacian or polynomial."
        asked, engine = scene.controls, found.samples.criteria
        try:
            return engine.curves(asked.kernel, scene.rule, asked.n_clusters, self._random_state), ""
        except ValueError as error:
            return None, str(error)

    def _line(self, found):
        samples = found.samples
        known = samples.y is not None and (samples.y >= 0).all()
        y = samples.given.name.replace("X", "y") if known else ""
        return criteria_line(found.scene, samples_text(samples), y, self._random_state)
