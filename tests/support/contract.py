"""Every estimator, quickly fitted, and which of scikit-learn's checks one does not pass."""

from sklearn.utils.estimator_checks import check_estimator

from depcluster import CLUHSIC, CLUHSICAL, SMIC, KernelKMeans, NumericalTaxonomy
from depcluster.papers.jenssen2006 import AngleSpectralClustering
from depcluster.reproduction.baselines import MIC, MeanNN, SelfTuningSpectral

KINDS = [
    CLUHSIC, CLUHSICAL, KernelKMeans, NumericalTaxonomy, SMIC, AngleSpectralClustering,
    MIC, MeanNN, SelfTuningSpectral,
]  # fmt: skip


def quick(kind, n_clusters=3, **params):
    """An estimator that tries few starts and candidates."""
    named = kind().get_params()
    few = {"n_init": 2, "n_neighbors": 5, "random_state": 0}
    if kind is SMIC:
        few |= {"n_neighbors": "lsmi", "candidates": (4, 7)}
    return kind(n_clusters, **{k: v for k, v in few.items() if k in named} | params)


def failed_checks(estimator):
    """Name of a check of scikit-learn -> its error."""
    results = check_estimator(
        estimator, expected_failed_checks=_not_of_names(estimator), on_skip=None, on_fail=None
    )
    assert len(results) > 40
    return {r["check_name"]: r["exception"] for r in results if r["status"] == "failed"}


def _not_of_names(estimator):
    """Checks that compare names of labels, or columns of factors, of samples in another order."""
    if not isinstance(estimator, (CLUHSIC, KernelKMeans)):
        return {}
    reason = "J knows no names of labels, and a factor begins with the first sample"
    named = estimator.rank is not None or isinstance(estimator, CLUHSIC)
    kinds = ("dense", "sparse") if named else ()
    return {f"check_sample_weight_equivalence_on_{kind}_data": reason for kind in kinds}
