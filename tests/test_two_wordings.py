"""Words that Python has for a figure or a refusal, and a page for itself: the same of both."""

import json

import numpy as np
import pytest
from answering import Page
from sklearn.datasets import load_iris

from depcluster.datasets import make_circle, make_row
from depcluster.labels import preset
from depcluster.widgets import LossExplorer
from depcluster.widgets.explorer.search import refuse_indefinite
from depcluster.widgets.loss_explorer.reading import readable

CASES = {
    "a ring": (make_circle()[0], 6, {"label_kernel": "ring"}),
    "one axis, no scale": (make_row()[0][:, :1], 5, {"normalization": None, "penalty": 0.5}),
    "principal components": (load_iris().data, 3, {"loss": "zero-one", "normalization": "l2"}),
    "some of many": (make_circle(n_samples=1700)[0], 3, {"kernel": "laplacian"}),
    "large": (1e5 * make_row()[0], 4, {"kernel": "linear", "normalization": None}),
    "small": (1e-3 * make_row()[0], 4, {"kernel": "linear", "penalty": 1e-9}),
}


@pytest.mark.parametrize("name", CASES)
def test_an_answer_of_the_loss_explorer_reads_the_same(name):
    X, c, options = CASES[name]
    explorer = LossExplorer(X, c, **options)
    page = Page(explorer)
    answer, told = page.settled(), page.told()
    explorer.set_state(told)
    assert "LossExplorer: " in explorer.summary()
    read = explorer._read()
    assert bytes(read.labels.tolist()) == told["_labelling"]["labels"]
    assert answer["J"] == readable(read.objective)
    for word in ("share", "note"):
        assert answer[word] == getattr(read, word)
    assert answer["sizes"] == read.sizes
    assert answer["ringed"] == read.ringed.astype(int).tolist()
    assert answer["unlike_cluhsic"] == read.n_unlike_cluhsic


@pytest.fixture(scope="module")
def page():
    page = Page(LossExplorer(make_row()[0], 3))
    page.script("loss_explorer/words.js", "words")
    page.script("label_kernel_editor/algebra.js", "algebra")
    return page


def test_a_number_reads_the_same(page):
    rng = np.random.default_rng(0)
    numbers = rng.normal(size=400) * 10.0 ** rng.integers(-12, 13, 400)
    edges = [0, 0.01, 0.0099, 0.00999, 999.99, 999.996, 1000, 9999999.4, 9999999.6, 1e7, 1e100]
    numbers = [*numbers.tolist(), *edges, *(-edge for edge in edges)]
    assert page.eval(f"{json.dumps(numbers)}.map(words.readable)") == [*map(readable, numbers)]


def test_an_indefinite_label_kernel_is_refused_in_the_same_words(page):
    rng, refused = np.random.default_rng(1), 0
    for low in (-4.0, -1.234, -0.2, -0.04, -0.004, -1e-6, 0.0, 0.3):
        for c in (2, 3, 7):
            Q = np.linalg.qr(rng.normal(size=(c, c)))[0]
            A = (Q * np.r_[low, rng.uniform(0.5, 3, c - 1)]) @ Q.T
            A, said = (A + A.T) / 2, ""
            try:
                refuse_indefinite(A)
            except ValueError as error:
                said, refused = str(error), refused + 1
            assert page.eval(f"algebra.indefiniteWords({json.dumps(A.tolist())})") == said
    assert refused == 18
    assert page.eval(f"algebra.indefiniteWords({json.dumps(preset('ring', 5).tolist())})") == ""
