"""How far the engine's searches stay behind Python's, as a share of the best objective."""

import numpy as np
from engine import run

from depcluster.kernels import as_centred_gram, kernel_matrix, median_rule
from depcluster.labels import preset
from depcluster.papers.blaschko2008.taxonomy import numerical_taxonomy
from depcluster.search import Normalized, Problem, solve

SEARCH = """(p, A) => {
  const problem = { gram: gramFor(p), objective: objectives.normalized(F(A)) };
  return steps.finish(search.search(problem, { searches: 20 })).J;
}"""
TAXONOMY = """(p, c, structure, fit, n_init) => {
  const gram = gramFor(p), spectrum = steps.finish(leading_eigen.leadingSteps(gram, c - 1));
  const asked = Array.isArray(structure) ? F(structure) : structure;
  let best = -Infinity;
  for (let k = 0; k < n_init; k++) {
    const numbers = random.createRandom(k);
    const labels = steps.finish(taxonomy.startLabels(spectrum, gram.m, c, numbers));
    const options = { structure: asked, fit, random: numbers };
    best = Math.max(best, steps.finish(taxonomy.taxonomyFrom(gram, labels, c, options)).objective);
  }
  return best;
}"""


def search_loss(X, structure, c):
    """Under a label kernel of c clusters; negative where the engine's is the better one."""
    A, kernel = preset(structure, c), "laplacian" if structure == "chain" else "rbf"
    gamma = median_rule(X, kernel) * 2
    gram = as_centred_gram(kernel_matrix(X, kernel=kernel, gamma=gamma))
    best = solve(Problem(gram, Normalized(A), c), "auto", 20, np.random.RandomState(0)).objective
    return (best - run(SEARCH, {"X": X, "kernel": kernel, "gamma": gamma}, A)) / abs(best)


def taxonomy_loss(X, name, c):
    """Of a taxonomy whose structure is free, a ring, or a tree that is fitted in some way."""
    fit = "nni" if name in ("free", "ring") else name
    structure = {"free": "free", "ring": preset("ring", c)}.get(name, "tree")
    gamma = median_rule(X, "rbf") * 2
    K = kernel_matrix(X, kernel="rbf", gamma=gamma)
    options = {"structure": structure, "tree_fit": fit, "random_state": 0}
    best = numerical_taxonomy(K, c, n_init=20, **options).objective
    asked = {"X": X, "kernel": "rbf", "gamma": gamma}
    return (best - run(TAXONOMY, asked, c, structure, fit, 20)) / best
