"""A notebook in JupyterLab: an explorer is shown by Run All, answers a hand, and Python hears."""

CELL = (
    "from depcluster.datasets import make_blobs4\n"
    "from depcluster.widgets import KernelExplorer\n"
    "explorer = KernelExplorer(make_blobs4(40)[0], 4)\n"
    "explorer"
)


def test_a_width_is_moved_in_jupyterlab(open_notebook):
    notebook = open_notebook([CELL])
    notebook.page.get_by_role("slider", name="width").press("PageUp")
    notebook.wait_python("explorer.width == 0.5 and explorer._fit and explorer._fit['settled']")
    assert notebook.page.get_by_text("Error displaying widget").count() == 0
