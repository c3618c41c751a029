"""Front ends by themselves: what they ask of a model, their style sheets, and a late entrance."""

import json
import re

import numpy as np
import pytest
from made import MAKE

from browser.bare import enter
from depcluster.widgets import CoinMosaic, GramView, PartitionStepper

# Not every notebook takes a model from Backbone.
LIVE = """async ({ module, model, host, events }) => {
  document.body.append(host);
  const end = await module.default.render({ model, el: host });
  const live = events();
  await end();
  return [live, events(), host.textContent];
}"""
WITHOUT_START = """=> {
  const { get } = model;
  model.get = (name) => (name === "_start" ? undefined : get(name));"""
ONE = re.compile(r"change:\w+|msg:custom|comm_live_update")
# Whether something else than a widget's own style makes its elements look otherwise, in all states
# that rules know of and without them, wide and narrow. Told is where: element, property, values.
LOOKS = """async ({ module, model, host }) => {
  const own = STYLE, others = OTHERS, style = document.head.querySelector("style:last-of-type");
  const states = [(css) => css, (css) => css.replaceAll(
    /:(hover|focus-visible|focus-within|focus|active)\\b|[(]pointer: coarse[)]/g,
    (state) => (state.startsWith(":") ? ":not(.never)" : "all"))]; // as specific as the state
  const names = new Set();
  function take(rules) {
    for (const rule of rules) {
      if (rule.style) [...rule.style].forEach((name) => names.add(name));
      if (rule.cssRules) take(rule.cssRules);
    }
  }
  function looks(css) {
    style.textContent = css;
    const parts = [...host.querySelectorAll("*")].flatMap(
      (node) => [null, "::before", "::after"].map((part) => [node, part]));
    return parts.map(([node, part]) => {
      const seen = getComputedStyle(node, part), isThere = !part || seen.content !== "none";
      return [node, [...names].map((name) => (isThere ? seen.getPropertyValue(name) : ""))];
    });
  }
  const frame = () => new Promise(requestAnimationFrame), found = new Set();
  style.textContent = [own, ...others].join("\\n");
  take(style.sheet.cssRules);
  style.textContent = own;
  document.body.append(host);
  const end = await module.default.render({ model, el: host });
  for (const width of [1000, 380]) {
    host.style.width = `${width}px`;
    style.textContent = own;
    for (let i = 0; i < 3; i += 1) await frame();
    for (const inState of states) {
      const alone = looks(inState(own));
      for (const order of [[own, ...others], [...others, own]]) {
        const there = looks(inState(order.join("\\n")));
        alone.forEach(([node, seen], i) => [...names].forEach((name, k) => {
          const other = there[i][1][k];
          if (seen[k] === other) return;
          found.add(`${node.outerHTML.slice(0, 60)} ${name}: ${seen[k]}, ${other}`);
        }));
      }
    }
  }
  await end();
  return [names.size, [...found]];
}"""
LATE = """async ({ module, model, host }) => {
  const tick = window.setInterval;
  window.setInterval = (call, pause) => tick(call, pause / 50);  // it watches the theme a while
  module.default.render({ model, el: host });
  await new Promise((resolve) => setTimeout(resolve, 300));  // less than a page with many cells
  document.body.append(host);
}"""


@pytest.fixture(scope="module")
def page(browser):
    page = browser.new_page(viewport={"width": 1100, "height": 900})
    yield page
    page.close()


def enter_alone(page, widget, then):
    page.set_content("<!doctype html>")
    return enter(page, widget, then, [widget.pad] if hasattr(widget, "pad") else [])


def test_events_have_one_name_each_and_are_let_go(page):
    found = {}
    for kind, make in MAKE.items():
        live, left, words = enter_alone(page, make(), LIVE)
        odd = [name for name in live if not ONE.fullmatch(name)]
        if not words or odd or left or not any(name.startswith("change:") for name in live):
            found[kind.__name__] = words, odd, left
    assert found == {}
    live, left, words = enter_alone(page, CoinMosaic(), LIVE.replace("=> {", WITHOUT_START, 1))
    assert words == "Stored by another version of depcluster. Run the cell to make it live."
    assert live == left == []


def test_a_widget_looks_the_same_before_and_after_any_other(page):
    widgets, found = [make() for make in MAKE.values()], {}
    styles = {widget._css for widget in widgets}
    for widget in widgets:
        looks = LOOKS.replace("STYLE", json.dumps(widget._css))
        looks = looks.replace("OTHERS", json.dumps(sorted(styles - {widget._css})))
        n_properties, unlike = enter_alone(page, widget, looks)
        assert n_properties > 100
        if unlike:
            found[type(widget).__name__] = unlike
    assert found == {}


def test_a_widget_that_enters_late_has_the_theme_of_the_page(page):
    X = np.random.default_rng(0).normal(size=(30, 2))
    for theme, ground, ink in (
        ("dark", "#111111", "rgb(236, 238, 240)"),
        ("light", "#ffffff", "rgb(27, 29, 31)"),
    ):
        for widget in (PartitionStepper(X), GramView(X @ X.T, np.arange(30) % 3)):
            page.goto("about:blank")  # with a clock of its own
            page.set_content(f'<body style="background:{ground}"></body>')
            enter(page, widget, LATE)
            page.wait_for_selector(".dc canvas[data-draws]")
            assert page.locator(".dc").get_attribute("data-theme") == theme
            assert page.locator(".dc").evaluate("(root) => getComputedStyle(root).color") == ink
