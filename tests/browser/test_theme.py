"""The theme of a widget that is drawn before it stands in a page."""

import base64

import numpy as np
import pytest

from depcluster.widgets import GramView, PartitionStepper

X = np.random.default_rng(0).normal(size=(30, 2))
ENTER = """async ([script, styles, state]) => {
  const module = await import(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  const bytes = (text) => new DataView(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer);
  const whole = (value) => (Array.isArray(value) ? value.map(whole)
    : value?.bytes !== undefined ? bytes(value.bytes)
    : value && typeof value === "object"
      ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, whole(each)]))
      : value);
  const values = whole(state), nothing = () => {};
  const model = { get: (name) => values[name], set: nothing, save_changes: nothing, on: nothing,
    off: nothing };
  const host = document.createElement("div"), style = document.createElement("style");
  style.textContent = styles;
  document.head.append(style);
  const tick = window.setInterval;
  window.setInterval = (call, pause) => tick(call, pause / 50);  // it watches the theme a while
  module.default.render({ model, el: host });
  await new Promise((resolve) => setTimeout(resolve, 300));  // less than a page with many cells
  document.body.append(host);
}"""


def sendable(value):
    if isinstance(value, bytes | bytearray | memoryview):
        return {"bytes": base64.b64encode(value).decode("ascii")}
    if isinstance(value, dict):
        return {name: sendable(each) for name, each in value.items()}
    return [sendable(each) for each in value] if isinstance(value, list | tuple) else value


WIDGETS = {
    "stepper": lambda: PartitionStepper(X),
    "gram": lambda: GramView(X @ X.T, np.arange(30) % 3),
}


@pytest.mark.parametrize("ground", ["#111111", "#ffffff"])
@pytest.mark.parametrize("name", WIDGETS)
def test_a_widget_that_enters_late_has_the_theme_of_the_page(browser, name, ground):
    widget, page = WIDGETS[name](), browser.new_page()
    keys = [key for key in widget.keys if key not in {"layout", "_esm", "_css"}]
    page.set_content(f'<body style="background:{ground}"></body>')
    page.evaluate(ENTER, [widget._esm, widget._css, sendable(widget.get_state(keys))])
    page.wait_for_selector(".dc canvas[data-draws]")
    theme = page.locator(".dc").get_attribute("data-theme")
    assert theme == ("dark" if ground == "#111111" else "light")
    ink = page.locator(".dc").evaluate("(root) => getComputedStyle(root).color")
    assert ink == ("rgb(236, 238, 240)" if theme == "dark" else "rgb(27, 29, 31)")
    page.close()
