"""Sugiyama, Yamada, Kimura, Hachiya: information-maximization clustering based on squared-loss
mutual information. arXiv:1112.0611, 2011.

`smic` has the labels in closed form, `lsmi` the criterion that chooses the kernel, `mlmi` its
rival, `density_ratio` their models. Imports `kernels`, `labels`, and what the papers share.
"""

from .density_ratio import gaussian
from .lsmi import LsmiPlan, LsmiResult, lsmi
from .mlmi import MlmiPlan, MlmiResult, mlmi
from .smic import SMIC, SmicResult, smic, smic_path

__all__ = [
    "SMIC",
    "LsmiPlan",
    "LsmiResult",
    "MlmiPlan",
    "MlmiResult",
    "SmicResult",
    "gaussian",
    "lsmi",
    "mlmi",
    "smic",
    "smic_path",
]
