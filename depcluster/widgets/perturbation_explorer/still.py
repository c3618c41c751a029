"""The perturbation explorer's picture for pages that run no widgets."""

from __future__ import annotations

import numpy as np

from ..._validation import counted
from ...plotting.palette import INK
from ...plotting.perturbation import plot_bound, plot_spectra, plot_stability
from ..base.sheet import CAPTION, WIDTH, Sheet

_GAP = 24
_TOP = 60
_PICTURE, _LOW = 178, 166  # the upper row's pictures, the lower row with its captions


def perturbation_still(*, points, plane, extent, given, shaken, mode, answer, curve, panels):
    """PerturbationExplorer as a figure: its pictures, read-outs and controls' values.

    ``points`` (m, 2) lie in the ``plane``; ``extent`` has the corners of both scatters; only
    ``panels`` are drawn.
    """
    c = answer["n_clusters"]
    upper = [name for name in ("given", "perturbed", "spectrum") if name in panels]
    lower = [name for name in ("bound", "curve") if name in panels]
    width = (WIDTH - _GAP * (len(upper) - 1)) / max(1, len(upper))
    legend = 24 * -(-c // max(1, int(width // 62))) if set(upper) - {"spectrum"} else 20
    low = _TOP + (CAPTION + _PICTURE + 20 + legend if upper else 0)
    end = low + (CAPTION + _LOW + 8 if lower else 0)
    sheet = Sheet(end + 20)
    sheet.readouts(0, 0, _readouts(answer, len(points)))
    for i, name in enumerate(upper):
        box = (i * (width + _GAP), _TOP, width, _PICTURE)
        if name == "spectrum":
            _spectrum(sheet, box, answer)
        else:
            _partition(sheet, box, name, points, plane, extent, given, shaken)
    share = 2 / 3 if len(lower) == 2 else 1
    if "bound" in lower:
        _bound(sheet, low, share * WIDTH - (_GAP / 2 if share < 1 else 0), answer)
    if "curve" in lower:
        left = share * WIDTH + _GAP / 2 if share < 1 else 0
        _curve(sheet, left, low, mode, answer, curve)
    sheet.foot(end + 4, answer["foot"])
    return sheet.figure


def _partition(sheet, box, name, points, plane, extent, given, shaken):
    """One of the two scatters, which share their corners."""
    moved = np.flatnonzero(given.labels != shaken.labels)
    if name == "given":
        note = ", ".join(filter(None, [counted(len(points), "point"), plane]))
        view = points, given.labels, note
    else:
        ringed = f"{len(moved)} moved, ringed" if len(moved) else "none moved"
        view = shaken.points, shaken.labels, ringed
    title = {"given": "As given", "perturbed": "Perturbed"}[name]
    axes = sheet.partition(box, *view, title=title, moved=moved)
    axes.update_datalim(np.reshape(extent, (2, 2)))
    axes.margins(0.06)


def _spectrum(sheet, box, answer):
    note = "grey given, blue after"
    axes = sheet.panel(*box, "Spectrum", note, before=30, after=4)
    values = np.array(answer["values"]), np.array(answer["perturbed_values"])
    plot_spectra(*values, answer["n_clusters"], axes)
    axes.margins(y=0.1)


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


def _bound(sheet, low, wide, answer):
    verdict = answer["verdict"]
    note = "root scale: 2(√δ + √δ\u0303 + √γ)²"
    sheet.caption(0, low, wide, "Bound on ε", note)
    axes = sheet.axes(8, low + CAPTION + 22, wide - 16, 36)
    plot_bound(_finite(answer["terms"]), answer["epsilon"], answer["trivial"], axes)
    sheet.text(0, low + CAPTION + 118, verdict["title"], size=13, colour=INK, weight="bold")
    sheet.text(0, low + CAPTION + 136, verdict["reason"])


def _curve(sheet, left, low, mode, answer, curve):
    done, n = len(curve["bound"]), len(mode.stops)
    note = f"{done} of {n} computed" if done < n else "blue bound; grey: vacuous"
    box = left, low, WIDTH - left, _LOW - 18
    axes = sheet.panel(*box, mode.curve, note, before=30, after=4)
    at = mode.place(answer["amount"]) / mode.fine
    now = (at, answer["epsilon"], *_finite([answer["bound"]]))
    bounds = _finite(curve["bound"])
    plot_stability(mode.ends, curve["epsilon"], bounds, answer["trivial"], axes, now=now)
