"""Two moons and a bridge that grows: what kernels find, and which of them criteria prefer.

Twenty draws of the moons with a bridge of no to ten points. The record is what the notebook on
choosing a kernel reads; the labels are kept for the draw that it shows.
"""

from __future__ import annotations

import json

from depcluster.course.choosing_a_kernel import bridges
from depcluster.reproduction import header

SETS = tuple(map(str, bridges.COUNTS))  # how many points the bridge has


def run(counts, n_draws):
    """Record a bridge of each number of points, or print what some of them or a few draws give."""
    runs = {}
    for count in counts or SETS:
        runs[count] = []
        for seed in range(bridges.DRAWS if n_draws is None else n_draws):
            held = bridges.run(int(count), seed)
            if seed:
                del held["labels"]
            runs[count].append(held)
            print(count, seed, held["ari"], flush=True)
    if n_draws is None and not counts:
        record = {"recorded": header(), "runs": runs}
        bridges.RECORD.write_text(json.dumps(record, indent=0) + "\n", encoding="utf-8")
