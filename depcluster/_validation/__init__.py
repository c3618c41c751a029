"""What users give, checked in one place for each kind of thing: the lowest layer, imports nothing.

`rules` has the table of what every parameter may be and the decorators that ask it before a
function starts, `arrays`, `matrices` and `samples` what becomes of arrays, `messages` how values
are shown and warnings raised. Errors name the parameter, what was expected, what came and what to
try.
"""

from .arrays import (
    MEND_ROWS,
    MOST,
    NO_GAPS,
    as_array,
    as_classes,
    as_numbers,
    as_square,
    check_labels,
    check_numbers,
    check_weights,
    first_gap,
    where,
)
from .matrices import (
    as_csr,
    as_kernel,
    check_similarities,
    check_symmetric,
    looks_like_distances,
)
from .messages import (
    available_if,
    call_given,
    check_memory,
    counted,
    is_dask,
    short_repr,
    warn,
    warn_if_long,
)
from .rules import (
    ANYTHING,
    CALLABLE,
    CLASSES,
    FLAG,
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
    axes,
    check_counts,
    check_different,
    check_n_neighbors,
    check_parameters,
    check_whole,
    checked,
    flags,
    generator_of,
    having,
    is_number,
    is_whole,
    masked,
    number,
    numbers,
    of_samples,
    one_of,
    optional,
    place,
    several,
    takes,
    whole,
    whole_numbers,
    words,
)
from .samples import (
    as_sparse_samples,
    check_distances,
    check_samples,
    different_rows,
    equal_rows,
    naming,
    validated,
)
