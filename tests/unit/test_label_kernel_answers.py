"""What the page of KernelExplorer computes under a label kernel, run without a browser."""

import itertools
import json

import numpy as np
import pytest
from answering import Page
from sklearn.datasets import load_digits, load_iris

import naive
from depcluster import CLUHSIC, kernel_matrix, labels
from depcluster.datasets import make_blobs4, make_circle, make_crescents, make_rings, make_row
from depcluster.kernels import centre
from depcluster.kernels.maker import KernelMaker
from depcluster.labels.kernels import PRESETS, is_psd, preset
from depcluster.plotting.basics import gram_pixels
from depcluster.widgets import DataPad, KernelExplorer
from depcluster.widgets.data_pad.toys import toys
from depcluster.widgets.explorer.answer import changed
from depcluster.widgets.explorer.explorer import STAYS
from depcluster.widgets.kernel_explorer.label_kernel.engine import KERNELS, width_text
from depcluster.widgets.label_kernel_editor.widget import resized

X, _ = make_row()
MOONS, _ = toys()["two moons"]


def kernel_of(explorer):
    """Its centred kernel matrix."""
    samples, gamma = explorer._samples.X, explorer._setting.scene.gamma
    return centre(KernelMaker(samples).matrix(explorer.kernel, gamma=gamma))


def objective(explorer, found):
    A = np.asarray(explorer.label_kernel)
    return naive.cluhsic_objective(kernel_of(explorer), np.array(found), A, "l2")


CASES = {
    "row": (X, 5, {"label_kernel": "chain"}),
    "circle": (make_circle()[0], 8, {"label_kernel": "ring", "width": 2.0}),
    "blobs": (make_blobs4(80)[0], 4, {"kernel": "linear"}),
    "crescents": (make_crescents((40, 40))[0], 2, {"kernel": "graph"}),
    "rings": (make_rings()[0][::3], 3, {"width": 3.0}),
    "iris": (load_iris().data, 3, {"kernel": "poly"}),
    "digits": (load_digits().data[:50], 6, {"kernel": "laplacian", "label_kernel": "grid"}),
    "angles": (load_iris().data, 4, {"kernel": "cosine", "label_kernel": "tree"}),
}


@pytest.mark.parametrize("name", CASES)
def test_it_finds_what_the_estimator_finds(name):
    samples, c, options = CASES[name]
    explorer = KernelExplorer(samples, c, **options)
    answer = Page(explorer).settled()
    found = np.array(answer["labels"])
    assert answer["settled"]
    assert answer["objective"] == pytest.approx(objective(explorer, found), rel=1e-9)
    assert answer["sizes"] == np.bincount(found, minlength=c).tolist()
    assert min(answer["sizes"]) > 0
    fitted = eval(line(answer, "fit"), {"CLUHSIC": CLUHSIC, "X": samples, "labels": labels})
    assert answer["objective"] >= fitted.objective_ * (1 - 1e-3)


def line(answer, method):
    return answer["python"].replace("fit_predict", method)


@pytest.mark.parametrize("name", CASES)
def test_its_spectrum_is_that_of_the_centred_kernel(name):
    samples, c, options = CASES[name]
    explorer = KernelExplorer(samples, c, **options)
    answer = Page(explorer).settled()
    K = kernel_of(explorer)
    values = np.linalg.eigvalsh(K)[::-1]
    np.testing.assert_allclose(answer["eigenvalues"], values[:4], atol=1e-6 * values[0])
    gap = values[c - 2] - values[c - 1]
    assert answer["eigengap"] == pytest.approx(gap, abs=1e-6 * values[0])
    for value, vector in zip(
        values, np.reshape(answer["eigenvectors"], (4, len(samples))), strict=False
    ):
        assert np.linalg.norm(vector) == pytest.approx(1, rel=1e-5)
        np.testing.assert_allclose(K @ vector, value * vector, atol=1e-3 * values[0])


@pytest.mark.parametrize("name", PRESETS)
def test_the_copied_line_reproduces_the_screen(name):
    explorer = KernelExplorer(X, 5, label_kernel="chain")
    page = Page(explorer)
    page.move(preset=name, width=0.5)
    answer = page.settled()
    scope = {"CLUHSIC": CLUHSIC, "X": X, "labels": labels}
    copied = eval(answer["python"], scope)
    assert objective(explorer, copied) == pytest.approx(answer["objective"], rel=1e-4)
    assert f"{name} label kernel" in answer["status"]


def test_the_copied_line_has_an_edited_matrix_and_added_points():
    explorer = KernelExplorer(X, 5, label_kernel="chain", random_state=3)
    page, A = Page(explorer), labels.chain(5)
    A[0, 4] = A[4, 0] = -0.25
    page.move(label_kernel=A, added=[[0.5, 0.5]])
    answer = page.settled()
    fitted = eval(line(answer, "fit"), {"CLUHSIC": CLUHSIC, "X": X, "np": np})
    assert fitted.random_state == 3
    assert len(fitted.labels_) == len(X) + 1
    assert fitted.objective_ == pytest.approx(answer["objective"], rel=1e-4)
    assert np.array_equal(fitted.label_kernel, A)


def test_the_copied_line_fits_few_points_too():
    explorer = KernelExplorer(X[:8], 2, kernel="graph")
    answer = Page(explorer).settled()
    fitted = eval(line(answer, "fit"), {"CLUHSIC": CLUHSIC, "X": X[:8]})
    assert fitted.objective_ == pytest.approx(answer["objective"])


@pytest.mark.parametrize("kernel", [name for name, _ in KERNELS])
def test_the_width_in_words_is_pythons(kernel):
    explorer = KernelExplorer(4 * X, 3, kernel=kernel)
    page = Page(explorer)
    page.script("kernel_explorer/label_kernel/answers.js", "words")
    for width in (-1.5, 0.0, 1.5):
        page.move(width=width)
        first = page.first()
        gamma, rule = first["gamma"], page.eval(f"page.ruleOf('{kernel}')")
        given = json.dumps({"gamma": gamma, "rule": rule, "kernel": kernel})
        assert page.eval(f"words.widthText({given})") == width_text(explorer._setting.scene)


INDEFINITE = np.array([[2.0, 3.0], [3.0, 2.0]])
LUMP = np.r_[np.zeros((30, 2)), X[:6]]


@pytest.mark.parametrize("case", ["indefinite", "no width"])
def test_what_is_refused_is_refused_in_pythons_words_and_then_goes_on(case):
    explorer = KernelExplorer(LUMP, 2, kernel="linear")
    page = Page(explorer)
    before = page.settled()
    refused = {"label_kernel": INDEFINITE} if case == "indefinite" else {"kernel": "laplacian"}
    page.move(**refused)
    (step,) = page.steps()
    assert f"{step['refused']} {STAYS}" == explorer._refusal
    page.move(label_kernel=np.eye(2), kernel="linear")
    assert page.first()["labels"] == before["labels"]


@pytest.mark.parametrize("kernel", [name for name, _ in KERNELS])
@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_numbers_that_are_none_are_refused_in_words(kernel, bad):
    """As a page that somebody wrote by hand may hold them."""
    explorer = KernelExplorer(X, 3, kernel=kernel)
    page, broken = Page(explorer), X.copy()
    broken[7, 1] = bad
    page.put(_input={**explorer._input, "X": broken.tobytes()})
    assert page.steps() == [{"refused": "X must hold finite numbers only."}]


@pytest.mark.parametrize("kernel", ["linear", "cosine", "graph"])
def test_samples_that_are_all_the_same_give_an_answer(kernel):
    explorer = KernelExplorer(X[:9], 2, kernel=kernel)
    page = Page(explorer)
    page.put(_input={**explorer._input, "X": np.ones((9, 2)).tobytes()})
    answer = page.settled()
    assert sorted(set(answer["labels"])) == [0, 1]
    # NaN would be None in JSON.
    assert abs(answer["objective"]) < 1e-3
    assert all(abs(value) < 1e-3 for value in answer["eigenvalues"])


def test_a_first_answer_comes_at_once_and_the_search_tells_its_progress():
    steps = Page(KernelExplorer(X, 5, label_kernel="chain")).steps()
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


def test_where_points_are_many_the_spectrum_comes_behind_the_answer():
    steps = Page(KernelExplorer(make_blobs4(800)[0], 4)).steps()
    assert "answer" in steps[0]
    spectra = [k for k, step in enumerate(steps) if "more" in step]
    assert spectra[0] > 0


def test_a_move_begins_where_the_labels_are():
    page = Page(KernelExplorer(load_iris().data, 3))
    before = np.array(page.settled()["labels"])
    for width in (0.5, 1.0, 1.5):
        page.move(width=width)
        after = np.array(page.settled()["labels"])
    assert (after == before).mean() > 0.8


def test_names_stay_when_a_cluster_is_added():
    page = Page(KernelExplorer(X, 4))
    before = np.array(page.settled()["labels"])
    page.move(n_clusters=5)
    first = page.first()
    after, pairs = np.array(first["labels"]), np.zeros((5, 5))
    np.add.at(pairs, (after, before), 1)
    best = max(pairs[list(p), range(5)].sum() for p in itertools.permutations(range(5)))
    assert (after == before).sum() == best


def test_a_ring_keeps_its_names_as_far_as_it_turns():
    page = Page(KernelExplorer(make_circle()[0], 7, label_kernel="ring", width=2.0))
    before = np.array(page.settled()["labels"])
    page.move(n_clusters=8)
    first = page.first()
    after, pairs = np.array(first["labels"]), np.zeros((8, 8))
    np.add.at(pairs, (after, before), 1)
    turns = [np.roll(np.arange(8), k)[::way] for k in range(8) for way in (1, -1)]
    assert (after == before).sum() == max(pairs[turn, range(8)].sum() for turn in turns)


def test_what_changed_is_counted_from_where_a_hand_began_in_pythons_words():
    explorer = KernelExplorer(X, 5, label_kernel="chain")
    page = Page(explorer)
    rest = page.settled()
    labels_then = np.array(rest["labels"])
    page.move(width=0.25)
    for width in (0.25, 1.0, 3.0):
        explorer.width = width  # the same hand goes on
        page.put(width=width)
        first = page.first()
        answer = first
        said = changed(np.array(answer["labels"]), labels_then)
        assert answer["status"] == f"chain label kernel; {said}"
        assert answer["change"] == pytest.approx(answer["objective"] - rest["objective"])
    last = page.settled()
    page.move(kernel="laplacian")
    first = page.first()
    assert first["change"] is None
    said = changed(np.array(first["labels"]), np.array(last["labels"]))
    assert first["status"].endswith(said)


def test_words_of_a_change_are_pythons():
    page, rng = Page(KernelExplorer(X, 5)), np.random.default_rng(0)
    page.script("explorer/parts/changed.js", "changes")
    for moved in (0, 1, 2, 9, 40):
        before = rng.integers(0, 5, 60)
        after = rng.permutation(5)[before]
        after[:moved] = rng.integers(0, 5, moved)
        given = json.dumps([after.tolist(), before.tolist()])
        assert page.eval(f"changes.changedWords(...{given})") == changed(after, before)


@pytest.mark.parametrize("side", [7, 90, 246, 500, 1200])
@pytest.mark.parametrize("m", [11, 120, 500, 640])
def test_the_gram_picture_is_that_of_python(m, side):
    samples = np.random.default_rng(m).normal(size=(m, 2))
    explorer = KernelExplorer(samples, 4, label_kernel="chain")
    first = Page(explorer).steps(1, side)[0]["answer"]
    found, sent = np.array(first["labels"]), first["gram"]
    wanted = gram_pixels(kernel_of(explorer), found, max_size=min(side, 500))
    assert sent["p"] == wanted["size"] == min(m, side, 500)
    assert sent["labels"] == first["labels"]
    assert np.abs(np.reshape(sent["pixels"], wanted["pixels"].shape) - wanted["pixels"]).max() <= 1
    assert sent["scale"] == pytest.approx(wanted["scale"])
    np.testing.assert_allclose(sent["borders"], wanted["borders"])
    np.testing.assert_allclose(
        np.reshape(sent["means"], (4, 4)), wanted["means"], atol=1e-9 * wanted["scale"]
    )
    assert sent["sizes"] == wanted["sizes"]


def test_no_picture_is_made_of_a_matrix_that_is_written_over():
    page = Page(KernelExplorer(X, 5))
    (asked,) = page.steps(1, 9)
    page.eval("globalThis.kept = pictureOf")
    page.move(width=1.0)
    page.steps(1, 0)
    page.eval("globalThis.unasked = pictureOf")
    page.move(width=2.0)
    (now,) = page.steps(1, 9)
    gram = asked["answer"]["gram"]
    assert page.eval("kept(9)") == page.eval("kept(30)") == gram != now["answer"]["gram"]
    assert page.eval("unasked(9)") is None


@pytest.mark.parametrize("settled", [True, False])
def test_labels_that_python_tells_are_shown_as_they_are(settled):
    explorer = KernelExplorer(X, 5, label_kernel="chain")
    J, mine = explorer.objective_, explorer.labels_
    page = Page(explorer)
    if not settled:
        page.put(_labelling={**explorer._labelling, "settled": False})
    first = page.first()
    assert first["labels"] == mine.tolist()
    assert first["objective"] == pytest.approx(J, rel=1e-9)
    assert first["settled"] == settled
    page.put(width=1.0, _labelling={**explorer._labelling, "objective": J + 1e-3})
    first = page.first()
    explorer.width = 1.0
    assert first["objective"] == pytest.approx(objective(explorer, first["labels"]))


def test_what_python_tells_is_not_lost_with_work_that_is_dropped():
    explorer = KernelExplorer(X, 5, label_kernel="chain")
    mine, page = explorer.labels_, Page(explorer)
    page._context.eval("page.steps().next()")  # it has looked at them, and another move comes
    (first,) = page.steps()
    assert first["answer"]["labels"] == mine.tolist()
    assert first["answer"]["settled"]


@pytest.mark.parametrize("wrong", [[0] * 120, [9] * 120, [0, 1, 2, 3, 4], [255] * 120])
def test_wrong_labels_are_not_shown(wrong):
    explorer = KernelExplorer(X, 5, label_kernel="chain")
    page = Page(explorer)
    page.put(_labelling={"labels": bytes(wrong), "objective": 1.0, "settled": True})
    answer = page.settled()
    assert sorted(set(answer["labels"])) == list(range(5))
    assert answer["objective"] == pytest.approx(objective(explorer, answer["labels"]))


def test_python_believes_what_the_page_tells():
    explorer = KernelExplorer(load_digits().data[:90], 6, kernel="laplacian", label_kernel="ring")
    page = Page(explorer)
    answer = page.settled()
    page.tell()
    assert explorer.state == "settled"
    assert explorer.labels_.tolist() == answer["labels"]
    assert explorer.objective_ == answer["objective"]


FAR = {"+1e5": (1, 1e5), "-1e9": (1, -1e9), "*1e69": (1e69, 0), "*1e-60": (1e-60, 0)}


@pytest.mark.parametrize("kernel", ["rbf", "laplacian", "poly", "cosine", "linear", "graph"])
@pytest.mark.parametrize("place", FAR)
def test_python_believes_it_wherever_the_samples_are(kernel, place):
    scale, offset = FAR[place]
    if kernel == "cosine" and scale < 1e-15:
        pytest.skip("scikit-learn takes such samples for 0")
    explorer = KernelExplorer(X[::2] * scale + offset, 3, kernel=kernel)
    if not explorer._setting.scene.problem.gram.K.any():
        pytest.skip("nothing is left of this kernel but rounding")
    page = Page(explorer)
    page.settled()
    told = page.told()["_labelling"]
    page.tell()
    assert (explorer.state, explorer._refusal) == ("settled", "")
    assert bytes(explorer.labels_.tolist()) == told["labels"]
    assert explorer._labelling == {**told, "objective": float(told["objective"])}
    again = Page(explorer)
    assert bytes(again.first()["labels"]) == told["labels"]


def test_labels_go_on_with_their_points_on_a_pad():
    pad = DataPad(MOONS)
    explorer = KernelExplorer(pad, 2)
    page = Page(explorer)
    before = np.array(page.settled()["labels"])
    page.put(_labelling=None)
    for points, kept in ((MOONS[5:] + 0.001, before[5:]), (MOONS[9:], before[9:])):
        pad.put(points)
        page.hear()
        first = page.first()
        after = np.array(first["labels"])
        assert (after == kept).mean() > 0.9
    page.move(added=[MOONS[20], MOONS[40]])
    first = page.first()
    kept = np.append(after, [after[11], after[31]])
    assert (np.array(first["labels"]) == kept).mean() > 0.95
    page.move(added=[MOONS[40]])
    first = page.first()
    assert (np.array(first["labels"]) == kept[[*range(len(after)), -1]]).mean() > 0.95


def test_samples_that_were_missed_between_are_clustered_anew():
    pad = DataPad(MOONS)
    explorer = KernelExplorer(pad, 2)
    page = Page(explorer)
    page.settled()
    pad.put(MOONS[:3])
    pad.put(MOONS[::-1][:50])
    pad.put(MOONS[::2])
    page.hear()
    answer = page.settled()
    assert answer["objective"] == pytest.approx(objective(explorer, answer["labels"]))


def test_the_presets_are_those_of_python():
    page = Page(KernelExplorer(X, 5))
    page.script("label_kernel_editor/algebra.js", "algebra")
    for name, size in itertools.product(PRESETS, range(2, 13)):
        assert page.eval(f"algebra.presetMatrix('{name}', {size})") == preset(name, size).tolist()
    assert page.eval("algebra.PRESETS") == list(PRESETS)


def test_matrices_are_judged_and_grown_as_in_python():
    page, rng = Page(KernelExplorer(X, 5)), np.random.default_rng(0)
    page.script("label_kernel_editor/algebra.js", "algebra")
    for _ in range(40):
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


@pytest.mark.parametrize(("n_neighbors", "used"), [(2, 2), (5, 5), (20, 11)])
def test_a_graph_has_as_many_neighbours_as_are_asked_but_fewer_of_few_points(n_neighbors, used):
    points = make_crescents((30, 30))[0]
    explorer = KernelExplorer(points, 2, kernel="graph", n_neighbors=n_neighbors)
    page = Page(explorer)
    answer = page.settled()
    K = centre(kernel_matrix(points, kernel="graph", n_neighbors=used))
    J = naive.cluhsic_objective(K, np.array(answer["labels"]), np.eye(2), "l2")
    assert answer["objective"] == pytest.approx(J)
    assert f"n_neighbors={used}, " in answer["python"]
    page.tell()
    assert explorer.objective_ == answer["objective"]
    assert f", {used} neighbours, " in explorer.summary()
