"""A weight is so many copies, 0 no sample; and what fit was given may be edited afterwards."""

import numpy as np
import pytest
from cases import each
from scipy import sparse
from sklearn import clone

import reference
import reference_zhong
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
from depcluster.papers.jenssen2006 import AngleSpectralClustering
from depcluster.reproduction.baselines import MIC

X, _ = make_three()
W = np.random.default_rng(1).integers(0, 3, size=len(X)).astype(float)
KEPT = W > 0


def cut(Z, kernel):
    return Z[np.ix_(KEPT, KEPT)] if kernel == "precomputed" else Z[KEPT]


@each("kind", [KernelKMeans, CLUHSIC, CLUHSICAL])
def test_only_the_ratios_of_weights_matter(kind):
    one = kind(3, random_state=0).fit(X, sample_weight=W)
    for unit in (2.0**-900, 2.0**60, 2.0**300):
        other = kind(3, random_state=0).fit(X, sample_weight=W * unit)
        assert np.array_equal(other.labels_, one.labels_)
        assert np.array_equal(other.predict(X), one.predict(X))


@each(
    "kernel, rank, weights",
    [
        ("rbf", None, W),
        ("linear", None, KEPT.astype(float)),
        ("linear", 12, W),
        ("graph", None, W),
        ("precomputed", None, W),
    ],
)
@each("kind", [KernelKMeans, CLUHSIC, CLUHSICAL])
def test_weight_zero_is_the_fit_without_the_sample(kernel, rank, weights, kind):
    Z = kernel_matrix(X) if kernel == "precomputed" else X
    params = {"kernel": kernel, "rank": rank, "random_state": 0}
    params |= {} if kind is KernelKMeans else {"label_kernel": "chain"}
    one = kind(3, **params).fit(Z, sample_weight=weights)
    two = kind(3, **params).fit(cut(Z, kernel), sample_weight=weights[KEPT])
    assert np.array_equal(one.labels_[KEPT], two.labels_)
    assert one.objective_ == two.objective_
    if kind is not CLUHSICAL:
        assert one.objective_bound_ == two.objective_bound_
    if kernel == "graph":
        gap = ((X[~KEPT, None] - X[KEPT]) ** 2).sum(axis=2)
        assert np.array_equal(one.labels_[~KEPT], two.labels_[gap.argmin(axis=1)])
        return
    assert np.array_equal(one.predict(Z)[~KEPT], one.labels_[~KEPT])
    if kind is KernelKMeans:
        assert np.array_equal(one.predict(Z), one.labels_)
    new = Z[:, KEPT] if kernel == "precomputed" else Z
    assert np.array_equal(one.predict(Z), two.predict(new))


@each("given", ["array", "sparse", "Dense", "Sparse", "Factor"])
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
    Kc = reference.centred(K, W)
    literal = reference.cluhsic_objective(Kc, one.labels, chain(3), "l2", W)
    assert one.objective == pytest.approx(literal)
    for i in np.flatnonzero(~KEPT)[:4]:  # each goes where it would raise J most
        w = W.copy()
        w[i] = 1.0
        J = []
        for j in range(3):
            labels = one.labels.copy()
            labels[i] = j
            J.append(reference.cluhsic_objective(Kc, labels, chain(3), "l2", w))
        assert one.labels[i] == np.argmax(J)


@each(
    "estimator",
    [
        CLUHSIC(3, label_kernel="chain"),
        CLUHSICAL(3, label_kernel="chain", normalization="l1"),
        CLUHSICAL(3, label_kernel="ring", normalization="l2", penalty=0.4),
    ],
)
@each("rank, seed", [(None, 0), (4, 1)])
def test_weights_are_copies_that_stay_together(estimator, rank, seed):
    """The best of all partitions in which a sample and its copies have one label."""
    rng = np.random.default_rng(seed)
    Z, w = rng.normal(size=(7, 2)), rng.permutation([1, 1, 2, 3, 1, 4, 2]).astype(float)
    copies = np.repeat(np.arange(7), w.astype(int))
    estimator = clone(estimator).set_params(
        kernel="linear", rank=rank, init="random", random_state=0
    )
    fitted = estimator.fit(Z, sample_weight=w)
    K = reference.centred((Z @ Z.T)[np.ix_(copies, copies)])
    c, A = 3, getattr(fitted, "label_kernel_", np.eye(3))

    def J(labels):
        labels = np.asarray(labels)[copies]
        if isinstance(fitted, CLUHSICAL):
            given = A, fitted.loss_, fitted.normalization, fitted.penalty
            return reference_zhong.cluhsical(K, labels, *given)
        return reference.cluhsic_objective(K, labels, A, getattr(fitted, "normalization", "l2"))

    assert fitted.objective_ == pytest.approx(J(fitted.labels_))
    best = max(reference.all_partitions(7, c), key=J)
    rounding = 1e-9 * abs(J(best))
    assert fitted.objective_ <= J(best) + rounding
    there = clone(estimator).set_params(init=best).fit(Z, sample_weight=w)
    assert there.objective_ == pytest.approx(J(best))
    repeated = clone(estimator).set_params(init=best[copies]).fit(Z[copies])
    assert repeated.objective_ >= J(best) - rounding  # there copies may part
    assert repeated.history_[0] == pytest.approx(J(best))


@each(
    "estimator",
    [
        CLUHSIC(3, label_kernel=chain(3), random_state=0),
        CLUHSIC(3, rank=10, random_state=0),
        CLUHSICAL(3, loss=1 - np.eye(3), random_state=0),
        KernelKMeans(3, kernel="precomputed", random_state=0),
        NumericalTaxonomy(3, random_state=0),
        SMIC(3, random_state=0),
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
