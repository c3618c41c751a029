"""The start notebook opens in JupyterLab, runs, and shows its widgets."""

from pathlib import Path

START = Path(__file__).parents[2] / "notebooks" / "00_start_here.ipynb"


def test_start_notebook_runs(open_notebook):
    notebook = open_notebook(None, path=START, seconds=240)
    notebook.page.wait_for_selector(".dc canvas[data-draws]", state="attached")
    assert notebook.page.locator("text=Error displaying widget").count() == 0
    assert notebook.errors == []
