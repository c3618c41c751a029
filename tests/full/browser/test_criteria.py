"""The explorer's criteria over the width: they open, grow, set the width and follow it."""

import pytest

CELLS = [
    "from depcluster.datasets import make_crescents\n"
    "from depcluster.widgets import KernelExplorer\n"
    "X, y = make_crescents((25, 25))\n"
    "explorer = KernelExplorer(X, 2, y=y)\n"
    "explorer",
]
CHART = ".dc .criterion [role=slider]"


@pytest.fixture
def explorer(open_page):
    notebook = open_page(CELLS)
    notebook.page.wait_for_selector(".dc canvas[data-draws]")
    return notebook


def opened(notebook):
    notebook.page.get_by_role("button", name="Criteria over the width").click()
    there = "document.querySelector('.dc div[data-panel=criteria] .cap').textContent"
    words = f"{there}.includes('17 of 17 widths')"
    notebook.page.wait_for_function(words, timeout=90_000)


def mark(notebook):
    """Where the line at the width stands in the first chart, in pixels."""
    return float(notebook.page.locator(f"{CHART} svg g:last-child line").first.get_attribute("x1"))


def test_they_open_grow_and_set_the_width(explorer):
    page = explorer.page
    assert page.locator(CHART).count() == 0
    assert explorer.python("", "explorer.criteria_") == ()
    opened(explorer)
    explorer.wait_python("'criteria' not in explorer.folded")
    assert explorer.python("", "len(explorer.criteria_)") == 17
    assert page.locator(CHART).count() == 6
    said = page.locator(CHART).first.get_attribute("aria-valuetext")
    assert said.startswith(explorer.python("", "explorer.criteria_[8].text('gamma')"))
    assert page.locator(f"{CHART} .best").count() == 6

    ring = page.locator(f"{CHART} .best").nth(1).bounding_box()
    page.mouse.click(ring["x"] + ring["width"] / 2, ring["y"] + 30)
    gaps = explorer.python("", "[row.values['eigengap'] for row in explorer.criteria_]")
    best = gaps.index(max(gaps))
    explorer.wait_python(f"explorer.width == {best / 2 - 4}")
    drawn = page.locator(f"{CHART} circle").count()

    slider = page.get_by_role("slider", name="width")
    slider.focus()
    page.keyboard.press("Home")
    explorer.wait_python("explorer.width == -4")
    left = mark(explorer)
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    explorer.wait_python("explorer.width == -3.625")
    assert mark(explorer) > left + 2
    assert page.locator(f"{CHART} circle").count() == drawn
    assert explorer.errors == []


def test_one_stop_of_the_keyboard_and_no_curve_where_there_is_none(explorer):
    page = explorer.page
    opened(explorer)
    charts = page.locator(CHART)
    assert [charts.nth(i).get_attribute("tabindex") for i in range(6)] == ["0"] + 5 * ["-1"]
    charts.first.focus()
    page.keyboard.press("ArrowRight")
    explorer.wait_python("explorer.width == 0.5")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    explorer.wait_python("explorer.width == 4")
    focus = "document.activeElement.getAttribute('aria-label')"
    assert page.evaluate(focus) == "eigengap, more is better"
    page.get_by_role("combobox", name="kernel", exact=True).select_option("poly")
    page.wait_for_function(
        "document.querySelector('.dc div[data-panel=criteria]').textContent"
        ".includes('no density window')",
        timeout=60_000,
    )
    page.get_by_role("combobox", name="method").select_option("angle")
    page.wait_for_selector(".dc div[data-panel=criteria]", state="hidden")
    assert explorer.errors == []


def test_rings_wait_for_the_last_width_and_a_hand_for_nothing(explorer):
    page = explorer.page
    page.get_by_role("button", name="Criteria over the width").click()
    panel = "document.querySelector('.dc div[data-panel=criteria]')"
    page.wait_for_function(f"/[1-9] of 17 widths/.test({panel}.textContent)", timeout=60_000)
    seen = page.evaluate(
        f"""() => new Promise((resolve) => {{
          const panel = {panel}, seen = [];
          const look = () => {{
            const done = Number(/(\\d+) of 17/.exec(panel.querySelector(".cap").textContent)[1]);
            seen.push([done, panel.querySelectorAll(".best").length]);
            if (done === 17) resolve(seen);
            else setTimeout(look, 5);
          }};
          look();
        }})"""
    )
    assert seen[0][0] < 17
    assert {rings for done, rings in seen if done < 17} == {0}
    assert seen[-1] == [17, 6]
    page.get_by_role("combobox", name="kernel", exact=True).select_option("laplacian")
    page.wait_for_function(f"!/17 of 17 widths/.test({panel}.querySelector('.cap').textContent)")
    page.get_by_role("combobox", name="kernel", exact=True).select_option("rbf")
    page.wait_for_function(f"/17 of 17 widths/.test({panel}.querySelector('.cap').textContent)")
    assert explorer.errors == []
