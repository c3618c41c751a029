"""K from whoever: lists, arrays and every sparse format are the same matrix to every function."""

import numpy as np
import pytest
from cases import each
from scipy import sparse

from depcluster import (
    cluhsic,
    cluhsical,
    hsic,
    numerical_taxonomy,
    optimal_structure,
    perturbation_bound,
    regression_objective,
    smic,
    taxonomy_cosine,
    taxonomy_value,
)
from depcluster._validation import as_csr, as_kernel
from depcluster.kernels import (
    Dense,
    as_centred_gram,
    as_gram,
    centre,
    component_eigenvectors,
)
from depcluster.labels import block_sums, chain
from depcluster.papers.blaschko2008 import as_similarity
from depcluster.reproduction.baselines import mic, xwss

FORMATS = ("csr", "csc", "coo", "bsr", "dia", "dok", "lil")
SPARSE = [f"{name}_{kind}" for name in FORMATS for kind in ("array", "matrix")]
LABELS = np.repeat([0, 1, 2], 4)


def kernel():
    """Whole numbers, three bands of four with weak links; every float type holds it exactly."""
    x = np.arange(12)
    near = np.abs(x[:, None] - x)
    K = np.where(near == 0, 9.0, np.where(near == 1, 3.0, 0.0))
    K += 2 * np.equal.outer(x // 4, x // 4)
    K[0, 0] += 5
    return K


def search(problem_of):
    def run(K):
        found = problem_of(K)
        return found.labels, found.objective

    return run


def dense(M):
    return M.toarray() if sparse.issparse(M) else M


BOTH = {  # what takes a sparse K too
    "cluhsic": search(lambda K: cluhsic(K, chain(3), n_init=3, random_state=0)),
    "cluhsical": search(lambda K: cluhsical(K, chain(3), n_init=3, random_state=0)),
    "numerical_taxonomy": search(lambda K: numerical_taxonomy(K, 3, n_init=2, random_state=0)),
    "optimal_structure": lambda K: (optimal_structure(K, LABELS),),
    "taxonomy_value": lambda K: (taxonomy_value(K, LABELS, np.eye(3)),),
    "taxonomy_cosine": lambda K: (taxonomy_cosine(K, LABELS, np.eye(3)),),
    "smic": lambda K: (smic(K, 3).labels, smic(K, 3).eigenvalues),
    "mic": lambda K: (mic(K, LABELS, 3, max_iter=20).labels,),
    "component_eigenvectors": lambda K: (component_eigenvectors(K, 3)[0],),
    "as_gram": lambda K: (as_gram(K).rows(np.arange(12)),),
    "as_centred_gram": lambda K: (as_centred_gram(K).rows(np.arange(12)),),
    "block_sums": lambda K: (block_sums(K, LABELS, 3),),
}
BOTH["as_similarity"] = lambda K: (dense(as_similarity(K, "normalized-cut")),)
DENSE = {  # what takes no sparse K
    "hsic": lambda K: (hsic(K, np.eye(12)), hsic(np.eye(12), K)),
    "centre": lambda K: (centre(K),),
    "Dense": lambda K: (Dense(K).rows(np.arange(12)),),
    "perturbation_bound": lambda K: (perturbation_bound(K, K, LABELS, LABELS).bound,),
    "regression_objective": lambda K: (regression_objective(K, LABELS, np.eye(3)).eigenvalues,),
    "xwss": lambda K: (xwss(K, LABELS, np.eye(3), C=1.0).labels,),
}
ALL = BOTH | DENSE


def equal(found, wanted):
    for one, other in zip(found, wanted, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-9, atol=1e-9)


@pytest.mark.filterwarnings("error")
@each("name", ALL)
def test_one_matrix_in_whatever_holds_it(name):
    K = kernel()
    wanted = ALL[name](K)
    given = [K.tolist(), tuple(map(tuple, K)), K.astype(int), K.astype(np.float32), K.T]
    if name not in DENSE:
        forms = sparse.csc_matrix, sparse.coo_array, sparse.lil_matrix, sparse.bsr_array
        given += [form(K) for form in forms] + [sparse.csr_array(K.astype(np.int64))]
    for form in given:
        equal(ALL[name](form), wanted)
    np.testing.assert_array_equal(K, kernel())


@each("form", SPARSE)
def test_every_sparse_format_becomes_one_form_and_is_never_changed(form):
    for dtype in (float, np.float32, np.int64):
        K = getattr(sparse, form)(kernel().astype(dtype))
        before = K.copy()
        np.testing.assert_array_equal(as_csr(K).toarray(), kernel())
        for name in ("cluhsic", "as_gram", "as_similarity", "mic"):
            BOTH[name](K)
        for name in ("data", "indices", "indptr", "row", "col", "offsets"):
            if isinstance(getattr(before, name, None), np.ndarray):
                np.testing.assert_array_equal(getattr(K, name), getattr(before, name))


def test_one_form_comes_out():
    K = sparse.csr_array(
        (
            np.array([1.0, 2.0, 3.0, 0.0, 4.0], dtype=np.float32),
            np.array([1, 0, 0, 1, 1], dtype=np.int64),
            np.array([0, 3, 5], dtype=np.int64),
        ),
        shape=(2, 2),
    )
    found = as_csr(K)
    assert isinstance(found, sparse.csr_array)
    assert found.has_canonical_format
    assert (found.dtype, found.indices.dtype) == (np.float64, np.int32)
    np.testing.assert_array_equal(found.toarray(), K.toarray())
    assert found.nnz == 3
    good = sparse.csr_array(kernel())
    assert np.shares_memory(as_csr(good).data, good.data)
    whole = kernel()
    assert as_kernel(whole) is whole


@each("form", ["csr", "csc", "bsr"])
def test_indices_that_point_outside_are_refused_and_not_followed(form):
    K = getattr(sparse, f"{form}_array")(np.eye(4))
    K.indices[0] = 1000
    with pytest.raises(ValueError, match="K must be a sound sparse matrix"):
        cluhsic(K, np.eye(2))
