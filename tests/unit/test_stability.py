"""Curves of stability over noise."""

import numpy as np
import pytest
from cases import each

from depcluster import CLUHSIC, kernel_matrix, perturbation_bound
from depcluster.datasets import make_collinear, make_rings
from depcluster.papers.song2007 import stability_curve

X, _ = make_collinear()
RBF = {"rbf": {"gamma": 0.5}}


def rbf(Z):
    return kernel_matrix(Z, gamma=0.5)


def test_gamma_is_the_term_of_the_theorem():
    found = stability_curve(X, RBF, [0.1, 0.4], n_clusters=3, n_seeds=2, random_state=7)
    labels = CLUHSIC(3, gamma=0.5, random_state=0).fit(X).labels_
    for k, size in enumerate(found.noise):
        for seed in range(2):
            shaken = X + size * np.random.default_rng([7 + seed, 1]).standard_normal(X.shape)
            bound = perturbation_bound(rbf(X), rbf(shaken), labels, labels)
            assert found.gamma[0, k, seed] == pytest.approx(bound.term_gamma, rel=1e-6, abs=1e-9)


def test_more_noise_loses_more_and_quantiles_are_those_of_the_seeds():
    kernels = RBF | {"linear": "linear"}
    found = stability_curve(X, kernels, [0.0, 0.1, 0.4], n_clusters=3, n_seeds=11)
    median = found.quantiles(0.5)[0]
    assert median[0] == pytest.approx(0, abs=1e-9)
    assert (np.diff(median) > 0).all()
    table = found.to_frame()
    assert table.index.names == ["kernel", "noise"]
    assert table.columns.tolist() == ["gamma", "gamma_p10", "gamma_p90"]
    for j, name in enumerate(kernels):
        for k, size in enumerate(found.noise):
            ordered = sorted(found.gamma[j, k])
            assert table.loc[(name, size)].tolist() == [ordered[5], ordered[1], ordered[9]]


def test_the_graph_kernel_is_the_most_stable_on_rings():
    Z, _ = make_rings()
    kernels = {"rbf": {"gamma": 0.3}, "graph": {"kernel": "graph", "n_neighbors": 8}}
    found = stability_curve(Z, kernels, [0.1], n_clusters=2, n_seeds=3)
    assert found.ranking(0.1) == ["graph", "rbf"]


def test_a_closed_eigengap_is_infinite():
    kernels = {"flat": lambda x, y: float((x == y).all())}
    found = stability_curve(X[:9], kernels, [0.1], n_clusters=3, n_seeds=2)
    assert np.isinf(found.gamma).all()
    assert np.isinf(found.quantiles(0.5)).all()


def test_the_noise_is_not_that_of_data_made_with_the_same_seed():
    Z = np.random.default_rng(3).standard_normal((30, 2))
    seen = []

    def kernel(x, y):
        if (x == y).all():
            seen.append(x)
        return np.exp(-((x - y) ** 2).sum())

    stability_curve(Z, {"rbf": kernel}, [0.1], n_clusters=2, n_seeds=1, random_state=3)
    assert (np.array(seen[:30]) == Z).all()
    draw = (np.array(seen[30:]) - Z) / 0.1
    assert abs(np.corrcoef(draw.ravel(), Z.ravel())[0, 1]) < 0.5


def test_long_work_is_announced_before_it_begins():
    def kernel(x, y):
        raise RuntimeError("it has begun")

    settings = {"n_clusters": 3, "n_seeds": 90}
    announced = pytest.warns(UserWarning, match="90 seeds on 3000 samples takes about")
    with announced, pytest.raises(ValueError, match="begun"):
        stability_curve(np.ones((3000, 2)), {"rbf": kernel}, [0.1], **settings)


@each(
    "change, words",
    [
        ({"noise": []}, "noise must be"),
        ({"noise": [-1.0]}, "noise must be"),
        ({"kernels": {}}, "kernels must hold"),
        ({"kernels": {"given": np.eye(len(X))}}, "'given'.* must be no matrix"),
    ],
)
def test_bad_input(change, words):
    good = {"X": X, "kernels": RBF, "noise": [0.1], "n_clusters": 3}
    with pytest.raises(ValueError, match=words):
        stability_curve(**{**good, **change})
