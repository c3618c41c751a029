// Pair: a scatter and its Gram matrix; a pixel is two points, a point is a row and a column.

import { bytesOf, el, floatsOf, MINUS, num, shortNum } from "../../base/parts/common.js";
import { drawRing } from "../../base/parts/scatter.js";
import { kernelGram } from "../../engine/gram.js";
import { createSamples } from "../../engine/samples.js";
import { miniWidget } from "../parts/layout.js";
import { createPoints } from "../parts/points.js";
import { bordersOf, placesByGroup, placesOf } from "../parts/rows.js";
import { createTable, tablePixels } from "../parts/table.js";
import "./widget.css";

const SORT_SECONDS = 0.6;
const LARGEST = 260;

// Rows that go from where they stand to other places, drawn on their way.
function createSorting(draw) {
  let frame = 0,
    places = null,
    goal = null;
  const put = (next) => {
    places = next;
    draw();
  };
  function go(to) {
    if (to === goal) return;
    const from = places,
      begun = performance.now(),
      step = (now) => {
        const t = Math.max(0, Math.min(1, (now - begun) / (1000 * SORT_SECONDS))),
          share = t * t * (3 - 2 * t);
        put(t < 1 ? from.map((at, i) => at + share * (to[i] - at)) : to);
        if (t < 1) frame = requestAnimationFrame(step);
      };
    goal = to;
    cancelAnimationFrame(frame);
    if (!from || matchMedia("(prefers-reduced-motion: reduce)").matches) put(to);
    else frame = requestAnimationFrame(step);
  }
  return {
    go,
    at: () => places,
    destroy() {
      cancelAnimationFrame(frame);
    },
  };
}

// Two points ringed and joined, below the marks.
function joinPoints(context, at, pair, colours) {
  const [a, b] = pair.map((i) => [at[2 * i], at[2 * i + 1]]);
  context.strokeStyle = colours.accent;
  context.lineWidth = 2;
  context.beginPath();
  context.moveTo(...a);
  context.lineTo(...b);
  context.stroke();
  for (const [x, y] of [a, b]) drawRing(context, x, y, 9, colours, true, colours.accent);
}

function readPoints({ order, s, unit, ...given }) {
  const xy = floatsOf(given.points),
    labels = [...bytesOf(given.labels)],
    m = labels.length;
  const { K } = kernelGram(createSamples(Float64Array.from(xy), m), "rbf", s * unit * unit);
  return {
    xy,
    labels,
    pixels: tablePixels(K, 1),
    borders: bordersOf(labels),
    given: placesOf(order),
    sorted: placesByGroup(labels, order),
    tell([i, l]) {
      const square =
        unit * unit * ((xy[2 * i] - xy[2 * l]) ** 2 + (xy[2 * i + 1] - xy[2 * l + 1]) ** 2);
      return (
        `points ${i} and ${l}: distance d = ${shortNum(Math.sqrt(square))}, K = exp(${MINUS}s d²) = `
        + `exp(${MINUS}${shortNum(s, 3)} × ${shortNum(square)}) = ${num(K[i * m + l])}`
      );
    },
  };
}

const render = miniWidget(({ given, now, root, selection, say, draw }) => {
  const data = readPoints(given);
  const sorting = createSorting(() => table.draw());
  let cell = null;
  const shown = () => cell ?? (selection.point === null ? now.pair : null);
  const pick = (next) => {
    now.pair = String(next) === String(now.pair) ? null : next;
  };
  function look(next, spoken = false) {
    if (spoken && !next && !cell) pick(now.pair);
    if (String(next) === String(cell)) return;
    cell = next;
    if (spoken) say(cell ? data.tell(cell) : "");
    draw();
  }

  const turn = () => {
    now.sorted = !now.sorted;
  };
  const sort = el("button", { class: "line", type: "button", onclick: turn }, "Sort by group");
  const table = createTable({
    title: "Gram matrix K",
    label: "Gram matrix K",
    maximum: LARGEST,
    onCell: look,
    onPick: pick,
    picture: () => ({
      pixels: data.pixels,
      places: sorting.at(),
      groups: data.labels,
      scale: 1,
      signed: false,
      borders: sorting.at() === data.sorted ? data.borders : [],
      cell: shown(),
      point: selection.point,
      chosen: selection.clusters,
      told: `${data.labels.length} rows ${now.sorted ? "sorted by group" : "in the order given"}`,
    }),
  });
  const points = createPoints({
    title: "Points",
    selection,
    xy: () => data.xy,
    height: () => (root.clientWidth > 560 ? table.height() : Math.min(300, 0.8 * root.clientWidth)),
    state: () => ({
      labels: data.labels,
      n_clusters: given.n_clusters,
      under: (context, at, _, colours) => {
        if (shown()) joinPoints(context, at, shown(), colours);
      },
    }),
  });
  return {
    kind: "pair",
    controls: [
      {
        root: sort,
        draw() {
          sort.setAttribute("aria-pressed", String(now.sorted));
        },
        destroy: sorting.destroy,
      },
    ],
    panels: [points, table],
    told: () =>
      shown()
        ? data.tell(shown())
        : selection.point === null
          ? "A pixel is the similarity of two points, a point is a row and a column."
          : `point ${selection.point}: its row and its column`,
    follow() {
      sorting.go(now.sorted ? data.sorted : data.given);
    },
    hint: () => "Move over a pixel or a point, press to keep it; arrows go from one to the next.",
  };
});

export default { render };
