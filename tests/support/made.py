"""Every widget there is, made small: MAKE, for the tests that try something on each of them."""

from importlib.util import find_spec

import numpy as np
from explorers import AngleExplorer
from matplotlib.figure import Figure

from depcluster.datasets import make_crescents
from depcluster.widgets import (
    Bells,
    Blocks,
    ClassSizes,
    CoinMosaic,
    CosineDial,
    DataFile,
    DataPad,
    Dropdown,
    FilingTree,
    FourLeaves,
    GramView,
    KernelExplorer,
    LabelKernelEditor,
    LabelKernelSlider,
    LabelSprings,
    LonePoint,
    LossExplorer,
    ModelSelectionExplorer,
    NewPoint,
    PadExplorer,
    Pair,
    PartitionStepper,
    PerturbationExplorer,
    PieceGraph,
    SelectionSlider,
    Tables,
    TaxonomyExplorer,
    TurningViews,
    Width,
    interact,
)
from depcluster.widgets.interact.widget import Interactive

X, _ = make_crescents((8, 8))
ROWS = [np.array([[x, 0.5, 1.0]]).tobytes() for x in (0.25, 0.75)]
PAIR = np.array([[1, 0.5, 0], [0.5, 1, 0], [0, 0, 1]])
I = np.eye(3)
TABLE = b"a,b,k\n1,2,u\n3,x,v\n4,5,u\n6,7,v\n"
KNOBS = {"n": SelectionSlider([1, 2]), "k": Dropdown(["one", "two", "three"])}


def read(table):
    """A data file as a page sends one."""
    piece = {"name": "table.csv", "size": len(TABLE), "at": 0}
    table._handle_custom_msg({"piece": piece}, [TABLE])
    return table


MAKE = {
    Bells: Bells,
    CoinMosaic: CoinMosaic,
    FourLeaves: FourLeaves,
    PieceGraph: lambda: PieceGraph(PAIR),
    CosineDial: lambda: CosineDial(np.eye(6) + 1, [0, 0, 1, 1, 2, 2]),
    Blocks: lambda: Blocks(I, [0, 0, 1]),
    ClassSizes: lambda: ClassSizes(
        {name: (X, np.arange(16) // 8, [8, 8], [8, 2]) for name in ("a", "b")}
    ),
    DataPad: lambda: DataPad([[0, 0], [1, 1]]),
    DataFile: lambda: read(DataFile()),
    FilingTree: lambda: FilingTree(truth=[0, 1, 2, 3], filed=[0, 1, 2, 2]),
    GramView: lambda: GramView(np.eye(6), [0, 0, 1, 1, 2, 2]),
    AngleExplorer: lambda: AngleExplorer(X, 3, sigma=2.0),
    KernelExplorer: lambda: KernelExplorer(X, 3),
    LabelKernelEditor: lambda: LabelKernelEditor(3),
    LabelSprings: lambda: LabelSprings(X, np.arange(16) % 4),
    LonePoint: lambda: LonePoint(X),
    LossExplorer: lambda: LossExplorer(X, 3, label_kernel="chain"),
    ModelSelectionExplorer: lambda: ModelSelectionExplorer(X, 2, candidates=range(1, 4)),
    NewPoint: lambda: NewPoint(X, 2, n_neighbors=3),
    PadExplorer: lambda: PadExplorer(X / 10, 3),
    Pair: lambda: Pair(X, np.arange(16) // 8),
    PartitionStepper: lambda: PartitionStepper(X, 3),
    PerturbationExplorer: lambda: PerturbationExplorer(X, 2),
    Tables: lambda: Tables(X @ X.T, np.arange(16) // 8),
    Interactive: lambda: interact(lambda n, k: (Figure(figsize=(1, 1)), f"{n} of {k}"), **KNOBS),
    TaxonomyExplorer: lambda: TaxonomyExplorer(X, n_clusters=3, n_init=2),
    TurningViews: lambda: TurningViews(
        np.zeros((16, 4, 5)), np.arange(16), X, {"one": np.arange(16) % 3, "two": np.zeros(16, int)}
    ),
    LabelKernelSlider: lambda: LabelKernelSlider(X, {2: 2 * np.eye(2), 1: np.eye(2)}, n_init=2),
    Width: lambda: Width({"a": (X, np.arange(16) // 8), "b": (X[:9], [0] * 9)}, n_init=2),
}
if not find_spec("pandas"):
    del MAKE[DataFile]
