"""How stable the spectrum of a kernel is when the data shake (Song 2007, section 7.1, Fig. 2)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ..._typing import ArrayLike, Floats, Kernels
from ..._utils.blas import one_blas_thread
from ..._utils.frames import frame
from ..._utils.jobs import in_jobs
from ..._utils.progress import progress, say
from ..._validation import (
    ANYTHING,
    SEED,
    array,
    check_different,
    check_distances,
    check_numbers,
    check_samples,
    checked,
    number,
    warn_if_long,
    whole,
)
from ...kernels.cache import KernelMaker
from ...kernels.candidates import as_candidates
from ...kernels.eigenvectors import leading_eigenvectors, leading_subspace
from ...kernels.gram import Dense

if TYPE_CHECKING:
    import pandas as pd

# An angle of this size in the span changes gamma by about its product with the root of gamma.
_ANGLE = 1e-10
# Seconds that one kernel takes to meet one draw, an entry of K and a vector of the span.
_EACH = 2e-9


@dataclass(frozen=True)
class StabilityCurve:
    """gamma of Theorem 1 for several kernels against the size of the perturbation.

    Attributes
    ----------
    names : tuple of str
        Of the kernels.
    noise : ndarray of shape (p,)
        Standard deviations of the noise.
    gamma : ndarray of shape (n_kernels, p, n_seeds)
        Infinite where the eigengap is closed.
    """

    names: tuple[str, ...]
    noise: Floats
    gamma: Floats

    def quantiles(self, q: float | Sequence[float]) -> Floats:
        """Quantiles over the seeds.

        Parameters
        ----------
        q : float or sequence of float

        Returns
        -------
        ndarray of shape (n_kernels, p) or (len(q), n_kernels, p)
        """
        return np.quantile(self.gamma, q, axis=2, method="nearest")

    def to_frame(self) -> pd.DataFrame:
        """The curves as a DataFrame of pandas.

        Returns
        -------
        pandas.DataFrame
            One row a kernel and size of noise, by these two. The columns are "gamma", its median
            over the seeds, and "gamma_p10" and "gamma_p90", the tenth and ninetieth percentile.

        Raises
        ------
        ImportError
            If pandas is not installed; it comes with ``pip install "depcluster[lab]"``.

        Examples
        --------
        >>> gamma = np.array([[[1.0, 2.0, 3.0], [4.0, 4.0, 4.0]]])
        >>> curve = StabilityCurve(("rbf",), np.array([0.1, 0.2]), gamma)
        >>> curve.to_frame().loc[("rbf", 0.1)].tolist()
        [2.0, 1.0, 3.0]
        """
        low, median, high = self.quantiles([0.1, 0.5, 0.9]).reshape(3, -1)
        columns = {
            "kernel": np.repeat(self.names, len(self.noise)),
            "noise": np.tile(self.noise, len(self.names)),
            "gamma": median,
            "gamma_p10": low,
            "gamma_p90": high,
        }
        return frame(columns, ["kernel", "noise"])

    @checked(at=number(0))
    def ranking(self, at: float) -> list[str]:
        """Names of the kernels, the most stable first, by the median at one size of noise.

        Parameters
        ----------
        at : float
            One of ``noise``.

        Returns
        -------
        list of str

        Raises
        ------
        ValueError
            If there is no such noise.
        """
        near = np.flatnonzero(np.isclose(self.noise, at, atol=0))
        if not len(near):
            raise ValueError(f"at must be one of noise, {self.noise.tolist()}; got {at:g}.")
        k = near[0]
        return [self.names[j] for j in np.argsort(self.quantiles(0.5)[:, k], kind="stable")]


@checked(n_clusters=whole(2), noise=array(1), random_state=SEED, kernels=ANYTHING)
def stability_curve(
    X: ArrayLike,
    kernels: Kernels,
    noise: Sequence[float],
    *,
    n_clusters: int,
    n_seeds: int = 20,
    random_state: int = 0,
    n_jobs: int | None = None,
    verbose: int | None = None,
) -> StabilityCurve:
    r"""Shake the samples and measure gamma, kernel by kernel.

    .. math:: \gamma = \frac{D_0 - \tilde D_0 + \eta}{\lambda_{c-1} - \lambda_c} \tag{15}

    (Song 2007): what the top c - 1 eigenvectors of the perturbed K lose of the dependence that
    the true ones have, over the eigengap. It needs no clustering. The same draws of noise serve
    all kernels and all sizes.

    Parameters
    ----------
    X : array-like of shape (m, d)
    kernels : dict of str to kernel, or sequence of (str, kernel) pairs
        As in `compare_kernels`, but for a kernel matrix, whose samples cannot be shaken. A width
        such as "median" is that of X, however the samples are shaken.
    noise : sequence of float
        Standard deviations of the Gaussian noise added to each coordinate.
    n_clusters : int
        c, at least 2.
    n_seeds : int, default=20
    random_state : int, default=0
        s of the first draw, which is of ``numpy.random.default_rng([s, 1])``; the others count
        up. A toy made with the same s shares no random numbers with it.
    n_jobs : int or None, default=None
        Processes that meet the draws; None is 1, -1 one for each core. The result is
        the same for any number. To start them takes a few seconds the first time.
    verbose : int, optional
        Above 0, a line of progress for work that takes longer than a second, and a line a kernel.
        When left out, a line of progress for work of more than five; 0 shows nothing.

    Returns
    -------
    StabilityCurve

    Raises
    ------
    ValueError
        For an empty or negative noise, no kernels or one that cannot be used, c below 2, or a
        negative random_state.

    Warns
    -----
    UserWarning
        Before work of more than about ten seconds: a draw takes O(m^2 c) for each kernel and
        size.

    Examples
    --------
    >>> X = np.array([[0.0], [0.1], [1.0], [1.1]])
    >>> curve = stability_curve(X, {"rbf": {"gamma": 1.0}}, [0.01, 0.1], n_clusters=2, n_seeds=3)
    >>> curve.gamma.shape
    (1, 2, 3)
    """
    X, noise = check_distances(check_samples(X)), check_numbers(noise, "noise", ("p",), least=0)
    check_different(n_clusters, X)
    kernels = as_candidates(kernels, X)
    for candidate in kernels:
        if candidate.matrix is not None:
            raise ValueError(
                f"kernels[{candidate.name!r}] must be no matrix, whose samples cannot be shaken. "
                "Give a kernel's name, a dict of parameters or a function of two samples."
            )
    gamma = np.empty((len(kernels), len(noise), n_seeds))
    warn_if_long(
        gamma.size * _EACH * len(X) ** 2 * (n_clusters + 7),
        f"stability_curve with {len(kernels)} kernels, {len(noise)} sizes of noise and {n_seeds} "
        f"seeds on {len(X)} samples",
        "Try a smaller n_seeds or fewer samples; verbose=1 shows how far it has come.",
    )
    cells = list(np.ndindex(gamma.shape[1:]))
    for j, candidate in enumerate(kernels):
        with one_blas_thread():
            gram = Dense(candidate.of(KernelMaker(X)))
            lost = dependence_lost(gram, leading_eigenvectors(gram, n_clusters)[0])
        shaken = partial(_shaken, X, candidate, noise, random_state, lost)
        with closing(in_jobs(shaken, cells, n_jobs)) as found:
            gamma[j].flat = [*progress(found, candidate.name, verbose, total=len(cells))]
        if verbose:
            first, last = np.median(gamma[j, [0, -1]], axis=1)
            say(f"{candidate.name}: gamma {first:.2g} to {last:.2g}")
    return StabilityCurve(tuple(candidate.name for candidate in kernels), noise, gamma)


def _shaken(X, candidate, noise, random_state, lost, cell):
    k, seed = cell
    draw = np.random.default_rng([random_state + seed, 1]).standard_normal(X.shape)
    return lost(candidate.gram_of(KernelMaker(X + noise[k] * draw)))


def dependence_lost(gram, values):
    """The function K~ -> gamma for a fixed K of c leading eigenvalues, both as centred Grams.

    gamma is infinite where the eigengap is closed.
    """
    k = len(values) - 1
    top, gap = values[:-1].sum(), values[-2] - values[-1]
    if gap <= 1e-12 * abs(top):
        return lambda gram_new: np.inf
    start = leading_subspace(gram, k)[1]

    def lost(gram_new):
        U = leading_subspace(gram_new, k, start=start, tol=_ANGLE)[1]
        return max(top - float((U * gram.product(U)).sum()), 0.0) / gap

    return lost
