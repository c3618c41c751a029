"""Graders of L1 to L4: the label kernel of Song 2007."""

from __future__ import annotations

from functools import cache
from itertools import permutations

import numpy as np
from sklearn.datasets import make_moons

from ...datasets import make_row, make_three
from ...kernels.gram import centre
from ...kernels.matrix import kernel_matrix
from ...labels.kernels import chain, is_psd, ring
from ...labels.partition import block_sums, cluster_sizes, one_hot
from ...papers.song2007.cluhsic import CLUHSIC
from ...search.objectives import Normalized, value
from ...search.starts import random_labels
from ..answers import array, call, label_kernel, number, one_of
from ..exercises import Unanswered, Wrong, exercise


@cache
def row_objectives():
    """J of the five true groups of the row under chain(5) and ring(5)."""
    X, y = make_row()
    S, n = block_sums(centre(kernel_matrix(X)), y, 5), cluster_sizes(y, 5)
    return tuple(float(value(Normalized(A), S, n)) for A in (chain(5), ring(5)))


@exercise("L1", '`side` as "above", "below" or "equal", and `by` as a number')
def grade_l1(side, by):
    """Ring against chain on the row."""
    side = one_of(side, ("above", "below", "equal"), "side")
    in_chain, in_ring = row_objectives()
    less = in_chain - in_ring
    if side == "above":
        raise Wrong(
            "`ring(5)` has two more ones, but a one may count a negative entry.",
            "What does S say of the two end groups: more alike than average, or less?",
        )
    if side == "equal":
        raise Wrong(
            "The two entries that differ do count.",
            "Near 0 is what K says of the ends before centring. What is left once the averages "
            "are out?",
        )
    by = abs(number(by, "by"))
    if np.isclose(by, less / 2, rtol=0.01):
        raise Wrong(
            f"`by` = {by:g} is half of it.",
            "In how many entries does ring(5) differ from chain(5)?",
        )
    if not np.isclose(by, less, atol=0.05):
        raise Wrong(
            f"Below is right, but not by {by:g}. Let the library tell: J for chain(5), J for "
            "ring(5), both for the labels `group`, K centred."
        )
    return (
        f"J falls from {in_chain:.2f} to {in_ring:.2f}. The closing edge adds twice the entry of "
        f"the two end groups, 2 × ({-less / 2:.3f}): centred, their similarity is below average."
    )


@exercise("L2", "`make_ring`, a function of c that returns an array of shape (c, c)")
def grade_l2(make_ring):
    """A ring from the student's function, compared with Song (11)."""
    for c in (4, 3, 5, 6, 7, 8):
        A = array(call(make_ring, "make_ring", c), (c, c), f"make_ring({c})")
        if np.allclose(A, ring(c)):
            continue
        if not np.allclose(A, A.T):
            raise Wrong(f"`make_ring({c})` is not symmetric: neighbours are so both ways.")
        if not A[0, c - 1]:
            raise Wrong(
                f"`A[0, {c - 1}]` is 0 at c = {c}.",
                "Who is the neighbour of the last label on its far side?",
            )
        if not is_psd(A):
            smallest = np.linalg.eigvalsh(A)[0]
            raise Wrong(
                f"The smallest eigenvalue is {smallest:.3g} at c = {c}.",
                "How heavy must a diagonal be to balance two neighbours?",
            )
        j, l = np.argwhere(~np.isclose(A, ring(c)))[0]
        raise Wrong(
            f"`A[{j}, {l}]` is {A[j, l]:g} at c = {c}; equation (11) has {ring(c)[j, l]:g}."
        )
    least = ", ".join(f"{abs(np.linalg.eigvalsh(ring(c))[0]):.3f}" for c in (3, 4, 5, 8))
    return (
        f"It is (11) at c = 4, and a kernel: the smallest eigenvalues are {least} at c = 3, 4, 5, "
        "8. Where c is even the colours of the wheel can alternate, and (1, -1, 1, -1, ...) gets 0."
    )


@exercise("L3", "the editor, or a symmetric matrix of shape (4, 4)")
def grade_l3(editor):
    """Halves of two moons from a label kernel."""
    if isinstance(getattr(editor, "value", None), np.ndarray) and np.array_equal(
        editor.value, np.eye(4)
    ):
        raise Unanswered("the editor still shows A = I, as it started. Drag or type in its cells.")
    A = label_kernel(editor, 4, "editor")
    if not is_psd(A):
        raise Wrong(
            f"The smallest eigenvalue is {np.linalg.eigvalsh(A)[0]:.3g}: this is no kernel."
        )
    if any(np.allclose(A[np.ix_(p, p)], A) for p in _mixed_renamings()):
        raise Wrong(
            "This A stays as it is under a renaming that parts 0 from 1.",
            "Try other seeds: who shares a moon with 0 then?",
        )
    if not np.allclose(A[:2, 2:], A[0, 2]):
        j, l = np.unravel_index(A[:2, 2:].argmax(), (2, 2))
        raise Wrong(
            f"Your `A[{j}, {l + 2}]` makes relatives of labels {j} and {l + 2}.",
            "Should one half of a moon be nearer to the other moon than its twin is?",
        )
    for j in (0, 2):
        if np.allclose(A[j], A[j + 1]):
            raise Wrong(
                f"Rows {j} and {j + 1} of this A are equal.",
                "How can A tell 0 from 1 if their rows are the same?",
            )
    return _grade_halves(A)


def _mixed_renamings():
    """Renamings that part 0 from 1."""
    return [p for p in permutations(range(4)) if {p[0], p[1]} not in ({0, 1}, {2, 3})]


def _grade_halves(A):
    X, moon = make_moons(200, noise=0.06, random_state=0)
    fit = CLUHSIC(4, label_kernel=A, kernel="graph", n_neighbors=10, random_state=0)
    labels = fit.fit_predict(X)
    mixed = min(max(np.mean(moon[labels // 2 == f] == m) for m in (0, 1)) for f in (0, 1))
    if mixed < 0.95:
        raise Wrong(
            f"Labels 0 and 1, or 2 and 3, share a moon for {100 * mixed:.0f} % of their points "
            "only. Who should be whose relative?"
        )
    sizes = cluster_sizes(labels, 4)
    if sizes.min() < 30:
        raise Wrong(
            f"The moons are right, but the sizes are {_listed(sizes)}: no halves. A similarity "
            "close to the diagonal's makes two labels nearly one."
        )
    return (
        f"Labels 0 and 1 share one moon, 2 and 3 the other, in sizes {_listed(sizes)}, and "
        "this A allows no renaming that parts them. `tree((2, 2))`, two families of two, is the "
        "kernel made for it."
    )


def _listed(sizes):
    return ", ".join(f"{n:.0f}" for n in sizes)


@cache
def moves():
    """200 moves of a random walk over partitions of THREE: what a function is given, and J."""
    rng = np.random.default_rng(0)
    X, _ = make_three()
    K, A = centre(kernel_matrix(X)), chain(3)
    labels, made = random_labels(60, 3, rng), []
    while len(made) < 200:
        i, b = int(rng.integers(60)), int(rng.integers(3))
        a, n = int(labels[i]), cluster_sizes(labels, 3)
        if a == b or n[a] == 1:
            continue
        given = (block_sums(K, labels, 3), K[i] @ one_hot(labels, 3), n, K[i, i], a, b, A)
        labels[i] = b
        made.append(
            (given, value(Normalized(A), block_sums(K, labels, 3), cluster_sizes(labels, 3)))
        )
    return made


@exercise("L4", "`after_move`, a function of (S, g, n, k, a, b, A) that returns a number")
def grade_l4(after_move):
    """J after a move, against J from scratch."""
    off, stale, alone = [], [], []
    for (S, g, n, k, a, b, A), J in moves():
        said = number(call(after_move, "after_move", S, g, n, k, a, b, A), "after_move(...)")
        off.append(said - J)
        for new, own, kept in ((n, k, stale), (n - np.eye(3)[a] + np.eye(3)[b], 0, alone)):
            W = A / np.sqrt(np.outer(new, new))
            J_likely = (W * S).sum() + 2 * g @ (W[b] - W[a])
            kept.append(said - J_likely - own * (W[a, a] + W[b, b] - 2 * W[a, b]))
    worst, typical = np.abs(off).max(), np.median(np.abs(off))
    if worst < 1e-10:
        return (
            f"Over 200 moves the largest error is {worst:.0e}. It costs O(c²), whatever the number "
            "of points: that is why one search can try every move of every point."
        )
    if np.abs(stale).max() < 1e-10:
        raise Wrong(
            f"Off by {typical:.2g} typically.", "Whose sizes stand in W once the point has moved?"
        )
    if np.abs(alone).max() < 1e-10:
        raise Wrong(
            f"Off by {typical:.2g} typically.",
            "`g` counts the point itself, wherever it is: where does `k` enter?",
        )
    raise Wrong(
        f"Off by {typical:.2g} typically, {worst:.2g} at worst. Write S after the move as S plus "
        "what the point adds to rows and columns b, less what it takes from a."
    )
