"""What a hand takes away: pictures, and the labels of an explorer, made in the page."""

import csv

import matplotlib.image
import numpy as np
import pytest

from browser.lab import wait_painted

HEAD = (
    "import numpy as np\n"
    "from depcluster.datasets import make_blobs4\n"
    "from depcluster.widgets import *\n"
    "X, y = make_blobs4(60)\n"
)
EXPLORERS = {
    "KernelExplorer": "KernelExplorer(X, 4, label_kernel='ring')",
    "PadExplorer": "PadExplorer(DataPad.fitted(X), 4)",
    "LossExplorer": "LossExplorer(X, 4)",
    "PerturbationExplorer": "PerturbationExplorer(X, 4)",
    "ModelSelectionExplorer": "ModelSelectionExplorer(X, 4)",
    "TaxonomyExplorer": "TaxonomyExplorer(X, n_clusters=4, n_init=2)",
}
GROUND = {"Light": 1.0, "Dark": 17 / 255}
MARGIN = 16


def saved(notebook, name, folder):
    """What a button of the status bar gives: the file's name and its path."""
    with notebook.page.expect_download() as download:
        notebook.page.get_by_role("button", name=name, exact=True).click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path.name, path


def table(path):
    with path.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def shown(notebook, code):
    notebook = notebook([f"{HEAD}{code}\nexplorer"])
    notebook.page.locator(".dc > .statusbar").wait_for()
    notebook.wait_python("explorer._fit and explorer._fit['settled']")
    wait_painted(notebook.page)
    return notebook


def test_every_explorer_is_taken_away(open_page, tmp_path):
    for name, made in EXPLORERS.items():
        notebook = shown(open_page, f"explorer = {made}")
        file, path = saved(notebook, "Download labels", tmp_path)
        assert file == f"{name}-4-clusters-labels.csv"
        labels = [int(row["label"]) for row in table(path)]
        assert labels == notebook.python("", "explorer.labels_.tolist()")
        assert [row["row"] for row in table(path)] == [str(i) for i in range(60)]
        bar = notebook.page.locator(".dc > .statusbar")
        box = bar.locator("xpath=preceding-sibling::*[1]").bounding_box()
        for theme, ground in GROUND.items():
            notebook.use_theme(f"JupyterLab {theme}")
            notebook.page.wait_for_selector(f'.dc[data-theme="{theme.lower()}"]')
            wait_painted(notebook.page)
            file, path = saved(notebook, "Save picture", tmp_path)
            assert file == f"{name}-4-clusters.png"
            assert_picture(matplotlib.image.imread(path)[..., :3], box, ground)


def assert_picture(image, box, ground):
    """As wide as what is on screen, twice as fine, with a title and something in every part."""
    assert image.shape[1] == round(2 * (box["width"] + 2 * MARGIN))
    assert image.shape[0] > 2 * (box["height"] + 2 * MARGIN)
    np.testing.assert_allclose(image[:8], ground, atol=0.01)
    unlike = np.abs(image - ground).max(axis=-1) > 0.1
    assert unlike[: 2 * (MARGIN + 20)].any()  # the title
    blocks = [part.any() for part in np.array_split(unlike, 6, axis=1)]
    assert all(blocks[:5])


def test_labels_bear_the_names_of_a_data_frame(open_page, tmp_path):
    pytest.importorskip("pandas")
    notebook = shown(
        open_page,
        "import pandas as pd\n"
        "names = [f'no. {i}, \"a\"' if i % 2 else f'site {i}' for i in range(60)]\n"
        "LossExplorer._most = 40\n"
        "explorer = LossExplorer(pd.DataFrame(X, index=names), 3)\n"
        "del LossExplorer._most",
    )
    _, path = saved(notebook, "Download labels", tmp_path)
    rows = [int(row["row"]) for row in table(path)]
    assert rows == notebook.python("", "explorer.rows_.tolist()")
    assert len(rows) == 40
    assert rows != list(range(40))
    names = notebook.python("", "[names[i] for i in explorer.rows_]")
    assert [row["name"] for row in table(path)] == names


def test_added_points_and_perturbed_labels_are_told_as_such(open_page, tmp_path):
    code = "explorer = KernelExplorer(X, 3, method='angle')\nexplorer.added = [[0, 0], [1, 1]]"
    notebook = shown(open_page, code)
    _, path = saved(notebook, "Download labels", tmp_path)
    assert [row["row"] for row in table(path)][58:] == ["58", "59", "added 0", "added 1"]
    labels = [int(row["label"]) for row in table(path)]
    assert labels == notebook.python("", "explorer.labels_.tolist()")
    notebook = shown(open_page, "explorer = PerturbationExplorer(X, 4)\nexplorer.amount = 0.3")
    _, path = saved(notebook, "Download labels", tmp_path)
    labels = [int(row["perturbed_label"]) for row in table(path)]
    assert labels == notebook.python("", "explorer.perturbed_labels_.tolist()")


def test_without_an_answer_there_is_nothing_to_take(open_page):
    notebook = open_page([f"{HEAD}explorer = PadExplorer()\nexplorer"])
    for name in ("Save picture", "Download labels"):
        button = notebook.page.get_by_role("button", name=name, exact=True)
        assert button.get_attribute("aria-disabled") == "true"
    notebook.python("explorer.pad.put(DataPad.fitted(X))")
    notebook.page.wait_for_selector(".dc .statusbar .save[aria-disabled=false]")
    notebook.python("explorer.pad.put(np.zeros((0, 2)))")
    notebook.page.wait_for_selector(".dc .statusbar .save[aria-disabled=true]")


def test_a_widget_that_is_no_explorer_gives_its_panels(open_page, tmp_path):
    notebook = open_page(["from depcluster.widgets import DensityAngle\nDensityAngle()"])
    box = notebook.page.locator(".mini > .panes").bounding_box()
    file, path = saved(notebook, "Save picture", tmp_path)
    assert file == "density-angle.png"
    assert_picture(matplotlib.image.imread(path)[..., :3], box, GROUND["Light"])
