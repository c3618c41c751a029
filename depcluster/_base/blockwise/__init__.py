"""The low-rank search over row blocks, of arrays in memory or of data that need not fit there.

    blocks --survey--> sample --landmarks--> features of all rows --search--> rule, labels by block

`survey` checks what the blocks hold and draws a sample, `landmarks` finds pivots in it and sums
the moments of all rows, `search` begins on the sample and goes on over all blocks
(`depcluster.search.blocks`). The engines are `in_memory`, for arrays, and `on_dask`, the only file
that imports dask.
"""

from .in_memory import ArrayRows
from .landmarks import find_landmarks
from .search import labels_by_block, search_rows
from .survey import sample_size, survey_rows


def engine():
    """The module `on_dask`.

    Returns
    -------
    module

    Raises
    ------
    ImportError
        Without dask; it says how to install it.
    """
    try:
        from . import on_dask
    except ImportError as error:
        raise ImportError(
            'Row blocks need dask and what comes with it: pip install "depcluster[dask]". '
            f"({error})"
        ) from error
    return on_dask
