"""B1 to B4: exercises to the notebook on Blaschko 2008."""

from __future__ import annotations

from ..core import Exercise, Sheet
from ..judges.blaschko2008 import (
    ALWAYS_FITS,
    LARGEST_SUM,
    LOCAL,
    NO_TREE,
    ROOTS,
    STAR,
    STRUCTURE,
    SUMS,
    THEY_AGREE,
    TRACES,
    TWICE,
    judge_b1,
    judge_b2,
    judge_b3,
    judge_b4,
)

SHEET = Sheet(
    notebook="blaschko2008",
    title="Blaschko 2008: clusters and the tree that relates them",
    imports="""
    import numpy as np

    from depcluster import kernel_matrix, taxonomy_value
    from depcluster.datasets import make_three
    from depcluster.exercises import check
    from depcluster.trees import fit_tree_metric
    """,
    exercises=(
        Exercise(
            name="B1",
            title="Is it a tree?",
            kind="by hand",
            stars=1,
            minutes=6,
            task="""
            Six distances between four things: ab 3, cd 4, ac 4, ad 6, bc 5, bd 7. Are they path
            lengths on a tree? Give the pairs that its inner edge parts ("ab|cd", "ac|bd", "ad|bc",
            or "none" if it is no tree), the length of the inner edge, and that of a's own edge.
            """,
            answers=("pairs", "inner", "leg"),
            stub="pairs = ...\ninner = ...\nleg = ...  # of a",
            solution="""
            # ab + cd = 7, ac + bd = 11, ad + bc = 11: the two larger are equal.
            pairs = "ab|cd"
            inner = (11 - 7) / 2
            leg = (3 + 4 - 5) / 2  # (ab + ac - bc) / 2
            """,
            hints=("Add the distances of each way to make two pairs.", "Draw it."),
            slips=(TWICE, LARGEST_SUM, NO_TREE),
            judge=judge_b1,
            expects='`pairs` as a word such as "ab|cd", `inner` and `leg` as numbers',
        ),
        Exercise(
            name="B2",
            title="The best structure for a partition",
            kind="code",
            stars=2,
            minutes=10,
            task="""
            Write `structure(K, labels)`: the (c, c) matrix Y of (9), which no positive
            semi-definite Y beats in the objective (1). The check tries three groups of equal and of
            unequal sizes, and then random structures.
            """,
            setup="""
            three, group = make_three()
            K3 = kernel_matrix(three)
            # To try it: taxonomy_value(K3, group, structure(K3, group))
            """,
            answers=("structure",),
            stub="def structure(K, labels):\n    ...",
            solution=STRUCTURE,
            hints=("Block sums are the first half of it.", "Entry j, l is a mean over pairs."),
            slips=(SUMS, ROOTS),
            judge=judge_b2,
            expects="`structure`, a function of (K, labels) that returns a (c, c) array",
        ),
        Exercise(
            name="B3",
            title="A square in a tree",
            kind="predict, then run",
            stars=2,
            minutes=6,
            task="""
            The corners of a unit square. Predict the tree whose path lengths are nearest to their
            distances in L2: how long is its inner edge, and what is the misfit, the root of the
            summed squared differences over the six pairs? Then run `fit_tree_metric`.
            """,
            setup="corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])",
            answers=("inner", "misfit"),
            stub="inner = ...\nmisfit = ...",
            solution="""
            D = np.linalg.norm(corners[:, None] - corners, axis=2)
            fitted = fit_tree_metric(D)
            inner = fitted.lengths[-1]
            misfit = np.linalg.norm((fitted.path_metric() - D)[np.triu_indices(4, 1)])
            """,
            hints=(
                "The three sums are 2, 2 and 2√2.",
                "A tree has to make the two larger sums equal. Whom does it treat unfairly?",
            ),
            slips=(STAR, ALWAYS_FITS),
            judge=judge_b3,
            expects="`inner` and `misfit`, two numbers",
        ),
        Exercise(
            name="B4",
            title="Trace or norm?",
            kind="explain",
            stars=3,
            minutes=10,
            task=r"""
            Section 3.3 of the paper suggests that A = I and the best Y lead to the same partition.
            Tried on seven points, they need not. Why?

            - **a** They must: the paper proves it. What was tried has an error.
            - **b** The search ended in local optima.
            - **c** With $T = P^\top K P$, I wants a large trace, the best Y a large Frobenius norm.

            Prove it by a number: from which `t` on has diag(t, 0.5) a larger Frobenius norm than
            diag(3, 3)? (Its trace is smaller up to 5.5.)
            """,
            answers=("because", "t"),
            stub='because = ...  # "a", "b" or "c"\nt = ...  # a number',
            solution='because = "c"\nt = np.sqrt(2 * 3**2 - 0.5**2)',
            hints=(
                "For relaxed P, T becomes the diagonal of top eigenvalues, whichever is wanted.",
                "t² + 0.25 against 18.",
            ),
            slips=(THEY_AGREE, LOCAL, TRACES),
            judge=judge_b4,
            expects='`because` as "a", "b" or "c", and `t` as a number',
        ),
    ),
)
