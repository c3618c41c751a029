"""A lesson and the lecturer's plans as a show: steps, votes, the speaker's notes, the clock."""

import json
import re

import pytest


def staged(page):
    """The frame that a show has on stage, once its step has found its size."""
    page.wait_for_selector("#stage .frames[data-ready='']")
    return page.locator("#stage iframe.on").element_handle().content_frame()


def act(page, key, at=None):
    """Press a key, in the notes' window if one is given, and wait until the stage has followed."""
    page.evaluate("document.querySelector('#stage .frames').dataset.ready = 'not yet'")
    (at or page).keyboard.press(key)
    return staged(page)


def place(page):
    """The stop, and the step there."""
    count = page.locator("#stage output").inner_text()
    return int(page.locator("#stage select").input_value()), count


def click(page, node):
    """Press the pointer on something in the frame, which is zoomed."""
    zoom = page.evaluate("Number(document.querySelector('#stage iframe.on').style.zoom)")
    at = node.evaluate("(node) => node.getBoundingClientRect().toJSON()")
    page.mouse.click(
        *(zoom * (at[x] + at[size] / 2) for x, size in (("x", "width"), ("y", "height")))
    )


LARGE = """() => [...document.querySelectorAll(
  "article :is(.dc, .pic, .cell_output :is(img, svg, table), form)"
)].some((each) => {
  const { width, height } = each.getBoundingClientRect();
  return width > 100 && height > 60;
})"""
CUT = """() => [...document.querySelectorAll("article :is(pre, .output, .output > [role=region])")]
  .filter((each) => each.scrollWidth > each.clientWidth + 1).length"""


def test_a_plan_is_played_from_its_first_move_to_its_last(visit):
    plan = "twenty-minutes"
    page = visit("show", f"?plan={plan}")
    data = json.loads(page.locator("#plans").text_content())
    stops = [stop for move in data["plans"][plan]["moves"] for stop in move["stops"]]
    kinds, frame = {}, staged(page)
    while True:
        at, count = place(page)
        stop, kind = stops[at], frame.locator("html").get_attribute("data-step")
        kinds.setdefault(at, set()).add(kind)
        assert frame.url.endswith(f"{stop['page']}.html")
        heading = frame.locator("article :is(h1, h2):visible")
        assert heading.count() == 1
        if titles := data["lessons"].get(stop["page"]):
            assert heading.inner_text().replace("*", "") == titles[stop["beat"]].replace("*", "")
        if kind == "picture":
            assert frame.evaluate(LARGE), (stop, count)
        assert frame.evaluate(CUT) == 0, (stop, count)
        if frame.locator("form:visible").count():
            assert frame.locator("form:visible").locator("xpath=../p").first.is_visible()
        secret = frame.locator(".dc-guess > button:visible").count()
        if at == len(stops) - 1 and len({*count.split(" / ")}) == 1 and not secret:
            break
        frame = act(page, "PageDown")
    assert sorted(kinds) == list(range(len(stops)))
    words = [stops[at] for at, shown in kinds.items() if "picture" not in shown]
    assert {data["lessons"][stop["page"]][stop["beat"]] for stop in words} <= {"Back to the circle"}


def test_a_vote_waits_for_its_answer_and_a_widget_keeps_its_keys_and_its_state(visit):
    page = visit("show", "?page=notebooks/00_start_here&move=5")
    staged(page)
    frame = act(page, "ArrowRight")
    option = frame.locator(".dc-guess:visible details").first
    hands = frame.locator(".dc-guess:visible input").first
    click(page, option.locator("summary"))
    click(page, option.locator("summary"))
    assert hands.input_value() == "2"
    assert frame.locator(".dc-guess details[open]").count() == 0
    act(page, "PageDown")
    assert "Yes." in frame.locator(".dc-guess details.right[open] > p").inner_text()
    frame = act(page, "PageDown")
    here, slider = place(page), frame.locator(".dc:visible input[type=range]")
    slider.focus()
    page.keyboard.press("End")
    assert place(page) == here
    page.keyboard.press("Escape")  # gives the keys back
    click(page, slider)
    left = slider.input_value()
    assert left not in {"0", slider.get_attribute("max")}
    act(page, "PageUp")  # a clicker's key is the stage's also after a pointer
    assert frame.locator(".dc-guess details.right[open]").is_visible()
    act(page, "ArrowRight")
    assert place(page) == here
    assert slider.input_value() == left
    act(page, "End")
    last = place(page)[0]
    assert last == page.locator("#stage option").count() - 1
    act(page, "Home")
    assert place(page)[0] == 0
    page.get_by_role("button", name="Leave").click()
    page.wait_for_url("**/notebooks/00_start_here.html")


PRESSED = """() => new Promise((resolve) => {
  const frames = document.querySelector("#stage .frames");
  const img = frames.querySelector(".curtain img");
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "PageDown", bubbles: true }));
  requestAnimationFrame(() => resolve("ready" in frames.dataset || img.hidden ? "" : img.src));
})"""


def test_the_stored_picture_of_a_step_stands_until_its_widget_is_alive(visit):
    page = visit("show", "?page=notebooks/jenssen2006&move=2")
    staged(page)
    for _ in range(4):
        if shown := page.evaluate(PRESSED):
            break
        staged(page)
    page.wait_for_function("document.querySelector('#stage .curtain img').naturalWidth > 100")
    widget = staged(page).locator(".widget:visible")
    assert shown.endswith(f"pictures/{widget.get_attribute('data-model')}.png")
    assert widget.locator(".dc").is_visible()


def test_a_question_waits_for_its_answer(visit):
    page = visit("show", "?page=notebooks/00_start_here&move=7")
    frame = staged(page)
    told = frame.locator("article details:visible", has_text=re.compile(r"^\s*Answer"))
    while not told.count():
        act(page, "PageDown")
    here = place(page)
    assert told.get_attribute("open") is None
    act(page, "PageDown")
    assert place(page) == here
    assert told.get_attribute("open") is not None
    act(page, "PageDown")
    assert place(page) != here


def test_the_notes_follow_the_stage_and_lead_it_and_tell_the_time(visit):
    page = visit("pages/teach")
    page.clock.set_fixed_time(1_000)
    page.get_by_role("link", name="Play this plan: Twenty minutes").click()
    staged(page)
    with page.expect_popup() as opened:
        page.get_by_role("button", name="Notes").click()
    notes = opened.value
    notes.get_by_text("planned: minute 0-2").wait_for()
    page.clock.set_fixed_time(1_125)
    notes.get_by_role("timer").get_by_text("2:05").wait_for()
    act(page, "ArrowRight", at=notes)
    notes.get_by_text("planned: minute 2-6").wait_for()
    assert "2-6" in page.locator("#stage select option:checked").inner_text()
    assert notes.locator(".what").inner_text() == "K, L and 999 shuffles: 0.141 against 0.023"
    assert notes.locator(".next").inner_text().startswith("Next: 6-8")
    notes.locator(".clock button").click()
    notes.get_by_role("timer").get_by_text("0:00").wait_for()


def test_a_link_goes_along_to_the_show_and_the_clock_runs_on_when_it_is_loaded_again(visit):
    state = "#kernel-explorer&width=2"
    page = visit("notebooks/00_start_here", state)
    page.clock.set_fixed_time(1_000)
    page.get_by_role("link", name="Show this lesson").click()
    staged(page)
    assert page.url.endswith(f"show.html?page=notebooks%2F00_start_here&move=1{state}")
    page.locator("#stage select").select_option("7")
    frame = staged(page)
    while frame.locator("html").get_attribute("data-step") != "picture":
        act(page, "PageDown")
    assert frame.get_by_role("slider", name="width").input_value() == "32"
    assert page.evaluate("history.state.began") == 1_000_000
    page.clock.set_fixed_time(1_060)
    page.reload()
    staged(page)
    assert place(page)[0] == 7
    assert page.evaluate("history.state.began") == 1_000_000


def test_a_show_is_accessible_in_the_dark(visit):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    page = visit("show", "?plan=twenty-minutes&move=3", color_scheme="dark")
    options = {"resultTypes": ["violations"], "preload": False, "iframes": False}
    rules = {"page-has-heading-one": {"enabled": False}}  # the page around the frame has one
    frame = staged(page)
    for shown in (page, frame, act(page, "ArrowRight")):
        found = axe.Axe().run(shown, options=options | ({} if shown is page else {"rules": rules}))
        assert found.violations_count == 0, found.generate_report()
    assert frame.locator("html").get_attribute("data-theme") == "dark"
