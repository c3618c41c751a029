// The map of the model-selection explorer: posterior and graph under the points, undecided points
// hollow. It lays two canvases of its own below and above that of a scatter.

import { counted, countLabels, el, fitCanvas, rgbOf, stamp } from "../base/parts/common.js";
import { FADED, isFaded } from "../base/parts/selection.js";
import { createPainter } from "../base/parts/painter.js";
import { fitPoints } from "../base/parts/plane.js";
import { createScatter, markRadius, PATHS } from "../base/parts/scatter.js";

const MAP = { pad: 14, levels: 24, shades: 6 };

// The posterior as a small picture: hue the class, opacity how sure, nothing where it says nothing.
function paintPosterior(canvas, codes, side, fills, strength, selection) {
  if (canvas.width !== side) Object.assign(canvas, { width: side, height: side });
  const picture = new ImageData(side, side),
    pixels = new Uint32Array(picture.data.buffer);
  const hues = fills.map(rgbOf),
    inks = [];
  const inkOf = (code) => {
    const k = Math.floor((code - 1) / (MAP.levels + 1)),
      level = (code - 1) % (MAP.levels + 1);
    const sure =
      (isFaded(selection, k) ? FADED : 1) * strength * (0.3 + (0.7 * level) / MAP.levels);
    return new Uint32Array(Uint8ClampedArray.of(...hues[k % 10], Math.round(255 * sure)).buffer)[0];
  };
  codes.forEach((code, i) => {
    if (code) pixels[i] = inks[code] ??= inkOf(code);
  });
  canvas.getContext("2d").putImageData(picture, 0, 0);
}

// Edges by weight, a few shades for all of them, since a stroke each would be slow; those of faded
// clusters apart.
function drawEdges(context, at, { edges, weights, labels }, ink, selection) {
  const shades = () => Array.from({ length: MAP.shades }, () => new Path2D());
  const [kept, faded] = [shades(), shades()];
  for (let e = 0; e < weights.length; e++) {
    const i = edges[2 * e],
      j = edges[2 * e + 1];
    const apart = isFaded(selection, labels[i]) || isFaded(selection, labels[j]);
    const shade = Math.min(MAP.shades - 1, Math.floor((weights[e] * MAP.shades) / 256));
    const path = (apart ? faded : kept)[shade];
    path.moveTo(at[2 * i], at[2 * i + 1]);
    path.lineTo(at[2 * j], at[2 * j + 1]);
  }
  context.strokeStyle = ink;
  context.lineWidth = weights.length > 8000 ? 0.5 : 1;
  [
    [kept, 1],
    [faded, FADED],
  ].forEach(([paths, seen]) =>
    paths.forEach((path, shade) => {
      context.globalAlpha = seen * (0.2 + (0.7 * shade) / (MAP.shades - 1));
      context.stroke(path);
    }),
  );
  context.globalAlpha = 1;
}

function drawHollow(context, at, { labels, hollow }, selection, colours) {
  const m = labels.length,
    r = markRadius(m),
    dense = m > 2000;
  for (let i = 0; i < m; i++) {
    if (!hollow[i]) continue;
    const k = labels[i] % 10,
      x = at[2 * i],
      y = at[2 * i + 1];
    context.fillStyle = colours.paper;
    context.strokeStyle = colours.fills[k];
    context.globalAlpha = 1;
    if (dense) {
      context.globalAlpha = 0.7;
      context.fillRect(x - 1, y - 1, 2, 2);
      continue;
    }
    context.save();
    context.translate(x, y);
    context.scale(r, r);
    context.fill(PATHS[k]);
    context.lineWidth = 1.4 / r;
    context.globalAlpha = isFaded(selection, labels[i]) ? FADED : 1;
    context.stroke(PATHS[k]);
    context.restore();
  }
  context.globalAlpha = 1;
}

// -> { root, setPoints(xy, { extent, grid }), setSamples(about), setSide(px, high), draw(state),
//      showPosterior(shown), destroy() }
// `extent` and `grid` ([cells a side, corners]) come with the samples; state holds labels,
// n_clusters, hollow, edges, weights and the posterior's codes. It is a square of `px`, or as large
// as the legend leaves it of a height.
export function createMap(selection) {
  const under = el("canvas", { class: "under", "aria-hidden": "true" });
  const over = el("canvas", { class: "over", "aria-hidden": "true" });
  const small = el("canvas"),
    scatter = createScatter({ label: "Map", selection });
  const frame = scatter.root.querySelector(".frame"),
    canvas = frame.querySelector("canvas");
  let corners = new Float32Array(0),
    grid = [];
  let xy = new Float32Array(0),
    state = null,
    shown = false,
    side = 0;
  frame.prepend(under);
  canvas.after(over);

  const place = (points, w) => fitPoints(points, w, w, MAP.pad, corners);

  function paint(w, colours) {
    if (!state || state.labels.length * 2 !== xy.length) return;
    const at = place(xy, w),
      low = fitCanvas(under, w, w),
      high = fitCanvas(over, w, w);
    if (shown && state.posterior.length) {
      const [x0, y1, x1, y0] = place(new Float32Array(grid.slice(1)), w);
      paintPosterior(
        small,
        state.posterior,
        grid[0],
        colours.fills,
        colours.dark ? 0.34 : 0.4,
        selection,
      );
      low.imageSmoothingQuality = "high";
      low.filter = `blur(${(0.5 * (x1 - x0)) / grid[0]}px)`;
      low.drawImage(small, x0, y0, x1 - x0, y1 - y0);
      low.filter = "none";
    }
    drawEdges(low, at, state, colours.ink, selection);
    drawHollow(high, at, state, selection, colours);
    stamp(over);
  }

  const painter = createPainter(frame, paint, { selection });
  return {
    root: scatter.root,
    setSamples: scatter.setSamples,
    setPoints(points, about) {
      [xy, corners, grid] = [points, new Float32Array(about.extent), about.grid];
      scatter.setPoints(points, corners);
      painter.draw();
    },
    setSide(px, high) {
      const legend = scatter.root.offsetHeight - scatter.height();
      const next = Math.max(120, Math.min(px, high - legend));
      if (next === side) return;
      side = next;
      frame.style.width = `${side}px`;
      scatter.setHeight(frame.clientWidth);
      painter.fit();
    },
    showPosterior(on) {
      if (on !== shown) {
        shown = on;
        painter.draw();
      }
    },
    draw(next) {
      state = next;
      scatter.draw(next);
      const undecided = countLabels(state.hollow, 2)[1];
      canvas.setAttribute(
        "aria-label",
        `${canvas.getAttribute("aria-label")}; `
          + `${undecided} undecided, hollow; ${counted(state.weights.length, "edge")}`,
      );
      painter.draw();
    },
    destroy() {
      painter.destroy();
      scatter.destroy();
    },
  };
}
