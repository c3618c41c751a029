"""The notebooks' pictures: a folder a notebook, so that a page shows ideas and no drawing code.

A function draws what one beat needs: it returns a figure with its description, a picture that
controls redraw, or a widget. `guess` asks before a page tells. May import every other room.
"""

from .exhibits import UnfoldingTables, exhibits
from .guess import Guess, guess
from .unseen import unseen
