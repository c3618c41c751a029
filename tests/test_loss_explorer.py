"""The loss explorer's Python side: what it answers, keeps, refuses."""

import asyncio
import io
import threading

import numpy as np
import pytest
from PIL import Image

import depcluster
import naive
from depcluster import CLUHSICAL, median_rule
from depcluster.datasets import make_circle
from depcluster.labels import label_kernel_loss, ring, tree, zero_one_loss
from depcluster.plotting import png
from depcluster.plotting.labels import short
from depcluster.widgets import LossExplorer
from depcluster.widgets.loss_explorer.engine import CLUHSIC, LOSS, ZERO_ONE
from depcluster.widgets.loss_explorer.still import levels_of

_corners = np.repeat([(-2, 1), (-2, -1), (2, 1), (2, -1)], 25, axis=0)
X = _corners + 0.7 * np.random.default_rng(0).standard_normal((100, 2))


@pytest.fixture
def explorer():
    widget = LossExplorer(X, 4)
    yield widget
    widget.close()


def literal_objective(K, labels, A, Delta, normalization, penalty):
    """Eqs. (11) to (13) of Zhong 2010, entry by entry."""
    m, c = len(K), len(A)
    rows = np.zeros((m, c))
    for i, j in enumerate(labels):
        for l in range(c):
            rows[i, l] = sum(Delta[j]) if l == j else -Delta[j, l]
    for l in range(c):
        norm = {"l1": np.abs(rows[:, l]).sum(), "l2": np.sqrt((rows[:, l] ** 2).sum())}
        rows[:, l] /= norm.get(normalization, 1.0)
    return np.trace(K @ rows @ A @ rows.T) - penalty * np.abs(rows).sum()


def pair(loss, j, l, entry):
    changed = loss.copy()
    changed[j, l] = changed[l, j] = entry
    return changed


def test_what_is_on_screen_is_the_objective_of_the_labels(explorer):
    K = naive.centred(naive.gaussian(X, median_rule(X)))
    explorer.penalty = 0.5
    for normalization in ("l1", "l2", None):
        explorer.normalization = normalization
        for entry in (0.0, 0.7, 3.0):
            explorer.loss = pair(explorer.loss, 0, 2, entry)
            labels = np.frombuffer(explorer.answer["labels"], dtype=np.uint8)
            assert np.array_equal(labels, explorer.labels_)
            J = literal_objective(
                K, labels, explorer.label_kernel, explorer.loss, normalization, 0.5
            )
            assert explorer.answer["objective"] == pytest.approx(J)


def test_settled_is_at_least_as_good_as_fit():
    circle, _ = make_circle(n_samples=80)
    explorer = LossExplorer(circle, 5, label_kernel="ring", normalization="l2")
    fitted = CLUHSICAL(5, label_kernel="ring", normalization="l2", random_state=0).fit(circle)
    assert explorer.objective_ >= fitted.objective_ - 1e-9
    assert explorer.state == "settled"


def test_the_copied_line_reproduces_the_screen(explorer):
    scope = {"CLUHSICAL": CLUHSICAL, "X": X, "labels": depcluster.labels}
    K = naive.centred(naive.gaussian(X, median_rule(X)))
    for change in (
        {"preset": "ring"},
        {"loss_preset": "zero-one", "normalization": "l2"},
        {"loss": pair(zero_one_loss(4), 0, 1, 2.5), "penalty": 1.0},
    ):
        for name, value in change.items():
            setattr(explorer, name, value)
        explorer.settle()
        labels = eval(explorer.answer["python"], scope)
        J = literal_objective(
            K,
            labels,
            explorer.label_kernel,
            explorer.loss,
            explorer.normalization,
            explorer.penalty,
        )
        assert pytest.approx(J, rel=1e-4) == explorer.objective_


def test_the_named_loss_follows_the_label_kernel(explorer):
    assert np.array_equal(explorer.loss, label_kernel_loss(tree((2, 2))))
    explorer.preset = "ring"
    assert np.array_equal(explorer.loss, label_kernel_loss(ring(4)))
    A = ring(4)
    A[0, 0] = 4.0
    explorer.label_kernel = A
    assert (explorer.preset, explorer.loss_preset) == ("custom", "label-kernel")
    assert np.array_equal(explorer.loss, label_kernel_loss(A))
    explorer.loss = pair(explorer.loss, 0, 1, 5.0)
    assert explorer.loss_preset == "custom"
    explorer.preset = "plain"
    assert explorer.loss[0, 1] == 5.0
    explorer.loss = zero_one_loss(4)
    assert explorer.loss_preset in ("zero-one", "label-kernel")
    explorer.preset = "tree"
    explorer.loss_preset = "label-kernel"
    assert np.array_equal(explorer.loss, label_kernel_loss(tree((2, 2))))
    assert explorer.answer["error"] == ""


def test_all_sizes_follow_the_one_that_is_set(explorer):
    explorer.loss = pair(explorer.loss, 0, 1, 7.0)
    for size in (6, 3):
        explorer.n_clusters = size
        assert explorer.label_kernel.shape == explorer.loss.shape == (size, size)
        assert len(explorer.answer["sizes"]) == size
        assert explorer.loss[0, 1] == 7.0
    explorer.label_kernel = ring(5)
    assert explorer.n_clusters == len(explorer.loss) == 5
    assert not explorer.loss.diagonal().any()
    assert (explorer.loss[~np.eye(5, dtype=bool)] > 0).all()
    assert explorer.answer["error"] == ""


def test_counts_are_those_of_the_ringed_points(explorer):
    assert explorer.answer["unlike_zero_one"] == sum(explorer.answer["ringed"])
    found = explorer._fits.found
    unlike = np.count_nonzero(found[LOSS][0] != found[CLUHSIC][0])
    assert explorer.answer["unlike_cluhsic"] == unlike
    explorer.loss_preset = "zero-one"
    assert explorer.answer["unlike_zero_one"] == 0
    assert explorer.answer["note"] == "100 points"
    explorer.loss = pair(explorer.loss, 0, 1, 1e-6)
    explorer.settle()
    assert explorer.answer["unlike_zero_one"] == sum(explorer.answer["ringed"]) > 0
    assert "ringed" in explorer.answer["note"]


def test_without_normalization_the_zero_one_loss_is_cluhsic(explorer):
    """Corollary 1 of Zhong 2010, on screen."""
    explorer.normalization = None
    explorer.loss_preset = "zero-one"
    explorer.settle()
    assert explorer.answer["unlike_cluhsic"] == 0
    (_, loss), (_, plain) = explorer._fits.found[ZERO_ONE], explorer._fits.found[CLUHSIC]
    rows = 2 * 3 * explorer.penalty * len(X)
    assert loss + rows == pytest.approx(16 * plain)


def test_a_loss_can_tilt_the_levels_and_zero_one_does_not():
    A = tree((3, 3))
    for loss, expected in (
        (label_kernel_loss(A), [1296] * 2 + [225] * 6),
        (zero_one_loss(9), 81 * levels_of(A)),
    ):
        R = np.diag(loss.sum(axis=1)) - loss
        np.testing.assert_allclose(levels_of(R @ A @ R.T), expected)
    np.testing.assert_allclose(levels_of(A), [4] * 2 + [1] * 6)


def test_an_unusable_matrix_is_said_and_the_last_result_stays(explorer):
    before = explorer.labels_
    for name, matrix, words in (
        ("label_kernel", -np.eye(4), "positive semi-definite"),
        ("loss", np.zeros((4, 4)), "loss must have a positive entry"),
        ("loss", 1e-200 * zero_one_loss(4), "largest entry from 1e-100"),
    ):
        good = getattr(explorer, name)
        setattr(explorer, name, matrix)
        assert words in explorer.answer["error"]
        assert "last result stays" in explorer.answer["error"]
        assert np.array_equal(explorer.labels_, before)
        assert "tree label kernel" in repr(explorer)
        explorer.still()
        setattr(explorer, name, good)
        assert explorer.answer["error"] == ""


def test_a_request_is_answered_even_when_nothing_changed(explorer):
    explorer.set_state({"_request": 4, "penalty": explorer.penalty})
    assert explorer.answer["request"] == 4
    A, loss = ring(5).tolist(), label_kernel_loss(ring(5)).tolist()
    state = {"n_clusters": 5, "label_kernel": A, "preset": "ring", "loss": loss}
    explorer.set_state({"_request": 5, **state, "normalization": None})
    assert explorer.answer["request"] == 5
    assert (explorer.preset, explorer.loss_preset) == ("ring", "label-kernel")
    assert explorer.answer["error"] == ""


def test_the_full_mix_runs_behind_and_a_newer_move_drops_it(monkeypatch):
    monkeypatch.setattr("depcluster.widgets.explorer.explorer.REST", 0.0)
    explorer = LossExplorer(X, 4)

    async def drag():
        explorer.loss = pair(explorer.loss, 0, 2, 3.0)
        first = explorer.state
        explorer.preset = "chain"
        for _ in range(300):
            await asyncio.sleep(0.02)
            if explorer.state == "settled":
                break
        return first

    stages = []
    thread = threading.Thread(target=lambda: stages.append(asyncio.run(drag())))
    thread.start()
    thread.join(20)
    assert stages == ["answer"]
    assert explorer.state == "settled"
    assert explorer._fits.question.preset == "chain"
    assert explorer._fits.settled
    explorer.close()


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("loss", np.eye(4), "loss must be 0 on the diagonal"),
        ("loss", -zero_one_loss(4), "numbers of at least 0"),
        ("loss", zero_one_loss(5), r"\(4, 4\); got shape \(5, 5\)"),
        ("loss", np.triu(zero_one_loss(4)), "loss must be symmetric"),
        ("loss_preset", "hinge", "loss_preset must be one of label-kernel, zero-one"),
        ("preset", "wheel", "preset must be one of"),
        ("preset", None, "preset must be one of"),
        ("loss_preset", None, "loss_preset must be one of"),
        ("penalty", None, "penalty must be a finite number"),
        ("normalization", np.arange(2), "normalization must be one of"),
        ("loss", 1e200 * zero_one_loss(4), "loss / loss.max"),
        ("normalization", "l3", "normalization must be one of l1, l2, None"),
        ("penalty", -1, "penalty must be a finite number"),
        ("penalty", "much", "penalty must be a finite number"),
        ("n_clusters", 40, "n_clusters must be from 2 to 10"),
        ("label_kernel", np.eye(12), "rows of label_kernel must be from 2 to 10"),
    ],
)
def test_python_may_not_set_nonsense(explorer, name, value, words):
    before, old = explorer.answer, getattr(explorer, name)
    with pytest.raises(ValueError, match=words):
        setattr(explorer, name, value)
    assert explorer.answer is before
    assert np.array_equal(getattr(explorer, name), old)


@pytest.mark.parametrize(
    ("args", "options", "words"),
    [
        ((np.full((5, 2), np.nan), 2), {}, "no missing values"),
        ((X, 1), {}, "n_clusters must be from 2"),
        ((X, 2.5), {}, "n_clusters must be an integer"),
        ((X, 4), {"loss": "hinge"}, "loss must be one of"),
        ((X, 4), {"loss": np.zeros((4, 4))}, "positive entry"),
        ((X, 4), {"label_kernel": "wheel"}, "label_kernel must be one of"),
        ((X, 4), {"normalization": "l3"}, "normalization must be one of"),
        ((X, 4), {"gamma": -1}, "gamma must be a positive number"),
    ],
)
def test_bad_input(args, options, words):
    with pytest.raises(ValueError, match=words):
        LossExplorer(*args, **options)


def test_the_picture_and_the_line_of_text(explorer):
    explorer.loss = pair(explorer.loss, 0, 2, 0.25)
    data, metadata = explorer._repr_mimebundle_()
    assert metadata["image/png"]["alt"] == data["text/plain"] == repr(explorer)
    assert "custom loss" in repr(explorer)
    assert "-0.00" not in repr(explorer)
    picture = png(explorer.still(), 900)
    assert len(picture) < 300_000
    assert Image.open(io.BytesIO(picture)).width == 1800
    wide = LossExplorer(np.column_stack([X, X[:, 0] * X[:, 1]]), 10)
    assert "PCA" in wide.answer["note"]
    wide.still()


def test_short_numbers_keep_three_digits_or_so():
    numbers = (0, -0.001, 1.5, 66, -48.25, 1296.4, 123456)
    shown = ["0", "0", "1.5", "66", "−48.2", "1296", "1.2e+05"]
    assert [short(x) for x in numbers] == shown
