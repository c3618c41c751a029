"""More ways to write a function, right ones and wrong ones; the judge says what each is worth."""

from __future__ import annotations

import re
from itertools import product


def forms(text):
    """Every way to read a text with choices in it.

    Parameters
    ----------
    text : str
        A choice stands as ``‹one¦other›``, and may go over lines.

    Returns
    -------
    list of str

    Examples
    --------
    >>> forms("return ‹1¦2› * ‹x¦y›")
    ['return 1 * x', 'return 1 * y', 'return 2 * x', 'return 2 * y']
    """
    parts = [part.split("¦") for part in re.split("[‹›]", text)]
    return ["".join(chosen) for chosen in product(*parts)]


_RINGS = (
    """
def make_ring(c):
    A = ‹2 * np.eye(c)¦np.eye(c) * 2¦np.diag([2] * c)¦np.diag(2 * np.ones(c))¦np.eye(c)›
    for j in range(‹c¦c - 1›):
        A[j, (j + 1) % c] = ‹¦1
        ›A[(j + 1) % c, j] = 1
    return A
""",
    """
def make_ring(c):
    A = ‹2 * np.eye(c)¦np.eye(c)›
    for j in range(c):
        A[j, (j + 1) % c] = 1
        A[j, (j - 1) % c] = 1
    return A
""",
    """
def make_ring(c):
    step = np.roll(np.eye(c), ‹1¦-1›, ‹axis=0¦axis=1›)
    return ‹2 * np.eye(c)¦np.eye(c)› + step + step.T
""",
    """
def make_ring(c):
    I = np.eye(c)
    return ‹2 * I¦I› + np.roll(I, 1, ‹axis=0¦axis=1›) + np.roll(I, -1, ‹axis=0¦axis=1›)
""",
    """
def make_ring(c):
    A = ‹2 * np.eye(c)¦np.eye(c)› + np.eye(c, k=‹1¦-1›) + np.eye(c, k=‹-1¦1›)
    ‹A[0, -1] = A[-1, 0] = 1¦A[0, c - 1] = A[c - 1, 0] = 1¦A[0, -1] = 1
    A[-1, 0] = 1¦A[0, c - 1] = 1
    A[c - 1, 0] = 1›
    return A
""",
    "def make_ring(c):\n    return ‹np.eye(c)¦2 * np.eye(c)¦np.ones((c, c))¦np.eye(c) + 1›",
)
_MOVES = (
    """
def after_move(S, g, n, k, a, b, A):
    e = ‹np.eye(len(n))[b] - np.eye(len(n))[a]¦np.zeros(len(n))
    e[a] = -1
    e[b] = 1¦np.zeros(len(n))
    e[b] = 1
    e[a] = -1¦np.zeros(len(n))
    e[a], e[b] = -1, 1›
    S = S + np.outer(e, g) + np.outer(g, e)‹ + k * np.outer(e, e)¦ - k * np.outer(e, e)¦›
    ‹n = n + e
    ¦›return np.sum(‹A / np.sqrt(np.outer(n, n)) * S¦A * S / np.sqrt(np.outer(n, n))›)
""",
)
_FIRST_TERMS = (
    """
def delta(K, labels):
    m = len(K)
    c = ‹labels.max() + 1¦len(np.unique(labels))¦3›
    H = np.eye(m) - ‹1 / m¦np.ones((m, m)) / m›
    ‹K = H @ K @ H
    ¦›P = np.eye(c)[labels] / np.sqrt(np.bincount(labels))
    D = np.trace(P.T @ K @ P)
    values = np.linalg.eigvalsh(K)[::-1]
    D0 = values[: ‹c - 1¦c›].sum()
    gap = ‹values[c - 2] - values[c - 1]¦values[c - 1] - values[c]›
    return (D0 - D) / gap
""",
)
_OBJECTIVES = (
    """
def objective(K, labels, A, Delta):
    m = len(K)
    H = np.eye(m) - ‹1 / m¦np.ones((m, m)) / m›
    R = ‹np.diag(Delta.sum(axis=1)) - ¦np.diag(Delta.sum(axis=0)) - ¦-¦›Delta
    Pi = ‹R[labels]¦np.eye(len(A))[labels] @ R¦np.eye(len(A))[labels]›
    return np.trace(‹H @ K @ H¦K¦H @ K› @ Pi @ A @ Pi.T)
""",
)
_STRUCTURES = (
    """
def structure(K, labels):
    c = ‹labels.max() + 1¦len(np.unique(labels))¦3›
    Y = np.zeros((c, c))
    for j in range(c):
        for l in range(c):
            block = ‹K[labels == j][:, labels == l]¦K[np.ix_(labels == j, labels == l)]›
            Y[j, l] = block.‹mean¦sum›()
    return Y
""",
    """
def structure(K, labels):
    Pi = np.eye(‹labels.max() + 1¦3›)[labels]
    n = ‹Pi.sum(axis=0)¦np.bincount(labels)›
    return Pi.T @ K @ Pi‹ / np.outer(n, n)¦ / np.sqrt(np.outer(n, n))¦ / n[:, None] / n¦ / n¦›
""",
    "def structure(K, labels):\n    return ‹np.eye(3)¦np.ones((3, 3))¦np.eye(labels.max() + 1)›",
)
_WEIGHTINGS = (
    """
def quiet(X, K):
    f = K.mean(axis=1)
    lonely = (K ‹>=¦>› np.exp(-9 / 4)).sum(axis=1) ‹== 1¦<= 1¦< 2¦== 0›
    return np.where(lonely, ‹0.01¦0.001¦1e-3¦0.1›, 1 / f)
""",
    """
def quiet(X, K):
    u = 1 / K.mean(axis=1)
    lonely = (K ‹>=¦>› np.exp(-9 / 4)).sum(axis=1) ‹== 1¦<= 1¦< 2¦== 0›
    u[lonely] = ‹0.01¦0.001¦1e-3¦0.1›
    return u
""",
)
_CLOSED = (
    """
def closed_form(K, c):
    values, V = np.linalg.eigh(K)
    V = V[:, ‹::-1][:, :c]¦-c:]¦:c]›
    ‹V = V * np.sign(V.sum(axis=0))
    ¦V *= np.sign(V.sum(axis=0))
    ¦›‹V = np.maximum(V, 0)
    ¦V = np.maximum(0, V)
    ¦›‹V = V / V.sum(axis=0)
    ¦V /= V.sum(axis=0)
    ¦›return ‹V.argmax(axis=1)¦np.argmax(V, axis=1)›
""",
)

# For each exercise that asks for a function, texts for `forms`.
FUNCTIONS = {
    "L2": _RINGS,
    "L4": _MOVES,
    "K2": _FIRST_TERMS,
    "Z2": _OBJECTIVES,
    "B2": _STRUCTURES,
    "J3": _WEIGHTINGS,
    "S3": _CLOSED,
}
