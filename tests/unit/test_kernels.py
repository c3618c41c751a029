"""Kernels, their widths, diffusion on graphs and low rank, against literal formulas."""

import itertools

import numpy as np
import pytest
from cases import each
from scipy import sparse
from scipy.linalg import expm
from scipy.sparse.csgraph import connected_components
from scipy.spatial.distance import cdist
from sklearn.base import clone
from sklearn.datasets import load_iris, make_blobs, make_moons
from sklearn.gaussian_process.kernels import RBF
from sklearn.metrics import adjusted_rand_score
from sklearn.metrics.pairwise import laplacian_kernel
from sklearn.preprocessing import StandardScaler

import reference
from depcluster import (
    CLUHSIC,
    KernelKMeans,
    cluster_test,
    compare_kernels,
    graph_kernel,
    hsic,
    incomplete_cholesky,
    kernel_matrix,
    median_rule,
)
from depcluster.kernels import Dense, KernelMaker, graph, kernel_names, resolve_gamma
from depcluster.kernels.eigenvectors import leading_subspace
from depcluster.kernels.graph import Diffusion, _by_columns, _by_squaring, _scaled
from depcluster.kernels.matrix import kernel_diagonal

rng = np.random.default_rng(0)
X = rng.normal(size=(25, 3))


@each("kernel", [*kernel_names(), lambda a, b: float(a @ b) ** 2])
def test_one_maker_for_many_kernels_of_the_same_samples(kernel):
    positive = np.abs(X)
    maker = KernelMaker(positive)
    for gamma in ("median", "scale", 0.3):
        made = maker.matrix(kernel, gamma=gamma)
        assert made.dtype == kernel_matrix(np.float32(X) ** 2, kernel=kernel).dtype == float
        np.testing.assert_allclose(made, kernel_matrix(positive, kernel=kernel, gamma=gamma))
        assert maker.width("rbf", gamma) == resolve_gamma(gamma, positive)
    assert maker.width("linear") is None


@each("form", [np.array, sparse.csr_array])
@each("size", [1e-300, 1e-18, 1e90])
def test_a_cosine_knows_no_length(form, size):
    lengths = np.where(np.arange(25) % 2, size, 1.0)
    mixed = form(lengths[:, None] * X)
    literal = [[a @ b / np.sqrt(a @ a) / np.sqrt(b @ b) for b in X] for a in X]
    np.testing.assert_allclose(kernel_matrix(mixed, kernel="cosine"), literal, atol=1e-12)
    made = kernel_matrix(mixed[:4], mixed, kernel="cosine")
    np.testing.assert_allclose(made, literal[:4], atol=1e-12)


def test_rbf_and_its_median_rule():
    d = [float(((a - b) ** 2).sum()) for i, a in enumerate(X) for b in X[i + 1 :]]
    assert median_rule(X) == pytest.approx(1 / np.median(d))
    np.testing.assert_allclose(kernel_matrix(X, gamma=0.7), reference.gaussian(X, 0.7), atol=1e-12)
    np.testing.assert_allclose(
        kernel_matrix(X), reference.gaussian(X, 1 / np.median(d)), atol=1e-12
    )
    d1 = [float(np.abs(a - b).sum()) for i, a in enumerate(X) for b in X[i + 1 :]]
    assert median_rule(X, "laplacian") == pytest.approx(1 / np.median(d1))
    assert median_rule(X, "poly") == pytest.approx(1 / 3)
    assert resolve_gamma("scale", X) == pytest.approx(1 / (3 * X.var()))
    assert median_rule(2 * X) == pytest.approx(median_rule(X) / 4)
    for gamma, size in itertools.product(("median", "scale"), (1e-170, 1e-157, 1e157)):
        with pytest.raises(ValueError, match="gamma cannot be chosen"):
            kernel_matrix(size * X, gamma=gamma)


@each("weights", [[1, 1, 1, 1], [2, 1, 3, 1], [4, 1, 1, 0], [2, 2, 2, 2]])
def test_the_median_is_the_median_of_copies(weights):
    P = rng.normal(size=(4, 2))
    expected = median_rule(np.repeat(P, weights, axis=0))
    assert median_rule(P, sample_weight=weights) == pytest.approx(expected)
    many, spread = np.concatenate([P, 9 + 99 * rng.normal(size=(8000, 2))]), np.zeros(8004)
    spread[:4] = weights
    assert median_rule(many, sample_weight=spread) == pytest.approx(expected)


APART = np.concatenate([rng.normal(size=(12, 2)), rng.normal(size=(17, 2)) + 20])


GRAPHS = [
    (X, 4),
    (APART, 3),
    (APART, 1),
    (X[:2], 1),
    (np.repeat(X[:9], [4, 1, 1, 2, 3, 1, 1, 1, 3], axis=0) + 1e-9 * np.arange(17)[:, None], 3),
    (rng.normal(size=(120, 2)), 10),
]
LARGER = [(make_moons(240, noise=0.06, random_state=0)[0], 10), (rng.random((200, 1)), 4)]


@each("P, k", GRAPHS)
@each("s", [1e-9, 1e-3, 0.5, 80.0, 1e3])
def test_diffusion_is_the_exponential(P, k, s):
    expected = expm(-s * reference.neighbour_graph_laplacian(P, k))
    made = graph_kernel(P, n_neighbors=k, s=s)
    np.testing.assert_allclose(made, expected, atol=3e-12 * expected.max())
    np.testing.assert_array_equal(made, made.T)


@each("P, k", LARGER)
def test_slim_factors_and_squaring_give_the_same_exponential(P, k):
    G = reference.neighbour_graph_laplacian(P, k)
    values, vectors = np.linalg.eigh(G)
    W = sparse.csr_array(np.diag(G.diagonal()) - G)
    for s in (0.3, 6.0, 30.0, 400.0):
        expected = (vectors * np.exp(-s * values)) @ vectors.T
        by_rounding = s * np.finfo(float).eps * values[-1]  # of eigh, in the exponent
        close = {"atol": (2e-12 + by_rounding) * expected.max(), "rtol": 0}
        made = graph_kernel(P, n_neighbors=k, s=s)
        np.testing.assert_allclose(made, expected, **close)
        np.testing.assert_array_equal(made, made.T)
        for members in pieces(W):
            part = np.ix_(members, members)
            B, reach = _scaled(W[members][:, members])
            slim, squared = _by_columns(B, s * reach), _by_squaring(B, s * reach)
            np.testing.assert_allclose(squared + 1 / len(members), expected[part], **close)
            assert slim is not None or s < 10 or P.shape[1] == 1
            if slim is not None:
                np.testing.assert_allclose(slim + 1 / len(members), expected[part], **close)


def pieces(W):
    count, component = connected_components(W, directed=False)
    return [np.flatnonzero(component == k) for k in range(count)]


def compare_inverses(P, k):
    G = reference.neighbour_graph_laplacian(P, k)
    pairs = [({"method": "pseudo_inverse"}, np.linalg.pinv(G, rcond=1e-12, hermitian=True))]
    for eps in (1e-3, 1.0, 1e6):
        params = {"method": "regularized_inverse", "eps": eps}
        pairs.append((params, np.linalg.inv(G + eps * np.eye(len(G)))))
    for params, expected in pairs:
        made = graph_kernel(P, n_neighbors=k, **params)
        np.testing.assert_allclose(made, expected, atol=1e-12 * expected.max())
        np.testing.assert_array_equal(made, made.T)


def test_graph_inverses_are_those_of_the_laplacian_though_it_is_cut_apart(monkeypatch):
    for P, k in GRAPHS:
        compare_inverses(P, k)
    for least in (10, 60):
        monkeypatch.setattr(graph, "_UNCUT", least)
        for P, k in (GRAPHS[1], *LARGER):
            compare_inverses(P, k)


def test_large_graphs_are_cut_where_few_samples_do():
    plane = np.random.default_rng(1).random((620, 2))
    W = graph._neighbour_graph(plane, 8)
    S, left, right = graph._cut(W)
    np.testing.assert_array_equal(np.sort(np.concatenate([S, left, right])), np.arange(620))
    assert min(len(left), len(right)) > 620 / 4
    assert len(S) < 62
    assert not W[left][:, right].nnz
    compare_inverses(plane, 8)
    assert graph._cut(graph._neighbour_graph(rng.normal(size=(620, 12)), 10)) is None


@each("P, k", [GRAPHS[1], LARGER[0]])
def test_in_the_end_diffusion_is_constant_on_each_component_and_zero_between(P, k):
    W = reference.neighbour_graph_laplacian(P, k)
    for s in (1e12, 1e300):
        K = graph_kernel(P, n_neighbors=k, s=s)
        for members in pieces(W):
            np.testing.assert_allclose(K[np.ix_(members, members)], 1 / len(members), rtol=1e-12)
    for method in ("diffusion", "regularized_inverse", "pseudo_inverse"):
        K = graph_kernel(APART, n_neighbors=3, method=method)
        assert not K[:12, 12:].any()
        assert K[:12, :12].all()


def test_hsic_is_the_trace():
    K, L = X @ X.T, np.outer(X[:, 0], X[:, 0])
    assert hsic(K, L) == pytest.approx(reference.hsic(K, L))
    assert hsic(K, np.ones((25, 25))) == pytest.approx(0, abs=1e-12)
    p = rng.permutation(25)
    assert hsic(K[np.ix_(p, p)], L[np.ix_(p, p)]) == pytest.approx(hsic(K, L))
    assert hsic(K, L) == pytest.approx(hsic(L, K))
    for bad in (np.ones((2, 3)), np.ones((4, 4)), np.ones((1, 1))):
        with pytest.raises(ValueError, match="same size"):
            hsic(bad, np.ones((3, 3)))


@each("s", [0.5, 40.0])
@each("P, k", [GRAPHS[1], GRAPHS[-1]])
def test_diffusion_by_products_is_the_centred_kernel(P, k, s):
    expected, gram = Dense(graph_kernel(P, n_neighbors=k, s=s)), Diffusion(P, n_neighbors=k, s=s)
    whole = np.arange(len(P))
    if s < 1:
        product = gram.product(np.eye(len(P)))
        np.testing.assert_allclose(product, expected.rows(whole), atol=1e-12)
    np.testing.assert_array_equal(gram.rows(whole), expected.rows(whole))
    np.testing.assert_array_equal(gram.matvec(P[:, 0]), expected.matvec(P[:, 0]))
    U, V = (leading_subspace(one, 2, tol=1e-9)[1] for one in (gram, expected))
    np.testing.assert_allclose(U @ U.T, V @ V.T, atol=1e-7)


def test_parameters_that_do_not_go_with_a_kernel_are_named():
    for kernel, params, words in (
        ("rbf", {"gamma": 99}, r"kernel_params must be left out .*\['gamma'\]"),
        ("graph", {"gamma": 1}, "kernel_params must hold method, s, eps only"),
        ("rbf", [("gamma", 1)], "kernel_params must be a dict"),
        (lambda x, y: 1j, None, "kernel must be a function.*complex"),
        (lambda X, Y: X.sum(axis=1), None, r"two samples.* raised.* With tables.*shape"),
        (lambda x, y: x @ y.T + x.ndim, None, "both, and they differ"),
        (lambda x, y, a: a, {"b": 1}, "kernel must be a function.* TypeError"),
    ):
        with pytest.raises(ValueError, match=words):
            kernel_matrix(X, kernel=kernel, kernel_params=params)
    with pytest.raises(ValueError, match="Y must be left out"):
        kernel_matrix(X, X[:3], kernel="graph")
    K = kernel_matrix(X, kernel=lambda x, y, a: a * x @ y, kernel_params={"a": 3})
    np.testing.assert_allclose(K, 3 * X @ X.T)


Z60 = np.random.default_rng(0).normal(size=(60, 3))


def cosine_of_two(x, y):
    return np.inner(x, y) / (np.linalg.norm(x) * np.linalg.norm(y))


@each("d", [1, 2, 3, 4, 5, 7])
@each(
    "kernel, literal",
    [
        (laplacian_kernel, lambda x, y: np.exp(-np.abs(x - y).sum() / len(x))),
        (RBF(2.0), lambda x, y: np.exp(-((x - y) ** 2).sum() / 8)),
        (lambda x, y: (x @ y.T + 1) ** 2, lambda x, y: (x @ y + 1) ** 2),  # both, and the same
        (lambda X, Y: cdist(X, Y), lambda x, y: np.linalg.norm(x - y)),
        (lambda x, y: x @ y, lambda x, y: x @ y),
        (lambda x, y: np.minimum(x, y).sum(), lambda x, y: np.minimum(x, y).sum()),
        (cosine_of_two, cosine_of_two),  # gives a table, too, but not its values
    ],
)
def test_functions_of_two_samples_and_of_two_tables_are_told_apart(kernel, literal, d):
    Z = np.random.default_rng(d).normal(size=(9, d))
    for A, B in ((Z, None), (Z[:1], Z), (Z[:6], Z[6:]), (Z, Z[:1]), (Z[:4], Z[4:])):
        expected = [[literal(x, y) for y in (A if B is None else B)] for x in A]
        np.testing.assert_allclose(kernel_matrix(A, B, kernel=kernel), expected, atol=1e-12)
    diagonal = [literal(x, x) for x in Z]
    np.testing.assert_allclose(kernel_diagonal(Z, kernel=kernel), diagonal, atol=1e-12)


@each("kernel", ["rbf", "laplacian", "poly", "cosine"])
def test_pivots_are_those_of_the_largest_residual_or_random_and_columns_literal(kernel):
    residual = kernel_matrix(Z60, kernel=kernel)
    np.fill_diagonal(residual, residual.diagonal().round(12))  # of equal ones the first, always
    given = {"kernel": kernel, "max_rank": 3 if kernel == "cosine" else 8, "tol": 1e-12}
    for seed in range(2):
        found = incomplete_cholesky(Z60, **given, random_state=seed)
        B, left = reference.cholesky_along(residual, found.pivots)
        np.testing.assert_allclose(found.factor, B, atol=1e-8)
        assert found.residual_trace == pytest.approx(left, abs=1e-8)
        again = incomplete_cholesky(Z60, **given, random_state=seed)
        assert again.pivots.tolist() == found.pivots.tolist()
    found = incomplete_cholesky(Z60, **given, pivots="greedy")
    for pivot, b in zip(found.pivots, found.factor.T, strict=True):
        assert pivot == residual.diagonal().argmax()
        column = residual[:, pivot] / np.sqrt(residual[pivot, pivot])
        np.testing.assert_allclose(b, column, atol=1e-8)
        residual -= np.outer(column, column)


def test_pivots_drawn_in_blocks_have_the_chances_of_pivots_drawn_one_by_one():
    Z = np.array([[0.0], [0.1], [0.5], [3.0]])
    chances = reference.chances_of_pivots(reference.gaussian(Z, 1.0), 2)
    counts, n = dict.fromkeys(chances, 0), 1000
    rng = np.random.RandomState(0)
    for _ in range(n):
        found = incomplete_cholesky(Z, gamma=1.0, max_rank=2, random_state=rng)
        counts[tuple(found.pivots.tolist())] += 1
    assert sum(chances.values()) == pytest.approx(1)
    for pivots, chance in chances.items():  # within five standard deviations
        assert abs(counts[pivots] - n * chance) < 5 * np.sqrt(n * chance) + 1


def test_samples_far_away_do_not_take_the_columns():
    rng = np.random.default_rng(0)
    Z, y = make_blobs(1000, n_features=10, centers=5, random_state=0)
    far = rng.random(1000) < 0.05
    Z[far] = 60 * rng.standard_normal((far.sum(), 10))
    random, greedy = (
        incomplete_cholesky(Z, gamma=median_rule(Z), pivots=pivots, max_rank=20, random_state=0)
        for pivots in ("random", "greedy")
    )
    assert random.residual < 0.5 * greedy.residual
    with pytest.warns(UserWarning, match="rank=20 leaves out"):
        labels = KernelKMeans(5, rank=20, random_state=0).fit(Z).labels_
    assert adjusted_rand_score(y[~far], labels[~far]) > 0.99


def test_every_stop_is_reported():
    assert incomplete_cholesky(Z60, kernel="linear").stopped_by == "tolerance"
    assert incomplete_cholesky(Z60, gamma=5.0, max_rank=5, n_clusters=3).stopped_by == "rank"
    Z = StandardScaler().fit_transform(load_iris().data)
    found = incomplete_cholesky(Z, n_clusters=3, random_state=0)
    assert found.stopped_by == "eigengap"
    assert found.residual_trace <= found.eigengap
    Bc = found.factor - found.factor.mean(axis=0)
    values = np.linalg.eigvalsh(Bc @ Bc.T)[::-1]
    assert found.eigengap == pytest.approx(values[1] - values[2])


def test_bad_input():
    for params, words in (
        ({"n_clusters": 9, "max_rank": 4}, "n_clusters must be at most max_rank"),
        ({"kernel": "graph"}, "column by column"),
        ({"kernel": "sigmoid", "gamma": 3.0, "coef0": -5}, "positive semi-definite"),
        ({"kernel": lambda a, b: np.nan}, "finite values"),
        ({"kernel": lambda a, b: -a @ b}, "positive semi-definite .* before the first column"),
    ):
        with pytest.raises(ValueError, match=words):
            incomplete_cholesky(Z60, **params)


def test_a_function_that_runs_out_of_memory_is_told_of_rank():
    def greedy(X, Y):
        if len(X) > 10:
            raise MemoryError
        return X @ Y.T

    with pytest.raises(MemoryError, match="Try rank=50"):
        CLUHSIC(3, kernel=greedy).fit(Z60)


@each("kernel, name", [(laplacian_kernel, "laplacian"), (RBF(2.0), "rbf")])
def test_a_function_of_tables_is_the_kernel_of_that_name_everywhere(kernel, name):
    Z, new = Z60[:50], Z60[50:]
    gamma = 1 / 3 if name == "laplacian" else 1 / 8
    both = [{"kernel": kernel}, {"kernel": name, "gamma": gamma}]
    for rank in (None, 45):
        fits = [CLUHSIC(3, rank=rank, random_state=0, **given).fit(Z) for given in both]
        one, other = (np.r_[f.labels_, f.predict(new), f.predict(new[:1])] for f in fits)
        np.testing.assert_array_equal(one, other)
        assert fits[0].score(new) == pytest.approx(fits[1].score(new))
        assert clone(fits[0]).fit(Z).objective_ == pytest.approx(fits[1].objective_)
    one, other = compare_kernels(Z, dict(zip("ab", both, strict=True)), 3, criteria="gamma").rows
    assert one.values["gamma"] == pytest.approx(other.values["gamma"])
    shares = [cluster_test(Z, 3, n_references=3, **{"gamma": gamma} | given) for given in both]
    assert shares[0].statistic == pytest.approx(shares[1].statistic)
    assert shares[0].null_distribution == pytest.approx(shares[1].null_distribution)
