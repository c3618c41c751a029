"""Browser tests are skipped where there is no browser, or fail if one is required."""

import os
from pathlib import Path

import pytest

from browser.lab import INSTALL_HINT, LabServer, NotebookPage, find_browser, launch
from browser.plain import PlainPage, PlainServer

FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker("browser")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


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


@pytest.fixture(scope="module")
def pages(browser, server):
    """The one page, with its kernel, that the tests of a file share; none before the first."""
    opened = []
    yield opened
    for notebook in opened:
        notebook.close()


@pytest.fixture
def open_notebook(browser, server, pages, request):
    """Show a notebook made of the given cells, and run it."""

    def open_it(cells, **window):
        if not pages:
            name = server.write(f"{request.module.__name__}.ipynb", [""])
            pages.append(NotebookPage(server, browser, name))
        notebook = pages[0]
        notebook.show(cells, **window)
        assert notebook.run_all() == []
        return notebook

    yield open_it
    asked = [url for notebook in pages for url in notebook.outside_requests()]
    if FAILED in request.node.stash:  # the next test gets a page that nothing happened to
        for notebook in pages:
            notebook.close()
        pages.clear()
    assert asked == []


@pytest.fixture(scope="session")
def plain_server(tmp_path_factory):
    server = PlainServer(tmp_path_factory.mktemp("plain"))
    yield server
    server.stop()


@pytest.fixture(scope="module")
def plain_page(browser, plain_server):
    page = PlainPage(plain_server, browser)
    yield page
    page.close()
    assert page.outside_requests() == []


@pytest.fixture
def open_page(plain_page):
    """Show the widgets of the given cells in a plain page; the same in use as `open_notebook`."""

    def open_it(cells, **window):
        plain_page.show(cells, **window)
        return plain_page

    return open_it
