"""The loss explorer: what it answers, keeps, refuses."""

from itertools import permutations, product

import numpy as np
import pytest
from answering import Page
from refusals import said, taken

import naive
import naive_zhong
from depcluster import CLUHSICAL, median_rule
from depcluster.kernels import Dense
from depcluster.labels import chain, label_kernel_loss, loss_rows, ring, tree, zero_one_loss
from depcluster.papers.zhong2010.cluhsical import cluhsical_objective
from depcluster.search import Problem
from depcluster.widgets import LossExplorer
from depcluster.widgets.explorer.groups import names_in
from depcluster.widgets.explorer.labelling import Fit
from depcluster.widgets.loss_explorer.engine import unlike
from depcluster.widgets.loss_explorer.scale import scale_of

_corners = np.repeat([(-2, 1), (-2, -1), (2, 1), (2, -1)], 25, axis=0)
X = _corners + 0.7 * np.random.default_rng(0).standard_normal((100, 2))
K = naive.centred(naive.gaussian(X, median_rule(X)))


@pytest.fixture
def explorer():
    widget = LossExplorer(X, 4)
    yield widget
    widget.close()


def pair(loss, j, l, entry):
    changed = loss.copy()
    changed[j, l] = changed[l, j] = entry
    return changed


def fewest_moved(labels, reference, c):
    """How many points are in another group, whatever the groups are called."""
    return min(np.count_nonzero(np.array(p)[labels] != reference) for p in permutations(range(c)))


def literal(explorer, labels):
    asked = explorer.label_kernel, explorer.loss, explorer.normalization, explorer.penalty
    return naive_zhong.cluhsical(K, np.asarray(labels), *asked)


@pytest.mark.parametrize(
    ("normalization", "A", "Delta"),
    [
        ("l1", ring(3), zero_one_loss(3)),
        ("l2", chain(3), label_kernel_loss(chain(3))),
        (None, np.diag([1.0, 2.0, 0.0]), pair(zero_one_loss(3), 0, 2, 4.0)),
    ],
)
def test_a_reward_lies_between_chance_and_the_most(normalization, A, Delta):
    """By every one of the fitMessages of six points."""
    points = np.random.default_rng(3).standard_normal((6, 2))
    K = naive.centred(naive.gaussian(points, 0.5))
    values = np.sort(np.linalg.eigvalsh(K))[::-1]
    objective = cluhsical_objective(A, loss_rows(Delta), normalization, 0.8)
    problem, found = Problem(Dense(K), objective, 3), {}
    for labels in map(np.array, product(range(3), repeat=6)):
        sizes = np.bincount(labels, minlength=3)
        if sizes.all():
            J, reward = (
                naive_zhong.cluhsical(K, labels, A, Delta, normalization, penalty)
                for penalty in (0.8, 0.0)
            )
            scale = scale_of(problem, values, labels, J)
            assert scale.reward == pytest.approx(reward)
            assert scale.reward - scale.charge == pytest.approx(J)
            found.setdefault(tuple(sizes), []).append(scale)
    assert len(found) == 10
    for scales in found.values():
        assert len({(s.charge, s.most, s.chance) for s in scales}) == 1
        rewards = np.array([s.reward for s in scales])
        assert rewards.max() <= scales[0].most * (1 + 1e-9)
        assert rewards.mean() == pytest.approx(scales[0].chance)


def test_where_no_labelling_is_rewarded_there_is_no_share():
    K = naive.centred(naive.gaussian(X[:8], 0.5))
    values = np.sort(np.linalg.eigvalsh(K))[::-1]
    objective = cluhsical_objective(np.ones((3, 3)), loss_rows(zero_one_loss(3)), None, 1.0)
    labels = np.array([0, 0, 1, 1, 1, 2, 2, 2])
    scale = scale_of(Problem(Dense(K), objective, 3), values, labels, -32.0)
    assert scale.share is None
    assert scale.reward == pytest.approx(0)


def test_a_reward_far_below_the_penalty_keeps_its_share(explorer):
    page = Page(explorer)
    share = page.move(normalization=None).settled()["share"]
    answer = page.move(loss=1e-30 * explorer.loss).settled()
    assert answer["share"] == share
    assert answer["objective"] < 0


def test_groups_are_matched_whatever_they_are_called():
    rng = np.random.default_rng(0)
    for _ in range(15):
        labels, reference = rng.integers(0, 4, (2, 25))
        names = names_in(reference, labels, 4)
        assert sorted(names) == [0, 1, 2, 3]
        moved = np.count_nonzero(names[labels] != reference)
        assert moved == fewest_moved(labels, reference, 4)
        assert unlike(reference, labels, 4).sum() == moved
        assert np.array_equal(names_in(labels, labels, 4), np.arange(4))


def test_the_screen_shows_the_objective_of_its_labels_and_python_believes_it(explorer):
    page = Page(explorer)
    for normalization, entry in (("l1", 3.0), ("l2", 0.0), (None, 3.0)):
        loss = pair(explorer.loss, 0, 2, entry)
        answer = page.move(normalization=normalization, loss=loss, penalty=0.5).settled()
        page.tell()
        assert explorer.labels_.tolist() == answer["labels"]
        assert explorer.objective_ == answer["objective"]
        assert explorer.state == "settled"
        J = literal(explorer, answer["labels"])
        assert answer["objective"] == pytest.approx(J)
        options = {"label_kernel": explorer.label_kernel, "loss": loss, "penalty": 0.5}
        fitted = CLUHSICAL(4, normalization=normalization, random_state=0, **options).fit(X)
        assert J >= fitted.objective_ - 1e-3 * abs(fitted.objective_)


def test_labels_that_a_page_tells_are_taken_over_if_their_objective_is_theirs(explorer):
    labels = np.arange(100) % 4
    J = literal(explorer, labels)
    explorer.set_state({"_fit": Fit(labels, J, True).labelling})
    assert np.array_equal(explorer.labels_, labels)
    assert (explorer.objective_, explorer.state) == (J, "settled")
    explorer.set_state({"penalty": 0.5, "_fit": Fit(labels, J, False).labelling})
    assert not np.array_equal(explorer.labels_, labels)  # under l1 the penalty adds to J
    assert explorer.objective_ == pytest.approx(literal(explorer, explorer.labels_))
    explorer.set_state({"_fit": Fit(np.zeros(100), 0.0, True).labelling})
    assert len(np.unique(explorer.labels_)) == 4
    others, asked = np.roll(labels, 1), (explorer.label_kernel, zero_one_loss(4), "l1")
    J = naive_zhong.cluhsical(K, others, *asked, explorer.penalty)
    explorer.set_state({"_zero_one": Fit(others, J, True).labelling})
    moved = fewest_moved(explorer.labels_, others, 4)
    assert f"{moved} of 100 points moved by the loss" in repr(explorer)


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
        assert explorer.loss[0, 1] == 7.0
    assert len(np.unique(explorer.labels_)) == size
    explorer.label_kernel = ring(5)
    assert explorer.n_clusters == len(explorer.loss) == 5
    assert not explorer.loss.diagonal().any()
    assert (explorer.loss[~np.eye(5, dtype=bool)] > 0).all()
    assert explorer.state != "refused"


def test_without_normalization_the_zero_one_loss_is_cluhsic(explorer):
    """Corollary 1 of Zhong 2010."""
    answer = Page(explorer).move(normalization=None, loss_preset="zero-one").settled()
    assert (answer["unlike_cluhsic"], answer["unlike_zero_one"]) == (0, 0)


def test_points_that_the_loss_moves_are_ringed_and_counted(explorer):
    page = Page(explorer)
    answer = page.move(loss=pair(explorer.loss, 0, 1, 1e-6)).settled()
    page.tell()
    assert sum(answer["ringed"]) == answer["unlike_zero_one"] > 0
    assert f"{answer['unlike_zero_one']} of 100 points moved by the loss" in repr(explorer)


def test_an_unusable_matrix_is_said_and_the_last_result_stays(explorer):
    before = explorer.labels_
    for name, matrix, words in (
        ("label_kernel", -np.eye(4), "positive semi-definite"),
        ("loss", np.zeros((4, 4)), "positive entry"),
        ("loss", 1e-200 * zero_one_loss(4), "1e-100"),
    ):
        good = getattr(explorer, name)
        setattr(explorer, name, matrix)
        assert words in explorer._refusal
        assert np.array_equal(explorer.labels_, before)
        assert explorer.state == "refused"
        setattr(explorer, name, good)
        assert explorer.state != "refused"


def test_nonsense_is_refused(explorer):
    before = explorer.get_state()
    cases = [
        ("loss", np.eye(4), "loss must be 0 on the diagonal"),
        ("loss", -zero_one_loss(4), "loss must"),
        ("loss", zero_one_loss(5), "(4, 4); got shape (5, 5)"),
        ("loss", np.triu(zero_one_loss(4)), "loss must be symmetric"),
        ("loss", 1e200 * zero_one_loss(4), "loss / loss.max"),
        ("loss_preset", "hinge", "loss_preset must"),
        ("normalization", "l3", "normalization must"),
        ("penalty", -1, "penalty must"),
        ("label_kernel", np.eye(12), "from 2 to 10"),
    ]
    assert taken(explorer, cases) == []
    assert explorer.get_state() == before
    assert "loss must" in said(LossExplorer, X, 4, loss="hinge")
    assert "positive entry" in said(LossExplorer, X, 4, loss=np.zeros((4, 4)))
    assert "gamma must" in said(LossExplorer, X, 4, gamma=-1)
