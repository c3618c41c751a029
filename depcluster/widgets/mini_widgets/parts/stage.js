// The frame of a small widget: numbers on top, pictures below, one line at the foot. A hand sets a
// trait, and every picture is drawn again from the traits, whoever has set them.

import { caption, el, onResize, onThemeChange, svg, widgetRoot } from "../../base/parts/common.js";
import { iconButton, setUsable } from "../../base/parts/controls.js";
import { createNotice } from "../../base/parts/notice.js";
import { watch } from "../../base/parts/watch.js";

// A picture in two layers: what `paint(width, height)` draws anew each time, and grips, which stay.
export function createPicture({ title, note = "", label, height, paint, grips = [] }) {
  const back = svg("g", { "aria-hidden": "true" }), told = el("span", {}, note);
  const drawing = svg("svg", {
    class: "picture", height, role: grips.length ? "group" : "img", "aria-label": label,
  }, back, grips.map((grip) => grip.root));
  const root = el("div", { class: "panel" }, caption(title, told), drawing);
  // A browser that scrolls takes the finger away; touch-action does not reach parts of a drawing.
  drawing.addEventListener("touchstart", (event) => {
    if (event.target.closest(".grip")) event.preventDefault();
  }, { passive: false });
  function draw() {
    const width = root.clientWidth;
    if (!width) return;
    drawing.setAttribute("width", width);
    back.replaceChildren(...[paint(width, height)].flat(Infinity).filter((node) => node));
  }
  return {
    root, drawing, draw, destroy: onResize(root, draw),
    say(text) { drawing.setAttribute("aria-label", text); },
    tell(text) { told.textContent = text; },
  };
}

// `reads` and `controls` are elements of the row on top, `pictures` as above; `follow()` is called
// before they are drawn, `hint()` is the line at the foot. "Start again" sets what is in `_start`.
export function createStage({ model, host, kind, reads, controls = [], pictures, follow, hint }) {
  const root = widgetRoot(host), start = Object.entries(model.get("_start"));
  const traits = start.map(([name]) => name), notice = createNotice(model, traits);
  const again = iconButton("undo", "Start again", () => {
    for (const [name, value] of start) model.set(name, value);
    model.save_changes();
  });
  root.append(el("div", { class: `stage ${kind}` },
    el("div", { class: "row" }, controls.length ? el("div", { class: "knobs" }, controls) : null,
      el("div", { class: "read" }, reads), el("div", { class: "again" }, again)),
    el("div", { class: "panes" }, pictures.map((picture) => picture.root)), notice.root));
  const forget = onThemeChange(root, () => {});
  function draw() {
    follow();
    notice.put(hint());
    setUsable(again, start.some(([name, value]) => String(model.get(name)) !== String(value)));
    for (const picture of pictures) picture.draw();
  }
  const unwatch = watch(model, traits, draw);
  draw();
  return () => {
    unwatch();
    forget();
    notice.destroy();
    for (const picture of pictures) picture.destroy();
  };
}

export const textAt = (x, y, words, more = {}) => svg("text", { x, y, ...more }, words);
export const lineFrom = (x1, y1, x2, y2, more = {}) =>
  svg("line", { x1, y1, x2, y2, stroke: "var(--dc-rule-2)", ...more });
