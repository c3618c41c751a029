"""The other widgets on one page: they draw, follow Python, and can be used by everyone."""

import pytest

CELLS = [
    "from depcluster.datasets import make_three\n"
    "from depcluster.kernels import kernel_matrix\n"
    "from depcluster.widgets import GramView, KernelExplorer, PartitionStepper\n"
    "X, y = make_three()\n"
    "gram = GramView(kernel_matrix(X), y)\ngram",
    "stepper = PartitionStepper(X, n_clusters=3)\nstepper",
    "KernelExplorer(X, n_clusters=3)",
]


@pytest.fixture
def views(open_page):
    notebook = open_page(CELLS)
    drawn = "document.querySelectorAll('.dc canvas[data-draws]').length >= 4"
    notebook.page.wait_for_function(drawn)
    return notebook


def cell(notebook, number):
    return notebook.page.locator(".jp-CodeCell").nth(number)


def test_views_follow_python_and_the_keyboard(views):
    legend = cell(views, 2).locator(".legend")
    assert legend.text_content().replace("\n", "") == "020120220"
    legend.locator("button").first.press("Enter")
    assert legend.locator("button").first.get_attribute("aria-pressed") == "true"

    note = cell(views, 0).locator(".statusbar")
    before = note.text_content()
    assert "mean similarity within clusters" in before
    views.python("gram.labels = [0] * 30 + [1] * 30")
    views.page.wait_for_function(
        "before => document.querySelector('.gv .statusbar').textContent !== before", arg=before
    )

    slider = cell(views, 1).locator("[role=slider]")
    slider.focus()
    views.page.keyboard.press("Home")
    views.wait_python("stepper.step == 0")
    views.page.keyboard.press("ArrowRight")
    views.wait_python("stepper.step == 1")
    views.page.keyboard.press("End")
    views.wait_python("stepper.step == stepper.n_steps")
    cell(views, 1).get_by_role("button", name="Back to the start").click()
    views.wait_python("stepper.step == 0")
    views.page.keyboard.press("ArrowRight")
    views.wait_python("stepper.step == 1")
    assert views.errors == []


def test_a_drag_over_the_trace_goes_to_a_step_and_selects_no_text(views):
    trace = cell(views, 1).locator(".trace")
    box = trace.bounding_box()
    views.page.mouse.move(box["x"] + 20, box["y"] + 20)
    views.page.mouse.down()
    views.page.mouse.move(box["x"] + 120, box["y"] + 60, steps=4)
    views.page.mouse.move(box["x"] + box["width"] - 4, box["y"] + box["height"] + 60, steps=4)
    views.page.mouse.up()
    views.wait_python("stepper.step == stepper.n_steps")
    assert views.page.evaluate("getSelection().toString()") == ""
