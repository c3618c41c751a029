"""The papers' claims, with verdicts computed here; gathers REPRODUCTION.md.

Stands above `papers`, `selection`, `plotting` and `datasets`, and may import them all.
"""

from .ledger import Claim, Ledger, read_ledgers, report
