"""What LossExplorer's page computes, under V8, against the library and literal formulas."""

import engine
import numpy as np
import pytest
from cases import each
from engine import run
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
import naive_zhong
from depcluster import CLUHSIC, CLUHSICAL
from depcluster.kernels import Dense, kernel_matrix
from depcluster.labels import label_kernel_loss, loss_rows, preset, zero_one_loss
from depcluster.papers.zhong2010.cluhsical import cluhsical_objective
from depcluster.search import Problem
from depcluster.widgets.base.bundle import script
from depcluster.widgets.explorer.groups import names_in
from depcluster.widgets.loss_explorer.scale import scale_of

SETTING = {
    "seed": st.integers(0, 2**32 - 1),
    "m": st.integers(10, 25),
    "c": st.integers(2, 6),
    "normalization": st.sampled_from(["l1", "l2", None]),
    "name": st.sampled_from(["plain", "chain", "ring", "tree"]),
}
MADE = """const K = gramFor(p), made = fits.problemsOf(K, q);"""


@pytest.fixture(scope="module", autouse=True)
def fits():
    context = engine._context()
    for path, name in (("loss_explorer/fits.js", "fits"), ("explorer/parts/fit.js", "fit")):
        context.eval(script(path, name))


def drawn(seed, m, c, normalization, name):
    rng = np.random.default_rng(seed)
    X, A = rng.normal(size=(m, 2)), preset(name, c)
    Delta = [label_kernel_loss(A), zero_one_loss(c), rng.random((c, c)) + 0.1][rng.integers(3)]
    Delta = (Delta + Delta.T) / 2 * (1 - np.eye(c))
    labels = rng.permutation(np.arange(m) % c)
    asked = {"A": A, "Delta": Delta, "normalization": normalization, "penalty": rng.uniform(0, 3)}
    return X, asked, labels


@given(**SETTING)
@settings(max_examples=10)
def test_objectives_and_their_limits_are_the_librarys(seed, m, c, normalization, name):
    X, q, labels = drawn(seed, m, c, normalization, name)
    source = f"""(p, q, labels) => {{ {MADE}
      const of = (name) => new partition.Partition(made[name], labels);
      const {{ values }} = steps.finish(leading_eigen.leadingSteps(K, Math.max(1, q.A.length - 1)));
      return [["loss", "zero_one", "cluhsic"].map((name) => of(name).J),
        reward.rewardOf(of("loss"), values)];
    }}"""
    Js, found = run(source, {"X": X, "kernel": "rbf", "gamma": 0.6}, q, labels)
    K = naive.centred(naive.gaussian(X, 0.6))
    A, penalty, size = q["A"], q["penalty"], 1e-9 * np.trace(K)
    for J, Delta in zip(Js, (q["Delta"], zero_one_loss(c)), strict=False):
        literal = naive_zhong.cluhsical(K, labels, A, Delta, normalization, penalty)
        assert abs(J - literal) <= max(size, 1e-9 * abs(literal))
    literal = naive.cluhsic_objective(K, labels, A, "l2" if normalization else None)
    assert abs(Js[2] - literal) <= max(size, 1e-9 * abs(literal))
    objective = cluhsical_objective(A, loss_rows(q["Delta"]), normalization, penalty)
    values = np.sort(np.linalg.eigvalsh(K))[::-1]
    scale = scale_of(Problem(Dense(K), objective, c), values, labels, Js[0])
    wanted = {n: getattr(scale, n) for n in ("reward", "charge", "most", "chance")}
    largest = max(map(abs, wanted.values()))
    for name, number in wanted.items():
        assert abs(found[name] - number) <= 1e-9 * largest, name


@given(seed=st.integers(0, 2**32 - 1), c=st.integers(2, 7))
@settings(max_examples=10)
def test_points_in_another_group_are_pythons(seed, c):
    labels, others = np.random.default_rng(seed).integers(0, c, size=(2, 40))
    found = run("(a, b, c) => Array.from(fits.unlike(a, b, c))", labels, others, c)
    wanted = names_in(labels, others, c)[others] != labels
    assert sum(found) == wanted.sum()


@each("normalization", ["l1", "l2", None])
def test_searches_find_what_the_estimators_find(normalization):
    X, q, _ = drawn(0, 40, 4, normalization, "tree")
    source = f"""(p, q) => {{ {MADE}
      const {{ vectors }} = steps.finish(leading_eigen.leadingSteps(K, q.A.length - 1));
      return ["loss", "zero_one", "cluhsic"].map((name) => {{
        const at = steps.finish(fit.climbed(made[name], null));
        const best = steps.finish(fit.createSearch(made[name], vectors).until());
        const found = fit.betterThan(at, best) ?? at;
        const again = new partition.Partition(made[name], found.labels);
        return [found.J, again.J, fit.believed(made[name], found.labels, found.J) !== null,
          fit.believed(made[name], found.labels, found.J + 1) !== null];
      }});
    }}"""
    found = run(source, {"X": X, "kernel": "rbf", "gamma": 0.6}, q)
    K = kernel_matrix(X, gamma=0.6)
    given = {"label_kernel": q["A"], "kernel": "precomputed", "n_init": 10, "random_state": 0}
    more = {"normalization": normalization, "penalty": q["penalty"]}
    fitted = [
        CLUHSICAL(4, loss=q["Delta"], **given, **more).fit(K),
        CLUHSICAL(4, loss=zero_one_loss(4), **given, **more).fit(K),
        CLUHSIC(4, normalization="l2" if normalization else None, **given).fit(K),
    ]
    for (J, again, told, wrong), estimator in zip(found, fitted, strict=True):
        assert abs(J - again) <= 1e-9 * abs(J)
        assert J >= estimator.objective_ - 1e-3 * abs(estimator.objective_)
        assert (told, wrong) == (True, False)
