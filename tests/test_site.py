"""What makes the site: cards, links, recorded answers, scripts that stand beside the pages."""

import base64
import json
import re
import subprocess
import sys
from collections import Counter
from io import BytesIO
from pathlib import Path

import nbformat
import numpy as np
import pytest
from PIL import Image

from depcluster.reproduction.command import PAPERS, papers

pytest.importorskip("myst_nb")
ROOT = Path(__file__).parents[1]
NOTEBOOKS = ROOT / "notebooks"
sys.path[:0] = [str(ROOT / "docs"), str(NOTEBOOKS)]

import front_ends  # noqa: E402
from maker import (  # noqa: E402
    cards,
    lessons,
    links,
    pages,
    recipes,
    recorded,
    reproduced,
    start,
    third_party,
)

PATHS = sorted(NOTEBOOKS.glob("*.ipynb"))


def notebook_of(first, cells=()):
    cells = [nbformat.v4.new_markdown_cell(first), *cells]
    return nbformat.v4.new_notebook(cells=cells)


def picture(width, alt, tags=()):
    from matplotlib.figure import Figure

    from depcluster.plotting import png

    data = base64.b64encode(png(Figure(figsize=(1, 1)), width)).decode("ascii")
    output = nbformat.v4.new_output(
        "display_data", {"image/png": data}, metadata={"image/png": {"alt": alt}}
    )
    return nbformat.v4.new_code_cell("", outputs=[output], metadata={"tags": list(tags)})


FIRST = "# A title\n\nAfterwards you can\n\n- do one thing;\n- and more.\n\n**35 minutes to work.**"


def test_a_card_reads_the_first_cell_and_the_cover():
    cells = [picture(40, "plain"), picture(30, "chosen", ["cover"]), picture(50, "large")]
    told = cards.entry("stem", notebook_of(FIRST, cells))
    assert (told.title, told.minutes, told.alt) == ("A title", 35, "chosen")
    assert told.sentence == "Afterwards you can do one thing."
    assert cards.entry("stem", notebook_of(FIRST, cells[::2])).alt == "plain"


def test_a_card_reads_all_words_before_the_first_section():
    words = FIRST.split("\n\n")
    cells = [nbformat.v4.new_markdown_cell(text) for text in (*words[1:], "## 1. Now\n\n- else")]
    told = cards.entry("stem", notebook_of(words[0], [picture(40, "plain"), *cells]))
    assert (told.title, told.minutes) == ("A title", 35)
    assert told.sentence == "Afterwards you can do one thing."
    with pytest.raises(ValueError, match="there is no list"):
        cards.entry("stem", notebook_of(words[0], cells[-1:]))


def test_a_card_leaves_the_line_of_a_stored_picture_away():
    cell = picture(100, "a widget")
    cell.outputs[0].metadata["image/png"]["foot"] = 20
    told = cards.entry("name", notebook_of(FIRST, [cell]))
    assert Image.open(BytesIO(told.png)).size == (200, 160)


@pytest.mark.parametrize(
    ("first", "missing"),
    [
        (FIRST.replace("# ", ""), "title"),
        (FIRST.replace("- ", ""), "list"),
        (FIRST.replace("minutes", "min"), "minutes"),
    ],
)
def test_a_notebook_without_front_matter_is_named(first, missing):
    with pytest.raises(ValueError, match=rf"stem: there is no .*{missing}.* before the first"):
        cards.entry("stem", notebook_of(first, [picture(20, "one")]))


def test_a_notebook_without_outputs_is_named():
    with pytest.raises(ValueError, match="stem holds no picture; run it"):
        cards.entry("stem", notebook_of(FIRST))


def test_every_notebook_is_listed_once_and_the_first_one_first():
    order = lessons.reading_order()
    assert sorted(order) == PATHS
    assert order[0].stem == "00_start_here"


@pytest.mark.parametrize(
    ("given", "folder", "leads_to"),
    [
        ("zhong2010.ipynb", "notebooks", "/notebooks/zhong2010.ipynb"),
        ("notebooks/zhong2010.ipynb#8-near-or-far", "", "/notebooks/zhong2010.ipynb#8-near-or-far"),
        ("exercises/zhong2010.ipynb", "notebooks", "/exercises/zhong2010.md"),
        ("reproduction/zhong2010.ipynb", "notebooks", "/reproduction/zhong2010.ipynb"),
        ("../zhong2010.ipynb", "notebooks/reproduction", "/notebooks/zhong2010.ipynb"),
        ("exercises", "notebooks", "/exercises/index.md"),
        ("../REPRODUCTION.md", "notebooks", "/pages/reproduction.md"),
        ("#one-section", "", "#one-section"),
        ("https://docs.dask.org", "", "https://docs.dask.org"),
        ("LICENSE", "", f"{links.repository()}/blob/main/LICENSE"),
        ("depcluster/search", "", f"{links.repository()}/tree/main/depcluster/search"),
    ],
)
def test_a_link_leads_to_a_page_or_to_the_repository(given, folder, leads_to):
    text = links.linked(f"See [the page]({given}), ![picture](a.png).", folder)
    assert text == f"See [the page]({leads_to}), ![picture](a.png)."


def test_texts_of_the_repository_become_pages(tmp_path):
    (tmp_path / "pages").mkdir()
    pages.write(tmp_path)
    made = {path.stem: path.read_text(encoding="utf-8") for path in tmp_path.rglob("*.md")}
    assert {*made} == {"contributing", "changelog", "reproduction", "teach"}
    assert "](/reproduction/zhong2010.ipynb)" in made["reproduction"]
    assert "](/pages/reproduction.md)" in made["teach"]


def test_all_claims_stand_below_the_page_of_the_summary(tmp_path):
    for name in ("pages", "reproduction"):
        (tmp_path / name).mkdir()
    pages.write(tmp_path)
    reproduced.write(tmp_path)
    text = (tmp_path / "pages" / "reproduction.md").read_text(encoding="utf-8")
    claims = [made for paper in papers() for made in paper.recorded()[1]]
    assert Counter(re.findall('data-verdict="([^"]+)"', text)) == Counter(
        made.verdict for made in claims
    )
    assert [path.stem for path in sorted((tmp_path / "reproduction").iterdir())] == sorted(PAPERS)
    for name in PAPERS:
        assert f"\n/reproduction/{name}\n" in text


def test_our_own_files_name_no_address():
    own = [*(ROOT / "docs/static").glob("*.css"), *(ROOT / "docs/static").glob("*.js")]
    assert own
    for path in own:
        assert re.findall(r"https?://", path.read_text(encoding="utf-8")) == [], path.name


def test_a_page_folds_what_the_notebook_folds_and_lets_python_controls_rest():
    cells = [nbformat.v4.new_code_cell(source) for source in ("# Imports", "1 + 1")]
    cells[0].metadata["jupyter"] = {"source_hidden": True}
    notebook = notebook_of(FIRST, cells)
    states = {"drawn": {"state": {"_resting": False}}, "other": {"state": {}}}
    notebook.metadata.widgets = {front_ends.STATE: {"state": states}}
    folded = [
        "hide-input" in cell.metadata.get("tags", ())
        for cell in lessons.prepared(notebook).cells
        if cell.cell_type == "code"
    ]
    assert folded == [True, False]
    states = notebook.metadata.widgets[front_ends.STATE]["state"]
    assert states["drawn"]["state"]["_resting"]
    assert states["other"]["state"] == {}


def test_the_start_page_has_the_first_widget_and_all_that_it_needs():
    notebook = front_ends.read(NOTEBOOKS / f"{start.FIRST}.ipynb")
    page = start.start_page(notebook, [cards.entry(start.FIRST, notebook)])
    models = page.metadata.widgets[front_ends.STATE]["state"]
    named = set(re.findall(r"IPY_MODEL_(\w+)", json.dumps(models)))
    shown = page.cells[1].outputs[0].data[cards.VIEW]["model_id"]
    assert {shown, *named} == {*models}
    assert models[shown]["state"]["_anywidget_id"].endswith("KernelExplorer")
    assert len(models) < len(notebook.metadata.widgets[front_ends.STATE]["state"])


def test_without_npm_the_builder_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr(third_party.shutil, "which", lambda name: None)
    with pytest.raises(third_party.CannotFetch, match=r"Install Node\.js"):
        third_party.put_scripts(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_an_unreachable_registry_is_told_as_npm_tells_it(tmp_path, monkeypatch):
    def npm(command, **kwargs):
        return subprocess.CompletedProcess(command, 1, stdout="", stderr="ENOTFOUND")

    monkeypatch.setattr(third_party.shutil, "which", lambda name: name)
    monkeypatch.setattr(third_party.subprocess, "run", npm)
    with pytest.raises(third_party.CannotFetch, match=r"registry in reach.*\nENOTFOUND"):
        third_party.put_scripts(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("stem", recipes.RECIPES)
def test_each_recipe_makes_an_explorer_of_its_notebook(stem):
    notebook = front_ends.read(NOTEBOOKS / f"{stem}.ipynb")
    explorers = [model for model in recorded._shown(notebook) if "_request" in model["state"]]
    of_each = [recorded._places(stem, explorers, make()) for make in recipes.RECIPES[stem]]
    places = [place for places in of_each for place in places]
    assert len(set(places)) == len(places)


def test_an_explorer_that_no_notebook_shows_is_refused(monkeypatch):
    notebook = front_ends.read(NOTEBOOKS / "song2007_kernels.ipynb")
    monkeypatch.setitem(recipes.RECIPES, "song2007_kernels", recipes.RECIPES["song2007_labels"])
    with pytest.raises(ValueError, match="shows no explorer like KernelExplorer: 120 points"):
        recorded.record("song2007_kernels", notebook)


def test_what_is_recorded_is_what_python_answers():
    explorer = recipes.RECIPES["song2007_kernels"][0]()
    frames = recorded._frames(explorer)
    stops = recipes.SLIDERS["PerturbationExplorer"].stops(explorer)
    assert [frame["amount"] for frame in frames] == stops
    again = recipes.RECIPES["song2007_kernels"][0]().settle()
    again.amount = stops[-1]
    assert frames[-1]["answer"]["labels"] == again.answer["labels"]
    assert np.isclose(frames[-1]["answer"]["epsilon"], again.answer["epsilon"])


def test_averaging_the_kernel_down_keeps_its_mean_and_its_borders():
    rng = np.random.default_rng(0)
    size, small = 3 * recorded.PIXELS, recorded.PIXELS
    pixels = rng.integers(-127, 128, (size, size)).astype(np.int8)
    gram = {"pixels": pixels.tobytes(), "size": size, "borders": [0, size // 3, size]}
    less = recorded._smaller(gram)
    means = np.frombuffer(less["pixels"], np.int8).reshape(small, small)
    assert less["borders"] == [0, small // 3, small]
    assert np.abs(means - pixels.reshape(small, 3, small, 3).mean(axis=(1, 3))).max() <= 0.5
    assert recorded._smaller(less) is less


def test_links_of_the_lecturers_page_lead_somewhere():
    text = (NOTEBOOKS / "README.md").read_text(encoding="utf-8")
    found = re.findall(r"\]\(([^)]+)\)", text)
    assert [link for link in found if not (NOTEBOOKS / link).exists()] == []
    assert {f"{path.stem}.ipynb" for path in PATHS} <= set(found)


def test_a_page_leads_to_what_the_reference_says_of_the_names_it_uses():
    text = lessons.names_in("00_start_here")
    assert "{py:obj}`hsic <depcluster.metrics.hsic>`" in text
    assert "numpy" not in text
    assert "TaxonomyExplorer" not in text
