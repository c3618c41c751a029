"""The label kernel in the kernel explorer: what Python checks, and answers without a page."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from sklearn.utils import check_random_state

from ...._validation import counted
from ...explorer.labelling import has_its_objective, labels_of, told
from ...explorer.search import follow, settle
from ..samples import Samples
from .engine import KERNELS, LabelKernelQuestion, Scene, width_text
from .still import explorer_still


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


@dataclass(frozen=True, eq=False)
class Found(Setting):
    """Labels found under a label kernel.

    Attributes
    ----------
    labels : ndarray of int of shape (m,)
    objective : float
    settled : bool
        Whether they come from the full mix of starts.
    """

    labels: np.ndarray
    objective: float
    settled: bool = False

    method = "cluhsic"
    result = None

    @property
    def gamma(self):
        """Width of the kernel, or None."""
        return self.scene.gamma

    @property
    def labelling(self):
        """What the page is told of it."""
        return told(self.labels, self.objective, self.settled)


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

    def setting(self, question, samples):
        """What a question is about; one that has no answer is refused, without computing it."""
        return Setting(samples, samples.engine.scene(question))

    def follow(self, question, samples, labels, labelling):
        """The labels that the page tells, if they are right; else what a whole search finds."""
        scene = samples.engine.scene(question)
        if has_its_objective(labelling, scene.problem):
            found = labels_of(labelling, len(samples.X), question.n_clusters)
            return Found(samples, scene, found, labelling["objective"], labelling["settled"])
        found = Found(samples, scene, *follow(scene.problem, labels, self._rng()))
        *_, found = self.search(found)
        return found

    def search(self, found):
        """Something better, as far as it takes a search; None while that goes on."""
        if found.settled:
            return
        scene, best = found.scene, (found.labels, found.objective)
        for better in settle(scene.problem, scene.vectors, *best, self._rng()):
            best = better
            yield None
        yield Found(found.samples, scene, *best, settled=True)

    def curves(self, found):
        """What was found, each time the curves beside it have grown."""
        return (found for _ in self._panel.fill(found))

    def work(self, found):
        """The search, unless the page has done it, and the curves beside what it has found."""
        last = found
        for better in self.search(found):
            last = better or last
            yield better
        for _ in self._panel.fill(last):
            yield last

    def traits(self, found):
        """What changes beside the labels: the curves."""
        return {"_criteria": self._panel.sent(found)}

    def told(self, found):
        """The summary of what was found."""
        asked = found.scene.controls
        sizes = ", ".join(map(str, np.bincount(found.labels, minlength=found.n_clusters)))
        width = f", {width_text(found.scene)}" if found.gamma else ""
        return (
            f"{counted(len(found.labels), 'point')} in {counted(found.n_clusters, 'cluster')} "
            f"({sizes}), "
            f"{asked.preset} label kernel, {asked.kernel} kernel{width}, "
            f"objective J = {found.objective:.5g}{self._panel.told(found)}"
        )

    def still(self, found, panels, words):
        """The picture of what was found, with these panels and these words at its foot."""
        return explorer_still(
            points=found.samples.points,
            labels=found.labels,
            objective=found.objective,
            scene=found.scene,
            kernel=dict(KERNELS)[found.scene.controls.kernel],
            plane=found.samples.plane,
            panels=panels,
            drawn=found.samples.classes if "pad" in panels else None,
            below=self._panel.picture(found),
            words=words,
        )

    def _rng(self):
        return check_random_state(self._random_state)
