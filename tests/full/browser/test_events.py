"""What a front end asks of its model, which not every notebook takes from Backbone."""

import re

import pytest
from made import MAKE

from browser.bare import enter
from depcluster.widgets import CoinMosaic

LIVE = """async ({ module, model, host, events }) => {
  document.body.append(host);
  const end = await module.default.render({ model, el: host });
  const live = events();
  await end();
  return [live, events(), host.textContent];
}"""


@pytest.mark.parametrize("made", MAKE, ids=lambda made: made.__name__)
def test_events_have_one_name_each_and_are_let_go(browser, made):
    widget, page = MAKE[made](), browser.new_page()
    others = [widget.pad] if hasattr(widget, "pad") else []
    live, left, words = enter(page, widget, LIVE, others)
    page.close()
    assert words
    assert any(name.startswith("change:") for name in live)
    one = re.compile(r"change:\w+|msg:custom|comm_live_update")
    assert [name for name in live if not one.fullmatch(name)] == []
    assert left == []


WITHOUT_START = """=> {
  const { get } = model;
  model.get = (name) => (name === "_start" ? undefined : get(name));"""
STARTLESS = LIVE.replace("=> {", WITHOUT_START, 1)


def test_a_small_widget_of_another_version_says_how_to_see_it(browser):
    page = browser.new_page()
    live, left, words = enter(page, CoinMosaic(), STARTLESS)
    page.close()
    assert words == "Stored by another version of depcluster. Run the cell to make it live."
    assert live == left == []


BYTES = "new DataView(new ArrayBuffer"
REFUSED = {  # the widgets without a line of their own for it: what a page may ask, in vain and not
    "DataPad([[0, 0], [1, 1]])": ("_rows", f"{BYTES}(5))", f"{BYTES}(24))"),
    "GramView([[1, 0], [0, 1]], [0, 1])": ("sort", "'evil'", "false"),
    "LabelKernelEditor(3)": ("value", "[[1, 2], [3, 4]]", "[[1, 0], [0, 1]]"),
    "PartitionStepper([[0, 0], [1, 1], [5, 5], [6, 6]], 2)": ("step", "1e9", "0"),
}


@pytest.mark.parametrize("width", [900, 360])
@pytest.mark.parametrize("made", REFUSED)
def test_a_refusal_stands_in_the_status_bar_and_moves_nothing(open_page, made, width):
    notebook = open_page(
        [f"from depcluster.widgets import *\nwidget = {made}\nwidget"], width=width
    )
    page, (name, bad, good) = notebook.page, REFUSED[made]
    notebook.python("widget.step = 1" if name == "step" else "")
    size = (
        """() => [".dc", ".dc .statusbar"].map((at) => document.querySelector(at).offsetHeight)"""
    )
    send = f"""() => {{
      const model = [...models.values()].find((each) => {name!r} in each.state);
      model.set({name!r}, VALUE);
      model.save_changes();
    }}"""
    said, before = page.locator(".dc .statusbar .said"), page.evaluate(size)
    usual = said.text_content()
    page.evaluate(send.replace("VALUE", bad))
    page.locator(".dc .statusbar.wrong").wait_for()
    words = said.text_content()
    assert name.strip("_") in words
    assert words.endswith("What was on screen stays.")
    assert page.evaluate(size) == before
    page.evaluate(send.replace("VALUE", good))
    page.locator(".dc .statusbar:not(.wrong)").wait_for()
    assert said.text_content() == (usual.replace("2 of", "1 of") if name == "_rows" else usual)
    assert notebook.errors == []


@pytest.mark.parametrize("made", ["GramView([[1]])", "GramView([[1]], [0])", "DataPad([[0, 0]])"])
def test_one_of_a_thing_is_told_in_the_singular(open_page, made):
    notebook = open_page([f"from depcluster.widgets import *\n{made}"])
    told = """() => [document.querySelector(".dc").innerText, ...[...document.querySelectorAll(
      ".dc [aria-label]")].map((each) => each.getAttribute("aria-label"))].join("; ")"""
    words = notebook.page.evaluate(told)
    assert re.search(r"\b1 (block|row|point|class)\b", words)
    assert re.findall(r"\b1 (?!class\b)\w+s\b", words) == []
