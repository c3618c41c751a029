// What the angle method adds to the scatter: weights as sizes, circles of 3 sigma, points by hand.

import { el, num, svg } from "../../base/parts/common.js";
import { icon, setUsable } from "../../base/parts/controls.js";

const LEAST_SIZE = 0.45,
  MOST_SIZE = 2.6,
  MEDIAN_SIZE = 0.88;

// Between these, in medians, a weight is drawn as it is.
const ENDS = [LEAST_SIZE, MOST_SIZE].map((size) => (size / MEDIAN_SIZE) ** 2);
export function cutWords(weights) {
  const isCut = weights.some((u) => u < ENDS[0] || u > ENDS[1]);
  return isCut ? ` from ${ENDS.map((u) => num(u, 1)).join(" to ")} × median` : "";
}

// Area is weight, the median's a little below the usual, within limits.
export const sizesOf = (weights) =>
  weights.map((u) => Math.max(LEAST_SIZE, Math.min(MOST_SIZE, MEDIAN_SIZE * Math.sqrt(u))));

// A circle is full and coloured while no other point is within 3 sigma, dashed else.
export function drawCircles({ alone, empty, sigma }, context, at, scale, colours) {
  alone.forEach((i, k) => {
    context.strokeStyle = empty[k] ? colours.error : colours.faint;
    context.lineWidth = empty[k] ? 1.5 : 1;
    context.setLineDash(empty[k] ? [] : [4, 3]);
    context.beginPath();
    context.arc(at[2 * i], at[2 * i + 1], 3 * sigma * scale, 0, 2 * Math.PI);
    context.stroke();
  });
  context.setLineDash([]);
}

// The ghost of a point: a cross that, pressed, becomes one.
// -> { root, use(on), place(at, xy, scale) }; place goes by the first sample's.
export function createGhost(model, onAdd) {
  const words = el("span", {}),
    arm = (d) => svg("path", { d, "stroke-dasharray": "3 2" });
  const root = el(
    "button",
    {
      type: "button",
      class: "ghost",
      hidden: true,
      onclick: () => onAdd(...model.get("target")),
    },
    svg("svg", { width: 20, height: 20, "aria-hidden": "true" }, arm("M10 1V19"), arm("M1 10H19")),
    words,
  );
  let isUsed = false;
  const isAdded = ([x, y]) => model.get("added").some(([a, b]) => a === x && b === y);
  return {
    root,
    use(on) {
      isUsed = on;
      root.hidden ||= !on;
    },
    place(at, xy, scale) {
      const target = model.get("target");
      root.hidden = !isUsed || !target || isAdded(target);
      if (root.hidden) return;
      words.textContent = `add (${target.map(String).join(", ").replaceAll("-", "\u2212")})`;
      root.style.left = `${at[0] + (target[0] - xy[0]) * scale}px`;
      root.style.top = `${at[1] - (target[1] - xy[1]) * scale}px`;
    },
  };
}

// -> { root, put(added, usable) }: two numbers, a button that adds them, one that takes all back.
export function createPointTools(onAdd, onRemove) {
  const field = (label) =>
    el("input", {
      type: "number",
      step: "any",
      "aria-label": `${label} of the point to add`,
      placeholder: label,
    });
  const x = field("x"),
    y = field("y");
  const add = () => {
    const [bad] = [x, y].filter((input) => !input.value.trim() || !Number.isFinite(+input.value));
    if (bad) bad.focus();
    else onAdd(Number(x.value), Number(y.value));
  };
  for (const input of [x, y]) {
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") add();
    });
  }
  const remove = el(
    "button",
    {
      type: "button",
      class: "line",
      onclick: () => {
        if (remove.getAttribute("aria-disabled") !== "true") onRemove();
      },
    },
    "Remove added",
  );
  const root = el(
    "div",
    { class: "bar adding", role: "group", "aria-label": "points by hand" },
    x,
    y,
    el("button", { type: "button", class: "line", onclick: add }, icon("plus"), "Add point"),
    remove,
  );
  return {
    root,
    put(added) {
      setUsable(remove, added.length > 0);
    },
  };
}
