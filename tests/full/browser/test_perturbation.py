"""The perturbation explorer: the page follows a hand."""

import pytest

CELLS = [
    "from depcluster.datasets import make_collinear\n"
    "from depcluster.widgets import PerturbationExplorer\n"
    "X, _ = make_collinear()\n"
    "explorer = PerturbationExplorer(X, 3, gamma=0.5)\n"
    "explorer",
]
VERDICT = ".dc .verdict"
SETTLED = ".dc > .statusbar[data-state=settled]"

# Elements with their attributes and words.
DRAWN = """() => {
  const attributes = (node) => [...node.attributes].map(({ name, value }) => [name, value]).sort();
  const told = (node) => node.nodeType === Node.TEXT_NODE ? node.data
    : [node.nodeName, attributes(node), [...node.childNodes].map(told)];
  return [...document.querySelectorAll(".dc .pe :is([role=img] > svg, .terms)")].map(told);
}"""


@pytest.fixture
def explorer(open_page):
    notebook = open_page(CELLS)
    notebook.page.wait_for_selector(SETTLED)
    notebook.page.locator(".dc").first.scroll_into_view_if_needed()
    return notebook


def panel(notebook, name):
    return notebook.page.locator(f'.dc .panel[data-panel="{name}"]')


def slider(notebook):
    return notebook.page.get_by_role("slider")


def test_the_slider_leads_to_the_vacuous_and_another_perturbation_to_its_own_curve(explorer):
    assert "Informative" in explorer.page.locator(VERDICT).text_content()
    slider(explorer).press("End")
    explorer.wait_python("explorer.amount == 0.8")
    explorer.page.wait_for_selector(f"{VERDICT}.vacuous")
    assert "above 2(c − 1) = 4" in explorer.page.locator(VERDICT).text_content()
    bound = explorer.python("", "explorer.bound_.bound")
    label = explorer.page.locator('.dc [data-panel="bound"] [role=img]').get_attribute("aria-label")
    assert f"bound {bound:.2f}" in label
    slider(explorer).press("Home")
    explorer.wait_python("explorer.amount == 0")
    explorer.page.wait_for_selector(f"{VERDICT}:not(.vacuous)")
    explorer.page.get_by_role("radio", name="rank").click()
    explorer.wait_python("explorer.perturb == 'rank'")
    explorer.page.get_by_text("16 of 16 computed").wait_for()
    assert slider(explorer).get_attribute("aria-label") == "eigenvectors of K kept"
    kept = explorer.python("", "explorer.amount")
    assert slider(explorer).get_attribute("aria-valuetext") == f"{kept:g} of 150"
    explorer.python("explorer.perturb = 'entries'; explorer.amount = 2.02")
    explorer.page.wait_for_selector(".dc input[type=range][aria-valuetext='2.02']")


def test_charts_moved_to_and_fro_look_as_if_drawn_at_once(explorer, open_page):
    explorer.page.evaluate("window.first = document.querySelector('.dc .pe svg text')")
    slider(explorer).focus()
    for key in ["End", "Home", "PageUp"]:
        explorer.page.keyboard.press(key)
        explorer.page.wait_for_selector(SETTLED)
    explorer.page.get_by_text("17 of 17 computed").wait_for()
    explorer.wait_python("0 < explorer.amount < 0.8 and explorer._fit['settled']")
    assert explorer.page.evaluate("window.first.isConnected")
    amount, moved = explorer.python("", "explorer.amount"), explorer.page.evaluate(DRAWN)
    fresh = open_page([CELLS[0].removesuffix("explorer") + f"explorer.amount = {amount}\nexplorer"])
    fresh.page.wait_for_selector(SETTLED)
    fresh.page.get_by_text("17 of 17 computed").wait_for()
    assert fresh.page.evaluate(DRAWN) == moved


def test_a_point_and_a_cluster_light_up_in_both_scatters(explorer):
    page = explorer.page
    frames = [panel(explorer, name).locator(".frame") for name in ("given", "perturbed")]
    tips = [frame.locator(".tip") for frame in frames]
    frames[0].focus()
    page.keyboard.press("ArrowRight")
    first, second = (tip.locator("b").inner_text() for tip in tips)
    assert first == second != ""
    page.keyboard.press("Enter")
    page.mouse.move(2, 2)
    assert tips[1].is_visible()
    page.keyboard.press("Escape")
    assert [tip.is_hidden() for tip in tips] == [True, True]
    legend = page.get_by_role("button", name="cluster 1")
    legend.nth(0).click()
    assert legend.nth(1).get_attribute("aria-pressed") == "true"
