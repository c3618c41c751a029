"""The sweep: every public callable, every argument, every hostile value.

``python tests/hostile`` makes all of the calls and prints the table; the tests make a drawn sample.
"""

from collections import Counter

import matplotlib.pyplot as plt
import numpy as np

from hostile.calls import fits, functions
from hostile.outcomes import BROKEN, OUTCOMES, outcome
from hostile.values import values

# What has to fit another argument, whose name is then as good: too few samples for n_clusters, a
# width gamma that X has not, labels beyond the structure.
MATCHED = {*"XYKLDASy", "truth", "K_perturbed", "labels", "points", "strings", "images"}
MATCHED |= {"n_clusters", "n_classes", "label_kernel", "structure", "spec"}


def cases():
    """Every (call, parameter, name of the value), in an order that never changes."""
    names = sorted(values())
    return [
        (call, parameter, value)
        for call in [*functions(), *fits()]
        for parameter in call.spoilt
        for value in names
    ]


def run(case):
    """Make one call; (which of OUTCOMES, words)."""
    call, parameter, name = case
    value = values()[name]
    try:
        names = call.parameters if parameter in MATCHED else [parameter]
        return outcome(call.with_(parameter, value), names, [value, *call.right.values()])
    finally:
        plt.close("all")


def drawn(n, seed):
    """So many of the cases, the same for a seed."""
    everything = cases()
    chosen = np.random.default_rng(seed).choice(len(everything), n, replace=False)
    return [everything[k] for k in np.sort(chosen)]


def told(case, words):
    """A case in one line."""
    call, parameter, name = case
    return f"{call.room}.{call.name}({parameter}={name}): {' '.join(words.split())[:160]}"


def table(found):
    """Counts of outcomes by room, as text; ``found`` holds (case, which)."""
    counts = Counter((case[0].room, which) for case, which in found)
    rooms = sorted({room for room, _ in counts})
    rows = [["", *OUTCOMES], *([room, *(counts[room, w] for w in OUTCOMES)] for room in rooms)]
    rows.append(["all", *(sum(counts[room, w] for room in rooms) for w in OUTCOMES)])
    return "\n".join(f"{row[0]:22}" + "".join(f"{cell!s:>15}" for cell in row[1:]) for row in rows)


def is_broken(which):
    """Whether an outcome is one that must not be."""
    return which in BROKEN
