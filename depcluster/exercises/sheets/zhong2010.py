"""Z1 to Z4: exercises to the notebook on Zhong 2010."""

from __future__ import annotations

from ..core import Exercise, Sheet
from ..judges.zhong2010 import (
    ALIKE,
    BY_CENTRING,
    FLIPPED,
    NO_DIAGONAL,
    OBJECTIVE,
    ONE_SIDE,
    ONLY_MEMBERS,
    RATIO_AS_S,
    UNCENTRED,
    WITHOUT_A,
    judge_z1,
    judge_z2,
    judge_z3,
    judge_z4,
)

SHEET = Sheet(
    notebook="zhong2010",
    title="Zhong 2010: a loss on the labels",
    imports="""
    import numpy as np
    from matplotlib.figure import Figure

    from depcluster import kernel_matrix
    from depcluster.datasets import make_nine
    from depcluster.exercises import check
    from depcluster.kernels import centre
    from depcluster.labels import loss_rows, tree, tree_loss
    from depcluster.plotting import COLOURS, INK
    from depcluster.widgets import SelectionSlider, interact
    """,
    exercises=(
        Exercise(
            name="Z1",
            title="What a label earns",
            kind="by hand",
            stars=1,
            minutes=5,
            task="""
            Four labels are the leaves of a tree with two families of two. A wrong label costs 1
            within the family and 2 outside it. Write down, without the computer, the matrix R whose
            row j is the partition row (12) of label j.
            """,
            answers=("R",),
            stub="R = ...  # four rows of four numbers",
            solution="R = [[5, -1, -2, -2], [-1, 5, -2, -2], [-2, -2, 5, -1], [-2, -2, -1, 5]]",
            hints=("First write down the losses Delta.", "R = diag(Delta 1) − Delta."),
            slips=(NO_DIAGONAL, FLIPPED),
            judge=judge_z1,
            expects="`R`, four rows of four numbers",
        ),
        Exercise(
            name="Z2",
            title="Fold the loss into A",
            kind="code",
            stars=2,
            minutes=8,
            task=r"""
            Write `objective(K, labels, A, Delta)`: CLUHSICAL without normalisation or penalty,
            $\mathrm{tr}(HKH\,\tilde\Pi A \tilde\Pi^\top)$ with the rows (12) in $\tilde\Pi$. K is
            not yet centred. The check divides it by CLUHSIC's objective, four labels under the
            zero-one loss (Corollary 1), and compares it with CLUHSIC under $RAR^\top$.
            """,
            answers=("objective",),
            stub="def objective(K, labels, A, Delta):\n    ...",
            solution=OBJECTIVE,
            hints=(
                "Row i of Π̃ is row `labels[i]` of R: `R[labels]`.",
                "For the zero-one loss R = c I − 11'. What does a centred K do to 1?",
            ),
            slips=(UNCENTRED, ONE_SIDE),
            judge=judge_z2,
            expects="`objective`, a function of (K, labels, A, Delta) that returns a number",
        ),
        Exercise(
            name="Z3",
            title="Two clusters, and no say for the norm",
            kind="explain",
            stars=3,
            minutes=10,
            task=r"""
            Two clusters, zero-one loss. Then l1 and l2 normalisation of $\tilde\Pi$ change nothing
            but a constant factor. Why?

            - **a** Because the two clusters are of about equal size.
            - **b** Because the columns of $\tilde\Pi$ have a norm that the sizes do not enter.
            - **c** Because K is centred.

            Prove it by a number: `norm`, the l1 norm of a column of $\tilde\Pi$ when one cluster
            has 5 points and the other 25.
            """,
            answers=("because", "norm"),
            stub='because = ...  # "a", "b" or "c"\nnorm = ...  # a number',
            solution="""
            because = "b"
            rows = np.array([[1, -1], [-1, 1]])[np.repeat([0, 1], [5, 25])]
            norm = np.abs(rows[:, 0]).sum()
            """,
            hints=("R for two labels is a matrix of 1 and −1.", "How long is the column?"),
            slips=(ALIKE, BY_CENTRING, ONLY_MEMBERS),
            judge=judge_z3,
            expects='`because` as "a", "b" or "c", and `norm` as a number',
        ),
        Exercise(
            name="Z4",
            title="A loss that A already knows",
            kind="widget",
            stars=2,
            minutes=10,
            task="""
            Nine labels, three families of three; 60 partitions are scored twice, without
            normalisation. CLUHSICAL has the tree's kernel and the tree's loss; CLUHSIC has an A
            with 2 on the diagonal, s between siblings and 0 elsewhere. The picture shows the one
            score over the other. Move s until the two objectives rank all partitions alike, with
            one constant ratio. The slider's stops come near: compute s. (A as a matrix is an answer
            too.)
            """,
            setup="""
            # Draws the ratio of the two scores for 60 partitions.
            nine, true_nine = make_nine()
            K9 = centre(kernel_matrix(nine))
            R9 = loss_rows(tree_loss((3, 3)))
            rng = np.random.default_rng(0)
            renamed = np.linspace(0.05, 1, 60)  # share of points that get a random label
            stamps = []
            for share in renamed:
                anew = rng.random(180) < share
                Pi = np.eye(9)[np.where(anew, rng.integers(9, size=180), true_nine)]
                stamps.append(Pi.T @ K9 @ Pi)
            with_loss = np.array([np.sum(S * (R9 @ tree((3, 3)) @ R9.T)) for S in stamps])


            def draw_ratios(s):
                A = np.kron(np.eye(3), (2 - s) * np.eye(3) + s)
                ratio = with_loss / [np.sum(S * A) for S in stamps]
                figure = Figure(figsize=(6, 3.4), layout="constrained")
                ax = figure.subplots()
                ax.scatter(renamed, ratio, s=18, color=COLOURS[0], edgecolor=INK, linewidth=0.3)
                ax.set(xlim=(0, 1.02), ylim=(150, 450))
                ax.set_xlabel("share of points with a random label")
                ax.set_ylabel(f"CLUHSICAL / CLUHSIC, s = {s:.3f}")
                return figure, (
                    f"Ratio of two objectives for 60 partitions, s = {s:.3f}: from "
                    f"{ratio.min():.0f} to {ratio.max():.0f}."
                )


            interact(draw_ratios, s=SelectionSlider(np.arange(0, 2.05, 0.1), value=1))
            """,
            answers=("s",),
            stub="s = ...  # a number, to two digits after the point",
            solution="""
            ratio = 1296 / 225  # levels of R A R': (18² × 4) and (15² × 1)
            s = (2 * ratio - 2) / (ratio + 2)  # (2 + 2s) / (2 - s) = ratio
            """,
            hints=(
                "`np.linalg.eigvalsh(R9 @ tree((3, 3)) @ R9.T)` has two levels besides 0.",
                "A's levels are 2 − s (within families) and 2 + 2s (between them).",
            ),
            slips=(RATIO_AS_S, WITHOUT_A),
            judge=judge_z4,
            expects="`s` as a number or a (9, 9) matrix",
        ),
    ),
)
