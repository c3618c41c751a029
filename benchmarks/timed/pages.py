"""How long the page of an explorer takes to answer a hand where it computes itself.

    python benchmarks/timings.py pages [--only ring angle] [--points 200] [--slow 6]
                                       [--before REVISION] [--site build/site]

A control of every explorer is moved in a headless browser without a GPU, Python behind the page, as
a hand drags it: from place to place, the next within two frames after an answer. No place is one
that was answered before. Times are read from outside, in the browser's own trace, in milliseconds.
*Own work* is CPU time of the page's main thread, from the event to the end of the frame that shows
its answer: script, style, layout, the recording of paint, whatever else has its turn there; workers
are other threads. *Paint* is from the event to the end of the first frame after it, whatever that
shows, *answer* to the end of the frame that shows the answer; a frame ends where the main thread
has handed it on. *Settled* is from a move to the end of the searches behind it, the wait for the
hand to rest included, and *longest task* the CPU time of the longest that the main thread had until
then: so long a hand may wait.

`--slow` slows the main thread by the browser's own means, which do not reach a worker; that one
waits after each piece of its work as many times as long as that took. With `--site` stands what the
start page reads from its folder, and what it takes until its first widget has drawn.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from bisect import bisect_left
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import unquote, urlsplit

import numpy as np
from playwright.sync_api import sync_playwright
from timings import ROOT, unpacked

from depcluster.reproduction import header

sys.path.insert(0, str(ROOT / "tests" / "support"))

from browser.lab import INSTALL_HINT, find_browser, launch
from browser.plain import PlainPage, PlainServer

CELL = """from depcluster.datasets import make_blobs4, make_circle
from depcluster.widgets import *
ring, (blobs, y) = make_circle({m}, random_state={seed})[0], make_blobs4({m}, random_state={seed})
{explorer}"""
RING = 'KernelExplorer(ring, 8, label_kernel="ring")'
ANGLE = 'KernelExplorer(blobs, 4, method="angle", y=y)'
LOSS = 'LossExplorer(ring, 8, label_kernel="ring", normalization="l2")'
POINTS = (200, 500, 1500)
# An explorer, what is moved, numbers of points.
ROWS = {
    "kernel, ring": (RING, "[aria-label^=width]", POINTS),
    "kernel, a cell": (RING, '[data-panel=label_kernel] [data-cell="0,0"]', POINTS),
    "angle": (ANGLE, '[aria-label^="window width"]', POINTS),
    "loss, a cell": (LOSS, '[data-panel=loss] [data-cell="0,1"]', POINTS),
    "perturbation": ("PerturbationExplorer(blobs, 4)", '[aria-label^="sd of"]', POINTS),
    "taxonomy": ("TaxonomyExplorer(blobs)", '[aria-label^="clusters c"]', (200, 500, 1000)),
    "selection": ("ModelSelectionExplorer(blobs, 4)", "[aria-label^=neighbours]", POINTS),
    "pad": ("PadExplorer(blobs, 4)", "[aria-label^=Drawing]", (200, 500)),
}
ROUNDS = 3  # at most, each of other samples, where a control has few places
GOALS = {200: (8, 33), 500: (8, 50), 1500: (8, 250)}  # own work and answer at p95, not slowed

# Marks in the trace: where a move begins, and in the task of the drawing that answers it.
MOVES = """async ([moves, rests, selector]) => {
  const moved = document.querySelector(`.dc ${selector}`);
  const status = document.querySelector(".dc > .statusbar"), isSlider = moved.type === "range";
  const pictures = ["Partition", "Perturbed", "Map"].map((each) => `[aria-label="${each}"] canvas`);
  const picture = `.dc :is(${pictures}, .picture)[data-draws]`;
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const rest = (time) => new Promise((resolve) => setTimeout(resolve, time));
  const until = (isSo) => new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${selector} had no answer`)), 240000);
    const observer = new MutationObserver((changes) => {
      if (!isSo(changes)) return;
      observer.disconnect();
      clearTimeout(late);
      performance.mark("answer");
      resolve();
    });
    const attributeFilter = ["data-draws", "data-state"];
    observer.observe(document.body, { attributeFilter, subtree: true });
  });
  // One to an earlier question may be drawn, too.
  const answered = () => until((changes) => status.dataset.state !== "waiting"
    && changes.some(({ target }) => target.matches(picture)));
  const isSettled = () => status.dataset.state === "settled";

  const press = (key, ctrlKey = false) => ["keydown", "keyup"].forEach((kind) =>
    moved.dispatchEvent(new KeyboardEvent(kind, { key, ctrlKey, bubbles: true })));
  function go(place) {
    performance.mark("move");
    if (moved.matches(".cell")) press("+");
    else if (!isSlider) press(...[["z", true], [" "]][place % 2]); // a pad
    else {
      moved.value = place;
      moved.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }

  // Every fifth place of a long slider may be one of a curve that the page draws.
  const last = Number(moved.max ?? moves + rests), from = Number(moved.value ?? 0);
  const places = Array.from({ length: last + 1 }, (_, i) => i)
    .filter((i) => i !== from && (!isSlider || last < 20 || i % 5));
  const apart = Math.max(2, Math.floor(places.length / rests)), isApart = (k) => k % apart === 1;
  const near = places.filter((_, k) => !isSlider || !isApart(k));
  const far = places.filter((_, k) => !isSlider || isApart(k));

  moved.focus();
  for (const [k, place] of near.slice(0, moves).entries()) {
    await rest(4 + (7 * k) % 17); // at any time between two frames
    const answer = answered();
    go(place);
    await answer;
    await frame();
  }
  await rest(300);
  performance.mark("rests");
  const settled = [];
  for (const place of far.slice(0, rests)) {
    const answer = answered(), start = performance.now();
    go(place);
    await answer;
    if (!isSettled()) await until(isSettled);
    settled.push(performance.now() - start);
    await rest(100);
  }
  performance.mark("rested");
  return settled;
}"""
# In a worker: time is told, and messages are sent, when a slower processor would have come so far.
SLOW = """(rate) => {
  const clock = performance.now.bind(performance), later = self.setTimeout;
  let since = clock();
  const begin = () => { since = clock(); };
  const wait = () => {
    const due = clock() + (rate - 1) * (clock() - since);
    while (clock() < due);
    begin();
    return since;
  };
  performance.now = wait;
  for (const target of [self, MessagePort.prototype]) {
    const { postMessage } = target;
    target.postMessage = function (...message) { wait(); postMessage.apply(this, message); };
  }
  self.setTimeout = (fn, time, ...given) => later(() => { begin(); fn(...given); }, time);
  self.addEventListener("message", begin, true);
}"""
ALIVE = """new MutationObserver((_, observer) => {
  if (!document.querySelector(".dc canvas[data-draws]")) return;
  observer.disconnect();
  performance.mark("alive");
}).observe(document, { attributeFilter: ["data-draws"], childList: true, subtree: true });"""
TRACED = ["blink.user_timing", "devtools.timeline", "disabled-by-default-devtools.timeline"]
NAMES = ("own work", "paint", "answer", "settled", "longest task")


def traced(browser, page, work):
    """What `work` returns, and events of the main thread: by name, in order, times in ms."""
    browser.start_tracing(page=page, categories=TRACED)
    found = work()
    events = json.loads(browser.stop_tracing())["traceEvents"]
    marks = [e for e in events if e["cat"] == TRACED[0] and e["name"] in ("move", "alive")]
    main, of = (marks[0]["pid"], marks[0]["tid"]), {}
    for e in sorted((e for e in events if "tts" in e), key=lambda e: e["ts"]):
        if (e["pid"], e["tid"]) == main:
            times = [e[key] / 1000 for key in ("ts", "tts")]
            times += [times[0] + e.get("dur", 0) / 1000, times[1] + e.get("tdur", 0) / 1000]
            of.setdefault(e["name"], []).append(times)
    return found, of


def measured(browser, page, row, m, options, throttle):
    """Times by column."""
    explorer, moved, _ = row
    times = {name: [] for name in NAMES}
    for seed in range(ROUNDS):
        throttle(1)
        page.show([CELL.format(m=m, seed=seed, explorer=explorer)], height=1400)
        page.page.wait_for_selector(".dc > .statusbar[data-state=settled]", timeout=600_000)
        page.page.wait_for_timeout(1500)
        throttle(options.slow)
        for worker in page.page.workers if options.slow > 1 else ():
            worker.evaluate(SLOW, options.slow)
        asked = [options.moves, options.rests, moved]
        settled, of = traced(
            browser, page.page, lambda asked=asked: page.page.evaluate(MOVES, asked)
        )
        add(times, of)
        times["settled"] += settled
        if len(times["own work"]) >= options.moves:
            break
    page.page.goto("about:blank")
    return times


def add(times, of):
    [[begins, *_]], [[ends, *_]], tasks = of["rests"], of["rested"], of["RunTask"]
    answers, frames = ([each[0] for each in of[name]] for name in ("answer", "Commit"))
    for start, *_, cpu in (move for move in of["move"] if move[0] < begins):
        answer = answers[bisect_left(answers, start)]
        first, shown = (of["Commit"][bisect_left(frames, time)] for time in (start, answer))
        own = (task for task in tasks if task[2] > start and task[0] < shown[2])
        times["own work"].append(sum(min(task[3], shown[3]) - max(task[1], cpu) for task in own))
        times["paint"].append(first[2] - start)
        times["answer"].append(shown[2] - start)
    rest = (after - before for at, before, _, after in tasks if begins <= at <= ends)
    times["longest task"].append(max(rest))


def line(name, m, times, is_slow):
    """One row of the table."""
    shares = {"settled": 100, "longest task": 100}
    cells = [(np.median(t), np.percentile(t, shares.get(key, 95))) for key, t in times.items()]
    met = ""
    if m in GOALS and not is_slow:
        reached = zip((cells[0][1], cells[2][1]), GOALS[m], strict=True)
        met = "  " + ", ".join(f"{'within' if t <= goal else 'over'} {goal}" for t, goal in reached)
    numbers = "".join(f"{middle:8.1f}{most:8.1f}" for middle, most in cells[:-1])
    return f"{name:22}{m:6}{numbers}{cells[-1][1]:14.1f}{len(times['own work']):7}{met}"


def start_page(browser, site):
    """What the start page of a built site takes until its first widget is alive."""
    page, read = browser.new_page(), set()
    page.on("requestfinished", lambda request: read.add(request.url))
    page.add_init_script(ALIVE)

    def work():
        page.goto((site.resolve() / "index.html").as_uri(), wait_until="commit")
        page.wait_for_function("performance.getEntriesByName('alive').length", timeout=300_000)
        return page.evaluate("performance.getEntriesByName('alive')[0].startTime")

    wall, of = traced(browser, page, work)
    page.wait_for_load_state()
    at, cpu, *_ = of["alive"][0]
    longest = max(
        min(after, cpu) - before for start, before, _, after in of["RunTask"] if start < at
    )
    paths = [Path(unquote(urlsplit(url).path)) for url in read if url.startswith("file:")]
    size = sum(path.stat().st_size for path in paths) / 1e6
    print(
        f"start page: {size:.2f} MB in {len(paths)} files; first widget alive after {wall:.0f} ms,"
    )
    print(f"{cpu:.0f} ms CPU time of the main thread, {longest:.0f} of it in the longest task")


def main(arguments):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--moves", type=int, default=40)
    parser.add_argument("--rests", type=int, default=6, help="moves that are let settle")
    parser.add_argument("--points", type=int, nargs="+", help="instead of those of a row")
    parser.add_argument("--only", nargs="+", default=[""], help=f"parts of {', '.join(ROWS)}")
    parser.add_argument("--slow", type=float, default=1, help="times as slow a processor")
    parser.add_argument(
        "--before", metavar="REVISION", help="the same rows of a revision, in turns"
    )
    parser.add_argument(
        "--site", type=Path, help="a built site, of which only the start page is timed"
    )
    options = parser.parse_args(arguments)
    with ExitStack() as stack:
        playwright = stack.enter_context(sync_playwright())
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        path = find_browser(playwright)
        if path is None:
            sys.exit(f"no browser found; {INSTALL_HINT}")
        browser = launch(playwright, path)
        print(f"{header()}; load {os.getloadavg()[0]:.1f}")
        if options.site:
            return start_page(browser, options.site)
        folders = {"before": unpacked(options.before, folder)} if options.before else {}
        pages = {}
        for side, source in (folders | {"now": ROOT}).items():
            os.environ["PYTHONPATH"] = str(source)
            server = PlainServer(folder)
            stack.callback(server.stop)
            pages[side] = PlainPage(server, browser)
        slowed = f", {options.slow:g} times as slow" if options.slow > 1 else ""
        print(f"milliseconds{slowed}, median and p95 (settled: median and largest)")
        print(
            f"{'':22}points"
            + "".join(f"{name:>16}" for name in NAMES[:-1])
            + "  longest task  moves"
        )
        for name, row in ROWS.items():
            for m in options.points or row[2] if any(part in name for part in options.only) else ():
                for side, page in pages.items():
                    session = page.page.context.new_cdp_session(page.page)
                    times = measured(
                        browser,
                        page,
                        row,
                        m,
                        options,
                        lambda rate, to=session: to.send(
                            "Emulation.setCPUThrottlingRate", {"rate": rate}
                        ),
                    )
                    said = name if len(pages) == 1 else f"{name}, {side}"
                    print(line(said, m, times, options.slow > 1), flush=True)
        print(f"load {os.getloadavg()[0]:.1f}")
