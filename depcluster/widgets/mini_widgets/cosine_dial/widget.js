// CosineDial: an editor of A, the two centred tables, and the dial between them.

import { bytesOf, caption, el, num, svg } from "../../base/parts/common.js";
import { createGram } from "../../base/parts/gram.js";
import { createEditor } from "../../label_kernel_editor/editor.js";
import { arcTo, arrow, lineFrom, textAt } from "../parts/drawing.js";
import { within } from "../parts/handle.js";
import { createPicture, createReads, miniWidget, panel } from "../parts/layout.js";
import { tableOfLabels } from "./angle.js";
import "./widget.css";

const degreesOf = (cosine) => (Math.acos(within(cosine, -1, 1)) * 180) / Math.PI;

// A table that is constant in blocks, as createGram draws it.
function blockPicture(B, { size, borders, sizes }) {
  const scale = Math.max(...B.flat().map(Math.abs)) || 1;
  const block = Array.from({ length: size }, (_, row) =>
    Math.max(0, borders.findIndex((end) => row + 0.5 < end) - 1),
  );
  const pixels = Int8Array.from(
    block.flatMap((j) => block.map((l) => Math.round((127 * B[j][l]) / scale))),
  );
  return { pixels, p: size, borders, sizes, means: B, scale, signed: true };
}

const createDial = (cosine, best) =>
  createPicture({
    title: "Angle",
    note: "grey: points; bold: labels",
    height: 136,
    label: () =>
      `cosine ${num(cosine(), 3)}, angle ${num(degreesOf(cosine()), 1)} degrees, best cosine ${num(best, 3)}`,
    paint(width, height) {
      const isRoomy = width > 220,
        left = isRoomy ? 40 : 28,
        ground = height - 12;
      const r = Math.min(height - 30, width - left - (isRoomy ? 78 : 12)),
        isTurned = Number.isFinite(cosine());
      const shown = (cos) => within(cos, -0.25, 1),
        at = (cos, s = r) => {
          const x = shown(cos);
          return [left + s * x, ground - s * Math.sqrt(1 - x * x)];
        };
      const hand = (cos, name) => arrow([left, ground], at(cos), 12, { class: name });
      return [
        svg("path", { class: "arc", d: arcTo(left, ground, r, Math.PI / 2) }),
        [15, 30, 45, 60, 75].map((degrees) => {
          const cos = Math.cos((degrees * Math.PI) / 180);
          return lineFrom(...at(cos), ...at(cos, r + 4));
        }),
        lineFrom(...at(best, r - 9), ...at(best, r + 7), { class: "best" }),
        isRoomy ? textAt(...at(best, r + 14), `best ${num(best, 3)}`, { class: "best" }) : null,
        isTurned
          ? svg("path", {
              class: "opening",
              d: arcTo(left, ground, 0.34 * r, Math.acos(shown(cosine()))),
            })
          : null,
        hand(1, "points"),
        isTurned ? hand(cosine(), "labels") : null,
      ];
    },
  });

function createKernel({ now, selection, alert }, best) {
  const put = (A) => {
    now.A = A.map((row) => [...row]);
  };
  const editor = createEditor({ small: true, compact: true, alert, selection, onChange: put });
  const ideal = el(
    "button",
    { class: "line", type: "button", onclick: () => put(best) },
    "Best possible",
  );
  return {
    root: el("div", { class: "panel kernel" }, caption("Label kernel A"), editor.root, ideal),
    draw() {
      editor.put(now.A, "custom");
    },
    destroy: editor.destroy,
  };
}

function createTable(title, label, selection, picture) {
  const { key, draw, ...gram } = createGram({ label, selection });
  return panel(title, key, { ...gram, draw: () => draw(picture()) });
}

const render = miniWidget((kit) => {
  const { given, now, root, selection } = kit,
    { sums, picture: of } = given;
  const points = {
    ...of,
    p: of.size,
    signed: true,
    pixels: new Int8Array(bytesOf(of.pixels).buffer),
  };
  const best = tableOfLabels(sums.best, sums).cosine;
  let found = null;
  const dial = createDial(() => found.cosine, best),
    reads = createReads([
      ["cosine", 84, () => num(found.cosine, 3)],
      [
        "angle",
        76,
        () =>
          Number.isFinite(found.cosine) ? `${num(degreesOf(found.cosine), 1)}\u00b0` : num(NaN),
      ],
      ["best cosine of any A", 120, () => num(best, 3)],
    ]);
  return {
    kind: "dial",
    panels: [
      createKernel(kit, sums.best),
      createTable("Points, HKH", "table of the points", selection, () => points),
      createTable("Labels, H\u03a0A\u03a0'H", "table of the labels", selection, () =>
        blockPicture(found.B, of),
      ),
      {
        root: el("div", { class: "turned" }, dial.root, reads.root),
        destroy: dial.destroy,
        draw() {
          dial.draw();
          reads.draw();
        },
      },
    ],
    follow() {
      found = tableOfLabels(now.A, sums);
      Object.assign(root.dataset, { cosine: found.cosine, best });
    },
    hint: () =>
      Number.isFinite(found.cosine)
        ? "Choose a label kernel, or drag a cell, type a number, press + and \u2212."
        : "This A is a sum of a row and a column: centred, the labels' table is 0 and has no angle.",
  };
});

export default { render };
