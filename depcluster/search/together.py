"""Samples that must share a label: a search then moves blocks of them.

A block stands as one sample at the weighted mean of its members, with the sum of their weights. The
block sums and sizes of any partition of the blocks are those of the samples, and so is J: what
searches weighted samples searches blocks.
"""

from __future__ import annotations

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from .._validation import short_repr
from ..kernels.gram import means_of


def blocks_of(together, n_samples, alike=None):
    """The block of each sample (m,), numbered by their first samples.

    ``together`` are groups of samples that share a label, and groups that have a sample in common
    are one; ``alike`` (m,) has for each sample another one that goes with it, or itself.
    """
    for group in together:
        if max(group) >= n_samples:
            raise ValueError(
                f"together must hold numbers of samples from 0 to {n_samples - 1}; got "
                f"{short_repr(max(group))}."
            )
    groups = [np.asarray(group, dtype=np.intp) for group in together]
    links = [np.column_stack([group[:-1], group[1:]]) for group in groups]
    own = np.arange(n_samples)
    a, b = np.vstack([*links, np.column_stack([own, own if alike is None else alike])]).T
    graph = sparse.coo_array((np.ones(len(a)), (a, b)), (n_samples, n_samples))
    found = connected_components(graph, directed=False)[1]
    _, first, which = np.unique(found, return_index=True, return_inverse=True)
    return first.argsort().argsort()[which]


def agreed(init, blocks):
    """Labels to start from: for each sample the one that is known in its block, -1 for none."""
    labels = np.full(blocks.max() + 1, -1)
    np.maximum.at(labels, blocks, init)
    labels = labels[blocks]
    odd = np.flatnonzero((init >= 0) & (init != labels))
    if len(odd):
        i = odd[0]
        j = np.flatnonzero((blocks == blocks[i]) & (init == labels[i]))[0]
        raise ValueError(
            f"init must give samples that together joins one label; got {init[i]} for sample {i} "
            f"and {init[j]} for sample {j}. Choose one, or -1 for not known."
        )
    return labels


def joined(gram, weights, init, blocks, n_clusters):
    """Gram, weights and start of the blocks, in place of those of the samples."""
    w = np.ones(len(blocks)) if weights is None else weights
    total, size = np.bincount(blocks, w), np.bincount(blocks)
    if n_clusters > (n_blocks := np.count_nonzero(total)):
        raise ValueError(
            f"n_clusters must be at most the number of groups that together leaves, {n_blocks}; "
            f"got {short_repr(n_clusters)}. Choose fewer clusters or join fewer samples."
        )
    weightless = total[blocks] == 0
    share = np.where(weightless, 1 / size[blocks], w / np.where(weightless, 1, total[blocks]))
    if not isinstance(init, str):
        init = init[np.unique(blocks, return_index=True)[1]]
    return means_of(gram, blocks, share), total, init
