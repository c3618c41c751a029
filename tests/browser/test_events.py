"""What a front end asks of its model, which not every notebook takes from Backbone."""

import re

import pytest
from test_untrusted_messages import MAKE

from browser.bare import enter

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
    assert [name for name in live if not re.fullmatch(r"change(:\w+)?|msg:custom", name)] == []
    assert left == []
