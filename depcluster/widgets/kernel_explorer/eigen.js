// Leading eigenvectors: one bar a point, by cluster and then by value.
const SUBSCRIPTS = "₁₂₃₄₅₆₇₈₉";
const CLUSTER_GAP = 3;

function drawEigenvector(canvas, values, { labels, n_clusters, highlight }, colours) {
  const w = canvas.parentNode.clientWidth, h = 26, m = values.length;
  const context = fitCanvas(canvas, w, h);
  context.fillStyle = colours.axis;
  context.fillRect(0, h / 2, w, 1);
  const order = Uint32Array.from(values, (_, i) => i);
  order.sort((a, b) => labels[a] - labels[b] || values[a] - values[b]);
  const largest = values.reduce((most, v) => Math.max(most, Math.abs(v)), 1e-30);
  const bar = (w - CLUSTER_GAP * (n_clusters - 1)) / m;
  order.forEach((i, rank) => {
    const k = labels[i], tall = (values[i] / largest) * (h / 2 - 1);
    context.globalAlpha = highlight?.size && !highlight.has(k) ? 0.16 : 1;
    context.fillStyle = colours.fills[k % 10];
    context.fillRect(rank * bar + k * CLUSTER_GAP, Math.min(h / 2, h / 2 - tall),
      bar + 0.35, Math.max(0.6, Math.abs(tall)));
  });
  context.globalAlpha = 1;
}

// -> { root, draw({ vectors (k * m), values, labels, n_clusters, highlight }), destroy() }
function createEigenvectors() {
  const rows = el("div", { role: "img" });
  const root = el("div", { class: "panel sparks" },
    caption("Leading eigenvectors", el("span", {}, "points by cluster; eigenvalue at right")),
    rows);
  let state = null, colours = null;

  function paint() {
    if (!state || !rows.clientWidth) return;
    colours ??= {
      axis: colour(root, "--dc-rule-2"), fills: SHAPES.map((_, k) => seriesColour(root, k)),
    };
    const m = state.labels.length;
    [...rows.children].forEach((row, q) => drawEigenvector(
      row.querySelector("canvas"), state.vectors.subarray(q * m, (q + 1) * m), state, colours));
  }

  const row = (q) => el("div", { class: "spark" },
    el("span", {}, "v" + SUBSCRIPTS[q]), el("div", {}, el("canvas")), el("span", {}));
  const stops = [
    onResize(rows, paint),
    onThemeChange(root, () => { colours = null; paint(); }),
  ];

  return {
    root,
    draw(next) {
      state = next;
      const { values } = state;
      if (rows.children.length !== values.length) {
        rows.replaceChildren(...values.map((_, q) => row(q)));
      }
      values.forEach((v, q) => {
        rows.children[q].lastChild.textContent = num(v, v < 10 ? 2 : 1);
      });
      rows.setAttribute("aria-label", `eigenvalues ${values.map((v) => num(v, 1)).join(", ")}`);
      paint();
    },
    destroy() { stops.forEach((stop) => stop()); },
  };
}
