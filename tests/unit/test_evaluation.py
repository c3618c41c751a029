"""Questions asked of clusters: is there anything, how many, how sure, and in what order."""

import itertools
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from cases import each
from scipy.spatial.distance import cdist
from scipy.stats import kstest
from sklearn.compose import make_column_transformer
from sklearn.metrics import silhouette_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler

import reference
from depcluster import (
    CLUHSIC,
    KernelKMeans,
    cka,
    cluster_test,
    compare_designs,
    compare_n_clusters,
    consensus,
    design_test,
    hsic,
    hsic_test,
    kernel_matrix,
    order_labels,
    taxonomy_path,
)
from depcluster.choice import prediction_strength_scorer
from depcluster.choice.compare_designs import _drawn, distances
from depcluster.choice.explained_fraction import explained_share, kernel_of
from depcluster.choice.null import PrincipalAxes, reference_samples
from depcluster.choice.validity_indices import nearest_clusters, prediction_strength, silhouette
from depcluster.datasets import make_three
from depcluster.kernels.gram import Dense
from depcluster.labels import chain, graph, plain, ring

THREE = make_three()[0][::2]
HEAP = np.random.default_rng(0).normal(size=(80, 2))


def gram(m, seed=0):
    Z = np.random.default_rng(seed).normal(size=(m, 3))
    return Z @ Z.T + np.eye(m)


@each("c", [2, 3])
@each("seed", range(2))
def test_the_share_is_that_of_the_best_partition_of_all(c, seed):
    K, m = gram(7, seed), 7
    best = max(
        reference.explained_share(K, labels)
        for labels in itertools.product(range(c), repeat=m)
        if len(set(labels)) == c
    )
    share, labels = explained_share(K, c, np.random.RandomState(0), n_init=40)
    assert share == pytest.approx(best, rel=1e-12)
    assert reference.explained_share(K, labels) == pytest.approx(share, rel=1e-12)


def test_the_share_knows_no_scale_and_no_origin():
    K, X = gram(12), np.random.default_rng(1).normal(size=(12, 3))
    found = explained_share(K, 3, np.random.RandomState(0))[0]
    assert explained_share(7 * K, 3, np.random.RandomState(0))[0] == pytest.approx(found)
    of_linear = [explained_share(Z @ Z.T, 3, np.random.RandomState(0))[0] for Z in (X, X + 50)]
    assert of_linear[0] == pytest.approx(of_linear[1], rel=1e-9)
    assert np.isnan(explained_share(np.ones((6, 6)), 2, np.random.RandomState(0))[0])


@each("kernel", [{"gamma": 1e-30}, {"kernel": lambda x, y: 3.0}, {"kernel": lambda x, y: -x @ y}])
def test_kernels_that_tell_nothing_apart_have_nothing_to_explain(kernel):
    for ask in (partial(cluster_test, THREE, 2), partial(compare_n_clusters, THREE)):
        with pytest.raises(ValueError, match="kernel must tell samples apart"):
            ask(**kernel)


@pytest.mark.filterwarnings("error::RuntimeWarning")
def test_halves_of_equal_samples_are_no_matter():
    X = np.r_[np.eye(2), np.ones((1, 2)), np.zeros((27, 2))]
    assert np.isfinite(compare_n_clusters(X, (2, 3)).stability).all()


def test_distances_and_indefinite_values_are_said_to_be_no_kernel():
    told = pytest.raises(ValueError, match="kernel must tell samples apart")
    with pytest.warns(UserWarning, match="looks like distances"), told:
        cluster_test(HEAP, 2, kernel=cdist)
    with pytest.warns(UserWarning, match="is not positive semi-definite"):
        compare_n_clusters(HEAP, [2, 3], kernel="sigmoid")


def test_the_mean_rule_is_half_over_the_mean_squared_distance():
    d = [((a - b) ** 2).sum() for a, b in itertools.combinations(HEAP, 2)]
    expected = np.exp(-((HEAP[:, None] - HEAP) ** 2).sum(axis=2) / (2 * np.mean(d)))
    assert np.allclose(kernel_of(HEAP, "rbf", "mean"), expected, rtol=1e-10)


@each("null", ["uniform", "gaussian", "unimodal"])
def test_reference_samples_have_place_shape_and_axes_of_the_given_ones(null):
    rng = np.random.default_rng(2)
    turn = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    X = rng.normal(size=(400, 3)) * [5, 2, 0] @ turn + 10
    tables = list(reference_samples(X, null, np.random.RandomState(0), 6))
    axes = PrincipalAxes(X)
    assert axes.scores.shape == (400, 2)
    for table in tables:
        assert table.shape == X.shape
        flat = (table - X.mean(axis=0)) @ np.linalg.svd(X - X.mean(axis=0))[2][2]
        assert np.abs(flat).max() < 1e-9
        spread = np.sort(np.linalg.eigvalsh(np.cov(table.T)))[-2:]
        if null != "uniform":  # which fills the box, and is wider than a normal heap
            assert np.allclose(np.sqrt(spread), [2, 5], rtol=0.2)
    if null == "uniform":
        low, high = axes.scores.min(axis=0), axes.scores.max(axis=0)
        drawn = np.vstack([(table - X.mean(axis=0)) @ axes._axes.T for table in tables])
        assert (drawn >= low - 1e-9).all()
        assert (drawn <= high + 1e-9).all()
        assert kstest((drawn[:, 0] - low[0]) / (high - low)[0], "uniform").pvalue > 1e-3


def test_clusters_are_found_and_a_heap_is_none():
    found = cluster_test(THREE, 3)
    assert found.pvalue == 0.05
    assert found.statistic > found.null_distribution.max()
    assert cluster_test(HEAP, 2).pvalue > 0.05


def test_false_alarms_are_as_rare_as_they_should_be():
    rng = np.random.default_rng(3)
    alarms = [cluster_test(rng.exponential(size=(40, 2)), 2).pvalue <= 0.05 for _ in range(30)]
    assert sum(alarms) < 6  # of 30 at 5 % some 1 or 2; 6 or more come once in 300 runs


def test_a_null_of_ones_own():
    def shuffled(X, rng):
        return np.column_stack([rng.permutation(x) for x in X.T])

    def of_the_samples_alone(X, Y):
        return X @ Y.T if np.isin(X, THREE).all() else np.ones((len(X), len(Y)))

    for ask in (partial(cluster_test, THREE, 3), partial(compare_n_clusters, THREE)):
        assert ask(kernel=of_the_samples_alone).pvalue == 1
    found = cluster_test(THREE, 3, null=shuffled, n_references=9)
    assert found.pvalue == 0.1
    assert sorted(found.reference[:, 0]) == sorted(THREE[:, 0])
    with pytest.raises(ValueError, match="null must give samples of the shape"):
        cluster_test(THREE, 3, null=lambda X, rng: X[1:])


def test_how_many():
    found = compare_n_clusters(THREE, range(2, 6))
    assert found.n_clusters == 3
    assert found.candidates.tolist() == [2, 3, 4, 5]
    assert found.labels.shape == (4, len(THREE))
    assert found.replicated_difference.argmax() == 1
    assert str(found).startswith("3 clusters, p = 0.05; second opinions agree")
    assert "2 clusters, the largest number tried" in str(compare_n_clusters(THREE, [2]))
    assert compare_n_clusters(HEAP).n_clusters is None


@each("n_noise", [1, 3])
def test_columns_of_noise_make_no_clusters(n_noise):
    rng, y = np.random.default_rng(5), np.arange(120) % 3
    X = np.c_[8 * np.eye(3)[y] + rng.normal(size=(120, 3)), rng.uniform(size=(120, n_noise))]
    assert compare_n_clusters(StandardScaler().fit_transform(X)).n_clusters == 3


def test_the_silhouette_of_a_linear_kernel_is_that_of_the_samples():
    labels = np.arange(len(THREE)) % 3
    expected = silhouette_score(THREE, labels)
    assert silhouette(THREE @ THREE.T, labels) == pytest.approx(expected, rel=1e-6)
    assert np.isnan(silhouette(np.eye(3), np.arange(3)))


def test_new_samples_go_to_the_cluster_with_the_nearest_mean():
    labels = np.array([0, 2, 2, 0] * 10)
    X, new = HEAP[:40], HEAP[40:]
    middles = {c: X[labels == c].mean(axis=0) for c in (0, 2)}
    expected = [min(middles, key=lambda c: ((x - middles[c]) ** 2).sum()) for x in new]
    assert nearest_clusters(X @ X.T, new @ X.T, labels).tolist() == expected


def test_prediction_strength_is_the_share_of_pairs_in_the_worst_cluster():
    rng = np.random.default_rng(0)
    labels, told = rng.integers(3, size=30), rng.integers(3, size=30)
    shares = []
    for c in range(3):
        pairs = list(itertools.combinations(np.flatnonzero(labels == c), 2))
        shares.append(np.mean([told[i] == told[j] for i, j in pairs]))
    assert prediction_strength(labels, told) == pytest.approx(min(shares))
    assert prediction_strength(labels, 2 - labels) == 1
    assert prediction_strength(np.array([0, 1, 1]), np.zeros(3, int)) == 0


def test_second_opinions_agree_on_clear_clusters_and_are_missing_where_halves_are_too_small():
    found = compare_n_clusters(THREE, range(2, 6))
    assert set(found.second_opinions.values()) == {3}
    assert taxonomy_path(THREE, range(2, 6), n_init=1, random_state=0).largest_gap == 3
    small = compare_n_clusters(HEAP[:5], [2, 5], n_references=19)
    assert np.isnan(small.stability[1])
    assert np.isfinite(small.stability[0])
    assert np.isnan(small.silhouette[1])


def of_counts(x, y):
    return np.nan if min(*x, *y) < 0 else 1.0 + x @ y


@each(
    "call, words",
    [
        (lambda: cluster_test([[0, 0], [0, 0], [1, 1]], 3), "n_clusters"),
        (lambda: cluster_test(np.eye(9), 3, kernel="precomputed"), "kernel must be one of samples"),
        (lambda: compare_n_clusters(np.eye(9), kernel="precomputed"), "kernel must be one of samp"),
        (lambda: compare_n_clusters(HEAP, [2, 2]), "different numbers"),
        (lambda: compare_n_clusters(HEAP, alpha=0.01), "n_references must be at least 99"),
        (lambda: cluster_test(HEAP**2, 2, kernel="chi2"), "^tables of null=.* no negative numbers"),
        (lambda: cluster_test(HEAP**2, 2, kernel=of_counts), "without clusters, must be finite"),
        (lambda: consensus(3, HEAP), "estimator must be a clusterer"),
        (lambda: consensus(CLUHSIC, HEAP), "estimator must be a clusterer"),
        (lambda: prediction_strength_scorer(CLUHSIC, HEAP), "estimator must be a fitted clusterer"),
        (
            lambda: prediction_strength_scorer(KernelKMeans(2, kernel="precomputed"), np.eye(9)),
            "estimator must take samples",
        ),
        (
            lambda: consensus(CLUHSIC(3), np.eye(3)),
            "X must suit the estimator .* 2 of 3 rows .*'seeds'",
        ),
        (lambda: consensus(CLUHSIC(2, together=[[0, 1]]), HEAP), "by together for method='boots"),
        (lambda: consensus(CLUHSIC(2, init=[0, 1] * 40), HEAP), "by init for method='bootstrap'"),
        (lambda: order_labels(np.eye(3), [0, 1]), "labels must hold one label a sample"),
        (lambda: order_labels(np.eye(3), [0, 1, 2], np.eye(2)), "label_kernel must have one row"),
        (lambda: designs(["chain"]), "designs must be at least two names, or a dict"),
        (lambda: designs([chain(4), ring(4)]), "designs must be at least two names, or a dict"),
        (lambda: designs(["chain", "plain"]), "'plain'.* must relate some clusters more"),
        (lambda: designs({"a": "chain", "b": graph([(1, 0), (0, 2), (2, 3)])}), "'a' and 'b'"),
        (lambda: designs({"a": "chain", "b": ring(5)}), "'b'.* must have one row"),
        (lambda: compare_designs(np.eye(2), [0, 1], ["chain", "ring"]), "at least three clusters"),
        (lambda: design_test(HEAP, np.arange(80) % 3, "ring"), "design must relate some clusters"),
        (lambda: design_test(HEAP, [0, 1], "ring"), "labels must hold one label a sample"),
        (lambda: hsic(np.eye(3), np.eye(3), unbiased=True), "at least 4 x 4"),
        (lambda: hsic_test(np.eye(3), np.eye(4)), "same size"),
    ],
)
def test_bad_input_is_told(call, words):
    with pytest.raises(ValueError, match=words):
        call()


def designs(given):
    return compare_designs(np.eye(4), range(4), given)


FORK = graph([(0, 1), (0, 2), (0, 3), (3, 4)])


def distances_of_means(K, labels, c):
    M = reference.block_means(K, labels, c)
    return np.sqrt(M.diagonal()[:, None] + M.diagonal() - 2 * M)


@each("seed", range(3))
def test_designs_correlate_with_the_distances_under_the_best_of_all_names(seed):
    rng = np.random.default_rng(seed)
    K, labels = gram(24, seed), rng.permutation(np.arange(24) % 5)
    given = {"chain": "chain", "ring": ring(5), "fork": FORK}
    found = compare_designs(K, labels, given, n_bootstraps=3)
    literal = [reference.design_correlation(K, labels, A) for A in (chain(5), ring(5), FORK)]
    assert found.correlation == pytest.approx(literal, rel=1e-9)
    for A, name, value in zip((chain(5), ring(5), FORK), given, literal, strict=True):
        pairs = np.triu_indices(5, 1)
        D = distances_of_means(K, found.labels[name], 5)
        assert np.corrcoef(A[pairs], -D[pairs])[0, 1] == pytest.approx(value, rel=1e-9)
    letters, rows = np.array(list("xkqab"))[labels], rng.permutation(24)
    for K2, again in ((K, letters), (K + np.add.outer(K[0], K[0]), labels), (7 * K, labels)):
        other = compare_designs(K2, again, given, n_bootstraps=3)
        assert other.bootstraps == pytest.approx(found.bootstraps, rel=1e-7)
        assert all((other.labels[name] == found.labels[name]).all() for name in given)
    moved = compare_designs(K[np.ix_(rows, rows)], labels[rows], given, n_bootstraps=1)
    assert moved.correlation == pytest.approx(literal, rel=1e-9)
    assert moved.distances == pytest.approx(found.distances, rel=1e-9)


def test_rows_drawn_anew_are_as_many_of_each_cluster_and_count_as_often_as_drawn():
    K, labels, rng = gram(15), np.arange(15) % 3, np.random.RandomState(0)
    for _ in range(5):
        times = _drawn(labels, 3, rng)
        rows = np.repeat(np.arange(15), times.astype(int))
        assert np.bincount(labels[rows]).tolist() == [5, 5, 5]
        M = reference.block_means(K[np.ix_(rows, rows)], labels[rows], 3)
        squares = distances(Dense(K), labels, 3, times) ** 2
        assert squares == pytest.approx(M.diagonal()[:, None] + M.diagonal() - 2 * M, abs=1e-9)
    alone = compare_designs(gram(5), range(5), ["chain", "ring"], n_bootstraps=4)
    assert alone.bootstraps == pytest.approx(np.tile(alone.correlation, (4, 1)))
    assert np.isnan(alone.ceiling)


def test_a_design_is_held_against_centres_drawn_from_their_box_with_their_rows():
    rng = np.random.default_rng(0)
    y = rng.permutation(np.arange(40) % 5)
    X = rng.normal(size=(5, 3))[y] + rng.normal(scale=0.2, size=(40, 3))
    found = design_test(X, y, FORK, n_references=5, gamma=0.2)
    centres = np.array([X[y == k].mean(axis=0) for k in range(5)])
    axes, draws = PrincipalAxes(centres), np.random.RandomState(0)
    low, high = axes.scores.min(axis=0), axes.scores.max(axis=0)
    literal = []
    for _ in range(5):
        drawn = axes.back(draws.uniform(low, high, axes.scores.shape))
        table = np.array([x - centres[k] + drawn[k] for x, k in zip(X, y, strict=True)])
        K = np.exp(-0.2 * cdist(table, table) ** 2)
        literal.append(reference.design_correlation(K, y, FORK))
    assert found.null_distribution == pytest.approx(literal, rel=1e-9)
    K = kernel_matrix(X, gamma=0.2)
    assert found.statistic == pytest.approx(reference.design_correlation(K, y, FORK), rel=1e-9)
    assert found.pvalue == (1 + (np.array(literal) >= found.statistic).sum()) / 6
    again = design_test(X, np.array(list("dcbea"))[y], FORK, n_references=5, gamma=0.2)
    assert again.pvalue == found.pvalue


@each("width", [0.1, 1, 3])
def test_a_design_that_clusters_lie_on_wins_by_its_own_names(width):
    rng = np.random.default_rng(0)
    at = np.array([[0, 0], [1, 0], [-0.5, 0.9], [-0.5, -0.9], [-1, -1.8]])
    y = np.repeat(np.arange(5), 12)
    K = kernel_matrix(at[y] + rng.normal(scale=0.1, size=(60, 2)), gamma=width)
    found = compare_designs(K, y, {"chain": "chain", "fork": FORK, "ring": "ring"})
    assert found.winner == "fork"
    assert found.ahead.sum() == pytest.approx(1)
    assert 0 < found.ceiling < 1
    assert found.labels["fork"][y == 0].tolist() == [0] * 12
    assert found.labels["fork"][y == 3].tolist() == [3] * 12
    assert found.to_frame().loc["fork", "ahead"] == found.ahead[1]
    assert len(found.plot().figure.axes) == 1


@each("method", ["bootstrap", "seeds"])
def test_consensus_of_clear_clusters_is_one_and_a_bridge_is_least_sure(method):
    X = np.vstack([THREE, THREE[THREE[:, 0].argsort()[[0, -1]]].mean(axis=0)])
    found = consensus(KernelKMeans(3, random_state=0), X, n_runs=20, method=method)
    assert (found.matrix == found.matrix.T).all()
    assert ((found.matrix >= 0) & (found.matrix <= 1)).all()
    assert (found.matrix.diagonal() == 1).all()
    assert found.agreement[:-1].mean() > 0.95
    assert (np.diff(found.labels[found.order]) >= 0).all()
    assert f"{len(X)} samples in 3 clusters" in repr(found)
    assert found.agreement[found.least_sure(3)].max() <= np.sort(found.agreement)[2]


def test_consensus_hands_samples_on_as_the_estimator_takes_them():
    pandas = pytest.importorskip("pandas")
    of_rows, K = consensus(KernelKMeans(3, n_init=2), THREE, n_runs=5), kernel_matrix(THREE)
    of_matrix = KernelKMeans(3, kernel="precomputed", n_init=2)
    of_kernel = [
        consensus(of_matrix, K, n_runs=5),
        consensus(of_matrix, pandas.DataFrame(K), n_runs=5),
        consensus(make_pipeline(FunctionTransformer(), of_matrix), K, n_runs=5),
    ]
    columns = make_column_transformer((FunctionTransformer(), ["a", "b"]))
    of_frame = consensus(
        make_pipeline(columns, KernelKMeans(3, n_init=2)),
        pandas.DataFrame(THREE, columns=["a", "b"]).assign(name="x"),
        n_runs=5,
    )
    for found in (*of_kernel, of_frame):
        np.testing.assert_array_equal(found.matrix, of_rows.matrix)
    alone = KernelKMeans(2, init="random", n_init=1, max_iter=9)
    of_seeds = [
        consensus(one, HEAP, n_runs=5, method="seeds").matrix
        for one in (alone, make_pipeline(FunctionTransformer(), alone))
    ]
    np.testing.assert_array_equal(*of_seeds)


@each("kernel", [ring, chain])
def test_order_is_the_best_of_all_and_knows_no_names(kernel):
    rng = np.random.default_rng(0)
    for m, c in ((12, 3), (20, 5), (9, 2)):
        K, labels, A = gram(m, m), rng.permutation(np.arange(m) % c), kernel(c)
        found, off = order_labels(K, labels, A), ~np.eye(c, dtype=bool)
        D = distances_of_means(K, labels, c)
        sums = [(A * D[np.ix_(p, p)])[off].sum() for p in itertools.permutations(range(c))]
        D = distances_of_means(K, found, c)
        assert (A * D)[off].sum() == pytest.approx(min(sums), rel=1e-10)
        for _ in range(4):
            assert (order_labels(K, rng.permutation(c)[labels], A) == found).all()
    assert (order_labels(K, np.zeros(9), "plain") == 0).all()


def kinds_of_labels(y):
    pandas = pytest.importorskip("pandas")
    text = np.array(["10", "9", "-1", "b", "a"])[y]
    yield from (y - 1, y / 3, text, text.tolist(), text.astype(object), text.astype("S"))
    yield from (pandas.Series(text, index=y), pandas.Series(y, dtype="Int64"), pandas.Index(text))
    yield pandas.Categorical(text, ["b", "9", "unused", "10", "a", "-1"], ordered=True)
    yield pandas.Series(pandas.Categorical(y - 1), index=y)
    yield pandas.Series(pandas.period_range("2024-01", periods=5, freq="M")[y])


def test_clusters_are_named_alike_whatever_they_were_called():
    rng = np.random.default_rng(0)
    y = rng.permutation(np.arange(30) % 5)
    X = rng.normal(size=(5, 2))[y] + rng.normal(scale=0.1, size=(30, 2))
    K, given = kernel_matrix(X), {"fork": FORK, "chain": "chain"}
    order = order_labels(K, y, FORK)
    found = compare_designs(K, y, given, n_bootstraps=2)
    np.testing.assert_array_equal(found.labels["fork"], order)
    p = design_test(X, y, FORK, n_references=5).pvalue
    for labels in kinds_of_labels(y):
        np.testing.assert_array_equal(order_labels(K, labels, FORK), order)
        again = compare_designs(K, labels, given, n_bootstraps=2)
        for name in given:
            np.testing.assert_array_equal(again.labels[name], found.labels[name])
        places = np.unique(np.asarray(labels), return_index=True)[1]
        sorted_before = np.ix_(y[places], y[places])
        assert again.distances == pytest.approx(found.distances[sorted_before], rel=1e-9)
        assert design_test(X, labels, FORK, n_references=5).pvalue == p


def test_unbiased_hsic_is_the_mean_over_different_samples():
    K, L = gram(6), gram(6, 1)
    assert hsic(K, L, unbiased=True) == pytest.approx(reference.unbiased_hsic(K, L), rel=1e-10)


def exact_hsic(x, y, unbiased):
    """In fractions, of K = xx' and L = yy' for integers x and y."""
    m, (K, L) = len(x), (np.outer(z, z).astype(object) for z in (x, y))
    if not unbiased:
        product = m * (x @ y) - x.sum() * y.sum()
        return float(Fraction(int(product) ** 2, (m * (m - 1)) ** 2))
    np.fill_diagonal(K, 0)
    np.fill_diagonal(L, 0)
    chance = Fraction(K.sum() * L.sum(), (m - 1) * (m - 2))
    chance -= Fraction(2 * (K.sum(axis=0) @ L.sum(axis=0)), m - 2)
    return float(((K * L).sum() + chance) / (m * (m - 3)))


@each("unbiased", [False, True])
@each("offset", [0, 10**3, 10**5])
def test_offsets_and_units_change_no_score(unbiased, offset):
    rng = np.random.default_rng(1)
    x = rng.integers(0, 10, 40)
    y = x // 2 + rng.integers(0, 4, 40)
    near, (K, L) = exact_hsic(x, y, unbiased), (np.outer(z, z) for z in (x, y))
    u, v = x + offset, y + 2 * offset
    assert exact_hsic(u, v, unbiased) == near
    far = [np.outer(z, z).astype(float) for z in (u, v)]
    assert hsic(*far, unbiased=unbiased) == pytest.approx(near, rel=1e-10)
    assert cka(*far) == pytest.approx(cka(K, L), rel=1e-10)
    tiny = [np.ldexp(M, -600) for M in far]
    options = {"unbiased": unbiased, "n_permutations": 99}
    p = {hsic_test(*given, **options).pvalue for given in ((K, L), far, tiny)}
    assert len(p) == 1
    assert cka(*tiny) == cka(*far)


@each("unbiased", [False, True])
def test_hsic_test_finds_dependence_and_is_fair_without(unbiased):
    rng = np.random.default_rng(0)
    x = rng.normal(size=(40, 1))
    K, L = (kernel_of(Z, "rbf", "median") for Z in (x, x**2))
    found = hsic_test(K, L, unbiased=unbiased)
    assert found.pvalue == 0.001
    assert found.statistic == hsic(K, L, unbiased=unbiased)
    large, seeded = (gram(70), gram(70, 1)), np.random.RandomState(4)
    orders = [seeded.permutation(70) for _ in range(9)]
    drawn = hsic_test(*large, unbiased=unbiased, n_permutations=9, random_state=4).null_distribution
    literal = [hsic(large[0], large[1][np.ix_(o, o)], unbiased=unbiased) for o in orders]
    assert drawn == pytest.approx(literal)
    others = [kernel_of(rng.normal(size=(40, 1)), "rbf", "median") for _ in range(60)]
    p = [hsic_test(K, L, unbiased=unbiased, n_permutations=99).pvalue for L in others]
    assert kstest(p, "uniform").pvalue > 1e-3
    for nothing in (np.full((40, 40), 0.1), np.add.outer(x[:, 0], x[:, 0]), 3 * np.eye(40) + 0.1):
        assert hsic_test(nothing, L, unbiased=unbiased, n_permutations=99).pvalue == 1


def test_cka_is_a_cosine():
    K, L = gram(8), gram(8, 1)
    assert cka(K, L) == pytest.approx(cka(3 * L + 2, 5 * K - 1))
    assert cka(K, K) == pytest.approx(1)
    assert 0 <= cka(K, L) < 1
    assert np.isnan(cka(K, np.ones((8, 8))))
    assert cka(K, L) == pytest.approx(hsic(K, L) / np.sqrt(hsic(K, K) * hsic(L, L)), rel=1e-12)
    assert cka(plain(8), plain(8)) == pytest.approx(1)
