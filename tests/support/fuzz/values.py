"""What strangers pass: values for any argument, and tables of samples."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
from scipy import sparse


class Unprintable:
    """Nothing can be shown of it, and it is no array."""

    def __repr__(self):
        raise RuntimeError("no words for it")

    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("no array of it")


def _ring(m=30):
    turn = np.linspace(0, 2 * np.pi, m, endpoint=False)
    return np.column_stack([np.cos(turn), np.sin(turn)])


def _with(value):
    X = _ring()
    X[3, 1] = value
    return X


def values():
    """Name -> value, made anew, so that no call can spoil the next one's."""
    return {
        "None": None,
        "True": True,
        "False": False,
        "0": 0,
        "1": 1,
        "-1": -1,
        "2.5": 2.5,
        "-0.5": -0.5,
        "3.0": 3.0,
        "int8": np.int8(3),
        "numpy zero": np.float64(0),
        "nan": float("nan"),
        "inf": float("inf"),
        "-inf": -np.inf,
        "1e300": 1e300,
        "2**53": 2**53,
        "10**30": 10**30,
        "-10**30": -(10**30),
        "10**400": 10**400,
        "complex": 1 + 1j,
        "Decimal": Decimal("2.5"),
        "Fraction": Fraction(5, 2),
        "empty text": "",
        "text": "evil",
        "markup": "<img src=x onerror=alert(1)> $x^$",
        "long text": "a" * 100_000,
        "bytes": b"abc",
        "object": object(),
        "unprintable": Unprintable(),
        "function": lambda *args, **kwargs: None,
        "complex function": lambda *args, **kwargs: 1j,
        "function of nothing": lambda: 0,
        "class": int,
        "Ellipsis": ...,
        "slice": slice(3),
        "[]": [],
        "{}": {},
        "()": (),
        "set": {1, 2},
        "[None]": [None],
        "[text]": ["a", "b"],
        "ragged": [[1], [1, 2]],
        "nested": [[[[1]]]],
        "range": range(3),
        "generator": (i for i in range(3)),
        "dict of gamma": {"gamma": 99},
        "dict of a slip": {"gama": 99},
        "dict of numbers": {1: 2},
        "0-d": np.array(3.0),
        "empty": np.array([]),
        "no rows": np.zeros((0, 2)),
        "no columns": np.zeros((30, 0)),
        "one row": np.zeros((1, 2)),
        "zeros": np.zeros(30),
        "ones": np.ones(30, dtype=int),
        "negative labels": -np.ones(30, dtype=int),
        "huge labels": np.arange(30) * 10**7,
        "labels of 2**62": np.full(30, 2**62),
        "floats": np.arange(30) / 7,
        "wrong length": np.zeros(29, dtype=int),
        "table": _ring(),
        "same rows": np.ones((30, 2)),
        "nan inside": _with(np.nan),
        "inf inside": _with(np.inf),
        "1e300 inside": _with(1e300),
        "1e-300": _ring() * 1e-300,
        "far away": _ring() + 1e8,
        "float16": _ring().astype(np.float16),
        "integers": (_ring() * 9).astype(int),
        "booleans": _ring() > 0,
        "texts": _ring().astype(str),
        "objects": _ring().astype(object),
        "objects of none": np.full((30, 2), None),
        "complex table": _ring() * 1j,
        "dates": np.zeros((30, 2), dtype="M8[s]"),
        "records": np.zeros(30, dtype=[("a", float)]),
        "3-d": np.zeros((3, 3, 3)),
        "square of zeros": np.zeros((30, 30)),
        "identity": np.eye(30),
        "square of ones": np.ones((30, 30)),
        "asymmetric": np.triu(np.ones((30, 30))),
        "indefinite": np.diag(np.resize([1.0, -1.0], 30)),
        "3 x 3": np.eye(3),
        "3 x 3 of nan": np.full((3, 3), np.nan),
        "3 x 3 negative": -np.eye(3),
        "3 x 3 of 1e200": 1e200 * np.eye(3),
        "masked": np.ma.masked_array(_ring(), _ring() > 0.5),
        "matrix": np.asmatrix(_ring()),
        "sparse": sparse.csr_array(np.eye(30)),
        "sparse table": sparse.csr_matrix(_ring()),
        "DIA": sparse.eye(30),
        "one feature": _ring()[:, :1],
        "many features": np.ones((30, 2000)),
        "read-only": _read_only(_ring()),
        "Fortran": np.asfortranarray(_ring()),
        "every second": np.repeat(_ring(), 2, axis=0)[::2],
    }


def _read_only(X):
    X.flags.writeable = False
    return X
