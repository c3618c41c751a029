"""Every explorer and some small widgets, what makes each, and a key that it answers in Python."""

HEAD = (
    "import json\n"
    "import numpy as np\n"
    "from depcluster.datasets import make_blobs4\n"
    "from depcluster.widgets import *\n"
    "X, y = make_blobs4(40)\n"
    "K = np.exp(-((X[:, None] - X) ** 2).sum(-1))"
)
# What makes a widget, the element that takes a key, the key, and what is then true in Python.
WIDGETS = {
    "editor": ("LabelKernelEditor(4)", "[data-cell='0,2']", "+", "value[2, 0] == 0.1"),
    "explorer": ("KernelExplorer(X, 4)", "[aria-label=width]", "PageUp", "width == 0.5"),
    "perturbed": ("PerturbationExplorer(X, 4)", "[type=range]", "Home", "amount == 0"),
    "loss": ("LossExplorer(X, 4)", "[data-cell='0,2']", "+", "loss[2, 0] == 2.1"),
    "smic": ("ModelSelectionExplorer(X, 4)", "[type=range]", "End", "n_neighbors == 10"),
    "taxonomy": ("TaxonomyExplorer(X, n_clusters=4)", "[type=range]", "Home", "n_clusters == 2"),
    "pad": ("PadExplorer(DataPad.fitted(X), 4)", ".board", "Space", "pad.X.shape == (43, 2)"),
    "stepper": ("PartitionStepper(X, 4)", "[role=slider]", "Home", "step == 0"),
    "gram": ("GramView(K, y)", "button.line", "Enter", "sort is False"),
    "bells": ("DensityAngle()", "[role=slider][aria-label*=bell]", "End", "distance == 5"),
    "tree": ("FilingTree()", "[data-text='8']", "Home", "filed[8] == 0"),
}
CELLS = [HEAD, *(f"{name} = {made}\n{name}" for name, (made, *_) in WIDGETS.items())]


def shown(notebook, name):
    """The cell of a notebook of `CELLS` that shows a widget."""
    return notebook.page.locator(".jp-CodeCell").nth(1 + [*WIDGETS].index(name))


def check_keys(notebook):
    """Each widget of `CELLS` answers its key, and nothing goes wrong."""
    for name, (_, where, key, told) in WIDGETS.items():
        shown(notebook, name).locator(f".jp-OutputArea-output .dc {where}").first.press(key)
        notebook.wait_python(f"{name}.{told}")
    assert notebook.page.get_by_text("Error displaying widget").count() == 0
    assert notebook.errors == []
