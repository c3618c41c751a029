"""The small widget of the class sizes: a hand moves it, and Python tells the same."""

CELL = "from depcluster.lessons import zhong2010\nsizes = zhong2010.class_sizes()\nsizes"


def told(root):
    return root.locator(".read .v").all_text_contents()


def agrees(notebook, root):
    right = notebook.python("", "[f'{of.right} of 120' for of in sizes.filed.values()]")
    wrong = notebook.python("", "[int(of.wrong.sum()) for of in sizes.filed.values()]")
    rings = [root.locator(".panel").nth(k).locator(".wrong").count() for k in range(2)]
    assert (told(root), rings) == (right, wrong)


def test_the_slider_makes_the_classes_unequal_and_leaves_its_marks(open_page):
    opened = open_page([CELL])
    root = opened.page.locator(".dc:has(> .sizes)")
    root.locator("svg .now").wait_for(state="attached")
    before, slider = root.bounding_box()["height"], root.get_by_role("slider")
    agrees(opened, root)
    assert slider.get_attribute("aria-valuetext") == "40 / 40 / 40"
    slider.press("ArrowRight")
    opened.wait_python("sizes.step == 1")
    assert root.locator("svg path.kmeans:not(.trail)").count() == 2
    slider.press("End")
    opened.wait_python("sizes.step == 20")
    agrees(opened, root)
    assert root.locator("svg path.cluhsical:not(.trail)").count() == 3
    root.get_by_role("radio", name="a tight and a wide group").click()
    opened.wait_python("sizes.shape == 'a tight and a wide group'")
    agrees(opened, root)
    assert root.locator("svg path.kmeans:not(.trail)").count() == 1
    assert root.bounding_box()["height"] == before
    root.get_by_role("button", name="Start again").click()
    opened.wait_python("sizes.step == 0")
    agrees(opened, root)
    assert opened.errors == []
