"""Song 2007 again: label kernels, and which kernel on the data to trust."""

from ..paper import paper
from .claims import kernels as _claims_of_kernels
from .claims import labels as _claims_of_labels
from .figures import kernels as _kernels
from .figures import labels as _labels

ITEMS = ("Fig. 1", "Fig. 2", "Fig. 3", "Fig. 4", "Table 1")
LEARNED = ""

PAPER = paper(
    "Song 2007", ITEMS, LEARNED, [_kernels, _labels], [_claims_of_kernels, _claims_of_labels]
)
claims = PAPER.claims
