// LabelSprings: whatever a hand sets, the regression is solved anew and drawn.

import { num, paintClusters, shortNum } from "../../base/parts/common.js";
import { labelled, readout, segmented, slider } from "../../base/parts/controls.js";
import { createStage } from "../parts/stage.js";
import { createPointsPicture, createSpringsPicture } from "./pictures.js";
import { relaxSprings } from "./relax.js";

const STIFFNESS = { low: -4, steps: 25, each: 5 }; // C / m from 1e-4 to 10, in fifths of a decade
const stiffnessAt = (i) => 10 ** (STIFFNESS.low + i / STIFFNESS.each);
const stiffnessStop = (C) => Math.round((Math.log10(C) - STIFFNESS.low) * STIFFNESS.each);
const LOSS_NAMES = { "tree loss": "tree", "0-1 loss": "zero-one" };
const twoDigits = (x) => String(Number(x.toPrecision(2)));

// A margin around all points, which the one at hand does not leave.
function reachOf(points) {
  const ends = [0, 1].map((d) => {
    const values = points.map((point) => point[d]), low = Math.min(...values), high = Math.max(...values);
    const more = 0.12 * (high - low || 1) + 0.3;
    return [Math.max(-100, low - more), Math.min(100, high + more)];
  });
  return ends.flat();
}

function createSpringControls(model, ask) {
  const c = model.get("_tables").A.length, labels = Array.from({ length: c }, (_, k) => String(k));
  const names = Object.keys(LOSS_NAMES);
  const own = segmented("label of the point", labels, "0", (k) => ask({ label: Number(k) }));
  const loss = segmented("loss", names, names[0], (name) => ask({ loss_preset: LOSS_NAMES[name] }));
  const scale = segmented("kernel matrix", ["K / m", "K"], "K / m", (name) => ask({ scale: name }));
  const C = slider({
    label: "C / m", count: STIFFNESS.steps + 1, at: 0, format: (i) => twoDigits(stiffnessAt(i)),
    onmove: (i) => ask({ C: Number(stiffnessAt(i).toPrecision(12)) }),
  });
  return {
    roots: [labelled("label of the point", own.root), labelled("loss", loss.root),
      labelled("kernel matrix", scale.root), C.root],
    put() {
      own.put(String(model.get("label")));
      loss.put(names.find((name) => LOSS_NAMES[name] === model.get("loss_preset")));
      scale.put(model.get("scale"));
      C.put(stiffnessStop(model.get("C")));
    },
  };
}

function render({ model, el: host }) {
  const tables = model.get("_tables"), point = model.get("_point");
  const slack = readout("its squared slacks", 108), left = readout("energy left (7)", 96);
  const soft = readout("to first order (20)", 150);
  let now = null, found = null;

  function ask(values) {
    for (const [name, value] of Object.entries(values)) model.set(name, value);
    model.save_changes();
  }
  const controls = createSpringControls(model, ask);
  const springs = () => tables.A.map((_, y) => y).filter((y) => y !== model.get("label")).map((y) => ({
    y, lead: found.leads.get(`${point},${y}`) ?? 0, loss: now.Delta[model.get("label")][y],
  }));
  function follow() {
    const points = [...model.get("_points")], labels = [...model.get("_labels")];
    points[point] = model.get("position");
    labels[point] = model.get("label");
    now = { points, labels, point, Delta: tables[model.get("loss_preset")] };
    found = relaxSprings({
      ...now, A: tables.A, C: model.get("C"), perPoint: model.get("scale") === "K / m", s: model.get("_width"),
    });
    const total = springs().reduce((sum, { lead, loss }) => sum + loss * (1 - lead) ** 2, 0);
    slack.put(num(total));
    left.put(num(found.left));
    soft.put(shortNum(found.firstOrder), `off by ${twoDigits(Math.abs(found.left - found.firstOrder) / found.left)}`);
    controls.put();
    const root = host.querySelector(".dc");
    Object.assign(root.dataset, { slack: total, left: found.left, first: found.firstOrder });
  }
  const stop = createStage({
    model, host, kind: "springs", follow, controls: controls.roots,
    reads: [slack, left, soft].map((each) => each.root),
    pictures: [
      createPointsPicture(() => now, tables.A.length - 1, reachOf(model.get("_points")), (position) => ask({ position })),
      createSpringsPicture(springs, tables.A.length - 1),
    ],
    hint: () => "Drag the ringed point, or press arrow keys on it (with Shift: finer). The energy left is a share "
      + "of that of springs that do not give way.",
  });
  const unpaint = paintClusters(host.querySelector(".dc"), model);
  return () => { unpaint(); stop(); };
}

export default { render };
