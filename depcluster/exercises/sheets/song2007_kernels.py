"""K1 to K4: exercises to the second notebook on Song 2007."""

from __future__ import annotations

from ..core import Exercise, Sheet
from ..judges.song2007_kernels import (
    C_VALUES,
    CAP_ONE,
    CROOKED,
    DELTA,
    FIRST_MOVES,
    FIRST_VECTOR,
    POLY_TWICE,
    RBF,
    STABLE_IS_RIGHT,
    UNCENTRED,
    UNLUCKY,
    judge_k1,
    judge_k2,
    judge_k3,
    judge_k4,
)

SHEET = Sheet(
    notebook="song2007_kernels",
    title="Song 2007, second half: kernels, and when to trust a partition",
    imports="""
    import numpy as np
    from sklearn.metrics import adjusted_rand_score

    from depcluster import KernelKMeans, graph_kernel, kernel_matrix, stability_curve
    from depcluster.datasets import make_collinear, make_xor
    from depcluster.exercises import check
    from depcluster.kernels import Dense, leading_eigenvectors
    from depcluster.widgets import PerturbationExplorer
    """,
    exercises=(
        Exercise(
            name="K1",
            title="Stable at a whisper, stable in a storm",
            kind="predict, then run",
            stars=1,
            minutes=5,
            task="""
            XOR under three kernels, two clusters. Which has the lowest gamma (the third term of
            Theorem 1) when each coordinate is shaken by 0.01, which at 0.1, and which gives the
            best clustering? Answer with "diffusion", "rbf" or "poly2". Predict, then run

            ```python
            stability_curve(
                xor, kernels, [0.01, 0.1], n_clusters=2, n_seeds=10, random_state=1000
            ).quantiles(0.5)
            ```

            for the medians, a row for each kernel.
            """,
            setup="""
            xor, corner = make_xor()
            kernels = {
                "diffusion": lambda X: graph_kernel(X, n_neighbors=8),
                "rbf": lambda X: kernel_matrix(X, gamma=0.3),
                "poly2": lambda X: kernel_matrix(X, kernel="poly", gamma=1.0),
            }
            """,
            answers=("small", "large", "best"),
            stub="""
            small = ...  # lowest gamma at 0.01
            large = ...  # lowest gamma at 0.1
            best = ...  # highest ARI
            """,
            solution="""
            curve = stability_curve(
                xor, kernels, [0.01, 0.1], n_clusters=2, n_seeds=10, random_state=1000
            )
            small, large = curve.ranking(0.01)[0], curve.ranking(0.1)[0]
            score = {}
            for name, kernel in kernels.items():
                fit = KernelKMeans(2, kernel="precomputed", random_state=0).fit(kernel(xor))
                score[name] = adjusted_rand_score(corner, fit.labels_)
            best = max(score, key=score.get)
            """,
            hints=(
                "A graph changes in jumps: an edge is there or not.",
                "Two opposite corners are one class. Do neighbours in the plane tell?",
            ),
            slips=(POLY_TWICE, RBF, STABLE_IS_RIGHT),
            judge=judge_k1,
            expects='three names out of "diffusion", "rbf" and "poly2"',
        ),
        Exercise(
            name="K2",
            title="How far is the relaxation from a partition?",
            kind="code",
            stars=2,
            minutes=10,
            task=r"""
            Write `delta(K, labels)`, the first term of (15): $(D_0 - D)$ over the eigengap, where
            $D = \mathrm{tr}(P^\top K P)$ is the dependence of the partition and $D_0$ the most that
            its relaxation reaches. The check runs it on Collinear's true labels, under the linear
            kernel and the RBF with s = 0.5. K comes as it is, not yet centred.
            """,
            answers=("delta",),
            stub="def delta(K, labels):\n    ...",
            solution=DELTA,
            hints=(
                "`np.linalg.eigvalsh` gives all eigenvalues in ascending order.",
                "Centring takes one direction away from the c columns of P.",
            ),
            slips=(C_VALUES, UNCENTRED),
            judge=judge_k2,
            expects="`delta`, a function of (K, labels) that returns a number",
        ),
        Exercise(
            name="K3",
            title="When does the bound fall silent?",
            kind="widget",
            stars=2,
            minutes=8,
            task="""
            Collinear under the RBF kernel, noise on the points. Move the slider to the first noise
            at which the bound says nothing any more, and set `share` to the fraction of points
            whose label has changed there. (The noise as a number in place of the explorer is an
            answer too.)
            """,
            setup="""
            collinear, _ = make_collinear()
            shaken = PerturbationExplorer(collinear, 3, gamma=0.5, random_state=1)
            shaken
            """,
            answers=("shaken", "share"),
            stub="share = ...  # of points with another label, at the noise you chose",
            solution="""
            while not shaken.bound_.vacuous:
                shaken.amount = round(shaken.amount + 0.02, 2)
            share = np.mean(shaken.labels_ != shaken.perturbed_labels_)
            """,
            hints=(
                "`shaken.bound_` has the numbers: `bound`, `trivial`, `vacuous`.",
                "`shaken.labels_` and `shaken.perturbed_labels_` are named alike.",
            ),
            slips=(CAP_ONE, FIRST_MOVES),
            judge=judge_k3,
            expects="`shaken` as the explorer or a noise, and `share` as a number from 0 to 1",
        ),
        Exercise(
            name="K4",
            title="A start that fails",
            kind="explain",
            stars=2,
            minutes=8,
            task="""
            On Collinear with the linear kernel, kernel k-means with its mix of starts finds the
            three groups, and the spectral start alone does not. Why?

            - **a** The groups need curved borders, which k-means can draw and eigenvectors cannot.
            - **b** The spectral start ends in an unlucky local optimum; another seed would do.
            - **c** One eigenvector tells the groups apart and the second is noise; rounding gives
              both the same say.

            Prove it by a number: `share`, the part of the second eigenvector's squared length (of
            the centred K) that lies between the class means.
            """,
            setup="""
            collinear, group = make_collinear()
            values, U = leading_eigenvectors(Dense(collinear @ collinear.T), 2)
            """,
            answers=("because", "share"),
            stub='because = ...  # "a", "b" or "c"\nshare = ...  # a number from 0 to 1',
            solution="""
            because = "c"
            means = np.array([U[group == j, 1].mean() for j in range(3)])
            share = np.sum(50 * means**2)  # 50 points in each group; U[:, 1] has length 1
            """,
            hints=(
                "How many directions does a line of three groups need?",
                "Replace each entry of the vector by the mean of its class. What length is left?",
            ),
            slips=(CROOKED, UNLUCKY, FIRST_VECTOR),
            judge=judge_k4,
            expects='`because` as "a", "b" or "c", and `share` as a number from 0 to 1',
        ),
    ),
)
