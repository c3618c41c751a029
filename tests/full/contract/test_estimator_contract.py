"""Scikit-learn's contract for the ways of an estimator that unit tests leave out."""

import pytest
from contract import failed_checks

from depcluster import CLUHSIC, CLUHSICAL, SMIC, KernelKMeans, NumericalTaxonomy
from depcluster.papers.jenssen2006 import AngleSpectralClustering
from depcluster.reproduction.baselines import MIC


@pytest.mark.filterwarnings("ignore")  # of tables of a few samples
@pytest.mark.parametrize(
    "estimator",
    [
        CLUHSIC(label_kernel="chain"),
        CLUHSIC(label_kernel="ring"),
        CLUHSIC(kernel="laplacian"),
        CLUHSIC(rank=4),
        KernelKMeans(rank=4),
        CLUHSICAL(label_kernel="ring"),
        CLUHSICAL(label_kernel="chain", normalization="l2"),
        NumericalTaxonomy(structure="free", n_init=2),
        SMIC(candidates=(4, 7)),
        SMIC(n_neighbors=4, kernel_normalization="sym"),
        AngleSpectralClustering(weighting="affinity"),
        AngleSpectralClustering(weighting="outlier"),
        MIC(candidates=(5,)),
    ],
    ids=repr,
)
def test_scikit_learn_contract(estimator):
    assert failed_checks(estimator) == {}
