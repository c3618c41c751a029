"""Interactive views for notebooks: Python says what may be set, the page computes and draws.

A folder a widget: its class in `widget.py`, its front end in `widget.js`, its look in `widget.css`.
What all share is in `base`, what the explorers share in `explorer`, what the pages compute in
`engine`; no explorer imports another. Imports any layer below; `course` alone imports widgets.
"""

from .data_file import DataFile
from .data_pad import DataPad
from .gram_view import GramView
from .interactive_figure import Dropdown, SelectionSlider, interactive_figure
from .kernel_explorer import KernelExplorer, PadExplorer
from .label_kernel_editor import LabelKernelEditor
from .loss_explorer import LossExplorer
from .mini_widgets import (
    BlockSums,
    ClassSizes,
    CoinMosaic,
    CosineDial,
    DensityAngle,
    FilingTree,
    FourLeaves,
    HsicTables,
    KernelWidthSlider,
    LabelKernelSlider,
    LabelSprings,
    LonePoint,
    NewPoint,
    PairSimilarity,
    PieceGraph,
    TurningViews,
)
from .model_selection_explorer import ModelSelectionExplorer
from .partition_stepper import PartitionStepper
from .perturbation_explorer import PerturbationExplorer
from .taxonomy_explorer import TaxonomyExplorer

__all__ = [
    "BlockSums",
    "ClassSizes",
    "CoinMosaic",
    "CosineDial",
    "DataFile",
    "DataPad",
    "DensityAngle",
    "Dropdown",
    "FilingTree",
    "FourLeaves",
    "GramView",
    "HsicTables",
    "KernelExplorer",
    "KernelWidthSlider",
    "LabelKernelEditor",
    "LabelKernelSlider",
    "LabelSprings",
    "LonePoint",
    "LossExplorer",
    "ModelSelectionExplorer",
    "NewPoint",
    "PadExplorer",
    "PairSimilarity",
    "PartitionStepper",
    "PerturbationExplorer",
    "PieceGraph",
    "SelectionSlider",
    "TaxonomyExplorer",
    "TurningViews",
    "interactive_figure",
]
