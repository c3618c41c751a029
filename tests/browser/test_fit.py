"""Four widgets in a lecture hall, beside the file browser and on a phone: nothing sticks out."""

import pytest

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
WINDOWS = {1000: 1180, 470: 586, 274: 390}  # widths of an output and of the window around it
MEASURE = """(host) => {
  const own = host.getBoundingClientRect(), found = { height: Math.round(own.height), text: 99 };
  found.out = []; found.clipped = []; found.bars = [];
  for (const node of host.querySelectorAll("*")) {
    const style = getComputedStyle(node), box = node.getBoundingClientRect();
    if (!box.width || !box.height || style.visibility === "hidden") continue;
    if (node.closest(".unseen")) continue;
    const name = node.className.baseVal ?? node.className;
    if (box.right > own.right + 1) found.out.push(name);
    const says = [...node.childNodes].some((kid) => kid.nodeType === 3 && kid.textContent.trim());
    if (says) found.text = Math.min(found.text, parseFloat(style.fontSize));
    if (says && node.clientWidth && node.scrollWidth > node.clientWidth + 1
      && style.overflow !== "visible") found.clipped.push(node.textContent);
    if (/auto|scroll/.test(style.overflowY) && node.scrollHeight > node.clientHeight + 1)
      found.bars.push(name);
  }
  return found;
}"""


@pytest.fixture(params=[(1000, False), (470, False), (274, False), (274, True)], ids=str)
def room(request, open_notebook):
    """A notebook whose outputs have a width, and that width."""
    width, touch = request.param
    notebook = open_notebook(CELLS, width=WINDOWS[width], height=1000, touch=touch)
    for name in NAMES:
        host(notebook, name).locator("canvas, svg").first.wait_for()
    assert host(notebook, "gram").evaluate("(host) => host.clientWidth") == width
    return notebook, width


def host(notebook, name):
    cell = notebook.page.locator(".jp-CodeCell").nth(NAMES.index(name))
    return cell.locator(".jp-OutputArea-output .dc-host")


def height(notebook, name):
    return host(notebook, name).evaluate(MEASURE)["height"]


def test_widgets_fit(room):
    notebook, width = room
    for name in NAMES:
        host(notebook, name).scroll_into_view_if_needed()
        found = host(notebook, name).evaluate(MEASURE)
        assert found["text"] >= 9, name
        assert (found["out"], found["clipped"], found["bars"]) == ([], [], []), name
        assert found["height"] <= {1000: 560, 470: 880, 274: 960}[width], name


def test_no_state_changes_a_height(room):
    notebook, _ = room
    page, before = notebook.page, {name: height(notebook, name) for name in NAMES}

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
        host(notebook, "pad").locator(".foot").get_by_text(words).wait_for()
        assert height(notebook, "pad") == before["pad"]

    for step in range(1, notebook.python("", "stepper.n_steps") + 1):
        notebook.python(f"stepper.step = {step}")
        page.locator(f'.dc[data-step="{step}"]').wait_for()
        assert height(notebook, "stepper") == before["stepper"]


REFUSED = {
    "editor": ("n_clusters", 0, "n_clusters must be", "editor.n_clusters = 4"),
    "gram": ("sort", 3, "sort must be", "gram.sort = not gram.sort"),
    "pad": ("_rows", b"odd", "_rows must be", "pad.put([[0, 0]])"),
    "stepper": ("step", 10**6, "step must be at most", "stepper.step = 1"),
}


def test_what_is_refused_is_said_until_something_changes(room):
    notebook, _ = room
    for name, (trait, value, words, next_move) in REFUSED.items():
        alert, before = host(notebook, name).get_by_role("alert"), height(notebook, name)
        notebook.python(f"{name}.set_state({{{trait!r}: {value!r}}})")  # as a page would ask
        alert.wait_for()
        assert words in alert.text_content()
        assert "What was on screen stays." in alert.text_content()
        assert height(notebook, name) == before
        notebook.python(next_move)
        alert.wait_for(state="detached")
    assert notebook.errors == []
