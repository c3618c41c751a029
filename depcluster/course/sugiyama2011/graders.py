"""Graders of S1 to S4: squared-loss mutual information, Sugiyama 2011."""

from __future__ import annotations

from functools import cache

import numpy as np
from sklearn.metrics import adjusted_rand_score

from ...datasets import make_blobs4, make_spirals, make_three
from ...kernels.local_scaling import local_scaling
from ...kernels.matrix import kernel_matrix
from ...papers.sugiyama2011.lsmi import lsmi
from ...papers.sugiyama2011.smic import smic
from ..answers import array, call, number, one_of
from ..exercises import Wrong, exercise


@exercise("S1", "`coin` and `perfect`, two numbers")
def grade_s1(coin, perfect):
    """SMI of a coin and of perfect labels."""
    said = np.array([number(coin, "coin"), number(perfect, "perfect")])
    ratio = np.array([1.5, 0.5])  # where they agree, where they don't
    share = ratio / 2  # of each case
    smi = np.array([share @ ratio - 1, 3.0]) / 2
    mutual = np.array([share @ np.log(ratio), np.log(4)])
    close = np.abs(said - smi) <= (0.0051, 0.015)  # 0.125 rounded is 0.12 or 0.13
    if close.all():
        return (
            "The coin's ratio is 1.5 where x and y agree and 0.5 where they don't: half the mean "
            "of (r - 1)² is 0.125. With four perfect labels r is 4 or 0: (c - 1)/2 = 1.5, and no "
            "SMI is larger."
        )
    told = f"{said[0]:g} for the coin, {said[1]:g} for perfect labels:"
    if np.isclose(said, mutual, rtol=0.01).any():
        raise Wrong(
            f"{told} this is mutual information with the logarithm.",
            "Which function of the ratio stands in (1)?",
        )
    if np.isclose(said, 2 * smi, rtol=0.01).any():
        raise Wrong(f"{told} twice what it should be.", "What stands before the integral in (1)?")
    name = "perfect" if close[0] else "coin"
    raise Wrong(
        f"{told} `{name}` is off. Write down r = p(x, y)/(p(x) p(y)) for each case, then average "
        "(r - 1)² with the weights p(x) p(y)."
    )


def path_and_pair(weight):
    """Six points: a path of four with weights 0.9, and a pair."""
    K = np.eye(6)
    for i, w in enumerate((0.9, 0.9, 0.9, 0, weight)):
        K[i, i + 1] = K[i + 1, i] = w
    return K


@exercise("S2", '`undecided` as "pair", "ends" or "nobody", and `weight` as a number')
def grade_s2(undecided, weight):
    """Who has no score, and from which weight on all have one."""
    undecided = one_of(undecided, ("pair", "ends", "nobody"), "undecided")
    found = smic(path_and_pair(0.5), 2)
    values = np.linalg.eigvalsh(path_and_pair(0.5)[:4, :4])[::-1]
    if undecided == "ends":
        scores = ", ".join(f"{score:.2f}" for score in found.scores.max(axis=1)[:4])
        raise Wrong(
            f"Every point of the path has a score: {scores}.",
            "Print the two leading eigenvectors: who has an entry other than 0?",
        )
    if undecided == "nobody":
        raise Wrong(
            f"{found.undecided.sum()} points have the score 0 in both columns.",
            "Whose are the two leading eigenvectors? A component may have both.",
        )
    weight = number(weight, "weight")
    if np.isclose(weight, values[0] - 1, atol=0.004):
        raise Wrong(
            f"From {weight:g} on the pair's vector would be the first of all.",
            "Whose place among the top two must the pair take?",
        )
    if not np.isclose(weight, values[1] - 1, atol=0.004):
        raise Wrong(
            f"The pair it is, but not from {weight:g} on. The pair's eigenvalue is 1 + its weight; "
            "what are those of the path?"
        )
    return (
        f"The path alone has eigenvalues {values[0]:.3f} and {values[1]:.3f}, the pair 1.5: the "
        f"path takes both places. Above {values[1] - 1:.3f} the pair's vector comes second, and "
        "everyone has a score."
    )


@cache
def blob_kernels():
    """Kernel matrices of BLOBS4 at t = 7, rows in a random order, and the labels of SMIC."""
    made = []
    for seed in range(6):
        X, _ = make_blobs4(random_state=seed)
        X = np.random.default_rng(seed).permutation(X)
        K = local_scaling(X, 7).K
        made.append((K.toarray() if hasattr(K, "toarray") else K, smic(K, 4).labels))
    return made


def _variant(K, c, *, signed=True, top=True, divided=True):
    V = np.linalg.eigh(K)[1]
    V = V[:, ::-1][:, :c] if top else V[:, :c]
    scores = np.maximum(V * np.sign(V.sum(axis=0)) if signed else V, 0)
    with np.errstate(all="ignore"):
        return (scores / scores.sum(axis=0) if divided else scores).argmax(axis=1)


@exercise("S3", "`closed_form`, a function of (K, c) that returns one label a point")
def grade_s3(closed_form):
    """SMIC in closed form, on the kernel matrices of blobs and on one that tells rivals apart."""
    groups, said = kernel_matrix(make_three()[0], gamma=0.3), []
    trials = [*((K, 4, y) for K, y in blob_kernels()), (groups, 3, smic(groups, 3).labels)]
    for K, c, labels in trials:
        found = array(call(closed_form, "closed_form", K, c), (len(K),), f"closed_form(K, {c})")
        said.append((K, c, found, adjusted_rand_score(labels, found.round().astype(int))))
    *on_blobs, on_groups = (score for *_, score in said)
    if min(*on_blobs, on_groups) == 1:
        return (
            "The same labels as SMIC's on six draws of the four blobs, and on the three groups. No "
            "start, no iteration: the eigenproblem is the clustering."
        )
    told = (
        f"Your ARI to SMIC's labels is {abs(min(on_blobs)):.2f} at worst on six draws of the four "
        f"blobs, {abs(on_groups):.2f} on the three groups."
    )
    hints = {
        "signed": "What does max(0, .) make of an eigenvector that comes with its sign turned?",
        "top": "At which end of the spectrum of a similarity are the groups?",
        "divided": (
            "What keeps the class with the largest entries from winning more than its share?"
        ),
    }
    for changed, hint in hints.items():
        if all(
            np.array_equal(found, _variant(K, c, **{changed: False})) for K, c, found, _ in said
        ):
            raise Wrong(told, hint)
    raise Wrong(
        f"{told} The steps: top c eigenvectors, each with the sign that makes its sum positive, "
        "negative entries to 0, each column divided by its sum, argmax of each row."
    )


@cache
def paths():
    """SMI^ and ARI at t = 1..10 on the blobs and the spirals; LSMI's largest value on the blobs."""
    made = []
    for make, c in ((make_blobs4, 4), (make_spirals, 2)):
        X, y = make()
        found = [smic(local_scaling(X, t).K, c, X=X) for t in range(1, 11)]
        scores = [adjusted_rand_score(y, result.labels) for result in found]
        made.append((np.array([result.smi for result in found]), np.array(scores)))
        if c == 4:
            best = max(lsmi(X, result.labels, random_state=0).value for result in found[2:5])
    return made, best


@exercise("S4", '`because` as "a", "b" or "c", and `most` as a number')
def grade_s4(because, most):
    """Why SMI^ cannot choose t."""
    because = one_of(because, "abc", "because")
    ((smi, ari), (smi_spirals, ari_spirals)), best = paths()
    if because == "a":
        raise Wrong(
            f"At t = 1 SMI^ is {smi[0]:.1f}.", "How much dependence can any labels have at most?"
        )
    if because == "b":
        t = smi_spirals.argmin()
        raise Wrong(
            f"On the spirals the minimum is at t = {t + 1}, with ARI {ari_spirals[t]:.2f}; the "
            f"best is {ari_spirals.max():.2f}.",
            "It is out of range at every t on the blobs: what would its minimum tell?",
        )
    most = number(most, "most")
    if np.isclose(most, np.log(4), atol=0.01):
        raise Wrong(f"{most:g} is the logarithm of c.", "Is that the bound of SMI, or of MI?")
    if not np.isclose(most, 1.5, atol=0.01):
        raise Wrong(
            f"c is right, but SMI can't be {most:g} at most. With perfect, equal classes the ratio "
            "is c for the own class and 0 for the others."
        )
    return (
        f"SMI^ falls from {smi[0]:.1f} at t = 1 to {smi[-1]:.1f} at t = 10, all above the largest "
        f"SMI, 1.5. So it takes t = 1, with ARI {ari[0]:.2f}, where {ari.max():.2f} could be had. "
        f"Scores cut at 0 and squared are no posterior. LSMI stays below: {best:.2f} at its best."
    )
