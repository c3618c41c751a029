"""L1 to L4: exercises to the first notebook on Song 2007."""

from __future__ import annotations

from ..core import Exercise, Sheet
from ..judges.song2007_labels import (
    BY_LUCK,
    CHAINED,
    LIGHT_DIAGONAL,
    MORE_ONES,
    MOVE,
    NO_TIE,
    NOT_ITSELF,
    OLD_SIZES,
    ONE_CORNER,
    OPEN_END,
    TWINS,
    judge_l1,
    judge_l2,
    judge_l3,
    judge_l4,
)

SHEET = Sheet(
    notebook="song2007_labels",
    title="Song 2007, first half: labels with relatives",
    imports="""
    import numpy as np
    from sklearn.datasets import make_moons

    from depcluster import CLUHSIC, kernel_matrix
    from depcluster.datasets import make_row
    from depcluster.exercises import check
    from depcluster.kernels import centre
    from depcluster.labels import chain, ring, tree
    from depcluster.widgets import LabelKernelEditor
    """,
    exercises=(
        Exercise(
            name="L1",
            title="Does closing the ring pay?",
            kind="predict, then run",
            stars=1,
            minutes=5,
            task=r"""
            Five groups in a row, K by the median rule and centred, the labels those of the groups.
            Is J larger for `ring(5)` than for `chain(5)`, and by how much? Write down "above",
            "below" or "equal" first, then compute both

            $$J = \sum_{j,l} A_{jl}\,\frac{S_{jl}}{\sqrt{n_j n_l}}.$$
            """,
            setup="""
            row, group = make_row()
            K = centre(kernel_matrix(row))
            """,
            answers=("side", "by"),
            stub='side = ...  # "above", "below" or "equal"\nby = ...  # a number',
            solution="""
            Pi = np.equal.outer(group, range(5)).astype(float)
            stamp = Pi.T @ K @ Pi / 24  # all groups have 24 points
            side = "below"
            by = np.sum(chain(5) * stamp) - np.sum(ring(5) * stamp)
            """,
            hints=(
                "The two matrices differ in the corners only.",
                "A row of the centred S sums to 0. The diagonal is large, the neighbours are "
                "positive. What is left for the others?",
            ),
            slips=(MORE_ONES, NO_TIE, ONE_CORNER),
            judge=judge_l1,
            expects='`side` as "above", "below" or "equal", and `by` as a number',
        ),
        Exercise(
            name="L2",
            title="Write the ring",
            kind="code",
            stars=2,
            minutes=10,
            task="""
            Write `make_ring(c)`, in fewer than ten lines and without the library's `ring`: Song's
            label kernel (11) for c labels, c at least 3. It must be positive semi-definite for
            every c.
            """,
            answers=("make_ring",),
            stub="def make_ring(c):\n    ...",
            solution="""
            def make_ring(c):
                after = (np.arange(c) + 1) % c
                A = 2 * np.eye(c)
                A[np.arange(c), after] = A[after, np.arange(c)] = 1
                return A
            """,
            hints=(
                "`(np.arange(c) + 1) % c` is the label after each label.",
                "Look at `np.linalg.eigvalsh(make_ring(4))`.",
            ),
            slips=(OPEN_END, LIGHT_DIAGONAL),
            judge=judge_l2,
            expects="`make_ring`, a function of c that returns an array of shape (c, c)",
        ),
        Exercise(
            name="L3",
            title="Two moons, four halves",
            kind="widget",
            stars=2,
            minutes=8,
            task="""
            Two moons under a graph kernel, cut into four. Set the label kernel so that it says just
            this: labels 0 and 1 are the halves of one moon, 2 and 3 of the other, and the moons
            are strangers. Whatever the seed, the names must come out so. Change the matrix by hand,
            run the cell below it to see what it makes of the points, and check when satisfied.
            (A matrix in place of the editor is an answer too.)
            """,
            setup="""
            moons, moon = make_moons(200, noise=0.06, random_state=0)
            editor = LabelKernelEditor(4, preset="plain")
            editor
            """,
            answers=("editor",),
            stub="""
            # Change the editor above by hand, then run this cell.
            fit = CLUHSIC(4, label_kernel=editor.value, kernel="graph", random_state=0).fit(moons)
            for j in range(4):
                in_each_moon = np.bincount(moon[fit.labels_ == j], minlength=2)
                print(f"label {j}: points in each moon", in_each_moon)
            """,
            solution="""
            editor.value = tree((2, 2))
            fit = CLUHSIC(4, label_kernel=editor.value, kernel="graph", random_state=0).fit(moons)
            for j in range(4):
                in_each_moon = np.bincount(moon[fit.labels_ == j], minlength=2)
                print(f"label {j}: points in each moon", in_each_moon)
            """,
            hints=(
                "Which pairs of labels are relatives? Each pair is one entry and its mirror.",
                "The entry must be smaller than the diagonal, and not so close to it that one "
                "label swallows the other.",
            ),
            slips=(BY_LUCK, CHAINED, TWINS),
            judge=judge_l3,
            expects="the editor, or a symmetric matrix of shape (4, 4)",
        ),
        Exercise(
            name="L4",
            title="J after one move",
            kind="code",
            stars=3,
            minutes=15,
            task=r"""
            A point moves from cluster a to b. Write `after_move(S, g, n, k, a, b, A)`, which
            returns the new $J = \sum_{jl} W_{jl} S_{jl}$, $W_{jl} = A_{jl}/\sqrt{n_j n_l}$, in
            $O(c^2)$ steps. S are the block sums and `n` the sizes, both before the move; `g` holds
            the sums of the point's row of K over each cluster, itself included; `k` is the point's
            own entry on the diagonal of K. The check compares 200 moves with J from scratch.
            """,
            answers=("after_move",),
            stub="def after_move(S, g, n, k, a, b, A):\n    ...",
            solution=MOVE,
            hints=(
                "W is that of the new sizes throughout.",
                "With e = e_b − e_a the new block sums are S + e g' + g e' + k e e'.",
            ),
            slips=(OLD_SIZES, NOT_ITSELF),
            judge=judge_l4,
            expects="`after_move`, a function of (S, g, n, k, a, b, A) that returns a number",
        ),
    ),
)
