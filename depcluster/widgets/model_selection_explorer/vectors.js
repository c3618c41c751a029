// Leading eigenvectors painted on the points, a small map each. The positive part of the y-th is
// class y and has its colour; what is negative is cut off and grey.
function paintVector(canvas, at, values, fill, { ink, faint }) {
  const w = canvas.parentNode.clientWidth, context = fitCanvas(canvas, w, w), m = values.length;
  const r = m > 2000 ? 0.9 : m > 600 ? 1.4 : 2.2;
  const largest = values.reduce((most, v) => Math.max(most, Math.abs(v)), 1e-30);
  const dot = (i, size) => {
    context.beginPath();
    context.arc(at[2 * i], at[2 * i + 1], size, 0, 2 * Math.PI);
    context.fill();
  };
  const order = Uint32Array.from(values, (_, i) => i);
  order.sort((a, b) => Math.abs(values[a]) - Math.abs(values[b]));
  for (const i of order) {
    const v = values[i] / largest;
    context.fillStyle = v > 0 ? fill : v < 0 ? ink : faint;
    context.globalAlpha = v === 0 ? 0.5 : v > 0 ? 0.3 + 0.7 * v : 0.15 - 0.45 * v;
    dot(i, v === 0 ? 0.55 * r : r);
  }
  context.globalAlpha = 1;
}

// -> { root, setPoints(xy, frame), draw({ vectors (k * m), values, n_clusters }), destroy() }
function createVectors() {
  const cells = el("div", { class: "cells", role: "img" });
  const root = el("div", { class: "panel vectors" },
    caption("Leading eigenvectors", el("span", {}, "coloured: positive; grey: negative, cut off")),
    cells);
  let corners = new Float32Array(0), xy = new Float32Array(0), state = null, colours = null;

  function paint() {
    const w = cells.firstChild?.lastChild.clientWidth;
    if (!w || !state || !state.vectors.length || state.vectors.length % (xy.length / 2)) return;
    colours ??= {
      ink: colour(root, "--dc-ink"), faint: colour(root, "--dc-rule-2"),
      fills: SHAPES.map((_, k) => seriesColour(root, k)),
    };
    const m = xy.length / 2, at = fitPoints(xy, w, w, 5, corners);
    [...cells.children].forEach((cell, q) => paintVector(cell.querySelector("canvas"), at,
      state.vectors.subarray(q * m, (q + 1) * m),
      q < state.n_clusters ? colours.fills[q % 10] : colours.ink, colours));
  }

  const cell = (q, used) => el("div", { class: used ? null : "spare" },
    el("div", { class: "head" }, used ? mark(q, 4) : null, el("span", {})),
    el("div", { class: "frame" }, el("canvas")));

  const stops = [
    onResize(cells, paint),
    onThemeChange(root, () => { colours = null; paint(); }),
  ];
  return {
    root,
    setPoints(points, frame) {
      [xy, corners] = [points, new Float32Array(frame.extent)];
      paint();
    },
    draw(next) {
      state = next;
      const { values, n_clusters } = state;
      if (cells.children.length !== values.length) {
        cells.replaceChildren(...values.map((_, q) => cell(q, q < n_clusters)));
      }
      values.forEach((v, q) => {
        cells.children[q].firstChild.lastChild.textContent = `λ ${num(v, 2)}`;
      });
      const told = values.map((v) => num(v, 2)).join(", ");
      cells.setAttribute("aria-label",
        `eigenvalues ${told}; the first ${n_clusters} are the classes`);
      paint();
    },
    destroy() { stops.forEach((stop) => stop()); },
  };
}
