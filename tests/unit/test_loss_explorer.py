"""The loss explorer: what its page answers, what Python sets and reads."""

from itertools import product

import engine
import numpy as np
import pytest
from answering import Page
from cases import each
from engine import close, run
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import said, taken
from scipy.optimize import linear_sum_assignment

import reference
import reference_zhong
from depcluster import CLUHSIC, CLUHSICAL, kernel_matrix, labels
from depcluster.kernels import centre
from depcluster.labels import chain, label_kernel_loss, loss_rows, ring, tree, zero_one_loss
from depcluster.widgets import LossExplorer
from depcluster.widgets.base.bundle import script
from depcluster.widgets.loss_explorer.widget import resized_loss

_corners = np.repeat([(-2, 1), (-2, -1), (2, 1), (2, -1)], 25, axis=0)
X = _corners + 0.7 * np.random.default_rng(0).standard_normal((100, 2))


@pytest.fixture
def explorer():
    widget = LossExplorer(X, 4)
    yield widget
    widget.close()


@pytest.fixture(scope="module")
def formulas():
    context = engine._context()
    for name in ("fits", "algebra", "words"):
        context.eval(script(f"loss_explorer/{name}.js", name))


def pair(loss, j, l, entry):
    changed = loss.copy()
    changed[j, l] = changed[l, j] = entry
    return changed


def n_moved(found, others, c):
    """How many points are in another group, whatever the groups are called."""
    shared = np.zeros((c, c), dtype=int)
    np.add.at(shared, (found, others), 1)
    return len(found) - shared[linear_sum_assignment(-shared)].sum()


@each(
    "options",
    [
        {},
        {"normalization": "l2", "penalty": 0.5, "loss": pair(zero_one_loss(4), 0, 2, 3.0)},
        {"normalization": None, "loss": "zero-one", "label_kernel": "ring", "gamma": "scale"},
        {"label_kernel": np.diag([2.0, 1, 1, 0]) + 1, "kernel": "chi2", "random_state": 3},
    ],
)
def test_line_estimator_and_page_have_one_objective(options):
    data = abs(X)
    explorer = LossExplorer(data, 4, **options)
    page, estimator = Page(explorer), explorer.estimator().fit(data)
    np.testing.assert_array_equal(explorer.labels_, estimator.labels_)
    answer, c = page.settled(), explorer.n_clusters
    page.tell()
    assert explorer.labels_.tolist() == answer["labels"]
    assert explorer.objective_ == answer["objective"]
    scope = {"CLUHSICAL": CLUHSICAL, "X": data, "labels": labels, "np": np}
    written = eval(answer["python"].replace("fit_predict", "fit"), scope)
    np.testing.assert_array_equal(written.labels_, estimator.labels_)
    kernel, gamma = options.get("kernel", "rbf"), options.get("gamma", "median")
    K = centre(kernel_matrix(data, kernel=kernel, gamma=gamma))
    asked = explorer.label_kernel, explorer.loss, explorer.normalization, explorer.penalty
    mine, found = estimator.objective_, np.array(answer["labels"])
    assert mine == pytest.approx(reference_zhong.cluhsical(K, estimator.labels_, *asked))
    assert answer["objective"] == pytest.approx(reference_zhong.cluhsical(K, found, *asked))
    assert answer["objective"] >= mine - 1e-3 * abs(mine)
    others = {"label_kernel": explorer.label_kernel, "kernel": kernel, "gamma": gamma}
    norm = explorer.normalization and "l2"
    cluhsic = CLUHSIC(c, normalization=norm, random_state=0, **others).fit_predict(data)
    assert answer["unlike_cluhsic"] == n_moved(found, cluhsic, c)
    others |= {"normalization": explorer.normalization, "penalty": explorer.penalty}
    zero_one = CLUHSICAL(c, loss="zero-one", random_state=0, **others).fit_predict(data)
    moved = n_moved(found, zero_one, c)
    assert answer["unlike_zero_one"] == sum(answer["ringed"]) == moved


@each(
    "normalization, A, Delta",
    [
        ("l1", ring(3), zero_one_loss(3)),
        ("l2", chain(3), label_kernel_loss(chain(3))),
        (None, np.diag([1.0, 2.0, 0.0]), pair(zero_one_loss(3), 0, 2, 4.0)),
        (None, np.ones((3, 3)), zero_one_loss(3)),
    ],
)
def test_objectives_are_literal_and_rewards_within_limits(formulas, normalization, A, Delta):
    """By every one of the partitions of six points."""
    points = np.random.default_rng(3).standard_normal((6, 2))
    every = [z for z in map(list, product(range(3), repeat=6)) if len(set(z)) == 3]
    source = """(p, q, values, every) => {
      const problems = Object.values(fits.problemsOf(gramFor(p), q));
      return every.map((labels) => {
        const all = problems.map((problem) => new partition.Partition(problem, labels));
        return [all.map(({ J }) => J), reward.rewardOf(all[0], values)];
      });
    }"""
    asked = {"A": A, "Delta": Delta, "normalization": normalization, "penalty": 0.8}
    K = reference.centred(reference.gaussian(points, 0.5))
    values = np.sort(np.linalg.eigvalsh(K))[::-1]
    answers = run(source, {"X": points, "kernel": "rbf", "gamma": 0.5}, asked, values, every)
    by_sizes, size = {}, np.abs(A).max() * np.abs(Delta).max() ** 2
    for found, (Js, scale) in zip(map(np.array, every), answers, strict=True):
        J, zero_one, free = (
            reference_zhong.cluhsical(K, found, A, loss, normalization, penalty)
            for loss, penalty in ((Delta, 0.8), (zero_one_loss(3), 0.8), (Delta, 0.0))
        )
        cluhsic = reference.cluhsic_objective(K, found, A, normalization and "l2")
        assert Js == pytest.approx([J, zero_one, cluhsic], abs=1e-9 * size)
        assert scale["reward"] == pytest.approx(free, abs=1e-9 * size)
        assert free - scale["charge"] == pytest.approx(J)
        by_sizes.setdefault(tuple(np.bincount(found)), []).append(scale)
    assert len(by_sizes) == 10
    for several in by_sizes.values():
        ((_, most, chance),) = {(s["charge"], s["most"], s["chance"]) for s in several}
        rewards = np.array([s["reward"] for s in several])
        assert rewards.max() <= most + 1e-9 * size
        assert rewards.mean() == pytest.approx(chance, abs=1e-9 * size)
        assert (most == 0) == (not centre(A).any())
        shares = [s["share"] for s in several]
        assert shares == (pytest.approx(rewards / most) if most else [None] * len(shares))


def test_a_reward_far_below_the_penalty_keeps_its_share(explorer):
    page = Page(explorer)
    share = page.move(normalization=None).settled()["share"]
    answer = page.move(loss=1e-30 * explorer.loss).settled()
    assert answer["share"] == share
    assert answer["objective"] < 0


@given(seed=engine.seeds, c=st.integers(2, 7))
@settings(max_examples=10)
def test_the_formulas_of_the_page_are_the_librarys(formulas, seed, c):
    rng = np.random.default_rng(seed)
    A, found = rng.normal(size=(c, c)), rng.integers(0, c, (2, 40))
    indefinite, A = A + A.T, A @ A.T
    Delta = label_kernel_loss(A)
    source = """(A, Delta, size, other) => {
      const kind = algebra.lossKind({ labelKernel: () => A, wholeLevel: () => false });
      return [["label-kernel", "zero-one"].map((name) => kind.preset(name, A.length)),
        kind.resized(Delta, size), algebra.lossRows(Delta), algebra.effectiveKernel(Delta, A),
        algebra.levelsOf(other)];
    }"""
    size = int(rng.integers(2, 9))
    named, resized, rows, after, levels = run(source, A, Delta, size, indefinite)
    close(named, [Delta, zero_one_loss(c)])
    close(resized, resized_loss(Delta, size))
    R = loss_rows(Delta)
    close(rows, R)
    close(after, R @ A @ R.T)
    whole = np.linalg.eigvalsh(centre(indefinite))[::-1]
    close(levels, np.delete(whole, np.abs(whole).argmin()))
    unlike = run("(a, b, c) => fits.unlike(a, b, c)", *found, c)
    assert sum(unlike) == n_moved(*found, c)


def test_numbers_are_readable(formulas):
    numbers = [-8.0642, 0.00012, 99.96, 146250.7, -2.5e9, 0]
    words = run("(numbers) => numbers.map(words.readable)", numbers)
    assert words == ["−8.06", "1.2×10⁻⁴", "99.96", "146\u202f251", "−2.5×10⁹", "0.00"]


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


def test_all_sizes_follow_the_one_that_is_set(explorer):
    explorer.loss = pair(explorer.loss, 0, 1, 7.0)
    for size in (6, 3):
        explorer.n_clusters = size
        assert explorer.label_kernel.shape == explorer.loss.shape == (size, size)
        assert explorer.loss[0, 1] == 7.0
    explorer.label_kernel = ring(5)
    assert explorer.n_clusters == len(explorer.loss) == 5
    assert not explorer.loss.diagonal().any()
    assert (explorer.loss[~np.eye(5, dtype=bool)] > 0).all()
    assert explorer.labels_.max() == 4


def test_the_summary_says_what_is_set(explorer):
    said_first = "LossExplorer: 100 points, 4 clusters, tree label kernel, label-kernel loss, "
    assert explorer.summary() == f"{said_first}normalization l1"
    explorer.normalization = None
    assert explorer.summary() == f"{said_first}normalization none, penalty 2.5"


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
