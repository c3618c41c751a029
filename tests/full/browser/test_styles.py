"""Style sheets of several widgets in one page: each looks as it does alone."""

import json

from made import MAKE

from browser.bare import enter

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


def test_a_widget_looks_the_same_before_and_after_any_other(browser):
    page, found = browser.new_page(viewport={"width": 1100, "height": 900}), {}
    widgets = [make() for make in MAKE.values()]
    styles = {widget._css for widget in widgets}
    for widget in widgets:
        page.set_content("<!doctype html>")
        looks = LOOKS.replace("STYLE", json.dumps(widget._css))
        looks = looks.replace("OTHERS", json.dumps(sorted(styles - {widget._css})))
        others = [widget.pad] if hasattr(widget, "pad") else []
        n_properties, unlike = enter(page, widget, looks, others)
        assert n_properties > 100
        if unlike:
            found[type(widget).__name__] = unlike
    page.close()
    assert found == {}
