"""What says how good a kernel is without labels: one criterion of each paper, side by side.

`compare_kernels` has their formulas. All but the last do without known labels, and none changes
when K is multiplied by a number, when the clusters are renamed or, perturbations and folds aside,
when the samples are reordered. Noise and the widths of LSMI are in units of the samples' spread,
so their units do not matter either.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from sklearn.metrics import adjusted_rand_score

from .._typing import ArrayLike
from .._utils.units import frobenius
from .._validation import short_repr
from ..kernels.cache import KernelMaker
from ..kernels.candidates import Candidate
from ..kernels.eigenvectors import leading_eigenvectors
from ..kernels.gram import Dense
from ..labels.partition import block_sums_of, cluster_sizes
from ..papers.blaschko2008.structure import best_value
from ..papers.jenssen2006.angle import cauchy_schwarz_divergence
from ..papers.song2007.stability import dependence_lost
from ..papers.sugiyama2011.density_ratio import GAMMAS
from ..papers.sugiyama2011.lsmi import LsmiPlan

_FOLDS = 5
_CLOSED = "the eigengap is closed: too few edges of a graph, or too many clusters"


class Undefined(Exception):
    """A criterion means nothing for a kernel; the message says why."""


@dataclass(frozen=True)
class Criterion:
    """One way to say how good a kernel is."""

    name: str  # as in ``criteria=``
    title: str  # as in tables
    higher: bool  # whether more is better
    source: str
    score: Callable[
        ..., Any
    ]  # of `Samples`, `KernelFit`: a number, one a perturbation, `Undefined`
    infinite: str = ""  # what an infinite value means

    @property
    def arrow(self):
        """str: up where more is better."""
        return "↑" if self.higher else "↓"


class Samples:
    """What the criteria need of the samples alone; each part is computed at its first use."""

    def __init__(self, X, *, seed, noise, n_perturbations, y=None):
        self.X, self.y = X, y
        self.seed, self.noise, self.n_perturbations = seed, noise, n_perturbations
        self.maker = KernelMaker(X)
        self._plan, self._lsmi = None, {}
        self._graphs = [{} for _ in range(n_perturbations)]  # kept, as they are small

    @cached_property
    def spread(self):
        """float: root of the mean variance of the columns."""
        return float(np.sqrt(self.X.var(axis=0).mean()))

    @property
    def perturbed(self):
        """iterator of KernelMaker: of the samples with noise, the same for all kernels."""
        rng = np.random.default_rng(self.seed)
        for graphs in self._graphs:
            draw = rng.standard_normal(self.X.shape)
            yield KernelMaker(self.X + self.noise * self.spread * draw, graphs)

    def plan(self):
        """What LSMI of all partitions has in common; computed once."""
        if self._plan is None:
            self._plan = LsmiPlan(
                self.X,
                gammas=self.spread * np.array(GAMMAS),
                n_folds=min(_FOLDS, len(self.X)),
                random_state=self.seed,
            )
        return self._plan

    def lsmi(self, labels):
        """LSMI of a partition; each is computed once."""
        key = labels.tobytes()
        if key not in self._lsmi:
            self._lsmi[key] = self.plan().value(labels).value
        return self._lsmi[key]


@dataclass(frozen=True)
class KernelFit:
    """A kernel on the samples, and the partition found with it."""

    candidate: Candidate
    K: np.ndarray  # (m, m), not centred
    gram: Dense  # K, centred
    values: np.ndarray  # its c leading eigenvalues, in descending order
    labels: np.ndarray  # 0..c-1, each used, numbered in the order in which they first appear


def spectrum(K, n_clusters):
    """K centred, its c leading eigenvalues and their eigenvectors."""
    gram = Dense(K)
    return gram, *leading_eigenvectors(gram, n_clusters)


def gamma(samples, fit):
    """The dependence that the top c - 1 eigenvectors of perturbed data lose, over the gap."""
    _demand_variation(fit)
    if fit.candidate.matrix is not None:
        raise Undefined("the kernel came as a matrix, so its samples cannot be shaken")
    lost = dependence_lost(fit.gram, fit.values)
    return np.array([lost(fit.candidate.gram_of(maker)) for maker in samples.perturbed])


def eigengap(samples, fit):
    """The gap after c - 1 eigenvalues, in units of the largest."""
    _demand_variation(fit)
    return (fit.values[-2] - fit.values[-1]) / fit.values[0]


def lsmi(samples, fit):
    """How well the labels can be told from the samples."""
    return samples.lsmi(fit.labels)


def cauchy_schwarz(samples, fit):
    """How far apart the clusters' densities are, estimated with the kernel itself as window."""
    if not fit.candidate.is_window:
        raise Undefined("the kernel is no density window, so its sums estimate no density")
    return cauchy_schwarz_divergence(fit.K, fit.labels, len(fit.values))


def cosine(samples, fit):
    """Cosine between the centred tables of similarities of samples and of labels, A being free."""
    _demand_variation(fit)
    c = len(fit.values)
    S = block_sums_of(fit.gram, fit.labels, c)
    size = frobenius(np.array([frobenius(block) for block in fit.gram.blocks()]))
    return best_value(S, cluster_sizes(fit.labels, c)) / size


def ari(samples, fit):
    """Agreement with known labels."""
    return adjusted_rand_score(samples.y, fit.labels)


def _demand_variation(fit):
    if not fit.values[0] > 0:
        raise Undefined("the kernel is constant here, or has no positive eigenvalue once centred")


# The criteria by name.
CRITERIA = {
    made.name: made
    for made in (
        Criterion("gamma", "gamma", False, "Song 2007, eq. (15)", gamma, _CLOSED),
        Criterion("eigengap", "eigengap", True, "Song 2007, section 6", eigengap),
        Criterion("lsmi", "LSMI", True, "Sugiyama 2011, eq. (14)", lsmi),
        Criterion(
            "cauchy_schwarz",
            "CS divergence",
            True,
            "Jenssen 2006, eq. (1)",
            cauchy_schwarz,
            "no sample is similar to one of another cluster, to the last digit",
        ),
        Criterion("cosine", "cosine", True, "Blaschko 2008, eqs. (1), (10)", cosine),
        Criterion("ari", "ARI", True, "known labels", ari),
    )
}
# Names of those that need no known labels.
BLIND = tuple(name for name in CRITERIA if name != "ari")


def check_criteria(criteria: str | Sequence[str], y: ArrayLike | None) -> tuple[Criterion, ...]:
    """The `Criterion` of each name, all known and none twice; "ari" joins them when y is given."""
    names = [criteria] if isinstance(criteria, str) else list(criteria)
    known = ", ".join(CRITERIA)
    for name in names:
        if name not in CRITERIA:
            raise ValueError(f"criteria must be among {known}; got {short_repr(name)}.")
    if not names or len(set(names)) < len(names):
        raise ValueError(f"criteria must name at least one of {known}, each once; got {names}.")
    if "ari" in names and y is None:
        raise ValueError('criteria hold "ari", which needs known labels. Pass y.')
    if y is not None and "ari" not in names:
        names.append("ari")
    return tuple(CRITERIA[name] for name in names)
