"""The clustering problems that the search is measured on: kernel matrices and label kernels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from sklearn.datasets import load_digits, make_blobs
from sklearn.preprocessing import StandardScaler

from depcluster import kernel_matrix
from depcluster.datasets import load_real
from depcluster.labels import chain, plain, ring, tree


@dataclass(frozen=True)
class Task:
    """One problem: a data set, a label kernel and how the objective is normalised."""

    data: str
    label_kernel: str
    A: np.ndarray
    normalization: str | None = "l2"

    @property
    def name(self):
        end = "" if self.normalization else ", not normalised"
        return f"{self.data}, {self.label_kernel}{end}"


def blobs(m, c=10, std=4.0):
    """Round groups in eight dimensions; at a spread of 3 they lie apart, at 6 they do not."""
    return make_blobs(m, n_features=8, centers=c, cluster_std=std, random_state=0)[0]


def some(X, m):
    return X[np.random.default_rng(0).choice(len(X), m, replace=False)]


def standardised(name):
    return StandardScaler().fit_transform(load_real(name)[0])


# By name: the samples, and the numbers of clusters of the plain label kernel.
DATA = {
    "blobs, spread 3": (lambda: blobs(1000, std=3.0), (10, 30)),
    "blobs, spread 6": (lambda: blobs(1000, std=6.0), (10, 30)),
    "digits 600": (lambda: some(load_digits().data, 600), (10, 30)),
    "digits": (lambda: load_digits().data, (10, 30)),
    "wine": (lambda: standardised("wine"), (3,)),
    "iris": (lambda: standardised("iris"), (3,)),
    "vowel": (lambda: standardised("vowel"), (11,)),
    "segment": (lambda: standardised("segment"), (7,)),
    "vehicle": (lambda: standardised("vehicle"), (4,)),
    "olivetti": (lambda: load_real("face")[0], (40,)),
    "usps 2000": (lambda: some(load_real("digit")[0], 2000), (10,)),
    "noise": (lambda: np.random.default_rng(0).random((600, 4)), (10,)),
}
STRUCTURED = {
    "ring 8": ring(8),
    "chain 8": chain(8),
    "tree 3x3": tree((3, 3)),
    "tree 2x2x2": tree((2, 2, 2)),
}
WITHOUT_NORMALIZATION = ("blobs, spread 3", "digits 600", "wine", "vehicle", "noise")


def tasks_of(data):
    """All problems on a data set."""
    _, sizes = DATA[data]
    tasks = [Task(data, f"plain {c}", plain(c)) for c in sizes]
    tasks += [Task(data, name, A) for name, A in STRUCTURED.items()]
    if data in WITHOUT_NORMALIZATION:
        c = sizes[0]
        tasks.append(Task(data, f"plain {c}", plain(c), None))
        tasks.append(Task(data, "chain 8", chain(8), None))
    return tasks


def matrix_of(data):
    """The kernel matrix of a data set, Gaussian with the median rule."""
    return kernel_matrix(DATA[data][0]())
