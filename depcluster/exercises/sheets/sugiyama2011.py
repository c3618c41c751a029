"""S1 to S4: exercises to the notebook on Sugiyama 2011."""

from __future__ import annotations

from ..core import Exercise, Sheet
from ..judges.sugiyama2011 import (
    CLOSED_FORM,
    ENDS,
    FIRST_ONE,
    LOG_C,
    LOGS,
    MINIMUM,
    NO_HALF,
    NO_SIGN,
    NOBODY,
    OVERFITS,
    SMALLEST,
    UNDIVIDED,
    judge_s1,
    judge_s2,
    judge_s3,
    judge_s4,
)

SHEET = Sheet(
    notebook="sugiyama2011",
    title="Sugiyama 2011: dependence as a density ratio",
    imports="""
    import numpy as np
    from sklearn.metrics import adjusted_rand_score

    from depcluster import kernel_matrix, smic
    from depcluster.datasets import make_blobs4, make_three
    from depcluster.exercises import check
    from depcluster.kernels import local_scaling
    """,
    exercises=(
        Exercise(
            name="S1",
            title="A coin and a perfect labelling",
            kind="by hand",
            stars=1,
            minutes=5,
            task="""
            x and y are fair coins that agree in 75 % of the throws. What is their squared-loss
            mutual information (1)? And what is it between four equally frequent, well separated
            groups and their perfect labels?
            """,
            answers=("coin", "perfect"),
            stub="coin = ...\nperfect = ...",
            solution="""
            ratio = np.array([[1.5, 0.5], [0.5, 1.5]])  # p(x, y) / (p(x) p(y))
            coin = np.mean((ratio - 1) ** 2) / 2
            perfect = (4 - 1) / 2
            """,
            hints=(
                "The ratio takes two values only. Which, and where?",
                "SMI is half the mean of (r − 1)², as if x and y were independent.",
            ),
            slips=(LOGS, NO_HALF),
            judge=judge_s1,
            expects="`coin` and `perfect`, two numbers",
        ),
        Exercise(
            name="S2",
            title="Who is left without a class?",
            kind="predict, then run",
            stars=2,
            minutes=8,
            task="""
            Six points: a path of four whose neighbours have similarity 0.9, and a pair with
            similarity 0.5; the diagonal is 1, all else 0. SMIC makes two classes. Who has no score
            and stays undecided: the "pair", the path's "ends", or "nobody"? Above which similarity
            of the pair does everyone have a score? Predict, then run `smic(K, 2)`.
            """,
            setup="""
            K = np.eye(6)
            for i, similarity in enumerate((0.9, 0.9, 0.9, 0, 0.5)):
                K[i, i + 1] = K[i + 1, i] = similarity
            """,
            answers=("undecided", "weight"),
            stub='undecided = ...  # "pair", "ends" or "nobody"\nweight = ...  # a number',
            solution="""
            print(smic(K, 2).undecided)
            undecided = "pair"
            weight = np.linalg.eigvalsh(K[:4, :4])[-2] - 1  # the path's second eigenvalue, less 1
            """,
            hints=(
                "Each eigenvector lives on the path or on the pair.",
                "The two points of the pair have eigenvalues 1 + w and 1 − w.",
            ),
            slips=(ENDS, NOBODY, FIRST_ONE),
            judge=judge_s2,
            expects='`undecided` as "pair", "ends" or "nobody", and `weight` as a number',
        ),
        Exercise(
            name="S3",
            title="Clustering in closed form",
            kind="code",
            stars=2,
            minutes=10,
            task="""
            Write `closed_form(K, c)` in fewer than eight lines of NumPy, without the library: the
            labels that SMIC gives for a symmetric kernel matrix and equal class shares. The check
            runs it on six draws of the four blobs, local scaling with t = 7, and on three
            groups under an RBF kernel, `K_groups`.
            """,
            setup="""
            blobs, y = make_blobs4()
            K_blobs = local_scaling(blobs, 7).K
            K_blobs = K_blobs.toarray() if hasattr(K_blobs, "toarray") else K_blobs
            groups, group = make_three()
            K_groups = kernel_matrix(groups, gamma=0.3)
            # To try it: adjusted_rand_score(y, closed_form(K_blobs, 4))
            """,
            answers=("closed_form",),
            stub="def closed_form(K, c):\n    ...",
            solution=CLOSED_FORM,
            hints=(
                "`np.linalg.eigh` gives eigenvalues in ascending order.",
                "Times −1 an eigenvector is still one. Which of the two is meant?",
            ),
            slips=(NO_SIGN, SMALLEST, UNDIVIDED),
            judge=judge_s3,
            expects="`closed_form`, a function of (K, c) that returns one label a point",
        ),
        Exercise(
            name="S4",
            title="A judge that flatters",
            kind="explain",
            stars=3,
            minutes=10,
            task="""
            SMIC maximises the estimate SMI^ of (8). On the four blobs print it for t = 1 to 10,
            `smic(local_scaling(blobs, t).K, 4, X=blobs).smi`. Why can it not choose t?

            - **a** It overfits: a small t has more freedom, so the estimate is optimistic.
            - **b** It is upside down: its minimum should be taken.
            - **c** It is no SMI any more, for it leaves the range that SMI can have.

            Prove it by a number: `most`, the largest value that SMI can have with four equally
            frequent classes.
            """,
            setup="blobs, y = make_blobs4()",
            answers=("because", "most"),
            stub='because = ...  # "a", "b" or "c"\nmost = ...  # a number',
            solution="""
            for t in range(1, 11):
                print(t, round(smic(local_scaling(blobs, t).K, 4, X=blobs).smi, 2))
            because = "c"
            most = (4 - 1) / 2
            """,
            hints=("Compare the printed values with the second half of S1.",),
            slips=(OVERFITS, MINIMUM, LOG_C),
            judge=judge_s4,
            expects='`because` as "a", "b" or "c", and `most` as a number',
        ),
    ),
)
