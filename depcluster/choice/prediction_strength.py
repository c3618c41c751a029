"""A score of clusters that can be compared across their numbers, kernels and widths."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import clone

from .._typing import ArrayLike
from .._validation import ANYTHING, checked, having
from .consensus import takes_kernel
from .validity_indices import prediction_strength


@checked(
    estimator=having("a fitted clusterer with fit_predict and predict", "fit_predict", "predict"),
    X=ANYTHING,
)
def prediction_strength_scorer(estimator: Any, X: ArrayLike, y: object = None) -> float:
    r"""How far other samples are clustered by themselves as a fitted estimator clusters them.

    The samples X are clustered by a clone, and labelled by ``estimator.predict``. Of each cluster
    of the clone with n samples, the share of pairs that get one label is

    .. math:: \mathrm{ps}_k = \frac{1}{n (n - 1)} \sum_{i \ne j \in k} [\hat y_i = \hat y_j]

    and the score is the smallest of them (Tibshirani and Walther 2005, section 2). It lies between
    0 and 1 whatever the number of clusters, the kernel or its width, where ``score``, the
    objective, has another scale for each.

    Parameters
    ----------
    estimator : clusterer with ``fit_predict`` and ``predict``, fitted
    X : array-like of shape (m, d)
        Samples that it was not fitted to.
    y : ignored

    Returns
    -------
    float
        0 where a cluster of the clone has one sample.

    Raises
    ------
    ValueError
        If the estimator cannot cluster or predict, or takes a kernel matrix instead of samples.

    Notes
    -----
    For ``scoring`` of GridSearchCV, with two folds of shuffled samples or few more, as each fold is
    clustered by itself. Of several numbers with a score above .8 to .9 the authors take the
    largest; the largest score is often that of 2. No score says that there are no clusters:
    `cluster_test` does.

    Examples
    --------
    >>> from depcluster import KernelKMeans
    >>> from depcluster.datasets import make_three
    >>> from sklearn.model_selection import GridSearchCV, KFold
    >>> numbers = {"n_clusters": [2, 3, 5, 8]}
    >>> halves = KFold(2, shuffle=True, random_state=0)
    >>> search = GridSearchCV(
    ...     KernelKMeans(random_state=0), numbers, scoring=prediction_strength_scorer, cv=halves
    ... )
    >>> search.fit(make_three()[0]).best_params_
    {'n_clusters': 3}
    """
    if takes_kernel(estimator):
        raise ValueError(
            "estimator must take samples; of a kernel matrix X has the values with the samples of "
            "fit, which no clone can cluster. Name the kernel, or pass it as a function."
        )
    told = np.asarray(estimator.predict(X))
    return prediction_strength(np.asarray(clone(estimator).fit_predict(X)), told)
