"""Four widgets on a projector, half a laptop and a phone: what happens in them moves nothing."""

import pytest

from browser.rooms import MEASURE, ROOMS

CELLS = [
    "import numpy as np\nfrom depcluster.datasets import make_blobs4\n"
    "from depcluster.kernels import kernel_matrix\n"
    "from depcluster.widgets import DataPad, GramView, LabelKernelEditor, PartitionStepper\n"
    "X, y = make_blobs4(120)\n"
    "editor = LabelKernelEditor(8)\neditor",
    "gram = GramView(kernel_matrix(X), np.arange(120) % 10, centred=True)\ngram",
    "pad = DataPad(DataPad.fitted(X), y)\npad",
    "stepper = PartitionStepper(X, n_clusters=10, n_init=4)\nstepper",
]
NAMES = ("editor", "gram", "pad", "stepper")


@pytest.fixture(
    scope="module",
    params=[("projector", False), ("half a laptop", False), ("phone", True)],
    ids=str,
)
def notebook(request, plain_page):
    """The widgets in a room, under a mouse or a finger."""
    room, touch = request.param
    width, height, _ = ROOMS[room]
    plain_page.show(CELLS, width=width, height=height, touch=touch)
    for name in NAMES:
        host(plain_page, name).locator("canvas, svg").first.wait_for()
    return plain_page


def host(notebook, name):
    cell = notebook.page.locator(".jp-CodeCell").nth(NAMES.index(name))
    return cell.locator(".jp-OutputArea-output .dc-host")


def height(notebook, name):
    return host(notebook, name).evaluate(MEASURE)["height"]


def test_nothing_sticks_out_and_no_state_changes_a_height(notebook):
    page, before = notebook.page, {}
    for name in NAMES:
        found = host(notebook, name).evaluate(MEASURE)
        assert (found["wide"], found["small"]) == ([], []), name
        before[name] = found["height"]

    for state in ("n_clusters = 2", "n_clusters = 10", "preset = 'tree'"):
        notebook.python(f"editor.{state}")
        page.wait_for_function(
            "(n) => document.querySelectorAll('.mat .rh[data-k]').length === n",
            arg=notebook.python("", "editor.n_clusters"),
        )
        assert height(notebook, "editor") == before["editor"]
    notebook.python("A = editor.value.copy()\nA[0, 1] = A[1, 0] = -3.25\neditor.value = A")
    page.locator(".ed .badge.bad").wait_for()
    host(notebook, "editor").locator(".cell").first.click()
    for key in ("7", "a", "Enter"):
        page.keyboard.press(key)
    host(notebook, "editor").get_by_role("alert").wait_for()
    assert height(notebook, "editor") == before["editor"]

    draws = "Number(document.querySelector('.gv .frame canvas').dataset.draws)"
    for state in ("sort = False", "labels = y", "sort = True", "labels = None", "labels = y"):
        seen = page.evaluate(draws)
        notebook.python(f"gram.{state}")
        page.wait_for_function(f"{draws} > {seen}")
        if state != "labels = None":  # no button where there is nothing to sort by
            assert height(notebook, "gram") == before["gram"]

    many = "np.random.default_rng(0).uniform(-1, 1, (1000, 2)), np.arange(1000) % 10"
    for points, words in (("[]", "0 of"), (many, "erase some to draw on")):
        notebook.python(f"pad.put({points})")
        host(notebook, "pad").locator(".statusbar").get_by_text(words).wait_for()
        assert height(notebook, "pad") == before["pad"]

    for step in range(1, notebook.python("", "stepper.n_steps") + 1):
        notebook.python(f"stepper.step = {step}")
        page.locator(f'.dc[data-step="{step}"]').wait_for()
        assert height(notebook, "stepper") == before["stepper"]


BYTES = "new DataView(new ArrayBuffer"
REFUSED = {  # the widgets without a line of their own for it: what a page may ask, in vain and not
    "editor": ("value", "[[1, 2], [3, 4]]", "get('value').map((row) => row.map((x) => x + 1))"),
    "gram": ("sort", "'evil'", "!get('sort')"),
    "pad": ("_rows", f"{BYTES}(5))", f"{BYTES}(24))"),
    "stepper": ("step", "1e9", "0"),
}


def test_a_refusal_stands_in_the_status_bar_until_something_else_is_asked(notebook):
    page = notebook.page
    for name, (trait, bad, good) in REFUSED.items():
        model = notebook.python("", f"{name}.model_id")
        ask = f"""() => {{
          const model = models.get({model!r}), get = (name) => model.get(name);
          model.set({trait!r}, VALUE);
          model.save_changes();
        }}"""
        bar, before = host(notebook, name).locator(".statusbar"), height(notebook, name)
        page.evaluate(ask.replace("VALUE", bad))
        host(notebook, name).locator(".statusbar.wrong").wait_for()
        words = bar.locator(".said").text_content()
        assert trait.strip("_") in words
        assert words.endswith("What was on screen stays.")
        assert height(notebook, name) == before
        page.evaluate(ask.replace("VALUE", good))
        host(notebook, name).locator(".statusbar:not(.wrong)").wait_for()
    assert notebook.errors == []
