// A small widget: controls and numbers on top, panels below, a status bar. A hand sets a trait, and
// all is drawn again from the traits, whoever has set them.

import {
  caption,
  el,
  onResize,
  onThemeChange,
  paintClusters,
  svg,
  widgetRoot,
} from "../../base/parts/common.js";
import {
  iconButton,
  labelled,
  liveRegion,
  readout,
  segmented,
  setUsable,
  slider,
} from "../../base/parts/controls.js";
import { createSelection } from "../../base/parts/selection.js";
import { createNotice } from "../../base/parts/notice.js";
import { watch } from "../../base/parts/watch.js";
import "./layout.css";

// The render of a widget. `build(kit)` is called once, with { root, selection, say(words), alert,
// draw } and
//   given                                    what Python sends once,
//   now                                      the traits that a hand sets, to read and to set,
//   choice(label, trait, [[word, value], ..])  a row of words, and
//   slider(label, trait, stops, more)        over some values, `more` as of base/parts/controls.js;
// it returns
//   kind                  a class of the layout, for its style sheet,
//   reads                 [label, width, () => text or [text, change]] of the numbers,
//   controls, panels      parts { root, draw(), destroy() }, of which the last two may be missing,
//   told                  () => a line below the panels,
//   follow()              called before anything is drawn, and
//   hint()                the words of the status bar.
// `coerce` says how controls in a link agree (`base/parts/permalink.js`).
export const miniWidget =
  (build, coerce) =>
  ({ model, el: host }) => {
    const root = widgetRoot(host),
      start = model.get("_start"),
      given = model.get("_given");
    if (!start || !given) {
      root.append(
        el("p", {}, "Stored by another version of depcluster. Run the cell to make it live."),
      );
      return () => {};
    }
    const traits = Object.keys(start);
    const notice = createNotice(model, traits, coerce),
      live = liveRegion(),
      selection = createSelection();
    function set(values) {
      for (const [name, value] of Object.entries(values)) model.set(name, value);
      model.save_changes();
    }
    const now = Object.defineProperties(
      {},
      Object.fromEntries(
        traits.map((name) => [
          name,
          {
            enumerable: true,
            get: () => model.get(name),
            set(value) {
              set({ [name]: value });
            },
          },
        ]),
      ),
    );
    const {
      kind,
      reads = [],
      controls = [],
      panels,
      told = null,
      follow = () => {},
      hint,
    } = build({
      root,
      selection,
      say: live.say,
      alert: notice.alert,
      given,
      now,
      draw,
      ...boundTo(now),
    });
    const numbers = createReads(reads),
      line = el("div", { class: "told" });
    const again = iconButton("undo", "Start again", () => set(start));
    const top = el(
      "div",
      { class: "row" },
      controls.length
        ? el(
            "div",
            { class: "knobs" },
            controls.map((part) => part.root),
          )
        : null,
      reads.length ? [numbers.root, el("div", { class: "again" }, again)] : null,
    );
    root.append(
      el(
        "div",
        { class: `mini ${kind}` },
        top.children.length ? top : null,
        el(
          "div",
          { class: "panes" },
          panels.map((panel) => panel.root),
        ),
        told ? line : null,
        live.root,
      ),
      notice.root,
    );
    const parts = [numbers, ...controls, ...panels];

    function draw() {
      follow();
      if (told) line.textContent = told();
      notice.put(hint());
      setUsable(
        again,
        traits.some((name) => String(now[name]) !== String(start[name])),
      );
      for (const part of parts) part.draw?.();
    }
    const stops = [
      watch(model, traits, draw),
      onThemeChange(root, () => {}),
      selection.on(draw),
      model.get("_hues") ? paintClusters(root, model) : () => {},
    ];
    draw();
    return () => {
      for (const stop of stops) stop();
      for (const part of [notice, ...parts]) part.destroy?.();
    };
  };

// Controls of a trait.
const boundTo = (now) => ({
  choice(label, trait, options) {
    const words = options.map(([word]) => word);
    const row = segmented(label, words, words[0], (word) => {
      now[trait] = options[words.indexOf(word)][1];
    });
    return {
      root: labelled(label, row.root),
      draw() {
        row.put(options.find(([, value]) => value === now[trait])?.[0]);
      },
    };
  },
  slider(label, trait, stops, { format, at = (value) => stops.indexOf(value), ...more }) {
    const bar = slider({
      label,
      count: stops.length,
      at: 0,
      format: (k) => format(stops[k]),
      onmove(k) {
        now[trait] = stops[k];
      },
      ...more,
    });
    return {
      root: bar.root,
      draw() {
        bar.put(at(now[trait]));
      },
    };
  },
});

// Numbers side by side.
export function createReads(reads) {
  const parts = reads.map(([label, width]) => readout(label, width));
  return {
    root: el(
      "div",
      { class: "read" },
      parts.map((part) => part.root),
    ),
    draw() {
      reads.forEach(([, , text], k) => parts[k].put(...[text()].flat()));
    },
  };
}

export const textOf = (words) => (typeof words === "function" ? words() : words);

// A part under a headline.
export const panel = (title, note, { root, ...part }) => ({
  ...part,
  root: el("div", { class: "panel" }, caption(title, note), root),
});

// A drawing in two layers: what `paint(width, height)` draws anew each time, and handles, which
// stay. `note`, at the right of the headline, and `label` may be functions, which are asked once it
// is painted.
// -> a part, with the `drawing` itself
export function createPicture({ title, note = "", label, height, paint, handles = [] }) {
  const back = svg("g", { "aria-hidden": "true" }),
    words = el("span", {});
  const drawing = svg(
    "svg",
    {
      class: "picture",
      height,
      role: handles.length ? "group" : "img",
    },
    back,
    handles.map((handle) => handle.root),
  );
  const root = el("div", { class: "panel" }, caption(title, words), drawing);
  // A browser that scrolls takes the finger away; touch-action does not reach parts of a drawing.
  drawing.addEventListener(
    "touchstart",
    (event) => {
      if (event.target.closest(".handle")) event.preventDefault();
    },
    { passive: false },
  );
  function draw() {
    const width = root.clientWidth;
    if (!width) return;
    drawing.setAttribute("width", width);
    back.replaceChildren(...[paint(width, height)].flat(Infinity).filter((node) => node));
    words.textContent = textOf(note);
    drawing.setAttribute("aria-label", textOf(label));
  }
  return { root, drawing, draw, destroy: onResize(root, draw) };
}
