"""The page for a table of one's own, and the report it ends with.

`report` writes one HTML page: `table` says what X is, `choices` what was chosen, `clusters` what
came out, `judges` and `pictures` what was said of it, `page` puts it together. `example` is a
table to begin with, `looks` has the notebook's pictures.
"""

from .example import example_table, is_example
from .looks import agreements, looked_at, shares, what_stays
from .report import Report, report
