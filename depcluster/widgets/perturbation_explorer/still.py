"""The perturbation explorer's picture for pages that run no widgets."""

from __future__ import annotations

import numpy as np

from ...plotting.palette import INK
from ...plotting.perturbation import plot_bound, plot_spectra, plot_stability
from ..base.sheet import CAPTION, WIDTH, Sheet

_FITS = 90  # letters of the status line beside the curve
_GAP = 24
_COLUMN = (WIDTH - 2 * _GAP) / 3
_PICTURE = 178
_TOP = 60
_RIGHT = 2 * (_COLUMN + _GAP)


def perturbation_still(*, points, plane, extent, given, shaken, mode, answer, curve):
    """PerturbationExplorer as a figure: its pictures, read-outs and controls' values.

    ``points`` (m, 2) lie in the ``plane``; ``extent`` has the corners of both scatters.
    """
    c = answer["n_clusters"]  # the legends take a line for three or four clusters
    low = _TOP + CAPTION + _PICTURE + 44 + (24 * (-(-c // 3) - 1) if c > 4 else 0)
    foot = answer["foot"].split("; perturbed")[0]
    below = 18 if len(foot) > _FITS else 0
    sheet = Sheet(low + CAPTION + 190 + below)
    sheet.readouts(0, 0, _readouts(answer, len(points)))
    moved = np.flatnonzero(given.labels != shaken.labels)
    note = ", ".join(filter(None, [f"{len(points)} points", plane]))
    ringed = f"{len(moved)} moved, ringed" if len(moved) else "none moved"
    views = (points, given.labels, note), (shaken.points, shaken.labels, ringed)
    for left, title, view in zip(
        (0, _COLUMN + _GAP), ("As given", "Perturbed"), views, strict=True
    ):
        box = (left, _TOP, _COLUMN, _PICTURE)
        axes = sheet.partition(box, *view, title=title, moved=moved)
        axes.update_datalim(np.reshape(extent, (2, 2)))
        axes.margins(0.06)
    note, box = "grey given, blue perturbed", (_RIGHT, _TOP, _COLUMN, _PICTURE)
    spectrum = sheet.panel(*box, "Spectrum", note, before=30, after=4)
    plot_spectra(np.array(answer["values"]), np.array(answer["perturbed_values"]), c, spectrum)
    spectrum.margins(y=0.1)
    _bound(sheet, low, answer)
    _curve(sheet, low, mode, answer, curve)
    sheet.foot(low + CAPTION + 172 + below, foot)
    return sheet.figure


def _readouts(answer, m):
    bound = "∞" if answer["bound"] is None else f"{answer['bound']:.2f}"
    return [
        ("kernel", answer["kernel"], "", 190),
        (answer["label"], answer["amount_text"], "", 230),
        ("observed ε", f"{answer['epsilon']:.2f}", "", 110),
        ("bound", bound, "vacuous" if answer["verdict"]["vacuous"] else "", 140),
        ("points moved", str(answer["moved"]), f"of {m}", 100),
    ]


def _finite(values):
    return [np.inf if value is None else value for value in values]


def _bound(sheet, low, answer):
    wide, verdict = 2 * _COLUMN + _GAP, answer["verdict"]
    title, note = "Bound on ε, root scale: the terms add", "2(√δ + √δ\u0303 + √γ)²"
    sheet.caption(0, low, wide, title, note)
    axes = sheet.axes(8, low + CAPTION + 22, wide - 16, 36)
    plot_bound(_finite(answer["terms"]), answer["epsilon"], answer["trivial"], axes)
    sheet.text(0, low + CAPTION + 118, verdict["title"], size=13, colour=INK, weight="bold")
    sheet.text(0, low + CAPTION + 136, verdict["reason"])


def _curve(sheet, low, mode, answer, curve):
    done, n = len(curve["bound"]), len(mode.stops)
    note = f"{done} of {n} computed" if done < n else "blue bound, black observed"
    axes = sheet.panel(_RIGHT, low, _COLUMN, 164, mode.curve, note, before=30, after=4)
    at = mode.place(answer["amount"]) / mode.fine
    now = (at, answer["epsilon"], *_finite([answer["bound"]]))
    bounds = _finite(curve["bound"])
    plot_stability(mode.ends, curve["epsilon"], bounds, answer["trivial"], axes, now=now)
