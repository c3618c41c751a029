"""What the notebook on label kernels draws and sets up. May import every other room."""

from .circle import in_order, n_arcs, names_around, wheels
from .families import cost, families_in_columns, nine_labels, vanishing
from .order import endings, forty_wheels, point_by_point
from .pictures import faces, joined_labels, recorded_window, turning_pot, window
from .row import related, stamps
from .spectra import eigenvalues
from .weights import weighted_sums
