"""K from whoever: lists, arrays and every sparse format are the same matrix to every function."""

import numpy as np
import pytest
from matplotlib.figure import Figure
from scipy import sparse

from depcluster import (
    CLUHSIC,
    CLUHSICAL,
    KernelKMeans,
    NumericalTaxonomy,
    cluhsic,
    cluhsical,
    hsic,
    median_rule,
    numerical_taxonomy,
    optimal_structure,
    perturbation_bound,
    regression_objective,
    smic,
    taxonomy_cosine,
    taxonomy_path,
    taxonomy_value,
)
from depcluster._validation import as_csr, as_kernel
from depcluster.baselines import hierarchical_kernel_kmeans, linkage_along_tree, mic, xwss
from depcluster.kernels import (
    Dense,
    Sparse,
    as_centred_gram,
    as_gram,
    centre,
    component_eigenvectors,
)
from depcluster.labels import block_sums, chain
from depcluster.papers.blaschko2008 import as_similarity, cluster_words
from depcluster.plotting import plot_gram
from depcluster.search import Problem, Unnormalized, kmeans_plus_plus

FORMATS = ("csr", "csc", "coo", "bsr", "dia", "dok", "lil")
SPARSE = [f"{name}_{kind}" for name in FORMATS for kind in ("array", "matrix")]
LABELS = [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2]


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


def estimator(cls, **params):
    return lambda K: cls(3, kernel="precomputed", n_init=3, random_state=0, **params).fit(K).labels_


def dense(M):
    return M.toarray() if sparse.issparse(M) else M


BOTH = {  # what takes a sparse K too
    "cluhsic": search(lambda K: cluhsic(K, chain(3), n_init=3, random_state=0)),
    "cluhsic, weighted": search(
        lambda K: cluhsic(K, chain(3), n_init=3, sample_weight=[1, 2, 3] * 4, random_state=0)
    ),
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
    "Sparse": lambda K: (Sparse(K).rows(np.arange(12)),),
    "block_sums": lambda K: (block_sums(K, LABELS, 3),),
}
BOTH["as_similarity"] = lambda K: (dense(as_similarity(K, "normalized-cut")),)
DENSE = {  # what refuses a sparse K by name
    "hsic": lambda K: (hsic(K, np.eye(12)), hsic(np.eye(12), K)),
    "centre": lambda K: (centre(K),),
    "Dense": lambda K: (Dense(K).rows(np.arange(12)),),
    "perturbation_bound": lambda K: (perturbation_bound(K, K, LABELS, LABELS).bound,),
    "regression_objective": lambda K: (regression_objective(K, LABELS, np.eye(3)).eigenvalues,),
    "xwss": lambda K: (xwss(K, LABELS, np.eye(3), C=1.0).labels,),
    "linkage_along_tree": lambda K: (linkage_along_tree(K, (3,)).labels,),
    "hierarchical_kernel_kmeans": lambda K: (
        hierarchical_kernel_kmeans(K, (3,), n_init=2, random_state=0),
    ),
    "taxonomy_path": lambda K: (
        taxonomy_path(K, [2, 3], kernel="precomputed", n_init=2, random_state=0).objective,
    ),
    "plot_gram": lambda K: (plot_gram(K, None, Figure().subplots()).images[0].get_array(),),
}
ESTIMATORS = {
    "KernelKMeans": lambda K: (estimator(KernelKMeans)(K),),
    "CLUHSIC": lambda K: (estimator(CLUHSIC)(K),),
    "CLUHSICAL": lambda K: (estimator(CLUHSICAL)(K),),
    "NumericalTaxonomy": lambda K: (estimator(NumericalTaxonomy)(K),),
    "normalized cut": lambda K: (estimator(NumericalTaxonomy, similarity="normalized-cut")(K),),
}
ALL = BOTH | DENSE | ESTIMATORS
# The function's own words, or those of the table of rules, which some ask first.
REFUSED = r"^[KLX]\w* must be .*; got (a sparse matrix of shape .*toarray|an? .*_(array|matrix)\b)"


def equal(found, wanted):
    for one, other in zip(found, wanted, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-9, atol=1e-9)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", ALL)
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


@pytest.mark.parametrize("form", SPARSE)
def test_every_sparse_format_becomes_one_form_and_is_never_changed(form):
    for dtype in (float, np.float32, np.int64):
        K = getattr(sparse, form)(kernel().astype(dtype))
        before = K.copy()
        np.testing.assert_array_equal(as_csr(K).toarray(), kernel())
        for name in ("cluhsic", "as_gram", "as_similarity", "mic"):
            BOTH[name](K)
        assert (K != before).nnz == 0
        assert K.nnz == before.nnz
        for name in ("data", "indices", "indptr", "row", "col", "offsets"):
            if isinstance(getattr(before, name, None), np.ndarray):
                np.testing.assert_array_equal(getattr(K, name), getattr(before, name))


@pytest.mark.parametrize("name", DENSE)
def test_a_sparse_matrix_is_refused_by_name_where_it_makes_no_sense(name):
    for form in (sparse.csr_array, sparse.dok_matrix):
        with pytest.raises(ValueError, match=REFUSED):
            DENSE[name](form(kernel()))


@pytest.mark.parametrize("name", BOTH | DENSE)
def test_what_is_no_table_of_numbers_is_refused_by_name(name):
    bad = [[[1, 2], [3]], [["a", "b"], ["c", "d"]], [[{}, 1], [1, 2]], np.eye(12) * 1j, 5, None]
    if name not in ("centre", "Dense", "Sparse", "block_sums", "plot_gram"):
        bad.append(np.full((12, 12), np.nan))  # these take what is checked already, or draw it
    for given in bad:
        with pytest.raises(ValueError, match=r"^(K|L|X|K_perturbed) (must|and L must)"):
            ALL[name](given)


def eye_with_twice(m, form):
    """I, each 1 of it stored as two halves."""
    at = np.repeat(np.arange(m), 2)
    coo = sparse.coo_array((np.full(2 * m, 0.5), (at, at)), shape=(m, m))
    if form == "coo":
        return coo
    return sparse.csr_array((coo.data, at, np.arange(0, 2 * m + 1, 2)), shape=(m, m))


@pytest.mark.parametrize("form", ["coo", "csr"])
def test_entries_stored_twice_are_summed_and_left_as_they_were(form):
    K = eye_with_twice(12, form)
    stored = K.data.copy()
    gram, whole = as_gram(K), as_gram(np.eye(12))
    P = np.eye(3)[LABELS]
    s, t = gram.sums(P), whole.sums(P)
    gram.move(s, 0, 0, 2)
    whole.move(t, 0, 0, 2)
    np.testing.assert_allclose(gram.scores(s, slice(None)), whole.scores(t, slice(None)))
    assert K.nnz == 24
    assert np.array_equal(K.data, stored)


def test_one_form_comes_out():
    K = sparse.csr_array(
        (
            np.array([1.0, 2.0, 3.0, 0.0, 4.0], dtype=np.float32),
            np.array([1, 0, 0, 1, 1], dtype=np.int64),
            np.array([0, 3, 5], dtype=np.int64),
        ),
        shape=(2, 2),
    )
    stored = [part.copy() for part in (K.data, K.indices, K.indptr)]
    found = as_csr(K)
    assert isinstance(found, sparse.csr_array)
    assert found.has_canonical_format
    assert (found.dtype, found.indices.dtype) == (np.float64, np.int32)
    np.testing.assert_array_equal(found.toarray(), K.toarray())
    assert found.nnz == 3
    for part, was in zip((K.data, K.indices, K.indptr), stored, strict=True):
        np.testing.assert_array_equal(part, was)
    good = sparse.csr_array(kernel())
    assert np.shares_memory(as_csr(good).data, good.data)
    whole = kernel()
    assert as_kernel(whole) is whole


@pytest.mark.parametrize("form", ["csr", "csc", "bsr"])
def test_indices_that_point_outside_are_refused_and_not_followed(form):
    K = getattr(sparse, f"{form}_array")(np.eye(4))
    K.indices[0] = 1000
    with pytest.raises(ValueError, match="K must be a sound sparse matrix"):
        cluhsic(K, np.eye(2))


@pytest.mark.parametrize(
    "K", [sparse.eye_array(3, 4), sparse.diags_array([1.0, np.nan, 1.0]), sparse.eye_array(3) * 1j]
)
def test_sparse_matrices_that_are_no_kernel(K):
    with pytest.raises(ValueError, match="K must"):
        cluhsic(K, np.eye(2))


def test_counts_of_words_may_be_sparse():
    counts = sparse.csc_matrix([[2, 0], [1, 0], [0, 1]])
    assert cluster_words(counts, [0, 0, 1], ["cat", "dog"], n_words=1) == [["cat"], ["dog"]]


@pytest.mark.parametrize("storage", [np.asarray, sparse.csr_array, Dense, Sparse])
def test_weights_that_do_not_fit_are_refused_by_name(storage):
    K = storage(kernel())
    gram, some = as_gram(K), np.random.RandomState(0)
    calls = [
        lambda weights: cluhsic(K, np.eye(3), sample_weight=weights),
        lambda weights: Problem(gram, Unnormalized(np.eye(3)), 3, weights),
        lambda weights: kmeans_plus_plus(gram, 3, some, weights),
        lambda weights: median_rule(kernel(), sample_weight=weights),
    ]
    if isinstance(K, np.ndarray):
        calls += [lambda weights: centre(K, weights), lambda weights: as_gram(K, weights)]
    for weights in (np.ones(11), np.ones((12, 2)), 3.0, ["a"] * 12, -np.ones(12), np.zeros(12)):
        for call in calls:
            with pytest.raises(ValueError, match="sample_weight"):
                call(weights)
