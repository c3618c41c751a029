"""How each of the five papers would choose a kernel, and how often that choice is right.

    kernels --candidates--> K --compare, criteria--> rows --table--> KernelComparison

`study` reads the recorded study of the criteria. Imports the `papers` and what lies below them.
"""

from .compare import compare_kernels, kernel_rows
from .criteria import BLIND, CRITERIA
from .defaults import default_kernels, diffusion_kernels, rbf_kernels
from .recommend import KernelRecommendation, recommend_kernel
from .study import KernelStudy, read_kernel_study
from .table import KernelComparison, KernelRow, winners

__all__ = [
    "BLIND",
    "CRITERIA",
    "KernelComparison",
    "KernelRecommendation",
    "KernelRow",
    "KernelStudy",
    "compare_kernels",
    "default_kernels",
    "diffusion_kernels",
    "kernel_rows",
    "rbf_kernels",
    "read_kernel_study",
    "recommend_kernel",
    "winners",
]
