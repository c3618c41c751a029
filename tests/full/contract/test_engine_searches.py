"""The searches of the front ends' engine find what Python's do, on many problems."""

from itertools import product

import numpy as np
from answering import Page
from engine_searches import search_loss, taxonomy_loss

from depcluster import datasets, numerical_taxonomy
from depcluster.kernels import kernel_matrix, median_rule
from depcluster.widgets import TaxonomyExplorer

TOYS = [
    datasets.make_circle(120, n_clusters=6)[0],
    datasets.make_blobs4(120)[0],
    datasets.make_circle_gauss(120)[0],
    datasets.make_spirals(120)[0],
    datasets.make_high_low(120)[0],
    datasets.make_nine()[0],
]


def test_searches_under_label_kernels_on_forty_eight_problems():
    problems = product(TOYS, ["plain", "ring", "chain", "tree"], [4, 8])
    losses = [search_loss(*problem) for problem in problems]
    assert np.median(losses) <= 1e-9
    assert np.quantile(losses, 0.97) <= 1e-3


def test_taxonomies_on_twenty_problems():
    """Python's own searches differ by as much from one seed to another."""
    toys = [
        (datasets.make_blobs4(90)[0], 5),
        (datasets.make_circle(90, n_clusters=6)[0], 9),
        (datasets.make_circle_gauss(90)[0], 5),
        (datasets.make_high_low(90)[0], 9),
        (datasets.make_nine()[0], 5),
    ]
    problems = product(toys, ["nni", "free", "ring", "objective"])
    losses = [taxonomy_loss(X, name, c) for (X, c), name in problems]
    assert np.median(losses) <= 1e-9
    assert np.quantile(losses, 0.97) <= 3e-3


def test_a_taxonomy_on_screen_is_as_good_as_the_best_of_twenty_starts():
    images, people, expressions = datasets.make_faces(difficulty=2.0)
    hard = images.reshape(185, -1)
    explorer = TaxonomyExplorer(hard, images, 9, y=3 * people + expressions)
    kernel = kernel_matrix(hard, gamma=median_rule(hard))
    best = numerical_taxonomy(kernel, 9, n_init=20, random_state=0).objective
    answer = Page(explorer).settled()
    assert answer["compared"]["tree"]["objective"] >= best * (1 - 1e-3)
    explorer.close()
