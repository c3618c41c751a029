"""One page with every explorer, the pad and small widgets: a hand moves them and Python hears."""

import numpy as np
import pytest

from browser.keys import CELLS, check_keys, shown
from depcluster import cluhsic, hsic, kernel_matrix, median_rule, perturbation_bound
from depcluster.datasets import make_blobs4

X, _ = make_blobs4(40)


@pytest.fixture(scope="module")
def notebook(plain_page):
    plain_page.show(CELLS)
    return plain_page


def has(notebook, name, *attributes):
    """What Python has of an explorer that has come to rest."""
    notebook.wait_python(f"{name}._fit and {name}._fit['settled']")
    told = ", ".join(f"{name}.{each}" for each in attributes)
    return notebook.python("", f"json.loads(json.dumps([{told}], default=lambda x: x.tolist()))")


def slide(notebook, slider, share):
    """Press the pointer at a share of a slider's length."""
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    notebook.page.mouse.click(box["x"] + share * box["width"], box["y"] + box["height"] / 2)


def test_each_widget_answers_a_key(notebook):
    check_keys(notebook)


def test_an_entry_of_the_label_kernel_and_the_width_are_moved(notebook):
    cell = shown(notebook, "explorer")
    notebook.drag(cell.locator("[data-panel=label_kernel] [data-cell='0,2']").first, up=30)
    notebook.wait_python("explorer.label_kernel[0, 2] > 0")
    slide(notebook, cell.get_by_role("slider", name="width"), 0.4)
    notebook.wait_python("explorer.width < 0")
    told = ("width", "estimator().gamma", "objective_", "label_kernel", "labels_")
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
