"""A picture that is drawn again when a control moves, and its two kinds of controls."""

from .controls import Dropdown, SelectionSlider
from .widget import draw_all, interactive_figure
