"""Words that several explorers send to their pages."""

from __future__ import annotations

import numpy as np

from ...labels.kernels import NAMED

LEAD = {"moving": "Following", "settled": "Settled"}


def changed(labels, before):
    """How many points are in another cluster than before, in words."""
    count = np.count_nonzero(labels != before)
    return f"{count} of {len(labels)} points changed cluster"


def label_kernel_text(A, preset):
    """A label kernel as Python."""
    if preset in NAMED:
        return f'"{preset}"'
    if preset == "custom":
        return str(np.round(A, 6).tolist())
    return f'labels.preset("{preset}", {len(A)})'
