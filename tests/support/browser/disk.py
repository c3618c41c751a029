"""Pages opened from the disk, in a browser without a network."""

from contextlib import contextmanager


@contextmanager
def opened_from_disk(browser, size, counts):
    """What opens an address; at the end pages have asked for nothing else, and said no error.

    ``counts`` tells whether a line of the console is an error.
    """
    contexts, asked, errors = [], [], []

    def open_it(address, **options):
        options = {"viewport": size, "color_scheme": "light"} | options
        contexts.append(browser.new_context(offline=True, **options))
        page = contexts[-1].new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda line: counts(line) and errors.append(line.text))
        page.goto(address)
        return page

    yield open_it
    for context in contexts:
        context.close()
    assert [url for url in asked if not url.startswith(("file:", "blob:", "data:"))] == []
    assert errors == []
