"""The taxonomy explorer in little room: how high it is, what sticks out, what its panels do."""

import re

import pytest

from browser.lab import wait_painted
from browser.taxonomy import CELLS
from browser.touching import seat

CUT = """(all) => all.filter((each) => each.scrollWidth > each.clientWidth + 1)
  .map((each) => each.textContent)"""


def measured(notebook):
    wait_painted(notebook.page)
    return seat(notebook.page)


@pytest.mark.parametrize(
    ("width", "height", "inside", "most"),
    [(1280, 720, 1000, 560), (586, 1000, 470, 880), (390, 844, 274, 1100)],
)
def test_as_high_in_every_state_and_nothing_sticks_out(open_page, width, height, inside, most):
    notebook = open_page(CELLS, width=width, height=height)
    notebook.page.wait_for_selector(".dc .picture.tree[data-draws]")
    box = notebook.page.locator(".dc-host .dc").first.bounding_box()
    assert box["width"] == pytest.approx(inside, abs=6)
    heights = set()
    for change in (
        "",
        "explorer.n_clusters = 2",
        "explorer.n_clusters = 12",
        "explorer.structure = 'free'",
        "explorer.structure = 'fixed'",
        "explorer.n_clusters = 10",
        "explorer.label_kernel = -np.eye(10)",
        "explorer.preset = 'ring'",
        "explorer.n_clusters = 2",
        "explorer.structure = 'tree'; explorer.settle()",
    ):
        notebook.python(change)
        notebook.wait_python("explorer._heard is not None or explorer._refusal")
        found = measured(notebook)
        heights.add(round(found["height"]))
        assert found["least"] >= 9, change
        assert found["out"] == [], change
        assert notebook.page.locator(".dc :is(.v, .lab, button)").evaluate_all(CUT) == [], change
    assert len(heights) == 1
    assert heights.pop() <= most


def shown(notebook):
    panels = notebook.page.locator(".dc .panel:visible")
    return panels.evaluate_all("(all) => all.map((panel) => panel.dataset.panel)")


def test_panels_are_chosen_and_the_controls_stay(open_page):
    notebook = open_page(CELLS)
    notebook.page.wait_for_selector(".dc .picture.tree[data-draws]")
    assert shown(notebook) == ["tree", "members", "classes"]
    assert notebook.page.locator(".dc .compare").is_visible()
    notebook.python("explorer.panels = ('tree', 'members')")
    notebook.page.locator(".dc [data-panel=classes]").wait_for(state="hidden")
    assert shown(notebook) == ["tree", "members"]
    assert notebook.page.locator(".dc .compare").is_visible()
    assert notebook.page.get_by_role("slider", name="clusters c").is_visible()
    notebook.python("explorer.panels = ('tree',)")
    notebook.page.locator(".dc [data-panel=members]").wait_for(state="hidden")
    alone = notebook.page.locator(".dc .picture.tree").bounding_box()["width"]
    assert alone == pytest.approx(
        notebook.page.locator(".dc-host .dc").first.bounding_box()["width"], abs=6
    )
    notebook.python("explorer.panels = ('tree', 'members', 'label_kernel')")
    notebook.python("explorer.structure = 'fixed'")
    notebook.page.locator(".dc [data-panel=label_kernel]").wait_for()
    assert shown(notebook) == ["tree", "label_kernel", "members"]
    assert notebook.errors == []


def test_panels_fold_by_their_headline(open_page):
    notebook = open_page(CELLS)
    notebook.page.wait_for_selector(".dc .picture.tree[data-draws]")
    height = measured(notebook)["height"]
    for name, title in (("members", "Cluster"), ("tree", "Taxonomy")):
        head = notebook.page.locator(f".dc [data-panel={name}] .fold").first
        head.focus()
        notebook.page.keyboard.press("Enter")
        notebook.wait_python(f"'{name}' in explorer.folded")
        assert name not in shown(notebook)
        folded = notebook.page.locator(".dc .shelf .fold:visible")
        assert folded.first.text_content().startswith(title)
        assert measured(notebook)["height"] == height
        notebook.page.keyboard.press("Enter")  # the focus is on its name on the shelf
        notebook.wait_python("explorer.folded == ()")
        assert name in shown(notebook)


def test_a_state_in_a_word(open_page):
    notebook = open_page(CELLS)
    page = notebook.page
    page.wait_for_selector(".dc .statusbar[data-state=settled]")
    page.evaluate(
        """() => {
          const bar = document.querySelector(".dc > .statusbar");
          window.words = [];
          new MutationObserver(() => { words.push(bar.innerText.split("\\n")[0]); })
            .observe(bar, { subtree: true, childList: true, characterData: true });
        }"""
    )
    page.get_by_role("slider", name="clusters c").press("ArrowLeft")
    page.wait_for_function("words.at(-1) === 'settled' && words.some((w) => w.startsWith('sea'))")
    since = "words.slice(words.findIndex((word) => word !== 'settled'))"
    told = list(dict.fromkeys(page.evaluate(since)))
    searching = [word for word in told if word.startswith("searching")]
    counts = [int(re.fullmatch(r"searching (\d+) of 20", word)[1]) for word in searching]
    assert counts == sorted(counts)
    assert told == [*(["answer"] if "answer" in told else []), *searching, "settled"]
    hint = page.locator(".dc .statusbar .hint")
    hint.focus()
    assert hint.locator(".tip").is_visible()
    assert "of 20 starts" in page.locator(".dc .statusbar").text_content()
