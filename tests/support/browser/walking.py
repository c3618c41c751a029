"""Every control of a widget's page, found by its role, used once, and what has changed then.

A control is what can have the focus; of the entries of a matrix one of each kind stands for all.
One that was to be seen at any time and was never used is a fault, but for hints to a state of the
page, which passes by itself. A control is alive if its use changes what is to be seen outside of
itself, words of the status bar and those said aloud among it, or if it hands something over.
"""

from pathlib import Path

SCRIPT = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
ARROWS = ["ArrowRight", "ArrowLeft", "ArrowDown"]
KEYS = {  # one after the other, until one changes something: a slider may stand at its end
    "button": ["Enter", *ARROWS],
    "radio": ["Enter"],
    "gridcell": ["+", "-"],
}
# What these choose is seen in the next stroke, edit or step.
FOR_THE_NEXT = ("slider brush", "slider density")
FOR_THE_NEXT += ("tool: radio", "an edit changes: radio", "speed: radio")
# Hints to a state of the page that may have passed before a key can be pressed on them.
PASSING = (": note answer", ": note searching", ": note waiting")


def walk(page):
    """What is wrong with the controls of a page's widget, a line each; nothing if all are alive."""
    downloads, used, found = [], set(), []
    page.on("download", lambda download: downloads.append(download))
    page.evaluate(SCRIPT)
    while control := next_control(page, used):
        key, before = control["key"], len(downloads)
        used.add(key)
        trouble = use(page, control)
        if trouble and len(downloads) == before:
            found.append(f"{key}: {trouble}; the status bar has {said(page)!r}")
        if wrong := page.locator("#wrong").inner_text():
            return [*found, f"{key}: {wrong}"]
    seen = page.evaluate("walk.seen()")
    if not seen:
        return ["there is no control"]
    left = [key for key in seen if key not in used and not key.startswith(PASSING)]
    return found + [f"{key}: was never used" for key in left]


def next_control(page, used):
    """One that can be used and was not yet; what may put others away comes when those are done."""
    listed = page.evaluate("walk.answered().then(walk.list)")
    todo = [e for e in listed if not (e["isOff"] or e["isChosen"] or e["key"] in used)]
    return min(todo, key=order, default=None)


def order(control):
    """Folds and choices come late, the newest before those that brought them; what empties last."""
    rank = (None, "true", "false").index(control["expanded"])
    if control["role"] in ("option", "radio"):
        rank = 3
    if control["key"].endswith("button Clear"):
        rank = 4
    return rank, -control["since"], control["atFirst"]


def said(page):
    return "; ".join(page.locator(".dc > .statusbar .said").all_inner_texts())


def use(page, control):
    """Use a control by its keyboard; what is wrong with what came of it, or nothing."""
    key, role = control["key"], control["role"]
    node = page.evaluate_handle("(key) => walk.find(key)", key).as_element()
    if node is None:
        return "" if key.startswith(PASSING) else "went away before it was used"
    if trouble := page.evaluate("(node) => walk.begin(node)", node):
        return trouble
    if role == "note":
        return page.evaluate("(node) => walk.tip(node)", node)
    if role == "option":
        node.select_option(control["value"])
        return page.evaluate("(node) => walk.outcome(node)", node)
    if role == "spinbutton":
        for field in node.query_selector_all("xpath=ancestor::*[@role='group'][1]//input"):
            field.fill("0.5")
        page.keyboard.press("Enter")
        return page.evaluate("(node) => walk.outcome(node)", node)
    keys = KEYS.get(role, ARROWS)
    for press in keys:
        page.keyboard.press(press)
        looks = 12 if press == keys[-1] else 4  # what comes later still is seen with the next key
        trouble = page.evaluate("([node, n]) => walk.outcome(node, n)", [node, looks])
        if not trouble and (node.get_attribute("aria-pressed") or control["expanded"] == "true"):
            page.keyboard.press("Enter")  # back to where it was
        if not trouble or any(name in key for name in FOR_THE_NEXT):
            return ""
    return page.evaluate("(node) => walk.look(node)", node) and trouble
