"""Every public callable with arguments that are right, from which a sweep spoils one at a time."""

import functools
import importlib
import inspect
import tempfile
from dataclasses import dataclass, field

import matplotlib.pyplot as plt
import numpy as np
from sklearn.base import BaseEstimator
from sklearn.metrics.pairwise import rbf_kernel

from depcluster.choice import compare_kernels
from depcluster.choice.kernel_study import RECORD
from depcluster.papers.song2007 import KernelKMeans

SUBPACKAGES = (
    "kernels",
    "labels",
    "metrics",
    "trees",
    "datasets",
    "reproduction.baselines",
    "reproduction.datasets",
    "papers.song2007",
    "papers.blaschko2008",
    "papers.jenssen2006",
    "papers.sugiyama2011",
    "papers.zhong2010",
    "choice",
    "plotting",
    "widgets",
    "report",
    "tables",
)
# Steps of a method that a subpackage hands on to others; they take what was checked before.
STEPS = {
    "Dropdown", "SelectionSlider", "affinity_weights", "angle_steps", "as_centred_gram", "as_gram",
    "as_loss", "as_plane", "as_similarity", "axis_means", "best_automorphism", "best_structure",
    "best_value", "block_sums_of", "cluhsic_objective", "cluhsical_objective", "cluster_distances",
    "cluster_words", "colour", "component_eigenvectors", "distances_between", "draw_real",
    "edge_colour", "eigenvalue_ratio", "first_labels", "gaussian", "gram_pixels", "ink_on",
    "interactive_figure", "is_outlier", "kernel_rows", "label_by_nearest",
    "laplacian_weights", "leading_eigenvectors", "leading_pairs", "leading_subspace",
    "least_squares", "load_docstrings", "load_newsgroup_tree", "load_newsgroups", "load_real",
    "log_eigengap", "loss_rows", "lscv_score", "mark", "mean_cosine", "nearest",
    "nearest_neighbours", "outlier_weights", "page_of", "painting", "png", "resolve_gamma",
    "resolve_sigma", "scale_free_outlier_weights", "scaled_eigenvectors", "set_kernel", "source_of",
    "split", "structure_of_distances", "weighted_kernel", "window_kernel", "winners", "word_scores",
}  # fmt: skip
# Take what other functions return, or draw it; their arguments are described there.
PICTURES_OF_RESULTS = {
    "plot_bound", "plot_comparison", "plot_dendrogram", "plot_labels", "plot_levels", "plot_lost",
    "plot_mean_vectors", "plot_posterior", "plot_selection", "plot_small_graph", "plot_spectra",
    "plot_stability", "plot_strip", "plot_structure", "plot_taxonomy_path", "plot_tree_assignments",
    "plot_unrooted_tree", "plot_width_curve", "plot_painted", "plot_embedding", "plot_turn",
    "plot_tree_confusion", "plot_eigenvectors", "plot_with_hollow", "plot_trace", "plot_tree",
    "plot_relations", "plot_share", "plot_difference",
}  # fmt: skip


@dataclass(frozen=True)
class Call:
    """A callable, right arguments for it, which of them to spoil, and the names of all."""

    subpackage: str
    name: str
    run: object
    right: dict = field(repr=False)
    spoilt: tuple = ()
    parameters: tuple = ()

    def with_(self, parameter, value):
        """The call with one argument replaced."""
        return lambda: self.run(**{**self.right, parameter: value})


def samples():
    """Thirty points in three groups, and their labels."""
    rng = np.random.default_rng(17)
    y = np.repeat([0, 1, 2], 10)
    return rng.normal(scale=0.3, size=(30, 2)) + np.array([[0, 0], [2, 0], [1, 2]])[y], y


def _good():
    X, y = samples()
    K, D = rbf_kernel(X), np.ones((5, 5)) - np.eye(5)
    spec = [[0, 1], 2]
    return {
        "X": X, "K": K, "L": K.copy(), "D": D, "y": y, "labels": y, "y_true": y, "y_pred": y,
        "other": y[::-1].copy(), "reference": y, "K_perturbed": K + 0.01 * np.eye(30),
        "labels_perturbed": y[::-1].copy(), "A": np.eye(3), "n_clusters": 3, "spec": spec,
        "label_kernel": np.eye(3), "loss": 1 - np.eye(3), "structure": np.eye(3), "C": 1.0,
        "gamma": 0.5, "k": 2, "rows": 2, "cols": 2, "name": "ring", "n_neighbors": 3,
        "strings": ["abab", "bbab", "aaab"], "points": X, "noise": [0.1],
        "kernels": {"rbf": {"gamma": 0.5}},
        "images": np.arange(256.0).reshape(4, 8, 8) % 5,
        "path": RECORD, "candidates": (2, 3),
    }  # fmt: skip


@functools.cache
def _clustered():
    """A model and a comparison of the samples, as a report takes them."""
    X, _ = samples()
    return {
        "model": KernelKMeans(3, n_init=2, random_state=0).fit(X),
        "comparison": compare_kernels(X, {"rbf x1": {}}, 3, criteria="eigengap", n_init=2),
    }


@functools.cache
def _folder():
    return tempfile.TemporaryDirectory()


@functools.cache
def _table():
    """Where a small table lies."""
    path = f"{_folder().name}/table.csv"
    with open(path, "w") as file:
        file.write("a,b,k\n1,2,x\n3,1.5,y\n2,2.5,x\n")
    return path


def _own(g):
    """Arguments by callable, where a name means something else there or effort has to be small."""
    plan = {"gammas": (0.1, 1.0), "n_folds": 2, "n_centres": 10}
    few, plain = {"n_init": 2}, {"label_kernel": "plain"}
    return {
        "compare_kernels": {"kernels": {"rbf": g["K"]}, "noise": 0.1, "n_perturbations": 2, **few},
        "report": {"table": g["X"], **_clustered(), "out": f"{_folder().name}/report.html"},
        "read_table": {"path_or_buffer": _table(), "columns": ["a", "b"], "label": "k"},
        "stability_curve": {"n_seeds": 2},
        "recommend_kernel": {"n_draws": 1, **few},
        "cluster_test": {"n_references": 2},
        "compare_designs": {"designs": ["chain", "tree"], "n_bootstraps": 2},
        "design_test": {"design": "chain", "n_references": 2},
        "compare_n_clusters": {"n_clusters": (2, 3)},
        "consensus": {"estimator": KernelKMeans(3, n_init=2), "n_runs": 2},
        "prediction_strength_scorer": {"estimator": _clustered()["model"]},
        "hsic_test": {"n_permutations": 9},
        "taxonomy_path": {"n_clusters": range(2, 4), **few},
        "mlmi": plan,
        "lsmi": plan | {"deltas": (0.1,)},
        "MlmiPlan": plan,
        "LsmiPlan": plan | {"deltas": (0.1,)},
        "xwss": {"loss": "label-kernel"},
        "cluhsical": {"loss": "label-kernel", **few},
        **dict.fromkeys(("numerical_taxonomy", "cluhsic", "mean_nn"), few),
        "hierarchical_kernel_kmeans": few,
        "regression_objective": {"loss": "label-kernel"},
        "add_outliers": {"n_outliers": 2},
        "make_superfamilies": {"n_per_superfamily": 2, "length": 20},
        "make_faces": {"n": 12},
        "make_teapot": {"n_views": 8},
        "teapot_subset": {"n_views": 40, "n_clusters": 4, "gap": 2},
        "make_brownian": {"n": 30, "dimensions": 5},
        "splits": {"edges": [[0, 3], [1, 3], [2, 3]], "n_leaves": 3},
        "equal_angle": {"edges": [[0, 3], [1, 3], [2, 3]], "lengths": [1, 2, 3], "n_leaves": 3},
        "graph": {"edges": [[0, 1], [1, 2]]},
        "BlockSums": {"K": np.eye(4) + 1, "labels": np.array([0, 0, 1, 1])},
        "ClassSizes": {"shapes": {"three": (g["X"], g["y"], [4, 4, 4], [4, 2, 1])}},
        "KernelWidthSlider": {"shapes": {"three": (g["X"], g["y"])}, "factors": (0.5, 2), **few},
        "LabelKernelSlider": {"kernels": {2.0: 2 * np.eye(3), 1.0: np.eye(3)}, **few},
        "DataPad": {"X": g["X"] - 1},
        "DataFile": {"path": None},
        "CosineDial": {"A": "chain"},
        "LabelSprings": {"X": g["X"], "labels": g["y"], "C": 0.1, "spec": (2, 2)},
        "FilingTree": {"truth": [0, 1, 2, 3], "filed": [0, 1, 3, 3]},
        "TurningViews": {
            "angles": [0.0, 90.0, 180.0, 270.0],
            "points": g["X"][:4],
            "labels": g["y"][::8],
        },
        "LonePoint": {"X": g["X"], "sigma": 0.7},
        "PieceGraph": {"weights": np.eye(4) / 2 + 0.5},
        "TaxonomyExplorer": {"n_clusters": 3, **few},
        "PadExplorer": {"X": g["X"] - 1, **plain},
        **dict.fromkeys(("KernelExplorer", "PartitionStepper"), plain),
        "LossExplorer": {"loss": "label-kernel", **plain},
        "scheme": {"kind": "wheel", "c": 5},
        "smic": {"n_clusters": 2},
    }


def _effort(name):
    least = {"n_init": 2, "n_neighbors": 3, "candidates": (2, 3), "random_state": 0}
    return {key: value for key, value in least.items() if key in name}


def _arguments(name, parameters):
    good = _good()
    right = {p.name: good[p.name] for p in parameters if p.default is p.empty and p.name in good}
    right |= _own(good).get(name, {})
    axes = {"ax"} & {p.name for p in parameters}
    return right | {key: plt.figure().add_subplot() for key in axes}


def functions():
    """A Call for every public function and for the constructors of widgets and plans."""
    seen = set()
    for subpackage in SUBPACKAGES:
        module = importlib.import_module(f"depcluster.{subpackage}")
        for name, thing in sorted(vars(module).items()):
            if name in seen or not _is_ours(name, thing, subpackage):
                continue
            seen.add(name)
            parameters = list(inspect.signature(thing).parameters.values())
            spoilt = tuple(p.name for p in parameters if p.name != "ax")
            yield Call(subpackage, name, thing, _arguments(name, parameters), spoilt, spoilt)


def _is_ours(name, thing, subpackage):
    if name.startswith("_") or name in STEPS | PICTURES_OF_RESULTS or not callable(thing):
        return False
    if not getattr(thing, "__module__", "").startswith(f"depcluster.{subpackage}"):
        return False
    if not inspect.isclass(thing):
        return True
    return subpackage == "widgets" or name.endswith("Plan")


def estimators():
    """Every estimator of the package, by name."""
    found = {}
    for subpackage in SUBPACKAGES:
        for name, thing in vars(importlib.import_module(f"depcluster.{subpackage}")).items():
            if inspect.isclass(thing) and issubclass(thing, BaseEstimator):
                found[name] = thing
    return found


# Ways to set an estimator up, each of which takes X another way.
_SET_UPS = {
    "linear": {"kernel": "linear"},
    "graph": {"kernel": "graph"},
    "poly": {"kernel": "poly"},
    "rank": {"rank": 20},
    "precomputed": {"kernel": "precomputed"},
}


def fits():
    """A Call for every estimator and set-up: spoil X, and for the plain one every parameter."""
    X, _ = samples()
    for name, estimator in estimators().items():
        names = ("X", *inspect.signature(estimator).parameters)
        effort, run = _effort(names), _fit(estimator)
        yield Call("estimators", name, run, effort | {"X": X}, names, names)
        for way, settings in _SET_UPS.items():
            if settings.keys() <= set(names):
                table = rbf_kernel(X) if way == "precomputed" else X
                right = effort | settings | {"X": table}
                yield Call("estimators", f"{name}, {way}", run, right, ("X",), names)


def _fit(estimator):
    def run(X, **parameters):
        fitted = estimator(**parameters)
        try:
            labels = fitted.fit(X).labels_
        except Exception:
            left = [key for key in vars(fitted) if key.endswith("_") and key not in parameters]
            assert not left, left
            raise
        assert labels.shape == np.shape(X)[:1]

    return run
