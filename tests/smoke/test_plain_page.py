"""One page with every explorer, the pad and small widgets: a hand moves them and Python hears."""

import numpy as np
import pytest

from depcluster import cluhsic, hsic, kernel_matrix, median_rule, perturbation_bound
from depcluster.datasets import make_blobs4

HEAD = (
    "import json\n"
    "from depcluster.datasets import make_blobs4\n"
    "from depcluster.widgets import *\n"
    "X, y = make_blobs4(40)"
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
    "bells": ("Bells()", "[role=slider][aria-label*=bell]", "End", "distance == 5"),
    "tree": ("FilingTree()", "[data-text='8']", "Home", "filed[8] == 0"),
}
X, _ = make_blobs4(40)


@pytest.fixture(scope="module")
def notebook(plain_page):
    plain_page.show([HEAD, *(f"{name} = {made}\n{name}" for name, (made, *_) in WIDGETS.items())])
    return plain_page


def shown(notebook, name):
    return notebook.page.locator(".jp-CodeCell").nth(1 + [*WIDGETS].index(name))


def has(notebook, name, *attributes):
    """What Python has of an explorer that has come to rest."""
    notebook.wait_python(f"{name}.state == 'settled'")
    told = ", ".join(f"{name}.{each}" for each in attributes)
    return notebook.python("", f"json.loads(json.dumps([{told}], default=lambda x: x.tolist()))")


def slide(notebook, slider, share):
    """Press the pointer at a share of a slider's length."""
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    notebook.page.mouse.click(box["x"] + share * box["width"], box["y"] + box["height"] / 2)


def test_each_widget_answers_a_key(notebook):
    for name, (_, where, key, told) in WIDGETS.items():
        shown(notebook, name).locator(f".dc {where}").first.press(key)
        notebook.wait_python(f"{name}.{told}")
    assert notebook.errors == []


def test_an_entry_of_the_label_kernel_and_the_width_are_moved(notebook):
    cell = shown(notebook, "explorer")
    notebook.drag(cell.locator("[data-panel=label_kernel] [data-cell='0,2']").first, up=30)
    notebook.wait_python("explorer.label_kernel[0, 2] > 0")
    slide(notebook, cell.get_by_role("slider", name="width"), 0.4)
    notebook.wait_python("explorer.width < 0")
    told = ("width", "gamma_", "objective_", "label_kernel", "labels_")
    width, gamma, objective, A, labels = has(notebook, "explorer", *told)
    assert gamma == pytest.approx(median_rule(X) * 2**width)
    K, A = kernel_matrix(X, gamma=gamma), np.array(A)
    assert A[0, 2] == A[2, 0]
    sizes = np.bincount(labels)[labels]
    L = A[np.ix_(labels, labels)] / np.sqrt(np.outer(sizes, sizes))
    assert objective == pytest.approx((len(X) - 1) ** 2 * hsic(K, L))
    assert objective == pytest.approx(cluhsic(K, A, random_state=0).objective)
    assert notebook.errors == []


def test_the_noise_of_a_perturbation_is_moved(notebook):
    slide(notebook, shown(notebook, "perturbed").get_by_role("slider"), 0.8)
    notebook.wait_python("perturbed.amount > 0")
    told = ("amount", "bound_.bound", "labels_", "perturbed_labels_")
    amount, bound, labels, perturbed = has(notebook, "perturbed", *told)
    noise = np.random.default_rng([0, 1]).standard_normal(X.shape)
    gamma = median_rule(X)
    K, K_perturbed = (kernel_matrix(of, gamma=gamma) for of in (X, X + amount * noise))
    assert bound == pytest.approx(perturbation_bound(K, K_perturbed, labels, perturbed).bound)
    assert notebook.errors == []
