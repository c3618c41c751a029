"""Every widget there is, made small: MAKE, for the tests that try something on each of them."""

from importlib.util import find_spec

import numpy as np
from explorers import AngleExplorer
from matplotlib.figure import Figure

from depcluster import widgets as w
from depcluster.datasets import make_crescents
from depcluster.widgets.interactive_figure.widget import InteractiveFigure

X, _ = make_crescents((8, 8))
ROWS = [np.array([[x, 0.5, 1.0]]).tobytes() for x in (0.25, 0.75)]
PAIR = np.array([[1, 0.5, 0], [0.5, 1, 0], [0, 0, 1]])
I = np.eye(3)
TABLE = b"a,b,k\n1,2,u\n3,x,v\n4,5,u\n6,7,v\n"
KNOBS = {"n": w.SelectionSlider([1, 2]), "k": w.Dropdown(["one", "two", "three"])}


def read(table):
    """A data file as a page sends one."""
    piece = {"name": "table.csv", "size": len(TABLE), "at": 0}
    table._handle_custom_msg({"piece": piece}, [TABLE])
    return table


MAKE = {
    w.DensityAngle: w.DensityAngle,
    w.CoinMosaic: w.CoinMosaic,
    w.FourLeaves: w.FourLeaves,
    w.PieceGraph: lambda: w.PieceGraph(PAIR),
    w.CosineDial: lambda: w.CosineDial(np.eye(6) + 1, [0, 0, 1, 1, 2, 2]),
    w.BlockSums: lambda: w.BlockSums(I, [0, 0, 1]),
    w.ClassSizes: lambda: w.ClassSizes(
        {name: (X, np.arange(16) // 8, [8, 8], [8, 2]) for name in ("a", "b")}
    ),
    w.DataPad: lambda: w.DataPad([[0, 0], [1, 1]]),
    w.DataFile: lambda: read(w.DataFile()),
    w.FilingTree: lambda: w.FilingTree(truth=[0, 1, 2, 3], filed=[0, 1, 2, 2]),
    w.GramView: lambda: w.GramView(np.eye(6), [0, 0, 1, 1, 2, 2]),
    AngleExplorer: lambda: AngleExplorer(X, 3, sigma=2.0),
    w.KernelExplorer: lambda: w.KernelExplorer(X, 3),
    w.LabelKernelEditor: lambda: w.LabelKernelEditor(3),
    w.LabelSprings: lambda: w.LabelSprings(X, np.arange(16) % 4),
    w.LonePoint: lambda: w.LonePoint(X),
    w.LossExplorer: lambda: w.LossExplorer(X, 3, label_kernel="chain"),
    w.ModelSelectionExplorer: lambda: w.ModelSelectionExplorer(X, 2, candidates=range(1, 4)),
    w.NewPoint: lambda: w.NewPoint(X, 2, n_neighbors=3),
    w.PadExplorer: lambda: w.PadExplorer(X / 10, 3),
    w.PairSimilarity: lambda: w.PairSimilarity(X, np.arange(16) // 8),
    w.PartitionStepper: lambda: w.PartitionStepper(X, 3),
    w.PerturbationExplorer: lambda: w.PerturbationExplorer(X, 2),
    w.HsicTables: lambda: w.HsicTables(X @ X.T, np.arange(16) // 8),
    InteractiveFigure: lambda: w.interactive_figure(
        lambda n, k: (Figure(figsize=(1, 1)), f"{n} of {k}"), **KNOBS
    ),
    w.TaxonomyExplorer: lambda: w.TaxonomyExplorer(X, n_clusters=3, n_init=2),
    w.TurningViews: lambda: w.TurningViews(
        np.zeros((16, 4, 5)), np.arange(16), X, {"one": np.arange(16) % 3, "two": np.zeros(16, int)}
    ),
    w.LabelKernelSlider: lambda: w.LabelKernelSlider(X, {2: 2 * np.eye(2), 1: np.eye(2)}, n_init=2),
    w.KernelWidthSlider: lambda: w.KernelWidthSlider(
        {"a": (X, np.arange(16) // 8), "b": (X[:9], [0] * 9)}, n_init=2
    ),
}
if not find_spec("pandas"):
    del MAKE[w.DataFile]
