"""What holds for every widget."""

import re
from pathlib import Path

import pytest

import depcluster.widgets as widgets
from depcluster.widgets.base.widget import Widget

FOLDER = Path(widgets.__file__).parent
WIDGETS = [kind for kind in vars(widgets).values() if isinstance(kind, type)]


def of(kind, name):
    text = getattr(kind, name)
    return getattr(text, "default_value", text)


def test_all_widgets_are_here():
    assert len(WIDGETS) == 9
    assert all(issubclass(kind, Widget) for kind in WIDGETS)


def test_widgets_on_one_page_bring_the_same_look_whichever_comes_last():
    (look,) = {of(kind, "_css") for kind in WIDGETS}
    sheets = [path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.css")]
    assert len(sheets) >= 10
    assert all(look.count(sheet) == 1 for sheet in sheets)
    assert look.startswith((FOLDER / "base/look.css").read_text(encoding="utf-8"))


@pytest.mark.parametrize("kind", WIDGETS)
def test_a_front_end_is_one_script_with_one_way_in(kind):
    script = of(kind, "_esm")
    (way_in,) = re.findall(r"^export\b.*", script, re.MULTILINE)
    assert way_in.startswith("export default {")
    assert "render" in way_in
    assert not re.findall(r"^import\b", script, re.MULTILINE)
