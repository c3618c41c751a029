"""Pictures and set-ups of the notebook on Sugiyama 2011."""

from .circle import leading, painted
from .judges import chosen, judges, marked_pairings, pairings, recorded
from .own import both_kernels
from .pieces import PATH, TRIANGLE, path_and_pair, triangle_and_pair
from .plane import new_point
from .ratio import bells, labelling_figure, labellings
from .rivals import two_exhibits
from .toys import ari, toys
