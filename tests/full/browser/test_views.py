"""GramView and PartitionStepper: they follow Python and the keyboard, and play without Python."""

import numpy as np

from browser.silent import hear_again, silence

CELLS = [
    "from depcluster.datasets import make_circle, make_three\n"
    "from depcluster.kernels import kernel_matrix\n"
    "from depcluster.widgets import GramView, KernelExplorer, PartitionStepper\n"
    "X, y = make_three()\n"
    "gram = GramView(kernel_matrix(X), y)\ngram",
    "stepper = PartitionStepper(make_circle(60)[0], 6, label_kernel='ring')\nstepper",
    "KernelExplorer(X, n_clusters=3)",
]
SHOWN = """() => ({
  step: Number(document.querySelector(".dc .trace").getAttribute("aria-valuenow")),
  moved: document.querySelector(".dc[data-step] .read").lastChild.textContent,
  draws: Number(document.querySelector(".dc[data-step] canvas").dataset.draws),
})"""


def test_views_follow_python_the_keyboard_and_a_drag(open_page):
    notebook = open_page(CELLS)
    page = notebook.page
    page.wait_for_function("document.querySelectorAll('.dc canvas[data-draws]').length >= 4")
    legend = page.locator(".jp-CodeCell").nth(2).locator(".legend")
    assert legend.text_content().replace("\n", "") == "020120220"
    legend.locator("button").first.press("Enter")
    assert legend.locator("button").first.get_attribute("aria-pressed") == "true"
    before = page.locator(".jp-CodeCell").first.locator(".statusbar").text_content()
    assert "mean similarity within clusters" in before
    notebook.python("gram.labels = [0] * 30 + [1] * 30")
    page.wait_for_function(
        "before => document.querySelector('.gv .statusbar').textContent !== before", arg=before
    )
    trace = page.locator(".dc .trace")
    trace.press("Home")
    notebook.wait_python("stepper.step == 0")
    x, y = notebook.middle(trace)
    box = trace.bounding_box()
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y + 40, steps=4)
    page.mouse.move(box["x"] + box["width"] - 4, y + box["height"], steps=4)
    page.mouse.up()
    notebook.wait_python("stepper.step == stepper.n_steps")
    assert page.evaluate("getSelection().toString()") == ""


def test_every_control_plays_the_climb_while_python_is_silent(open_page):
    notebook = open_page(CELLS[:2])
    page = notebook.page
    page.wait_for_selector(".dc[data-step] canvas[data-draws]")
    last = notebook.python("", "stepper.n_steps")
    moved = notebook.python("", "[len(step.moved) for step in stepper._steps]")
    assert last > 2
    silence(notebook)

    def at(step):
        page.locator(f'.dc[data-step="{step}"]').wait_for()
        shown = page.evaluate(SHOWN)
        assert shown["step"] == step
        assert shown["moved"].endswith(str(moved[step] if step else 0))
        return shown["draws"]

    draws, trace = [at(0)], page.locator(".dc .trace")
    for name, step in (
        ("One step on", 1),
        ("To the end", last),
        ("One step back", last - 1),
        ("Back to the start", 0),
    ):
        page.get_by_role("button", name=name).click()
        draws.append(at(step))
    for key, step in (("ArrowRight", 1), ("End", last), ("ArrowLeft", last - 1), ("Home", 0)):
        trace.press(key)
        draws.append(at(step))
    page.get_by_role("radio", name="4×").click()
    page.get_by_role("button", name="Play").click()
    draws.append(at(last))
    assert (np.diff(draws) > 0).all()
    hear_again(notebook)
    notebook.wait_python("stepper.step == stepper.n_steps")
