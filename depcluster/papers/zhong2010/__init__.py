"""Zhong, Pan, Kwok, Tsang: incorporating the loss function into discriminative clustering of
structured outputs. IEEE Transactions on Neural Networks, 2010.

CLUHSICAL, and the kernel ridge regression it comes from. Imports `search` and below, and what
the papers share.
"""

from .cluhsical import CLUHSICAL, cluhsical, cluhsical_objective
from .regression import RegressionObjective, regression_objective

__all__ = [
    "CLUHSICAL",
    "RegressionObjective",
    "cluhsical",
    "cluhsical_objective",
    "regression_objective",
]
