"""The loss explorer's Python side: what it answers, keeps, refuses."""

from itertools import permutations, product

import numpy as np
import pytest
from matplotlib.text import Text

import naive
from depcluster import CLUHSICAL, median_rule
from depcluster.datasets import make_circle
from depcluster.kernels import Dense
from depcluster.labels import chain, label_kernel_loss, loss_rows, ring, tree, zero_one_loss
from depcluster.papers.zhong2010.cluhsical import cluhsical_objective
from depcluster.search import Problem
from depcluster.widgets import LossExplorer
from depcluster.widgets.explorer.groups import names_in
from depcluster.widgets.explorer.labelling import Fit
from depcluster.widgets.loss_explorer.engine import CLUHSIC, LOSS, unlike
from depcluster.widgets.loss_explorer.figure import levels_of
from depcluster.widgets.loss_explorer.scale import scale_of

_corners = np.repeat([(-2, 1), (-2, -1), (2, 1), (2, -1)], 25, axis=0)
X = _corners + 0.7 * np.random.default_rng(0).standard_normal((100, 2))
MATRICES = {
    "loss": "Loss Δ",
    "rows": "Partition rows R",
    "label_kernel": "Label kernel A",
    "effective": "Effective kernel",
}


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


def fewest_moved(labels, reference, c):
    """How many points are in another group, whatever the groups are called."""
    return min(np.count_nonzero(np.array(p)[labels] != reference) for p in permutations(range(c)))


@pytest.mark.parametrize("normalization", ["l1", "l2", None])
@pytest.mark.parametrize(
    ("A", "Delta"),
    [
        (ring(3), zero_one_loss(3)),
        (chain(3), label_kernel_loss(chain(3))),
        (np.diag([1.0, 2.0, 0.0]), pair(zero_one_loss(3), 0, 2, 4.0)),
    ],
)
def test_a_reward_lies_between_chance_and_the_most(normalization, A, Delta):
    """By every one of the labellings of seven points."""
    points = np.random.default_rng(3).standard_normal((7, 2))
    K = naive.centred(naive.gaussian(points, 0.5))
    values = np.sort(np.linalg.eigvalsh(K))[::-1]
    objective = cluhsical_objective(A, loss_rows(Delta), normalization, 0.8)
    problem, found = Problem(Dense(K), objective, 3), {}
    for labels in map(np.array, product(range(3), repeat=7)):
        sizes = np.bincount(labels, minlength=3)
        if sizes.all():
            J = literal_objective(K, labels, A, Delta, normalization, 0.8)
            scale = scale_of(problem, values, labels, J)
            reward = literal_objective(K, labels, A, Delta, normalization, 0.0)
            assert scale.reward == pytest.approx(reward)
            assert scale.reward - scale.charge == pytest.approx(J)
            found.setdefault(tuple(sizes), []).append(scale)
    assert len(found) == 15
    for scales in found.values():
        one = scales[0]
        assert all(
            (s.charge, s.most, s.chance) == (one.charge, one.most, one.chance) for s in scales
        )
        rewards = np.array([s.reward for s in scales])
        assert rewards.max() <= one.most * (1 + 1e-9)
        assert rewards.mean() == pytest.approx(one.chance)


def test_where_no_labelling_is_rewarded_there_is_no_share():
    K = naive.centred(naive.gaussian(X[:8], 0.5))
    values = np.sort(np.linalg.eigvalsh(K))[::-1]
    objective = cluhsical_objective(np.ones((3, 3)), loss_rows(zero_one_loss(3)), None, 1.0)
    labels = np.array([0, 0, 1, 1, 1, 2, 2, 2])
    scale = scale_of(Problem(Dense(K), objective, 3), values, labels, -32.0)
    assert scale.share is None
    assert scale.reward == pytest.approx(0)


def test_a_reward_far_below_the_penalty_keeps_its_share(explorer):
    explorer.normalization = None
    explorer.settle()
    share = explorer._read().share
    explorer.loss = 1e-30 * explorer.loss
    explorer.settle()
    assert explorer._read().share == share
    assert explorer.objective_ < 0


def test_groups_are_matched_whatever_they_are_called():
    rng = np.random.default_rng(0)
    for _ in range(30):
        labels, reference = rng.integers(0, 4, (2, 25))
        names = names_in(reference, labels, 4)
        assert sorted(names) == [0, 1, 2, 3]
        moved = np.count_nonzero(names[labels] != reference)
        assert moved == fewest_moved(labels, reference, 4)
        assert np.array_equal(names_in(labels, labels, 4), np.arange(4))


def literal(explorer, labels):
    K = naive.centred(naive.gaussian(X, median_rule(X)))
    asked = explorer.label_kernel, explorer.loss, explorer.normalization, explorer.penalty
    return literal_objective(K, labels, *asked)


def test_the_objective_is_that_of_the_labels(explorer):
    explorer.penalty = 0.5
    for normalization in ("l1", "l2", None):
        explorer.normalization = normalization
        for entry in (0.0, 3.0):
            explorer.loss = pair(explorer.loss, 0, 2, entry)
            J = literal(explorer, explorer.labels_)
            assert explorer.objective_ == pytest.approx(J)
            assert explorer.state == "settled"


def test_labels_that_a_page_tells_are_taken_over_if_their_objective_is_theirs(explorer):
    labels = np.arange(100) % 4
    J = literal(explorer, labels)
    explorer.set_state({"_labelling": Fit(labels, J, True).labelling})
    assert np.array_equal(explorer.labels_, labels)
    assert (explorer.objective_, explorer.state) == (J, "settled")
    explorer.set_state({"penalty": 0.5, "_labelling": Fit(labels, J, False).labelling})
    assert not np.array_equal(explorer.labels_, labels)  # under l1 the penalty adds to J
    assert explorer.objective_ == pytest.approx(literal(explorer, explorer.labels_))
    explorer.set_state({"_labelling": Fit(np.zeros(100), 0.0, True).labelling})
    assert len(np.unique(explorer.labels_)) == 4
    others = np.roll(labels, 1)
    K = naive.centred(naive.gaussian(X, median_rule(X)))
    Delta = zero_one_loss(4)
    J = literal_objective(K, others, explorer.label_kernel, Delta, "l1", explorer.penalty)
    explorer.set_state({"_zero_one": Fit(others, J, True).labelling})
    moved = fewest_moved(explorer.labels_, others, 4)
    assert f"{moved} of 100 points moved by the loss" in repr(explorer)


def test_what_is_set_is_computed_when_somebody_asks(explorer, monkeypatch):
    asked, fit = [], explorer._engine.fit
    monkeypatch.setattr(
        explorer._engine, "fit", lambda name, *args: asked.append(name) or fit(name, *args)
    )
    explorer.penalty = 1.0
    explorer.normalization = "l2"
    assert asked == []
    explorer.labels_  # noqa: B018
    explorer.objective_  # noqa: B018
    assert asked == [LOSS]
    repr(explorer)
    repr(explorer)
    assert sorted(asked) == ["cluhsic", "loss", "zero_one"]


def test_settled_is_at_least_as_good_as_fit():
    circle, _ = make_circle(n_samples=80)
    explorer = LossExplorer(circle, 5, label_kernel="ring", normalization="l2")
    fitted = CLUHSICAL(5, label_kernel="ring", normalization="l2", random_state=0).fit(circle)
    assert explorer.objective_ >= fitted.objective_ - 1e-9
    assert explorer.state == "settled"


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
    assert explorer.state != "refused"


def test_all_sizes_follow_the_one_that_is_set(explorer):
    explorer.loss = pair(explorer.loss, 0, 1, 7.0)
    for size in (6, 3):
        explorer.n_clusters = size
        assert explorer.label_kernel.shape == explorer.loss.shape == (size, size)
        assert len(np.unique(explorer.labels_)) == size
        assert explorer.loss[0, 1] == 7.0
    explorer.label_kernel = ring(5)
    assert explorer.n_clusters == len(explorer.loss) == 5
    assert not explorer.loss.diagonal().any()
    assert (explorer.loss[~np.eye(5, dtype=bool)] > 0).all()
    assert explorer.state != "refused"


def test_counts_are_those_of_the_ringed_points(explorer):
    def compared():
        shown, others = explorer.labels_, [explorer._compared(n) for n in ("zero_one", CLUHSIC)]
        counts = [fewest_moved(shown, other, 4) for other in others]
        words = f"{counts[0]} of 100 points moved by the loss, {counts[1]} unlike CLUHSIC"
        assert words in repr(explorer)
        assert unlike(shown, others[0], 4).sum() == counts[0]
        return counts

    compared()
    explorer.loss_preset = "zero-one"
    assert compared()[0] == 0
    assert explorer._read().note == "100 points"
    explorer.loss = pair(explorer.loss, 0, 1, 1e-6)
    assert compared()[0] > 0
    assert "ringed" in explorer._read().note


def test_without_normalization_the_zero_one_loss_is_cluhsic(explorer):
    """Corollary 1 of Zhong 2010."""
    explorer.normalization = None
    explorer.loss_preset = "zero-one"
    explorer.settle()
    assert "0 unlike CLUHSIC" in repr(explorer)


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
        assert words in explorer._refusal
        assert explorer.state == "refused"
        assert np.array_equal(explorer.labels_, before)
        assert "tree label kernel" in repr(explorer)
        assert explorer.state == "refused"
        explorer.to_figure()
        setattr(explorer, name, good)
        assert explorer.state != "refused"


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("loss", np.eye(4), "loss must be 0 on the diagonal"),
        ("loss", -zero_one_loss(4), "numbers of at least 0"),
        ("loss", zero_one_loss(5), r"\(4, 4\); got shape \(5, 5\)"),
        ("loss", np.triu(zero_one_loss(4)), "loss must be symmetric"),
        ("loss_preset", "hinge", "loss_preset must be one of label-kernel, zero-one"),
        ("loss", 1e200 * zero_one_loss(4), "loss / loss.max"),
        ("normalization", "l3", "normalization must be one of l1, l2, None"),
        ("penalty", -1, "penalty must be a finite number"),
        ("label_kernel", np.eye(12), "label_kernel must have from 2 to 10 rows for these data"),
    ],
)
def test_python_may_not_set_nonsense(explorer, name, value, words):
    before, old = explorer.labels_, getattr(explorer, name)
    with pytest.raises(ValueError, match=words):
        setattr(explorer, name, value)
    assert np.array_equal(explorer.labels_, before)
    assert np.array_equal(getattr(explorer, name), old)


@pytest.mark.parametrize(
    ("args", "options", "words"),
    [
        ((X, 4), {"loss": "hinge"}, "loss must be one of"),
        ((X, 4), {"loss": np.zeros((4, 4))}, "positive entry"),
        ((X, 4), {"gamma": -1}, "gamma must be a positive number"),
    ],
)
def test_bad_input(args, options, words):
    with pytest.raises(ValueError, match=words):
        LossExplorer(*args, **options)


def words_of(figure):
    return {text.get_text() for text in figure.findobj(Text)}


def test_the_picture_has_the_marks_of_the_page(explorer):
    explorer.loss = pair(explorer.loss, 0, 1, 4.0)
    explorer.settle()
    sizes = np.bincount(explorer.labels_).tolist()
    drawn = {
        marked.get_label(): len(marked.get_offsets())
        for axes in explorer.to_figure().axes
        for marked in axes.collections
        if marked.get_label().isdigit()
    }
    assert drawn == {str(label): size for label, size in enumerate(sizes)}


@pytest.mark.parametrize("closed", MATRICES)
def test_a_picture_of_three_matrices_has_no_gap(explorer, closed):
    explorer.folded = (closed,)
    open_ones = [MATRICES[name] for name in MATRICES if name != closed]
    axes = {each.get_title(loc="left"): each for each in explorer.to_figure().axes}
    boxes = [axes[title].get_position() for title in open_ones]
    assert len({round(box.y1, 3) for box in boxes}) == 1
    edges = [0, *(edge for box in boxes for edge in (box.x0, box.x1)), 1]
    assert (np.diff(edges)[::2] < boxes[0].width / 3).all()


def test_large_entries_come_with_a_unit(explorer):
    explorer.loss = 4000 * explorer.loss
    words = words_of(explorer.to_figure())
    assert "R A Rᵀ in ×10⁹" in words
    assert "diag(Δ1) − Δ in ×10³" in words
    drawn = [text for axes in explorer.to_figure().axes for text in axes.texts]
    cells = [text.get_text() for text in drawn if type(text) is Text]  # no notes
    assert max(map(len, cells)) <= 12
