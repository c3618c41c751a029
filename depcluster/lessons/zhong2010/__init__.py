"""Pictures of the notebook on Zhong 2010: losses on the labels."""

from .faces import (
    J_l1,
    drawers,
    duel,
    faces,
    found,
    heaps,
    l1_without_rows,
    outliers_alone,
    right,
)
from .rows import alike, corollary, family_loss, levels, ratios, tilt, tilts
from .sequences import misfiled_sequences, went
from .sizes import paid_for_one, prices, unevenness
from .springs import energy, four_groups
from .teapots import arcs, misfiled_views, pot, verdict
