"""The papers again: each exhibit and each claim is a function that computes it here.

    from depcluster.reproduction import sugiyama2011
    sugiyama2011.figure_5()             # draws it
    sugiyama2011.claims("Table 2")      # what the paper says, what came out, and a verdict

One folder a paper: `figures` draw, `claims` judge, `cases` are the set-ups the two share, `records`
hold the long studies and the verdicts. `python -m depcluster.reproduction` does all of it and
writes REPRODUCTION.md. Stands above `papers`, `selection`, `plotting` and `datasets`.
"""

from .claim import Claim
from .compare import Effect, effect
from .exhibit import exhibit
from .paper import Paper, claims_of, paper
from .records import header, read_record, record_path
from .table import Claims, Table
