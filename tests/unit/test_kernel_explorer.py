"""KernelExplorer under a label kernel: what its page computes and what Python makes of it."""

import itertools
import json

import numpy as np
import pytest
from answering import Page
from sklearn.datasets import load_digits, load_iris

import reference
from depcluster import CLUHSIC, kernel_matrix, labels, median_rule
from depcluster.datasets import make_blobs4, make_circle, make_crescents, make_row
from depcluster.kernels import centre
from depcluster.labels.kernels import PRESETS, is_psd, preset
from depcluster.plotting.basics import gram_pixels
from depcluster.widgets import KernelExplorer, LabelKernelEditor
from depcluster.widgets.data_pad.toys import toys
from depcluster.widgets.label_kernel_editor.widget import resized

X, _ = make_row()
MOONS, _ = toys()["two moons"]
INDEFINITE = np.array([[2.0, 3.0], [3.0, 2.0]])
EDITED = np.array([[1, 0.5, -0.25], [0.5, 1, 0.5], [-0.25, 0.5, 1]])
CASES = {
    "row": (X, 5, {"label_kernel": "chain"}),
    "edited": (X[::2], 3, {"label_kernel": EDITED, "random_state": 3, "width": -1.0}),
    "circle": (make_circle()[0], 8, {"label_kernel": "ring", "width": 2.0}),
    "blobs": (make_blobs4(60)[0], 4, {"kernel": "linear"}),
    "crescents": (make_crescents((30, 30))[0], 2, {"kernel": "graph"}),
    "few": (X[:8], 2, {"kernel": "graph"}),
    "two neighbours": (MOONS, 2, {"kernel": "graph", "n_neighbors": 2}),
    "more than there are": (X[:12], 2, {"kernel": "graph", "n_neighbors": 20}),
    "counts": (np.random.default_rng(1).poisson(0.05, size=(20, 60)), 3, {"kernel": "graph"}),
    "iris": (load_iris().data[::2], 3, {"kernel": "poly"}),
    "digits": (load_digits().data[:50], 6, {"kernel": "laplacian", "label_kernel": "grid"}),
    "angles": (load_iris().data[::2], 4, {"kernel": "cosine", "label_kernel": "tree"}),
}


@pytest.fixture
def chain():
    widget = KernelExplorer(X, 5, label_kernel="chain")
    yield widget
    widget.close()


def centred(explorer):
    """The kernel matrix that it shows, from public functions."""
    fitted = explorer.estimator()
    near = {"n_neighbors": fitted.n_neighbors} if fitted.kernel == "graph" else {}
    width = {"gamma": fitted.gamma} if fitted.kernel in ("rbf", "laplacian", "poly") else {}
    return centre(kernel_matrix(explorer.X, kernel=fitted.kernel, **width, **near))


def objective(explorer, found):
    A = np.asarray(explorer.label_kernel)
    return reference.cluhsic_objective(centred(explorer), np.array(found), A, "l2")


def fitted_by(answer, samples):
    """The estimator of the line that the page copies."""
    scope = {"CLUHSIC": CLUHSIC, "X": samples, "labels": labels, "np": np}
    return eval(answer["python"].replace("fit_predict", "fit"), scope)


@pytest.mark.parametrize("name", CASES)
def test_page_estimator_and_copied_line_have_one_objective_and_one_spectrum(name):
    samples, c, options = CASES[name]
    explorer = KernelExplorer(samples, c, **options)
    page = Page(explorer)
    answer, own = page.settled(), explorer.estimator().fit(explorer.X)
    copied = fitted_by(answer, samples)
    assert explorer.objective_ == own.objective_
    assert explorer.labels_.tolist() == own.labels_.tolist()
    for param, value in own.get_params().items():
        written = getattr(copied, param)
        if isinstance(value, str | None):
            assert written == value, param
        else:
            np.testing.assert_allclose(written, value, rtol=1e-5, err_msg=param)
    assert answer["objective"] == pytest.approx(objective(explorer, answer["labels"]), rel=1e-9)
    assert own.objective_ == pytest.approx(objective(explorer, own.labels_), rel=1e-9)
    assert answer["objective"] == pytest.approx(own.objective_, rel=1e-4)
    assert copied.objective_ == pytest.approx(own.objective_, rel=1e-5)
    page.tell()
    assert explorer.labels_.tolist() == answer["labels"]
    assert explorer.objective_ == answer["objective"]
    assert answer["sizes"] == np.bincount(answer["labels"], minlength=c).tolist()
    assert min(answer["sizes"]) > 0

    K = centred(explorer)
    values = np.linalg.eigvalsh(K)[::-1]
    vectors = np.reshape(answer["eigenvectors"], (4, len(samples)))
    np.testing.assert_allclose(answer["eigenvalues"], values[:4], atol=1e-6 * values[0])
    gap = values[c - 2] - values[c - 1]
    assert answer["eigengap"] == pytest.approx(gap, abs=1e-6 * values[0])
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, rtol=1e-5)
    np.testing.assert_allclose(vectors @ K, values[:4, None] * vectors, atol=1e-3 * values[0])


def test_clusters_matrix_and_preset_agree(chain):
    chain.n_clusters = 7
    assert chain.label_kernel.tolist() == labels.chain(7).tolist()
    chain.preset = "ring"
    assert chain.label_kernel.tolist() == labels.ring(7).tolist()
    chain.preset = "custom"  # which is only what is no preset
    assert chain.preset == "ring"
    A = labels.ring(7)
    A[0, 3] = A[3, 0] = 0.1
    chain.label_kernel, chain.n_clusters = A, 8
    assert chain.preset == "custom"
    assert chain.label_kernel.shape == (8, 8)
    assert chain.label_kernel[0, 3] == 0.1
    chain.label_kernel = labels.plain(3)
    assert chain.n_clusters == 3
    assert sorted(np.unique(chain.labels_)) == [0, 1, 2]


def test_presets_and_changes_of_a_matrix_are_those_of_python(chain):
    page, rng = Page(chain), np.random.default_rng(0)
    page.script("label_kernel_editor/algebra.js", "algebra")
    assert page.eval("algebra.PRESETS") == list(PRESETS)
    for name, size in itertools.product(PRESETS, range(2, 13)):
        assert page.eval(f"algebra.presetMatrix('{name}', {size})") == preset(name, size).tolist()
    for _ in range(20):
        A = rng.normal(size=(4, 4))
        A = A @ A.T - rng.choice([0, 0.5]) * np.eye(4)
        text = json.dumps(A.tolist())
        values = page.eval(f"algebra.eigenvaluesOf({text})")
        np.testing.assert_allclose(values, np.linalg.eigvalsh(A), atol=1e-12)
        negative = page.eval(f"algebra.isNegative({values[0]!r}, {text})")
        assert negative == (not is_psd(A))
        for size in (3, 6):
            grown = page.eval(f"algebra.resizedMatrix({text}, {size})")
            assert grown == resized(A, size).tolist()


def test_python_may_not_set_nonsense(chain):
    before = chain.get_state()
    for name, value in (
        ("width", 9.0),
        ("kernel", "rfb"),
        ("preset", "wheel"),
        ("method", None),
        ("method", "jenssen"),
        ("weighting", None),
        ("weighting", "inverse"),
        ("sigma", None),
        ("sigma", 0.0),
        ("added", [[1.4, np.nan]]),
        ("target", (1.4,)),
    ):
        with pytest.raises(ValueError, match=f"{name} must be"):
            setattr(chain, name, value)
    assert chain.get_state() == before
    with pytest.raises(ValueError, match="label_kernel must be positive semi-definite"):
        KernelExplorer(X, 2, label_kernel=INDEFINITE)


def test_samples_that_are_one_have_clusters_where_no_distance_is_needed():
    few = KernelExplorer(X[:9], 2, kernel="linear")
    for kernel in ("linear", "cosine", "graph"):
        page = Page(few)
        page.put(kernel=kernel, _input={**few._input, "X": np.ones((9, 2)).tobytes()})
        answer = page.settled()
        assert sorted(set(answer["labels"])) == [0, 1]
        assert all(abs(value) < 1e-3 for value in [answer["objective"], *answer["eigenvalues"]])


def test_a_first_answer_comes_at_once_and_the_search_tells_its_progress(chain):
    steps = Page(chain).steps()
    kinds = [next(iter(step)) for step in steps]
    assert kinds[0] == "answer"
    answers = [step["answer"] for step in steps if "answer" in step]
    assert not answers[0]["settled"]
    assert all(answer["settled"] for answer in answers[1:])
    assert len(answers) > 1
    reached = [answer["objective"] for answer in answers]
    assert reached == sorted(reached)
    progress = [step["progress"] for step in steps if "progress" in step]
    assert progress == sorted(progress)
    assert all(done < of for done, of in progress)
    assert kinds.index("progress") < kinds.index("answer", 1)


def test_names_stay_when_a_cluster_is_added_as_far_as_the_label_kernel_allows():
    turns = [np.roll(np.arange(8), k)[::way] for k in range(8) for way in (1, -1)]
    orders = [list(order) for order in itertools.permutations(range(5))]
    for explorer, renamings in (
        (KernelExplorer(X, 4), orders),
        (KernelExplorer(make_circle()[0], 7, label_kernel="ring", width=2.0), turns),
    ):
        page, c = Page(explorer), explorer.n_clusters + 1
        before = np.array(page.settled()["labels"])
        page.move(n_clusters=c)
        after, pairs = np.array(page.first()["labels"]), np.zeros((c, c))
        np.add.at(pairs, (after, before), 1)
        kept = (after == before).sum()
        assert kept == max(pairs[renaming, range(c)].sum() for renaming in renamings)


def test_the_change_is_that_since_a_hand_began(chain):
    page = Page(chain)
    rest = page.settled()
    page.move(width=0.25)
    for width in (0.25, 1.0, 3.0):
        page.put(width=width)  # the same hand goes on
        answer = page.first()
        assert answer["change"] == pytest.approx(answer["objective"] - rest["objective"])
    settled = page.settled()
    page.move(folded=[*chain.folded, "gram"])  # which asks nothing else
    (folded,) = [step["answer"] for step in page.steps() if "answer" in step]
    assert folded == {**settled, "picture": None}
    page.move(kernel="laplacian")
    assert page.first()["change"] is None


def test_the_gram_picture_is_that_of_the_library():
    for m in (11, 120, 510):
        samples = np.random.default_rng(m).normal(size=(m, 2))
        explorer = KernelExplorer(samples, 4, label_kernel="chain")
        first = Page(explorer).first()
        K = centre(kernel_matrix(samples, gamma=median_rule(samples)))
        sent = first["picture"]
        wanted = gram_pixels(K, np.array(first["labels"]), max_size=500)
        assert sent["p"] == wanted["size"] == min(m, 500)
        pixels = np.reshape(sent["pixels"], wanted["pixels"].shape)
        assert np.abs(pixels - wanted["pixels"]).max() <= 1
        assert sent["scale"] == pytest.approx(wanted["scale"])
        np.testing.assert_allclose(sent["borders"], wanted["borders"])
        means = np.reshape(sent["means"], (4, 4))
        np.testing.assert_allclose(means, wanted["means"], atol=1e-9 * wanted["scale"])
        assert sent["sizes"] == wanted["sizes"]


def test_labels_go_on_with_points_that_are_added_and_taken_away():
    page = Page(KernelExplorer(MOONS, 2))
    labels = page.settled()["labels"]
    for added in ([20, 40], [40]):
        page.move(added=MOONS[added])
        kept = np.array(labels + [labels[i] for i in added])
        assert (np.array(page.first()["labels"]) == kept).mean() > 0.95


def test_the_matrix_of_a_drawn_graph_is_that_of_python(chain):
    page, rng = Page(chain), np.random.default_rng(1)
    page.script("label_kernel_editor/algebra.js", "algebra")
    for size in (2, 3, 6, 12):
        W = rng.choice([0, 0, 1, 2.5], size=(size, size))
        W = np.triu(W, 1) + np.diag(np.ones(size - 1), 1)
        W = W + W.T
        drawn = page.eval(f"algebra.graphMatrix({(W + 3 * np.eye(size)).tolist()})")
        np.testing.assert_allclose(drawn, labels.graph(W), atol=1e-12)
    for name in ("chain", "ring"):
        A = preset(name, 7).tolist()
        assert page.eval(f"algebra.graphMatrix({A})") == A


def test_an_editor_begins_with_the_value_that_is_given():
    A = labels.graph([(0, 1), (1, 2), (1, 3)])
    editor = LabelKernelEditor(value=A)
    assert editor.preset == "custom"
    np.testing.assert_array_equal(editor.value, A)
    assert LabelKernelEditor(value=labels.chain(4)).preset == "chain"


def test_nodes_of_a_graph_lie_as_far_apart_as_there_are_edges_between_them(chain):
    page = Page(chain)
    page.script("label_kernel_editor/places.js", "places")

    def distances(A):
        at = np.array(page.eval(f"places.graphPlaces({np.asarray(A).tolist()})"))
        return np.linalg.norm(at[:, None] - at, axis=-1)

    steps = np.abs(np.subtract.outer(np.arange(6), np.arange(6)))
    np.testing.assert_allclose(distances(preset("chain", 6)), steps, atol=0.05)
    ring = distances(preset("ring", 7))
    np.testing.assert_allclose(ring, np.roll(ring, (1, 1), (0, 1)), rtol=0.02)
    grid = distances(preset("grid", 9))
    np.testing.assert_allclose(grid[0, [1, 3, 4, 8]], [1, 1, 2**0.5, 8**0.5], rtol=0.1)
    for name, size in itertools.product(PRESETS, (2, 5, 8, 12)):
        apart = distances(preset(name, size))[~np.eye(size, dtype=bool)]
        assert apart.min() > 0.08 * apart.max()


def test_relatives_are_the_pairs_of_the_graph_of_the_label_kernel(chain):
    page, rng = Page(chain), np.random.default_rng(3)
    page.script("base/parts/relations.js", "relations")

    def relatives(A):
        return page.eval(f"relations.relativesOf({np.asarray(A).tolist()})")

    assert relatives(np.eye(4)) == relatives(-np.ones((4, 4))) == []
    for name, size in itertools.product(("chain", "ring", "tree"), (5, 9)):
        A = preset(name, size)
        assert sorted(map(tuple, relatives(A))) == [
            (j, l, 1) for j in range(size) for l in range(j + 1, size) if A[j, l] > 0
        ]
    assert relatives(np.ones((12, 12))) == []  # a tangle tells nothing
    faint = 0.1 + preset("ring", 12)
    assert len(relatives(faint)) == 12  # the heaviest alone

    at, z = rng.normal(size=(40, 2)), rng.integers(0, 3, 40)
    middles = page.eval(f"relations.middlesOf({at.ravel().tolist()}, {z.tolist()}, 4)")
    for k in range(3):
        own = at[z == k]
        np.testing.assert_allclose(
            middles[k], own[np.linalg.norm(own - own.mean(axis=0), axis=1).argmin()]
        )
    assert middles[3] is None
