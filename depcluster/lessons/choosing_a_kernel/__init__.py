"""Pictures and tables of the notebook that puts five judges of kernels on trial.

A file a beat: `moons` and `curves` for the first two, `heaps` for XOR, `study` and `again` for the
recorded study, `graphs` for infinite gammas, `bridges` for the moons that a bridge joins.
"""

from .again import drawn, median_rule_loses, rule_loses
from .bridges import ari_of_picks, bridges, median_ari, of_draws, recorded, run
from .curves import chosen_width, curve, curves, mean_rule
from .graphs import graphs, on_graph
from .heaps import heaps, judged_heaps
from .moons import agreement_of_picks, judged, moons, picks, ten_partitions
from .study import (
    best_always,
    best_ari,
    beyond,
    lost,
    lost_by_judge,
    part,
    table,
    taken,
    within,
)
