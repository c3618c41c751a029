// LabelKernelSlider: clusters that were found under several label kernels, and a strip of their
// sizes.

import { bytesOf, floatsOf, num } from "../../base/parts/common.js";
import { boxAt, markAt, textAt, trimmed } from "../parts/drawing.js";
import { createPicture, miniWidget } from "../parts/layout.js";
import { createPoints } from "../parts/points.js";
import "./widget.css";

const HIGH = 190,
  MARK = 24,
  STRIP = 56,
  NUMBER = 40;

// The matrix, the labels' marks at its rows and columns.
const createKernel = (stop) =>
  createPicture({
    title: "Label kernel A",
    label: () =>
      `A: ${stop()
        .A.map((row) => row.map(trimmed).join(" "))
        .join("; ")}`,
    height: HIGH,
    paint(width, height) {
      const { A } = stop(),
        side = (Math.min(width, height) - MARK) / A.length,
        at = (k) => MARK + (k + 0.5) * side;
      const most = Math.max(...A.flat().map(Math.abs)) || 1;
      return [
        A.map((_, k) => [markAt(k, at(k), MARK / 2, 5), markAt(k, MARK / 2, at(k), 5)]),
        A.map((row, j) =>
          row.map((v, l) => [
            boxAt(MARK + l * side, MARK + j * side, side - 1, side - 1, {
              class: "cell",
              "fill-opacity": 0.06 + (0.3 * Math.abs(v)) / most,
            }),
            textAt(at(l), at(j) + 5, trimmed(v), { class: "number middle" }),
          ]),
        ),
      ];
    },
  });

// A bar a cluster, as long as it is large.
const createStrip = (sizes) =>
  createPicture({
    title: "Sizes",
    note: "points in each cluster",
    label: () => `sizes ${sizes().join(", ")}`,
    height: STRIP,
    paint(width) {
      const all = sizes().reduce((sum, n) => sum + n, 0);
      let from = 0;
      return sizes().map((n, k) => {
        const wide = (n / all) * width,
          left = from,
          at = Math.min(left, width - NUMBER);
        from += wide;
        return n
          ? [
              boxAt(left, 0, Math.max(1, wide - 2), 22, { fill: `var(--dc-s${k})` }),
              markAt(k, at + 7, 38, 5),
              textAt(at + 18, 43, String(n), { class: "number" }),
            ]
          : null;
      });
    },
  });

const render = miniWidget(({ given, now, selection, slider }) => {
  const { stops, numbers: values, name, n_clusters: c } = given,
    xy = floatsOf(given.points);
  const all = stops.map(({ labels }) => [...bytesOf(labels)]);
  const at = () => values.indexOf(now.at),
    stop = () => stops[at()],
    isRefused = () => stop().J === null;
  const sizes = () => stops[0].A.map((_, k) => all[at()].filter((label) => label === k).length);
  return {
    kind: "label-kernels",
    controls: [
      slider("label kernel", "at", values, {
        format: (value) => `${name} = ${trimmed(value)}`,
        ticks: values.map((_, k) => k),
      }),
    ],
    reads: [
      ["smallest eigenvalue", 120, () => num(stop().smallest)],
      ["objective J", 90, () => (isRefused() ? "refused" : num(stop().J))],
    ],
    panels: [
      createPoints({
        title: "Clusters",
        selection,
        xy: () => xy,
        height: () => HIGH,
        state: () => ({ labels: all[at()], n_clusters: c, A: stop().A }),
      }),
      createKernel(stop),
      createStrip(sizes),
    ],
    told: () =>
      isRefused()
        ? "A has a negative eigenvalue: it is no kernel, and is refused. The last clusters stay."
        : "",
    hint: () => "Drag the slider, or press arrow keys on it.",
  };
});

export default { render };
