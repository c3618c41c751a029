// Blocks: a press moves a point to the next cluster; S is the sum of each block of K.

import {
  caption, el, isDark, mark, MINUS, onResize, onThemeChange, shortNum, widgetRoot,
} from "../../base/parts/common.js";
import { labelled, liveRegion, segmented } from "../../base/parts/controls.js";
import { createNotice } from "../../base/parts/notice.js";
import { watch } from "../../base/parts/watch.js";
import { placesByGroup } from "../parts/rows.js";
import { createCells, paintCell } from "./cells.js";

const CONTROLS = ["labels", "sorted"];

function readBlocks(model) {
  const K = model.get("K"), m = K.length, c = model.get("_n_clusters");
  const isWhole = K.flat().every(Number.isInteger);
  const members = (labels, k) => labels.flatMap((label, i) => (label === k ? [i] : []));
  const entries = (labels, j, l) =>
    members(labels, j).flatMap((i) => members(labels, l).map((h) => K[i][h]));
  const sum = (values) => values.reduce((all, v) => all + v, 0);
  return {
    K, m, c, entries, text: (v) => (isWhole ? String(v).replace("-", MINUS) : shortNum(v)),
    sums: (labels) => Array.from({ length: c }, (_, j) =>
      Array.from({ length: c }, (_, l) => sum(entries(labels, j, l)))),
  };
}

// 2 - 1 + 0, as it is written.
const asSum = (values, text) => values.map((v, k) =>
  (k ? (v < 0 ? ` ${MINUS} ` : " + ") : v < 0 ? MINUS : "") + text(Math.abs(v))).join("");

// S: each entry a button that shows its block while a hand or the focus is on it.
function createStamp(data, onLook) {
  const { c } = data, dark = () => isDark(root);
  const cells = Array.from({ length: c * c }, (_, q) => {
    const at = [Math.floor(q / c), q % c], look = () => onLook(at), leave = () => onLook(null);
    return el("button", { type: "button", class: "entry", onpointerenter: look, onfocus: look,
      onpointerleave: leave, onblur: leave, onclick: look });
  });
  const head = (k) => el("div", { class: "head" }, mark(k, 4.5), String(k));
  const rows = Array.from({ length: c }, (_, j) => [head(j), cells.slice(j * c, j * c + c)]);
  const root = el("div", { class: "stamp", role: "group", "aria-label": "S, the sums of the blocks",
    style: `--c:${c}` }, el("div", {}), Array.from({ length: c }, (_, k) => head(k)), rows);
  let shown = null;
  function paint() {
    if (!shown) return;
    const most = Math.max(...shown.flat().map(Math.abs)) || 1;
    const longest = Math.max(...shown.flat().map((v) => data.text(v).length));
    root.style.setProperty("--size", `${Math.max(11, Math.min(20, 90 / longest))}px`);
    shown.flat().forEach((v, q) => {
      const [j, l] = [Math.floor(q / c), q % c];
      cells[q].textContent = data.text(v);
      cells[q].setAttribute("aria-label", `S ${j}, ${l}: ${data.text(v)}`);
      cells[q].style.setProperty("--ring", j === l ? `var(--dc-s${j})` : "transparent");
      paintCell(cells[q], v / most, dark());
    });
  }
  const stop = onThemeChange(root, paint);
  return { root, draw(next) { shown = next; paint(); }, destroy: stop };
}

// A button a point.
function createMembers(model, m, move) {
  const buttons = Array.from({ length: m }, (_, i) =>
    el("button", { type: "button", class: "line", onclick: () => move(i) }));
  return {
    root: el("div", { class: "bar", role: "group", "aria-label": "points, press to move" }, buttons),
    put(labels) {
      buttons.forEach((button, i) => {
        button.replaceChildren(mark(labels[i], 4.5), `point ${i}`);
        button.setAttribute("aria-label", `point ${i}, in cluster ${labels[i]}`);
      });
    },
  };
}

function render({ model, el: host }) {
  const root = widgetRoot(host), data = readBlocks(model), notice = createNotice(model, CONTROLS);
  const live = liveRegion(), title = el("b", {}), told = el("div", { class: "told" });
  const members = createMembers(model, data.m, move);
  const orders = ["as given", "by cluster"];
  const order = segmented("rows of K", orders, orders[1], (name) => {
    model.set("sorted", name === orders[1]);
    model.save_changes();
  });
  const cells = createCells(data.m, data.text), stamp = createStamp(data, look);
  const total = el("output", { class: "sum" }), parts = el("div", { class: "note" });
  let lit = null;

  function move(i) {
    const labels = [...model.get("labels")];
    labels[i] = (labels[i] + 1) % data.c;
    model.set("labels", labels);
    model.save_changes();
    live.say(`point ${i} is in cluster ${labels[i]}, the diagonal of S sums to ${total.textContent}`);
  }
  function look(next) {
    lit = next;
    draw();
  }

  function tell(labels, S) {
    if (!lit) return "Each entry of S is the sum of a block of K.";
    const [j, l] = lit, values = data.entries(labels, j, l);
    const sum = values.length > 9 ? `the sum of ${values.length} entries` : asSum(values, data.text);
    if (!values.length) return `S(${j}, ${l}) = 0, a block without entries`;
    return `S(${j}, ${l}) = ${sum} = ${data.text(S[j][l])}`;
  }

  function draw() {
    const labels = [...model.get("labels")], sorted = model.get("sorted"), S = data.sums(labels);
    const diagonal = S.map((row, k) => row[k]);
    title.textContent = sorted ? "K, by cluster" : "K";
    cells.draw({
      entries: data.K, labels, lit,
      places: sorted ? placesByGroup(labels) : labels.map((_, i) => i),
    });
    cells.root.setAttribute("aria-label",
      `K of ${data.m} points, in clusters ${labels.join(", ")}, rows ${orders[Number(sorted)]}`);
    stamp.draw(S);
    members.put(labels);
    order.put(orders[Number(sorted)]);
    total.textContent = data.text(diagonal.reduce((all, v) => all + v, 0));
    parts.textContent = `= ${asSum(diagonal, data.text)}`;
    told.textContent = tell(labels, S);
  }

  const left = el("div", { class: "panel cut" }, el("div", { class: "cap" }, title), cells.root);
  root.append(el("div", { class: `mv-blocks${data.m > 4 ? " many" : ""}` },
    el("div", { class: "row" }, labelled("points", members.root), labelled("rows of K", order.root)),
    left,
    el("div", { class: "panel" }, caption("S, sums of blocks"), stamp.root),
    el("div", { class: "result" }, el("span", { class: "lab" }, "sum of the diagonal of S"), total, parts),
    told, live.root), notice.root);
  notice.put("Press a point to move it to the next cluster; on an entry of S its block lights up.");
  const stops = [
    onResize(left, () => cells.resize(left.clientWidth)), watch(model, CONTROLS, draw),
  ];
  draw();
  return () => {
    stops.forEach((stop) => stop());
    [notice, cells, stamp].forEach((each) => each.destroy());
  };
}

export default { render };
