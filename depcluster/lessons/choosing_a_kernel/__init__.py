"""Pictures and tables of the notebook that puts five judges of kernels on trial.

A file a beat: `ten` and `widths` for the first two, `xor`, `study` and `again` for the
recorded study, `neighbours` for infinite gammas, `bridged` for moons that a bridge joins.
"""

from .again import drawn, rule_loses
from .bridged import ari_of_picks, bridges, median_ari, of_draws, recorded, run
from .neighbours import graphs, on_graph
from .study import (
    best_always,
    best_ari,
    beyond,
    lost,
    lost_by_judge,
    table,
    taken,
    within,
)
from .ten import agreement_of_picks, judged, moons, picks, ten_partitions
from .widths import chosen_width, curve, curves, mean_rule
from .xor import heaps, judged_heaps
