// The controls of KernelExplorer: the method, its own controls, the number of clusters.

import { el, num, signed } from "../base/parts/common.js";
import { readout, select, slider, stepper } from "../base/parts/controls.js";
import { neighbourCount } from "../engine/diffusion.js";
import { resizedState } from "../label_kernel_editor/kinds.js";
import { createAngleControls } from "./angle/controls.js";
import {
  indexOfWidth,
  NEIGHBOURS,
  ruleWords,
  WIDTH_REACH,
  WIDTH_STEPS,
  widthAt,
  widthText,
} from "./width.js";

// Where panels of one method alone are asked for, the other would take them off the screen.
const PANELS_OF = { cluhsic: ["label_kernel", "criteria"], angle: ["embedding", "error"] };

const decimals = (x) => (Math.abs(x) < 1 ? 3 : Math.abs(x) < 100 ? 2 : 1);

// The row of controls: the method, the number of clusters, and what the method has of its own.
export function createControls(model, requests, onResized) {
  const { ask, now } = requests,
    limits = () => model.get("_limits");
  const own = {
    cluhsic: createKernelControls(model, requests),
    angle: createAngleControls(model, requests),
  };
  const method = select("method", model.get("_methods"), now("method"), (value) => {
    ask({ method: value });
    put();
  });
  // The matrix is resized here and now: an edit must not meet one of the old size.
  const clusters = stepper(
    "clusters",
    now("n_clusters"),
    limits().min_clusters,
    limits().max_clusters,
    (size) => {
      const A = { value: now("label_kernel"), preset: now("preset"), base: now("label_kernel") };
      const { value, preset } = resizedState(A, size);
      ask({ n_clusters: size, label_kernel: value, preset });
      onResized();
    },
  );
  method.root.classList.add("half");
  clusters.root.classList.add("half");
  const root = el(
    "div",
    { class: "row controls" },
    method.root,
    own.cluhsic.menu,
    own.angle.menu,
    clusters.root,
    own.cluhsic.nodes,
    own.angle.nodes,
  );

  const isAsked = (name) => PANELS_OF[name].some((panel) => model.get("panels").includes(panel));

  function put() {
    method.put(now("method"));
    method.root.hidden = isAsked("cluhsic") !== isAsked("angle");
    clusters.put(now("n_clusters"), limits().min_clusters, limits().max_clusters);
    for (const [name, { menu, nodes, put: putOwn }] of Object.entries(own)) {
      [menu, ...nodes].forEach((node) => {
        node.hidden = name !== now("method");
      });
      putOwn();
    }
  }
  return {
    root,
    put,
    tell(answer) {
      own[answer.method].tell(answer);
      put();
    },
    go: own.angle.go,
    destroy: own.angle.destroy,
  };
}

// The label-kernel method's own; each change goes to ask(), values come from now(), the rule that a
// width is counted in from ruleOf(kernel).
function createKernelControls(model, { ask, now, ruleOf }) {
  const kernels = model.get("_kernels");
  const hasWidth = () => kernels.find(({ value }) => value === now("kernel"))?.width ?? true;

  function textOfWidth(i) {
    const kernel = now("kernel"),
      rule = hasWidth() ? ruleOf(kernel) : null;
    const gamma = hasWidth() ? rule * 2 ** widthAt(i) : null;
    if (gamma === null || Number.isFinite(gamma)) return widthText({ gamma, rule, kernel });
    return `${num(2 ** widthAt(i), 2)} × ${ruleWords(kernel)}`;
  }

  const kernel = select("kernel", kernels, now("kernel"), (value) => {
    ask({ kernel: value });
    put();
  });
  const last = 2 * WIDTH_REACH * WIDTH_STEPS,
    middle = last / 2;
  const width = slider({
    label: "width",
    count: last + 1,
    at: indexOfWidth(now("width")),
    format: textOfWidth,
    ticks: Array.from({ length: 2 * WIDTH_REACH + 1 }, (_, i) => i * WIDTH_STEPS),
    rule: middle,
    ends: [
      [0, "wide, 1/16"],
      [middle, "median rule"],
      [last, "narrow, 16"],
    ],
    onmove(i) {
      ask({ width: widthAt(i) });
      put();
    },
  });
  const [fewest, most] = NEIGHBOURS,
    points = () => model.get("_input").n_samples + model.get("added").length;
  const near = slider({
    label: "neighbours",
    count: most - fewest + 1,
    at: now("n_neighbors") - fewest,
    format: (i) => String(neighbourCount(points(), i + fewest)),
    ticks: [0, 8, 18],
    ends: [
      [0, `few, ${fewest}`],
      [most - fewest, `many, ${most}`],
    ],
    onmove: (i) => ask({ n_neighbors: i + fewest }),
  });
  const objective = readout("objective J", 96),
    gap = readout("eigengap", 60);
  kernel.root.classList.add("half");
  [near, width].forEach(({ root }) => root.classList.add("grow"));
  const read = el("div", { class: "read" }, objective.root, gap.root);

  function put() {
    kernel.put(now("kernel"));
    width.root.querySelectorAll(".ends span")[1].textContent = ruleWords(now("kernel"));
    gap.root.hidden = !model.get("panels").includes("eigenvectors");
    width.input.disabled = !hasWidth();
    const isOn = now("method") === "cluhsic",
      isGraph = now("kernel") === "graph";
    [near.root.hidden, width.root.hidden] = [!isOn || !isGraph, !isOn || isGraph];
    // of few points no more than these
    near.put(neighbourCount(points(), now("n_neighbors")) - fewest);
    width.put(indexOfWidth(now("width")));
  }

  function tell(answer) {
    const digits = decimals(answer.objective);
    const change = Number.isFinite(answer.change) ? signed(answer.change, digits) : "";
    objective.put(num(answer.objective, digits), change);
    gap.put(num(answer.eigengap, decimals(answer.eigengap)));
  }
  return { menu: kernel.root, nodes: [width.root, near.root, read], put, tell };
}
