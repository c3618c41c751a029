"""A drag faster than first answers: the page shows some of them, and tells of the newest alone."""

import pytest

CELL = """from depcluster.datasets import make_blobs4
from depcluster.widgets import KernelExplorer
explorer = KernelExplorer(make_blobs4(700)[0], 4, method="angle", sigma=1.0)
explorer"""
SETTLED = ".dc > .statusbar[data-state=settled]"
FRAMES = 5
# A slider is moved every few milliseconds until some answers are drawn, or for long. -> what the
# status bar said of each, and whether that was told; of all told the slider's place, value and J.
DRAG = """async (frames) => {
  const model = [...models.values()].find((each) => each.get("_fit"));
  const save = model.save_changes, told = [], drawn = [];
  const slider = document.querySelector('.dc input[aria-label="window width"]');
  const last = Number(slider.max), bar = document.querySelector(".dc > .statusbar");
  const canvas = [...document.querySelectorAll(".dc canvas[data-draws]")].at(-1);
  window.go = (i) => {
    slider.value = String(i);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  };
  model.save_changes = function () {
    told.push([Number(slider.value), this.get("sigma"), this.get("_fit").objective]);
    save.call(this);
  };
  window.lastTold = () => told.at(-1);
  const seen = new MutationObserver(() => drawn.push(
    [bar.dataset.state, told.at(-1)?.[1] === model.get("sigma")]));
  seen.observe(canvas, { attributeFilter: ["data-draws"] });
  for (let i = 1; drawn.length < frames && i < 2000; i++) {
    go(Math.abs((i + last) % (2 * last) - last));
    await new Promise((resolve) => setTimeout(resolve, 8));
  }
  seen.disconnect();
  return [drawn, told];
}"""
TOLD_AT = """async (i) => {
  go(i);
  while (lastTold()?.[0] !== i) await new Promise(requestAnimationFrame);
  return lastTold();
}"""


def test_a_drag_shows_answers_on_its_way_and_tells_those_of_its_controls(open_page):
    notebook = open_page([CELL], height=1400)
    page = notebook.page
    page.wait_for_selector(SETTLED, timeout=60000)
    drawn, told = page.evaluate(DRAG, FRAMES)
    assert len(drawn) >= FRAMES  # a busy machine draws another before the drag sees that it may end
    assert {state for state, is_told in drawn if not is_told} <= {"waiting"}
    page.wait_for_selector(SETTLED, timeout=60000)
    last = page.evaluate("lastTold()")
    notebook.wait_python(
        f"explorer.sigma == {last[1]} and explorer._fit and explorer._fit['settled']"
    )
    assert notebook.python("", "explorer._fit['objective']") == last[2]
    for place, value, objective in [*told, last]:
        assert page.evaluate(TOLD_AT, place)[1:] == [value, pytest.approx(objective, rel=1e-9)]
