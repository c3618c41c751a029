"""The label kernel in the kernel explorer: what Python checks, and answers without a page."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sklearn.utils import check_random_state

from ...explorer.answer import clusters_text
from ...explorer.labelling import Fit, believed
from ...explorer.search import follow, settle
from ..samples import Samples
from .engine import LabelKernelQuestion, Scene, width_text
from .figure import explorer_figure


@dataclass(frozen=True, eq=False)
class Setting:
    """Samples and the kernel that they are clustered by, which is what the criteria judge.

    Attributes
    ----------
    samples : Samples
    scene : Scene
    """

    samples: Samples
    scene: Scene

    @property
    def n_clusters(self):
        """Number of clusters."""
        return self.scene.controls.n_clusters

    @property
    def controls(self):
        """None that a question changes."""
        return {}


@dataclass(frozen=True, eq=False)
class Found(Setting, Fit):
    """Labels found under a label kernel."""

    method = "cluhsic"
    result = None

    @property
    def gamma(self):
        """Width of the kernel, or None."""
        return self.scene.gamma


class LabelKernelMethod:
    """`depcluster.CLUHSIC` for a `KernelExplorer`; `AngleMethod` has the same methods.

    The page computes; here is what Python needs to check it, or to answer where no page is open.

    Parameters
    ----------
    panel : CriteriaPanel
        What judges the kernel on screen.
    random_state : int, RandomState or None
    """

    asks = LabelKernelQuestion

    def __init__(self, panel, random_state):
        self._panel, self._random_state = panel, random_state

    def setting(self, question, samples, is_told):
        """What a question is about; one that has no answer is refused, without computing it."""
        return Setting(samples, samples.engine.scene(question))

    def follow(self, question, samples, labels, labelling):
        """The labels that the page tells, if they are right; else what a whole search finds."""
        scene = samples.engine.scene(question)
        fit = believed(labelling, scene.problem)
        if fit is None:
            fit = self._settled(scene, follow(scene.problem, labels, self._rng()))
        return Found(samples=samples, scene=scene, **vars(fit))

    def _settled(self, scene, fit):
        return settle(scene.problem, scene.vectors, fit, self._rng())

    def curves(self, found):
        """The curves beside it; None each time that they have grown."""
        return self._panel.fill(found)

    def work(self, found):
        """The search, unless the page has done it, and the curves beside what it has found."""
        if not found.settled:
            found = replace(found, **vars(self._settled(found.scene, found)))
            yield found
        yield from self.curves(found)

    def told(self, found):
        """The summary of what was found."""
        scene, asked = found.scene, found.scene.controls
        width = f", {width_text(scene)}" if scene.gamma else ""
        near = f", {scene.n_neighbors} neighbours" if scene.n_neighbors else ""
        return (
            f"{clusters_text(found.labels, found.n_clusters)}, "
            f"{asked.preset} label kernel, {asked.kernel} kernel{width}{near}, "
            f"objective J = {found.objective:.5g}{self._panel.told(found)}"
        )

    def figure(self, widget, found):
        """What was found as a figure."""
        return explorer_figure(widget, found, self._panel.panels(found))

    def _rng(self):
        return check_random_state(self._random_state)
