"""FilingTree: texts filed at the leaves of a tree; a wrong leaf costs the way to a relative."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...._typing import ArrayLike, Spec
from ...._validation import check_whole, counted, whole_numbers, words
from ....labels.kernels import tree_paths
from ...base.bundle import bundle
from ...base.traits import WholeNumbers
from ..base import MiniWidget

MOST_LEAVES, MOST_TEXTS = 16, 60
ITEMS = ("apple", "orange", "moon", "star")


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
        leaf 1 and at the last leaf, all others at their own. Can be set.

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
    filed = WholeNumbers(
        length=lambda own: len(own._given["truth"]), most=lambda own: len(own._given["paths"]) - 1
    ).tag(sync=True, control=True)

    def __init__(
        self,
        spec: Spec = (2, 2),
        items: Sequence[str] | None = None,
        *,
        truth: ArrayLike | None = None,
        filed: ArrayLike | None = None,
    ) -> None:
        paths = tree_paths(spec)
        c = check_whole(len(paths), "the number of leaves of spec", 2, MOST_LEAVES)
        if items is None:
            items = ITEMS if c == len(ITEMS) else list(map(str, range(c)))
        items = words("c", empty=False)(items, "items", {"c": c})
        truth = np.zeros(10, int) if truth is None else truth
        truth = whole_numbers("k", most=c - 1)(truth, "truth", {})
        check_whole(len(truth), "the length of truth", 1, MOST_TEXTS)
        if filed is None:
            filed = truth.copy()
            filed[-2:] = [1, c - 1][-len(filed) :]
        given = {"paths": list(map(list, paths)), "items": items, "truth": truth.tolist()}
        super().__init__(_given=given, filed=filed)

    def summary(self) -> str:
        texts, at = counted(len(self.filed), "text"), " ".join(map(str, self.filed))
        return f"FilingTree: {texts} at {len(self._given['paths'])} leaves, filed at {at}"
