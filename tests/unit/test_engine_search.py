"""The search of the front ends' engine against literal objectives and against Python's."""

import numpy as np
from engine import run, seeds
from hypothesis import given, settings
from hypothesis import strategies as st

import reference
import reference_taxonomy
import reference_zhong
from depcluster import datasets
from depcluster.kernels import as_centred_gram, kernel_matrix
from depcluster.labels import loss_rows, preset, ring_loss
from depcluster.search import (
    Normalized,
    NormalizedWithLoss,
    Problem,
    Taxonomic,
    Unnormalized,
    WithLoss,
    climb,
)

OBJECTIVES = ("normalized", "unnormalized", "withLoss", "l1", "l2", "taxonomic")
SIZES = {"seed": seeds, "m": st.integers(8, 60), "c": st.integers(2, 6)}
PARTITION = """const gramOfIt = gramFor(p), objective = objectiveFor(o);
const problem = { gram: gramOfIt, objective }, at = new partition.Partition(problem, labels);"""


def of(name, A, Delta, penalty):
    """The objective for the engine, for Python, and its literal form."""
    if name == "taxonomic":
        Y = A + Delta + Delta.T  # indefinite
        return [name, Y], Taxonomic(Y), lambda K, l: reference_taxonomy.objective(K, l, Y)
    R, power = loss_rows(Delta), {"l1": 1, "l2": 2}.get(name)
    if name in ("normalized", "unnormalized"):
        norm = "l2" if name == "normalized" else None
        python = Normalized(A) if norm else Unnormalized(A)
        return [name, A], python, lambda K, l: reference.cluhsic_objective(K, l, A, norm)
    if name == "withLoss":
        python, spec = WithLoss(A, R, penalty), [name, A, R, penalty]
    else:
        python = NormalizedWithLoss(A, R, power, penalty)
        spec = ["normalizedWithLoss", A, R, power, penalty]
    norm = name if power else None
    return spec, python, lambda K, l: reference_zhong.cluhsical(K, l, A, Delta, norm, penalty)


def setting(seed, m, c, name):
    rng = np.random.default_rng(seed)
    X, kernel = rng.normal(size=(m, 2)), rng.choice(["rbf", "laplacian", "poly", "linear"])
    A = preset(rng.choice(["plain", "ring", "chain"]), c)
    Delta = ring_loss(c) if rng.random() < 0.5 else rng.random((c, c)) * (1 - np.eye(c))
    labels = rng.permutation(np.arange(m) % c)
    K = kernel_matrix(X, kernel=kernel, gamma=0.6)
    asked = {"X": X, "kernel": kernel, "gamma": 0.6}
    return asked, reference.centred(K), labels, of(name, A, Delta, rng.uniform(0, 0.5))


@given(**SIZES, name=st.sampled_from(OBJECTIVES))
@settings(max_examples=20)
def test_J_and_every_gain_equal_the_literal_objective(seed, m, c, name):
    p, K, labels, (spec, _, literal) = setting(seed, min(m, 24), c, name)
    source = f"(p, o, labels) => {{ {PARTITION} return [at.J, at.gains()]; }}"
    J, found = run(source, p, spec, labels)
    now = literal(K, labels)
    scale = 1e-9 * max(abs(now), np.trace(K))
    assert abs(J - now) <= scale
    sizes = np.bincount(labels, minlength=c)
    for i in range(len(labels)):
        best = 0.0
        for b in range(c):
            moved = labels.copy()
            moved[i] = b
            best = max(best, literal(K, moved) - now) if sizes[labels[i]] > 1 else 0.0
        assert abs(found["gain"][i] - best) <= scale


@given(**SIZES, name=st.sampled_from(OBJECTIVES))
@settings(max_examples=20)
def test_a_climb_ends_where_pythons_does(seed, m, c, name):
    p, K, labels, (spec, objective, literal) = setting(seed, m, c, name)
    source = f"""(p, o, labels) => {{ {PARTITION}
      const Js = [at.J], steps = climb.climb(at);
      let step = steps.next();
      for (; !step.done; step = steps.next()) Js.push(step.value.J);
      return [step.value.J, step.value.labels, Js];
    }}"""
    J, found, Js = run(source, p, spec, labels)
    *_, last = climb(Problem(as_centred_gram(K), objective, c), labels)
    scale = 1e-9 * max(abs(last.objective), np.trace(K))
    assert abs(J - last.objective) <= scale
    assert abs(literal(K, np.array(found)) - J) <= scale
    assert (np.diff(Js) >= -scale).all()
    assert len(np.unique(found)) == c


@given(**SIZES)
@settings(max_examples=10)
def test_sums_kept_up_to_date_are_those_made_anew(seed, m, c):
    p, _, labels, (spec, *_) = setting(seed, m, c, "normalized")
    few = labels.copy()
    few[:2] = few[:2][::-1]
    source = f"""(p, o, labels, others, names) => {{ {PARTITION}
      at.relabel(others).rename(names);
      const anew = new partition.Partition(problem, at.labels);
      return [at.G, anew.G, at.J, anew.J];
    }}"""
    names = np.random.default_rng(seed).permutation(c)
    for others in (few, np.random.default_rng(seed).permutation(labels)):
        G, anew, J, again = run(source, p, spec, labels, others, names)
        assert np.abs(np.subtract(G, anew)).max() <= 1e-10 * max(np.abs(anew).max(), 1)
        assert abs(J - again) <= 1e-10 * max(abs(J), 1)


@given(**SIZES, same=st.booleans())
@settings(max_examples=10)
def test_every_start_and_escape_has_all_clusters(seed, m, c, same):
    p, _, labels, (spec, *_) = setting(seed, m, c, "normalized")
    p["X"] = np.ones_like(p["X"]) if same else p["X"]
    source = f"""(p, o, labels, seed, c) => {{ {PARTITION}
      const numbers = random.createRandom(seed), m = labels.length;
      const ways = {{
        random: () => starts.randomLabels(m, c, numbers),
        "k-means++": () => starts.kmeansPlusPlus(gramOfIt, c, numbers),
        spectral() {{
          const {{ vectors }} = steps.finish(leading_eigen.leadingSteps(gramOfIt, c - 1));
          while (vectors.length < c - 1) vectors.push(new Float64Array(m));
          return starts.spectralLabels(vectors, m);
        }},
        swap: () => perturbation_moves.swapped(at, numbers),
        perturbation: () => perturbation_moves.perturbed(at, numbers),
      }};
      return Object.entries(ways).map(([name, of]) => [name, [...new Set(of())].sort()]);
    }}"""
    found = dict(run(source, p, spec, labels, seed, c))
    assert found == {name: list(range(c)) for name in found}
    assert len(found) == 5


def test_a_search_is_the_same_each_time_and_never_falls():
    X = datasets.make_circle(60, n_clusters=6)[0]
    source = """(p, A) => {
      const problem = { gram: gramFor(p), objective: objectives.normalized(F(A)) }, Js = [];
      const walk = search.search(problem, { searches: 12, seed: 3 });
      let step = walk.next();
      for (; !step.done; step = walk.next()) if (step.value.best) Js.push(step.value.best.J);
      return [Js, step.value.labels];
    }"""
    asked = {"X": X, "kernel": "rbf", "gamma": 2.0}
    first, second = (run(source, asked, preset("ring", 6)) for _ in range(2))
    assert first == second
    assert (np.diff(first[0]) >= 0).all()


def test_perturbations_do_not_depend_on_the_unit_of_the_kernel():
    X = np.random.default_rng(0).normal(size=(30, 2))
    source = f"""(p, o, labels) => {{ {PARTITION}
      return perturbation_moves.perturbed(at, random.createRandom(0));
    }}"""
    spec, labels = ["unnormalized", np.eye(3)], np.arange(30) % 3
    asked = [{"X": unit * X, "kernel": "linear"} for unit in (1, 2.0**-280, 2.0**280)]
    found = [run(source, p, spec, labels) for p in asked]
    assert found[0] == found[1] == found[2] != labels.tolist()
