"""The small widget that CONTRIBUTING shows how to write is whole: it is made from that text."""

import re
from pathlib import Path

import depcluster.widgets as widgets

TEXT = Path(__file__).parents[3].joinpath("CONTRIBUTING.md").read_text(encoding="utf-8")
SECTION = TEXT.split("## A new small widget")[1].split("\n## ")[0]
CODE, SCRIPT = (
    re.search(f"```{name}\n(.*?)```", SECTION, re.DOTALL)[1] for name in ("python", "js")
)
MADE = """
from pathlib import Path
from depcluster.widgets.base import bundle
here, bundle.HERE = bundle.HERE, Path({folder!r})
names = dict(__name__="widget", __package__="depcluster.widgets.mini_widgets.fall")
try:
    exec({code!r}, names)
finally:
    bundle.HERE = here
fall = names["Fall"]()
fall
"""


def test_the_widget_of_contributing_is_moved_by_a_hand(open_page, tmp_path):
    for part in ("base", "mini_widgets/parts"):
        place = tmp_path / part
        place.parent.mkdir(exist_ok=True)
        place.symlink_to(Path(widgets.__file__).parent / part)
    script = tmp_path / "mini_widgets" / "fall" / "widget.js"
    script.parent.mkdir()
    script.write_text(SCRIPT, encoding="utf-8")
    notebook = open_page([MADE.format(folder=str(tmp_path), code=CODE)])
    page = notebook.page
    K, dot = page.locator(".fall .read .v"), page.get_by_role("slider", name="distance")
    assert K.text_content() == "0.368"
    dot.press("ArrowRight")
    notebook.wait_python("fall.distance == 1.1")
    assert notebook.python("", "fall.summary()") == "Fall: distance 1.1"
    assert K.text_content() == "0.298"
    x, y = notebook.middle(dot)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 2000, y, steps=2)
    page.mouse.up()
    notebook.wait_python("fall.distance == 0")
    assert K.text_content() == "1.000"
    page.get_by_role("button", name="Start again").click()
    notebook.wait_python("fall.distance == 1")
    assert notebook.errors == []
