"""A saved page, opened from the disk without a network, answers a hand."""

from depcluster.datasets import make_circle
from depcluster.widgets import KernelExplorer


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
