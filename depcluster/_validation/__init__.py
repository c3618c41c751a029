"""What users give, checked in one place for each kind of thing: the lowest room, imports nothing.

`rules` has the table of what every parameter may be and asks it before a function starts;
`arguments` does so for the arrays of pictures. Samples, sparse samples, numbers, labels, matrices,
kernels (lists, arrays, sparse formats), seeds and functions that users give have a file each;
`arrays` and `told` serve all, `cost` says what takes too much. Errors name the parameter, what was
expected, what came and what to try.
"""

from .arguments import (
    axes,
    flags,
    having,
    masked,
    numbers,
    optional,
    place,
    takes,
    whole_numbers,
    words,
)
from .arrays import MEND_ROWS, MOST, NO_GAPS, as_array, check_numbers, first_gap, is_dask, where
from .cost import check_memory, warn_if_long
from .functions import call_given
from .kernels import as_csr, as_kernel, as_numbers
from .labels import check_labels
from .matrices import check_symmetric, warn_if_distances
from .messages import short_repr, warn
from .methods import available_if
from .numbers import check_counts, check_n_neighbors, check_whole, is_number, is_whole
from .rules import (
    ANYTHING,
    CALLABLE,
    CLASSES,
    FLAG,
    FUNCTIONS,
    HUES,
    LABELS,
    NAME,
    NOTHING,
    PATH,
    POSITIVE,
    RULES,
    SEED,
    SQUARE,
    Rule,
    array,
    check_parameters,
    checked,
    number,
    one_of,
    several,
    whole,
)
from .samples import check_distances, check_samples, check_weights, naming, validated
from .seeds import generator_of
from .sparse import as_sparse_samples, equal_rows
