"""SMIC under every candidate of the kernel parameter, and the rules that choose one."""

from __future__ import annotations

import numpy as np
from sklearn.metrics import adjusted_rand_score

from depcluster.kernels import local_scaling
from depcluster.papers.sugiyama2011 import LsmiPlan, smic

CANDIDATES = range(1, 11)
KERNELS = {"printed": None, "sym": "sym"}


class Remembered:
    """LSMI of labellings of the same samples, each computed once."""

    def __init__(self, X, c, seed):
        self.plan, self.c, self.known = LsmiPlan(X, random_state=seed), c, {}

    def __call__(self, labels):
        key = labels.tobytes()
        if key not in self.known:
            self.known[key] = self.plan.value(labels, self.c).value
        return self.known[key]


def path(X, y, c, near, value, kernel, prior=None):
    """What every candidate gives, as one list a quantity."""
    found = {"ari": [], "lsmi": [], "smi": [], "undecided": [], "components": []}
    for t in CANDIDATES:
        K = local_scaling(X, t, kernel_normalization=KERNELS[kernel], neighbours=near).K
        result = smic(K, c, X=X, class_prior=prior)
        found["ari"].append(float(adjusted_rand_score(y, result.labels)))
        found["lsmi"].append(value(result.labels))
        found["smi"].append(result.smi)
        found["undecided"].append(int(result.undecided.sum()))
        carrying = result.component[np.abs(result.vectors).argmax(axis=0)]
        found["components"].append(len(np.unique(carrying)))
    return found


def chosen(found):
    """Index of the candidate that LSMI, LSMI among the decided, and (8) would take."""
    value, undecided = np.array(found["lsmi"]), np.array(found["undecided"])
    decided = np.where(undecided == undecided.min(), value, -np.inf)
    if undecided.min() > 0:
        decided = value
    rules = {"lsmi": value, "decided": decided, "smi": np.array(found["smi"])}
    return {rule: int((of >= of.max() - 1e-9).argmax()) for rule, of in rules.items()}


def gathered(paths):
    """Paths of all runs, one list a quantity, with what each rule takes."""
    record = {key: [found[key] for found in paths] for key in paths[0]}
    picks = [chosen(found) for found in paths]
    record["chosen"] = {
        rule: {
            "t": [CANDIDATES[pick[rule]] for pick in picks],
            "ari": [found["ari"][pick[rule]] for found, pick in zip(paths, picks, strict=True)],
        }
        for rule in picks[0]
    }
    return record
