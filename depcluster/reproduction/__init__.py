"""The papers again: each figure, table and claim is a function that computes it here.

    from depcluster.reproduction import sugiyama2011
    sugiyama2011.figure_5()             # draws it
    sugiyama2011.claims("Table 2")      # what the paper says, what came out, and a verdict

One folder a paper: `figures` draw, `claims` judge, `experiments` are the set-ups they share with
lessons, `records` hold the long studies and the verdicts. `depcluster reproduction` does all of it
and writes REPRODUCTION.md. `datasets` has the papers' data, `baselines` what they compare with.
"""

from .._utils.html_table import Table
from .._utils.versions import header
from .claim import Claim, claim, comparison
from .compare import Effect, effect
from .figure import figure, table
from .paper import Paper, paper
from .protocol import OURS, PAPER, Climbed, Protocol, Study, algorithm_1, random_starts
from .records import read_runs, record
from .tables import Claims

__all__ = [
    "OURS",
    "PAPER",
    "Claim",
    "Claims",
    "Climbed",
    "Effect",
    "Paper",
    "Protocol",
    "Study",
    "Table",
    "algorithm_1",
    "claim",
    "comparison",
    "effect",
    "figure",
    "header",
    "paper",
    "random_starts",
    "read_runs",
    "record",
    "table",
]
