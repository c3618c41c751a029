"""A sample of weight 0 is not there; and what fit was given may be edited afterwards."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.metrics import adjusted_rand_score

import naive
from depcluster import (
    CLUHSIC,
    CLUHSICAL,
    SMIC,
    KernelKMeans,
    NumericalTaxonomy,
    cluhsic,
    kernel_matrix,
)
from depcluster.datasets import make_three
from depcluster.kernels import Dense, Factor, Sparse
from depcluster.labels import chain
from depcluster.papers.baselines import MIC
from depcluster.papers.jenssen2006 import AngleSpectralClustering

X, Y = make_three()
W = np.random.default_rng(1).integers(0, 3, size=len(X)).astype(float)
KEPT = W > 0


def cut(Z, kernel):
    return Z[np.ix_(KEPT, KEPT)] if kernel == "precomputed" else Z[KEPT]


@pytest.mark.parametrize("kernel", ["rbf", "linear", "graph", "precomputed"])
@pytest.mark.parametrize("rank", [None, 12])
@pytest.mark.parametrize("weights", [W, KEPT.astype(float)])
def test_weight_zero_is_the_fit_without_the_sample(kernel, rank, weights):
    if rank and kernel in ("graph", "precomputed"):
        return
    Z = kernel_matrix(X) if kernel == "precomputed" else X
    params = {"kernel": kernel, "rank": rank, "random_state": 0}
    one = KernelKMeans(3, **params).fit(Z, sample_weight=weights)
    two = KernelKMeans(3, **params).fit(cut(Z, kernel), sample_weight=weights[KEPT])
    assert np.array_equal(one.labels_[KEPT], two.labels_)
    assert one.objective_ == two.objective_
    assert one.objective_bound_ == two.objective_bound_
    if kernel == "graph":
        gap = ((X[~KEPT, None] - X[KEPT]) ** 2).sum(axis=2)
        assert np.array_equal(one.labels_[~KEPT], two.labels_[gap.argmin(axis=1)])
        return
    assert np.array_equal(one.predict(Z), one.labels_)
    new = Z[:, KEPT] if kernel == "precomputed" else Z
    assert np.array_equal(one.predict(Z), two.predict(new))


@pytest.mark.parametrize("kernel", ["rbf", "graph", "precomputed"])
def test_labels_to_begin_with_are_those_of_the_samples_that_are_there(kernel):
    Z = kernel_matrix(X) if kernel == "precomputed" else X
    start = np.random.default_rng(0).permutation(Y)
    one = KernelKMeans(3, kernel=kernel, init=start).fit(Z, sample_weight=W)
    two = KernelKMeans(3, kernel=kernel, init=start[KEPT]).fit(
        cut(Z, kernel), sample_weight=W[KEPT]
    )
    np.testing.assert_array_equal(one.history_, two.history_)


@pytest.mark.parametrize("given", ["array", "sparse", "Dense", "Sparse", "Factor"])
def test_the_function_knows_weight_zero_whatever_the_storage(given):
    B = X - 1.0
    K = B @ B.T
    make = {
        "array": lambda K, B, w: K,
        "sparse": lambda K, B, w: sparse.csr_array(K),
        "Dense": lambda K, B, w: Dense(K, weights=w),
        "Sparse": lambda K, B, w: Sparse(sparse.csr_array(K), weights=w),
        "Factor": lambda K, B, w: Factor(B, weights=w),
    }[given]
    part = K[np.ix_(KEPT, KEPT)]
    one = cluhsic(make(K, B, W), chain(3), sample_weight=W, random_state=0)
    two = cluhsic(make(part, B[KEPT], W[KEPT]), chain(3), sample_weight=W[KEPT], random_state=0)
    assert np.array_equal(one.labels[KEPT], two.labels)
    assert one.objective == pytest.approx(two.objective)
    assert one.objective_bound == pytest.approx(two.objective_bound)
    Kc = naive.centred(K, W)
    literal = naive.cluhsic_objective(Kc, one.labels, chain(3), "l2", W)
    assert one.objective == pytest.approx(literal)
    for i in np.flatnonzero(~KEPT)[:4]:  # each goes where it would raise J most
        w = W.copy()
        w[i] = 1.0
        J = []
        for j in range(3):
            labels = one.labels.copy()
            labels[i] = j
            J.append(naive.cluhsic_objective(Kc, labels, chain(3), "l2", w))
        assert one.labels[i] == np.argmax(J)


def test_labels_to_begin_with_for_the_function():
    K = kernel_matrix(X)
    one = cluhsic(K, np.eye(3), init=Y, sample_weight=W)
    assert adjusted_rand_score(one.labels, Y) == 1
    with pytest.raises(ValueError, match="n_clusters must be at most"):
        cluhsic(K, np.eye(3), sample_weight=np.r_[1, 1, np.zeros(len(K) - 2)])


@pytest.mark.parametrize(
    "estimator",
    [
        CLUHSIC(3, kernel="linear", random_state=0),
        CLUHSIC(3, label_kernel=chain(3), random_state=0),
        CLUHSIC(3, rank=10, random_state=0),
        CLUHSIC(3, kernel="precomputed", random_state=0),
        CLUHSICAL(3, loss=1 - np.eye(3), random_state=0),
        KernelKMeans(3, random_state=0),
        KernelKMeans(3, kernel="precomputed", random_state=0),
        NumericalTaxonomy(3, random_state=0),
        SMIC(3, random_state=0),
        SMIC(3, n_neighbors=5),
        MIC(3, n_neighbors=5, random_state=0),
        AngleSpectralClustering(3, random_state=0),
    ],
)
def test_what_is_done_to_the_samples_after_fit_changes_no_prediction(estimator):
    pairwise = estimator.__sklearn_tags__().input_tags.pairwise
    Z = np.array(kernel_matrix(X) if pairwise else X)
    new = Z[::3] + 0.01
    fitted = estimator.fit(Z)
    before = fitted.predict(new)
    for name in ("label_kernel", "loss"):
        given = fitted.get_params().get(name)
        if isinstance(given, np.ndarray):
            given[:] = given[::-1] + 3
    Z[:] = np.random.default_rng(0).normal(size=Z.shape) * 50
    assert np.array_equal(fitted.predict(new), before)
    if hasattr(fitted, "objective_bound_"):
        assert fitted.objective_ <= fitted.objective_bound_ * (1 + 1e-9)
