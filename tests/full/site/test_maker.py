"""What makes the site: cards, links, folded cells, scripts beside the pages, answers."""

import base64
import json
import re
import sys
from copy import deepcopy
from pathlib import Path

import nbformat
import pytest

pytest.importorskip("myst_nb")
ROOT = Path(__file__).parents[3]
sys.path[:0] = [str(ROOT / "docs"), str(ROOT / "tools")]

import front_ends  # noqa: E402
from maker import (  # noqa: E402
    alive,
    cards,
    exercises,
    lessons,
    links,
    resting,
    third_party,
)

from depcluster.course import EXERCISES  # noqa: E402
from depcluster.course.assignments import FOLDER, assignments  # noqa: E402


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


def test_a_card_reads_all_words_before_the_first_section_and_the_cover():
    cells = [picture(40, "plain"), picture(30, "chosen", ["cover"]), picture(50, "large")]
    told = cards.entry("stem", notebook_of(FIRST, cells))
    assert (told.title, told.minutes, told.alt) == ("A title", 35, "chosen")
    assert told.sentence == "Afterwards you can do one thing."
    assert cards.entry("stem", notebook_of(FIRST, cells[::2])).alt == "plain"
    words = FIRST.split("\n\n")
    cells = [nbformat.v4.new_markdown_cell(text) for text in (*words[1:], "## 1. Now\n\n- else")]
    told = cards.entry("stem", notebook_of(words[0], [picture(40, "plain"), *cells]))
    assert (told.title, told.minutes) == ("A title", 35)
    assert told.sentence == "Afterwards you can do one thing."
    with pytest.raises(ValueError, match="there is no list"):
        cards.entry("stem", notebook_of(words[0], cells[-1:]))


def test_a_notebook_without_front_matter_or_outputs_is_named():
    for first, missing in {
        FIRST.replace("# ", ""): "title",
        FIRST.replace("- ", ""): "list",
        FIRST.replace("minutes", "min"): "minutes",
    }.items():
        with pytest.raises(ValueError, match=f"stem: there is no .*{missing}"):
            cards.entry("stem", notebook_of(first, [picture(20, "one")]))
    with pytest.raises(ValueError, match="stem holds no picture"):
        cards.entry("stem", notebook_of(FIRST))


def test_a_link_leads_to_a_page_or_to_the_repository():
    for given, folder, leads_to in [
        ("zhong2010.ipynb", "notebooks", "/notebooks/zhong2010.ipynb"),
        ("notebooks/zhong2010.ipynb#what-held", "", "/notebooks/zhong2010.ipynb#what-held"),
        ("exercises/zhong2010.ipynb", "notebooks", "/exercises/zhong2010.md"),
        ("reproduction/zhong2010.ipynb", "notebooks", "/reproduction/zhong2010.ipynb"),
        ("../zhong2010.ipynb", "notebooks/reproduction", "/notebooks/zhong2010.ipynb"),
        ("exercises", "notebooks", "/exercises/index.md"),
        ("../REPRODUCTION.md", "notebooks", "/pages/reproduction.md"),
        ("#one-section", "", "#one-section"),
        ("https://docs.dask.org", "", "https://docs.dask.org"),
        ("LICENSE", "", f"{links.repository()}/blob/main/LICENSE"),
        ("depcluster/search", "", f"{links.repository()}/tree/main/depcluster/search"),
    ]:
        text = links.linked(f"See [the page]({given}), ![picture](a.png).", folder)
        assert text == f"See [the page]({leads_to}), ![picture](a.png)."


def test_a_page_folds_what_the_notebook_folds():
    cells = [nbformat.v4.new_code_cell(source) for source in ("# Imports", "1 + 1")]
    cells[0].metadata["jupyter"] = {"source_hidden": True}
    notebook = notebook_of(FIRST, cells)
    folded = [
        "hide-input" in cell.metadata.get("tags", ())
        for cell in lessons.prepared("stem", notebook).cells
        if cell.cell_type == "code"
    ]
    assert folded == [True, False]


def test_a_page_holds_the_picture_of_a_widget_and_a_state_for_each_of_its_parts(
    tmp_path, monkeypatch
):
    kind = "depcluster.widgets.kernel_explorer.pad.PadExplorer"
    pad = {"_anywidget_id": "depcluster.widgets.data_pad.widget.DataPad", "_page": {}, "_esm": "x"}
    models = {
        "one": {"state": {"_anywidget_id": kind, "_page": {"called": "c"}, "pad": "IPY_MODEL_two"}},
        "two": {"state": pad, "buffers": [{"path": ["_rows"], "data": "AAAA"}]},
        "none": {"state": deepcopy(pad)},
    }
    cell = picture(40, 'a "picture" <')
    cell.outputs[0].data[cards.VIEW] = {"model_id": "one"}
    cell.outputs[0].metadata["image/png"]["width"] = 40
    notebook = notebook_of(FIRST, [cell])
    notebook.metadata.widgets = {front_ends.STATE: {"state": models}}
    monkeypatch.setattr(alive, "MADE", tmp_path / "made")
    alive.begin()
    text = alive.shown(notebook, "../").cells[1].outputs[0].data["text/html"]
    assert 'alt="a &quot;picture&quot; &lt;"' in text
    found = re.findall(r'<script [^>]*id="state-(\w+)" data-front="(\S+)\?.*?">(.*)</script>', text)
    assert {name: Path(file).stem for name, file, _ in found} == {
        "one": "PadExplorer",
        "two": "DataPad",
    }
    assert all((alive.MADE / file).exists() for _, file, _ in found)
    states = [json.loads(state) for *_, state in found]
    assert all(state["_python"] is False and "_esm" not in state for state in states)
    assert states[1]["_rows"] == {"$bytes": "AAAA"}


def test_without_npm_the_builder_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr(third_party.shutil, "which", lambda name: None)
    monkeypatch.setattr(third_party, "FOLDER", tmp_path / "temml")
    with pytest.raises(third_party.CannotFetch, match=r"Install Node\.js"):
        third_party.fetch()
    assert list(tmp_path.iterdir()) == []


def stored(**state):
    """A notebook that shows one kernel explorer, stored in a state."""
    output = nbformat.v4.new_output("display_data", {cards.VIEW: {"model_id": "one"}})
    notebook = notebook_of(FIRST, [nbformat.v4.new_code_cell("", outputs=[output])])
    about = {"_anywidget_id": "depcluster.widgets.kernel_explorer.widget.KernelExplorer"}
    state = {**about, "panels": [], "folded": [], **state}
    models = {"one": {"state": state, "buffers": []}}
    notebook.metadata.widgets = {front_ends.STATE: {"state": models}}
    return notebook


def test_links_number_the_widgets_of_a_class_in_the_order_of_the_page():
    notebook = stored(_input={}, _fit=None, _waiting="Draw at least 3 points.")
    models = notebook.metadata.widgets[front_ends.STATE]["state"]
    models |= {"two": deepcopy(models["one"]), "hidden": deepcopy(models["one"])}
    view = {cards.VIEW: {"model_id": "two"}}
    notebook.cells[1].outputs.insert(0, nbformat.v4.new_output("display_data", view))
    resting.rest("stem", notebook)
    called = {name: model["state"].get("_page", {}).get("called") for name, model in models.items()}
    assert called == {"two": "kernel-explorer", "one": "kernel-explorer-2", "hidden": None}


ASSIGNMENT_OF = {e.name: each for each in assignments(ROOT / FOLDER) for e in each.exercises}


def known_of(name):
    """What a page knows of an exercise; None for code."""
    assignment = ASSIGNMENT_OF[name]
    form = exercises.form(assignment, exercises.told(assignment, EXERCISES[name]))
    return form and (form["fields"], json.loads(base64.b64decode(form["known"])))


def test_a_page_knows_what_the_grader_says():
    for name in ("L1", "K3", "Z1", "B1", "J1", "S2"):
        exercise, (fields, known) = EXERCISES[name], known_of(name)
        right = [field["right"][0] for field in known["fields"]]
        assert exercise.check(*right).text == known["right"]
        for k, field in enumerate(known["fields"]):
            for value in field["right"]:
                assert exercise.check(*right[:k], value, *right[k + 1 :]).passed
            if fields[k]["kind"] == "number":
                for sign in (-1, 1):
                    near = right[k] + sign * field["within"]
                    assert exercise.check(*right[:k], near, *right[k + 1 :]).passed
        hints = [hint for _, hint in ASSIGNMENT_OF[name].mistakes(exercise)]
        for hint, mistake in zip(hints, known["mistakes"], strict=True):
            given = [exercises.ODD if answer is None else answer for answer in mistake["answers"]]
            verdict = exercise.check(*given)
            assert verdict.status == "wrong"
            assert verdict.text.endswith(hint)
            assert mistake["text"] in (verdict.text, hint)
