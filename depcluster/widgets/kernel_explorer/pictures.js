// The panels that belong to one method, and how they show its answer.

import { bytesOf, counted, el, floatsOf, onResize } from "../base/parts/common.js";
import { createGram } from "../base/parts/gram.js";
import { createPanel, createPanels } from "../base/parts/panels.js";
import { createScatter } from "../base/parts/scatter.js";
import { createImages } from "../explorer/parts/images.js";
import { createAnglePanels } from "./angle/method.js";
import { createPointTools } from "./angle/points.js";
import { createEigenvectors } from "./eigen.js";
import { placesOf, roomOf } from "./samples.js";

function createKernelPanels(editor, criteria, selection, onShade) {
  const eigen = createEigenvectors(selection, onShade);
  const labelKernel = createPanel("label_kernel", "Label kernel", undefined, editor.root);
  return {
    panels: [labelKernel, eigen.panel, criteria.panel],
    title: "Gram, centred",
    parts: [eigen],
    setRowHeight: eigen.setRowHeight,
    draw(answer) {
      eigen.draw({
        labels: bytesOf(answer.labels),
        n_clusters: answer.sizes.length,
        vectors: floatsOf(answer.eigenvectors),
        values: answer.eigenvalues,
      });
      return { shades: eigen.shades() };
    },
  };
}

// Sizes in pixels: the pictures' height, that without rows below them, the scatter's width where
// there is room for columns, what the editor takes, a row of an eigenvector, gaps, the marks beside
// the Gram matrix, a headline.
const KERNEL_LAYOUT = {
  high: 408,
  lower: 340,
  left: 368,
  editor: 300,
  row: 22,
  gap: 24,
  heads: 36,
  cap: 20,
  flat: 0.3,
  legend: 32,
};

// What follows from the width, from which panels are open and from the points' shape.
function kernelLayout(w, open, isAngle, shape) {
  if (open.has("pad")) return padLayout(w, open, isAngle);
  return w > 760 ? wideLayout(w, open, isAngle, shape) : narrowLayout(w, open, isAngle);
}

function wideLayout(w, open, isAngle, shape) {
  const { left, editor, row, gap, heads, cap, flat, legend } = KERNEL_LAYOUT;
  const has = (name) => open.has(name),
    others = open.size - Number(has("points"));
  const isFlat = shape < flat && has("points") && others > 0 && !isAngle;
  const high = ["embedding", "eigenvectors", "error"].some(has)
    ? KERNEL_LAYOUT.high
    : KERNEL_LAYOUT.lower;
  const room = Math.min(editor, 0.3 * w);
  const top = isFlat ? Math.max(64, Math.round(shape * (w - room - gap - 28)) + 28) : 0;
  const second = has(isAngle ? "embedding" : "label_kernel");
  const below = has("error") ? 140 : has("eigenvectors") && !isFlat ? 12 + cap + 4 * row : 0;
  const most = high - cap - 22 - below - (isFlat ? top + cap + legend + 12 : 0);
  const both = second && has("gram");
  const wanted = (second ? room : 0) + (has("gram") ? most + heads : 0) + (both ? gap : 0);
  const rest = w - Math.min(left, 0.37 * w) - gap,
    whole = below > 0 || has("criteria");
  const right = isFlat || !has("points") ? w : whole || wanted > rest ? rest : wanted;
  const beside = !second ? 0 : gap + (isAngle ? (right - gap) / 2 : room);
  return {
    right,
    room,
    side: isFlat ? most : Math.min(most, right - beside - heads),
    charts: 3,
    isFlat,
    tall: 290,
    scatter: isFlat ? top : high - cap,
    isSplit: has("points") && others > 0 && !isFlat,
  };
}

// The scatter is as high as the board beside it, which has the tools at its left; or below it.
function padLayout(w, open, isAngle) {
  const { gap, editor } = KERNEL_LAYOUT,
    isWide = w > 760,
    below = narrowLayout(w, open, isAngle);
  const board = (w - 200 - gap) / 2 - 21;
  return {
    ...below,
    onPad: isWide,
    charts: isWide ? 6 : below.charts,
    low: true,
    room: isWide ? editor : below.room,
    scatter: isWide ? Math.round(board / 1.5) : w >= 400 ? 120 : Math.round(w / 1.5),
  };
}

function narrowLayout(w, open, isAngle) {
  const { gap, heads } = KERNEL_LAYOUT,
    second = open.has(isAngle ? "embedding" : "label_kernel");
  const isPair = w >= 400 && second && open.has("gram"),
    room = isPair ? (w - gap) / 2 : w;
  return {
    right: w,
    room,
    side: Math.min(room - heads, isPair ? 200 : 252),
    charts: w >= 400 ? 3 : 2,
    scatter: w > 560 ? 300 : w >= 400 ? 150 : Math.round(0.8 * w),
    isStacked: true,
    isPair,
    tall: isPair ? 168 : 290,
  };
}

function createPadPanel(pad) {
  return createPanel(
    "pad",
    "Your data",
    pad.about,
    el("div", { class: "dp" }, pad.tools, el("div", {}, pad.board, pad.notice)),
    pad.live,
  );
}

export function createPictures(model, editor, criteria, selection, pad, { onGo, onAdd, onRemove }) {
  const points = el("span", {}),
    gram = createGram({ label: "Gram, centred", selection });
  const scatter = createScatter({ label: "Partition", selection, onPlace: onAdd });
  const tools = createPointTools(onAdd, onRemove);
  const own = {
    cluhsic: createKernelPanels(editor, criteria, selection, () => drawPoints(shown)),
    angle: createAnglePanels(model, selection, {
      onGo,
      onAdd(x, y) {
        onAdd(x, y);
        scatter.frame.focus();
      },
    }),
  };
  scatter.frame.append(own.angle.ghost.root);
  const left = createPanel("points", "Partition", points, scatter.root, tools.root);
  const matrix = createPanel("gram", "Gram, centred", gram.key, gram.root);
  const [embedding, ...others] = own.angle.panels;
  const right = el(
    "div",
    { class: "right" },
    embedding.root,
    matrix.root,
    [...own.cluhsic.panels, ...others].map((panel) => panel.root),
  );
  const drawn = pad ? [createPadPanel(pad)] : [],
    words = el("p", { class: "waiting" });
  const root = el(
    "div",
    { class: "ke" },
    drawn.map((panel) => panel.root),
    left.root,
    right,
  );
  if (pad) scatter.frame.append(words);
  tools.root.hidden = true;
  let method = model.get("method"),
    blind = true,
    open = new Set(),
    isDrawn = false,
    n_clusters = 1;
  let fittedTo = "",
    shown = null;

  const always = [...drawn, left, matrix];
  const panels = createPanels(model, [...always, embedding, ...own.cluhsic.panels, ...others], {
    applies: (panel) =>
      always.includes(panel)
      || (own[method]?.panels.includes(panel) && !(panel.name === "error" && blind)),
    apart: pad ? {} : { criteria: ["gram", "label_kernel"] },
    arrange(names) {
      open = names;
      fit();
    },
  });

  // The panels of the other method give way.
  function show(answer) {
    method = answer.method;
    blind = answer.error_rate === null;
    matrix.setTitle(own[method].title);
    root.classList.toggle("angle", method === "angle");
    root.classList.toggle("blind", blind);
    const byHand = method === "angle" && !pad && roomOf(model) !== null;
    tools.root.hidden = !byHand;
    scatter.setPlacing(byHand);
    own.angle.ghost.use(byHand);
    setPoints();
    panels.put();
  }

  function draw(answer) {
    const isOther = answer.method !== method || (answer.error_rate === null) !== blind;
    if (isOther || !isDrawn) show(answer);
    isDrawn = true;
    n_clusters = answer.sizes.length;
    drawPoints(answer);
    gram.draw(answer.picture && { ...answer.picture, labels: bytesOf(answer.labels) });
    fitTo(answer.sizes);
  }

  // The points and the panels of the method.
  function drawPoints(answer) {
    const labels = bytesOf(answer.labels);
    shown = answer;
    const A = method === "cluhsic" ? model.get("label_kernel") : null;
    scatter.draw({ labels, n_clusters: answer.sizes.length, A, ...own[method].draw(answer) });
    tellPoints();
    return labels;
  }

  // The points only where a vector colours them.
  function drawVectors(answer) {
    if (own.cluhsic.draw(answer).shades) drawPoints(answer);
  }

  // The legend's height and the points' shape are all that an answer changes.
  function fitTo(sizes) {
    const next = [method, sizes.length, sizes.join().length, scatter.shape()].join();
    if (next !== fittedTo) fit();
    fittedTo = next;
  }

  function tellPoints() {
    const added = model.get("added").length,
      m = placesOf(model).length / 2;
    const about = own[method]?.about?.() ?? "";
    const told = [counted(m, "point"), added ? `${added} added` : "", about, model.get("_plane")];
    points.textContent = told.filter(Boolean).join(", ");
  }

  function setPoints() {
    const xy = placesOf(model),
      board = pad ? Float32Array.of(-3, -2, 3, 2) : xy;
    tellPoints();
    scatter.setPoints(
      xy,
      (method === "angle" && !pad && roomOf(model)) || board,
      pad ? 0 : undefined,
    );
    const shape = model.get("_shape");
    const images = shape.length ? createImages(shape, bytesOf(model.get("_pixels"))) : null;
    scatter.setSamples({
      axes: model.get("_axes"),
      names: model.get("_names"),
      picture: (i) => (images && i < shape[0] ? images.one(i) : null),
    });
    tools.put(model.get("added"));
  }

  // Beside others the scatter ends where they end, else where its points do.
  function fit() {
    const w = root.clientWidth;
    if (!w) return;
    const plan = kernelLayout(w, open, method === "angle", scatter.shape());
    root.classList.toggle("onPad", Boolean(plan.onPad));
    const columns = plan.isSplit ? `minmax(0, 1fr) ${plan.right}px` : "minmax(0, 1fr)";
    root.style.gridTemplateColumns = plan.isFlat || plan.onPad ? "" : columns;
    for (const name of ["isPair", "isFlat"]) root.classList.toggle(name, Boolean(plan[name]));
    const lone = method !== "angle" && !(open.has("gram") && open.has("label_kernel"));
    root.classList.toggle("lone", lone);
    root.classList.toggle("tight", (plan.room - 34) / n_clusters < 24);
    for (const name of ["room", "tall"]) root.style.setProperty(`--${name}`, `${plan[name]}px`);
    root.style.setProperty("--charts", plan.charts);
    right.hidden = open.size === Number(open.has("points"));
    gram.setMaximum(plan.side);
    const above =
      scatter.root.offsetHeight
      - scatter.height()
      + (tools.root.hidden ? 0 : tools.root.offsetHeight + 8);
    const fitted = Math.max(64, Math.round(scatter.shape() * (scatter.width() - 28)) + 28);
    const most = plan.isStacked || plan.isFlat ? plan.scatter : plan.scatter - above;
    scatter.setHeight(plan.isSplit || plan.low ? most : Math.min(most, fitted));
    criteria.setHeight(plan.low ? 76 : 92);
    own.angle.setHeight(plan.side + 20);
    [own.cluhsic, own.angle].forEach((each) => each.setRowHeight(KERNEL_LAYOUT.row));
  }
  const stop = onResize(root, fit);
  panels.put();
  return {
    root,
    shelf: panels.shelf,
    draw,
    setPoints,
    drawMore(answer) {
      (own[method].drawMore ?? drawVectors)(answer);
    },
    wait() {
      // within the frame of a pad; `following.js` waits for others
      words.textContent = model.get("_waiting");
      root.classList.toggle("empty", Boolean(pad && model.get("_waiting")));
    },
    destroy() {
      stop();
      [panels, scatter, gram, ...own.cluhsic.parts, ...own.angle.parts].forEach((part) =>
        part.destroy(),
      );
    },
  };
}
