"""The angle method in the kernel explorer: one width at once, its spectrum and others behind."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ...._validation import counted
from ..samples import Samples
from .answer import angle_arrays, angle_foot, angle_line, numbers, spectrum_arrays, width_words
from .engine import AngleQuestion, Seen
from .still import angle_still


@dataclass(frozen=True)
class AngleFound:
    """Labels found by the angle method.

    Attributes
    ----------
    samples : Samples
    seen : Seen
    settled : bool
        Whether the next eigenvectors are shown too.
    """

    samples: Samples
    seen: Seen
    settled: bool = False

    method = "angle"
    scene = objective = None

    @property
    def result(self):
        """The `AngleResult`, clusters named as on screen."""
        return self.seen.result

    @property
    def labels(self):
        """Labels, shape (m,)."""
        return self.result.labels

    @property
    def n_clusters(self):
        """Number of clusters."""
        return len(self.result.means)

    @property
    def gamma(self):
        """Of the same kernel, as scikit-learn writes it."""
        return 1 / (4 * self.result.sigma**2)


class AngleMethod:
    """`depcluster.AngleSpectralClustering` for a `KernelExplorer`, as `LabelKernelMethod` is."""

    asks = AngleQuestion

    def __init__(self):
        self._rules = {}

    def follow(self, question, samples, labels, labelling):
        """What a question finds, named as the labels on screen; it may be refused."""
        sigma = question.sigma
        if isinstance(sigma, str):
            sigma = samples.angle.rule(sigma)
        seen = samples.angle.see(question.weighting, sigma, question.n_clusters, labels)
        return AngleFound(samples, seen)

    def search(self, found):
        """Nothing: the method has one answer."""
        return iter(())

    def curves(self, found):
        """What was found with the next eigenvectors, then again for each width of the curve."""
        seen, settled = found.seen, found if found.settled else replace(found, settled=True)
        sigmas = found.samples.given.sigmas
        widths = found.samples.angle.fill(seen.weighting, found.n_clusters, sigmas)

        def steps():
            _ = seen.spectrum
            yield settled
            for _ in widths:
                yield settled

        return steps()

    work = curves

    def answer(self, found, before=None):
        """What the page is sent; ``before`` are the labels that changes are counted from."""
        seen = found.seen
        return {
            "foot": angle_foot(seen, before),
            "python": angle_line(seen, found.samples),
            "width_text": width_words(seen.result.sigma),
            **angle_arrays(seen, found.samples.alone),
            **(spectrum_arrays(seen) if found.settled else {}),
        }

    def traits(self, found):
        """What changes beside the answer: a rule to its width, the error curve."""
        return {"sigma": found.result.sigma, "_curve": self._curve(found)}

    def told(self, found):
        """The summary of what was found."""
        answer = self.answer(found)
        angles, c = found.seen.angles, found.n_clusters
        smallest = angles[np.triu_indices(c, 1)].min()
        sizes = ", ".join(map(str, answer["sizes"]))
        values = ", ".join(f"{name} {value}" for name, value in numbers(answer))
        return (
            f"{counted(len(found.labels), 'point')} in {counted(c, 'cluster')} ({sizes}), "
            f"angle method, {found.seen.weighting} weighting, {answer['width_text']}, "
            f"{'angle' if c == 2 else 'smallest angle'} between mean vectors {smallest:.1f}°, "
            f"{values}"
        )

    def still(self, found, panels, words):
        """The picture of what was found, with these panels and these words at its foot."""
        return angle_still(
            samples=found.samples,
            seen=found.seen,
            answer={**self.answer(found), "foot": words},
            sigmas=found.samples.given.sigmas,
            curve=self._curve(found),
            panels=panels,
        )

    def _curve(self, found):
        """The rules and the error curve as far as known; old rules stay until then."""
        engine = found.samples.angle
        self._rules = engine.known_rules or self._rules
        sigmas = found.samples.given.sigmas
        errors = engine.errors(found.seen.weighting, found.n_clusters, sigmas)
        return {
            "rules": dict(self._rules),
            "error": [None if e is None or np.isnan(e) else e for e in errors],
            "done": sum(e is not None for e in errors),
        }
