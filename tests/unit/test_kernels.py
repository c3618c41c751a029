"""Kernels, their widths, and diffusion on graphs, against literal formulas."""

import numpy as np
import pytest
from cases import each
from scipy import sparse
from scipy.linalg import expm
from scipy.sparse.csgraph import connected_components
from scipy.spatial.distance import pdist
from sklearn.datasets import make_moons
from sklearn.metrics.pairwise import rbf_kernel

import naive
from depcluster import graph_kernel, hsic, kernel_matrix, median_rule
from depcluster.datasets import make_rings
from depcluster.kernels import Dense, KernelMaker, graph, kernel_names, resolve_gamma
from depcluster.kernels.eigenvectors import leading_subspace
from depcluster.kernels.graph import Diffusion, _by_columns, _by_squaring, _scaled
from depcluster.kernels.matrix import _weighted_median
from depcluster.labels import block_sums

rng = np.random.default_rng(0)
X = rng.normal(size=(25, 3))


@each("kernel", [*kernel_names(), lambda a, b: float(a @ b) ** 2])
def test_one_maker_for_many_kernels_of_the_same_samples(kernel):
    positive = np.abs(X)
    maker = KernelMaker(positive)
    for gamma in ("median", "scale", 0.3):
        made = maker.matrix(kernel, gamma=gamma)
        np.testing.assert_allclose(made, kernel_matrix(positive, kernel=kernel, gamma=gamma))
        assert maker.width("rbf", gamma) == resolve_gamma(gamma, positive)
    assert maker.width("linear") is None


def test_a_graph_of_few_samples_has_few_neighbours_everywhere():
    few = X[:6]
    made = KernelMaker(few).matrix("graph")
    np.testing.assert_array_equal(made, graph_kernel(few))
    np.testing.assert_array_equal(made, graph_kernel(few, n_neighbors=2))
    with pytest.raises(ValueError, match="n_neighbors must be an integer from 1 to"):
        KernelMaker(few).matrix("graph", n_neighbors=10)


def test_rbf_and_its_median_rule():
    d = [float(((a - b) ** 2).sum()) for i, a in enumerate(X) for b in X[i + 1 :]]
    assert median_rule(X) == pytest.approx(1 / np.median(d))
    np.testing.assert_allclose(kernel_matrix(X, gamma=0.7), naive.gaussian(X, 0.7), atol=1e-12)
    np.testing.assert_allclose(kernel_matrix(X), naive.gaussian(X, 1 / np.median(d)), atol=1e-12)
    d1 = [float(np.abs(a - b).sum()) for i, a in enumerate(X) for b in X[i + 1 :]]
    assert median_rule(X, "laplacian") == pytest.approx(1 / np.median(d1))
    assert median_rule(X, "poly") == pytest.approx(1 / 3)
    assert resolve_gamma("scale", X) == pytest.approx(1 / (3 * X.var()))
    assert median_rule(2 * X) == pytest.approx(median_rule(X) / 4)


@each("weights", [[1, 1, 1, 1], [2, 1, 3, 1], [4, 1, 1, 0], [2, 2, 2, 2]])
def test_the_weighted_median_is_the_median_of_copies(weights):
    P = rng.normal(size=(4, 2))
    d = pdist(np.repeat(P, weights, axis=0))
    kept = np.array(weights) > 0
    found = _weighted_median(pdist(P[kept]), np.array(weights, dtype=float)[kept])
    assert found == pytest.approx(np.median(d))


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
    expected = expm(-s * naive.neighbour_graph_laplacian(P, k))
    made = graph_kernel(P, n_neighbors=k, s=s)
    np.testing.assert_allclose(made, expected, atol=3e-12 * expected.max())
    np.testing.assert_array_equal(made, made.T)


@each("P, k", LARGER)
def test_slim_factors_and_squaring_give_the_same_exponential(P, k):
    G = naive.neighbour_graph_laplacian(P, k)
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


@each("P, k", GRAPHS + LARGER)
def test_a_laplacian_is_scaled_to_lie_between_minus_one_and_one(P, k):
    G = naive.neighbour_graph_laplacian(P, k)
    B, reach = _scaled(sparse.csr_array(np.diag(G.diagonal()) - G))
    np.testing.assert_allclose(reach * (np.eye(len(G)) + B.toarray()), G, atol=1e-12)
    values = np.linalg.eigvalsh(B.toarray())
    assert values.min() > -1 - 1e-12
    assert values.max() < 1 + 1e-12


@each("P, k", [GRAPHS[1], *LARGER])
@each("s", [1e12, 1e300])
def test_in_the_end_diffusion_is_constant_on_each_component(P, k, s):
    W = naive.neighbour_graph_laplacian(P, k)
    K = graph_kernel(P, n_neighbors=k, s=s)
    for members in pieces(W):
        np.testing.assert_allclose(K[np.ix_(members, members)], 1 / len(members), rtol=1e-12)


def compare_inverses(P, k):
    G = naive.neighbour_graph_laplacian(P, k)
    pairs = [({"method": "pseudo_inverse"}, np.linalg.pinv(G, rcond=1e-12, hermitian=True))]
    for eps in (1e-3, 1.0, 1e6):
        params = {"method": "regularized_inverse", "eps": eps}
        pairs.append((params, np.linalg.inv(G + eps * np.eye(len(G)))))
    for params, expected in pairs:
        made = graph_kernel(P, n_neighbors=k, **params)
        np.testing.assert_allclose(made, expected, atol=1e-12 * expected.max())
        np.testing.assert_array_equal(made, made.T)


def test_graph_inverses_are_those_of_the_laplacian():
    for P, k in GRAPHS:
        compare_inverses(P, k)


@each("P, k", [GRAPHS[1], *LARGER])
@each("least", [10, 60])
def test_a_graph_that_is_cut_apart_has_the_same_inverses(monkeypatch, P, k, least):
    monkeypatch.setattr(graph, "_UNCUT", least)
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


@each("method", ["diffusion", "regularized_inverse", "pseudo_inverse"])
def test_between_components_a_graph_kernel_is_exactly_zero(method):
    K = graph_kernel(APART, n_neighbors=3, method=method)
    assert not K[:12, 12:].any()
    assert K[:12, :12].all()


def test_the_pseudo_inverse_forgets_components_and_diffusion_keeps_them():
    P, y = make_rings()
    inside = (y == 0).astype(float)
    assert np.abs(graph_kernel(P, n_neighbors=8, method="pseudo_inverse") @ inside).max() < 1e-6
    np.testing.assert_allclose(graph_kernel(P, n_neighbors=8) @ inside, inside, atol=1e-9)


def test_hsic_is_the_trace():
    K, L = X @ X.T, np.outer(X[:, 0], X[:, 0])
    assert hsic(K, L) == pytest.approx(naive.hsic(K, L))
    assert hsic(K, np.ones((25, 25))) == pytest.approx(0, abs=1e-12)
    p = rng.permutation(25)
    assert hsic(K[np.ix_(p, p)], L[np.ix_(p, p)]) == pytest.approx(hsic(K, L))
    assert hsic(K, L) == pytest.approx(hsic(L, K))
    for bad in (np.ones((2, 3)), np.ones((4, 4)), np.ones((1, 1))):
        with pytest.raises(ValueError, match="same size"):
            hsic(bad, np.ones((3, 3)))


def test_block_sums_are_the_literal_ones():
    labels = rng.integers(3, size=25)
    np.testing.assert_allclose(block_sums(X @ X.T, labels, 3), naive.block_sums(X @ X.T, labels, 3))


def test_a_large_sample_takes_its_median_from_a_part():
    P = np.random.default_rng(1).normal(size=(4500, 2))
    assert median_rule(P) == pytest.approx(median_rule(P[:4000]), rel=0.05)


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


THREE = np.array([[0.0, 1.0], [2.0, 0.5], [1.0, 1.0]])


@each(
    "kernel, params, words",
    [
        ("rbf", {"gamma": 99}, r"kernel_params must be left out .*\['gamma'\]"),
        ("graph", {"gamma": 1}, "kernel_params must hold method, s, eps only"),
        ("rbf", [("gamma", 1)], "kernel_params must be a dict"),
        (lambda x, y: 1j, None, "kernel must be a function.*complex"),
        (rbf_kernel, None, r"two samples, returning a number; .* 2D .* instead\."),
        (lambda x, y, a: a, {"b": 1}, "kernel must be a function.* TypeError"),
    ],
)
def test_parameters_that_do_not_go_with_a_kernel_are_named(kernel, params, words):
    with pytest.raises(ValueError, match=words):
        kernel_matrix(THREE, kernel=kernel, kernel_params=params)


def test_parameters_that_go_with_a_kernel_arrive():
    K = kernel_matrix(THREE, kernel=lambda x, y, a: a * x @ y, kernel_params={"a": 3})
    np.testing.assert_allclose(K, 3 * THREE @ THREE.T)
    given = {"method": "regularized_inverse", "eps": 0.5}
    K = kernel_matrix(THREE, kernel="graph", n_neighbors=1, kernel_params=given)
    np.testing.assert_allclose(K, graph_kernel(THREE, n_neighbors=1, **given))
