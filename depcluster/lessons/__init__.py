"""What the notebooks show: a module a notebook, so that a page has ideas and no drawing code.

A function draws what one section needs: it returns a figure with its description, a picture that
controls redraw, or a widget. `guess` asks before a page tells, `bet` lets a reader bet on what it
will tell, `what_held` tells what the record of a paper says and `recorded_claim` one claim of
it, `report` writes a clustering on one page. Stands above every other subpackage.
"""

from .guess import Bet, Guess, bet, guess
from .held import recorded_claim, what_held
from .undisplayed import without_display

__all__ = [
    "Bet",
    "Guess",
    "bet",
    "guess",
    "recorded_claim",
    "what_held",
    "without_display",
]
