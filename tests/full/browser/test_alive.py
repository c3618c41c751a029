"""Pages that live without Python: saved ones, and those whose Python is silent or gone."""

import base64
import json
import re
import zlib

import numpy as np
import pytest
from matplotlib.figure import Figure

from browser.lab import picture, wait_painted
from browser.touching import violations
from depcluster.datasets import make_circle, make_crescents
from depcluster.widgets import (
    DataFile,
    DataPad,
    Dropdown,
    GramView,
    KernelExplorer,
    LabelKernelEditor,
    LossExplorer,
    ModelSelectionExplorer,
    PadExplorer,
    PartitionStepper,
    PerturbationExplorer,
    SelectionSlider,
    TaxonomyExplorer,
    interact,
)
from depcluster.widgets.base.saved import page_of

CELLS = [
    "from depcluster.datasets import make_circle\n"
    "from depcluster.widgets import KernelExplorer\n"
    "explorer = KernelExplorer(make_circle(n_samples=120)[0], 4, label_kernel='ring')\n"
    "explorer",
]
JOIN = "Python is busy or gone: if it was restarted, run the cell or load the page again to join it"
SETTLED = ".dc > .statusbar[data-state=settled]"
X, _ = make_circle(n_samples=60)
SAVED = re.compile(r'(?<=<script type="application/json" id="saved">).*?(?=</script>)', re.DOTALL)


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
    back = "!document.querySelector('.dc > .statusbar .said').innerText.includes('Python')"
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


def test_what_python_refuses_is_told_though_the_page_goes_back_to_what_was_asked_before(explorer):
    page = explorer.page
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
    assert explorer.errors == []


def stroke(page):
    """Draw a line of points on a pad."""
    box = page.get_by_role("application").first.bounding_box()
    page.mouse.move(box["x"] + 30, box["y"] + 30)
    page.mouse.down()
    page.mouse.move(box["x"] + 120, box["y"] + 60, steps=12)
    page.mouse.up()


def wait_drawn(page):
    """Wait until the explorer beside a pad has all of its points, more than 40."""
    script = """() => {
      const count = (panel, words) => Number(document.querySelector(
        `[data-panel=${panel}] .cap`).innerText.match(words)[1]);
      const drawn = count("pad", /X \\((\\d+), 2\\)/);
      return drawn > 40 && count("points", /(\\d+) points/) === drawn;
    }"""
    page.wait_for_function(script)


@pytest.fixture
def pad(open_page):
    code = (
        "from depcluster.datasets import make_blobs4\n"
        "from depcluster.widgets import DataPad, PadExplorer\n"
        "explorer = PadExplorer(DataPad.fitted(make_blobs4(40)[0]), 4)\nexplorer"
    )
    notebook = open_page([code])
    notebook.page.wait_for_selector(SETTLED)
    return notebook


def test_points_are_clustered_while_python_is_busy(pad):
    pad.keep_busy(1.2)
    stroke(pad.page)
    wait_drawn(pad.page)
    pad.page.wait_for_selector(SETTLED)
    pad.wait_python("len(explorer.labels_) == len(explorer.pad.X) > 40")
    assert pad.python("", "explorer.objective_ == explorer._labelling['objective']")
    assert JOIN not in said(pad.page)
    assert pad.errors == []


def test_without_python_points_that_are_drawn_are_clustered_too(pad):
    pad.page.evaluate("socket.close()")
    stroke(pad.page)
    pad.page.get_by_text(JOIN).first.wait_for(timeout=3000)
    wait_drawn(pad.page)
    pad.page.wait_for_selector(SETTLED)
    pad.page.get_by_role("button", name="Clear").click()
    pad.page.get_by_text("Draw at least 5 points on the pad, for 4 clusters.").wait_for()
    stroke(pad.page)
    pad.page.wait_for_selector(SETTLED)
    assert pad.errors == []


def test_a_python_that_comes_back_goes_on_with_the_points_of_the_page(pad):
    pad.keep_busy(4)
    stroke(pad.page)
    pad.page.get_by_text(JOIN).first.wait_for(timeout=3000)
    wait_drawn(pad.page)
    stroke(pad.page)
    pad.wait_python("explorer.state == 'settled' and len(explorer.labels_) == len(explorer.pad.X)")
    wait_drawn(pad.page)
    pad.page.wait_for_selector(SETTLED)
    back = "!document.querySelector('.dc > .statusbar .said').innerText.includes('Python')"
    pad.page.wait_for_function(back)
    assert pad.errors == []


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
    assert not ring.get_by_role("combobox", name="weighting").is_visible()
    assert ring.locator("[inert], :disabled").count() == 0
    assert not ring.locator("[data-panel=error]").is_visible()
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


def test_a_front_end_that_hears_of_keys_first_leaves_plain_ones_to_a_control(ring):
    ring.evaluate("""() => {  // as Notebook 7: before the page, and keys may go no further
      window.taken = [];
      document.addEventListener("keydown", (event) => {
        if (event.target.closest("[data-lm-suppress-shortcuts]")) return;
        window.taken.push(event.key);
        event.preventDefault();
        event.stopPropagation();
      }, true);
    }""")
    slider = ring.get_by_role("slider", name="width")
    before = slider.input_value()
    slider.press("ArrowLeft")
    slider.press("d")
    slider.press("Control+s")
    assert slider.input_value() != before
    assert "d" not in ring.evaluate("taken")
    assert ring.evaluate("taken.at(-1)") == "s"
    slider.blur()
    ring.keyboard.press("d")
    assert ring.evaluate("taken.at(-1)") == "d"
    assert ring.locator("[data-lm-suppress-shortcuts]").count() == 0


def test_the_criteria_are_computed_in_a_saved_page_and_set_its_width(ring):
    ring.get_by_role("button", name="Criteria over the width").click()
    charts = ring.locator("[data-panel=criteria]")
    charts.get_by_text("17 of 17 widths").wait_for(timeout=60_000)
    assert charts.locator("[role=slider] .best").count() == 5
    value = ring.locator(".dc .read .v").first
    before = value.inner_text()
    charts.get_by_role("slider", name="eigengap").press("End")
    ring.wait_for_selector(SETTLED)
    assert value.inner_text() != before
    ring.get_by_role("combobox", name="kernel").select_option("linear")
    charts.get_by_text("This kernel has no width.").wait_for()
    ring.get_by_role("combobox", name="kernel").select_option("rbf")
    charts.get_by_text("17 of 17 widths").wait_for()  # they were kept


@pytest.fixture
def crescents(tmp_path, visit):
    points, truth = make_crescents((60, 60), random_state=4)
    explorer = KernelExplorer(points, 2, method="angle", sigma=0.5, y=truth, target=(1.4, 7))
    page = visit(explorer.save_html(tmp_path / "angle.html"))
    page.wait_for_selector(SETTLED)
    return page


def test_every_control_of_the_angle_method_is_alive_in_a_saved_page(crescents):
    page = crescents
    cost, width = page.locator(".dc .read .v:visible").first, page.locator(".dc .top b:visible")
    about = page.locator("[data-panel=points] .cap")

    def moved(node, act):
        before = node.inner_text()
        act()
        script = "([node, before]) => node.innerText !== before"
        page.wait_for_function(script, arg=[node.element_handle(), before])
        page.wait_for_selector(SETTLED)
        assert page.locator("[inert], :disabled").count() == 0

    def add_point():
        page.get_by_label("x of the point to add").fill("-3")
        page.get_by_label("y of the point to add").fill("5.5")
        page.keyboard.press("Enter")

    def press_the_curve():
        box = page.locator(".dc .errors").bounding_box()
        page.mouse.click(box["x"] + box["width"] - 12, box["y"] + box["height"] / 2)

    moved(about, lambda: page.locator(".dc .ghost").click())
    assert "121 points, 1 added" in about.inner_text()
    assert not page.locator(".dc .ghost").is_visible()
    moved(cost, lambda: page.get_by_role("combobox", name="weighting").select_option("outlier"))
    moved(cost, lambda: page.get_by_role("slider", name="window width").press("PageUp"))
    moved(cost, lambda: page.get_by_role("button", name="clusters: one more").click())
    moved(about, add_point)
    moved(about, lambda: page.get_by_role("button", name="Remove added").click())
    moved(cost, lambda: page.get_by_role("button", name="clusters: one fewer").click())
    moved(width, press_the_curve)
    whole = "([n]) => document.querySelectorAll('.dc .errors circle:not(.now)').length > n"
    page.wait_for_function(whole, arg=[30], timeout=60_000)
    method = page.get_by_role("combobox", name="method")
    method.select_option("cluhsic")
    page.wait_for_selector("[data-panel=label_kernel]:visible")
    page.wait_for_selector(SETTLED)
    assert page.locator("[data-panel=embedding]:visible").count() == 0
    method.select_option("angle")
    page.wait_for_selector("[data-panel=embedding]:visible")


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


def test_every_control_of_a_saved_model_selection_explorer_is_alive(visit, tmp_path):
    explorer = ModelSelectionExplorer(X, 3, feature_names=["long", "wide"])
    page = visit(explorer.save_html(tmp_path / "smic.html"))
    page.wait_for_selector(SETTLED)
    slider, data = page.get_by_role("slider", name="neighbours t"), page.get_by_role("combobox")
    words = "document.querySelector('.dc > .statusbar .said').innerText"
    assert "of 10 candidates" in said(page)
    for act in (
        lambda: slider.press("Home"),
        lambda: page.get_by_role("radio", name="sym").click(),
        lambda: page.get_by_role("radio", name="SMI (8)").click(),
        lambda: data.select_option("circle"),
        lambda: data.select_option("own"),
    ):
        before = said(page)
        act()
        page.wait_for_function(f"(text) => {words} !== text", arg=before)
        page.wait_for_selector(SETTLED)
        page.wait_for_function(f"() => {words}.includes('chooses t = ')")
        assert page.locator("[inert], :disabled").count() == 0
    map_of = page.locator(".dc .ms .scatter canvas.under")
    before = picture(map_of)
    page.get_by_role("button", name="Posterior").click()
    wait_painted(page)
    assert np.abs(picture(map_of) - before).max() > 0.05
    assert violations(page, "html") == {}


def test_data_that_were_judged_before_go_to_their_choice_again(visit, tmp_path):
    page = visit(ModelSelectionExplorer(X, 3).save_html(tmp_path / "smic.html"))
    page.wait_for_selector(SETTLED)
    data, graph = page.get_by_role("combobox"), page.locator("[data-panel=points] .cap")
    seen = {}
    for name in ("circle", "own", "circle", "own"):
        before = graph.inner_text()
        data.select_option(name)
        page.wait_for_function(
            "([node, before]) => node.innerText !== before", arg=[graph.element_handle(), before]
        )
        page.wait_for_selector(SETTLED)
        assert "chooses t = " in said(page)
        assert seen.setdefault(name, graph.inner_text()) == graph.inner_text()


def taxonomy():
    y = np.where(X[:, 0] > 0, "east, all", "west, all")
    texts = [f"cat {k}" if k % 2 else "dog" for k in range(60)]
    return TaxonomyExplorer(X, texts, 5, y=y, n_init=4)


def test_every_control_of_a_saved_taxonomy_explorer_is_alive(visit, tmp_path):
    page = visit(taxonomy().save_html(tmp_path / "taxonomy.html"))
    page.wait_for_selector(SETTLED)
    leaves = page.locator(".dc .picture:visible .leaf")
    assert leaves.count() == 5
    assert "cat" in page.locator(".dc .picture.tree").inner_text()
    slider = page.get_by_role("slider", name="clusters c")
    for structure in ("free", "fixed", "tree"):
        page.get_by_role("radio", name=structure, exact=True).click()
        page.locator(".said", has_text=f"{structure} structure").wait_for()
        page.wait_for_selector(SETTLED)
        for key in ("Home", "ArrowRight", "PageUp"):
            before = leaves.count()
            slider.press(key)
            page.wait_for_function(
                "(n) => document.querySelectorAll('.dc .picture:not([hidden]) .leaf').length !== n",
                arg=before,
            )
            page.wait_for_selector(SETTLED)
        if structure == "fixed":
            value = page.locator(".dc .compare .v.now").first
            before = value.inner_text()
            page.get_by_role("combobox", name="preset").select_option("chain")
            page.locator(".said", has_text="fixed structure, chain").wait_for()
            page.wait_for_selector(SETTLED)
            assert value.inner_text() != before
        assert page.locator("[inert], :disabled").count() == 0
    leaves.nth(1).click()
    assert leaves.nth(1).get_attribute("aria-pressed") == "true"
    page.get_by_role("button", name="Rotate by 15 degrees").click()
    assert violations(page, "html") == {}


def test_every_control_of_a_saved_perturbation_explorer_is_alive(visit, tmp_path):
    page = visit(PerturbationExplorer(X, 4).save_html(tmp_path / "perturbation.html"))
    whole = page.locator("[data-panel=curve] .cap")
    amount = page.get_by_role("slider")

    def by_name(name):
        return lambda: page.get_by_role("radio", name=name).click()

    for act in (
        lambda: None,
        by_name("rank"),
        lambda: amount.press("End"),
        by_name("entries"),
        lambda: page.get_by_role("combobox", name="kernel").select_option("linear"),
        lambda: amount.press("Home"),
        by_name("input"),
    ):
        act()
        page.wait_for_selector(SETTLED)
        page.wait_for_function(
            "(node) => { const [a, b] = node.innerText.match(/\\d+/g); return a === b; }",
            arg=whole.element_handle(),
        )
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
    stroke(page)
    about = page.locator("[data-panel=points] .cap")
    page.wait_for_function(
        "(node) => Number(node.innerText.match(/(\\d+) points/)[1]) > 60",
        arg=about.element_handle(),
    )
    page.wait_for_selector(SETTLED)
    assert said(page).endswith("moved")
    page.get_by_role("button", name="Clear").click()
    page.get_by_text("Draw at least 4 points on the pad, for 3 clusters.").wait_for()
    page.get_by_role("combobox", name="start from").select_option(index=1)
    page.wait_for_selector(".dc .statusbar .save[aria-disabled=false]")
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


@pytest.mark.parametrize("is_read", [True, False])
def test_a_file_where_no_python_runs_is_shown_and_none_can_be_chosen(visit, tmp_path, is_read):
    pytest.importorskip("pandas")
    words = "kind,a,b,note\nx,5,2,\ny,2,,\nx,3,n/a?,\n"
    (tmp_path / "few.csv").write_text(words, encoding="utf-8")
    table = DataFile(tmp_path / "few.csv", label="kind") if is_read else DataFile()
    path = tmp_path / "page.html"
    path.write_text(page_of(table), encoding="utf-8")
    page = visit(path)
    page.get_by_text("can be chosen where Python runs").wait_for()
    assert page.locator("input, select, [inert], :disabled").count() == 0
    buttons = page.get_by_role("button").all_inner_texts()
    assert buttons == (["Copy Python"] if is_read else [])
    assert page.get_by_text("No file was chosen").is_visible() != is_read
    if is_read:
        heads = page.locator("thead th").all_inner_texts()
        assert [head.split("\n")[1:] for head in heads[1:3]] == [["label"], ["feature"]]
        page.get_by_role("region", name="first rows of few.csv").wait_for()
    assert violations(page, "html") == {}


def draw_bars(n, tall):
    if n == 5:
        raise ValueError("five is too much")
    figure = Figure(figsize=(4, 2))
    ax = figure.add_subplot()
    ax.bar(range(n), 2 if tall else 1)
    ax.set_title(f"{n} $&<}}")
    return figure, f'{n} "bars", {tall}.'


@pytest.fixture
def bars():
    return interact(
        draw_bars,
        n=SelectionSlider(range(1, 6), value=3, label="bars"),
        tall=Dropdown({"low": False, "high": True}, label="height"),
    )


SHOWS = """([picture, html]) => {
  const drawn = document.createElement("div");
  drawn.innerHTML = html;
  return picture.innerHTML === drawn.innerHTML;
}"""


def wait_picture(page, bars, n, tall):
    """Wait until a page shows what Python draws."""
    html = bars._drawn([n - 1, int(tall)])["html"]
    shown = page.locator(".interact-picture").element_handle()
    page.wait_for_function(SHOWS, arg=[shown, html])


def test_pictures_move_in_a_page_as_python_draws_them(visit, bars, tmp_path):
    page = visit(bars.save_html(tmp_path / "bars.html"))
    slider, high = page.get_by_role("slider", name="bars"), page.get_by_role("radio", name="high")
    wait_picture(page, bars, 3, False)
    again = page.get_by_role("button", name="Back to the start")
    assert again.get_attribute("aria-disabled") == "true"
    slider.press("Home")
    for n in range(1, 5):
        for tall in (False, True):
            page.get_by_role("radio", name="high" if tall else "low").click()
            wait_picture(page, bars, n, tall)
            page.locator(".unseen", has_text=f'{n} "bars", {tall}.').wait_for(state="attached")
        slider.press("ArrowRight")
    alert = page.locator(".dc [role=alert]")
    alert.wait_for()
    assert alert.inner_text() == "ValueError: five is too much The last picture stays."
    wait_picture(page, bars, 4, True)
    again.click()
    wait_picture(page, bars, 3, False)
    assert alert.count() == 0
    assert high.get_attribute("aria-checked") == "false"
    assert page.get_by_text("where Python runs").count() == 0
    assert violations(page, "html") == {}


def with_state(path, change):
    """A saved page after a change of its widget's state."""
    text = path.read_text(encoding="utf-8")
    saved = json.loads(SAVED.search(text)[0])
    change(saved["states"][saved["first"]])
    other = json.dumps(saved).replace("<", "\\u003c")
    path.write_text(SAVED.sub(lambda _: other, text), encoding="utf-8")
    return path


WRONG_PICTURES = {
    "cut": lambda data: data[: len(data) // 2],
    "turned": lambda data: data[:200] + bytes(255 - byte for byte in data[200:]),
    "none": lambda data: b"",
    "no JSON": lambda data: zlib.compress(b"<p>evil</p>"),
    "nothing in it": lambda data: zlib.compress(b"{}"),
}


@pytest.mark.parametrize("how", WRONG_PICTURES)
def test_pictures_that_cannot_be_read_leave_the_first_and_words(visit, bars, tmp_path, how):
    path = bars.save_html(tmp_path / "bars.html")
    wrong = packed(np.frombuffer(WRONG_PICTURES[how](bars._pictures), np.uint8), np.uint8)
    page = visit(with_state(path, lambda state: state.update(_pictures=wrong)))
    page.get_by_text("bars 3; height low. Other pictures are drawn where Python runs.").wait_for()
    assert page.locator("input, button, select").count() == 0
    wait_picture(page, bars, 3, False)


@pytest.mark.parametrize("at", [None, "evil", [], [9, 0], [-1, 0.5], ["length", "0"], {"0": 7}])
def test_controls_that_stand_nowhere_move_to_the_first_place(visit, bars, tmp_path, at):
    path = bars.save_html(tmp_path / "bars.html")
    page = visit(with_state(path, lambda state: state.update(_at=at)))
    wait_picture(page, bars, 1, False)
    page.get_by_role("slider", name="bars").press("ArrowRight")
    wait_picture(page, bars, 2, False)


def packed(values, kind):
    return {"$bytes": base64.b64encode(np.asarray(values, kind).tobytes()).decode()}


def samples(points):
    def change(state):
        size = {"n_samples": len(points), "n_features": points.shape[1]}
        state["_input"] |= {"X": packed(points, float), **size}
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
    "a row is missing": (
        lambda state: state["_input"].update(n_samples=61),
        "X must hold a row a point",
    ),
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


def with_noise(points):
    both = np.vstack([points, np.ones_like(points)])

    def change(state):
        samples(points)(state)
        state["_input"]["X"] = packed(both, float)

    return change


HOSTILE_PERTURBATION = {
    "NaN": (with_noise(np.where(X > 0, X, np.nan)), "X must hold finite numbers"),
    "huge": (
        lambda state: [with_noise(X * 1e300)(state), state.update(kernel="linear")],
        "X must be of a size whose kernels are finite",
    ),
    "one point": (with_noise(X[:1]), "clusters, 4; got 1 point."),
    "no points": (lambda state: state.update(_input={}), "clusters, 2; got 0 points."),
    "equal points": (with_noise(X * 0 + 1), "its eigengap is closed"),
    "one cluster": (lambda state: state["_input"].update(n_clusters=1), "must be at least 2"),
    "unknown kernel": (lambda state: state.update(kernel=MARKUP), "has no answer for its samples"),
    "no kinds": (lambda state: state.update(_modes={}), "cannot show all"),
    "amounts": (lambda state: state["_modes"]["input"].update(amounts=[]), "cannot show all"),
    "labels of others": (
        lambda state: state.update(
            _labelling={"labels": packed([200] * 60, np.uint8), "objective": 1, "settled": True},
            _perturbed={"labels": packed([200], np.uint8), "objective": None, "settled": 3},
        ),
        "found from the",
    ),
    "markup": (lambda state: state.update(_names=[MARKUP] * 60, _plane=MARKUP), MARKUP),
}


def inputs(**values):
    return lambda state: state["_input"].update(values)


def traits(**values):
    return lambda state: state.update(values)


UNTRUE = {
    "more points than rows": (inputs(n_samples=90), "X must hold a row a point"),
    "two points": (samples(X[:2]), "more points than there are clusters, 4; got 2 points."),
    "no points": (inputs(n_samples=0), "clusters, 4; got 0 points."),
    "points without end": (inputs(n_samples=10**9), "X must hold a row a point"),
    "X is missing": (lambda state: state["_input"].pop("X"), "X must hold a row a point"),
    "few points twice": (samples(np.repeat(X[:2], 30, axis=0)), "tree label kernel"),
    "one feature": (samples(X[:, :1]), "tree label kernel"),
    "unknown kernel": (inputs(kernel=MARKUP), "has no answer for its samples"),
    "infinity": (samples(X * np.inf), "X must hold finite numbers"),
    "holes in A": (traits(label_kernel=[[None] * 4] * 4), "label_kernel must be a square matrix"),
    "another size": (traits(label_kernel=np.eye(30).tolist()), "loss must be a square matrix"),
    "ragged loss": (traits(loss=[[1], [2, 3]]), "loss must be a square matrix"),
    "huge penalty": (traits(normalization=None, penalty=1e308), "is a finite number"),
    "short labels": (
        traits(_labelling={"labels": packed([0, 1], "u1"), "objective": 1, "settled": True}),
        "tree label kernel",
    ),
    "no matrix": (inputs(matrix=packed(np.zeros(1830), float)), "tree label kernel"),
    "no numbers": (inputs(matrix=packed(np.full(1830, np.nan), float)), "finite numbers only"),
}
NO_GRAPH = "These samples have no graph of neighbours."
NO_NEIGHBOURS = {
    "NaN": (inputs(X=packed(np.where(X > 0, X, np.nan), float)), NO_GRAPH),
    "infinity": (inputs(X=packed(X * np.inf, float)), NO_GRAPH),
    "huge": (inputs(X=packed(X * 1e300, float)), NO_GRAPH),
    "one point": (inputs(X=packed(X[:1], float), n_samples=1), NO_GRAPH),
    "no points": (lambda state: state.update(_input={"n_samples": 3}), "no samples of your own"),
    "equal points": (inputs(X=packed(X * 0 + 1, float)), "as printed, t = 1"),
    "one cluster": (inputs(n_clusters=1), NO_GRAPH),
    "neighbours of nobody": (inputs(neighbours=packed([10**9] * 600, np.int32)), NO_GRAPH),
    "no candidates": (inputs(candidates=None), NO_GRAPH),
    "a grid of many": (inputs(grid=[1e9, 0, 0, 1, 1]), "has no answer for its samples"),
    "unknown kernel": (lambda state: state.update(kernel_normalization=MARKUP), MARKUP),
    "markup": (inputs(plane=MARKUP, drawn=MARKUP, called=MARKUP), MARKUP),
    "bytes cut off": (inputs(X={"$bytes": "AAAA"}), NO_GRAPH),
}
TOLD = {"labels": packed([200] * 60, np.uint8), "objective": 1, "settled": True}
HOSTILE_TAXONOMY = {
    "NaN": (samples(np.where(X > 0, X, np.nan)), "X must hold finite numbers"),
    "infinity": (samples(X * np.inf), "X must hold finite numbers"),
    "huge": (samples(X * 1e300), "5 clusters, tree structure"),
    "one point": (samples(X[:1]), "from 2 to the number of samples, 1; got 5."),
    "no points": (lambda state: state.update(_input={}), "number of samples, 0; got 5."),
    "equal points": (samples(X * 0 + 1), "5 clusters, tree structure"),
    "one cluster": (lambda state: state.update(n_clusters=1), "number of samples, 60; got 1."),
    "holes in A": (
        lambda state: state.update(structure="fixed", label_kernel=[[None] * 5] * 5),
        "a square matrix",
    ),
    "A of another size": (
        lambda state: state.update(structure="fixed", label_kernel=[[1]]),
        "a square matrix",
    ),
    "flat A": (
        lambda state: state.update(structure="fixed", label_kernel=[[1] * 5] * 5),
        "structure must tell clusters apart",
    ),
    "unknown structure": (
        lambda state: state.update(structure=MARKUP),
        "no answer for its samples",
    ),
    "unknown kernel": (lambda state: state["_input"].update(kernel=MARKUP), "has no answer"),
    "labels of others": (
        lambda state: state.update(_labelling=TOLD, _free=TOLD, _fixed=TOLD),
        "5 clusters, tree structure",
    ),
    "markup": (
        lambda state: state["_samples"].update(names=[MARKUP] * 2, families=None),
        MARKUP,
    ),
    "classes of others": (
        lambda state: state["_samples"].update(classes=[7]),
        "5 clusters, tree structure",
    ),
}
HOSTILE_ANGLES = {
    "NaN": (samples(np.where(X > 0, X, np.nan)), "X must hold finite numbers"),
    "huge": (samples(X * 1e300), "58 undecided"),
    "one point": (samples(X[:1]), "more points than there are clusters, 2; got 1 point."),
    "equal points": (samples(X * 0 + 1), "at most the rank of the kernel matrix, 1"),
    "equal points, by a rule": (
        lambda state: (samples(X * 0 + 1)(state), state.update(sigma="mean")),
        "all samples are the same",
    ),
    "one cluster": (lambda state: state.update(n_clusters=1), "a whole number from 2 on"),
    "no width": (lambda state: state.update(sigma=None), "sigma must be a positive number"),
    "markup": (lambda state: state.update(weighting=MARKUP), "weighting must be one of"),
    "unknown method": (lambda state: state.update(method=MARKUP), "has no answer for its samples"),
    "truth cut off": (
        lambda state: state["_input"].update(truth=packed([0, 1], np.int32)),
        "laplacian weighting",
    ),
    "points of no plane": (lambda state: state.update(added=[[None, "x"]]), "finite numbers"),
}

EXPLORERS = {
    "KernelExplorer": (lambda: KernelExplorer(X, 4, label_kernel="ring"), HOSTILE),
    "angle": (
        lambda: KernelExplorer(X, 2, method="angle", sigma=0.5, y=np.arange(60) % 2),
        HOSTILE_ANGLES,
    ),
    "LossExplorer": (lambda: LossExplorer(X, 4), UNTRUE),
    "ModelSelectionExplorer": (lambda: ModelSelectionExplorer(X, 4), NO_NEIGHBOURS),
    "TaxonomyExplorer": (taxonomy, HOSTILE_TAXONOMY),
    "PerturbationExplorer": (lambda: PerturbationExplorer(X, 4), HOSTILE_PERTURBATION),
}


@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for kind, (_, cases) in EXPLORERS.items() for name in cases]
)
def test_a_page_with_hostile_data_says_words(visit, tmp_path, kind, name):
    make, cases = EXPLORERS[kind]
    change, words = cases[name]
    page = visit(with_state(make().save_html(tmp_path / "page.html"), change))
    page.get_by_text(words).locator("visible=true").first.wait_for(timeout=5000)
    assert page.locator("img, body script:not([id])").count() == 1
    page.wait_for_timeout(200)


def test_a_page_whose_state_is_no_json_says_words(visit, tmp_path):
    path = KernelExplorer(X, 4).save_html(tmp_path / "page.html")
    text = path.read_text(encoding="utf-8")
    path.write_text(SAVED.sub('{"first": NaN}', text), encoding="utf-8")
    visit(path).get_by_text("cannot show all that it was saved with").wait_for(timeout=5000)
