"""The sweep: every public callable, every argument, every hostile value.

``python tests/support/fuzz`` makes all of the calls; the tests make a few of each callable.
"""

import itertools

import matplotlib.pyplot as plt
import numpy as np

from fuzz.calls import fits, functions
from fuzz.outcomes import complaint
from fuzz.values import values

# What has to fit another argument, whose name is then as good: too few samples for n_clusters, a
# width gamma that X has not, labels beyond the structure, edges of another number of leaves.
MATCHED = {*"XYKLDASy", "truth", "K_perturbed", "labels", "points", "strings", "images"}
MATCHED |= {"n_clusters", "n_classes", "label_kernel", "structure", "spec", "edges", "n_leaves"}


def calls():
    """Every Call, in an order that never changes."""
    return [*functions(), *fits()]


def broken(call, n=None, seed=0):
    """What must not be among `n` drawn calls, or all, as text; the right call is made before them.

    Draws of a seed are the same: no value twice, and all parameters in turn. Of all of them none
    is asked for few words.
    """
    call.run(**call.right)
    cases = itertools.product(call.spoilt, names := sorted(values()))
    if n is not None:
        rng = np.random.default_rng([seed, *call.name.encode()])
        parameters, names = rng.permutation(call.spoilt), rng.permutation(names)
        cases = zip(np.resize(parameters, n), names[:n], strict=True)
    return [
        f"{call.subpackage}.{call.name}({parameter}={name}): {' '.join(words.split())[:160]}"
        for parameter, name in cases
        if (words := _run(call, str(parameter), str(name), plain=n is not None))
    ]


def _run(call, parameter, name, plain):
    value = values()[name]
    try:
        names = {*call.parameters, "n_clusters"} if parameter in MATCHED else [parameter]
        watched = [value, *call.right.values()]
        return complaint(call.with_(parameter, value), names, watched, plain=plain)
    finally:
        plt.close("all")
