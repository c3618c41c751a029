// Blocks: a press moves a point to the next cluster; S is the sum of each block of K.

import { el, mark, MINUS, shortNum } from "../../base/parts/common.js";
import { labelled } from "../../base/parts/controls.js";
import { miniWidget, panel } from "../parts/layout.js";
import { placesByGroup } from "../parts/rows.js";
import { createNumbers } from "./numbers.js";
import "./widget.css";

const ORDERS = [
  ["as given", false],
  ["by cluster", true],
];
const range = (n) => Array.from({ length: n }, (_, k) => k);

// A button a point.
function createMembers(m, labels, move) {
  const buttons = range(m).map((i) =>
    el("button", { type: "button", class: "line", onclick: () => move(i) }),
  );
  const bar = el(
    "div",
    { class: "bar", role: "group", "aria-label": "points, press to move" },
    buttons,
  );
  return {
    root: labelled("points", bar),
    draw() {
      buttons.forEach((button, i) => {
        button.replaceChildren(mark(labels()[i], 4.5), `point ${i}`);
        button.setAttribute("aria-label", `point ${i}, in cluster ${labels()[i]}`);
      });
    },
  };
}

const render = miniWidget(({ given, now, say, choice, draw }) => {
  const { K, n_clusters: c } = given,
    m = K.length,
    isWhole = K.flat().every(Number.isInteger);
  const labels = () => now.labels;
  const text = (v) => (isWhole ? String(v).replace("-", MINUS) : shortNum(v));
  const sum = (values) => values.reduce((all, v) => all + v, 0);
  // 2 - 1 + 0, as it is written.
  const asSum = (values) =>
    values
      .map((v, k) => (k ? (v < 0 ? ` ${MINUS} ` : " + ") : v < 0 ? MINUS : "") + text(Math.abs(v)))
      .join("");
  const entries = (j, l) =>
    K.flatMap((row, i) => (labels()[i] === j ? row.filter((_, h) => labels()[h] === l) : []));
  let lit = null,
    S = null;

  function move(i) {
    const to = (labels()[i] + 1) % c;
    now.labels = labels().with(i, to);
    say(`point ${i} is in cluster ${to}, the diagonal of S sums to ${total.textContent}`);
  }

  const title = el("span", {}),
    total = el("output", { class: "sum" }),
    parts = el("div", { class: "note" });
  const cells = createNumbers({
    m,
    name: "cells",
    text,
    least: 30,
    most: 46,
    font: 16,
    state: () => ({
      entries: K,
      labels: labels(),
      lit,
      places: now.sorted ? placesByGroup(labels()) : range(m),
      label: `K of ${m} points, in clusters ${labels().join(", ")}, rows ${ORDERS[Number(now.sorted)][0]}`,
    }),
  });
  const stamp = createNumbers({
    m: c,
    name: "stamp",
    text,
    least: 24,
    most: 60,
    font: 18,
    onLook(next) {
      lit = next;
      draw();
    },
    cellLabel: (j, l) => `S ${j}, ${l}: ${text(S[j][l])}`,
    state: () => ({
      entries: S,
      labels: range(c),
      places: range(c),
      label: "S, the sums of the blocks",
    }),
  });
  return {
    kind: m > 4 ? "blocks many" : "blocks",
    controls: [createMembers(m, labels, move), choice("rows of K", "sorted", ORDERS)],
    panels: [
      panel(title, null, cells),
      panel("S, sums of blocks", null, stamp),
      {
        root: el(
          "div",
          { class: "result" },
          el("span", { class: "lab" }, "sum of the diagonal of S"),
          total,
          parts,
        ),
      },
    ],
    told() {
      if (!lit) return "Each entry of S is the sum of a block of K.";
      const [j, l] = lit,
        values = entries(j, l);
      if (!values.length) return `S(${j}, ${l}) = 0, a block without entries`;
      const sums = values.length > 9 ? `the sum of ${values.length} entries` : asSum(values);
      return `S(${j}, ${l}) = ${sums} = ${text(S[j][l])}`;
    },
    follow() {
      S = range(c).map((j) => range(c).map((l) => sum(entries(j, l))));
      const diagonal = S.map((row, k) => row[k]);
      title.textContent = now.sorted ? "K, by cluster" : "K";
      total.textContent = text(sum(diagonal));
      parts.textContent = `= ${asSum(diagonal)}`;
    },
    hint: () =>
      "Press a point to move it to the next cluster; on an entry of S its block lights up.",
  };
});

export default { render };
