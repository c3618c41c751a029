"""What a fit could not do is said: no information, a factor too small, max_iter reached."""

import warnings
from contextlib import suppress

import numpy as np
import pytest
from cases import each
from scipy.sparse import csr_array
from scipy.spatial.distance import cdist
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from depcluster import (
    CLUHSIC,
    KernelKMeans,
    NumericalTaxonomy,
    cka,
    cluhsic,
    graph_kernel,
    hsic,
    hsic_test,
    kernel_matrix,
    numerical_taxonomy,
    order_labels,
    taxonomy_path,
)
from depcluster.choice import diffusion_kernels
from depcluster.datasets import make_circle, make_three
from depcluster.kernels import Dense, Factor, Sparse
from depcluster.kernels.gram import is_informative
from depcluster.kernels.graph import resolve_n_neighbors
from depcluster.labels import chain
from depcluster.papers.blaschko2008 import taxonomy_value
from depcluster.papers.jenssen2006 import AngleSpectralClustering
from depcluster.papers.sugiyama2011 import smic
from depcluster.reproduction.baselines import MIC, MeanNN, linkage_along_tree

X, _ = make_three()
NO_INFORMATION = "does not tell these samples apart"


def blobs(m, c, seed):
    """Equal groups on a circle, neighbours 10 standard deviations apart."""
    rng = np.random.default_rng([seed, m, c])
    angle, y = 2 * np.pi * np.arange(c) / c, np.arange(m) % c
    centres = np.array([np.cos(angle), np.sin(angle)]).T * 5 / np.sin(np.pi / c)
    return centres[y] + rng.normal(size=(m, 2)), y


def silent(fit):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return fit()


def test_the_rule_is_never_more_than_the_others_and_ten_in_the_end():
    P, _ = blobs(26, 2, 0)
    k = resolve_n_neighbors("auto", 26)
    np.testing.assert_array_equal(graph_kernel(P), graph_kernel(P, n_neighbors=k))
    assert next(iter(diffusion_kernels(P).values()))["n_neighbors"] == min(k, 8)
    found = [resolve_n_neighbors("auto", m) for m in range(2, 400)]
    assert np.all(np.diff(found) >= 0)
    assert all(1 <= k <= min(m - 1, 10) for m, k in enumerate(found, 2))
    assert set(found[53:]) == {10}
    assert all(k < m / 5 for m, k in enumerate(found, 2) if m >= 20)


@each("estimator", [CLUHSIC, NumericalTaxonomy])
def test_a_kernel_without_information_is_said_to_be_one(estimator):
    P, _ = blobs(12, 2, 0)
    with pytest.warns(UserWarning, match=f"kernel='graph' {NO_INFORMATION}.*fewer neighbours"):
        estimator(2, kernel="graph", n_neighbors=10, random_state=0).fit(P)
    with pytest.warns(UserWarning, match=f"kernel='rbf' {NO_INFORMATION}.*gamma"):
        estimator(3, gamma=1e12, random_state=0).fit(P)
    K = np.full((12, 12), 3.0) + np.eye(12)
    with pytest.warns(UserWarning, match=f"kernel='precomputed' {NO_INFORMATION}"):
        estimator(3, kernel="precomputed", random_state=0).fit(K)


def test_information_is_seen_in_every_storage():
    K = kernel_matrix(X)
    a = np.random.default_rng(0).normal(size=300)
    grams = [Dense(K), Dense(K * 1e-30), Sparse(K), Factor(X), Dense(K, weights=a[:60] ** 2)]
    assert all(map(is_informative, grams))
    late = np.eye(300)
    late[298, 299] = late[299, 298] = 0.5
    assert is_informative(Dense(late))
    silent(lambda: KernelKMeans(1, kernel="precomputed").fit(np.ones((5, 5))))  # asks for nothing
    nothing = [np.eye(300), np.ones((300, 300)), np.add.outer(a, a), 7 + 2 * np.eye(300)]
    for M in nothing:
        assert not is_informative(Dense(M))
        assert not is_informative(Dense(M, weights=a**2))


def test_a_factor_says_how_much_it_leaves_out():
    circle, _ = make_circle()
    with pytest.warns(UserWarning, match=r"rank=4 leaves out \d+% of the trace.*Try rank=16"):
        low = KernelKMeans(3, gamma=50.0, rank=4, random_state=0).fit(circle)
    assert (low.rank_, low.stopped_by_) == (4, "rank")
    K = kernel_matrix(circle, gamma=50.0)
    whole = Dense(K).diagonal.sum()
    kept = low._predictor_.scatter.trace()  # the centred factor's
    assert low.residual_ == pytest.approx(1 - kept / whole, abs=0.05)
    exact = silent(lambda: KernelKMeans(3, kernel="linear", rank=9, random_state=0).fit(X))
    assert (exact.rank_, exact.stopped_by_) == (2, "tolerance")


def cut_short(fit):
    with pytest.warns(ConvergenceWarning, match="max_iter=1 was reached before the end.*larger"):
        return fit()


@each(
    "estimator",
    [
        CLUHSIC(4, label_kernel="ring", init="random", n_init=1, random_state=0),
        NumericalTaxonomy(9, random_state=3, n_init=1),
        AngleSpectralClustering(4, init="random", random_state=0, sigma=0.3),
        MIC(3, n_neighbors=5, random_state=0),
    ],
)
def test_max_iter_reached_is_said_and_an_end_is_not(estimator):
    circle, _ = make_circle()
    once = cut_short(lambda: estimator.set_params(max_iter=1).fit(circle))
    assert 1 <= once.n_iter_ <= 2
    silent(lambda: estimator.set_params(max_iter=1000).fit(circle))


def test_an_order_that_takes_long_is_announced():
    with pytest.raises(UserWarning, match="order of 400 labels takes about"):
        silent(lambda: order_labels(np.eye(400), np.arange(400), "chain"))


DISTANCES = "looks like distances D"


@each("metric", ["sqeuclidean", "euclidean"])
def test_a_matrix_of_distances_for_a_kernel_is_said(metric):
    D = cdist(X, X, metric)
    D[0, 1] = D[1, 0] = 0.0  # a sample that is there twice
    with pytest.warns(UserWarning, match=rf"^X, .* {DISTANCES}.*np\.exp\(-gamma \* D\*\*2\)"):
        KernelKMeans(3, kernel="precomputed", n_init=2, random_state=0).fit(D)
    for given in (D, D.tolist(), csr_array(D)):
        with pytest.warns(UserWarning, match=f"^K {DISTANCES}"):
            cluhsic(given, chain(3), n_init=2)
    with pytest.warns(UserWarning, match=f"^K {DISTANCES}"):
        numerical_taxonomy(D, 3, n_init=2)


@each(
    "call",
    [
        lambda D: cluhsic(D, chain(3), n_init=1),
        lambda D: hsic(np.eye(len(D)), D),
        lambda D: cka(D, np.eye(len(D))),
        lambda D: hsic_test(D, D, n_permutations=9),
        lambda D: order_labels(D, np.arange(len(D)) % 3, "chain"),
        lambda D: taxonomy_value(D, np.arange(len(D)) % 3, chain(3)),
        lambda D: taxonomy_path(D, [2], kernel="precomputed", n_init=1),
        lambda D: taxonomy_path(D, [2], n_init=1),
        lambda D: smic(D, 2),
        lambda D: linkage_along_tree(D, (2,), "average"),
        lambda D: KernelKMeans(2, kernel="precomputed", n_init=1).fit(D),
        lambda D: KernelKMeans(2, n_init=1).fit(D),
    ],
)
def test_all_that_take_a_kernel_know_distances_with_a_rounded_diagonal(call):
    D = 1 - np.corrcoef(np.random.default_rng(0).normal(size=(12, 40)))
    D = (D + D.T) / 2
    roots = np.sqrt(np.abs(D) + 1e-7)  # what single precision leaves
    for given in (D, D * 1e-90, D * 1e90, roots):
        assert given.diagonal().any()
        with pytest.warns(UserWarning, match=DISTANCES), suppress(ValueError):
            call(given)


INDEFINITE = "is not positive semi-definite"


def test_a_kernel_that_is_proven_indefinite_is_said_to_be():
    D = cdist(X, X)
    B = np.random.default_rng(0).normal(size=(len(X), len(X)))
    for K in (B + B.T, np.tanh(X @ X.T), 1 - D**3, (D < 1) * 1.0, kernel_matrix(X) + (B + B.T) / 9):
        for scaled in (K, csr_array(K), K * 1e-90):
            with pytest.warns(UserWarning, match=f"^K {INDEFINITE}"):
                cluhsic(scaled, np.eye(2), n_init=1)
        with pytest.warns(UserWarning, match=INDEFINITE):
            KernelKMeans(2, kernel="precomputed", n_init=1).fit(K)
    for kernel in ("sigmoid", lambda x, y: float(np.tanh(x @ y))):
        with pytest.warns(UserWarning, match=INDEFINITE):
            CLUHSIC(2, kernel=kernel, n_init=1).fit(X)


def test_kernels_and_what_centring_makes_a_kernel_are_not_called_indefinite():
    D, B = cdist(X, X), np.random.default_rng(0).normal(size=(len(X), 3))
    rough = kernel_matrix(X).astype(np.float32)
    for K in (B @ B.T, 1e6 + B @ B.T, -(D**2), -D, 1 - D, np.corrcoef(B), rough, csr_array(rough)):
        silent(lambda K=K: cluhsic(K, np.eye(2), n_init=1, random_state=0))
        silent(lambda K=K: KernelKMeans(2, kernel="precomputed", n_init=1, random_state=0).fit(K))
    slight = rbf_kernel(X, gamma=1e-4).astype(np.float32)  # less a constant little is left
    for K in (slight, (1e3 + B @ B.T).astype(np.float32)):
        silent(lambda K=K: cluhsic(K, np.eye(2), n_init=1, random_state=0))
    for kernel in (lambda x, y: x @ y + 1e12, lambda *XY: np.float32(rbf_kernel(*XY, gamma=1e-4))):
        silent(lambda kernel=kernel: CLUHSIC(2, kernel=kernel, n_init=1, random_state=0).fit(X))


def test_a_kernel_matrix_may_be_held_by_anything():
    frame = pytest.importorskip("pandas").DataFrame
    K = kernel_matrix(X)
    best = cluhsic(K, np.eye(2), n_init=1, random_state=0)
    for held in (frame, np.ndarray.tolist, lambda K: K.astype(object)):
        found = silent(lambda held=held: cluhsic(held(K), np.eye(2), n_init=1, random_state=0))
        assert found.objective == best.objective


def test_kernels_and_neighbourhoods_are_no_distances():
    D = cdist(X, X)
    near = np.where(D < np.quantile(D, 0.2), 1.0, 0.0) - np.eye(len(D))
    centred = X - X.mean(axis=0)
    for K in (np.exp(-D), centred @ centred.T, -D, near, D + 0.1 * np.eye(len(D))):
        said = warnings_of(lambda K=K: cluhsic(K, np.eye(2), n_init=1))
        said += warnings_of(lambda K=K: KernelKMeans(2, kernel="precomputed", n_init=1).fit(K))
        assert not [words for words in said if DISTANCES in words]
    assert warnings_of(lambda: MeanNN(3, random_state=0).fit(X)) == []


def warnings_of(call):
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        call()
    return [str(w.message) for w in said]


X3 = np.random.default_rng(0).normal(size=(60, 3))
APART = cdist(X3, X3)
ONE_STEP = {"max_iter": 1, "init": "random", "n_init": 1, "random_state": 0}


@each(
    "call",
    [
        lambda: KernelKMeans(3, **ONE_STEP).fit(X3),
        lambda: cluhsic(APART, np.eye(3), random_state=0),
        lambda: AngleSpectralClustering(3, sigma=1e-2).fit(X3),
        lambda: make_pipeline(StandardScaler(), CLUHSIC(3, gamma=1e9, random_state=0)).fit(X3),
    ],
)
def test_a_warning_points_at_the_line_that_led_to_it(call):
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        call()
    assert said
    assert {warning.filename for warning in said} == {__file__}
