"""The data file in the browser: choose, drop, tick, mend, and what an explorer then shows."""

import json

import pytest

from browser.silent import hear_again, silence

pytest.importorskip("pandas")

PEOPLE = """name,age,height,species,score
anna,12,1.50,cat,3
bob,n/a?,1.62,dog,4
cid,31,,cat,5
dora,44,1.71,dog,6
eva,50,1.80,cow,9
finn,61,1.66,cow,2
"""
CELLS = ["from depcluster.widgets import DataFile\ntable = DataFile()\ntable"]
FILE = ".df input[type=file]"


def sent(text, name="people.csv"):
    return {"name": name, "mimeType": "text/csv", "buffer": text.encode()}


@pytest.fixture
def empty(open_page):
    notebook = open_page(CELLS)
    notebook.page.get_by_role("button", name="Choose a file").wait_for()
    return notebook


def box(notebook, name):
    return notebook.page.get_by_role("checkbox", name=f"{name} is a feature")


def test_a_chosen_file_is_read_and_its_columns_are_chosen(empty):
    page = empty.page
    page.set_input_files(FILE, sent(PEOPLE))
    empty.wait_python("len(table) == 5")
    page.get_by_role("region", name="first rows of people.csv").wait_for()
    assert box(empty, "height").is_checked()
    assert not box(empty, "age").is_checked()
    assert box(empty, "name").count() == 0
    page.get_by_text("X (5, 2); 6 rows in the file").wait_for()
    box(empty, "score").uncheck()
    empty.wait_python("table.feature_names == ['height']")
    page.get_by_role("combobox", name="label").select_option(label="species")
    empty.wait_python("table.target_names == ('cat', 'cow', 'dog')")
    page.get_by_role("combobox", name="missing values").select_option(label="fill in median")
    empty.wait_python("len(table) == 6")
    page.get_by_role("radio", name="0 to 1").click()
    empty.wait_python("table.X.max() == 1 and table.X.min() == 0")
    page.get_by_text("X (6, 1), y in 3 classes; 6 rows in the file").wait_for()
    page.get_by_role("button", name="all columns").click()
    empty.wait_python("table.feature_names == ['height', 'score']")
    page.get_by_role("button", name="none").click()
    empty.wait_python("table.feature_names == []")

    box(empty, "age").click()  # text among its numbers is told, and mended
    alert = page.get_by_role("alert")
    alert.wait_for()
    assert "row 1 (line 3 of the file), column \"age\": 'n/a?'" in alert.text_content()
    page.wait_for_function("!document.querySelector('[aria-label=\"age is a feature\"]').checked")
    assert empty.python("", "table.feature_names") == []
    page.get_by_role("button", name="age: 'n/a?' counts as missing").click()
    empty.wait_python("table.feature_names == ['age']")
    alert.wait_for(state="detached")
    assert page.get_by_role("button", name="age: 'n/a?' counts").count() == 0


def test_a_first_line_that_may_be_a_row_is_asked_and_read_again(empty):
    page = empty.page
    page.set_input_files(FILE, sent("town,2019,2020\nUlm,1.5,2.5\nBonn,2.5,2\nAalen,3,2.25\n"))
    empty.wait_python("table.feature_names == ['2019', '2020']")
    page.get_by_role("button", name="header: town, 2019, 2020 is a row").click()
    empty.wait_python("len(table) == 4")
    assert page.get_by_text("The first line, town").count() == 0


DROPPED = """(text) => {
  const dataTransfer = new DataTransfer(), drop = document.querySelector(".df .drop");
  dataTransfer.items.add(new File([text], "dropped.csv"));
  for (const kind of ["dragenter", "dragover"]) {
    drop.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true }));
  }
  if (!drop.classList.contains("over")) throw new Error("it does not say so");
  drop.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true }));
}"""
TOO_LARGE = """() => {
  const file = new File(["a"], "big.csv"), drop = new Event("drop", { bubbles: true });
  Object.defineProperty(file, "size", { value: 200_000_000 });
  drop.dataTransfer = { files: [file] };
  document.querySelector(".df .drop").dispatchEvent(drop);
}"""


def test_a_dropped_file_is_read_and_one_too_large_to_send_refused_and_not_sent(empty):
    empty.page.evaluate(TOO_LARGE)
    empty.page.get_by_role("alert").wait_for()
    assert "big.csv has 200 MB" in empty.page.get_by_role("alert").text_content()
    assert empty.python("", "table._upload.taken") == 0
    empty.page.evaluate(DROPPED, PEOPLE)
    empty.wait_python("table.summary().startswith('DataFile: dropped.csv, X (5, 2)')")


def test_keys_alone_open_a_path_and_choose(empty):
    empty.python(f"open('people.csv', 'w').write({json.dumps(PEOPLE)})")
    page = empty.page
    page.get_by_role("button", name="Choose a file").focus()
    page.keyboard.press("Tab")
    page.keyboard.type("https://x.org/people.csv")
    page.keyboard.press("Enter")
    page.get_by_role("alert").wait_for()
    assert "got the address" in page.get_by_role("alert").text_content()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("people.csv")
    page.keyboard.press("Enter")
    empty.wait_python("len(table) == 5")
    page.keyboard.press("Tab")
    for _ in range(4):  # Save picture, the frame of the rows, age, height
        page.keyboard.press("Tab")
    page.keyboard.press("Space")
    empty.wait_python("table.feature_names == ['score']")
    assert page.get_by_role("alert").count() == 0


LATE = (
    "No answer from Python yet. If it was restarted, run the cell or load the page again, then "
    "choose people.csv again."
)


def test_a_file_sent_to_a_dead_or_busy_kernel_says_so_and_is_read_later(empty):
    page, alert = empty.page, empty.page.get_by_role("alert")
    silence(empty)
    page.set_input_files(FILE, sent(PEOPLE))
    alert.wait_for()
    assert alert.text_content() == LATE
    assert page.locator(".df .sending").is_hidden()
    assert page.locator(".dc.busy").count() == 0
    hear_again(empty)
    empty.wait_python("len(table) == 5")
    page.get_by_role("region", name="first rows of people.csv").wait_for()
    alert.wait_for(state="detached")
    page.evaluate("() => { [...models.values()].at(-1).send = () => { throw new Error('no'); }; }")
    page.set_input_files(FILE, sent(PEOPLE))
    alert.wait_for()
    assert alert.text_content() == LATE
