"""Every widget that lives without Python, as a file with no network: no control is dead.

Nor does one lead to what cannot be read by everyone in the dark; by day is told by the rooms.
"""

import numpy as np
import pytest
from explorers import AngleExplorer
from made import MAKE, X

from browser.lab import wait_painted
from browser.touching import violations
from browser.walking import PASSING, SCRIPT, walk
from depcluster.widgets import PadExplorer, TaxonomyExplorer
from depcluster.widgets.explorer.explorer import Explorer

CLASSES = np.arange(16) // 8
OTHERS = {  # with what brings more controls
    AngleExplorer: lambda: AngleExplorer(X, 2, sigma=0.5, y=CLASSES, target=(1.4, 7)),
    TaxonomyExplorer: lambda: TaxonomyExplorer(
        X, [f"cat {i}" for i in range(16)], 4, y=np.where(CLASSES, "one, a", "two, a"), n_init=2
    ),
}
MADE_OF_OTHERS = {PadExplorer}  # of DataPad and KernelExplorer
EXPLORERS = [kind for kind in MAKE if issubclass(kind, Explorer) and kind not in OTHERS]
ALONE = [kind for kind in MAKE if kind._lives_alone and kind not in MADE_OF_OTHERS]


@pytest.mark.parametrize("kind", ALONE, ids=lambda kind: kind.__name__)
def test_no_control_of_a_saved_page_is_dead(visit, tmp_path, kind):
    make = OTHERS.get(kind, MAKE[kind])
    page = visit(make().save_html(tmp_path / "page.html"))
    page.wait_for_selector(".dc")
    assert walk(page) == []
    page.locator(".dc .stale").first.wait_for(state="detached")  # what comes behind an answer
    page.emulate_media(color_scheme="dark")
    page.wait_for_selector('.dc[data-theme="dark"]')
    wait_painted(page)
    assert violations(page, "html") == {}


SILENT = "window.Worker = class { postMessage() {} terminate() {} };"
SETTLED = ".dc > .statusbar[data-state=settled]"


@pytest.mark.parametrize("kind", [*OTHERS, *EXPLORERS], ids=lambda kind: kind.__name__)
def test_before_its_first_answer_an_explorer_has_no_control_that_it_then_has_not(
    visit, tmp_path, kind
):
    path = OTHERS.get(kind, MAKE[kind])().save_html(tmp_path / "page.html")

    def controls(page, state):
        page.wait_for_selector(state)
        page.evaluate(SCRIPT)
        listed = page.evaluate("walk.list().map(({ key }) => key)")
        return {key for key in listed if not key.startswith(PASSING)}

    then = controls(visit(path), SETTLED)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("<script>", f"<script>{SILENT}", 1), encoding="utf-8")
    page = visit(path)
    assert controls(page, ".dc > .statusbar") <= then
    page.wait_for_selector(".dc.busy")
    assert page.locator(".statusbar .said").last.inner_text() == "Computing the kernel"
