"""Pages that live without Python: saved ones, and those whose Python is silent or gone."""

import re

import numpy as np
import pytest

from browser.lab import wait_painted
from browser.saved import SAVED, rewriter, traits
from browser.silent import hear_again, silence
from browser.touching import violations
from depcluster.datasets import make_circle
from depcluster.widgets import (
    DataFile,
    KernelExplorer,
    LossExplorer,
    ModelSelectionExplorer,
    PerturbationExplorer,
    TaxonomyExplorer,
)
from depcluster.widgets.base.saved import page_of

RING = (
    "from depcluster.datasets import make_circle\n"
    "from depcluster.widgets import KernelExplorer\n"
    "explorer = KernelExplorer(make_circle(n_samples=120)[0], 4, label_kernel='ring')\n"
    "explorer"
)
JOIN = "Python is busy or gone: if it was restarted, run the cell or load the page again to join it"
SETTLED = ".dc > .statusbar[data-state=settled]"
JOINED = "!document.querySelector('.dc > .statusbar .said').innerText.includes('Python')"
X, _ = make_circle(n_samples=60)


def said(page):
    return page.locator(".dc > .statusbar .said").inner_text()


def move(page, key="ArrowLeft"):
    """Move the width, and wait for the answer of the whole search."""
    value = page.locator(".dc .read .v").first
    before = value.inner_text()
    page.get_by_role("slider", name="width").press(key)
    page.wait_for_function(
        "([node, before]) => node.innerText !== before", arg=[value.element_handle(), before]
    )
    page.wait_for_selector(SETTLED)


def opened(open_page, cell):
    notebook = open_page([cell])
    notebook.page.wait_for_selector(SETTLED)
    return notebook


def test_while_python_is_silent_or_gone_the_foot_says_so_and_the_page_goes_on(open_page):
    notebook = opened(open_page, RING)
    page = notebook.page
    move(page)
    silence(notebook)
    move(page)
    page.get_by_text(JOIN).first.wait_for()
    move(page)
    assert re.fullmatch(f"(ring label kernel|.*moved); {JOIN}", said(page))
    hear_again(notebook)
    page.wait_for_function(JOINED)
    assert "ring label kernel" in said(page)
    notebook.wait_python("explorer.width == -0.375")
    page.evaluate("socket.close()")
    for _ in range(2):
        move(page)
        page.get_by_text(JOIN).first.wait_for()


def test_what_python_refuses_is_told_though_the_page_goes_back_to_what_was_asked_before(open_page):
    notebook = opened(open_page, RING)
    page = notebook.page
    value = page.locator(".dc .read .v").first
    before = value.inner_text()
    page.evaluate("""() => {
      const model = [...models.values()].find((each) => each.get("_input"));
      model.set("width", 99);
      model.save_changes();
    }""")
    page.get_by_text("log2 of gamma over the median rule; got 99").first.wait_for()
    page.wait_for_selector(".dc > .statusbar[data-state=refused]")
    page.wait_for_function(
        "([node, before]) => node.innerText === before", arg=[value.element_handle(), before]
    )
    page.wait_for_timeout(500)
    assert page.locator(".dc > .statusbar").get_attribute("data-state") == "refused"
    move(page)
    assert "width must be" not in said(page)


def stroke(page):
    """Draw a line of points on a pad, and wait until the explorer beside it has all of them."""
    box = page.get_by_role("application").first.bounding_box()
    page.mouse.move(box["x"] + 30, box["y"] + 30)
    page.mouse.down()
    page.mouse.move(box["x"] + 120, box["y"] + 60, steps=12)
    page.mouse.up()
    page.wait_for_function("""() => {
      const count = (panel, words) => Number(document.querySelector(
        `[data-panel=${panel}] .cap`).innerText.match(words)?.[1]);
      const drawn = count("pad", /X \\((\\d+), 2\\)/);
      return drawn > 5 && count("points", /(\\d+) points/) === drawn;
    }""")
    page.wait_for_selector(SETTLED)


def test_points_that_are_drawn_are_clustered_and_a_python_that_comes_back_goes_on(open_page):
    notebook = opened(
        open_page,
        "from depcluster.datasets import make_blobs4\n"
        "from depcluster.widgets import DataPad, PadExplorer\n"
        "explorer = PadExplorer(DataPad.fitted(make_blobs4(40)[0]), 4)\nexplorer",
    )
    page = notebook.page
    silence(notebook)
    stroke(page)
    page.get_by_text(JOIN).first.wait_for()
    stroke(page)
    hear_again(notebook)
    notebook.wait_python("len(explorer.labels_) == len(explorer.pad.X) > 40")
    notebook.wait_python("explorer.objective_ == explorer._fit['objective']")
    page.wait_for_function(JOINED)
    page.evaluate("socket.close()")
    page.get_by_role("button", name="Clear").click()
    page.get_by_text("Draw at least 5 points on the pad, for 4 clusters.").wait_for()
    stroke(page)
    page.get_by_text(JOIN).first.wait_for()


def test_a_front_end_that_hears_of_keys_first_leaves_plain_ones_to_a_control(visit, tmp_path):
    page = visit(KernelExplorer(X, 4).save_html(tmp_path / "page.html"))
    page.wait_for_selector(SETTLED)
    page.evaluate("""() => {  // as Notebook 7: before the page, and keys may go no further
      window.taken = [];
      document.addEventListener("keydown", (event) => {
        if (event.target.closest("[data-lm-suppress-shortcuts]")) return;
        window.taken.push(event.key);
        event.preventDefault();
        event.stopPropagation();
      }, true);
    }""")
    slider = page.get_by_role("slider", name="width")
    before = slider.input_value()
    for key in ("ArrowLeft", "d", "Control+s"):
        slider.press(key)
    assert slider.input_value() != before
    assert "d" not in page.evaluate("taken")
    assert page.evaluate("taken.at(-1)") == "s"
    slider.blur()
    page.keyboard.press("d")
    assert page.evaluate("taken.at(-1)") == "d"
    assert page.locator("[data-lm-suppress-shortcuts]").count() == 0


def test_a_page_saves_itself_as_it_stands(open_page, visit, tmp_path):
    notebook = opened(open_page, RING)
    page = notebook.page
    for k in range(2):
        move(page, "PageUp")
        values = page.locator(".dc .read .v").all_inner_texts()
        with page.expect_download() as download:
            page.get_by_role("button", name="Save page").click()
        assert download.value.suggested_filename == "KernelExplorer-4-clusters.html"
        path = tmp_path / f"{k}.html"
        download.value.save_as(path)
        page = visit(path)
        page.wait_for_selector(SETTLED)
        assert page.locator(".dc .read .v").all_inner_texts() == values


def test_a_file_where_no_python_runs_is_shown_and_none_can_be_chosen(visit, tmp_path):
    pytest.importorskip("pandas")
    (tmp_path / "few.csv").write_text("kind,a,b,note\nx,5,2,\ny,2,,\nx,3,n/a?,\n", encoding="utf-8")
    path = tmp_path / "page.html"
    for table in (DataFile(), DataFile(tmp_path / "few.csv", label="kind")):
        path.write_text(page_of(table), encoding="utf-8")
        page = visit(path)
        page.get_by_text("can be chosen where Python runs").wait_for()
        assert page.locator("input, select, [inert], :disabled").count() == 0
        assert page.get_by_text("No file was chosen").is_visible() == (len(table) == 0)
        assert violations(page, "html") == {}
    assert page.get_by_role("button").all_inner_texts() == ["Copy Python"]
    heads = page.locator("thead th").all_inner_texts()
    assert [head.split("\n")[1:] for head in heads[1:3]] == [["label"], ["feature"]]
    page.get_by_role("region", name="first rows of few.csv").wait_for()


def inputs(**values):
    return lambda state: state["_input"].update(values)


MARKUP = "<img src=x onerror=alert(1)><script>alert(1)</script>"
NAMES = {"_axes": [MARKUP] * 2, "_names": [MARKUP] * 60}
HOSTILE = {  # what has no answer is tried under V8
    "KernelExplorer": (
        lambda: KernelExplorer(X, 4, label_kernel="ring"),
        {
            "markup": (traits(**NAMES, preset=MARKUP), MARKUP),
            "unknown kernel": (traits(kernel=MARKUP), "has no answer for its samples"),
            "no front end": (traits(_esm="nonsense("), "cannot show all"),
            "no state": (lambda state: state.clear(), "cannot show all"),
            "bytes cut off": (inputs(X={"$bytes": "AAAA"}), "has no answer for its samples"),
        },
    ),
    "LossExplorer": (
        lambda: LossExplorer(X, 4),
        {"markup": (traits(**NAMES), "tree label kernel")},
    ),
    "ModelSelectionExplorer": (
        lambda: ModelSelectionExplorer(X, 4),
        {"markup": (inputs(plane=MARKUP, drawn=MARKUP, called=MARKUP), MARKUP)},
    ),
    "PerturbationExplorer": (
        lambda: PerturbationExplorer(X, 4),
        {"markup": (traits(_names=[MARKUP] * 60, _plane=MARKUP), MARKUP)},
    ),
    "TaxonomyExplorer": (
        lambda: TaxonomyExplorer(X, n_clusters=5, y=np.where(X[:, 0] > 0, "e", "w"), n_init=2),
        {
            "markup": (
                lambda state: state["_about"].update(names=[MARKUP] * 2, families=None),
                MARKUP,
            ),
        },
    ),
}


WORKERS = {  # what a front end makes of them
    "as they are": "",
    "none": "delete window.Worker;",
    "refused at once": "window.Worker = function () { throw new Error('no workers here'); };",
    "refused later": "window.Worker = class { constructor() { setTimeout(() => this.onerror("
    "new Event('error', { cancelable: true }))); } postMessage() {} terminate() {} };",
}


def test_a_page_without_workers_has_the_same_answers(visit, browser, tmp_path):
    path = KernelExplorer(X, 4, label_kernel="ring").save_html(tmp_path / "page.html")
    text = path.read_text(encoding="utf-8")

    def answers(page):
        page.wait_for_selector(SETTLED)
        first = page.locator(".read").first.inner_text()
        move(page)
        return first, page.locator(".read").first.inner_text()

    found = {}
    for name, script in WORKERS.items():
        path.write_text(text.replace("<script>", f"<script>{script}", 1), encoding="utf-8")
        page = visit(path)
        found[name] = answers(page)
        assert len(page.workers) == (name == "as they are")
    path.write_text(text.replace("worker-src blob:", "worker-src 'none'"), encoding="utf-8")
    page = browser.new_page()  # whose console says what the policy refuses
    page.goto(path.as_uri())
    found["refused by a policy"] = answers(page)
    page.close()
    assert set(found.values()) == {found["as they are"]}


def test_a_page_with_hostile_data_says_words(visit, tmp_path):
    for kind, (make, cases) in HOSTILE.items():
        path = make().save_html(tmp_path / "page.html")
        write, page = rewriter(path), visit(path)
        for name, (change, words) in cases.items():
            write(change)
            page.reload()
            page.get_by_text(words).locator("visible=true").first.wait_for()
            assert page.locator("img, body script:not([id])").count() == 1, (kind, name)
            wait_painted(page)
    text = path.read_text(encoding="utf-8")
    path.write_text(SAVED.sub('{"first": NaN}', text), encoding="utf-8")
    page.reload()
    page.get_by_text("cannot show all that it was saved with").wait_for()
