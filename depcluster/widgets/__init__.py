"""Interactive views for notebooks: Python says what may be set, the page computes and draws.

A folder a widget: its class in `widget.py`, its front end in `widget.js`, its look in `widget.css`.
What all share is in `base`, what the explorers share in `explorer`, what the pages compute in
`engine`; no explorer imports another. Imports any layer below; `course` alone imports widgets.
"""

from .data_file import DataFile
from .data_pad import DataPad
from .gram_view import GramView
from .interact import Dropdown, SelectionSlider, interact
from .kernel_explorer import KernelExplorer, PadExplorer
from .label_kernel_editor import LabelKernelEditor
from .loss_explorer import LossExplorer
from .mini_widgets import (
    Bells,
    Blocks,
    ClassSizes,
    CoinMosaic,
    CosineDial,
    FilingTree,
    FourLeaves,
    LabelKernelSlider,
    LabelSprings,
    LonePoint,
    NewPoint,
    Pair,
    PieceGraph,
    Tables,
    TurningViews,
    Width,
)
from .model_selection_explorer import ModelSelectionExplorer
from .partition_stepper import PartitionStepper
from .perturbation_explorer import PerturbationExplorer
from .taxonomy_explorer import TaxonomyExplorer

__all__ = [
    "Bells",
    "Blocks",
    "ClassSizes",
    "CoinMosaic",
    "CosineDial",
    "DataFile",
    "DataPad",
    "Dropdown",
    "FilingTree",
    "FourLeaves",
    "GramView",
    "KernelExplorer",
    "LabelKernelEditor",
    "LabelKernelSlider",
    "LabelSprings",
    "LonePoint",
    "LossExplorer",
    "ModelSelectionExplorer",
    "NewPoint",
    "PadExplorer",
    "Pair",
    "PartitionStepper",
    "PerturbationExplorer",
    "PieceGraph",
    "SelectionSlider",
    "Tables",
    "TaxonomyExplorer",
    "TurningViews",
    "Width",
    "interact",
]
