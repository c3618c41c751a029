"""The theme of a widget that is drawn before it stands in a page."""

import numpy as np
import pytest

from browser.bare import enter
from depcluster.widgets import GramView, PartitionStepper

X = np.random.default_rng(0).normal(size=(30, 2))
LATE = """async ({ module, model, host }) => {
  const tick = window.setInterval;
  window.setInterval = (call, pause) => tick(call, pause / 50);  // it watches the theme a while
  module.default.render({ model, el: host });
  await new Promise((resolve) => setTimeout(resolve, 300));  // less than a page with many cells
  document.body.append(host);
}"""
WIDGETS = {
    "stepper": lambda: PartitionStepper(X),
    "gram": lambda: GramView(X @ X.T, np.arange(30) % 3),
}


@pytest.mark.parametrize("ground", ["#111111", "#ffffff"])
@pytest.mark.parametrize("name", WIDGETS)
def test_a_widget_that_enters_late_has_the_theme_of_the_page(browser, name, ground):
    widget, page = WIDGETS[name](), browser.new_page()
    page.set_content(f'<body style="background:{ground}"></body>')
    enter(page, widget, LATE)
    page.wait_for_selector(".dc canvas[data-draws]")
    theme = page.locator(".dc").get_attribute("data-theme")
    assert theme == ("dark" if ground == "#111111" else "light")
    ink = page.locator(".dc").evaluate("(root) => getComputedStyle(root).color")
    assert ink == ("rgb(236, 238, 240)" if theme == "dark" else "rgb(27, 29, 31)")
    page.close()
