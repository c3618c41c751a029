"""What judges said of the kernels, beside the clusters of the report and the recorded study."""

from __future__ import annotations

import numpy as np
from sklearn.metrics import adjusted_rand_score

from ...reproduction.tables import Table as Shown
from ...selection import BLIND
from ..choosing_a_kernel import lost, picks, within
from ..choosing_a_kernel.study import part

_ASKS = {
    "gamma": "how little a shake of the rows changes what the clusters rest on",
    "eigengap": "how far what the clusters rest on stands above the rest",
    "lsmi": "how well the cluster can be told from the row",
    "cauchy_schwarz": "how little the clusters overlap as the kernel sees them",
    "cosine": "how much of the kernel a number for each pair of clusters explains",
}


def agreement(labels, row):
    """How far two partitions agree, the adjusted Rand index.

    Parameters
    ----------
    labels : ndarray of int of shape (m,)
    row : KernelRow

    Returns
    -------
    float
    """
    return float(adjusted_rand_score(labels, row.labels))


def judges_of(comparison):
    """The criteria of a comparison that do without known labels.

    Parameters
    ----------
    comparison : KernelComparison

    Returns
    -------
    list of Criterion
    """
    return [made for made in comparison.criteria if made.name in BLIND]


def by_judge(comparison, labels):
    """A table: what each judge asks, what it prefers, and how often it was right elsewhere.

    Parameters
    ----------
    comparison : KernelComparison
    labels : ndarray of int of shape (m,)

    Returns
    -------
    depcluster.reproduction.tables.Table
    """
    rows = []
    for made in judges_of(comparison):
        names = picks(comparison, made.name)
        agreed = [agreement(labels, comparison[name]) for name in names]
        told = number(np.mean(agreed)) if names else "–"
        prefers = ", ".join(names) or "none: it is not defined for these kernels"
        rows.append((made.title, _ASKS[made.name], prefers, told, *_recorded(made.name)))
    others = {"median rule": "nothing: one width", "random kernel": "nothing: any kernel"}
    rows += [(name, asks, "–", "–", *_recorded(name)) for name, asks in others.items()]
    columns = (
        "judge",
        "asks",
        "prefers",
        "agrees with the clusters here",
        "right in the study",
        "loses in the study",
    )
    return Shown(
        "Each judge's choice. Agreement is the adjusted Rand index: 1 is the same, about 0 is "
        "chance.",
        columns,
        rows,
        f"The study: {len(part().sets)} data sets whose true groups are known, ten kernels each. "
        "Right: within 0.02 of the best kernel's agreement with the truth, a share of the draws. "
        "Loses: how far below the best kernel, on average.",
    )


def _recorded(judge):
    return f"{100 * within()[judge]:.0f} %", number(lost()[judge].mean())


def number(value):
    """Two digits after the point, as tables show them."""
    return f"{value:.2f}".replace("-", "−")
