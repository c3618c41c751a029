"""What is wrong with the words on a page: those that touch, and rules of accessibility."""

import pytest

TOUCHING = """(where) => {
  const root = document.querySelector(where), words = [], lines = [];
  const shown = (node) => !node.closest(".unseen, title, option, [hidden], [aria-disabled=true]") &&
    getComputedStyle(node).visibility !== "hidden";
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.data.trim() || !shown(node.parentElement)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.width && box.height) words.push({ node, box, said: node.data.trim() });
    }
  }
  for (const node of root.querySelectorAll("svg[height] :is(line, path)")) {
    if (node.closest("button, .mark")) continue;
    lines.push({ box: node.getBoundingClientRect(), said: "a line" });
  }
  const over = (low, high, lo, hi) => Math.min(high, hi) - Math.max(low, lo);
  const touch = ({ box: a }, { box: b }, least) => over(a.top, a.bottom, b.top, b.bottom) > 1 &&
    over(a.left, a.right, b.left, b.right) > least;
  const found = [];
  const tell = (one, other) => found.push(`${one.said} / ${other.said}`);
  words.forEach((one, i) => {
    words.slice(i + 1).forEach((other) => {
      if (one.node !== other.node && touch(one, other, 1)) tell(one, other);
    });
    lines.forEach((line) => { if (touch(one, line, -0.5)) tell(one, line); });
  });
  return found;
}"""


def touching(page, where=".dc"):
    """Pairs of words that touch, and words that a line of a chart touches."""
    return page.evaluate(TOUCHING, where)


def violations(page, where=".dc"):
    """Rules of accessibility that a part of a page breaks, each with the elements that do."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    found = axe.Axe().run(page, where, {"resultTypes": ["violations"]}).response["violations"]
    return {rule["id"]: [node["target"] for node in rule["nodes"]] for rule in found}
