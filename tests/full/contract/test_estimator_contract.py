"""Scikit-learn's contract for every estimator in each of its ways."""

import pytest
from contract import failed_checks

from depcluster import CLUHSIC, CLUHSICAL, SMIC, KernelKMeans, NumericalTaxonomy
from depcluster.baselines import MIC, MeanNN, SelfTuningSpectral
from depcluster.papers.jenssen2006 import AngleSpectralClustering


@pytest.mark.filterwarnings("ignore")  # of tables of a few samples
@pytest.mark.parametrize(
    "estimator",
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
    ids=repr,
)
def test_scikit_learn_contract(estimator):
    assert failed_checks(estimator) == {}
