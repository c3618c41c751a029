"""The engine's local-scaling kernel, SMIC and LSMI against literal formulas and the library."""

import numpy as np
import pytest
from cases import each
from engine import run, seeds
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

import reference_smi
from depcluster.datasets import make_circle_gauss, make_spirals
from depcluster.kernels import component_eigenvectors, local_scaling, nearest_neighbours
from depcluster.papers.sugiyama2011 import SMIC, LsmiPlan

KERNEL = """(X, d, near, t, isNormalized) => {
  const neighbours = local_scaling.neighboursOf(F(X), d, I(near), near[0].length);
  return local_scaling.localScaling(neighbours, t, isNormalized);
}"""
EIGEN = """({ indptr, indices, data }, k) => steps.finish(sparse_eigen.componentEigen({
  m: indptr.length - 1, starts: I(indptr), columns: I(indices), values: F(data),
}, k))"""
SCORES = f"""(X, near, t, isNormalized, c, places) => {{
  const kernel = ({KERNEL})(X, 2, near, t, isNormalized);
  const found = steps.finish(smic.smicSteps(kernel, c, c, F(X), 2));
  return places.map(smic.scorer({{ kernel, t, X: F(X), c, ...found }}));
}}"""
LSMI = """(X, d, centres, folds, y, options) => {
  const plan = steps.finish(lsmi.lsmiPlan(F(X), d, I(centres), I(folds), options));
  return steps.finish(lsmi.lsmiSteps(plan, I(y)));
}"""
NORMALIZATIONS = pytest.mark.parametrize("normalization", [None, "sym"])


def csr(K):
    K = sparse.csr_array(K)
    return {"indptr": K.indptr, "indices": K.indices, "data": K.data}


def eigen(K, k):
    found = run(EIGEN, csr(K), k)
    return np.array(found["values"]), np.array(found["vectors"]).T, found


# Small graphs of which some are the same, so that eigenvalues repeat within and between them.
def path(n, w=0.5):
    return np.eye(n) + w * (np.eye(n, k=1) + np.eye(n, k=-1))


def ring(n, w=0.5):
    K = path(n, w)
    K[0, -1] = K[-1, 0] = w
    return K


def star(n, w=0.4):
    K = np.eye(n)
    K[0, 1:] = K[1:, 0] = w
    return K


PIECES = [np.eye(1), path(2), path(3), path(4, 0.3), *map(ring, range(3, 7)), star(4), star(5)]


@given(
    chosen=st.lists(st.sampled_from(range(len(PIECES))), min_size=1, max_size=5),
    k=st.integers(1, 6),
    seed=seeds,
)
@settings(max_examples=30)
def test_eigenvectors_of_pieces_are_those_of_the_projectors(chosen, k, seed):
    K = sparse.block_diag([PIECES[p] for p in chosen]).toarray()
    order = np.random.default_rng(seed).permutation(len(K))
    K, k = K[order][:, order], min(k, len(K))
    wanted, V = reference_smi.leading_basis(K, k)
    values, vectors, found = eigen(K, k)
    np.testing.assert_allclose(values, wanted, atol=1e-12)
    signs = np.array([reference_smi.sign(v) for v in vectors.T])
    live = np.abs(wanted) > 1e-6  # a basis of eigenvalue 0 is the solver's own
    np.testing.assert_allclose((vectors * signs)[:, live], V[:, live], atol=1e-9)
    count, component = sparse.csgraph.connected_components(sparse.csr_array(K), directed=False)
    assert (found["count"], found["component"]) == (count, component.tolist())
    for v in vectors.T:
        assert len(set(component[v != 0])) == 1


@each(
    "make, m, t, normalization",
    [
        (make_spirals, 400, 6, None),
        (make_circle_gauss, 260, 6, "sym"),
        (make_spirals, 400, 9, "sym"),
    ],
)
def test_large_pieces_have_the_eigenvectors_of_the_whole_matrix(make, m, t, normalization):
    K = local_scaling(make(m, random_state=1)[0], t, kernel_normalization=normalization).K
    _, V, component = component_eigenvectors(K, 5)
    assert np.bincount(component).max() > 160  # such are not solved as dense ones
    values, vectors, _ = eigen(K, 5)
    np.testing.assert_allclose(values, np.linalg.eigvalsh(K.toarray())[:-6:-1], rtol=1e-12)
    np.testing.assert_allclose(K @ vectors, vectors * values, atol=1e-12 * values[0])
    np.testing.assert_allclose(np.abs(vectors), np.abs(V), atol=1e-8)


@each("piece", [ring(200), sparse.kron(ring(15), ring(15)).toarray()])
def test_repeated_eigenvalues_of_a_large_piece_are_all_seen(piece):
    K = sparse.block_diag([piece, ring(200)]).toarray()
    for k in (1, 3, 4, 5):
        values, vectors, _ = eigen(K, k)
        wanted, V = reference_smi.leading_basis(K, k)
        np.testing.assert_allclose(values, wanted, atol=1e-11, err_msg=f"k = {k}")
        signs = np.array([reference_smi.sign(v) for v in vectors.T])
        np.testing.assert_allclose(vectors * signs, V, atol=1e-7, err_msg=f"k = {k}")


@NORMALIZATIONS
def test_scores_of_a_new_sample_are_those_of_the_library_however_far_it_is(normalization):
    X, t, rng = make_circle_gauss(random_state=2)[0], 7, np.random.default_rng(0)
    turns, far = rng.uniform(0, 2 * np.pi, 60), rng.permutation(np.geomspace(0.1, 100, 60))
    places = np.array([*(far * (np.cos(turns), np.sin(turns))).T, X[0]])
    near = nearest_neighbours(X, t).indices
    found = run(SCORES, X, near, t, normalization == "sym", 2, places)
    fitted = SMIC(2, n_neighbors=t, kernel_normalization=normalization).fit(X)
    np.testing.assert_allclose(found, fitted.transform(places), rtol=1e-6, atol=1e-9)


def test_lsmi_of_classes_that_are_away_from_training_or_without_a_centre():
    X = np.random.default_rng(0).normal(size=(18, 2))
    plan = LsmiPlan(X, n_folds=3, n_centres=9, random_state=0)
    y = np.arange(18) % 2
    y[plan.bases.centres[0]] = 2
    y[np.setdiff1d(np.arange(18), plan.bases.centres)[0]] = 3
    wanted = plan.value(y, 5)
    found = run(LSMI, X, 2, plan.bases.centres, plan.bases.folds, y, {})
    assert found["value"] == pytest.approx(wanted.value, rel=1e-9)
    np.testing.assert_allclose(found["cv"], wanted.cv.ravel(), rtol=1e-9)
