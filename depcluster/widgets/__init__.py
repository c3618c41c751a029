"""Interactive views for notebooks, each with a picture that stays when no kernel runs."""

from .data_pad import DataPad
from .gram_view import GramView
from .kernel_explorer import KernelExplorer
from .label_kernel_editor import LabelKernelEditor
from .loss_explorer import LossExplorer
from .model_selection_explorer import ModelSelectionExplorer
from .partition_stepper import PartitionStepper
from .perturbation_explorer import PerturbationExplorer
from .redrawn import redrawn
from .taxonomy_explorer import TaxonomyExplorer
