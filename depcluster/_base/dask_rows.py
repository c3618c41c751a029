"""Questions to the row blocks of a dask array; the only file that imports dask.

A question travels once to each worker, as a task of its own; a block is read, asked and let go of
in one task, so a worker that dies costs no more than the blocks it had not answered for.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import dask
import dask.array as da
import numpy as np

from .._utils.blas import one_blas_thread
from .._validation import MEND_ROWS, NO_GAPS, check_samples, short_repr
from ..search.blocks import Block

_FOLDED = 16


@dataclass(frozen=True)
class DaskRows:
    """Samples in row blocks, with what belongs to each in the same chunks."""

    X: da.Array  # a chunk holds whole rows
    weights: da.Array | None = None
    labels: da.Array | None = None
    firsts: np.ndarray | None = None  # number of the first row of each block

    @classmethod
    def of(cls, X, weights=None, labels=None):
        """Rows as users give them, checked."""
        if not isinstance(X, da.Array):
            raise ValueError(
                f"X must be an array, of numpy or of dask; got {short_repr(X)}. Of a dask data "
                "frame take to_dask_array(lengths=True)."
            )
        if X.ndim != 2 or not X.shape[1]:
            raise ValueError(f"X must be a table, a row for each sample; got shape {X.shape}.")
        _check_numbers(X, "X")
        if X.numblocks[1] > 1:
            X = X.rechunk({1: -1})
        if weights is not None:
            _check_beside(weights, X, "sample_weight")
            _check_numbers(weights, "sample_weight")
        if labels is not None:
            _check_beside(labels, X, "init")
            _check_numbers(labels, "init")
        return cls(X, weights, labels)

    @property
    def sizes(self):
        """Rows of each block; None if dask does not know them."""
        sizes = self.X.chunks[0]
        return None if np.isnan(sizes).any() else sizes

    @property
    def n_blocks(self):
        return self.X.numblocks[0]

    def located(self, sizes):
        """The same, blocks told where they begin."""
        return replace(self, firsts=np.cumsum([0, *sizes[:-1]]))

    def run(self, question, fold=None):
        """Answers of all blocks, in their order, to ``question(Block) -> object``.

        ``fold(list of answers) -> answer`` makes one of those of up to 16 blocks that follow each
        other, where the answers are. Both are pickled.
        """
        asked = self._asked(_boxed, question, object, (1,) * self.n_blocks)
        if fold is not None:
            few = asked.rechunk({0: _FOLDED})
            chunks = ((1,) * few.numblocks[0], (1,))
            meta = np.empty((0, 0), dtype=object)
            asked = few.map_blocks(_folded, fold=fold, chunks=chunks, dtype=object, meta=meta)
        with one_blas_thread():
            return list(asked.compute()[:, 0])

    def map(self, question):
        """One integer a row, in the chunks of X, when it is asked for."""
        return self._asked(_column, question, np.intp, self.X.chunks[0])[:, 0]

    def _asked(self, how, question, dtype, sizes):
        """A column of answers: two dimensions let dask make one task of reading and asking."""
        beside = [a[:, None] for a in (self.weights, self.labels) if a is not None]
        given = [a is not None for a in (self.weights, self.labels)]
        return da.map_blocks(
            how,
            self.X,
            *beside,
            given=given,
            question=dask.delayed(
                _Asked(question, self.X.chunks, self.firsts), traverse=False, pure=False
            ),
            dtype=dtype,
            chunks=(sizes, (1,)),
            meta=np.empty((0, 0), dtype=dtype),
        )


@dataclass(frozen=True)
class _Asked:
    """What travels to each worker; no tuple, which dask could take for a task."""

    question: object
    chunks: tuple[Any, ...]
    firsts: np.ndarray | None


def by_block(function, X):
    """``function(X)``, one integer a row, a block at a time, when it is asked for."""
    return DaskRows.of(X).map(lambda block: function(check_samples(block.X, least=0)))


def table_by_block(function, X, width):
    """The same, a row of so many floats a row."""
    X, meta = DaskRows.of(X).X, np.empty((0, 0))
    told, chunks = X.chunks, (X.chunks[0], (width,))
    return X.map_blocks(_table, function, told, chunks=chunks, dtype=float, meta=meta)


def _table(X, function, told, block_id):
    return function(check_samples(_samples(X, told, block_id[0]), least=0))


def _answer(X, *beside, given, question, block_id):
    """The answer of one block."""
    beside, number = iter(beside), block_id[0]
    X = _samples(X, question.chunks, number)
    weights, labels = (
        _dense(next(beside), name, number, len(X))[:, 0] if there else None
        for name, there in zip(("sample_weight", "init"), given, strict=True)
    )
    first = 0 if question.firsts is None else int(question.firsts[number])
    return question.question(Block(X, weights, labels, number, first))


def _samples(X, told, number):
    """A block of X; of unknown length is one that dask knows no better."""
    rows, columns = told[0][number], told[1][0]
    return _dense(X, "X", number, X.shape[0] if np.isnan(rows) else rows, columns)


def _dense(values, name, number, rows, columns=1):
    """The values of a block, whatever dask was told they are: numbers, of which none is masked."""
    if np.ma.is_masked(values):
        gaps = np.ma.count_masked(values)
        raise ValueError(f"{name} must {NO_GAPS}; got {gaps} masked in block {number}. {MEND_ROWS}")
    if not isinstance(values, np.ndarray):
        raise ValueError(
            f"{name} must have dense blocks; block {number} is {short_repr(values)}. Try "
            f"{name}.map_blocks(lambda block: block.toarray())."
        )
    if values.shape != (rows, columns):
        raise ValueError(
            f"{name} must have blocks of the shape that dask was told, ({rows}, {columns}) of "
            f"block {number}; got {values.shape}. Try dask.array.map_blocks(..., chunks=...) with "
            "the true one, np.nan for rows that are not known."
        )
    _check_numbers(values, name)
    return np.asarray(values)


def _boxed(X, *beside, given, question, block_id):
    """The same, whatever it is, as the one entry of an array."""
    box = np.empty((1, 1), dtype=object)
    box[0, 0] = _answer(X, *beside, given=given, question=question, block_id=block_id)
    return box


def _folded(answers, fold):
    box = np.empty((1, 1), dtype=object)
    box[0, 0] = fold(list(answers[:, 0]))
    return box


def _column(X, *beside, given, question, block_id):
    """The same, one number a row, as a column."""
    return _answer(X, *beside, given=given, question=question, block_id=block_id)[:, None]


def _check_numbers(array, name):
    kinds, what = ("iu", "integers from 0") if name == "init" else ("buif", "real numbers")
    if array.dtype.kind not in kinds:
        raise ValueError(f"{name} must hold {what}; got dtype {array.dtype}. Convert it first.")


def _check_beside(array, X, name):
    wanted = f"a dask array of shape ({X.shape[0]},) in the chunks of X"
    if not isinstance(array, da.Array):
        hint = f"Try dask.array.from_array({name}, chunks=X.chunks[0])"
        raise ValueError(f"{name} must be {wanted}; got {short_repr(array)}. {hint}.")
    unknown = np.isnan([*X.chunks[0], *array.chunks[0]]).any()
    if array.ndim != 1 or array.numblocks[0] != X.numblocks[0]:
        fits = False
    else:
        fits = unknown or array.chunks[0] == X.chunks[0]
    if not fits:
        got = f"shape {array.shape} in chunks of {_shortened(array.chunks)}"
        raise ValueError(f"{name} must be {wanted}; got {got}. Try {name}.rechunk(X.chunks[0]).")


def _shortened(chunks):
    sizes = [str(size) for size in chunks[0][:4]]
    return ", ".join(sizes) + " and so on" * (len(chunks[0]) > 4)
