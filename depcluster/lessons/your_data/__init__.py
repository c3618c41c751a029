"""The page for a table of one's own, and the report it ends with.

`report` writes one HTML page: `table` says what X is, `choices` what was chosen, `clusters` what
came out, `judges` and `pictures` what was said of it, `page` puts it together.
"""

from .report import Report, report
