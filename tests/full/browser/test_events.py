"""What a front end asks of its model, which not every notebook takes from Backbone."""

import re

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


ONE = re.compile(r"change:\w+|msg:custom|comm_live_update")


def test_events_have_one_name_each_and_are_let_go(browser):
    page, found = browser.new_page(), {}
    for kind, make in MAKE.items():
        page.set_content("<!doctype html>")
        widget = make()
        others = [widget.pad] if hasattr(widget, "pad") else []
        live, left, words = enter(page, widget, LIVE, others)
        odd = [name for name in live if not ONE.fullmatch(name)]
        if not words or odd or left or not any(name.startswith("change:") for name in live):
            found[kind.__name__] = words, odd, left
    page.close()
    assert found == {}


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
