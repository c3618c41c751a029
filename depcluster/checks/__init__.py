"""What users give, checked in one place for each kind of thing: the lowest room, imports nothing.

`rules` has the table of what every parameter may be and asks it before a function starts;
`arguments` does so for the arrays of pictures. Samples, sparse samples, numbers, labels, matrices,
kernels (lists, arrays, sparse formats), seeds and functions that users give have a file each;
`arrays` and `told` serve all, `cost` says what takes too much. Errors name the parameter, what was
expected, what came and what to try.
"""

from .labels import check_labels
from .matrices import check_symmetric
from .numbers import check_counts, check_n_neighbors, check_whole, is_number, is_whole
from .rules import check_parameters
from .samples import check_samples
