"""What the kernel explorer computes under the angle method: one width, one answer."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from scipy.optimize import linear_sum_assignment
from sklearn.metrics.cluster import contingency_matrix

from ....kernels.eigenvectors import leading_eigenvectors
from ....kernels.gram import Dense
from ....papers.jenssen2006.angle import (
    AngleResult,
    angle_clustering,
    cauchy_schwarz_divergence,
)
from ....papers.jenssen2006.bandwidth import amise, lscv
from ....papers.jenssen2006.weightings import (
    is_outlier,
    resolve_weights,
    weighted_kernel,
    window_kernel,
)
from ...explorer.groups import names_in
from ...explorer.labelling import is_near, labels_of
from ...explorer.question import Question

WEIGHTINGS = ("affinity", "laplacian", "outlier")
RULES = ("lscv", "mean", "amise")
N_SHOWN = 4
_ROUND = (1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.8, 2, 2.2, 2.4, 2.6, 2.8)
_ROUND += (3, 3.3, 3.6, 4, 4.5, 5, 5.5, 6, 6.5, 7, 8, 9)
_REACH = (1 / 14, 4)  # of the widths on the slider, in units of amise


@dataclass(frozen=True, eq=False)
class AngleQuestion(Question):
    """What is asked.

    Attributes
    ----------
    weighting : str
    sigma : float or str
        A width or the name of a rule.
    n_clusters : int
    added : ndarray of shape (k, 2)
        Points added by hand.
    """

    weighting: str
    sigma: float | str
    n_clusters: int
    added: np.ndarray


@dataclass(frozen=True)
class Seen:
    """The angle method's answer at one width, named as on screen.

    Attributes
    ----------
    weighting : str
    result : AngleResult
        Clusters in the order of the names on screen.
    K_u : ndarray of shape (m, m)
    alone : ndarray of bool of shape (m,)
        Samples with no other within 3 sigma.
    error : float or None
        Share of samples in another cluster than their true one, where that is known.
    """

    weighting: str
    result: AngleResult
    K_u: np.ndarray
    alone: np.ndarray
    error: float | None

    @property
    def angles(self):
        """Between mean vectors, in degrees: ndarray of shape (c, c)."""
        unit = self.result.means / np.linalg.norm(self.result.means, axis=1, keepdims=True)
        return np.degrees(np.arccos(np.clip(unit @ unit.T, -1, 1)))

    @cached_property
    def spectrum(self):
        """Leading eigenvalues and vectors of K_u, at least 4 where m allows."""
        k = min(max(len(self.result.means), N_SHOWN), len(self.K_u))
        return leading_eigenvectors(Dense(self.K_u, centred=False), k)


class AngleEngine:
    """Holds the samples, and what is found for them once: rules and error curves.

    Parameters
    ----------
    X : ndarray of shape (m, d)
    y : ndarray of int of shape (m,) or None
        True labels; -1 marks a sample that belongs to no cluster and counts in no error.

    Attributes
    ----------
    known_rules : dict
        Widths of the rules; empty until `find_rules`.
    """

    def __init__(self, X, y=None):
        self.X, self.y = X, y
        self.known_rules = {}
        self._rules = {}
        self._errors = {}
        self._last = None, None

    def rule(self, name):
        """The width a rule chooses; raises the ValueError of `jenssen2006.bandwidth`."""
        if name == "mean":
            return (self.rule("amise") + self.rule("lscv")) / 2
        if name not in self._rules:
            self._rules[name] = {"amise": amise, "lscv": lscv}[name](self.X)
        return self._rules[name]

    def find_rules(self):
        """Put every rule's width into ``known_rules``, None where it has none."""
        for name in RULES:
            try:
                self.known_rules[name] = self.rule(name)
            except ValueError:
                self.known_rules[name] = None

    def see(self, question, before=None):
        """The whole answer to a question whose width is a number.

        Parameters
        ----------
        question : AngleQuestion
        before : ndarray of int of shape (m,), optional
            Labels on screen, whose names stay as far as they fit; by default those of y.

        Returns
        -------
        Seen

        Raises
        ------
        ValueError
            As `angle_clustering`.
        """
        result, K = self.cluster(question), window_kernel(self.X, sigma=question.sigma)
        if before is None and self.y is not None:
            before = np.where(self.y < 0, question.n_clusters, self.y)
        if before is not None:
            result = renamed(result, before)
        K_u = weighted_kernel(K, result.weights)
        return Seen(question.weighting, result, K_u, is_outlier(K), self.error(result.labels))

    def cluster(self, question):
        """`angle_clustering` at any width, the last one kept; the page shows who is alone."""
        if self._last[0] != question.key:
            self._last = (
                question.key,
                self._clustered(question.weighting, question.sigma, question.n_clusters),
            )
        return self._last[1]

    def _clustered(self, weighting, sigma, n_clusters):
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "sigma=.* is narrow")
            return angle_clustering(self.X, n_clusters, weighting=weighting, sigma=sigma)

    def believed(self, labelling, question):
        """Labels that are told with their mean cosine, eq. (1), if that is right; else None."""
        labels = labels_of(labelling, len(self.X), question.n_clusters)
        if labels is None:
            return None
        K = window_kernel(self.X, sigma=question.sigma)
        u = resolve_weights(question.weighting, self.X, K, question.sigma)
        K_u = weighted_kernel(K, u)
        cosine = np.exp(-cauchy_schwarz_divergence(K_u, labels, question.n_clusters))
        return labels if is_near(labelling["objective"], cosine) else None

    def error(self, labels):
        """Share of samples that no renaming brings to agree with y; None without y."""
        return None if self.y is None else differing(self.y, labels)

    def errors(self, question, sigmas):
        """The error at each width as far as it is known, None where it is not.

        A width at which the method has no answer counts as NaN.
        """
        known = self._errors.get((question.weighting, question.n_clusters), {})
        return [known.get(sigma) for sigma in sigmas]

    def fill(self, question, sigmas):
        """Find the rules and then the missing errors, widest window first; yields after each."""
        if not self.known_rules:
            self.find_rules()
            yield "rules"
        asked = question.weighting, question.n_clusters
        known = self._errors.setdefault(asked, {})
        for sigma in reversed(sigmas):
            if sigma in known or self.y is None:
                continue
            try:
                known[sigma] = self.error(self._clustered(asked[0], sigma, asked[1]).labels)
            except ValueError:
                known[sigma] = np.nan
            yield sigma


def width_stops(X):
    """Round widths around those of the rules, about evenly spaced on a logarithmic scale.

    Parameters
    ----------
    X : ndarray of shape (m, d)

    Returns
    -------
    list of float
        Two significant digits each; empty where all samples are the same.
    """
    try:
        low, high = np.multiply(_REACH, amise(X))
    except ValueError:
        return []
    return stops_between(low, high)


def stops_between(low, high):
    """The same for a range of widths."""
    powers = range(int(np.floor(np.log10(low))), int(np.ceil(np.log10(high))) + 1)
    stops = [float(f"{r}e{p}") for p in powers for r in _ROUND]
    return [s for s in stops if low <= s <= high]


def renamed(result, before):
    """An answer whose clusters bear the names of earlier labels as far as they fit."""
    names = names_in(before, result.labels, len(result.means))
    means = np.empty_like(result.means)
    means[names] = result.means
    return replace(result, labels=names[result.labels], means=means)


def differing(y, labels):
    """Share of samples with y >= 0 that no renaming of the clusters brings to agree.

    >>> differing(np.array([0, 0, 1, 1, -1]), np.array([1, 1, 0, 1, 0]))
    0.25
    """
    table = contingency_matrix(y[y >= 0], labels[y >= 0])
    right = table[linear_sum_assignment(table, maximize=True)].sum()
    return float(1 - right / (y >= 0).sum())
