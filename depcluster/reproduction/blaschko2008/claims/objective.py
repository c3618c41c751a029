"""Claims of sections 3 to 3.3: the objective (1), its best structure, its relaxation."""

from __future__ import annotations

import numpy as np

from ....datasets import make_row
from ....kernels import centre, kernel_matrix
from ....labels import block_sums, chain, one_hot, plain, preset, ring
from ....papers.blaschko2008 import optimal_structure, taxonomy_value
from ...claim import Claim
from ...paper import claims_of
from .. import partitions
from ..cases import record

DERIVED = {"kind": "theorem or derivation", "word": "theorem"}
CASES = range(20)


def random_case(seed, c=4):
    """40 points, labels with every cluster used, and a positive definite Y."""
    rng = np.random.default_rng(seed)
    labels = np.append(np.arange(c), rng.integers(0, c, 36))
    K = kernel_matrix(rng.standard_normal((40, 3)))
    B = rng.standard_normal((c, c))
    return K, labels, B @ B.T, rng


def numerator(K, labels, Y):
    return float((Y * block_sums(centre(K), labels, len(Y))).sum())


@claims_of("Section 3 (scale)")
def scaling():
    """Doubling Y."""
    row, y_row = make_row()
    designs = (plain(5), chain(5), ring(5), preset("tree", 5))
    cases = [(kernel_matrix(row), y_row, Y) for Y in designs]
    cases += [random_case(seed)[:3] for seed in CASES]
    rises = [numerator(K, l, 2 * Y) > numerator(K, l, Y) for K, l, Y in cases]
    stays = [np.isclose(taxonomy_value(K, l, 2 * Y), taxonomy_value(K, l, Y)) for K, l, Y in cases]
    yield Claim(
        "Without the normalization the objective can always be improved by scaling Y; with it, it "
        "cannot.",
        held=np.array(rises) & np.array(stays),
        unit="label kernels: four designs on ROW, twenty at random",
        measured=f"Y doubled: tr(MHΠYΠ'H) rises for {sum(rises)}, (1) stays for {sum(stays)}.",
        theirs="stated",
        **DERIVED,
    )


@claims_of("Eq. (1)")
def inner_product():
    """(1) against the two centred tables, multiplied out."""
    gaps = []
    for seed in range(30):
        K, labels, Y, _ = random_case(seed)
        Pi = one_hot(labels, 4)
        M, L = centre(K), centre(Pi @ Y @ Pi.T)
        by_hand = (M * L).sum() / np.linalg.norm(L)
        gaps.append(abs(taxonomy_value(K, labels, Y) - by_hand) / by_hand)
    yield Claim(
        "The objective is a normalized inner product of the two centred tables.",
        held=np.array(gaps) < 1e-10,
        unit="random cases",
        measured=f"equal to |HKH| times their cosine, to {max(gaps):.0e} at worst.",
        theirs="stated",
        **DERIVED,
    )


@claims_of("Eq. (4)")
def one_column():
    """One column, Y = 1: (2) to (4)."""
    held = []
    for seed in CASES:
        rng = np.random.default_rng(seed)
        M = centre(kernel_matrix(rng.standard_normal((30, 3))))
        vectors = rng.standard_normal((500, 30))
        vectors -= vectors.mean(axis=1, keepdims=True)
        quotients = np.einsum("ki,ij,kj->k", vectors, M, vectors) / (vectors**2).sum(axis=1)
        values, V = np.linalg.eigh(M)
        reached = V[:, -1] @ M @ V[:, -1]
        held.append(quotients.max() < reached and np.isclose(reached, values[-1]))
    yield Claim(
        "For one column and Y = 1 the relaxed maximum of (1) is the leading eigenvector of HMH.",
        held=held,
        unit="random sets",
        measured="its quotient is above those of 500 random directions.",
        theirs="derived",
        **DERIVED,
    )


@claims_of("Section 3.1 (normalized cuts)")
def normalized_cut():
    """M = D^-1/2 A D^-1/2, recorded."""
    found, recorded = record("normalized cut")["found"], record("normalized cut")["recorded"]
    same = {name: np.array(row["same"]) > 1 - 1e-9 for name, row in found.items()}
    least = {key: min(min(row[key]) for row in found.values()) for key in ("ignored", "subspace")}
    n = len(next(iter(same.values())))
    yield Claim(
        "With M = D^(-1/2) A D^(-1/2) the centring matrix does not alter the clustering.",
        kind="stand-in",
        word="always",
        held=np.concatenate(list(same.values())),
        unit=f"sets, {n} draws of each of {len(same)} kinds",
        measured="the same partition from the leading c - 1 eigenvectors of HMH and from the "
        "second to the c-th of M, by k-means: "
        + ", ".join(f"{name} {held.sum()}" for name, held in same.items())
        + ".",
        theirs="stated",
        note="The eigenvector to be ignored is D^(1/2) 1, which is constant only where all degrees "
        f"are equal; its cosine with the constant one is {least['ignored']:.3f} or more here, and "
        f"the two subspaces agree to a least cosine of {least['subspace']:.3f}. A is the Gaussian "
        "kernel with the median rule.",
        recorded=recorded,
    )
    yield from centred_version(found, recorded)


def centred_version(found, recorded):
    agree = {name: np.array(row["njw"]) for name, row in found.items()}
    entropy = {
        key: [np.mean(row[f"entropy, {key}"]) for row in found.values()]
        for key in ("centred", "njw")
    }
    yield Claim(
        "So (1), relaxed, recovers a centred version of the spectral clustering of Ng, Jordan and "
        "Weiss.",
        kind="stand-in",
        word="usually",
        held=np.concatenate(list(agree.values())) >= 0.95,
        unit="sets, the partitions at an ARI of .95 or more",
        measured="mean ARI: "
        + ", ".join(f"{name} {values.mean():.2f}" for name, values in agree.items())
        + f". Mean entropy {np.mean(entropy['centred']):.3f} centred, "
        f"{np.mean(entropy['njw']):.3f} "
        "by Ng, Jordan and Weiss.",
        theirs="derived",
        note="Theirs keeps the eigenvector that is ignored here and brings rows to unit length, "
        "which the centred version does not.",
        recorded=recorded,
    )


@claims_of("Eq. (8)")
def best_structure():
    """Y* against others for the same partition."""
    held = []
    for seed in CASES:
        K, labels, _, rng = random_case(seed)
        best = optimal_structure(K, labels)
        B = rng.standard_normal((250, 4, 4))
        others = B @ B.swapaxes(1, 2)
        others[200:] = best + 0.05 * others[200:]
        J = taxonomy_value(K, labels, best)
        held.append(max(taxonomy_value(K, labels, Y) for Y in others) <= J * (1 + 1e-12))
    yield Claim(
        "For a given partition Y* is the best positive semi-definite structure, in closed form.",
        held=held,
        unit="random cases",
        measured="none of 250 others is better, 50 of them close to Y*.",
        theirs="derived",
        **DERIVED,
    )


def by_pseudo_inverse(K, labels):
    """(8), word for word."""
    Pi = one_hot(labels, labels.max() + 1)
    H = np.eye(len(K)) - 1 / len(K)
    S, inverse = Pi.T @ H @ K @ H @ Pi, np.linalg.pinv(Pi.T @ H @ Pi)
    return inverse @ S @ inverse / np.sqrt(np.trace(S @ inverse @ S @ inverse))


@claims_of("Eq. (9)")
def set_kernel():
    """Y* against the mean similarities of clusters."""
    alike, same_value, identity = [], [], []
    for seed in CASES:
        K, labels, _, _ = random_case(seed)
        n, Y = np.bincount(labels), by_pseudo_inverse(K, labels)
        means = block_sums(centre(K), labels, 4) / np.outer(n, n)
        ratio = centre(means) / Y
        alike.append(np.ptp(ratio) < 1e-8 * abs(ratio).max())
        values = (taxonomy_value(K, labels, A) for A in (means, Y))
        same_value.append(np.isclose(*values))
        Pi, H = one_hot(labels, 4), np.eye(40) - 1 / 40
        right = (np.eye(4) - 1 / 4) @ np.linalg.inv(Pi.T @ Pi) @ Pi.T @ H
        identity.append(np.allclose(np.linalg.pinv(Pi.T @ H @ Pi) @ Pi.T @ H, right, atol=1e-10))
    yield Claim(
        "Y* is the set kernel of the clusters, centred, up to a factor.",
        held=np.array(alike) & np.array(identity),
        unit="random cases",
        measured=f"entries proportional to 1e-8 in {sum(alike)}, the identity of the "
        f"pseudo-inverse behind it in {sum(identity)}.",
        theirs="derived",
        note=f"Centring it makes no difference to (1) (in {sum(same_value)} of {len(alike)}).",
        **DERIVED,
    )


@claims_of("Eq. (10)")
def norm_of_T():
    """(1) with Y* put in."""
    equal = []
    for seed in CASES:
        K = partitions.seven(seed)
        norms = partitions.values_of_all(K)[1]
        for k in range(0, len(norms), 40):
            labels = partitions.partitions(7, 3)[k]
            best = optimal_structure(K, labels)
            equal.append(np.isclose(norms[k], taxonomy_value(K, labels, best)))
    yield Claim(
        "With the best structure put in, (1) is the norm of P'HMHP.",
        held=equal,
        unit="partitions of twenty random sets",
        measured="P is Π with columns of unit length.",
        theirs="derived",
        **DERIVED,
    )


@claims_of("Section 3.3 (partitions)")
def relaxed():
    """Trace and norm over frames."""
    held = []
    for seed in CASES:
        M = centre(partitions.seven(seed))
        V = np.linalg.eigh(M)[1][:, -3:]
        frames = np.linalg.qr(np.random.default_rng(seed).standard_normal((500, 7, 3)))[0]
        others, top = frames.swapaxes(1, 2) @ M @ frames, V.T @ M @ V
        beaten = np.trace(others, axis1=1, axis2=2).max() < np.trace(top)
        held.append(beaten and np.linalg.norm(others, axis=(1, 2)).max() < np.linalg.norm(top))
    yield Claim(
        "Relaxed to orthonormal columns, trace and norm have the same solution, the leading "
        "eigenvectors.",
        held=held,
        unit="random sets",
        measured="both above all of 500 random frames.",
        theirs="derived",
        **DERIVED,
    )


REGIMES = (
    ("seven points of pure noise", (0,), "corners"),
    ("three groups at the corners of a triangle", (3, 4, 6, 8), "corners"),
    ("three groups on a line", (3, 4, 6, 8), "line"),
)


@claims_of("Section 3.3 (partitions)")
def not_relaxed():
    """The best of all 301 partitions, with Y* and with Y = I."""
    for regime, apart, places in REGIMES:
        for kernel in ("rbf", "linear"):
            rows = {a: partitions.same_partition(kernel, a, places) for a in apart}
            yield same_best(regime, kernel, rows)


def same_best(regime, kernel, rows):
    """One claim: the sets of a regime, at one separation or several."""
    identity, trace = (np.concatenate(part) for part in zip(*rows.values(), strict=True))
    per = [f"{held.sum()} at {a}" for a, (held, _) in rows.items()]
    parts = f"{', '.join(per)} standard deviations, of {len(rows[max(rows)][0])} each. "
    return Claim(
        f"The best partition is the same for Y* and for Y = I; {regime}, {kernel} kernel.",
        kind="theorem or derivation",
        word="always",
        held=identity,
        unit="sets, all 301 partitions of seven points into three tried",
        measured=f"{parts if len(rows) > 1 else ''}As k-means, the trace of T, Y = I agrees in "
        f"{trace.sum()} of {len(trace)}.",
        theirs="concluded from the relaxation",
        note="Y = I stands in (1) as it is. Trace and norm have the same relaxed solution, but "
        "partitions are not relaxed.",
    )
