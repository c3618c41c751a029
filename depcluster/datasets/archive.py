"""The one door for npz files: nothing in them is believed before it has been looked at.

A file from elsewhere may be cut short, be another kind of file under the name, unpack to far more
than it weighs, or hold indices that lead out of an array and end Python itself.
"""

from __future__ import annotations

import math
import stat
import zipfile

import numpy as np
from scipy import sparse

#: What the arrays asked for may take unpacked, all together: 256 MiB. The largest set is 19 MB.
MOST_BYTES = 2**28
MOST_COLUMNS = 1_000_000
_PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_HEADERS = {
    (1, 0): np.lib.format.read_array_header_1_0,
    (2, 0): np.lib.format.read_array_header_2_0,
}


def read_arrays(path, names):
    """Arrays of an npz file.

    Sizes are read from the directory of the file and from the head of each array before
    anything is unpacked. What is not asked for is not looked at.

    Parameters
    ----------
    path : pathlib.Path
    names : sequence of str

    Returns
    -------
    dict of str to ndarray

    Raises
    ------
    ValueError
        If it is no regular file or no npz file, is damaged, lacks an array, or one holds Python
        objects or would take more than `MOST_BYTES` with the others.
    OSError
        If it cannot be opened.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise refused(path, "it is no regular file")
    with path.open("rb") as file:
        try:
            archive = zipfile.ZipFile(file)
            held = _members(archive, names, path)
            return {name: _read(archive, info, name, path) for name, info in held.items()}
        except _Refused:
            raise
        except Exception as error:  # whatever damage makes the readers raise
            raise refused(path, f"it is damaged ({type(error).__name__}: {error})") from None


class _Refused(ValueError):
    """A file that is not to be read, told in our words."""


def refused(path, why):
    """The error for a file that cannot be used.

    Parameters
    ----------
    path : pathlib.Path
    why : str
        What is wrong with it.

    Returns
    -------
    ValueError
    """
    return _Refused(f"{path} cannot be read: {why}. Replace it, or remove it from the folder.")


def _members(archive, names, path):
    """The directory's entries of the arrays asked for."""
    inside = {info.filename.removesuffix(".npy"): info for info in archive.infolist()}
    lacking = [name for name in names if name not in inside]
    if lacking:
        raise refused(path, f"it lacks the array {lacking[0]!r}")
    held = {name: inside[name] for name in names}
    size = sum(info.file_size for info in held.values())
    if size > MOST_BYTES:
        told = f"its arrays would take {size / 2**20:.0f} MiB, and at most {MOST_BYTES / 2**20:.0f}"
        raise refused(path, f"{told} MiB are allowed")
    return held


def _read(archive, info, name, path):
    """One array, whose head must agree with the size in the directory."""
    if info.compress_type not in _PACKINGS:
        raise refused(path, f"the array {name!r} is packed in a way that NumPy does not write")
    with archive.open(info) as file:
        version = np.lib.format.read_magic(file)
        if version not in _HEADERS:
            raise refused(path, f"the array {name!r} has a version that is not known")
        shape, _, dtype = _HEADERS[version](file)
        size = math.prod(shape) * dtype.itemsize
        if dtype.hasobject or dtype.names:
            raise refused(path, f"the array {name!r} holds objects, not numbers or words")
        if min(shape, default=0) < 0 or file.tell() + size != info.file_size:
            raise refused(path, f"the array {name!r} is not of the size that it says")
    with archive.open(info) as file:
        return np.lib.format.read_array(file, allow_pickle=False)


def read_table(path):
    """The arrays X and y of an npz file: a table of numbers and a class for each row.

    Parameters
    ----------
    path : pathlib.Path

    Returns
    -------
    X : ndarray of shape (m, d)
    y : ndarray of shape (m,)

    Raises
    ------
    ValueError, OSError
        As `read_arrays`, or if the two are no such table.
    """
    held = read_arrays(path, ("X", "y"))
    X, y = held["X"], held["y"]
    if X.ndim != 2 or not X.size or X.dtype.kind not in "biuf":
        raise refused(path, f"X must be a table of real numbers; got {_kind(X)}")
    if y.shape != X.shape[:1] or y.dtype.kind not in "biufU":
        raise refused(path, f"y must hold a class for each of {len(X)} rows; got {_kind(y)}")
    return X, y


def read_counts(path, beside):
    """A compressed sparse row matrix of counts in an npz file, and what stands beside it.

    Parameters
    ----------
    path : pathlib.Path
        With the arrays data, indices, indptr and shape.
    beside : dict of str to str
        Names of further arrays of one dimension, and their kind: "whole" or "words".

    Returns
    -------
    counts : sparse array of shape (m, d)
    held : dict of str to ndarray

    Raises
    ------
    ValueError, OSError
        As `read_arrays`, or if the matrix is not sound: every place in it within its shape, every
        count finite and at least 0, at most `MOST_COLUMNS` columns.
    """
    held = read_arrays(path, ("data", "indices", "indptr", "shape", *beside))
    kinds = {"data": "iuf", "indices": "iu", "indptr": "iu", "shape": "iu"}
    kinds |= {name: {"whole": "iu", "words": "U"}[kind] for name, kind in beside.items()}
    for name, kind in kinds.items():
        if held[name].ndim != 1 or held[name].dtype.kind not in kind:
            what = "words" if kind == "U" else "numbers" if "f" in kind else "whole numbers"
            raise refused(path, f"{name} must be a list of {what}; got {_kind(held[name])}")
    data, indices, indptr, shape = (held.pop(n) for n in ("data", "indices", "indptr", "shape"))
    if len(shape) != 2 or shape.min() < 1 or shape[1] > MOST_COLUMNS:
        told = f"shape must be rows and at most {MOST_COLUMNS} columns; got {shape[:9].tolist()}"
        raise refused(path, told)
    m, d = shape.tolist()
    ends = indptr.astype(np.int64)  # differences of unsigned numbers have no sign
    if len(ends) != m + 1 or ends[0] or (np.diff(ends) < 0).any() or ends[-1] != len(indices):
        told = f"indptr must rise from 0 to the {len(indices)} indices in {m} steps, one a row"
        raise refused(path, told)
    if len(data) != len(indices) or (len(indices) and not 0 <= indices.min() <= indices.max() < d):
        raise refused(path, f"data and indices must have one length, all indices from 0 to {d - 1}")
    if not np.isfinite(data).all() or data.min(initial=0) < 0:
        raise refused(path, "data must hold finite counts of at least 0")
    counts = sparse.csr_array((data, indices, indptr), (m, d))
    counts.check_format(full_check=True)
    if not counts.has_canonical_format:
        counts = counts.astype(np.result_type(data, np.int64))
        counts.sum_duplicates()
    return counts, held


def _kind(array):
    return f"{array.dtype} of shape {array.shape}"
