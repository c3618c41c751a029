"""Pages that live without Python: saved ones, and those whose Python is silent or gone."""

import base64
import json
import re

import numpy as np
import pytest

from browser.lab import wait_painted
from browser.test_explorer import picture
from browser.touching import violations
from depcluster.datasets import make_circle
from depcluster.widgets import (
    DataPad,
    GramView,
    KernelExplorer,
    LabelKernelEditor,
    LossExplorer,
    PadExplorer,
    PartitionStepper,
)

CELLS = [
    "from depcluster.datasets import make_circle\n"
    "from depcluster.widgets import KernelExplorer\n"
    "explorer = KernelExplorer(make_circle(n_samples=120)[0], 4, label_kernel='ring')\n"
    "explorer",
]
JOIN = "Python is busy or gone: if it was restarted, run the cell again to join it"
SETTLED = ".dc > .foot[data-state=settled]"
X, _ = make_circle(n_samples=60)
SAVED = re.compile(r'(?<=<script type="application/json" id="saved">).*?(?=</script>)', re.DOTALL)


def said(page):
    return page.locator(".dc > .foot .said").inner_text()


def move(page, key="ArrowLeft"):
    """Move the width, and wait for the answer of the whole search."""
    value = page.locator(".dc .read .v").first
    before = value.inner_text()
    page.get_by_role("slider", name="width").press(key)
    page.wait_for_function(
        "([node, before]) => node.innerText !== before", arg=[value.element_handle(), before]
    )
    page.wait_for_selector(SETTLED)


@pytest.fixture
def explorer(open_page):
    notebook = open_page(CELLS)
    notebook.page.wait_for_selector(SETTLED)
    return notebook


def test_while_python_is_silent_the_foot_says_so_and_the_page_goes_on(explorer):
    page = explorer.page
    move(page)
    explorer.keep_busy(5)
    move(page)
    page.get_by_text(JOIN).first.wait_for(timeout=3000)
    move(page)
    assert said(page) == f"ring label kernel; {JOIN}" or said(page).endswith(f"moved; {JOIN}")
    back = "!document.querySelector('.dc > .foot .said').innerText.includes('Python')"
    page.wait_for_function(back)
    assert "ring label kernel" in said(page)
    explorer.wait_python("explorer.width == -0.375")
    assert explorer.errors == []


def test_a_dead_server_is_told_within_three_seconds(explorer):
    page = explorer.page
    page.evaluate("socket.close()")
    move(page)
    page.get_by_text(JOIN).first.wait_for(timeout=3000)
    move(page)
    assert said(page) == f"ring label kernel; {JOIN}" or said(page).endswith(f"moved; {JOIN}")


@pytest.fixture
def visit(browser):
    """Open a file from the disk, in a browser without a network; it may load nothing else."""
    contexts, asked, errors = [], [], []

    def open_it(path, **options):
        options = {"viewport": {"width": 1040, "height": 720}, "color_scheme": "light"} | options
        contexts.append(browser.new_context(offline=True, **options))
        page = contexts[-1].new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text))
        page.goto(path.as_uri())
        return page

    yield open_it
    for context in contexts:
        context.close()
    assert [url for url in asked if not url.startswith(("file:", "blob:", "data:"))] == []
    assert errors == []


@pytest.fixture
def ring(tmp_path, visit):
    path = KernelExplorer(X, 4, label_kernel="ring").save_html(tmp_path / "ring.html")
    page = visit(path)
    page.wait_for_selector(SETTLED)
    return page


def changed(page, act):
    """Whether the scatter looks otherwise once something has been done and answered."""
    canvas = page.locator(".dc canvas").first
    before = picture(canvas)
    act()
    page.wait_for_timeout(100)
    page.wait_for_selector(SETTLED)
    wait_painted(page)
    after = picture(canvas)
    return before.shape != after.shape or np.abs(after - before).max() > 0.1


def test_every_control_of_a_saved_page_is_alive(ring):
    for name in ("method", "weighting"):
        assert not ring.get_by_role("combobox", name=name).is_visible()
    assert ring.locator("[inert], :disabled").count() == 0
    for panel in ("criteria", "error"):
        assert not ring.locator(f"[data-panel={panel}]").is_visible()
    assert not ring.get_by_role("button", name="Criteria over the width").is_visible()
    preset, kernel = (ring.get_by_role("combobox", name=name) for name in ("preset", "kernel"))
    assert changed(ring, lambda: preset.select_option("plain"))
    ring.locator('[data-cell="0,2"]').focus()
    ring.keyboard.type("0.5")
    assert changed(ring, lambda: ring.keyboard.press("Enter"))
    assert preset.input_value() == "custom"
    assert changed(ring, lambda: ring.get_by_role("button", name="clusters: one more").click())
    assert ring.locator("[data-cell]").count() == 25
    assert changed(ring, lambda: kernel.select_option("linear"))
    assert ring.get_by_role("slider", name="width").is_disabled()
    kernel.select_option("rbf")
    ring.wait_for_selector(SETTLED)
    value = ring.locator(".dc .read .v").first
    before = value.inner_text()
    for key in ("Home", "End"):
        ring.get_by_role("slider", name="width").press(key)
        ring.wait_for_selector(SETTLED)
        assert value.inner_text() != before
    ring.get_by_role("button", name="Gram, centred").first.click()
    assert not ring.locator("[data-panel=gram]").is_visible()


def test_every_control_of_a_saved_loss_explorer_is_alive(visit, tmp_path):
    page = visit(LossExplorer(X, 4).save_html(tmp_path / "loss.html"))
    page.wait_for_selector(SETTLED)
    tree, loss = (
        page.get_by_role("combobox", name=f"{name} preset") for name in ("label kernel", "loss")
    )
    penalty, value = page.get_by_role("slider", name="penalty"), page.locator(".dc .read .v").first

    def type_in_loss():
        page.locator('[data-panel=loss] [data-cell="0,2"]').focus()
        page.keyboard.type("40")
        page.keyboard.press("Enter")

    for act in (
        lambda: page.get_by_role("radio", name="none").click(),
        lambda: penalty.press("End"),
        lambda: loss.select_option("zero-one"),
        type_in_loss,
        lambda: tree.select_option("ring"),
        lambda: page.get_by_role("button", name="clusters: one more").click(),
    ):
        before = value.inner_text()
        act()
        page.wait_for_function(
            "(text) => document.querySelector('.dc .read .v').innerText !== text", arg=before
        )
        page.wait_for_selector(SETTLED)
        assert page.locator("[inert], :disabled").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_saved_page_follows_the_system_and_is_accessible(visit, tmp_path, scheme):
    path = KernelExplorer(X, 4, label_kernel="ring").save_html(tmp_path / "ring.html")
    page = visit(path, color_scheme=scheme)
    page.wait_for_selector(f'{SETTLED}, .dc[data-theme="{scheme}"]')
    wait_painted(page)
    assert (picture(page.locator("body")).mean() > 0.5) == (scheme == "light")
    assert violations(page, "html") == {}


def test_a_page_saves_itself_as_it_stands(open_page, visit, tmp_path):
    notebook = open_page(CELLS)
    page = notebook.page
    page.wait_for_selector(SETTLED)
    for k in range(2):
        page.get_by_role("slider", name="width").press("PageUp")
        page.wait_for_selector(SETTLED)
        values = page.locator(".dc .read .v").all_inner_texts()
        with page.expect_download() as download:
            page.get_by_role("button", name="Save page").click()
        assert download.value.suggested_filename == "KernelExplorer-4-clusters.html"
        path = tmp_path / f"{k}.html"
        download.value.save_as(path)
        page = visit(path)
        page.wait_for_selector(SETTLED)
        assert page.locator(".dc .read .v").all_inner_texts() == values
    assert notebook.errors == []


def test_points_drawn_in_a_saved_page_are_clustered(visit, tmp_path):
    page = visit(PadExplorer(DataPad.fitted(X), 3).save_html(tmp_path / "pad.html"))
    page.wait_for_selector(SETTLED)
    box = page.get_by_role("application").first.bounding_box()
    page.mouse.move(box["x"] + 30, box["y"] + 30)
    page.mouse.down()
    page.mouse.move(box["x"] + 120, box["y"] + 60, steps=12)
    page.mouse.up()
    about = page.locator("[data-panel=points] .cap")
    page.wait_for_function(
        "(node) => Number(node.innerText.match(/(\\d+) points/)[1]) > 60",
        arg=about.element_handle(),
    )
    page.wait_for_selector(SETTLED)
    page.get_by_role("button", name="Clear").click()
    page.get_by_text("Draw at least 4 points on the pad, for 3 clusters.").wait_for()
    page.get_by_role("combobox", name="start from").select_option(index=1)
    page.wait_for_selector(".dc .foot .save[aria-disabled=false]")
    assert not page.get_by_text("Draw at least").is_visible()


@pytest.mark.parametrize(
    "make",
    [
        lambda: GramView(X @ X.T, np.arange(60) % 3),
        lambda: LabelKernelEditor(4),
        lambda: PartitionStepper(X, 3),
        lambda: DataPad(X / 10),
    ],
)
def test_other_widgets_live_in_a_page_too(visit, tmp_path, make):
    page = visit(make().save_html(tmp_path / "page.html"))
    page.wait_for_selector(".dc :is(canvas, svg, table)")
    assert page.locator("#wrong").inner_text() == ""


def packed(values, kind):
    return {"$bytes": base64.b64encode(np.asarray(values, kind).tobytes()).decode()}


def samples(points):
    def change(state):
        state["_input"] |= {"X": packed(points, float), "n_samples": len(points)}
        with np.errstate(over="ignore"):
            state["_points"] = packed(points, np.float32)

    return change


MARKUP = "<img src=x onerror=alert(1)><script>alert(1)</script>"
HOSTILE = {
    "NaN": (samples(np.where(X > 0, X, np.nan)), "X must hold finite numbers"),
    "infinity": (samples(X * np.inf), "X must hold finite numbers"),
    "huge": (samples(X * 1e300), "whose objective is a finite number"),
    "one point": (samples(X[:1]), "more points than there are clusters, 4; got 1 point."),
    "no points": (lambda state: state.update(_input={}), "clusters, 4; got 0 points."),
    "equal points": (samples(X * 0 + 1), "the median distance between samples is 0"),
    "one cluster": (
        lambda state: state.update(label_kernel=[[1]], n_clusters=1),
        "ring label kernel",
    ),
    "holes in A": (lambda state: state.update(label_kernel=[[None] * 4] * 4), "a square matrix"),
    "ragged A": (lambda state: state.update(label_kernel=[[1], [2, 3]]), "a square matrix"),
    "unknown kernel": (lambda state: state.update(kernel=MARKUP), "has no answer for its samples"),
    "labels of others": (
        lambda state: state.update(
            _labelling={"labels": packed([200] * 60, np.uint8), "objective": 1, "settled": True}
        ),
        "ring label kernel",
    ),
    "markup": (
        lambda state: state.update(_axes=[MARKUP] * 2, _names=[MARKUP] * 60, preset=MARKUP),
        MARKUP,
    ),
    "no front end": (lambda state: state.update(_esm="nonsense("), "cannot show all"),
    "no state": (lambda state: state.clear(), "cannot show all"),
    "bytes cut off": (
        lambda state: state["_input"].update(X={"$bytes": "AAAA"}),
        "cannot show all",
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_page_with_hostile_data_says_words(visit, tmp_path, name):
    change, words = HOSTILE[name]
    path = KernelExplorer(X, 4, label_kernel="ring").save_html(tmp_path / "page.html")
    text = path.read_text(encoding="utf-8")
    saved = json.loads(SAVED.search(text)[0])
    change(saved["states"][saved["first"]])
    hostile = json.dumps(saved).replace("<", "\\u003c")
    path.write_text(SAVED.sub(lambda _: hostile, text), encoding="utf-8")
    page = visit(path)
    page.get_by_text(words).first.wait_for(timeout=5000)
    assert page.locator("img, body script:not([id])").count() == 1
    page.wait_for_timeout(200)


def test_a_page_whose_state_is_no_json_says_words(visit, tmp_path):
    path = KernelExplorer(X, 4).save_html(tmp_path / "page.html")
    text = path.read_text(encoding="utf-8")
    path.write_text(SAVED.sub('{"first": NaN}', text), encoding="utf-8")
    visit(path).get_by_text("cannot show all that it was saved with").wait_for(timeout=5000)
