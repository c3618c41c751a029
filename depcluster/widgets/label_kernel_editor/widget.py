"""LabelKernelEditor: a label kernel to drag, type, step and draw in."""

from __future__ import annotations

import numpy as np
import traitlets

from ..._typing import ArrayLike, Colours, Preset
from ..._validation import check_whole, checked, counted, short_repr
from ...labels.kernels import PRESETS, check_label_kernel
from ...labels.kernels import preset as preset_matrix
from ..base.bundle import bundle
from ..base.coloured import Coloured
from ..base.traits import Choice, WholeNumber, known_name
from ..base.widget import Matrix, Widget

MAX_CLUSTERS = 256


class LabelKernelEditor(Coloured, Widget):
    """Edit a label kernel A as a matrix or as a graph.

    Drag a cell up or down, type a number, or press plus and minus; the mirror cell follows.
    The page says whether the matrix is positive semi-definite and offers the nearest one that
    is. It needs no running kernel for that.

    Beside the matrix, up to 32 clusters, stands its graph: an edge where an entry off the diagonal
    is not zero. Drag a cluster onto another to join or part them, to an empty place to move it, and
    an edge up or down for its weight. By keyboard, arrows go from cluster to cluster; Enter takes
    one, and on another joins or parts the two; plus and minus weigh their edge, Shift with an arrow
    moves a cluster. Whatever is done to an edge makes A the label kernel of `labels.graph`, with
    the smallest diagonal from 2 on that keeps it positive semi-definite.

    Parameters
    ----------
    n_clusters : int, default=5
        From 1 to 256. Ignored when ``value`` is given.
    preset : {"plain", "chain", "ring", "grid", "tree"}, default="ring"
        Ignored when ``value`` is given.
    value : array-like of shape (c, c), optional
        A symmetric matrix to start from. It may be indefinite.
    colours : {"plain", "wheel", "ramp", "families"} or list of str, optional
        A `plotting.scheme` that tells how the labels are related, or a colour to a label. Can be
        set.

    Attributes
    ----------
    value : ndarray of shape (c, c)
        The matrix on screen, read-only; assign a new one to change it.
    preset : str
        The preset that ``value`` equals, or "custom". Assign a preset's name to go there.
    n_clusters : int
        Assign to rebuild the preset, or, for a custom matrix, to add clusters that are
        only their own relatives or to drop the last ones.

    Raises
    ------
    ValueError
        For a value that is not square, finite and symmetric, an unknown preset or a bad
        number of clusters; what is on screen stays.

    Examples
    --------
    >>> editor = LabelKernelEditor(4, preset="chain")
    >>> editor
    LabelKernelEditor: 4 clusters, chain
    >>> editor.n_clusters = 3
    >>> editor.value
    array([[2., 1., 0.],
           [1., 2., 1.],
           [0., 1., 2.]])
    """

    _esm, _css = bundle("label_kernel_editor/widget.js")
    value = Matrix(rows=(1, MAX_CLUSTERS)).tag(sync=True, control=True)
    preset = Choice((*PRESETS, "custom"), "ring", hint="For another matrix assign value.").tag(
        sync=True, control=True
    )
    n_clusters = WholeNumber(5, low=1, most=MAX_CLUSTERS).tag(sync=True, control=True)

    @checked()
    def __init__(
        self,
        n_clusters: int = 5,
        *,
        preset: Preset = "ring",
        value: ArrayLike | None = None,
        colours: Colours | None = None,
    ) -> None:
        if value is None:
            known_name("preset", preset, PRESETS)
            value = preset_matrix(preset, check_whole(n_clusters, "n_clusters", 1, MAX_CLUSTERS))
        value = check_label_kernel(value, psd=False, name="value")
        # All agree from the beginning: traits are told in no order.
        name = preset_name(value, preset)
        super().__init__(value=value, preset=name, n_clusters=len(value), colours=colours)

    def summary(self) -> str:
        return f"LabelKernelEditor: {counted(self.n_clusters, 'cluster')}, {self.preset}"

    @traitlets.observe("value", "preset", "n_clusters")
    def _agree(self, change):
        """Let the matrix, its name and its size agree; the changed one leads."""
        A, n, name = self.value, self.n_clusters, self.preset
        if change.name == "value":
            self.n_clusters, self.preset = len(A), preset_name(A, name)
        elif change.name == "preset" and name == "custom":
            self.preset = preset_name(A)
        elif change.name == "preset" or n != len(A):
            self.value = resized(A, n) if name == "custom" else preset_matrix(name, n)


def starting_matrix(label_kernel, n_clusters):
    """The matrix behind a widget's ``label_kernel``: a preset's name, or a label kernel."""
    if not isinstance(label_kernel, str):
        return check_label_kernel(label_kernel, n_clusters)
    if label_kernel not in PRESETS:
        raise ValueError(
            f"label_kernel must be one of {', '.join(PRESETS)} or a symmetric array; "
            f"got {short_repr(label_kernel)}."
        )
    return preset_matrix(label_kernel, n_clusters)


def preset_name(A, present="custom"):
    """The preset that a matrix equals, the present one tried first, or "custom"."""
    names = [present] * (present in PRESETS) + list(PRESETS)
    equal = (n for n in names if np.array_equal(A, preset_matrix(n, len(A))))
    return next(equal, "custom")


def resized(A, n_clusters):
    """A with clusters added that are only their own relatives, or the last ones dropped."""
    kept = min(len(A), n_clusters)
    grown = 2 * np.eye(n_clusters)
    grown[:kept, :kept] = A[:kept, :kept]
    return grown
