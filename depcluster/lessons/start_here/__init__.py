"""Pictures of the first notebook: what chance alone scores, and two numbers with one sum."""

from .bars import played, two_numbers
from .chance import scores_by_chance
