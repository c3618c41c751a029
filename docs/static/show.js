// The show: pages of the site in frames, one step at a time, by keys, a clicker or buttons, and the
// speaker's notes in a second window. Each page stays loaded, so that its widgets keep their state.
// Pages from a disk may not look into each other: all that passes between frames and windows are
// messages.
"use strict";
const { plans, lessons, pictures } = JSON.parse(document.querySelector("#plans").textContent);
const asked = new URLSearchParams(location.search);
const find = (selector) => document.querySelector(selector);
const mod = (event) => event.ctrlKey || event.metaKey || event.altKey;
const KEYS = new Set([
  "ArrowRight",
  "ArrowLeft",
  "PageDown",
  "PageUp",
  "Home",
  "End",
  "Escape",
  "f",
  "n",
]);

// ---- what is played -----------------------------------------------------------------------------
// A lesson is played beat by beat; its notes are those of the plans' moves that stop there.
function played() {
  if (plans[asked.get("plan")]) return { ...plans[asked.get("plan")], short: true };
  const page = lessons[asked.get("page")] ? asked.get("page") : Object.keys(lessons)[0];
  const every = Object.values(plans).flatMap((plan) => plan.moves);
  const moves = lessons[page].map((what, beat) => {
    const here = every.find(({ stops }) =>
      stops.some((stop) => stop.page === page && stop.beat === beat),
    );
    return { ...here, minute: "", what, stops: [{ page, beat }] };
  });
  return { title: lessons[page][0], moves };
}
const show = played();
const stops = show.moves.flatMap((move, k) =>
  move.stops.map((stop, part) => ({ ...stop, move: k, part })),
);
const nameOf = ({ page, beat }) => lessons[page]?.[beat] ?? page;

// ---- the speaker's notes ------------------------------------------------------------------------
function notes() {
  const home = window.opener;
  let began = Date.now();
  find("#notes").hidden = false;
  document.title = "Speaker's notes";
  const tell = (words) => home?.postMessage({ stage: true, ...words }, "*");
  const tick = () => {
    const passed = Math.max(0, Math.floor((Date.now() - began) / 1000));
    find("#notes [role=timer]").textContent =
      `${Math.floor(passed / 60)}:${String(passed % 60).padStart(2, "0")}`;
  };
  setInterval(tick, 500);
  addEventListener("message", ({ source, data }) => {
    if (source !== home || !data?.notes) return;
    const { at, step, steps } = data.notes;
    began = data.notes.began;
    const { move: k, ...stop } = stops[at];
    const move = show.moves[k],
      next = show.moves[k + 1];
    find("#notes .minute").textContent = move.minute && `planned: minute ${move.minute}`;
    find("#notes .what").textContent = move.what;
    find("#notes .now").textContent = `${nameOf(stop)} (step ${step + 1} of ${steps})`;
    const rows = { Where: move.where, "The move": move.move, "Ask the room": move.ask };
    find("#notes dl").replaceChildren(
      ...Object.entries(rows)
        .filter(([, text]) => text)
        .flatMap(([name, text]) =>
          [
            ["dt", name],
            ["dd", text],
          ].map(([tag, textContent]) =>
            Object.assign(document.createElement(tag), { textContent }),
          ),
        ),
    );
    find("#notes .next").textContent = next
      ? `Next: ${next.minute} ${next.what}`
      : "This is the last move.";
    tick();
  });
  find("#notes .clock button").addEventListener("click", () => tell({ clock: true }));
  onKeys((key) => tell({ key }));
  tell({ key: "" });
}

function onKeys(act) {
  addEventListener("keydown", (event) => {
    if (!KEYS.has(event.key) || mod(event) || event.target.matches("select")) return;
    event.preventDefault();
    act(event.key);
  });
  for (const button of document.querySelectorAll("[data-key]")) {
    button.addEventListener("click", () => act(button.dataset.key));
  }
}

// ---- the stage ----------------------------------------------------------------------------------
function play() {
  const stage = find("#stage .frames"),
    menu = find("#stage select"),
    count = find("#stage output");
  // How a step may stand, [size of the type, width of the page], the largest first. It gets the
  // first in which all of it is seen, and scrolls in the last.
  const FITS = [
    [2],
    [1.7],
    [1.45],
    [1.45, 720],
    [1.3],
    [1.3, 720],
    [1.15],
    [1.15, 860],
    [1],
    [0.9],
    [0.8],
  ];
  const frames = new Map(),
    fitted = new Map(),
    revealed = new Set();
  let at = 0,
    step = 0,
    steps = [],
    second = null,
    turn = 0,
    measured = () => {};
  let began = history.state?.began ?? Date.now(); // stays when the page is loaded again
  find("#stage").hidden = false;
  document.title = `Show: ${show.title}`;
  menu.append(
    ...stops.map((stop, k) => {
      const {
        minute,
        what,
        stops: { length },
      } = show.moves[stop.move];
      const part = length > 1 ? ` (${stop.part + 1} of ${length}: ${nameOf(stop)})` : "";
      return new Option(`${minute} ${what}${part}`.trim(), k);
    }),
  );

  function open(page) {
    if (!frames.has(page)) {
      const frame = document.createElement("iframe");
      // a link to this show may set a widget of its first page
      const state = frames.size ? "" : location.hash;
      Object.assign(frame, { src: `${page}.html${state}`, title: lessons[page]?.[0] ?? page });
      const opened = { frame };
      opened.beats = new Promise((resolve) => {
        opened.resolve = resolve;
      });
      frames.set(page, opened);
      size(frame, 1);
      stage.append(frame);
    }
    return frames.get(page);
  }
  const here = () => frames.get(stops[at].page).frame;
  const say = (frame, words) => frame.contentWindow.postMessage({ show: true, ...words }, "*");
  const theme = () => document.documentElement.dataset.theme;

  function size(frame, factor) {
    const { clientWidth: w, clientHeight: h } = stage;
    const zoom = factor * Math.min(w / 1280, h / 676);
    Object.assign(frame.style, { zoom, width: `${w / zoom}px`, height: `${h / zoom}px` });
    return h / zoom;
  }

  async function fit(mine) {
    const { page, beat } = stops[at],
      { frame } = frames.get(page);
    const key = [page, beat, steps[step].step, stage.clientWidth, stage.clientHeight].join();
    if (!fitted.has(key)) delete stage.dataset.ready;
    let limit = Infinity;
    for (const [factor, wide = 1080] of fitted.has(key) ? [fitted.get(key)] : FITS) {
      if (factor > limit) continue;
      const room = size(frame, factor);
      const found = await new Promise((resolve) => {
        measured = (words) => words.measured === mine && resolve(words);
        say(frame, { fit: { id: mine, wide } });
      });
      if (mine !== turn) return;
      fitted.set(key, [factor, wide]);
      if (found.height <= room && !found.over) break;
      // Sizes that cannot do are left out: room for words goes by the square of their size.
      limit = factor * Math.max(0.8, Math.sqrt((1.3 * room) / found.height));
    }
    stage.dataset.ready = "";
  }

  // Stands before the frame until the step there has found its size: what comes, by name and stored
  // picture.
  const curtain = find("#stage .curtain"),
    shot = curtain.querySelector("img");
  const placeOf = (picture) => `_static/pictures/${picture}.png`;
  function cover(name, picture) {
    curtain.firstChild.textContent = name.replaceAll(/[*`$]/g, "");
    shot.hidden = !picture;
    if (picture) shot.src = placeOf(picture);
  }

  // To a stop, and there to a step; from its end where the step is negative.
  async function go(stop, to = 0) {
    const mine = (turn += 1);
    [at, step, steps] = [stop, 0, []];
    const { page, beat } = stops[at],
      opened = open(page);
    if (!opened.isRead) {
      cover(nameOf(stops[at]), pictures[page]?.[beat]);
      delete stage.dataset.ready;
    }
    const every = (await opened.beats)[beat].map((each, k) => ({ ...each, step: k }));
    opened.isRead = true;
    if (mine !== turn) return;
    const moved = every.filter(({ kind }) => kind === "vote" || kind === "picture");
    steps = show.short && moved.length ? moved : every;
    step = to < 0 ? steps.length + to : to;
    cover(nameOf(stops[at]), steps[step].picture);
    for (const each of frames.values()) each.frame.classList.toggle("on", each === opened);
    say(opened.frame, { go: { beat, step: steps[step].step } });
    if (!document.activeElement.matches("button")) opened.frame.contentWindow.focus();
    menu.value = at;
    count.textContent = `${step + 1} / ${steps.length}`;
    const address = new URL(location);
    address.searchParams.set("move", at + 1);
    history.replaceState({ began }, "", address);
    note();
    await fit(mine);
    if (mine !== turn || !stops[at + 1]) return;
    const next = stops[at + 1],
      picture = pictures[next.page]?.[next.beat];
    open(next.page);
    if (picture) new Image().src = placeOf(picture);
  }

  function on() {
    const name = [stops[at].page, stops[at].beat, steps[step].step].join();
    if (steps[step].secret && !revealed.has(name)) {
      revealed.add(name);
      say(here(), { reveal: true });
      fitted.clear();
      fit((turn += 1));
    } else if (step + 1 < steps.length) go(at, step + 1);
    else if (at + 1 < stops.length) go(at + 1);
  }

  const WALKING = new Set(["ArrowRight", "ArrowLeft", "PageDown", "PageUp"]);
  function act(key) {
    // a page is still loading: a second press skips nothing
    if (WALKING.has(key) && !steps.length) return;
    if (key === "ArrowRight" || key === "PageDown") on();
    else if (key === "ArrowLeft" || key === "PageUp") {
      if (step) go(at, step - 1);
      else if (at) go(at - 1, -1);
    } else if (key === "Home") go(0);
    else if (key === "End") go(stops.length - 1, -1);
    else if (key === "f") {
      const done = document.fullscreenElement
        ? document.exitFullscreen()
        : document.documentElement.requestFullscreen();
      done.catch(() => {}); // a key in the notes' window may not
    } else if (key === "n")
      second = window.open(
        "show.html" + location.search + "&notes",
        "notes",
        "popup,width=720,height=640",
      );
    else if (key === "Escape") location.href = `${stops[at].page}.html`;
  }

  const note = () => {
    if (steps.length) second?.postMessage({ notes: { at, step, steps: steps.length, began } }, "*");
  };

  addEventListener("message", ({ source, data }) => {
    const from = [...frames.values()].find(({ frame }) => frame.contentWindow === source);
    if (!data?.stage || !(from || source === second)) return;
    if (data.ready) say(from.frame, { theme: theme(), keys: [...KEYS] });
    if (data.beats) from.resolve(data.beats);
    if (data.measured) measured(data);
    if (data.clock) {
      began = Date.now();
      history.replaceState({ began }, "");
    }
    if (data.key) act(data.key);
    note();
  });
  menu.addEventListener("change", () => go(Number(menu.value)));
  onKeys(act);
  addEventListener("resize", () => steps.length && fit((turn += 1)));
  const themes = new MutationObserver(() =>
    frames.forEach(({ frame }) => say(frame, { theme: theme() })),
  );
  themes.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  go(Math.min(Math.max(Number(asked.get("move")) || 1, 1), stops.length) - 1);
}

document.body.classList.add("show");
if (asked.has("notes")) notes();
else play();
