// FilingTree: marks of texts to drag from leaf to leaf.

import {
  caption, el, num, onResize, setAttributes, svg, widgetRoot,
} from "../../base/parts/common.js";
import { iconButton, liveRegion, readout, setUsable } from "../../base/parts/controls.js";
import { createNotice } from "../../base/parts/notice.js";
import { watch } from "../../base/parts/watch.js";
import { createTreePicture, treeLoss } from "./tree.js";

const DOT = "M-1,0A1,1,0,1,1,1,0A1,1,0,1,1,-1,0Z";
const CROSS = "M-1,-1L1,1M1,-1L-1,1";

// A text's mark and the ghost it leaves at its own leaf.
function createText(i) {
  const path = svg("path", {});
  const mark = svg("svg", { width: 20, height: 20, viewBox: "-1.6 -1.6 3.2 3.2", "aria-hidden": "true" }, path);
  const root = el("button", { type: "button", class: "text", "data-text": i }, mark);
  const ghost = el("i", { class: "ghost" });
  return {
    root, ghost,
    put(isHome) {
      path.setAttribute("d", isHome ? DOT : CROSS);
      root.classList.toggle("wrong", !isHome);
    },
  };
}

function render({ model, el: host }) {
  const root = widgetRoot(host), notice = createNotice(model, ["filed"]), live = liveRegion();
  const paths = model.get("_paths"), names = model.get("_items"), truth = model.get("_truth");
  const picture = createTreePicture({ paths, names, texts: truth.length });
  const texts = truth.map((_, i) => createText(i));
  const tree = readout("tree loss", 112), plain = readout("0-1 loss", 112);
  const back = iconButton("undo", "Back to the start", () => set(model.get("_start")));
  let filed = [...model.get("filed")], held = null;
  let chosen = Math.max(0, filed.findLastIndex((leaf, i) => leaf !== truth[i]));

  const lossOf = (i) => treeLoss(picture.nodes, paths, truth[i], filed[i]);

  function set(next) {
    filed = [...next];
    model.set("filed", filed);
    model.save_changes();
    draw();
  }
  function file(i, leaf) {
    chosen = i;
    const to = Math.max(0, Math.min(names.length - 1, leaf));
    if (to === filed[i]) draw();
    else set(filed.map((old, k) => (k === i ? to : old)));
  }
  const words = (i) => (filed[i] === truth[i]
    ? `text ${i}, on ${names[truth[i]]}, is at its own leaf: loss 0`
    : `text ${i}, on ${names[truth[i]]}, is filed under ${names[filed[i]]}: common ancestor at `
      + `height ${lossOf(i)}, loss ${lossOf(i)}`);

  // Below each leaf stand the texts that are filed there or belong there, in their order.
  function place() {
    const taken = names.map(() => 0);
    const count = names.map((_, j) => truth.filter((leaf, i) => leaf === j || filed[i] === j).length);
    const next = (leaf) => picture.slot(leaf, taken[leaf]++, count[leaf]);
    texts.forEach(({ root: mark, ghost }, i) => {
      const [x, y] = next(filed[i]);
      const [left, top] = held?.i === i ? [held.x, held.y] : [x, y];
      Object.assign(mark.style, { left: `${left}px`, top: `${top}px` });
      ghost.hidden = filed[i] === truth[i];
      if (ghost.hidden) return;
      const [gx, gy] = next(truth[i]);
      Object.assign(ghost.style, { left: `${gx}px`, top: `${gy}px` });
    });
  }
  function draw() {
    const total = truth.reduce((sum, _, i) => sum + lossOf(i), 0);
    const wrong = truth.filter((leaf, i) => leaf !== filed[i]).length;
    tree.put(String(total), `${num(total / truth.length)} per text`);
    plain.put(String(wrong), `${num(wrong / truth.length)} per text`);
    picture.draw({ truth, filed, chosen });
    texts.forEach(({ root: mark, put }, i) => {
      put(filed[i] === truth[i]);
      setAttributes(mark, {
        "aria-label": words(i), "aria-pressed": i === chosen, tabindex: i === chosen ? 0 : -1,
      });
    });
    place();
    notice.put(words(chosen));
    Object.assign(root.dataset, { tree: total, plain: wrong });
    setUsable(back, String(filed) !== String(model.get("_start")));
  }

  function onKey(event) {
    const i = texts.findIndex(({ root: mark }) => mark === event.target), last = truth.length - 1;
    if (i < 0) return;
    const to = {
      ArrowLeft: filed[i] - 1, ArrowRight: filed[i] + 1, Home: truth[i],
    }[event.key];
    const next = { ArrowUp: i ? i - 1 : last, ArrowDown: i === last ? 0 : i + 1 }[event.key];
    if (to === undefined && next === undefined) return;
    event.preventDefault();
    if (to === undefined) {
      chosen = next;
      draw();
      texts[next].root.focus();
    } else file(i, to);
    live.say(words(chosen));
  }
  function follow(event) {
    const box = picture.stand.getBoundingClientRect();
    held = { ...held, x: event.clientX - box.left, y: event.clientY - box.top };
    file(held.i, picture.leafAt(held.x));
  }
  picture.stand.addEventListener("keydown", onKey);
  texts.forEach(({ root: mark, ghost }, i) => {
    picture.stand.append(ghost, mark);
    mark.addEventListener("focus", () => { chosen = i; draw(); });
    mark.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      mark.setPointerCapture(event.pointerId);
      held = { i };
      follow(event);
    });
    mark.addEventListener("pointermove", (event) => {
      if (mark.hasPointerCapture(event.pointerId)) follow(event);
    });
    const drop = () => { held = null; draw(); };
    mark.addEventListener("pointerup", drop);
    mark.addEventListener("pointercancel", drop);
  });
  setAttributes(picture.stand, { role: "group", "aria-label": "texts; left and right file the chosen one elsewhere" });

  const update = () => { filed = [...model.get("filed")]; draw(); };
  const reads = el("div", { class: "read" }, tree.root, plain.root);
  root.append(el("div", { class: "ft" }, el("div", { class: "heads" }, reads, back),
    caption("Texts at the leaves", el("span", {}, "dot: at its own leaf; cross: drag it to another")),
    picture.root), notice.root, live.root);
  const stops = [onResize(picture.root, draw), notice.destroy];
  draw();
  const unwatch = watch(model, ["filed"], update);
  return () => {
    unwatch();
    stops.forEach((stop) => stop());
  };
}

export default { render };
