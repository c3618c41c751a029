"""What users give, checked in one place for each kind of thing: the lowest room, imports nothing.

`rules` has the table of what every parameter may be; samples, numbers, labels and matrices have a
file each, and `cost` says what takes too much. All errors name the parameter, what was expected,
what came and what to try.
"""

from .labels import check_labels
from .matrices import check_symmetric
from .numbers import check_counts, check_n_neighbors, check_whole, is_number, is_whole
from .rules import check_parameters
from .samples import check_samples
