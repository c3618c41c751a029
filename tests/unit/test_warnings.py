"""What a fit could not do is said: no information, a factor too small, max_iter reached."""

import warnings

import numpy as np
import pytest
from cases import each
from scipy.sparse import csr_array
from scipy.spatial.distance import cdist
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import adjusted_rand_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from depcluster import (
    CLUHSIC,
    CLUHSICAL,
    KernelKMeans,
    NumericalTaxonomy,
    cluhsic,
    cluhsical,
    graph_kernel,
    kernel_matrix,
    numerical_taxonomy,
)
from depcluster.baselines import MIC, MeanNN, mean_nn
from depcluster.datasets import make_circle, make_three
from depcluster.kernels import Dense, Factor, Sparse
from depcluster.kernels.gram import tells_apart
from depcluster.kernels.graph import resolve_n_neighbors
from depcluster.labels import chain
from depcluster.papers.jenssen2006 import AngleSpectralClustering
from depcluster.selection import diffusion_kernels

X, Y = make_three()
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


@each("c", [2, 3, 4, 5])
def test_the_graph_kernel_finds_small_groups_at_its_defaults(c):
    for m in (4 * c, 8 * c + 1):
        if resolve_n_neighbors("auto", m) >= m // c:
            continue
        P, y = blobs(m, c, seed=0)
        fitted = silent(lambda P=P: KernelKMeans(c, kernel="graph", random_state=0).fit(P))
        assert adjusted_rand_score(y, fitted.labels_) == 1, m


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


@each("estimator", [KernelKMeans, CLUHSIC, CLUHSICAL, NumericalTaxonomy])
def test_a_kernel_without_information_is_said_to_be_one(estimator):
    P, _ = blobs(12, 2, 0)
    with pytest.warns(UserWarning, match=f"kernel='graph' {NO_INFORMATION}.*fewer neighbours"):
        estimator(2, kernel="graph", n_neighbors=10, random_state=0).fit(P)
    with pytest.warns(UserWarning, match=f"kernel='rbf' {NO_INFORMATION}.*gamma"):
        estimator(3, gamma=1e12, random_state=0).fit(P)
    with pytest.warns(UserWarning, match=f"kernel='sigmoid' {NO_INFORMATION}.*gamma"):
        estimator(3, kernel="sigmoid", random_state=0).fit(P + 1e6)
    K = np.full((12, 12), 3.0) + np.eye(12)
    with pytest.warns(UserWarning, match=f"kernel='precomputed' {NO_INFORMATION}"):
        estimator(3, kernel="precomputed", random_state=0).fit(K)


def test_information_is_seen_in_every_storage():
    K = kernel_matrix(X)
    a = np.random.default_rng(0).normal(size=300)
    grams = [Dense(K), Dense(K * 1e-30), Sparse(K), Factor(X), Dense(K, weights=a[:60] ** 2)]
    assert all(map(tells_apart, grams))
    late = np.eye(300)
    late[298, 299] = late[299, 298] = 0.5
    assert tells_apart(Dense(late))
    silent(lambda: KernelKMeans(1, kernel="precomputed").fit(np.ones((5, 5))))  # asks for nothing
    nothing = [np.eye(300), np.ones((300, 300)), np.add.outer(a, a), 7 + 2 * np.eye(300)]
    for M in nothing:
        assert not tells_apart(Dense(M))
        assert not tells_apart(Dense(M, weights=a**2))


def test_a_factor_says_how_much_it_leaves_out():
    circle, _ = make_circle()
    with pytest.warns(UserWarning, match=r"rank=4 leaves out \d+% of the trace.*Try rank=16"):
        low = KernelKMeans(3, gamma=50.0, rank=4, random_state=0).fit(circle)
    assert (low.rank_, low.stopped_by_) == (4, "rank")
    K = kernel_matrix(circle, gamma=50.0)
    whole = Dense(K).diagonal.sum()
    kept = low._place.scatter.trace()  # the centred factor's
    assert low.residual_ == pytest.approx(1 - kept / whole, abs=0.05)
    enough = silent(lambda: KernelKMeans(3, rank=60, random_state=0).fit(circle))
    assert enough.stopped_by_ == "eigengap"
    assert enough.rank_ < 60
    exact = silent(lambda: KernelKMeans(3, kernel="linear", rank=9, random_state=0).fit(X))
    assert (exact.rank_, exact.stopped_by_) == (2, "tolerance")
    assert exact.residual_ < 1e-6
    assert not hasattr(low.set_params(rank=None).fit(circle), "rank_")


def cut_short(fit):
    with pytest.warns(ConvergenceWarning, match="max_iter=1 was reached before the end.*larger"):
        return fit()


@each(
    "estimator",
    [
        CLUHSIC(4, label_kernel="ring", init="random", n_init=1, random_state=0),
        CLUHSICAL(4, init="random", n_init=1, random_state=0),
        KernelKMeans(4, init="random", n_init=1, random_state=0),
        MeanNN(4, init="random", n_init=1, random_state=0),
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


def test_a_search_that_has_just_settled_is_none_that_was_cut_short():
    circle, _ = make_circle()
    K = kernel_matrix(circle)
    whole = silent(lambda: cluhsic(K, np.eye(4), init="random", n_init=1, random_state=0))
    assert whole.converged
    shared = {"init": "random", "n_init": 1, "random_state": 0}
    just = silent(lambda: cluhsic(K, np.eye(4), max_iter=whole.n_iter - 1, **shared))
    assert just.converged
    assert just.objective == whole.objective
    again = silent(lambda: cluhsic(K, np.eye(4), init=whole.labels, max_iter=1))
    assert (again.converged, again.n_iter) == (True, 1)


DISTANCES = "looks like distances D"


def distances(squared=False):
    D = cdist(X, X, "sqeuclidean" if squared else "euclidean")
    return np.where(np.eye(len(D)), 0.0, D)


@each("squared", [False, True])
def test_a_matrix_of_distances_for_a_kernel_is_said(squared):
    D = distances(squared)
    D[0, 1] = D[1, 0] = 0.0  # a sample that is there twice
    with pytest.warns(UserWarning, match=rf"^X, .* {DISTANCES}.*np\.exp\(-gamma \* D\*\*2\)"):
        KernelKMeans(3, kernel="precomputed", n_init=2, random_state=0).fit(D)
    for given in (D, D.tolist(), csr_array(D)):
        with pytest.warns(UserWarning, match=f"^K {DISTANCES}"):
            cluhsic(given, chain(3), n_init=2)
    for cluster in (cluhsical, numerical_taxonomy):
        with pytest.warns(UserWarning, match=f"^K {DISTANCES}"):
            cluster(D, 3 if cluster is numerical_taxonomy else chain(3), n_init=2)


def test_kernels_and_neighbourhoods_are_no_distances():
    D = distances()
    near = np.where(D < np.quantile(D, 0.2), 1.0, 0.0) - np.eye(len(D))
    centred = X - X.mean(axis=0)
    tiny = 1e-9 * np.eye(len(D))
    for K in (
        np.exp(-D),
        centred @ centred.T,
        -D,
        np.zeros_like(D),
        near,
        graph_kernel(X),
        D + tiny,
    ):
        said = warnings_of(lambda K=K: cluhsic(K, np.eye(2), n_init=1))
        said += warnings_of(lambda K=K: KernelKMeans(2, kernel="precomputed", n_init=1).fit(K))
        assert not [words for words in said if DISTANCES in words]
    assert warnings_of(lambda: mean_nn(X, 3, random_state=0)) == []
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
        lambda: CLUHSIC(3, gamma=50.0, rank=4, random_state=0).fit(X3),
        lambda: CLUHSIC(3, gamma=1e9, random_state=0).fit(X3),
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
