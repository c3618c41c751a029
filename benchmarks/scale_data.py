"""Ten round groups in ten dimensions, block by block, on disk.

Each block has a seed of its own, so no process ever holds all rows.
"""

from __future__ import annotations

import dask.array as da
import numpy as np
import zarr

SEED, GROUPS, FEATURES, SPREAD = 0, 10, 10, 2.5
ROWS = 100_000  # of a chunk


def block_of(number, n_rows):
    """Rows and true groups of one block."""
    centres = np.random.default_rng(SEED).uniform(-10, 10, (GROUPS, FEATURES))
    rng = np.random.default_rng((SEED, 1 + number))
    groups = rng.integers(GROUPS, size=n_rows, dtype=np.int8)
    return centres[groups] + SPREAD * rng.standard_normal((n_rows, FEATURES)), groups


def write(folder, n_rows):
    """Store rows as X and their groups as y, zarr arrays in chunks of `ROWS`."""
    store = zarr.open_group(folder, mode="w")
    size = min(ROWS, n_rows)
    shape, chunks = (n_rows, FEATURES), (size, FEATURES)
    X = store.create_array("X", shape=shape, chunks=chunks, dtype="float64")
    y = store.create_array("y", shape=(n_rows,), chunks=(size,), dtype="int8")
    for number, first in enumerate(range(0, n_rows, size)):
        here = slice(first, min(first + size, n_rows))
        X[here], y[here] = block_of(number, here.stop - here.start)


def stored(folder):
    """X and y as dask arrays."""
    return da.from_zarr(folder, component="X"), da.from_zarr(folder, component="y")


def blocks(folder):
    """X and y of one chunk after the other, read here."""
    store = zarr.open_group(folder, mode="r")
    X, y = store["X"], store["y"]
    for first in range(0, y.shape[0], ROWS):
        yield X[first : first + ROWS], y[first : first + ROWS]


def counts(labels, groups):
    """How often each label meets each group, of one block, (1, c, GROUPS)."""
    together = np.asarray(labels).astype(np.intp) * GROUPS + np.asarray(groups)
    return np.bincount(together, minlength=GROUPS * GROUPS).reshape(1, GROUPS, GROUPS)


def counts_by_block(labels, groups):
    """The same of dask arrays, summed over their blocks."""
    chunks = ((1,) * labels.numblocks[0], (GROUPS,), (GROUPS,))
    found = da.map_blocks(counts, labels, groups, chunks=chunks, new_axis=[1, 2], dtype=np.intp)
    return found.sum(axis=0).compute()


def rand_index(table):
    """The adjusted Rand index from a table of counts."""

    def pairs(n):
        return (n.astype(float) * (n - 1.0) / 2).sum()

    both, of_rows, of_columns = pairs(table), pairs(table.sum(axis=1)), pairs(table.sum(axis=0))
    expected = of_rows * of_columns / pairs(table.sum(keepdims=True))
    return (both - expected) / ((of_rows + of_columns) / 2 - expected)
