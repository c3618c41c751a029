"""Graders of Z1 to Z4: the loss of Zhong 2010."""

from __future__ import annotations

import numpy as np

from ...datasets import make_row, make_three
from ...kernels.gram import centre
from ...kernels.matrix import kernel_matrix
from ...labels.kernels import plain, tree
from ...labels.losses import loss_rows, tree_loss, zero_one_loss
from ...labels.partition import block_sums, cluster_sizes
from ...papers.zhong2010.cluhsical import cluhsical_objective
from ...search.objectives import Unnormalized, WithLoss, value
from ..answers import array, call, number, one_of
from ..exercises import Wrong, exercise


@exercise("Z1", "`R`, four rows of four numbers")
def grade_z1(R):
    """R of the tree loss of a 2 x 2 tree."""
    R, truth = array(R, (4, 4), "R"), loss_rows(tree_loss((2, 2)))
    if np.allclose(R, truth):
        return (
            "5 on the diagonal is 1 + 2 + 2, what the three wrong labels cost; off it stands what "
            "each costs, as a loss. So every row sums to 0, and R A R' is centred by itself."
        )
    if np.allclose(R, -truth):
        raise Wrong(
            f"Your R pays {R[0, 0]:g} for the right label.",
            "Does (12) reward the right label or charge for it?",
        )
    if not R.diagonal().any():
        raise Wrong(
            "Your rows have 0 on the diagonal, and no row sums to 0.",
            "What does the right label save? All that the wrong ones would have cost.",
        )
    off = ~np.isclose(R, truth)
    costs = off & ~np.eye(4, dtype=bool)  # a wrong diagonal may be the sum of wrong costs
    j, l = (int(k) for k in np.argwhere(costs if costs.any() else off)[0])
    cost = tree_loss((2, 2))[j, l]
    where = "the row's sum of costs" if j == l else f"minus the cost of {l} for {j}, {cost:g}"
    raise Wrong(f"`R[{j}, {l}]` is {R[j, l]:g}; it should be {where}.")


def trials():
    """Kernel matrix of THREE, not centred, and three uneven labellings with four labels."""
    rng = np.random.default_rng(0)
    shares = [0.55, 0.25, 0.15, 0.05]
    return kernel_matrix(make_three()[0]), [
        np.append(rng.choice(4, 56, p=shares), range(4)) for _ in range(3)
    ]


@exercise("Z2", "`objective`, a function of (K, labels, A, Delta) that returns a number")
def grade_z2(objective):
    """CLUHSICAL's objective, against CLUHSIC with R A R' and Corollary 1."""
    K, labellings = trials()
    ratios = _ratios(objective, K, labellings)
    told = ", ".join(f"{ratio:.3g}" for ratio in ratios)
    R = loss_rows(zero_one_loss(4))
    loose = [np.trace(K @ R[y] @ R[y].T) / _plain(K, y) for y in labellings]
    if np.allclose(ratios, loose):
        raise Wrong(
            f"With the zero-one loss your ratio to CLUHSIC wanders over three labellings: {told}.",
            "Corollary 1 needs K1 = 0: is that so here?",
        )
    if np.allclose(ratios, 4):
        raise Wrong(
            "With the zero-one loss your ratio to CLUHSIC is c, 4.",
            "On how many sides of A does R stand?",
        )
    if np.allclose(ratios, ratios[0]) and not np.isclose(ratios[0], 16):
        raise Wrong(
            f"With the zero-one loss your ratio to CLUHSIC is {ratios[0]:.3g} for each of three "
            "labellings. That it is always the same is right, but it should be c², 16: a factor "
            "is missing or too many."
        )
    if not np.allclose(ratios, 16):
        raise Wrong(f"With the zero-one loss the ratio to CLUHSIC should be 16; you get {told}.")
    A, Delta = tree((2, 2)), tree_loss((2, 2))
    for y in labellings:
        S, n = block_sums(centre(K), y, 4), cluster_sizes(y, 4)
        J = value(WithLoss(A, loss_rows(Delta), 0.0), S, n)
        got = number(call(objective, "objective", K, y, A, Delta), "objective(...)")
        if not np.isclose(got, J):
            raise Wrong(
                f"The zero-one loss comes out right. But with the tree's A and loss you get "
                f"{got:.4f}, and CLUHSIC with R A R' in place of A has {J:.4f}."
            )
    return (
        "The ratio is c² = 16.000 for every labelling: without normalisation the zero-one loss "
        "changes nothing (Corollary 1). And with the tree's loss your objective is CLUHSIC's with "
        "R A R' in place of A: no new algorithm is needed."
    )


def _plain(K, y):
    return value(Unnormalized(plain(4)), block_sums(centre(K), y, 4), cluster_sizes(y, 4))


def _ratios(objective, K, labellings):
    said = [
        number(call(objective, "objective", K, y, plain(4), zero_one_loss(4)), "objective(...)")
        for y in labellings
    ]
    return [J / _plain(K, y) for J, y in zip(said, labellings, strict=True)]


@exercise("Z3", '`because` as "a", "b" or "c", and `norm` as a number')
def grade_z3(because, norm):
    """Why two clusters make both normalisations of CLUHSICAL constant."""
    because = one_of(because, "abc", "because")
    X, y = make_row()[0][:30], np.repeat([0, 1], [5, 25])
    R, S, n = loss_rows(zero_one_loss(2)), block_sums(centre(kernel_matrix(X)), y, 2), _sizes(y)
    J = {p: value(cluhsical_objective(np.eye(2), R, p, 0.0), S, n) for p in (None, "l1", "l2")}
    if because == "a":
        raise Wrong(
            f"With sizes 5 and 25, J is {J[None]:.4f}, and l1-normalised it is {J['l1']:.6f}: "
            f"still {J[None] / J['l1']:.0f} times less, which is m².",
            "Which pair of sizes would break it, then?",
        )
    if because == "c":
        raise Wrong(
            "Without centring the ratio of the two objectives is the same.",
            "In which of the norms does K occur?",
        )
    norm, truth = number(norm, "norm"), np.abs(R[y]).sum(axis=0)[0]
    if norm in (5, 25):
        raise Wrong(
            f"{norm:g} counts the members of one cluster only.",
            "What stands in the column in the rows of the other cluster?",
        )
    if not np.isclose(norm, truth):
        raise Wrong(
            f"b is right, but the norm is not {norm:g}. R is [[1, -1], [-1, 1]]: write down the "
            "column of 30 entries."
        )
    return (
        f"Every entry is 1 or -1, so the l1 norm is m = {truth:g}, and the square of the l2 norm "
        f"too, whatever the sizes. J, m² J(l1) and m J(l2) are {J[None]:.6f}, "
        f"{900 * J['l1']:.6f} and {30 * J['l2']:.6f}."
    )


def _sizes(y):
    return cluster_sizes(y, 2)


def sibling_kernel(s):
    """Three families of three, 2 on the diagonal, s between siblings."""
    return np.kron(np.eye(3), (2 - s) * np.eye(3) + s)


@exercise("Z4", "`s` as a number or a (9, 9) matrix")
def grade_z4(s):
    """The sibling similarity with which CLUHSIC ranks as CLUHSICAL does with the tree's loss."""
    A = sibling_kernel(number(s, "s")) if np.ndim(s) == 0 else array(s, (9, 9), "s")
    least = np.linalg.eigvalsh(A)[0]
    if np.ndim(s) == 0 and np.isclose(s, 5.76, atol=0.1):
        raise Wrong(
            f"With s = {s:g} the smallest eigenvalue of A is {least:.2f}; 5.76 is the ratio of "
            "the two levels of R A R'.",
            "Which two levels, written with s, must stand in that ratio?",
        )
    if least < -1e-8:
        raise Wrong(f"The smallest eigenvalue of this A is {least:.3g}: it is no kernel.")
    if np.ndim(s) == 0 and np.isclose(s, 1.44, atol=0.005):
        raise Wrong(
            "1.44 = (18/15)² is what R does, twice.", "Which ratio does A bring along itself?"
        )
    return _grade_levels(A)


def _grade_levels(A):
    rows = loss_rows(tree_loss((3, 3)))
    target, felt = rows @ tree((3, 3)) @ rows.T, centre(A)
    factor = (felt * target).sum() / max((felt**2).sum(), 1e-300)
    off = np.linalg.norm(factor * felt - target) / np.linalg.norm(target)
    if off > 0.01 or factor <= 0:
        within, top = _levels(A)
        ratio = f", ratio {top / within:.2f}" if abs(within) > 1e-9 else ""
        raise Wrong(
            f"The levels of this A are {abs(within):.3f} within families and {top:.3f} between "
            f"them{ratio}; those of R A R' are 225 and 1296. On a centred K only their ratio "
            "counts."
        )
    return (
        "With 2 on the diagonal, A has the levels 2 - s = 0.773 and 2 + 2s = 4.454: the ratio "
        f"1296/225 = 5.76 of R A R'. The objectives differ by the factor {factor:.1f} only. To use "
        "the tree's loss is to raise the similarity of siblings from 1 to 1.227."
    )


def _levels(A):
    """Mean Rayleigh quotients of A on differences within families and between them."""
    between = np.kron(centre(np.eye(3)), np.full((3, 3), 1 / 3))
    within = np.kron(np.eye(3), centre(np.eye(3)))
    return np.trace(A @ within) / 6, np.trace(A @ between) / 2
