"""A saved page, opened from the disk without a network, answers a hand."""

import pytest

from depcluster.datasets import make_circle
from depcluster.widgets import DataFile, KernelExplorer


def test_a_width_is_moved_in_a_saved_page(visit, tmp_path):
    X, _ = make_circle(n_samples=60)
    page = visit(KernelExplorer(X, 4, label_kernel="ring").save_html(tmp_path / "ring.html"))
    settled, value = page.locator(".dc > .statusbar[data-state=settled]"), page.locator(".read .v")
    settled.wait_for()
    before = value.first.inner_text()
    page.get_by_role("slider", name="width").press("Home")
    moved = "([node, before]) => node.innerText !== before"
    page.wait_for_function(moved, arg=[value.first.element_handle(), before])
    settled.wait_for()


def test_a_slow_page_of_a_file_says_of_nothing_that_it_is_wrong(visit, tmp_path):
    pytest.importorskip("pandas")
    table = tmp_path / "own.csv"
    table.write_text("a,b\n" + "\n".join(f"{a},{b}" for a, b in make_circle(n_samples=60)[0]))
    page = visit(KernelExplorer(DataFile(table), 3).save_html(tmp_path / "own.html"))
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.reload()
    page.locator(".dc > .statusbar[data-state=settled]").wait_for()
    assert page.locator("#wrong").inner_text() == ""
