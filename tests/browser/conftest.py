"""Browser tests are skipped where there is no browser, or fail if one is required."""

import os

import pytest

from browser.lab import INSTALL_HINT, LabServer, NotebookPage, find_browser, launch


@pytest.fixture(scope="module")
def browser():
    """A browser, closed after each module: nothing may use asyncio.run while it is open."""
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as playwright:
        path = find_browser(playwright)
        if path is None:
            message = f"no browser found; {INSTALL_HINT}"
            if os.environ.get("DEPCLUSTER_REQUIRE_BROWSER") == "1":
                pytest.fail(message)
            pytest.skip(message)
        browser = launch(playwright, path)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    server = LabServer(tmp_path_factory.mktemp("jupyterlab"))
    yield server
    server.stop()


@pytest.fixture
def open_notebook(browser, server):
    """Open a notebook made of the given cells, or a copy of one on disk, and run it."""
    opened = []

    def open_it(cells, *, path=None, seconds=120, **window):
        name = server.copy(path) if path else server.write(f"test_{len(opened)}.ipynb", cells)
        notebook = NotebookPage(server, browser, name, **window)
        opened.append(notebook)
        assert notebook.run_all(seconds) == []
        return notebook

    yield open_it
    for notebook in opened:
        notebook.close()
    for notebook in opened:
        assert notebook.outside_requests() == []
