"""The label kernel in the kernel explorer: one climb at once, the full mix of starts behind."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from sklearn.utils import check_random_state

from ...._validation import counted
from ...explorer.search import follow, settle
from ..samples import Samples, samples_text
from .answer import arrays, foot, python_line
from .engine import KERNELS, LabelKernelQuestion, Scene
from .still import explorer_still


@dataclass(frozen=True)
class Found:
    """Labels found under a label kernel.

    Attributes
    ----------
    samples : Samples
    scene : Scene
    labels : ndarray of int of shape (m,)
    objective : float
    settled : bool
        Whether they come from the full mix of starts.
    """

    samples: Samples
    scene: Scene
    labels: np.ndarray
    objective: float
    settled: bool = False

    method = "cluhsic"
    result = None

    @property
    def n_clusters(self):
        """Number of clusters."""
        return self.scene.controls.n_clusters

    @property
    def gamma(self):
        """Width of the kernel, or None."""
        return self.scene.gamma

    def change(self, rested):
        """How far J has moved from what was found before; None if that was another J."""
        if rested is None or rested.scene is None:
            return None
        now, then = self.scene.controls, rested.scene.controls
        same = now.kernel == then.kernel and np.array_equal(now.label_kernel, then.label_kernel)
        return self.objective - rested.objective if same else None


class LabelKernelMethod:
    """`depcluster.CLUHSIC` for a `KernelExplorer`; `AngleMethod` has the same methods.

    Parameters
    ----------
    panel : CriteriaPanel
        What judges the kernel on screen.
    random_state : int, RandomState or None
    """

    asks = LabelKernelQuestion

    def __init__(self, panel, random_state):
        self._panel, self._random_state = panel, random_state

    def follow(self, question, samples, labels):
        """What a question finds from the labels on screen, or None; it may be refused."""
        scene = samples.engine.scene(question)
        return Found(samples, scene, *follow(scene.problem, labels, self._rng()))

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
        """The search, and then the curves beside what it has found."""
        widths = self._panel.fill(found)

        def steps(last):
            for better in self.search(last):
                last = better or last
                yield better
            for _ in widths:
                yield last

        return steps(found)

    def answer(self, found, before, rested):
        """What the page is sent; ``before`` are the labels that changes are counted from."""
        scene = found.scene
        return {
            "method": found.method,
            "change": found.change(rested),
            "foot": foot(scene.controls.preset, found.labels, before),
            "python": python_line(scene, samples_text(found.samples), self._random_state),
            **arrays(scene, found.labels, found.objective),
        }

    def traits(self, found):
        """What changes beside the answer: the curves."""
        return {"_criteria": self._panel.sent(found)}

    def told(self, found, answer):
        """The summary of what was found."""
        sizes, asked = ", ".join(map(str, answer["sizes"])), found.scene.controls
        width = f", {answer['width_text']}" if found.gamma else ""
        return (
            f"{counted(len(found.labels), 'point')} in {counted(found.n_clusters, 'cluster')} "
            f"({sizes}), "
            f"{asked.preset} label kernel, {asked.kernel} kernel{width}, "
            f"objective J = {found.objective:.5g}{self._panel.told(found)}"
        )

    def still(self, found, answer, panels):
        """The picture of what was found, with these panels."""
        return explorer_still(
            points=found.samples.points,
            labels=found.labels,
            scene=found.scene,
            kernel=dict(KERNELS)[found.scene.controls.kernel],
            answer=answer,
            plane=found.samples.plane,
            panels=panels,
            drawn=found.samples.classes if "pad" in panels else None,
            below=self._panel.picture(found),
        )

    def _rng(self):
        return check_random_state(self._random_state)
