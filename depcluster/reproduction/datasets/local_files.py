"""npz files in the folder that the environment variable DEPCLUSTER_DATA names.

Nothing in them is believed before it has been looked at: a file from elsewhere may be cut short, be
another kind of file under the name, unpack to far more than it weighs, or hold indices that lead
out of an array and end Python itself.
"""

from __future__ import annotations

import io
import os
import zipfile
from pathlib import Path

import numpy as np
from scipy import sparse

FOLDER = "DEPCLUSTER_DATA"
#: What the arrays asked for may take unpacked, all together: 256 MiB. The largest set is 19 MB.
MOST_BYTES = 2**28
MOST_COLUMNS = 1_000_000


def local_file(stem):
    """The path of ``stem.npz`` in the folder DEPCLUSTER_DATA, or None."""
    folder = os.environ.get(FOLDER)
    if not folder:
        return None
    if not Path(folder).is_dir():
        raise ValueError(f"{FOLDER} must name a folder; got {folder!r}. Correct or unset it.")
    path = Path(folder) / f"{stem}.npz"
    if path.is_symlink() and not path.exists():
        raise FileNotFoundError(f"{path} leads nowhere. Correct or remove it.")
    return path if path.exists() else None


def refused(path, why):
    """The error for a file that cannot be used."""
    return ValueError(f"{path} cannot be read: {why}. Replace it, or remove it from the folder.")


def read_arrays(path, names):
    """Arrays of an npz file by name; what is not asked for is not looked at."""
    if not path.is_file():
        raise refused(path, "it is no regular file")  # opening a pipe would wait for ever
    try:
        with zipfile.ZipFile(path) as archive:
            held = {name: archive.getinfo(f"{name}.npy") for name in names}
            size = sum(info.file_size for info in held.values())
            if size > MOST_BYTES:
                most = MOST_BYTES >> 20
                raise ValueError(f"they would take {size >> 20} MiB; at most {most} are allowed")
            return {name: _array(archive, info) for name, info in held.items()}
    except Exception as error:  # whatever damage makes the readers raise
        wanted = f"it is no sound npz file with the arrays {', '.join(names)}"
        raise refused(path, f"{wanted} ({type(error).__name__}: {error})") from None


def _array(archive, info):
    # Other packings unpack all at once, whatever the directory says of their size.
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise ValueError(f"{info.filename} is packed in a way that NumPy does not write")
    with archive.open(info) as file:
        content = file.read(info.file_size)  # to the end, where the checksum is compared
    return np.lib.format.read_array(io.BytesIO(content), allow_pickle=False)


def read_table(path):
    """X (m, d) and y (m,) of an npz file: a table of numbers and a class for each row."""
    held = read_arrays(path, ("X", "y"))
    X, y = held["X"], held["y"]
    if X.ndim != 2 or not X.size or X.dtype.kind not in "biuf":
        raise refused(path, f"X must be a table of real numbers; got {_kind(X)}")
    if y.shape != X.shape[:1] or y.dtype.kind not in "biufU":
        raise refused(path, f"y must hold a class for each of {len(X)} rows; got {_kind(y)}")
    return X, y


def read_counts(path, whole=(), words=()):
    """A sparse matrix of counts in an npz file, and lists of whole numbers or words beside it.

    Its rows stand in the arrays data, indices, indptr and shape. SciPy takes indices for granted
    and writes where they lead, so the matrix is checked in full.
    """
    kinds = {"data": "iuf", "indices": "iu", "indptr": "iu", "shape": "iu"}
    kinds |= dict.fromkeys(whole, "iu") | dict.fromkeys(words, "U")
    held = read_arrays(path, list(kinds))
    for name, kind in kinds.items():
        if held[name].ndim != 1 or held[name].dtype.kind not in kind:
            what = "words" if kind == "U" else "numbers" if "f" in kind else "whole numbers"
            raise refused(path, f"{name} must be a list of {what}; got {_kind(held[name])}")
    data, indices, indptr, shape = (held.pop(n) for n in ("data", "indices", "indptr", "shape"))
    if len(shape) != 2 or shape.min() < 1 or shape[1] > MOST_COLUMNS:
        told = f"shape must be rows and at most {MOST_COLUMNS} columns; got {shape[:9].tolist()}"
        raise refused(path, told)
    if not np.isfinite(data).all() or data.min(initial=0) < 0:
        raise refused(path, "data must hold finite counts of at least 0")
    try:
        counts = sparse.csr_array((data, indices, indptr), shape.tolist())
        counts.check_format(full_check=True)
    except Exception as error:
        told = "data, indices, indptr and shape must be a compressed sparse row matrix"
        raise refused(path, f"{told} ({error})") from None
    if counts.nnz != len(indices):
        raise refused(path, f"indptr must end at the number of indices, {len(indices)}")
    if not counts.has_canonical_format:
        counts = counts.astype(np.result_type(data, np.int64))  # sums may outgrow their type
        counts.sum_duplicates()
    return counts, held


def _kind(array):
    return f"{array.dtype} of shape {array.shape}"
