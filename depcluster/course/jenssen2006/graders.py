"""Graders of J1 to J4: angles between densities, Jenssen 2006."""

from __future__ import annotations

from functools import cache, partial

import numpy as np
from scipy.optimize import brentq
from scipy.stats import norm

from ...datasets import make_crescents
from ...papers.jenssen2006.angle import angle_clustering
from ...papers.jenssen2006.weightings import (
    affinity_weights,
    laplacian_weights,
    scale_free_outlier_weights,
    weighted_kernel,
    window_kernel,
)
from ..answers import array, call, number, one_of
from ..exercises import Unanswered, Wrong, exercise


@exercise("J1", "`angle` in degrees and `distance`, two numbers")
def grade_j1(angle, distance):
    """The angle of two unit bells."""
    said = number(angle, "angle"), number(distance, "distance")
    mistakes = {
        "Multiply two bells and integrate: what is the variance of two unit bells convolved?": (
            lambda d: np.exp(-(d**2) / 2)
        ),
        "The inner product integrates the product, not the smaller of the two.": (
            lambda d: 2 * norm.sf(d / 2)
        ),
    }
    truth = _angle_and_distance(lambda d: np.exp(-(d**2) / 4))
    close = [abs(a - b) <= tol for a, b, tol in zip(said, truth, (0.5, 0.04), strict=True)]
    if all(close):
        return (
            f"The cosine is exp(-d²/4): {np.exp(-1):.3f} at d = 2, so {truth[0]:.1f} degrees, and "
            f"1/2 at d = 2 √log 2 = {truth[1]:.3f}."
        )
    for hint, cosine in mistakes.items():
        a, d = _angle_and_distance(cosine)
        if abs(said[0] - a) <= 0.15 or abs(said[1] - d) <= 0.006:
            told = f"You have {said[0]:g} degrees at d = 2, and 60 at d = {said[1]:g}."
            raise Wrong(told, hint)
    if abs(np.degrees(said[0]) - truth[0]) <= 0.5:
        raise Wrong(f"`angle` = {said[0]:g} is right in radians. How many degrees is that?")
    name, given = ("distance", said[1]) if close[0] else ("angle", said[0])
    raise Wrong(
        f"`{name}` = {given:g} is off. The cosine is the integral of the product over the two "
        "lengths; the length of a bell is the root of the integral of its square."
    )


def _angle_and_distance(cosine):
    """The angle in degrees at d = 2, and the d at which it is 60."""
    return np.degrees(np.arccos(cosine(2))), brentq(lambda d: cosine(d) - 0.5, 0, 9)


START = 0.6  # the explorer's first width


@cache
def clicked():
    """Crescents and one stray point at (1.4, 6); its label is -1."""
    X, y = make_crescents(random_state=4)
    return np.vstack([X, [[1.4, 6.0]]]), np.append(y, -1)


def _error(y, labels):
    wrong = np.mean(labels[y >= 0] != y[y >= 0])
    return float(min(wrong, 1 - wrong))


@cache
def at_width(sigma):
    """Errors of three weightings on the clicked crescents, and whether the cut is in a tie."""
    X, y = clicked()
    K = window_kernel(X, sigma=sigma)
    values = np.linalg.eigvalsh(weighted_kernel(K, laplacian_weights(X, K)))[::-1]
    found = {
        "affinity": affinity_weights,
        "laplacian": laplacian_weights,
        "outlier": scale_free_outlier_weights,
    }
    errors = {
        name: _error(y, angle_clustering(X, 2, weighting=u, sigma=sigma).labels)
        for name, u in found.items()
    }
    return errors, bool(values[1] - values[2] < 1e-9 * values[0])


@exercise("J2", "`explorer` as the explorer or a width, and `works` as a width")
def grade_j2(explorer, works):
    """A width that one point breaks, and one at which it doesn't."""
    sigma = getattr(explorer, "sigma", explorer)
    if sigma is not explorer and np.isclose(sigma, START):
        raise Unanswered(f"`explorer` is still at {START}, where it started. Move the width.")
    sigma, works = number(sigma, "explorer"), number(works, "works")
    for name, width in (("explorer", sigma), ("works", works)):
        if not 0.05 <= width <= 3:
            raise Wrong(f"`{name}` must be a width from 0.05 to 3; got {width:g}.")
    errors, tied = at_width(works)
    if tied or at_width(sigma)[1]:
        width = works if tied else sigma
        raise Wrong(
            f"At {width:g} the second and the third eigenvalue of the Laplacian are equal to "
            "nine digits, so its answer there is no property of the data.",
            "Any mixture of the two vectors is an eigenvector as well: which one does the method "
            "get?",
        )
    if errors["laplacian"] > 0.02:
        raise Wrong(
            f"At `works` = {works:g} the Laplacian's error is {errors['laplacian']:.3f}, and "
            f"u = 1 has {errors['affinity']:.3f}.",
            "Look at the menu again: whose error was 0 there?" if errors["affinity"] < 0.02 else "",
        )
    errors, _ = at_width(sigma)
    if errors["laplacian"] < 0.02:
        raise Wrong(
            f"At {sigma:g} the Laplacian's error is {errors['laplacian']:.3f}.",
            "How far must the window reach for the stray point to have no company?",
        )
    if errors["outlier"] > 0.02:
        raise Wrong(
            f"At {sigma:g} both are wrong, the Laplacian by {errors['laplacian']:.3f} and the "
            f"outlier rule by {errors['outlier']:.3f}. Try a width in between."
        )
    return (
        f"At {works:g} the Laplacian is right. At {sigma:g} its error is "
        f"{errors['laplacian']:.3f}, and with the outlier rule {errors['outlier']:.3f}: one "
        "point, silenced, makes the difference."
    )


@exercise("J3", "`quiet`, a function of (X, K) that returns one positive number a point")
def grade_j3(quiet):
    """A weighting that silences the stray point."""
    X, y = clicked()
    K = window_kernel(X, sigma=0.3)
    u = array(call(quiet, "quiet", X, K), (len(X),), "quiet(X, K)")
    if not (u > 0).all():
        raise Wrong(f"A weight must be positive; point {u.argmin()} has {u.min():.3g}.")
    error = _error(y, angle_clustering(X, 2, weighting=lambda *_: u, sigma=0.3).labels)
    share = u / laplacian_weights(X, K)
    silent = np.flatnonzero(share < 0.1 * share.max())
    if not len(silent):
        raise Wrong(
            f"No point is quieter than 1/f says, and the error is {error:.3f}.",
            "What stands on the diagonal of K?",
        )
    if len(silent) > len(X) / 2:
        raise Wrong(
            f"You silenced {len(silent)} of {len(X)} points; error {error:.3f}.",
            "Which side of `np.where` is for the lonely?",
        )
    kept = np.setdiff1d(np.arange(len(X)), silent)
    if list(silent) != [419] or error > 0.02:
        raise Wrong(
            f"The error is {error:.3f}; quieter than the others are {len(silent)} points, among "
            f"them {silent[-1]}. The stray point is the last, {len(X) - 1}: alone within 3 sigma."
        )
    if not np.allclose(share[kept], share[kept[0]]):
        raise Wrong("Point 419 is silenced. The others should weigh 1/f, f the row means of K.")
    turned = array(call(quiet, "quiet", X[::-1], K[::-1, ::-1]), (len(X),), "quiet(X, K)")
    if not np.allclose(turned[::-1], u):
        raise Wrong(
            "Point 419 is silenced, but with the same points in reverse order your weights are "
            "others. Let K say who is lonely, not the place in the list."
        )
    return (
        f"Exactly point 419 is silenced, and the error at sigma 0.3 falls from "
        f"{at_width(0.3)[0]['laplacian']:.3f} to {error:.3f}. K ≥ exp(-9/4) says within 3 sigma, "
        "since K = exp(-d²/4 sigma²)."
    )


@cache
def sparse_crescent():
    """Samples and labels of 209 against 21, and the rank of the first vector on the 21."""
    X, y = make_crescents((209, 21), random_state=0)
    V = np.linalg.eigh(window_kernel(X, sigma=0.3))[1][:, ::-1]
    return X, y, int(((V[y == 1] ** 2).sum(axis=0) > 0.5).argmax()) + 1


@exercise("J4", '`because` as "a", "b" or "c", and `rank` as a whole number')
def grade_j4(because, rank):
    """Why no width saves u = 1."""
    because, (X, y, first) = one_of(because, "abc", "because"), sparse_crescent()
    run = partial(angle_clustering, X, 2)
    if because == "a":
        errors = {s: _error(y, run(weighting="affinity", sigma=s).labels) for s in (0.3, 0.6, 0.9)}
        told = ", ".join(f"{error:.2f} at {s}" for s, error in errors.items())
        raise Wrong(f"With u = 1 the error is {told}.", "Does any width help?")
    if because == "b":
        K = window_kernel(X, sigma=0.3)
        u, found = laplacian_weights(X, K), run(weighting="laplacian", sigma=0.3)
        raise Wrong(
            f"Under 1/f the 21 weigh {np.median(u[y == 1]) / np.median(u[y == 0]):.1f} times the "
            f"others, and the error is {_error(y, found.labels):.2f}: they are a group.",
            "What does dividing by the density make of them?",
        )
    rank = number(rank, "rank")
    if rank == 2:
        raise Wrong(
            "At sigma 0.3 the second eigenvector is 0 on the sparse crescent.",
            "On which points does the second eigenvector live? Square it.",
        )
    if rank != first:
        raise Wrong(
            f"c is right, but the first is not number {rank:g}. Count from 1, largest eigenvalue "
            "first; a vector lives where more than half of its squared length is."
        )
    return (
        f"Number {first}: {first - 1} vectors of the dense crescent come first, for an eigenvalue "
        "is as large as the mass it gathers. Two eigenvectors then cut the dense crescent in two. "
        "A wider window raises both. Dividing by the density makes blocks equal."
    )
