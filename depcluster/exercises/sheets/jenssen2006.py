"""J1 to J4: exercises to the notebook on Jenssen 2006."""

from __future__ import annotations

from ..core import Exercise, Sheet
from ..judges.jenssen2006 import (
    ALL_RIGHT,
    INVERTED,
    NARROW,
    ONE_VARIANCE,
    OTHER_CURVE,
    OUTLIERS,
    OVERLAP,
    OWN_COMPANY,
    QUIET,
    SECOND,
    TIED,
    judge_j1,
    judge_j2,
    judge_j3,
    judge_j4,
)

SHEET = Sheet(
    notebook="jenssen2006",
    title="Jenssen 2006: a divergence is an angle",
    imports="""
    import numpy as np

    from depcluster import AngleSpectralClustering
    from depcluster.datasets import make_crescents
    from depcluster.exercises import check
    from depcluster.papers.jenssen2006 import window_kernel
    from depcluster.widgets import KernelExplorer
    """,
    exercises=(
        Exercise(
            name="J1",
            title="Two bells",
            kind="by hand",
            stars=1,
            minutes=5,
            task="""
            Two normal densities with variance 1 stand a distance d apart. What is the angle between
            them, in degrees, at d = 2? At which d is it 60 degrees?
            """,
            answers=("angle", "distance"),
            stub="angle = ...  # degrees, at d = 2\ndistance = ...  # where the angle is 60",
            solution="""
            # The product integrates to a bell of variance 2 at d; so cos = exp(-d² / 4).
            angle = np.degrees(np.arccos(np.exp(-(2**2) / 4)))
            distance = 2 * np.sqrt(np.log(2))
            """,
            hints=(
                "The integral of the product of two bells is a bell in d.",
                "At d = 0 the cosine must be 1. Divide.",
            ),
            slips=(ONE_VARIANCE, OVERLAP),
            judge=judge_j1,
            expects="`angle` in degrees and `distance`, two numbers",
        ),
        Exercise(
            name="J2",
            title="A window for a stray point",
            kind="widget",
            stars=2,
            minutes=8,
            task="""
            Crescents, and one stray point at (1.4, 6). Leave the explorer at a width at which the
            Laplacian weighting fails and the outlier weighting is right. Set `works` to a width at
            which the Laplacian is right too. Neither may be a width at which the Laplacian's second
            and third eigenvalue are equal. (A width in place of the explorer is an answer too.)
            """,
            setup="""
            crescents, moon = make_crescents(random_state=4)
            stray, truth = np.vstack([crescents, [[1.4, 6]]]), np.append(moon, -1)
            explorer = KernelExplorer(stray, 2, method="angle", sigma=0.6, y=truth)
            explorer
            """,
            answers=("explorer", "works"),
            stub="works = ...  # a width at which the Laplacian is right",
            solution="explorer.sigma = 0.3\nworks = 0.5",
            hints=(
                "Switch the weighting at each width, and read the error.",
                "`np.linalg.eigvalsh` of the weighted kernel shows ties.",
            ),
            slips=(TIED, OTHER_CURVE, ALL_RIGHT),
            judge=judge_j2,
            expects="`explorer` as the explorer or a width, and `works` as a width",
        ),
        Exercise(
            name="J3",
            title="A weighting in five lines",
            kind="code",
            stars=3,
            minutes=10,
            task="""
            Write a weighting `quiet(X, K)` in fewer than six lines: it returns a weight for each
            point, 1/f for those with company and a small constant for those with no *other* point
            within 3 sigma. K is the window kernel, $K_{ij} = \\exp(-d_{ij}^2/4\\sigma^2)$, and f
            its row means. It runs on the crescents with the stray point, at sigma 0.3.
            """,
            setup="""
            crescents, moon = make_crescents(random_state=4)
            stray = np.vstack([crescents, [[1.4, 6]]])
            # To try it: AngleSpectralClustering(2, weighting=quiet, sigma=0.3).fit_predict(stray)
            """,
            answers=("quiet",),
            stub="def quiet(X, K):\n    ...",
            solution=QUIET,
            hints=(
                "At d = 3 sigma the kernel is exp(−9/4).",
                "How many points are within 3 sigma of each? Is the point counted itself?",
            ),
            slips=(OWN_COMPANY, INVERTED),
            judge=judge_j3,
            expects="`quiet`, a function of (X, K) that returns one positive number a point",
        ),
        Exercise(
            name="J4",
            title="What u = 1 cannot see",
            kind="explain",
            stars=2,
            minutes=8,
            task="""
            209 points on one crescent, 21 on the other. With u = 1 no width is right. Why?

            - **a** The windows tried were too narrow; a wide one ties the sparse crescent together.
            - **b** 21 points are outliers, and nothing can make a cluster of them.
            - **c** An eigenvalue gathers mass, and so the vectors of the sparse crescent come late.

            Prove it by a number: `rank`, at sigma 0.3, of the first eigenvector that lives on the
            sparse crescent (more than half of its squared length), counted from 1, the largest
            eigenvalue first.
            """,
            setup="""
            sparse, side = make_crescents((209, 21), random_state=0)
            K_sparse = window_kernel(sparse, sigma=0.3)
            """,
            answers=("because", "rank"),
            stub='because = ...  # "a", "b" or "c"\nrank = ...  # a whole number',
            solution="""
            because = "c"
            V = np.linalg.eigh(K_sparse)[1][:, ::-1]
            rank = np.argmax((V[side == 1] ** 2).sum(axis=0) > 0.5) + 1
            """,
            hints=(
                "Which eigenvectors does the method take when there are two clusters?",
                "`np.linalg.eigh` gives them with the smallest eigenvalue first.",
            ),
            slips=(NARROW, OUTLIERS, SECOND),
            judge=judge_j4,
            expects='`because` as "a", "b" or "c", and `rank` as a whole number',
        ),
    ),
)
