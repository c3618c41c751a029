"""FilingTree: texts filed at the leaves of a tree; a wrong leaf costs the way to a relative."""

from __future__ import annotations

import numpy as np
import traitlets

from ...._validation import counted, optional, takes, whole_numbers, words
from ....labels.kernels import tree_paths
from ...base.bundle import bundle
from ...base.traits import numbers_for_page
from ..base import MiniWidget

MOST_LEAVES, MOST_TEXTS = 16, 60
ITEMS = ("apple", "orange", "moon", "star")


class Leaves(traitlets.TraitType):
    """A leaf of the owner's tree for each of its texts, as a list."""

    def validate(self, obj, value):
        sizes, last = {"k": len(obj._truth)}, len(obj._paths) - 1
        return whole_numbers("k", most=last)(value, self.name, sizes).tolist()

    def for_page(self, owner):
        return numbers_for_page((len(owner._truth),), 0, len(owner._paths) - 1, whole=True)


class FilingTree(MiniWidget):
    """File texts at the leaves of a tree: dots are at their own leaf, crosses at another.

    Drag a mark to another leaf, or choose it and press the arrows. The tree loss of a text is the
    height of the first common ancestor of its own leaf and the one it is filed at, as
    `depcluster.labels.tree_loss` gives it; the way there is drawn bold. The 0-1 loss is beside it.

    Parameters
    ----------
    spec : tuple of int, or nested lists, default=(2, 2)
        A tree of at most 16 leaves, as `depcluster.labels.tree` takes it.
    items : sequence of str, optional
        The names of the leaves. Without them a tree of four has an apple, an orange, a moon and a
        star, any other one numbers.
    truth : array-like of int of shape (k,), optional
        The texts' own leaves, of at most 60. Without them ten texts belong to leaf 0.
    filed : array-like of int of shape (k,), optional
        The leaves where they are filed at the start. Without them the last two of them are at
        leaf 1 and at the last leaf, all others at their own.

    Attributes
    ----------
    filed : list of int
        Where the texts are filed now. Assign to refile them.

    Raises
    ------
    ValueError
        For names or leaves that do not fit the tree.

    Notes
    -----
    Source: Zhong et al. (2010), section IV-A and Figs. 1 and 6.

    Examples
    --------
    >>> FilingTree()
    FilingTree: 10 texts at 4 leaves, filed at 0 0 0 0 0 0 0 0 1 3
    """

    _esm, _css = bundle("mini_widgets/filing_tree/widget.js")
    _paths = traitlets.List().tag(sync=True)
    _items = traitlets.List().tag(sync=True)
    _truth = traitlets.List().tag(sync=True)
    filed = Leaves(()).tag(sync=True, control=True)

    @takes(
        items=optional(words()),
        truth=optional(whole_numbers("k")),
        filed=optional(whole_numbers("k")),
    )
    def __init__(self, spec=(2, 2), items=None, *, truth=None, filed=None):
        paths = tree_paths(spec)
        c = len(paths)
        if not 2 <= c <= MOST_LEAVES:
            raise ValueError(
                f"spec must have from 2 to {MOST_LEAVES} leaves in this widget; got {c}. Try "
                "(2, 2)."
            )
        if items is None:
            items = ITEMS if c == len(ITEMS) else [str(j) for j in range(c)]
        if len(items) != c:
            raise ValueError(f"items must be {c} names, one a leaf of the tree; got {len(items)}.")
        truth = np.zeros(10, int) if truth is None else truth
        if len(truth) > MOST_TEXTS:
            raise ValueError(
                f"truth must be of at most {MOST_TEXTS} texts; got {len(truth)}. Try "
                f"truth[:{MOST_TEXTS}]."
            )
        whole_numbers("k", most=c - 1)(truth, "truth", {})
        if filed is None:
            filed = truth.copy()
            filed[-2:] = [1, c - 1][-len(filed) :]
        super().__init__(
            _paths=[list(path) for path in paths],
            _items=list(items),
            _truth=truth.tolist(),
            filed=filed,
        )

    def summary(self):
        texts, at = counted(len(self.filed), "text"), " ".join(map(str, self.filed))
        return f"FilingTree: {texts} at {len(self._paths)} leaves, filed at {at}"
