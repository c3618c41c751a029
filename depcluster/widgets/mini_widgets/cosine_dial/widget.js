// CosineDial: an editor of A, the two centred tables, and the dial between them.

import { bytesOf, caption, el, num, paintClusters, widgetRoot } from "../../base/parts/common.js";
import { readout } from "../../base/parts/controls.js";
import { createGram } from "../../base/parts/gram.js";
import { createLinks } from "../../base/parts/links.js";
import { createNotice } from "../../base/parts/notice.js";
import { watch } from "../../base/parts/watch.js";
import { createEditor } from "../../label_kernel_editor/editor.js";
import { blockPicture, clusterCosine, createDial, tableOfLabels } from "./dial.js";

function render({ model, el: host }) {
  const root = widgetRoot(host), notice = createNotice(model, ["A"]), links = createLinks();
  const sums = model.get("_sums"), picture = model.get("_picture");
  const cosine = readout("cosine", 84), angle = readout("angle", 76);
  const limit = readout("best cosine of any A", 120);
  const best = clusterCosine(sums.best, sums);
  let found = null;

  const editor = createEditor({
    small: true, compact: true, alert: notice.alert, links,
    onChange(value) {
      model.set("A", value);
      model.save_changes();
    },
  });
  const ideal = el("button", { class: "line", type: "button", onclick: () => {
    model.set("A", sums.best.map((row) => [...row]));
    model.save_changes();
  } }, "Best possible");
  const points = createGram({ label: "table of the points", links });
  const labels = createGram({ label: "table of the labels", links });
  const dial = createDial(() => ({ cosine: found.cosine, best }));
  points.draw({
    ...picture, p: picture.size, signed: true, pixels: new Int8Array(bytesOf(picture.pixels).buffer),
  });

  function draw() {
    const A = model.get("A");
    found = tableOfLabels(A, sums);
    editor.put(A, "custom");
    labels.draw(blockPicture(found.B, picture));
    const degrees = (Math.acos(Math.max(-1, Math.min(1, found.cosine))) * 180) / Math.PI;
    cosine.put(num(found.cosine, 3));
    angle.put(Number.isFinite(degrees) ? `${num(degrees, 1)}\u00b0` : num(degrees));
    limit.put(num(best, 3));
    dial.draw();
    dial.say(`cosine ${num(found.cosine, 3)}, angle ${num(degrees, 1)} degrees, best cosine ${num(best, 3)}`);
    notice.put(Number.isFinite(found.cosine)
      ? "Choose a label kernel, or drag a cell, type a number, press + and \u2212."
      : "This A is a sum of a row and a column: centred, the labels' table is 0 and has no angle.");
    Object.assign(root.dataset, { cosine: found.cosine, best });
  }

  const gramOf = (title, gram) => el("div", { class: "panel" },
    el("div", { class: "cap" }, el("b", {}, title), gram.key), gram.root);
  root.append(el("div", { class: "cd" },
    el("div", { class: "panel kernel" }, caption("Label kernel A"), editor.root, ideal),
    gramOf("Points, HKH", points), gramOf("Labels, H\u03a0A\u03a0'H", labels),
    el("div", { class: "turned" }, dial.root,
      el("div", { class: "read" }, cosine.root, angle.root, limit.root))),
  notice.root);
  const unpaint = paintClusters(root, model);
  draw();
  const unwatch = watch(model, ["A"], draw);
  return () => {
    unwatch();
    [unpaint, notice.destroy, editor.destroy, points.destroy, labels.destroy, dial.destroy]
      .forEach((end) => end());
  };
}

export default { render };
