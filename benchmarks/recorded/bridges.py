"""Two moons and a bridge of ten points: what kernels find, and which of them criteria prefer.

Twenty draws of the moons without a bridge, with one across the gap and with one from tip to tip,
after 60 searches, and after ten with a bridge. The record is what the notebook on choosing a
kernel reads; the labels are kept for the draws that it shows.
"""

from __future__ import annotations

import json
from itertools import product

from depcluster.lessons import choosing_a_kernel as bridged
from depcluster.reproduction import header

DRAWS = 20
SETS = bridged.ENDS  # the kinds of bridge


def run(bridges, n_draws):
    """Record every kind of bridge, or print what a few draws give."""
    kinds = [(0, "across the gap", 60)]
    kinds += [(10, bridge, n_init) for bridge, n_init in product(bridged.ENDS, (60, 10))]
    runs = {}
    seeds = range(DRAWS if n_draws is None else n_draws)
    for (count, bridge, n_init), seed in product(kinds, seeds):
        if bridges and bridge not in bridges:
            continue
        held = bridged.run(count, bridge, seed, n_init)
        if seed not in bridged.DRAWS or n_init != 60:
            del held["labels"]
        runs[bridged.key(count, bridge, seed, n_init)] = held
        print(bridged.key(count, bridge, seed, n_init), held["ari"], flush=True)
    if n_draws is None and not bridges:
        record = {"recorded": header(), "draws": DRAWS, "runs": runs}
        bridged.RECORD.write_text(json.dumps(record, indent=0) + "\n", encoding="utf-8")
