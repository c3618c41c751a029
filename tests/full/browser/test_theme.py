"""The theme of a widget that is drawn before it stands in a page."""

import numpy as np

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


def test_a_widget_that_enters_late_has_the_theme_of_the_page(browser):
    for theme, ground, ink in (
        ("dark", "#111111", "rgb(236, 238, 240)"),
        ("light", "#ffffff", "rgb(27, 29, 31)"),
    ):
        for widget in (PartitionStepper(X), GramView(X @ X.T, np.arange(30) % 3)):
            page = browser.new_page()
            page.set_content(f'<body style="background:{ground}"></body>')
            enter(page, widget, LATE)
            page.wait_for_selector(".dc canvas[data-draws]")
            assert page.locator(".dc").get_attribute("data-theme") == theme
            assert page.locator(".dc").evaluate("(root) => getComputedStyle(root).color") == ink
            page.close()
