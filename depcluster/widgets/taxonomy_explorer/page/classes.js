// The true classes of the selected cluster, those it has most of first; that of the sample under
// the hand lights up.

import { el } from "../../base/parts/common.js";
import { createPanel } from "../../base/parts/panels.js";
import { classCounts } from "./leaves.js";

const CLASS_ROWS = 4;

// -> { panel, draw(cluster), destroy() }
export function createClasses(leaves, selection) {
  const note = el("span", {}),
    rows = el("div", { class: "rows" });
  const panel = createPanel("classes", "True classes", note, rows);
  let cluster = 0;

  const row = ([k, count], size, lit) =>
    el(
      "div",
      { class: lit ? "class lit" : "class" },
      el("span", { title: leaves.names[k] }, leaves.names[k]),
      el("i", {}, el("i", { style: `width:${(100 * count) / size}%` })),
      el("span", {}, String(count)),
    );

  function paint() {
    const members = leaves.members(cluster);
    if (!members || !leaves.names.length) return;
    const counts = classCounts(members, leaves.classes),
      point = selection.point;
    const own = point === null || !members.includes(point) ? null : leaves.classes[point];
    const first = counts.slice(0, CLASS_ROWS),
      looked = counts.find(([k]) => k === own);
    if (looked && !first.includes(looked)) first[CLASS_ROWS - 1] = looked;
    const more = counts.length - first.length;
    note.textContent =
      more > 0
        ? `${more} more here; ${leaves.names.length} in all`
        : `${counts.length} of ${leaves.names.length}`;
    rows.replaceChildren(...first.map((each) => row(each, members.length, each[0] === own)));
  }

  const stop = selection.on(paint);
  return {
    panel,
    draw(next) {
      cluster = next;
      paint();
    },
    destroy() {
      stop();
    },
  };
}
