"""Graders of K1 to K4: the data kernel of Song 2007."""

from __future__ import annotations

from functools import cache

import numpy as np
from sklearn.metrics import adjusted_rand_score

from ...datasets import make_collinear, make_xor
from ...kernels.eigenvectors import leading_eigenvectors
from ...kernels.gram import Dense, centre
from ...kernels.matrix import kernel_matrix
from ...labels.partition import cluster_sizes, one_hot
from ...labels.symmetries import align_labels
from ...papers.song2007.kernel_kmeans import KernelKMeans
from ...papers.song2007.perturbation import perturbation_bound
from ...papers.song2007.stability import stability_curve
from ...search.starts import spectral_labels
from ..answers import call, number, one_of
from ..exercises import Unanswered, Wrong, exercise

XOR_KERNELS = {
    "diffusion": {"kernel": "graph", "n_neighbors": 8},
    "rbf": {"gamma": 0.3},
    "poly2": {"kernel": "poly", "gamma": 1.0},
}


@cache
def xor_numbers():
    """Median gamma at noise 0.01 and 0.1, relative eigengap and ARI of each kernel on XOR."""
    X, y = make_xor()
    curve = stability_curve(
        X, XOR_KERNELS, [0.01, 0.1], n_clusters=2, n_seeds=10, random_state=1000
    )
    gaps, scores = [], []
    for kernel in XOR_KERNELS.values():
        K = kernel_matrix(X, **kernel)
        values, _ = leading_eigenvectors(Dense(K), 2)
        gaps.append(1 - values[1] / values[0])
        labels = KernelKMeans(2, kernel="precomputed", random_state=0).fit_predict(K)
        scores.append(adjusted_rand_score(y, labels))
    names = list(XOR_KERNELS)
    small, large = curve.quantiles(0.5).T
    return tuple(dict(zip(names, row, strict=True)) for row in (small, large, gaps, scores))


@exercise("K1", 'three names out of "diffusion", "rbf" and "poly2"')
def grade_k1(small, large, best):
    """The kernel with the lowest gamma at two sizes of noise, and the right one."""
    said = [
        one_of(word, tuple(XOR_KERNELS), name)
        for word, name in ((small, "small"), (large, "large"), (best, "best"))
    ]
    at_small, at_large, gaps, scores = xor_numbers()
    lowest = [min(at, key=at.get) for at in (at_small, at_large)]
    if "rbf" in said:
        raise Wrong(
            f"The gap of the RBF kernel is {gaps['rbf']:.3f} of its first eigenvalue, that of "
            f"poly2 {gaps['poly2']:.2f}.",
            "What stands below the fraction line of gamma?",
        )
    if said[0] != lowest[0]:
        raise Wrong(
            f"At noise 0.01 {said[0]} has gamma {at_small[said[0]]:.1g}, and another has less.",
            "What does a graph of nearest neighbours notice when nobody moves further than 0.03?",
        )
    if said[1] != lowest[1]:
        raise Wrong(
            f"At noise 0.1 {said[1]} has gamma {at_large[said[1]]:.2g}. Points move by a tenth "
            "now: which of the kernels is built from who is whose neighbour?"
        )
    if said[2] != max(scores, key=scores.get):
        raise Wrong(
            f"Cut in two under {said[2]}, XOR has ARI {abs(scores[said[2]]):.2f}.",
            "Does gamma ever look at the true classes?",
        )
    return (
        f"At 0.01 {lowest[0]} has gamma {abs(at_small[lowest[0]]):.1g} and ARI "
        f"{abs(scores[lowest[0]]):.2f}; at 0.1 {lowest[1]} has {at_large[lowest[1]]:.3f} and ARI "
        f"{scores[lowest[1]]:.2f}. Hardly shaken, anything looks stable; and stable is not the "
        "same as right."
    )


@cache
def collinear():
    """Samples, labels and the two kernel matrices of K2 and K4."""
    X, y = make_collinear()
    return X, y, {"linear": X @ X.T, "rbf": kernel_matrix(X, gamma=0.5)}


@exercise("K2", "`delta`, a function of (K, labels) that returns a number")
def grade_k2(delta):
    """delta = (D0 - D) / gap for two kernels."""
    _, y, kernels = collinear()
    truth = {k: perturbation_bound(K, K, y, y).term_delta for k, K in kernels.items()}
    said = {}
    for name, K in kernels.items():
        said[name] = number(call(delta, "delta", K, y), f"delta of the {name} kernel")
    if all(np.isclose(said[k], truth[k], rtol=1e-6) for k in truth):
        return (
            f"{truth['linear']:.3f} for the linear kernel, {truth['rbf']:.4f} for the RBF. No "
            "partition is near the linear kernel's two eigenvectors: its relaxation is far from "
            "every rounding, before anything is shaken."
        )
    P = one_hot(y, 3) / np.sqrt(cluster_sizes(y, 3))
    centred = "Which rank has the projection of c clusters once it is centred?"
    as_it_is = "What does Theorem 1 do to K before anything else?"
    for K, ranks, hint in (
        (centre(kernels["rbf"]), (3,), centred),
        (kernels["rbf"], (2, 3), as_it_is),
    ):
        values, D = np.linalg.eigvalsh(K)[::-1], np.trace(P.T @ K @ P)
        likely = [(values[:r].sum() - D) / (values[r - 1] - values[r]) for r in ranks]
        if np.isclose(said["rbf"], likely, rtol=1e-6).any():
            told = f"For the RBF kernel you get {said['rbf']:.4g}, for the linear one "
            raise Wrong(f"{told}{said['linear']:.3g}.", hint)
    raise Wrong(
        f"For the RBF kernel you get {said['rbf']:.4g}; the two parts are the dependence that "
        "the partition lacks, and the eigengap of the centred K that it is divided by. Print "
        "each beside `perturbation_bound(K, K, labels, labels)`."
    )


NOISE_SEED = 1  # as the explorer draws it from its random_state


@cache
def collinear_bound(amount):
    """Theorem 1 and the share of points that move, at one size of noise."""
    X, _, kernels = collinear()
    before = KernelKMeans(3, kernel="precomputed", random_state=0).fit_predict(kernels["rbf"])
    noise = np.random.default_rng([NOISE_SEED, 1]).standard_normal(X.shape)
    K = kernel_matrix(X + amount * noise, gamma=0.5)
    after = KernelKMeans(3, kernel="precomputed", random_state=0).fit_predict(K)
    after = align_labels(after, before, np.eye(3))
    return perturbation_bound(kernels["rbf"], K, before, after), float(np.mean(before != after))


@exercise("K3", "`shaken` as the explorer or a noise, and `share` as a number from 0 to 1")
def grade_k3(shaken, share):
    """The noise at which the bound first says nothing."""
    amount = shaken
    if hasattr(shaken, "amount"):
        amount = shaken.amount
        if (shaken.kernel, shaken.perturb) != ("rbf", "input"):
            raise Wrong(
                f"The explorer shows the {shaken.kernel} kernel under {shaken.perturb} noise; go "
                'back to kernel "rbf" and perturb "input".'
            )
        if np.isclose(amount, 0.2):
            raise Unanswered("`shaken` is still at noise 0.2, where it started. Move the slider.")
    amount = number(amount, "shaken")
    if not 0 <= amount <= 2:
        raise Wrong(f"`shaken` must be a noise from 0 to 2; got {amount:g}.")
    theorem, moved = collinear_bound(amount)
    if theorem.bound < 0.95 * theorem.trivial:
        _early(amount, theorem.bound, moved)
    if collinear_bound(amount - 0.03)[0].vacuous:
        raise Wrong(
            f"At noise {amount:g} the bound is {theorem.bound:.2f}, but 0.03 earlier it was above "
            f"the cap {theorem.trivial:g} already. Go back to where it first says nothing."
        )
    share = number(share, "share")
    if abs(share - moved) > 0.015:
        raise Wrong(
            f"The noise is right. But {100 * moved:.0f} % of the points have another label there, "
            f"not {100 * share:.0f} %: compare `labels_` with `perturbed_labels_`; `share` is a "
            "fraction."
        )
    return (
        f"At noise {amount:g} the bound is {theorem.bound:.2f}, and any two partitions into three "
        f"are within {theorem.trivial:g}. Only {100 * moved:.0f} % of the points moved, and ε is "
        f"{theorem.epsilon:.2f}: the bound stops speaking long before the partition breaks."
    )


def _early(amount, bound, moved):
    told = f"At noise {amount:g} the bound is {bound:.2f}: it still excludes something."
    if moved and not collinear_bound(amount - 0.02)[1]:
        raise Wrong(
            f"{told} The first points have moved here.",
            "That points move does not silence a bound: which line of the picture would?",
        )
    raise Wrong(told, "From which value on is no pair of partitions into three excluded?")


@cache
def linear_start():
    """Share of each eigenvector that lies between classes; ARI of the start and of the search."""
    _, y, kernels = collinear()
    _, U = leading_eigenvectors(Dense(kernels["linear"]), 2)
    means = np.array([U[y == j].mean(axis=0) for j in range(3)])
    found = KernelKMeans(3, kernel="precomputed", random_state=0).fit_predict(kernels["linear"])
    scores = [adjusted_rand_score(y, labels) for labels in (spectral_labels(U), found)]
    return 50 * (means**2).sum(axis=0), scores


@exercise("K4", '`because` as "a", "b" or "c", and `share` as a number from 0 to 1')
def grade_k4(because, share):
    """Why the linear kernel's spectral start fails."""
    because = one_of(because, "abc", "because")
    between, (start, search) = linear_start()
    if because == "a":
        raise Wrong(
            "The linear kernel only knows distances in the plane.",
            "Which lines separate the clusters that k-means finds: straight or curved?",
        )
    if because == "b":
        raise Wrong(
            f"From other starts the same search has ARI {search:.2f}; the spectral start has "
            f"{start:.2f} on every run.",
            "The start is rounded from eigenvectors: which of them helps?",
        )
    share = number(share, "share")
    if abs(share - between[0]) < 0.02:
        raise Wrong(
            f"{share:g} is the first eigenvector's share.", "Which vector is the one that harms?"
        )
    if abs(share - between[1]) > 0.0015:
        raise Wrong(
            f"c is right; but the second eigenvector's share is not {share:g}. It has length 1 "
            "and mean 0: sum, over the classes, size times squared class mean."
        )
    return (
        f"The first eigenvector has {between[0]:.2f} of its square between the classes, the second "
        f"{between[1]:.4f}: it is noise, and rounding gives it the same say (ARI {start:.2f}). "
        f"The search compares distances, in which that noise hardly counts (ARI {search:.2f})."
    )
