"""A slider of label kernels: page and Python say the same, and the strip shows the sizes."""



CELL = """
import numpy as np
from depcluster.datasets import make_row
from depcluster.widgets import LabelKernelSlider
row, _ = make_row()
pulled = {amount: 2 * np.eye(5) for amount in (1, 2, 2.5)}
for amount, A in pulled.items():
    A[0, 4] = A[4, 0] = amount
slider = LabelKernelSlider(row, pulled, "A[0,4]", colours="ramp", n_init=2)
slider"""


def test_a_hand_moves_along_the_label_kernels(open_page):
    notebook = open_page([CELL])
    page = notebook.page
    strip = page.locator(".label-kernels svg[aria-label^='sizes'] text")
    reads = page.locator(".label-kernels .read .v")
    bar = page.get_by_role("slider", name="label kernel")
    for key, at, J in (("End", 2.5, "refused"), ("ArrowLeft", 2, None), ("Home", 1, None)):
        bar.press(key)
        notebook.wait_python(f"slider.at == {at}")
        sizes = notebook.python("", "slider.sizes.tolist()")
        assert [int(text) for text in strip.all_text_contents()] == sizes
        shown = notebook.python("", "f'{slider.objective:.2f}'") if J is None else J
        assert reads.nth(1).text_content() == shown
    bar.press("End")
    assert "it is no kernel" in page.locator(".label-kernels .told").text_content()
    page.get_by_role("button", name="Start again").click()
    notebook.wait_python("slider.at == 1")
    assert page.locator(".label-kernels .told").text_content() == ""
    assert notebook.errors == []
