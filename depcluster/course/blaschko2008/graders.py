"""Graders of B1 to B4: structures and trees, Blaschko 2008."""

from __future__ import annotations

import re
from functools import cache

import numpy as np

from ...datasets import make_three
from ...kernels.gram import centre
from ...kernels.matrix import kernel_matrix
from ...labels.partition import block_sums, cluster_sizes, one_hot
from ...papers.blaschko2008.objective import taxonomy_value
from ...papers.blaschko2008.structure import best_value
from ...trees import fit_tree_metric
from ..answers import array, call, number, one_of
from ..exercises import Wrong, exercise

LEAVES = np.array([[0, 3, 4, 6], [3, 0, 5, 7], [4, 5, 0, 4], [6, 7, 4, 0]])


@exercise("B1", '`pairs` as a word such as "ab|cd", `inner` and `leg` as numbers')
def grade_b1(pairs, inner, leg):
    """The four-point condition by hand."""
    pairs = one_of(_in_order(pairs), ("ab|cd", "ac|bd", "ad|bc", "none"), "pairs")
    tree = fit_tree_metric(LEAVES)
    sums = [int(LEAVES[0, i] + LEAVES[j, k]) for i, j, k in ((1, 2, 3), (2, 1, 3), (3, 1, 2))]
    told = f"The sums are {sums[0]} for ab|cd, {sums[1]} for ac|bd, {sums[2]} for ad|bc."
    if pairs == "none":
        raise Wrong(told, "Which two of the three sums does the condition compare?")
    if pairs != "ab|cd":
        raise Wrong(told, "Which of the three sums leaves the inner edge out?")
    inner, leg = number(inner, "inner"), number(leg, "leg")
    if np.isclose(inner, sums[1] - sums[0]):
        raise Wrong(
            f"{inner:g} is the difference of the sums.",
            "How often is the inner edge in the larger sums?",
        )
    if not np.isclose(inner, tree.lengths[4]):
        raise Wrong(f"The pairs are right, but the inner edge is not {inner:g}. {told}")
    if not np.isclose(leg, tree.lengths[0]):
        raise Wrong(
            f"a's edge is not {leg:g}: with it, b's would be {3 - leg:g}, and then c would be "
            f"{4 - leg:g} from where they meet on the way from a, {2 + leg:g} on the way from b."
        )
    return (
        f"{told} The two larger are equal, so it is a tree; the smallest names the pairs; half the "
        f"difference is the inner edge, {tree.lengths[4]:g}; and (ab + ac - bc)/2 = "
        f"{tree.lengths[0]:g} is a's edge."
    )


def _in_order(pairs):
    """Two pairs as "ab|cd", from any order, sign between them, or two strings."""
    if not isinstance(pairs, str):
        try:
            pairs = "|".join("".join(pair) for pair in pairs)
        except TypeError:
            return pairs
    letters = re.sub(r"[^a-d]", "", pairs.lower())
    if sorted(letters) != list("abcd") or "none" in pairs.lower():
        return pairs
    return "|".join(sorted("".join(sorted(pair)) for pair in (letters[:2], letters[2:])))


@cache
def uneven():
    """K of three round groups of 20, and of the same groups with 20, 12 and 5 points."""
    X, y = make_three()
    keep = np.r_[0:20, 20:32, 40:45]
    return (kernel_matrix(X), y), (kernel_matrix(X[keep]), y[keep])


@exercise("B2", "`structure`, a function of (K, labels) that returns a (c, c) array")
def grade_b2(structure):
    """The structure that is best for a partition."""
    said = []
    for K, y in uneven():
        S, n = block_sums(centre(K), y, 3), cluster_sizes(y, 3)
        Y = array(call(structure, "structure", K, y), (3, 3), "structure(K, labels)")
        if not np.allclose(Y, Y.T):
            raise Wrong("A structure is symmetric; yours is not.")
        said.append((taxonomy_value(K, y, Y), best_value(S, n), Y, block_sums(K, y, 3), S, n))
    if all(np.isclose(got, best, rtol=1e-9) for got, best, *_ in said):
        (even, *_), (got, *_) = said
        rng = np.random.default_rng(0)
        K, y = uneven()[1]
        draws = rng.standard_normal((500, 3, 3))
        random = max(taxonomy_value(K, y, B @ B.T) for B in draws)
        return (
            f"The mean similarity of each two clusters: {even:.4f} for equal sizes, {got:.4f} for "
            f"20, 12 and 5, where the best of 500 random structures has {random:.4f}. Centred or "
            "not, the value is the same: (1) ignores what is added to whole rows and columns."
        )
    got, best, Y, *sums, n = min(said, key=lambda each: each[0])
    if got == -np.inf:
        raise Wrong(
            "Your structure tells no two clusters apart: it is flat, as all zeros are, and (1) is "
            "0/0. Have you rounded it, or divided whole numbers?"
        )
    got, best, Y, *sums, n = said[1]
    told = f"With sizes 20, 12 and 5 your structure has {got:.4f}, and the best {best:.4f}."
    if any(_proportional(Y, S) for S in sums):
        raise Wrong(
            f"{told} (Equal sizes hide it.)", "Should a large cluster count more than a small?"
        )
    if any(_proportional(Y, S / np.sqrt(np.outer(n, n))) for S in sums):
        raise Wrong(told, "How many pairs of points stand in block j, l?")
    raise Wrong(
        f"{told} Entry j, l of (9) compares two whole clusters, point by point, and "
        "a cluster with itself just so: every point with every point."
    )


def _proportional(Y, S):
    return np.isclose(abs((Y * S).sum()), np.linalg.norm(Y) * np.linalg.norm(S), rtol=1e-9)


@exercise("B3", "`inner` and `misfit`, two numbers")
def grade_b3(inner, misfit):
    """The best tree for the corners of a unit square."""
    inner, misfit = number(inner, "inner"), number(misfit, "misfit")
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=float)
    D = np.linalg.norm(corners[:, None] - corners, axis=2)
    tree = fit_tree_metric(D)
    off = np.linalg.norm((tree.path_metric() - D)[np.triu_indices(4, 1)])
    if abs(inner) < 1e-3:
        raise Wrong(
            "Without an inner edge the tree is a star; the sums are 2, 2.83 and 2.",
            "What would a star make of the three sums?",
        )
    if abs(misfit) < 1e-3:
        raise Wrong(
            "A misfit of 0 means a tree; the sums are 2, 2.83 and 2.",
            "How many distances are there, and how many edges?",
        )
    if not np.isclose(misfit, off, atol=0.01):
        raise Wrong(
            f"The misfit is not {misfit:g}. Sum the squares of the six differences, each pair of "
            "corners once, and take the root."
        )
    if not np.isclose(inner, tree.lengths[4], atol=0.01):
        raise Wrong(f"The misfit is right, but the inner edge is {tree.lengths[4]:.3f} there.")
    return (
        f"Four legs of {tree.lengths[0]:g} and an inner edge of {tree.lengths[4]:.3f}; the misfit "
        f"is √2 - 1 = {off:.3f}. Which two sides it pairs is a coin's toss: the sums are 2, 2.83 "
        "and 2, the largest alone."
    )


@cache
def brute_force():
    """In how many of 40 draws of 7 points the best partitions into 3 for I and for Y* differ."""
    rest = np.array(np.meshgrid(*[range(3)] * 6)).reshape(6, -1).T
    labels = np.column_stack([np.zeros(len(rest), dtype=int), rest])  # the first point is in 0
    labels = np.array([y for y in labels if (np.bincount(y, minlength=3) > 0).all()])
    P = np.array([one_hot(y, 3) / np.sqrt(np.bincount(y)) for y in labels])
    differ = 0
    for seed in range(40):
        K = centre(kernel_matrix(np.random.default_rng(seed).standard_normal((7, 2))))
        T = P.swapaxes(1, 2) @ K @ P
        by_trace, by_norm = np.trace(T, axis1=1, axis2=2), (T**2).sum(axis=(1, 2))
        best = by_trace >= by_trace.max() * (1 - 1e-9)
        differ += by_norm[best].max() < by_norm.max() * (1 - 1e-9)
    return differ


@exercise("B4", '`because` as "a", "b" or "c", and `t` as a number')
def grade_b4(because, t):
    """Why the best partitions for I and for the best Y can differ."""
    because, differ = one_of(because, "abc", "because"), brute_force()
    if because == "a":
        raise Wrong(
            f"Of 7 points, with every partition tried, they differ in {differ} of 40 draws.",
            "Is the P of that proof one-hot?",
        )
    if because == "b":
        raise Wrong(
            f"No search took part: all 301 partitions of 7 points into 3 were compared, and in "
            f"{differ} of 40 draws the best for I is not the best for Y*.",
            "What of T is largest for I, and what for the best Y?",
        )
    t = number(t, "t")
    if np.isclose(t, 5.5, atol=0.01):
        raise Wrong(f"At t = {t:g} the traces are equal.", "Square the entries before you add.")
    if not np.isclose(t, np.sqrt(17.75), atol=0.005):
        raise Wrong(f"c is right; but at t = {t:g} the norms are {np.hypot(t, 0.5):.3f} and 4.243.")
    return (
        "From t = √17.75 = 4.213 to 5.5 the norm prefers diag(t, 0.5) and the trace diag(3, 3). "
        f"Brute force over 301 partitions of 7 points: they differ in {differ} of 40 draws."
    )
