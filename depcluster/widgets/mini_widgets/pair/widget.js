// Pair: a scatter and its Gram matrix; a pixel is two points, a point is a row and a column.

import {
  bytesOf, caption, el, floatsOf, MINUS, num, onResize, paintClusters, shortNum, widgetRoot,
} from "../../base/parts/common.js";
import { liveRegion } from "../../base/parts/controls.js";
import { createLinks } from "../../base/parts/links.js";
import { createNotice } from "../../base/parts/notice.js";
import { createScatter, drawRing } from "../../base/parts/scatter.js";
import { watch } from "../../base/parts/watch.js";
import { bordersOf, placesByGroup, placesOf } from "../parts/rows.js";
import { createTable, gaussianTable, TABLE, tablePixels } from "../parts/table.js";

const SORT_SECONDS = 0.6;
const LARGEST = 340;

// Rows that go from where they stand to other places.
function createSorting(draw) {
  let frame = 0, places = null;
  const put = (next) => { places = next; draw(places); };
  function go(to) {
    cancelAnimationFrame(frame);
    if (!places || matchMedia("(prefers-reduced-motion: reduce)").matches) return put(to);
    const from = places, begun = performance.now();
    const step = (now) => {
      const t = Math.max(0, Math.min(1, (now - begun) / (1000 * SORT_SECONDS)));
      const share = t * t * (3 - 2 * t);
      put(t < 1 ? from.map((at, i) => at + share * (to[i] - at)) : to);
      if (t < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
  }
  return { go, put, at: () => places, destroy() { cancelAnimationFrame(frame); } };
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

function readPoints(model) {
  const xy = floatsOf(model.get("_points")), labels = [...bytesOf(model.get("_labels"))];
  const s = model.get("_s"), given = placesOf(model.get("_order")), m = labels.length;
  const unit = model.get("_unit"), K = gaussianTable(xy, s * unit * unit), pixels = tablePixels(K, 1);
  const square = (i, l) =>
    unit * unit * ((xy[2 * i] - xy[2 * l]) ** 2 + (xy[2 * i + 1] - xy[2 * l + 1]) ** 2);
  const tell = ([i, l]) => `points ${i} and ${l}: distance d = ${shortNum(Math.sqrt(square(i, l)))}, ` +
    `K = exp(${MINUS}s d²) = exp(${MINUS}${shortNum(s, 3)} × ${shortNum(square(i, l))}) = ${num(K[i * m + l])}`;
  return {
    xy, labels, K, pixels, given, tell, borders: bordersOf(labels),
    sorted: placesByGroup(labels, model.get("_order")),
  };
}

function render({ model, el: host }) {
  const root = widgetRoot(host), data = readPoints(model), links = createLinks(), live = liveRegion();
  const notice = createNotice(model, ["pair", "sorted"]), told = el("div", { class: "told" });
  const sort = el("button", { class: "line", type: "button", onclick: turn }, "Sort by group");
  const scatter = createScatter({ label: "Points", links });
  const table = createTable({ label: "Gram matrix K", onCell: look, onPick: pick });
  const sorting = createSorting(drawTable);
  let cell = null;

  const shown = () => cell ?? (links.point === null ? model.get("pair") : null);

  function look(next, spoken = false) {
    if (spoken && !next && !cell) pick(model.get("pair"));
    if (String(next) === String(cell)) return;
    cell = next;
    if (spoken) live.say(cell ? data.tell(cell) : "");
    draw();
  }
  function pick(next) {
    const same = String(next) === String(model.get("pair"));
    model.set("pair", same ? null : next);
    model.save_changes();
    draw();
  }
  function turn() {
    model.set("sorted", !model.get("sorted"));
    model.save_changes();
  }

  function drawTable(places) {
    const sorted = model.get("sorted"), isByGroup = String(places) === String(data.sorted);
    table.draw({
      pixels: data.pixels, places, groups: data.labels, scale: 1, signed: false,
      borders: isByGroup ? data.borders : [], cell: shown(), point: links.point,
      chosen: links.clusters,
      told: `${data.labels.length} rows ${sorted ? "sorted by group" : "in the order given"}`,
    });
  }
  function draw() {
    const pair = shown();
    scatter.draw({
      labels: data.labels, n_clusters: model.get("_n_clusters"),
      under: (context, at, _, colours) => { if (pair) joinPoints(context, at, pair, colours); },
    });
    told.textContent = pair ? data.tell(pair)
      : links.point === null ? "A pixel is the similarity of two points, a point is a row and a column."
        : `point ${links.point}: its row and its column`;
    drawTable(sorting.at());
  }
  function follow() {
    sort.setAttribute("aria-pressed", String(model.get("sorted")));
    sorting.go(model.get("sorted") ? data.sorted : data.given);
  }

  root.append(el("div", { class: "mv-pair" },
    el("div", { class: "bar" }, sort),
    el("div", { class: "panel" }, caption("Points"), scatter.root),
    el("div", { class: "panel" }, caption("Gram matrix K", table.key), table.root),
    told, live.root), notice.root);
  notice.put("Move over a pixel or a point, press to keep it; arrows go from one to the next.");
  table.setMaximum(LARGEST);
  scatter.setPoints(data.xy);
  sorting.put(model.get("sorted") ? data.sorted : data.given);
  sort.setAttribute("aria-pressed", String(model.get("sorted")));
  draw();
  const stops = [
    paintClusters(root, model),
    links.on(draw),
    watch(model, ["sorted"], follow),
    watch(model, ["pair"], draw),
    onResize(root, () => {
      const beside = Math.min(LARGEST, table.root.clientWidth - TABLE.left - 2) + 20;
      scatter.setHeight(root.clientWidth > 560 ? beside : Math.min(300, 0.8 * root.clientWidth));
    }),
  ];
  return () => {
    stops.forEach((stop) => stop());
    [notice, sorting, scatter, table].forEach((each) => each.destroy());
  };
}

export default { render };
