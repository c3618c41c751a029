"""FilingTree: texts filed at the leaves of a tree; a wrong leaf costs the way to a relative."""

from __future__ import annotations

import numpy as np
import traitlets

from ...._validation import optional, takes, whole_numbers, words
from ....labels.kernels import tree_paths
from ....labels.losses import tree_loss
from ...base.bundle import front_end
from ...base.traits import numbers_for_page
from ..base import MiniWidget
from .figure import filing_figure

MOST_LEAVES, MOST_TEXTS = 16, 60
ITEMS = ("apple", "orange", "moon", "star")


class Leaves(traitlets.TraitType):
    """A leaf of the owner's tree for each of its texts, as a list."""

    def validate(self, obj, value):
        sizes, last = {"k": len(obj.truth)}, len(obj._paths) - 1
        return whole_numbers("k", most=last)(value, self.name, sizes).tolist()

    def for_page(self, owner):
        return numbers_for_page((len(owner.truth),), 0, len(owner._paths) - 1, whole=True)


class FilingTree(MiniWidget):
    """File texts at the leaves of a tree: dots are at their own leaf, crosses at another.

    Drag a mark to another leaf, or choose it and press the arrows. The tree loss of a text is the
    height of the first common ancestor of its own leaf and the one it is filed at; the way there is
    drawn bold. The 0-1 loss stands beside it. The page needs no running kernel.

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
    truth : ndarray of int of shape (k,)
    losses : ndarray of shape (k,)
        The tree loss of each text.

    Raises
    ------
    ValueError
        For names or leaves that do not fit the tree.

    Notes
    -----
    Source: Zhong et al. (2010), section IV-A and Figs. 1 and 6.

    Examples
    --------
    >>> tree = FilingTree()
    >>> tree
    FilingTree: 10 texts, 8 at their own leaf; tree loss 3, 0.30 per text; 0-1 loss 2, 0.20 per text
    >>> tree.filed = [0] * 8 + [1, 1]
    >>> float(tree.losses.sum())
    2.0
    """

    _esm, _css = front_end("mini_widgets/filing_tree/widget.js")
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
        self.spec = spec
        paths = tree_paths(spec)
        c = len(paths)
        if not 2 <= c <= MOST_LEAVES:
            raise ValueError(
                f"spec must have from 2 to {MOST_LEAVES} leaves in this widget; got {c}. Try "
                "(2, 2)."
            )
        self.truth = np.zeros(10, int) if truth is None else truth
        if len(self.truth) > MOST_TEXTS:
            raise ValueError(
                f"truth must be of at most {MOST_TEXTS} texts; got {len(self.truth)}. Try "
                f"truth[:{MOST_TEXTS}]."
            )
        if filed is None:
            filed = self.truth.copy()
            filed[-2:] = [1, c - 1][-len(filed) :]
        self._loss = tree_loss(spec)
        whole_numbers("k", most=c - 1)(self.truth, "truth", {})
        super().__init__(
            _paths=[list(path) for path in paths],
            _items=_names(items, c),
            _truth=self.truth.tolist(),
            filed=filed,
        )

    @property
    def losses(self):
        """The tree loss of each text."""
        return self._loss[self.truth, np.array(self.filed)]

    def summary(self):
        k, wrong = len(self.truth), int((self.truth != np.array(self.filed)).sum())
        total = self.losses.sum()
        return (
            f"FilingTree: {k} texts, {k - wrong} at their own leaf; tree loss {total:g}, "
            f"{total / k:.2f} per text; 0-1 loss {wrong}, {wrong / k:.2f} per text"
        )

    def _figure(self):
        return filing_figure(self, self._items)


def _names(items, c):
    """The names of c leaves."""
    if items is None:
        return list(ITEMS) if c == len(ITEMS) else [str(j) for j in range(c)]
    if len(items) != c:
        raise ValueError(f"items must be {c} names, one a leaf of the tree; got {len(items)}.")
    return list(items)
