"""Points clustered under each of some label kernels, and what the page needs of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from sklearn.utils import check_random_state

from ...._validation import check_counts, short_repr
from ....kernels.gram import as_centred_gram
from ....kernels.matrix import kernel_matrix
from ....labels.kernels import check_label_kernel, is_psd
from ....labels.renaming import align_labels
from ....papers.song2007.cluhsic import cluhsic_objective
from ....search.local_search import Problem
from ....search.restarts import solve

MOST_CLUSTERS = 10


@dataclass(frozen=True)
class Fit:
    """A label kernel, and the clusters found under it, or before it where it was refused."""

    A: np.ndarray
    labels: np.ndarray
    J: float | None  # of no clusters where it was refused

    @property
    def smallest(self):
        return float(np.linalg.eigvalsh(self.A)[0])

    def sent(self, at):
        """What the page is told."""
        return {
            "at": at,
            "A": self.A.tolist(),
            "labels": self.labels.astype(np.uint8).tobytes(),
            "J": self.J,
            "smallest": self.smallest,
        }


def fitted(X, kernels, normalization, refuse, n_init, random_state):
    """A `Fit` for each label kernel of a dict, named like the one before."""
    c = len(check_label_kernel(next(iter(kernels.values())), psd=refuse, name="kernels"))
    if c > MOST_CLUSTERS:
        raise ValueError(
            f"kernels must have at most {MOST_CLUSTERS} rows in this widget; got {short_repr(c)}. "
            "Try depcluster.CLUHSIC, which knows no limit."
        )
    check_counts(c, len(X), n_init)
    gram, rng, fits = as_centred_gram(kernel_matrix(X)), check_random_state(random_state), []
    for A in kernels.values():
        A = check_label_kernel(A, c, psd=False, name="kernels")
        if refuse and not is_psd(A):
            fits.append(Fit(A, fits[-1].labels, None))
            continue
        problem = Problem(gram, cluhsic_objective(A, normalization), c)
        found = solve(problem, "auto", n_init, rng)
        before = fits[-1].labels if fits else found.labels
        fits.append(Fit(A, align_labels(found.labels, before, A), found.objective))
    return fits
