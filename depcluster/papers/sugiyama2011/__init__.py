"""Sugiyama, Yamada, Kimura, Hachiya: information-maximization clustering based on squared-loss
mutual information. arXiv:1112.0611, 2011.

`smic` has the labels in closed form, `lsmi` the criterion that chooses the kernel, `density_ratio`
its models. Imports `kernels`, `labels`, and what the papers share.
"""

from .density_ratio import gaussian
from .lsmi import LsmiPlan, LsmiResult, lsmi
from .smic import SMIC, SmicResult, smic, smic_path

__all__ = [
    "SMIC",
    "LsmiPlan",
    "LsmiResult",
    "SmicResult",
    "gaussian",
    "lsmi",
    "smic",
    "smic_path",
]
