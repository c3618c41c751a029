"""LabelSprings: the regression of Zhong's eq. (3), whose springs pull the right label ahead."""

from __future__ import annotations

import numpy as np
import traitlets

from ...._validation import number, numbers, optional, takes, whole_numbers
from ....kernels.matrix import median_rule
from ....labels.kernels import tree, tree_paths
from ...base.bundle import front_end
from ...base.coloured import Coloured
from ...base.traits import Choice, Number, Numbers, WholeNumber
from ..base import MiniWidget
from .figure import springs_figure
from .springs import LOSSES, SCALES, relaxed

REACH = 100.0
MOST_PAIRS = 240  # of a point and a wrong label
MOST_LABELS = 6


def four_groups():
    """Forty points in four groups, two pairs of cousins, and their labels."""
    centres = np.array([[0, 0], [1.6, 0], [6, 0], [7.6, 0]])
    noise = 0.35 * np.random.default_rng(0).standard_normal((40, 2))
    return np.repeat(centres, 10, axis=0) + noise, np.repeat(np.arange(4), 10)


class LabelSprings(Coloured, MiniWidget):
    """One point of a relaxed regression: how far its right label leads each wrong one.

    A spring pulls each lead to 1, as stiff as the loss; all points' springs are let go together.
    Drag the point, give it another label, change the loss or the stiffness C: the page solves
    eq. (3) anew each time and needs no running kernel.

    Parameters
    ----------
    X : array-like of shape (m, 2), optional
        Entries of at most 100 in size. Without data, 40 points in four groups, of which two and two
        are near.
    labels : array-like of int of shape (m,), optional
    spec : tuple of int, or nested lists, default=(2, 2)
        The tree of the labels, as `depcluster.labels.tree` takes it: A is its kernel. At most 6
        leaves, and 240 pairs of a point and a wrong label.
    point : int, default=3
        The number of the point at hand.
    C : float, default=0.1
        Stiffness of all springs together as a multiple of m, from 0.00001 to 100.
    loss_preset : {"tree", "zero-one"}, default="tree"
    scale : {"K / m", "K"}, default="K / m"
        How the Gaussian kernel matrix, of the median rule's width and centred, is scaled.
    colours : {"plain", "wheel", "ramp", "families"}, list of str or None, default="families"
        A `plotting.scheme` that tells how the labels are related, or a colour to a label.

    Attributes
    ----------
    position : ndarray of shape (2,)
        Where the point is now.
    label : int
        Its label now.
    C, loss_preset, scale
        As above, as they are set now.
    relaxed : Relaxed
        Leads and squared slacks of all points, the energy left (7), and to first order (20).

    Raises
    ------
    ValueError
        For data, labels or a tree that do not fit together, or values out of range.

    Notes
    -----
    Source: Zhong et al. (2010), eqs. (3), (7) and (20). The slack of point i and label y is
    ``xi = sqrt(Delta(y_i, y)) (1 - lead)``, and (3) pays ``C / m`` for its square.

    Examples
    --------
    >>> springs = LabelSprings()
    >>> springs.relaxed.leads[3].round(2).tolist()
    [0.0, 0.01, 0.52, 0.52]
    """

    _esm, _css = front_end("mini_widgets/label_springs/widget.js")
    _points = traitlets.List().tag(sync=True)
    _labels = traitlets.List().tag(sync=True)
    _tables = traitlets.Dict().tag(sync=True)
    _point = traitlets.Int().tag(sync=True)
    _width = traitlets.Float().tag(sync=True)
    _n_clusters = traitlets.Int(1)
    position = Numbers((0, 0), shape=(2,), low=-REACH, high=REACH).tag(sync=True, control=True)
    label = WholeNumber(most=lambda own: own._n_clusters - 1, note=", the last leaf").tag(
        sync=True, control=True
    )
    C = Number(0.1, low=1e-5, high=100).tag(sync=True, control=True)
    loss_preset = Choice(LOSSES).tag(sync=True, control=True)
    scale = Choice(SCALES).tag(sync=True, control=True)

    @takes(X=optional(numbers("m", 2)), labels=optional(whole_numbers("m")), C=number(1e-5, 100))
    def __init__(
        self,
        X=None,
        labels=None,
        spec=(2, 2),
        *,
        point=3,
        C=0.1,
        loss_preset="tree",
        scale="K / m",
        colours="families",
    ):
        given, groups = four_groups()
        self._X = given if X is None else X
        self._y = groups if labels is None else labels
        self._spec, c = spec, len(tree_paths(spec))
        _check(self._X, self._y, c)
        self._place = int(whole_numbers("one", most=len(self._X) - 1)([point], "point", {})[0])
        super().__init__(
            _points=self._X.tolist(),
            _labels=self._y.tolist(),
            _tables=_tables(spec),
            _point=self._place,
            _width=float(median_rule(self._X)),
            _n_clusters=c,
            colours=colours,
            position=self._X[self._place],
            label=int(self._y[self._place]),
            C=C,
            loss_preset=loss_preset,
            scale=scale,
        )

    @property
    def relaxed(self):
        """The regression as it is on screen."""
        X, labels = self._X.copy(), self._y.copy()
        X[self._place], labels[self._place] = self.position, self.label
        return relaxed(X, labels, self._spec, self.loss_preset, self.C, self.scale, self._width)

    def summary(self):
        at, found = self._place, self.relaxed
        leads = ", ".join(
            f"{found.leads[at, y]:.2f} over {y}" for y in range(self._n_clusters) if y != self.label
        ).replace("-", "\u2212")
        error = np.format_float_positional(
            found.error, precision=2, unique=False, fractional=False, trim="-"
        )
        return (
            f"LabelSprings: C {self.C:g} m, {self.scale}, {self.loss_preset} loss; point {at} with "
            f"label {self.label} leads by {leads}; its squared slacks "
            f"{found.slacks[at].sum():.2f}; energy left {found.left:.2f}, the first order off by "
            f"{error}"
        )

    def _figure(self):
        X, labels = self._X.copy(), self._y.copy()
        X[self._place], labels[self._place] = self.position, self.label
        loss = LOSSES[self.loss_preset](self._spec)[self.label]
        return springs_figure(self, X, labels, self._place, loss)


def _check(X, labels, c):
    if len(labels) != len(X):
        raise ValueError(f"labels must be one a row of X, {len(X)}; got {len(labels)}.")
    if not 2 <= c <= MOST_LABELS:
        raise ValueError(f"spec must have from 2 to {MOST_LABELS} leaves; got {c}. Try (2, 2).")
    if labels.max() >= c:
        raise ValueError(f"labels must be leaves of the tree, 0 to {c - 1}; got {labels.max()}.")
    if np.abs(X).max() > REACH or not np.ptp(X, axis=0).any():
        raise ValueError(
            f"X must hold different points with entries of at most {REACH:g} in size; got "
            f"{np.abs(X).max():.3g}. Try X / np.abs(X).max()."
        )
    if len(X) * (c - 1) > MOST_PAIRS:
        most = MOST_PAIRS // (c - 1)
        raise ValueError(
            f"X must have at most {most} rows for {c} labels in this widget; got {len(X)}. Try "
            f"X[:: {-(-len(X) // most)}]."
        )


def _tables(spec):
    """The label kernel and the losses by name."""
    return {"A": tree(spec).tolist(), **{name: of(spec).tolist() for name, of in LOSSES.items()}}
