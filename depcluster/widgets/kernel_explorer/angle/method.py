"""The angle method in the kernel explorer: what Python checks, and answers without a page."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ...explorer.answer import clusters_text
from ...explorer.labelling import Fit
from ..samples import Samples
from .engine import AngleQuestion
from .figure import angle_figure
from .words import numbers, width_words


@dataclass(frozen=True, eq=False)
class AngleSetting:
    """Samples and a question, whose width is a number.

    Attributes
    ----------
    samples : Samples
    asked : AngleQuestion
    """

    samples: Samples
    asked: AngleQuestion

    scene = None  # of a kernel that criteria could judge

    @property
    def n_clusters(self):
        """Number of clusters."""
        return self.asked.n_clusters

    @property
    def controls(self):
        """A rule is replaced by its number."""
        return {"sigma": self.asked.sigma}


@dataclass(frozen=True, eq=False)
class AngleFound(AngleSetting):
    """Labels found by the angle method.

    Attributes
    ----------
    labels : ndarray of int of shape (m,)
    cosine : float
        The mean one between the clusters, ``exp(-D)`` of eq. (1).
    """

    labels: np.ndarray
    cosine: float

    method = "angle"
    objective = None

    @cached_property
    def seen(self):
        """The whole answer, clusters named as on screen."""
        return self.samples.angle.see(self.asked, self.labels)

    @property
    def result(self):
        """The `AngleResult`."""
        return self.seen.result

    @property
    def gamma(self):
        """Of the same kernel, as scikit-learn writes it."""
        return 1 / (4 * self.asked.sigma**2)

    @property
    def labelling(self):
        """What the page is told of it."""
        return Fit(self.labels, self.cosine, True).labelling


class AngleMethod:
    """`depcluster.AngleSpectralClustering` for a `KernelExplorer`, as `LabelKernelMethod` is."""

    asks = AngleQuestion

    def setting(self, question, samples, is_told):
        """What a question is about; one that has no answer is refused, unless a page tells one."""
        sigma = question.sigma
        if isinstance(sigma, str):
            question = replace(question, sigma=samples.angle.rule(sigma))
        if not is_told:
            samples.angle.cluster(question)
        return AngleSetting(samples, question)

    def follow(self, question, samples, labels, labelling):
        """The labels that the page tells, if they are right; else those that are found."""
        believed = samples.angle.believed(labelling, question)
        if believed is not None:
            return AngleFound(samples, question, believed, labelling["objective"])
        result = samples.angle.see(question, labels).result
        return AngleFound(samples, question, result.labels, np.exp(-result.divergence))

    def work(self, found):
        """What was found, each time that another width of the error curve is known."""
        return (found for _ in found.samples.angle.fill(found.asked, found.samples.given.sigmas))

    curves = work

    def told(self, found):
        """The summary of what was found."""
        seen, c = found.seen, found.n_clusters
        smallest = seen.angles[np.triu_indices(c, 1)].min()
        values = ", ".join(f"{name} {value}" for name, value in numbers(seen))
        return (
            f"{clusters_text(found.labels, c)}, "
            f"angle method, {found.asked.weighting} weighting, {width_words(found.asked.sigma)}, "
            f"{'angle' if c == 2 else 'smallest angle'} between mean vectors {smallest:.1f}°, "
            f"{values}"
        )

    def figure(self, widget, found):
        """What was found as a figure."""
        return angle_figure(widget, found)
