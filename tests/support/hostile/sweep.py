"""The sweep: every public callable, every argument, every hostile value.

``python tests/support/hostile`` makes all of the calls and prints the table; the tests make a few
of each callable.
"""

import re
from collections import Counter

import matplotlib.pyplot as plt
import numpy as np

from hostile.calls import fits, functions
from hostile.outcomes import BROKEN, OUTCOMES, outcome
from hostile.values import values

# What has to fit another argument, whose name is then as good: too few samples for n_clusters, a
# width gamma that X has not, labels beyond the structure, edges of another number of leaves.
MATCHED = {*"XYKLDASy", "truth", "K_perturbed", "labels", "points", "strings", "images"}
MATCHED |= {"n_clusters", "n_classes", "label_kernel", "structure", "spec", "edges", "n_leaves"}


def calls():
    """Every Call, in an order that never changes."""
    return [*functions(), *fits()]


def cases():
    """Every (call, parameter, name of the value), in an order that never changes."""
    names = sorted(values())
    return [(c, parameter, name) for c in calls() for parameter in c.spoilt for name in names]


def drawn(call, n, seed):
    """Some cases of a call, no value twice and all parameters in turn, the same for a seed."""
    rng = np.random.default_rng([seed, *call.name.encode()])
    parameters, names = rng.permutation(call.spoilt), rng.permutation(sorted(values()))
    return [
        (call, str(p), str(name))
        for p, name in zip(np.resize(parameters, n), names[:n], strict=True)
    ]


def run(case):
    """Make one call; (which of OUTCOMES, words)."""
    call, parameter, name = case
    value = values()[name]
    try:
        names = {*call.parameters, "n_clusters"} if parameter in MATCHED else [parameter]
        return outcome(call.with_(parameter, value), names, [value, *call.right.values()])
    finally:
        plt.close("all")


def broken(call, n, seed):
    """What must not be among `n` drawn calls, as text; the right call is made before them."""
    call.run(**call.right)
    found = [(*run(case), case) for case in drawn(call, n, seed)]
    return [
        f"{which}: {shown(case, words)}"
        for which, words, case in found
        if is_broken(which) or (which == "named" and not _is_plain(words))
    ]


def _is_plain(words):
    """Whether an error is no page long and shows values as one types them, not as NumPy does."""
    return len(words) < 600 and not re.search(
        r"\bnp\.(float|u?int|str_|bool|array|True|False)", words
    )


def shown(case, words):
    """A case in one line."""
    call, parameter, name = case
    return f"{call.subpackage}.{call.name}({parameter}={name}): {' '.join(words.split())[:160]}"


def table(found):
    """Counts of outcomes by subpackage, as text; ``found`` holds (case, which)."""
    counts = Counter((case[0].subpackage, which) for case, which in found)
    heads = sorted({subpackage for subpackage, _ in counts})
    rows = [["", *OUTCOMES], *([head, *(counts[head, w] for w in OUTCOMES)] for head in heads)]
    rows.append(["all", *(sum(counts[head, w] for head in heads) for w in OUTCOMES)])
    return "\n".join(f"{row[0]:22}" + "".join(f"{cell!s:>15}" for cell in row[1:]) for row in rows)


def is_broken(which):
    """Whether an outcome is one that must not be."""
    return which in BROKEN
