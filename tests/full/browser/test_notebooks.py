"""The start notebook opens in JupyterLab, runs, and shows its widgets."""

from pathlib import Path

from browser.lab import NotebookPage

START = Path(__file__).parents[3] / "notebooks" / "00_start_here.ipynb"


def test_start_notebook_runs(browser, server):
    notebook = NotebookPage(server, browser, server.copy(START))
    assert notebook.run_all(240) == []
    notebook.page.wait_for_selector(".dc canvas[data-draws]", state="attached")
    assert notebook.page.locator("text=Error displaying widget").count() == 0
    assert notebook.errors == []
    assert notebook.outside_requests() == []
    notebook.close()
