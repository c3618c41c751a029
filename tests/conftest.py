"""Browser tests are skipped where there is no browser, or fail if one is required.

What drives browsers is imported by the fixtures that need it.
"""

import os
from importlib.util import find_spec

import pytest

FAILED = pytest.StashKey[bool]()
NO_BROWSER = "no browser for this test: "


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


def pytest_terminal_summary(terminalreporter):
    """One line for all tests that were skipped because a browser is missing."""
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = [str(report.longrepr[-1]).partition(NO_BROWSER) for report in skipped]
    missing = sorted({hint for _, found, hint in reasons if found})
    if missing:
        terminalreporter.write_line(f"Tests in browsers were skipped: {'; '.join(missing)}.")


def needed(thing, name, hint):
    """Something to drive a browser; without it a test is skipped, or fails if it is required."""
    if not thing:
        is_required = os.environ.get("DEPCLUSTER_REQUIRE_BROWSER") == "1"
        (pytest.fail if is_required else pytest.skip)(f"{NO_BROWSER}no {name} found, {hint}")
    return thing


@pytest.fixture(scope="module")
def browser():
    """A browser, closed after each module: nothing may use asyncio.run while it is open."""
    needed(find_spec("playwright"), "Playwright", "install it with 'pip install playwright'")
    from playwright.sync_api import sync_playwright

    from browser.lab import INSTALL_HINT, find_browser, launch

    with sync_playwright() as playwright:
        browser = launch(playwright, needed(find_browser(playwright), "Chromium", INSTALL_HINT))
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def firefox(tmp_path_factory):
    needed(find_spec("websocket"), "websocket-client", "install it with 'pip install' and its name")
    from browser.firefox import FIREFOX_HINT, Firefox, find_firefox

    path = needed(find_firefox(), "Firefox", FIREFOX_HINT)
    firefox = Firefox(path, tmp_path_factory.mktemp("firefox"))
    yield firefox
    firefox.stop()


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    needed(find_spec("jupyterlab"), "JupyterLab", "install it with 'pip install jupyterlab'")
    from browser.lab import LabServer

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
    from browser.lab import NotebookPage

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
    errors = [error for notebook in pages for error in notebook.errors]
    if FAILED in request.node.stash:  # the next test gets a page that nothing happened to
        for notebook in pages:
            notebook.close()
        pages.clear()
    assert (asked, errors) == ([], [])


@pytest.fixture(scope="session")
def plain_server(tmp_path_factory):
    from browser.plain import PlainServer

    server = PlainServer(tmp_path_factory.mktemp("plain"))
    yield server
    server.stop()


@pytest.fixture(scope="module")
def plain_page(browser, plain_server):
    from browser.plain import PlainPage

    page = PlainPage(plain_server, browser)
    yield page
    page.close()
    assert page.outside_requests() == []


@pytest.fixture
def open_page(plain_page):
    """Show the widgets of the given cells in a plain page; the same in use as `open_notebook`."""

    def open_it(cells, **window):
        assert plain_page.errors == []
        plain_page.show(cells, **window)
        return plain_page

    plain_page.errors.clear()
    yield open_it
    assert plain_page.errors == []


@pytest.fixture
def visit(browser):
    """Open a file from the disk, in a browser without a network; it may load nothing else."""
    from browser.disk import opened_from_disk

    size = {"width": 1040, "height": 720}
    with opened_from_disk(browser, size, counts=lambda line: True) as open_it:
        yield lambda path, fragment="", **options: open_it(path.as_uri() + fragment, **options)
