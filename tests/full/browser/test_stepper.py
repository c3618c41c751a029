"""PartitionStepper without an answer from Python: the page has the whole climb."""

import numpy as np

CELLS = [
    "from depcluster.datasets import make_circle\n"
    "from depcluster.widgets import PartitionStepper\n"
    "stepper = PartitionStepper(make_circle(60)[0], 6, label_kernel='ring')\n"
    "stepper",
]
SHOWN = """() => ({
  step: Number(document.querySelector(".dc [role=slider]").getAttribute("aria-valuenow")),
  moved: document.querySelector(".dc .read").lastChild.textContent,
  draws: Number(document.querySelector(".dc canvas").dataset.draws),
})"""


def test_every_control_plays_the_climb_while_python_is_silent(open_page):
    notebook = open_page(CELLS)
    page = notebook.page
    page.wait_for_selector(".dc canvas[data-draws]")
    last = notebook.python("", "stepper.n_steps")
    moved = notebook.python("", "[len(step.moved) for step in stepper._steps]")
    assert last > 2
    notebook.keep_busy(10)

    def at(step):
        page.locator(f'.dc[data-step="{step}"]').wait_for()
        shown = page.evaluate(SHOWN)
        assert shown["step"] == step
        assert shown["moved"].endswith(str(moved[step] if step else 0))
        return shown["draws"]

    draws = [at(0)]
    button = {name: page.get_by_role("button", name=name) for name in ("One step on", "To the end")}
    button["One step on"].click()
    draws.append(at(1))
    button["To the end"].click()
    draws.append(at(last))
    page.get_by_role("button", name="One step back").click()
    draws.append(at(last - 1))
    page.get_by_role("button", name="Back to the start").click()
    draws.append(at(0))
    trace = page.locator(".dc .trace")
    for key, step in (("ArrowRight", 1), ("End", last), ("ArrowLeft", last - 1), ("Home", 0)):
        trace.press(key)
        draws.append(at(step))
    box = trace.bounding_box()
    page.mouse.move(box["x"] + 60, box["y"] + 30)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 2, box["y"] + 30, steps=5)
    page.mouse.up()
    draws.append(at(last))
    page.get_by_role("radio", name="4×").click()
    trace.press("Home")
    page.get_by_role("button", name="Play").click()
    draws.append(at(last))
    assert (np.diff(draws) > 0).all()
    assert notebook.errors == []
