"""The core: searches, fits, kernels, imports.

A case prepares its data and returns what is timed; that gives a dict of numbers to show: J,
agreement and the like. What a case needs it imports itself, since it may run with the package of
an older revision.
"""

from __future__ import annotations

import sys

# What is put beside what, and the most that its CPU seconds should be.
PEERS = (
    ("plain_2000", "search_2000_by_tslearn", 1.2),
    ("one_start_2000", "search_2000_by_tslearn", 0.2),
    ("climb_2000_by_algorithm_1", "climb_2000", None),
    ("plain_10000", "product_10000", 60),
    ("fit_5000", "fit_5000_by_spectral_clustering", 1.0),
    ("graph_1000", "graph_1000_by_spectral_clustering", 3.0),
    ("graph_2000", "graph_2000_by_spectral_clustering", 3.0),
    ("graph_3000", "graph_3000_by_spectral_clustering", 3.0),
    ("low_rank_1e6_20", "low_rank_1e6_20_one_search", 1.5),
    ("import_depcluster", "import_sklearn_cluster", 1.3),
)
CASES = {}


def case(function):
    """A case, known by the name of its function."""
    CASES[function.__name__] = function
    return function


def blobs(m, d=10, c=10, std=3.5, seed=0):
    from sklearn.datasets import make_blobs

    return make_blobs(m, n_features=d, centers=c, cluster_std=std, random_state=seed)


def agreement(y, labels):
    from sklearn.metrics import adjusted_rand_score

    return float(adjusted_rand_score(y, labels))


def search(m, c, ring=False, X=None, **options):
    import numpy as np

    from depcluster import cluhsic, kernel_matrix
    from depcluster.kernels import as_centred_gram
    from depcluster.labels import ring as ring_kernel

    gram = as_centred_gram(kernel_matrix(blobs(m, c=c)[0] if X is None else X))
    A = ring_kernel(c) if ring else np.eye(c)
    return lambda: {"J": cluhsic(gram, A, random_state=0, **options).objective}


for m, c in ((2000, 10), (5000, 10), (8000, 10), (10_000, 10), (2000, 150)):
    end = "" if c == 10 else f"_{c}_clusters"
    CASES[f"plain_{m}{end}"] = lambda m=m, c=c: search(m, c)
CASES["ring_2000"] = lambda: search(2000, 10, ring=True)
CASES["one_start_2000"] = lambda: search(2000, 10, init="k-means++", n_init=1)


@case
def ring_2000_noise():
    """Where a search has the longest way to go."""
    import numpy as np

    return search(2000, 10, True, np.random.default_rng(0).normal(size=(2000, 4)))


@case
def product_10000():
    import numpy as np

    from depcluster import kernel_matrix

    K, Pi = kernel_matrix(blobs(10_000)[0]), np.eye(10)[np.arange(10_000) % 10]
    return lambda: {"sum": float((K @ Pi).sum())}


def from_random_labels():
    import numpy as np

    from depcluster import kernel_matrix
    from depcluster.kernels import centre

    labels = np.random.default_rng(0).permutation(np.arange(2000) % 10)
    return centre(kernel_matrix(blobs(2000)[0])), np.eye(10), labels


@case
def climb_2000():
    from depcluster.kernels import Dense
    from depcluster.search import Normalized, Problem, climb

    K, A, labels = from_random_labels()
    problem = Problem(Dense(K, centred=False), Normalized(A), 10)

    def fit():
        *_, last = climb(problem, labels)
        return {"J": last.objective}

    return fit


@case
def climb_2000_by_algorithm_1():
    """To the letter, from the same labels."""
    from depcluster.reproduction import algorithm_1

    K, A, labels = from_random_labels()
    return lambda: {"J": float(algorithm_1(K, A, labels).J[0, -1])}


@case
def fit_5000():
    from depcluster import KernelKMeans

    X, y = blobs(5000)

    def fit():
        model = KernelKMeans(10, random_state=0).fit(X)
        return {"J": model.objective_, "ARI": agreement(y, model.labels_)}

    return fit


@case
def fit_5000_by_spectral_clustering():
    from sklearn.cluster import SpectralClustering

    from depcluster import median_rule

    X, y = blobs(5000)
    gamma = median_rule(X)

    def fit():
        labels = SpectralClustering(10, gamma=gamma, random_state=0).fit(X).labels_
        return {"ARI": agreement(y, labels)}

    return fit


@case
def search_2000_by_tslearn():
    import numpy as np
    from tslearn.clustering import KernelKMeans

    from depcluster import kernel_matrix

    K = kernel_matrix(blobs(2000)[0])

    def fit():
        model = KernelKMeans(10, kernel="linear", n_init=1, random_state=0, max_iter=300, tol=1e-10)
        model._get_kernel = lambda X, Y=None: K
        model.fit(np.zeros((2000, 2, 1)))
        return {}

    return fit


@case
def taxonomy_path_1000():
    from depcluster.papers.blaschko2008 import taxonomy_path

    X = blobs(1000, c=8)[0]

    def fit():
        path = taxonomy_path(X, range(2, 11), random_state=0)
        return {"sum of (1)": float(path.objective.sum())}

    return fit


@case
def taxonomy_5000():
    from depcluster import NumericalTaxonomy

    X, y = blobs(5000, c=8)

    def fit():
        model = NumericalTaxonomy(8, random_state=0).fit(X)
        return {"(1)": float(model.objective_), "ARI": agreement(y, model.labels_)}

    return fit


@case
def compare_kernels_1000():
    from depcluster.choice import compare_kernels, default_kernels

    X = blobs(1000, c=4)[0]

    def compare():
        found = compare_kernels(X, default_kernels(X), 4, criteria="gamma")
        return {"sum of gamma": sum(row.values["gamma"] for row in found.rows)}

    return compare


@case
def lscv_5000():
    from depcluster.papers.jenssen2006 import lscv

    X = blobs(5000, d=3)[0]
    return lambda: {"sigma": lscv(X)}


@case
def gaussian_8000():
    from depcluster import kernel_matrix

    X = blobs(8000)[0]
    return lambda: {"sum": float(kernel_matrix(X, gamma=0.01).sum())}


@case
def angle_5000():
    from depcluster import AngleSpectralClustering

    X, y = blobs(5000, d=3, c=4, std=1.0)

    def fit():
        return {"ARI": agreement(y, AngleSpectralClustering(4, sigma="mean").fit(X).labels_)}

    return fit


def graph(m):
    from sklearn.datasets import make_moons

    from depcluster.kernels import graph_kernel

    X = make_moons(m, noise=0.06, random_state=0)[0]
    return lambda: {"trace": float(graph_kernel(X).trace())}


def graph_by_spectral_clustering(m):
    from sklearn.cluster import SpectralClustering
    from sklearn.datasets import make_moons

    X = make_moons(m, noise=0.06, random_state=0)[0]
    model = SpectralClustering(2, affinity="nearest_neighbors", n_neighbors=10, random_state=0)
    return lambda: {"clusters": len(set(model.fit(X).labels_))}


for size in (1000, 2000, 3000):
    CASES[f"graph_{size}"] = lambda size=size: graph(size)
    CASES[f"graph_{size}_by_spectral_clustering"] = lambda m=size: graph_by_spectral_clustering(m)


@case
def predict_20000():
    from depcluster import KernelKMeans

    X = blobs(24_000)[0]
    model = KernelKMeans(10, n_init=1, random_state=0).fit(X[:4000])
    return lambda: {"sum": int(model.predict(X[4000:]).sum())}


def low_rank(m, d, n_init=20, **options):
    from depcluster import CLUHSIC

    X, y = blobs(m, d, std=6.0 if d > 50 else 3.5)

    def fit():
        model = CLUHSIC(10, rank=50, n_init=n_init, random_state=0, **options).fit(X)
        ari = agreement(y, model.labels_)
        return {"J": model.objective_, "ARI": ari, "left out": model.residual_}

    return fit


@case
def low_rank_1e5_10():
    return low_rank(100_000, 10)


@case
def low_rank_1e6_20():
    return low_rank(1_000_000, 20)


@case
def low_rank_1e6_20_one_search():
    return low_rank(1_000_000, 20, 1)


@case
def low_rank_1e6_100():
    return low_rank(1_000_000, 100)


def outliers(rank):
    """ARI on the ordinary rows where one row in twenty lies far away, the worst of five draws."""
    import numpy as np

    from depcluster import KernelKMeans

    def fit():
        found = []
        for seed in range(5):
            rng = np.random.default_rng(seed)
            X, y = blobs(2000, c=5, std=1.0, seed=seed)
            far = rng.random(2000) < 0.05
            X[far] = 60 * rng.standard_normal((far.sum(), 10))
            model = KernelKMeans(5, rank=rank, random_state=0).fit(X)
            found.append(agreement(y[~far], model.labels_[~far]))
        return {"worst ARI": min(found)}

    return fit


for columns in (20, 50, 100):
    CASES[f"outliers_rank_{columns}"] = lambda columns=columns: outliers(columns)


@case
def angle_defaults():
    from sklearn.datasets import load_breast_cancer, load_digits, load_wine
    from sklearn.preprocessing import StandardScaler

    from depcluster import AngleSpectralClustering

    wine, cancer, digits = (
        load(return_X_y=True) for load in (load_wine, load_breast_cancer, load_digits)
    )
    scaled = StandardScaler().fit_transform
    sets = {
        "wine": (scaled(wine[0]), wine[1], 3),
        "cancer": (scaled(cancer[0]), cancer[1], 2),
        "digits": (*digits, 10),  # pixels have one unit
    }

    def fit():
        return {
            name: agreement(y, AngleSpectralClustering(c).fit(X).labels_)
            for name, (X, y, c) in sets.items()
        }

    return fit


def small_fits():
    from depcluster import KernelKMeans

    X = blobs(300)[0]

    def fit():
        return {"J": sum(KernelKMeans(10, random_state=s).fit(X).objective_ for s in range(10))}

    return fit


CASES["small_fits_all_threads"] = small_fits


@case
def import_depcluster():
    def load():
        import depcluster

        return {"matplotlib": "matplotlib" in sys.modules and bool(depcluster)}

    return load


@case
def import_sklearn_cluster():
    def load():
        import sklearn.cluster

        return {"matplotlib": "matplotlib" in sys.modules and bool(sklearn.cluster)}

    return load
