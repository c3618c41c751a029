// The tools of a pad: class, brush, what a press does, steps back and forth, sets to start from.

import { counted, el, mark, num } from "../base/parts/common.js";
import { iconButton, segmented, select, setUsable, slider } from "../base/parts/controls.js";

export const CLASS_NAMES = [
  "blue circle",
  "orange square",
  "green triangle",
  "sky diamond",
  "vermilion plus",
  "pink triangle, down",
  "yellow cross",
  "ink star",
  "blue bow tie",
  "orange hourglass",
];
const RADII = [0.03, 0.06, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6];
const DENSITIES = [1, 2, 3, 4, 6, 8, 12, 16];
const TOOLS = ["Draw", "Erase"];

// -> { root, pick(k), put(sizes) }, a radio group with a mark for each class.
function createClasses(onpick) {
  let chosen = 0,
    sizes = [];
  const tell = (k) => `class ${k}, ${CLASS_NAMES[k]}, ${counted(sizes[k] ?? 0, "point")}`;
  const turn = (event, k) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    pick((k + step + CLASS_NAMES.length) % CLASS_NAMES.length);
    root.children[chosen].focus();
  };
  const root = el(
    "div",
    { class: "swatches", role: "radiogroup", "aria-label": "class" },
    CLASS_NAMES.map((name, k) =>
      el(
        "button",
        {
          type: "button",
          role: "radio",
          class: "icon",
          title: `class ${k}, ${name}`,
          onclick: () => pick(k),
          onkeydown: (event) => turn(event, k),
        },
        mark(k, 5),
      ),
    ),
  );

  function put(next = sizes) {
    sizes = next;
    [...root.children].forEach((button, k) => {
      button.setAttribute("aria-checked", String(k === chosen));
      button.setAttribute("aria-label", tell(k));
      button.tabIndex = k === chosen ? 0 : -1;
    });
  }
  function pick(k) {
    chosen = k;
    put();
    onpick(k);
  }
  put();
  return { root, put, pick, chosen: () => chosen };
}

// -> { root, brush(), put(sizes, history, any), pickClass(k) }
export function createPadTools(starts, { onBrush, onUndo, onRedo, onClear, onStart }) {
  const classes = createClasses(onBrush);
  const size = slider({
    label: "brush",
    count: RADII.length,
    at: 4,
    format: (i) => `radius ${num(RADII[i], 2)}`,
    onmove: onBrush,
  });
  const density = slider({
    label: "density",
    count: DENSITIES.length,
    at: 2,
    format: (i) => `${DENSITIES[i]} a dab`,
    onmove: onBrush,
  });
  let erasing = false;
  const tool = segmented("tool", TOOLS, TOOLS[0], (name) => {
    erasing = name === TOOLS[1];
    onBrush();
  });
  const undo = iconButton("undo", "Undo", onUndo),
    redo = iconButton("redo", "Redo", onRedo);
  const clear = el(
    "button",
    {
      type: "button",
      onclick() {
        if (clear.getAttribute("aria-disabled") !== "true") onClear();
      },
    },
    "Clear",
  );
  const ask = { value: "", label: "choose a set" };
  const set = select(
    "start from",
    [
      ask,
      ...starts.map(({ name }) => ({
        value: name,
        label: name,
      })),
    ],
    "",
    (name) => {
      if (name) onStart(starts.find((each) => each.name === name));
      set.put("");
    },
  );
  const part = (name, ...kids) => el("div", { class: name }, kids);
  const root = part(
    "tools",
    part("classes", el("span", { class: "lab" }, "class"), classes.root),
    part("brushes", size.root, density.root),
    part("deeds", tool.root, el("div", { class: "bar" }, undo, redo, clear), set.root),
  );
  return {
    root,
    brush: () => ({
      radius: RADII[size.input.value],
      density: DENSITIES[density.input.value],
      kind: classes.chosen(),
      erasing,
    }),
    pickClass: classes.pick,
    put(sizes, history, any) {
      classes.put(sizes);
      setUsable(undo, history.has(false));
      setUsable(redo, history.has(true));
      setUsable(clear, any);
    },
  };
}
