"""The posterior over the plane, and that of one new point."""

from __future__ import annotations

import numpy as np
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from ...metrics import relabelled
from ...plotting import COLOURS, INK, INK_2, MARKS, RULE
from ...reproduction.sugiyama2011.experiments import toy, toy_model, undecided
from ...widgets import choice, redrawn, stops

SHOWN = {
    "circle, sym": ("circle & Gaussian", "sym"),
    "circle, as printed": ("circle & Gaussian", "printed"),
    "high & low, sym": ("high & low", "sym"),
}
PLACES = (-1.75, -1.25, -0.75, -0.25, 0.25, 0.75, 1.25, 1.75)
STEPS = 70


def new_point(t=7):
    """The plane in the colours of the posterior, and the posterior of a point one moves."""
    maps = {name: _mapped(*key, t) for name, key in SHOWN.items()}

    def draw(name, x):
        X, y, model, order, picture, extent = maps[name]
        new = np.array([[x, 0.0]])
        figure = Figure(figsize=(9, 3), layout="constrained")
        left, right = figure.subplots(1, 2)
        left.imshow(picture, extent=extent, origin="lower", interpolation="nearest")
        for k in (0, 1):
            left.plot(*X[y == k].T, MARKS[k], color=INK, ms=1.8, mew=0)
        left.plot(*new.T, "*", color=COLOURS[2], mec=INK, ms=17, mew=1.5)
        left.set(xticks=[], yticks=[], aspect="equal")
        left.spines[:].set_color(RULE)
        P = model.predict_proba(new)[0, order] * model.transform(new).any()
        right.barh((0, 1), P, color=COLOURS[:2], height=0.6)
        for k in (0, 1):
            text = f"{P[k]:.2f}" if P.any() else "no score"
            right.text(P[k] + 0.02, k, text, va="center", color=INK)
        right.set_yticks((0, 1), ["class 0", "class 1"])
        right.invert_yaxis()
        right.set(xlim=(0, 1.15), xlabel="posterior of the new point (star)")
        right.spines[["top", "right"]].set_visible(False)
        told = ", ".join(f"{p:.2f}" for p in P) if P.any() else "none"
        right.set_title(f"{name}, t = {t}", fontsize=10, color=INK_2)
        return figure, f"{name}: a new point at ({x:g}, 0) has the posterior {told}."

    return redrawn(
        draw,
        name=choice(list(SHOWN), label="toy and kernel"),
        x=stops(PLACES, value=0.75, label="new point at x ="),
    )


def _mapped(name, kernel, t):
    """Samples, classes, model, its columns as classes, and the posterior as a picture."""
    X, y, c = toy(name)
    model = toy_model(name, kernel, 0, t)
    order = np.empty(c, int)
    order[relabelled(y, model.labels_, np.eye(c))] = model.labels_
    low, high = X.min(axis=0) - 0.25, X.max(axis=0) + 0.25
    axes = (np.linspace(low[k], high[k], STEPS) for k in (0, 1))
    grid = np.stack(np.meshgrid(*axes), axis=-1).reshape(-1, 2)
    P = model.predict_proba(grid)[:, order]
    hues = np.array([to_rgb(COLOURS[k]) for k in range(c)])[P.argmax(axis=1)]
    depth = 0.7 * (P.max(axis=1) - 0.4) * ~undecided(model, grid)
    picture = np.column_stack([hues, depth]).reshape(STEPS, STEPS, 4)
    return X, y, model, order, picture, (low[0], high[0], low[1], high[1])
