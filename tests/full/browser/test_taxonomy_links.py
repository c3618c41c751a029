"""The taxonomy explorer's views together: a member, its leaf, its class; names in rows."""

import pytest

from browser.lab import wait_painted
from browser.taxonomy import CELLS, CLASSES, MEMBERS, TREE, leaf

LIST = f"{MEMBERS} .list"
TIP = ".dc .tip.sample"


@pytest.fixture
def explorer(open_page):
    notebook = open_page(CELLS)
    notebook.page.wait_for_selector(f"{TREE}[data-draws]")
    notebook.page.locator(".dc").first.scroll_into_view_if_needed()
    return notebook


def lit(notebook):
    leaves = notebook.page.locator(f"{TREE} .leaf.lit")
    return [int(k) for k in leaves.evaluate_all("(all) => all.map((each) => each.dataset.leaf)")]


def faded(notebook, where=TREE):
    leaves = notebook.page.locator(f"{where} .leaf.faded")
    return {int(k) for k in leaves.evaluate_all("(all) => all.map((each) => each.dataset.leaf)")}


def member(notebook, place=0):
    """The place-th sample of the cluster on screen."""
    return notebook.python(
        "", f"int(np.flatnonzero(explorer.labels_ == explorer.selected)[{place}])"
    )


def test_a_member_lights_up_its_leaf_and_its_class(explorer):
    page, sample = explorer.page, member(explorer)
    box = page.locator(LIST).bounding_box()
    page.mouse.move(box["x"] + 12, box["y"] + 12)
    page.locator(TIP).wait_for()
    assert f"sample {sample}" in page.locator(TIP).text_content()
    name = explorer.python("", f"str(y[{sample}])")
    assert name in page.locator(TIP).text_content()
    large = page.locator(f"{TIP} canvas").bounding_box()
    assert large["height"] >= 1.5 * page.locator(f"{LIST} .here").bounding_box()["height"]
    assert lit(explorer) == [explorer.python("", "explorer.selected")]
    assert name in page.locator(f"{CLASSES} .class.lit").text_content()
    page.mouse.move(2, 2)
    page.locator(TIP).wait_for(state="hidden")
    assert lit(explorer) == []
    page.mouse.click(box["x"] + 12, box["y"] + 12)
    page.mouse.move(2, 2)
    wait_painted(page)
    assert page.locator(TIP).is_visible()  # pinned
    assert lit(explorer) == [explorer.python("", "explorer.selected")]
    page.locator(LIST).focus()
    page.keyboard.press("Escape")
    page.locator(TIP).wait_for(state="hidden")
    assert explorer.errors == []


def test_members_from_the_keyboard(explorer):
    page = explorer.page
    page.locator(LIST).focus()
    for key, place in (("ArrowRight", 0), ("ArrowRight", 1), ("ArrowLeft", 0)):
        page.keyboard.press(key)
        assert f"sample {member(explorer, place)}" in page.locator(TIP).text_content()
    page.keyboard.press("Enter")
    assert "pinned" in page.locator(TIP).text_content()
    page.get_by_role("slider", name="clusters c").focus()
    assert page.locator(TIP).is_visible()
    page.locator(LIST).focus()
    page.keyboard.press("Escape")
    page.locator(TIP).wait_for(state="hidden")


def test_many_members_come_a_page_at_a_time(open_page):
    notebook = open_page(
        [
            "import numpy as np\n"
            "from depcluster.widgets import TaxonomyExplorer\n"
            "X = np.random.default_rng(0).normal(size=(200, 3))\n"
            "X += 9 * np.eye(3)[np.arange(200) % 2]\n"
            "class Frame(np.ndarray):\n"
            "    index = [f'city {i}' for i in range(200)]\n"
            "X = X.view(Frame)\n"
            "explorer = TaxonomyExplorer(X, n_clusters=2, n_init=2)\n"
            "explorer"
        ]
    )
    page = notebook.page
    page.wait_for_selector(f"{LIST}[data-draws]")
    lines = page.locator(f"{LIST} .line")
    a_page = lines.count()
    assert f"1\u2013{a_page} of 100" in page.locator(MEMBERS).text_content()
    ends = page.locator(LIST).evaluate(
        "(list) => list.lastChild.getBoundingClientRect().bottom"
        " <= list.getBoundingClientRect().bottom + 1"
    )
    assert ends
    page.get_by_role("button", name="Later members").click()
    first = lines.first.text_content()
    assert first.startswith(str(member(notebook, a_page)))
    page.locator(LIST).focus()
    for key in ("PageDown", "ArrowDown", "PageUp", "PageUp"):
        page.keyboard.press(key)
    assert lines.first.text_content().startswith(str(member(notebook, 0)))
    page.keyboard.press("Home")
    assert f"city {member(notebook, 0)}" in page.locator(TIP).text_content()
    page.keyboard.press("End")
    assert f"city {member(notebook, 99)}" in page.locator(TIP).text_content()
    assert notebook.errors == []


def test_a_leaf_that_is_chosen_fades_the_others(explorer):
    leaf(explorer, 4).click()
    assert faded(explorer) == set(range(9)) - {4}
    leaf(explorer, 7).click()
    assert faded(explorer) == set(range(9)) - {7}
    leaf(explorer, 7).click()
    assert faded(explorer) == set()
    leaf(explorer, 2).focus()
    explorer.page.keyboard.press("Enter")
    assert faded(explorer) == set(range(9)) - {2}
    explorer.page.keyboard.press("Escape")
    assert faded(explorer) == set()
    explorer.wait_python("explorer.selected == 2")
    # The same in the matrix, where cells of no chosen row or column fade too.
    explorer.python("explorer.structure = 'free'")
    explorer.page.wait_for_selector(".dc .picture.structure[data-draws]")
    leaf(explorer, 3, ".picture.structure").click()
    assert faded(explorer, ".dc .picture.structure") == set(range(9)) - {3}
    cells = explorer.page.locator(".dc .picture.structure g[data-k]:has(> rect):not(.faded)")
    assert cells.count() == 17


def test_rows_of_one_person_stand_together_under_their_name(explorer):
    explorer.python("explorer.structure = 'free'; explorer.settle()")
    explorer.page.wait_for_selector(".dc .picture.structure[data-draws]")
    groups = explorer.python("", "explorer._reading().groups")
    assert sorted(name for name, _ in groups) == ["person 0", "person 1", "person 2"]
    rows = explorer.page.locator(".dc .picture.structure .leaf").evaluate_all(
        "(all) => all.map((row) => [+row.dataset.leaf, row.getBoundingClientRect().y])"
    )
    order = [k for k, _ in sorted(rows, key=lambda row: row[1])]
    assert order == [k for _, clusters in groups for k in clusters]
    for name, clusters in groups:
        words = explorer.page.locator(".dc .picture.structure text.ink", has_text=name)
        box = words.bounding_box()
        ends = [leaf(explorer, clusters[at], ".picture.structure").bounding_box() for at in (0, -1)]
        assert ends[0]["y"] < box["y"] + box["height"] / 2 < ends[1]["y"] + ends[1]["height"]
        assert box["x"] + box["width"] < ends[0]["x"]
    first = leaf(explorer, order[0], ".picture.structure")
    first.focus()
    explorer.page.keyboard.press("ArrowDown")  # down the rows as they stand
    at = explorer.page.evaluate("+document.activeElement.dataset.leaf")
    assert at == order[1]


def test_a_line_says_which_class_the_tree_splits(open_page):
    notebook = open_page(
        [
            "import numpy as np\n"
            "from depcluster.widgets import TaxonomyExplorer\n"
            "corners = np.array([[0, 0], [1, 0], [20, 0], [21, 0]])\n"
            "X = np.repeat(corners, 5, axis=0) + np.random.default_rng(0).normal(0, .05, (20, 2))\n"
            "y = np.repeat(['a', 'b', 'a', 'b'], 5)\n"
            "explorer = TaxonomyExplorer(X, n_clusters=4, y=y, n_init=4, kernel='linear')\n"
            "explorer"
        ]
    )
    notebook.page.wait_for_selector(f"{TREE}[data-draws]")
    note = notebook.page.locator(".dc [data-panel=tree] .note")
    named = notebook.python("", "str(y[explorer.labels_ == 0][0])")
    of = notebook.python("", f"sorted({{int(k) for k in explorer.labels_[y == '{named}']}})")
    assert len(of) == 2
    assert (
        f"Clusters {of[0]} and {of[1]} are both '{named}' but stand in different branches; so do "
        "those of 1 more." in note.text_content()
    )
    assert f"5 of 5 '{named}'" in leaf(notebook, 0).get_attribute("aria-label")
    words = notebook.page.locator(f"{TREE} text.of").all_text_contents()
    assert sorted(words) == ["a", "a", "b", "b"]
