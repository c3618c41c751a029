"""What can be derived: label kernels, Propositions 1 and 2, Corollary 1, Lemmas 1 and 2."""

from __future__ import annotations

import numpy as np

from .... import cluhsic, cluhsical
from ....labels import chain, is_psd, loss_rows, ring, tree, tree_paths, zero_one_loss
from ...claim import Claim
from ...paper import claims_of
from .. import cases
from .. import derivations as derived

DERIVED = {"kind": "theorem or derivation", "word": "theorem"}
_SECTION_2 = {
    "chain": (chain(4), [[2, 1, 0, 0], [1, 2, 1, 0], [0, 1, 2, 1], [0, 0, 1, 2]]),
    "ring": (ring(4), [[2, 1, 0, 1], [1, 2, 1, 0], [0, 1, 2, 1], [1, 0, 1, 2]]),
    "tree": (tree((2, 2)), [[2, 1, 0, 0], [1, 2, 0, 0], [0, 0, 2, 1], [0, 0, 1, 2]]),
}
_CASES = 20
_CLUSTERS = (2, 4, 5)


@claims_of("Fig. 2")
def label_kernels():
    held = [np.array_equal(A, printed) for A, printed in _SECTION_2.values()]
    psd = [name for name, (A, _) in _SECTION_2.items() if is_psd(A)]
    yield Claim(
        "Chain, ring and tree of four labels have the label kernels of section II.",
        **DERIVED,
        held=held,
        unit="structures",
        measured=f"ours equal the printed matrices; positive semi-definite: {', '.join(psd)}",
        theirs="three matrices",
    )


@claims_of("Fig. 3")
def features_of_nodes():
    same, deep = [], []
    for spec in cases.TREES.values():
        features = derived.node_features(spec)
        same.append(np.allclose(features @ features.T, tree(spec)))
        deep.append(len({len(path) for path in tree_paths(spec)}) == 1)
    yield Claim(
        "Features of the nodes above a leaf, without the root, give the label kernel of Song 2007.",
        **DERIVED,
        held=same,
        unit="trees",
        measured=f"equal; leaves equally deep in {sum(deep)} of {len(deep)} trees",
        theirs="stated",
        note="Two of the trees are those of stand-ins: a tree of 15 generated superfamilies for "
        "SCOP, a tree of six newsgroups for WIPO.",
    )


@claims_of("Proposition 1")
def dual_of_the_regression():
    held = [derived.regression_case(seed)["dual"] for seed in range(_CASES)]
    yield Claim(
        "The dual of the regression (3) has the optimum 1'(J + S)^-1 1 / 2.",
        **DERIVED,
        held=held,
        unit="random cases",
        measured="compared with a least-squares solution of (3) on explicit features",
        theirs="proved",
    )


@claims_of("Proposition 2")
def expansion():
    found = [derived.regression_case(seed) for seed in range(_CASES)]
    yield Claim(
        "Lemmas 3 to 5: the first-order approximation (20) is the objective (11) with the rows "
        "(12).",
        **DERIVED,
        held=[of["expansion"] and of["lemma 4"] and of["lemma 5"] for of in found],
        unit="random cases",
        measured="both sides computed literally, with random losses",
        theirs="proved",
    )


@claims_of("Corollary 1")
def hidden_loss():
    ratios = np.array([derived.ratio_of_scores(seed) for seed in range(_CASES)])
    loose = np.array([derived.ratio_of_scores(seed, centred=False) for seed in range(_CASES)])
    yield Claim(
        "With the 0-1 loss and no normalisation, the objective of CLUHSICAL is a multiple of "
        "CLUHSIC's, for every labelling.",
        **DERIVED,
        held=np.isclose(ratios, 16),
        unit="random cases",
        measured=f"ratio of the objectives {ratios.min():.3f} to {ratios.max():.3f} for four "
        f"labels, c² = 16; where K is not centred {loose.min():.1f} to {loose.max():.1f}",
        theirs="proved",
        note="Only for centred K, which the paper assumes.",
    )
    yield _same_clusters()


def _same_clusters():
    """Each search goes on where the other one ended."""
    stays, same = [], []
    for seed in range(_CASES):
        K, how = derived.four_groups(seed), {"normalization": None}
        ours = {"penalty": 0, **how}
        options = {"n_init": 10, "random_state": seed}
        one = cluhsic(K, ring(4), **how, **options).labels
        other = cluhsical(K, ring(4), "zero-one", **ours, **options).labels
        same.append(np.array_equal(one, other))
        on = cluhsical(K, ring(4), "zero-one", init=one, **ours).labels
        back = cluhsic(K, ring(4), init=other, **how).labels
        stays.append(np.array_equal(on, one) and np.array_equal(back, other))
    return Claim(
        "So before normalisation, where a search by one ends, the other finds nothing better.",
        kind="stand-in",
        word="always",
        held=stays,
        unit="draws",
        measured="each started from the labels of the other stays there; from the same ten random "
        f"starts both end in the same labels in {sum(same)} of {len(same)} draws",
        theirs="“also experimentally verified” (section IV-C)",
        note="Forty points in four groups. From random starts rounding may part them, in a tie.",
    )


@claims_of("Lemma 1")
def kmeans_again():
    slopes = {c: derived.slope_of_14(np.eye(c)) for c in _CLUSTERS}
    yield Claim(
        "At equal sizes, l1-normalised CLUHSIC with A = (m/c) I is k-means, score (14).",
        **DERIVED,
        held=[np.isclose(slope, 40 / c) for c, slope in slopes.items()],
        unit="numbers of clusters",
        measured="(14) is a constant minus a multiple of the trace; multiples "
        + ", ".join(f"{slope:.1f} for c = {c}" for c, slope in slopes.items())
        + "; m = 40",
        theirs="proved: m/c",
    )


@claims_of("Lemma 2")
def signed_rows():
    slopes = {c: derived.slope_of_14(loss_rows(zero_one_loss(c))) for c in _CLUSTERS}
    listed = ", ".join(f"{slope:.1f} for c = {c}" for c, slope in slopes.items())
    yield Claim(
        "At equal sizes, l1-normalised CLUHSICAL with the 0-1 loss is score (14) with the signed "
        "rows (17).",
        **DERIVED,
        held=[np.isclose(slope, 2 * (c - 1) * 40 / c) for c, slope in slopes.items()],
        unit="numbers of clusters",
        measured=f"(14) is a constant minus 2(c − 1)m/c times the trace: {listed}; m = 40",
        theirs="proved",
    )
    printed = ", ".join(f"{(2 * c - 1) * 40 / c:.1f}" for c in _CLUSTERS)
    yield Claim(
        "The constant of the lemma is (2c − 1)m/c.",
        kind="misprint",
        word="theorem",
        held=[np.isclose(slope, (2 * c - 1) * 40 / c) for c, slope in slopes.items()],
        unit="numbers of clusters",
        measured=f"{listed}, m = 40; as printed it would be {printed}",
        theirs="(2c − 1)m/c",
        note="2(c − 1)m/c is right; the proof in the appendix and the text below the lemma use it.",
    )
