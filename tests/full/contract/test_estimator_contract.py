"""What holds for every estimator: scikit-learn's contract, parameters told once, bad input."""

import inspect
import pickle

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.utils.estimator_checks import parametrize_with_checks

import depcluster
from depcluster import (
    CLUHSIC,
    CLUHSICAL,
    SMIC,
    KernelKMeans,
    NumericalTaxonomy,
    baselines,
    widgets,
)
from depcluster.baselines import MIC, MeanNN, SelfTuningSpectral
from depcluster.datasets import make_three
from depcluster.labels import zero_one_loss
from depcluster.papers.jenssen2006 import AngleSpectralClustering

X3 = make_three()[0]
ONE_PLACE = np.ones((6, 2))
KINDS = [
    CLUHSIC, CLUHSICAL, KernelKMeans, NumericalTaxonomy, SMIC, AngleSpectralClustering,
    MIC, MeanNN, SelfTuningSpectral,
]  # fmt: skip
QUICK = {kind: {"random_state": 0} for kind in KINDS} | {  # few candidates and starts
    MIC: {"candidates": (5,), "random_state": 0},
    SMIC: {"candidates": (4, 7), "random_state": 0},
    NumericalTaxonomy: {"n_init": 2, "random_state": 0},
}
SHARED = [  # functions and plans whose parameters an estimator or a function has, too
    depcluster.cluhsic, depcluster.cluhsical, depcluster.numerical_taxonomy,
    depcluster.taxonomy_path, depcluster.taxonomy_cosine, depcluster.smic, depcluster.lsmi,
    depcluster.LsmiPlan, depcluster.angle_clustering, depcluster.amise, depcluster.lscv,
    baselines.mlmi, baselines.MlmiPlan, baselines.mic, baselines.mean_nn, baselines.njw,
    baselines.self_tuning_spectral, widgets.KernelExplorer, widgets.LossExplorer,
    widgets.ModelSelectionExplorer, widgets.PerturbationExplorer, widgets.TaxonomyExplorer,
]  # fmt: skip


def not_of_names(estimator):
    """Checks that compare names of labels, or columns of factors, of samples in another order."""
    if not isinstance(estimator, (CLUHSIC, KernelKMeans)):
        return {}
    reason = "J knows no names of labels, and a factor begins with the first sample"
    named = estimator.rank is not None or isinstance(estimator, CLUHSIC)
    kinds = ("dense", "sparse") if named else ()
    return {f"check_sample_weight_equivalence_on_{kind}_data": reason for kind in kinds}


CONTRACT = parametrize_with_checks(
    [
        CLUHSIC(),
        CLUHSIC(label_kernel="chain"),
        CLUHSIC(label_kernel="ring"),
        CLUHSIC(kernel="laplacian"),
        CLUHSIC(rank=4),
        KernelKMeans(),
        KernelKMeans(rank=4),
        CLUHSICAL(),
        CLUHSICAL(label_kernel="ring"),
        CLUHSICAL(label_kernel="chain", normalization="l2"),
        NumericalTaxonomy(n_init=2),
        NumericalTaxonomy(structure="free", n_init=2),
        SMIC(candidates=(4, 7)),
        SMIC(n_neighbors=4),
        SMIC(n_neighbors=4, kernel_normalization="sym"),
        AngleSpectralClustering(weighting="affinity"),
        AngleSpectralClustering(weighting="laplacian"),
        AngleSpectralClustering(weighting="outlier"),
        MIC(candidates=(5,)),
        MIC(n_neighbors=7),
        MeanNN(),
        SelfTuningSpectral(),
    ],
    expected_failed_checks=not_of_names,
)


# Older versions of scikit-learn give pytest a generator, which it takes no longer.
@pytest.mark.filterwarnings("ignore:rank=4 leaves out")
@pytest.mark.parametrize(CONTRACT.args[0], list(CONTRACT.args[1]), **CONTRACT.kwargs)
def test_scikit_learn_contract(estimator, check):
    check(estimator)


def told(thing):
    """The names under ``Parameters``, and what is said of each behind its colon."""
    section = inspect.getdoc(thing).partition("\nParameters\n----------\n")[2].partition("\n\n")[0]
    heads = [line for line in section.splitlines() if line[:1].strip()]
    return {head.partition(" :")[0]: head.partition(" : ")[2] for head in heads}


@pytest.mark.parametrize("thing", KINDS + SHARED, ids=lambda thing: thing.__name__)
def test_every_parameter_is_described_with_its_default(thing):
    given, words = inspect.signature(thing).parameters, told(thing)
    assert list(words) == list(given)
    for name, parameter in given.items():
        assert words[name], name
        if isinstance(parameter.default, (str, int, float)):
            shown = str(parameter.default)
            assert words[name].rpartition("default=")[2].strip('"') == shown, name


@pytest.mark.parametrize("kind", KINDS)
def test_only_the_number_of_clusters_is_positional(kind):
    first, *others = inspect.signature(kind).parameters.values()
    assert (first.name, first.default) == ("n_clusters", 3)
    assert {parameter.kind for parameter in others} == {inspect.Parameter.KEYWORD_ONLY}
    assert kind(4).get_params() == kind(n_clusters=4).get_params()
    with pytest.raises(TypeError, match="positional"):
        kind(3, 4)


@pytest.mark.parametrize("kind", KINDS)
def test_a_clone_and_a_pickled_one_fit_the_same(kind):
    one = kind(4, **QUICK[kind])
    labels = one.fit_predict(X3)
    for other in (clone(one), pickle.loads(pickle.dumps(one))):
        assert other.get_params() == one.get_params()
        assert repr(other) == repr(one)
        np.testing.assert_array_equal(other.fit_predict(X3), labels)


@pytest.mark.parametrize("kind", KINDS)
def test_a_subclass_may_add_parameters(kind):
    class Named(kind):
        def __init__(self, n_clusters=3, *, story=""):
            super().__init__(n_clusters, **QUICK[kind])
            self.story = story

    np.testing.assert_array_equal(
        clone(Named(story="mine")).fit(X3).labels_, kind(3, **QUICK[kind]).fit(X3).labels_
    )
    with pytest.raises(ValueError, match="n_clusters must be an integer"):
        Named("three").fit(X3)


@pytest.mark.parametrize("kind", KINDS)
def test_one_cluster_is_the_trivial_answer(kind):
    assert not kind(1).fit(X3).labels_.any()


BAD = [
    *((kind, {}, np.full((5, 2), np.nan), "the first is nan in row 0, column 0") for kind in KINDS),
    *((kind, {}, X3[:1], "1 sample") for kind in KINDS),
    *((kind, {"n_clusters": 0}, X3, "n_clusters must be an integer of at least") for kind in KINDS),
    *((kind, {}, X3[:2], "n_clusters must be at most") for kind in KINDS),
    *((kind, {}, ONE_PLACE, "(gamma cannot be chosen.*constant|different samples, 1; got 3)")
      for kind in KINDS),
    (CLUHSIC, {"label_kernel": np.eye(4)}, X3, r"label_kernel must have.*\(3, 3\)"),
    (CLUHSIC, {"label_kernel": -np.eye(3)}, X3, "label_kernel must be positive semi-definite"),
    (CLUHSIC, {"label_kernel": "wheel"}, X3, "label_kernel must be one of"),
    (CLUHSIC, {"gamma": "scale"}, ONE_PLACE, "gamma cannot be chosen.*constant"),
    (CLUHSIC, {"gamma": "wide"}, X3, "gamma must be a positive number"),
    (CLUHSIC, {"kernel": "rfb"}, X3, "kernel must be.*rbf"),
    (CLUHSIC, {"normalization": "l1"}, X3, "normalization must be"),
    (CLUHSIC, {"init": "best"}, X3, "init must be one of"),
    (CLUHSIC, {"init": np.zeros(60, dtype=int)}, X3, r"init must use each of 0\.\.2"),
    (CLUHSIC, {"init": [0, 1]}, X3, "init must hold one label a sample"),
    (CLUHSIC, {"kernel": "graph", "n_neighbors": 60}, X3, "n_neighbors must be an integer from 1"),
    (CLUHSIC, {"kernel": "graph", "kernel_params": {"s": -1}}, X3, "s must be a positive number"),
    (KernelKMeans, {"gamma": 1.0}, np.repeat([[0.0], [1.0]], 5, axis=0), "samples, 2; got 3"),
    (CLUHSICAL, {"loss": "hinge"}, X3, "label-kernel, zero-one"),
    (CLUHSICAL, {"loss": np.ones((3, 3))}, X3, "0 on the diagonal"),
    (CLUHSICAL, {"loss": np.zeros((3, 3))}, X3, "positive entry"),
    (CLUHSICAL, {"loss": -zero_one_loss(3)}, X3, "at least 0"),
    (CLUHSICAL, {"loss": zero_one_loss(4)}, X3, r"\(3, 3\)"),
    (CLUHSICAL, {"loss": 1e-200 * zero_one_loss(3)}, X3, "loss / loss.max"),
    (CLUHSICAL, {"normalization": "l3"}, X3, "l1"),
    (NumericalTaxonomy, {"structure": "ring"}, X3, 'structure must be "tree", "free" or'),
    (NumericalTaxonomy, {"structure": np.eye(4)}, X3, r"structure must have.*\(3, 3\)"),
    (NumericalTaxonomy, {"structure": np.ones((3, 3))}, X3, "structure must tell clusters apart"),
    (NumericalTaxonomy, {"tree_fit": "upgma"}, X3, "tree_fit must be one of nni, nj, objective"),
    (NumericalTaxonomy, {"similarity": "cut"}, X3, 'similarity must be "hsic" or "normalized-cut"'),
    (NumericalTaxonomy, {"similarity": "normalized-cut", "kernel": "linear"}, X3 - 1,
     "positive row sums"),
    (SMIC, {}, X3 * 1e200, "X must lie close enough"),
    (SMIC, {"n_neighbors": 200}, X3, "n_neighbors must be an integer from 1 to .* got 200"),
    (SMIC, {"n_neighbors": "best"}, X3, 'n_neighbors must be an integer of at least 1 or "lsmi"'),
    (SMIC, {"kernel_normalization": "rw"}, X3, "kernel_normalization must be None or"),
    (SMIC, {"class_prior": [0.5, 0.5]}, X3, r"class_prior must hold one share a cluster, \(3,\)"),
    (SMIC, {"class_prior": [0.5, 0.5, 0.5]}, X3, "class_prior must be positive and sum to 1"),
    (AngleSpectralClustering, {"n_clusters": 1}, ONE_PLACE, "all samples are the same"),
    (AngleSpectralClustering, {"n_clusters": 9, "sigma": 1e4}, X3, "at most the rank.*smaller"),
    (AngleSpectralClustering, {"sigma": 1e-200}, X3, "sigma must be a positive number"),
    (AngleSpectralClustering, {"sigma": "median"}, X3, "sigma must be a positive number or one of"),
    (AngleSpectralClustering, {"weighting": lambda X, K: np.zeros(len(X))}, X3, "sample 0 got 0"),
    (AngleSpectralClustering, {"weighting": lambda X, K: K}, X3, "one number a sample"),
    (AngleSpectralClustering, {"init": "k-means++"}, X3, 'init must be one of "axes", "random"'),
    (MIC, {"n_neighbors": 80}, X3, "n_neighbors must be an integer from 1 to"),
    (MIC, {"n_neighbors": "lsmi"}, X3, 'n_neighbors must be an integer of at least 1 or "mlmi"'),
    (MeanNN, {}, X3 * 1e200, "X must lie close enough"),
    (MeanNN, {"init": "best"}, X3, "init must be one of"),
    (SelfTuningSpectral, {}, X3 * 1e200, "X must lie close enough"),
    (SelfTuningSpectral, {"n_neighbors": 60}, X3, "n_neighbors must be an integer from 1 to"),
]  # fmt: skip


FITTED = {kind: kind(3, **QUICK[kind]).fit(X3) for kind in KINDS}


@pytest.mark.parametrize(("kind", "params", "X", "words"), BAD)
def test_bad_input_names_the_parameter_and_leaves_nothing_fitted(kind, params, X, words):
    estimator = pickle.loads(pickle.dumps(FITTED[kind])).set_params(**params)
    with pytest.raises(ValueError, match=words):
        estimator.fit(X)
    assert set(vars(estimator)) == set(estimator.get_params())


@pytest.mark.parametrize("kind", KINDS)
def test_an_interrupt_leaves_nothing_fitted(kind, monkeypatch):
    def interrupted(*args):
        raise KeyboardInterrupt

    estimator = pickle.loads(pickle.dumps(FITTED[kind]))
    monkeypatch.setattr(kind, "_fit_samples", interrupted)
    with pytest.raises(KeyboardInterrupt):
        estimator.fit(X3)
    assert set(vars(estimator)) == set(estimator.get_params())
