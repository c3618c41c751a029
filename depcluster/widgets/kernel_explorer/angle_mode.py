"""The angle method inside the kernel explorer: its controls, its answer, its error curve."""

from __future__ import annotations

from functools import partial

import numpy as np
import traitlets

from ...papers.jenssen2006.weightings import check_sigma
from ..explorer.explorer import Explorer
from ..explorer.following import on_screen
from .angle.answer import (
    angle_arrays,
    angle_foot,
    angle_line,
    numbers,
    spectrum_arrays,
    width_words,
)
from .angle.engine import RULES, WEIGHTINGS, stops_between, width_stops
from .angle.still import angle_still
from .answer import METHODS
from .samples import Points, Samples

ANGLE_PARTS = (
    "kernel_explorer/angle/geometry.js",
    "kernel_explorer/angle/picture.js",
    "kernel_explorer/angle/panels.js",
    "kernel_explorer/angle/controls.js",
    "kernel_explorer/angle/points.js",
    "kernel_explorer/angle/method.js",
)
_PAD_WIDTHS = (0.02, 2.0)


class AngleMode(Explorer):
    """What `KernelExplorer` adds to an explorer for the angle method, and points added by hand.

    A subclass gives ``n_clusters``, and holds ``_labels`` and ``_before``, the labels on screen
    and those of the last rest.
    """

    _seen = _samples = _given = _y = None

    _points = traitlets.Bytes().tag(sync=True)
    _plane = traitlets.Unicode().tag(sync=True)
    _room = traitlets.List().tag(sync=True)
    _methods = traitlets.List().tag(sync=True)
    _sigmas = traitlets.List().tag(sync=True)
    _curve = traitlets.Dict().tag(sync=True)
    method = traitlets.TraitType("cluhsic").tag(sync=True)  # the checks below say what is wrong
    weighting = traitlets.TraitType("laplacian").tag(sync=True)
    sigma = traitlets.TraitType("mean").tag(sync=True)
    added = Points().tag(sync=True)

    @on_screen
    def X(self):
        """The samples on screen, added points last, shape (m, d)."""
        return self._samples.X.copy()

    @on_screen
    def angle_(self):
        """The `AngleResult` on screen, clusters named as there; None under another method."""
        return self._seen.result if self._is_angle else None

    @on_screen
    def error_(self):
        """Share of samples not in their true cluster; None without y."""
        return None if self._samples.y is None else self._samples.angle.error(self._labels)

    @property
    def _is_angle(self):
        return self.answer.get("method") == "angle"

    @traitlets.validate("method", "weighting")
    def _check_choice(self, proposal):
        name, value = proposal.trait.name, proposal.value
        known = [m for m, _ in METHODS] if name == "method" else WEIGHTINGS
        if value not in known:
            raise ValueError(f"{name} must be one of {', '.join(known)}; got {value!r}.")
        return value

    @traitlets.validate("sigma")
    def _check_sigma(self, proposal):
        if isinstance(proposal.value, str) and proposal.value in RULES:
            return proposal.value
        return check_sigma(proposal.value)

    @traitlets.validate("added")
    def _check_added(self, proposal):
        d = 2 if self._given is None else self._given.shape[1]
        if len(proposal.value) and d != 2:
            raise ValueError(
                f"added needs samples with two features; these have {d}. Put further samples into "
                "X instead."
            )
        return proposal.value

    def _hold(self, X, y):
        """Keep the samples given; those on screen make way only for an answer."""
        self._given, self._y = X, _as_truth(y, len(X))
        if self._samples is None:
            self._samples = Samples(X, self._y, self.added, self._name_of_X)

    def _picture(self):
        """Traits of the samples on screen."""
        samples = self._samples
        return {
            "_points": samples.points.astype(np.float32).tobytes(),
            "_plane": samples.plane,
            "_room": samples.extent() if self._given.shape[1] == 2 else [],
        }

    def _asked_samples(self):
        """The samples that the controls ask for."""
        now = self._samples
        same = now.given is self._given and np.array_equal(now.added, self.added)
        if same:
            return now
        return Samples(self._given, self._y, self.added, self._name_of_X)

    def _carried(self, samples):
        """The labels on screen taken over to the samples asked for, or None."""
        return None if self._labels is None else samples.carried(self._labels, self._samples)

    def _show_samples(self, samples):
        if samples is self._samples:
            return
        self._samples = samples
        for name, value in self._picture().items():
            setattr(self, name, value)

    def _follow_angle(self, question):
        samples = self._asked_samples()
        engine, sigma = samples.angle, question.sigma
        if isinstance(sigma, str):
            sigma = engine.rule(sigma)
        labels = self._carried(samples)
        seen = engine.see(question.weighting, sigma, question.n_clusters, labels)
        settled = self._before is None or self.answer["stage"] == "settled"
        if settled or samples is not self._samples:
            self._before = (seen.result.labels if labels is None else labels, None)
        return partial(self._show_angle, samples, seen)

    def _show_angle(self, samples, seen):
        self._show_samples(samples)
        self.sigma = seen.result.sigma
        self._take_angle(seen, "moving")
        self._put_curve()

    def _take_angle(self, seen, stage):
        self._seen, self._labels, self._objective = seen, seen.result.labels, None
        before = self._labels if self._before is None else self._before[0]
        self._put(
            stage=stage,
            foot=angle_foot(seen, before),
            python=angle_line(seen, self._samples),
            width_text=width_words(seen.result.sigma),
            **angle_arrays(seen, self._samples.alone),
            **(spectrum_arrays(seen) if stage == "settled" else {}),
        )

    def _put_curve(self):
        """Send the rules and the error curve as far as known; old rules stay until then."""
        engine = self._samples.angle
        errors = engine.errors(self._seen.weighting, self.n_clusters, self._sigmas)
        self._curve = {
            "rules": dict(engine.known_rules or self._curve.get("rules", {})),
            "error": [None if e is None or np.isnan(e) else e for e in errors],
            "done": sum(e is not None for e in errors),
        }

    def _angle_work(self):
        """The next eigenvectors, the rules, the error curve."""
        seen = self._seen
        steps = self._samples.angle.fill(seen.weighting, self.n_clusters, self._sigmas)

        def work():
            _ = seen.spectrum
            yield partial(self._take_angle, seen, "settled")
            for _ in steps:
                yield self._put_curve

        return work()

    def _angle_summary(self):
        result, sizes = self._seen.result, ", ".join(map(str, self.answer["sizes"]))
        c, angles = len(result.means), self._seen.angles
        smallest = angles[np.triu_indices(c, 1)].min()
        values = ", ".join(f"{name} {value}" for name, value in numbers(self.answer))
        return (
            f"KernelExplorer: {len(result.labels)} points in {c} clusters ({sizes}), angle method, "
            f"{self._seen.weighting} weighting, {self.answer['width_text']}, "
            f"{'angle' if c == 2 else 'smallest angle'} between mean vectors {smallest:.1f}°, "
            f"{values}"
        )

    def _angle_still(self):
        self._work_for(self._patience)
        return angle_still(
            samples=self._samples,
            seen=self._seen,
            answer=self.answer,
            sigmas=self._sigmas,
            curve=self._curve,
        )

    def _stops(self):
        """Widths on the slider; those of a pad stay while one draws, as its plane does."""
        return width_stops(self._given) if self._pad is None else stops_between(*_PAD_WIDTHS)


def _as_truth(y, m):
    """True labels as an array, or None."""
    if y is None:
        return None
    y = np.asarray(y)
    if y.shape != (m,) or not np.issubdtype(y.dtype, np.integer) or not (y >= 0).any():
        raise ValueError(
            f"y must hold one whole number a sample, shape ({m},), some of them 0 or more; got "
            f"shape {y.shape} of {y.dtype}."
        )
    return y
