"""Browser tests are skipped where there is no browser, or fail if one is required."""

import os

import pytest

from browser.disk import opened_from_disk
from browser.firefox import FIREFOX_HINT, Firefox, find_firefox
from browser.lab import INSTALL_HINT, LabServer, NotebookPage, find_browser, launch
from browser.plain import PlainPage, PlainServer

FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


def needed(path, name, hint):
    """The path of a browser; without one the test is skipped, or fails if one is required."""
    if path is None:
        is_required = os.environ.get("DEPCLUSTER_REQUIRE_BROWSER") == "1"
        (pytest.fail if is_required else pytest.skip)(f"no {name} found; {hint}")
    return path


@pytest.fixture(scope="module")
def browser():
    """A browser, closed after each module: nothing may use asyncio.run while it is open."""
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as playwright:
        browser = launch(playwright, needed(find_browser(playwright), "Chromium", INSTALL_HINT))
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def firefox(tmp_path_factory):
    path = needed(find_firefox(), "Firefox", FIREFOX_HINT)
    firefox = Firefox(path, tmp_path_factory.mktemp("firefox"))
    yield firefox
    firefox.stop()


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


@pytest.fixture
def visit(browser):
    """Open a file from the disk, in a browser without a network; it may load nothing else."""
    size = {"width": 1040, "height": 720}
    with opened_from_disk(browser, size, counts=lambda line: True) as open_it:
        yield lambda path, fragment="", **options: open_it(path.as_uri() + fragment, **options)
