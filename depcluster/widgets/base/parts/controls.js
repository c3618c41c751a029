// Controls shared by every widget: one look, one keyboard map each.

import { counted, el, mark, setAttributes, svg } from "./common.js";

// ---- icons: 16 px, 1.5 px strokes ---------------------------------------------------------------
const ICONS = {
  undo: "M6 3L3 6l3 3M3 6h6.5a3.5 3.5 0 0 1 0 7H6",
  redo: "M10 3l3 3-3 3M13 6H6.5a3.5 3.5 0 0 0 0 7H10",
  minus: "M4 8h8",
  plus: "M4 8h8M8 4v8",
  check: "M3.5 8.5l3 3 6-7",
  info: "M2 8a6 6 0 1 1 12 0a6 6 0 1 1-12 0M8 7.5v3.5M8 5v.4",
  warn: "M8 2.5L14 13H2zM8 6.5v3M8 11v.4",
  prev: "M10.5 3.5L6 8l4.5 4.5",
  next: "M5.5 3.5L10 8l-4.5 4.5",
  first: "M11.5 3.5L7 8l4.5 4.5M4.5 3.5v9",
  last: "M4.5 3.5L9 8l-4.5 4.5M11.5 3.5v9",
  play: "M5 3.5v9l7.5-4.5z",
  pause: "M5.5 3.5v9M10.5 3.5v9",
  turn: "M12.6 9.5A5 5 0 1 1 11.5 4.4L13 6M13 2.5V6H9.5",
  picture: "M2.5 3.5h11v9h-11zM3 11l3.5-3.5 2.5 2.5 1.5-1.5 2.5 2.5M10.5 6v.3",
  page: "M4 2.5h5.5L12 5v8.5H4zM9.5 2.5V5H12",
  table: "M2.5 3.5h11v9h-11zM2.5 6.5h11M2.5 9.5h11M6.5 3.5v9",
  graph: "M6.5 2.5h3v3h-3zM2.5 10.5h3v3h-3zM10.5 10.5h3v3h-3zM7 5.5l-2 5M9 5.5l2 5",
  link: "M6.5 9.5l3-3M7.5 5l1.8-1.8a2.5 2.5 0 0 1 3.5 3.5L11 8.5M8.5 11l-1.8 1.8a2.5 2.5 0 0 1-3.5-3.5L5 7.5",
  copy: "M5.5 5.5V3h7.5v7.5h-2.5M3 5.5h7.5V13H3z",
};

export const icon = (name) =>
  svg(
    "svg",
    {
      width: 16,
      height: 16,
      viewBox: "0 0 16 16",
      "aria-hidden": "true",
      fill: name === "play" ? "currentColor" : "none",
      stroke: "currentColor",
      "stroke-width": 1.5,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    },
    svg("path", { d: ICONS[name] }),
  );

export function iconButton(name, label, act) {
  const onclick = () => {
    if (button.getAttribute("aria-disabled") !== "true") act();
  };
  const button = el(
    "button",
    {
      class: "icon",
      type: "button",
      "aria-label": label,
      title: label,
      onclick,
    },
    icon(name),
  );
  return button;
}

// A button with the attribute disabled would lose the focus, and the keyboard its place.
export const setUsable = (button, usable) => button.setAttribute("aria-disabled", String(!usable));

// How a link names a control, by its label.
export const slugOf = (label) => label.toLowerCase().replace(/[^a-z0-9]+/g, "-");

export const labelled = (label, control) =>
  el("div", { "data-control": slugOf(label) }, el("span", { class: "lab" }, label), control);

// ---- one of a few words -------------------------------------------------------------------------
export function segmented(label, options, current, onpick) {
  const root = el("div", { class: "seg", role: "radiogroup", "aria-label": label });
  const pick = (i) => {
    put(options[i]);
    onpick(options[i]);
  };
  const turn = (event, i) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const to = (i + step + options.length) % options.length;
    pick(to);
    root.children[to].focus();
  };
  root.append(
    ...options.map((text, i) =>
      el(
        "button",
        {
          type: "button",
          role: "radio",
          "data-text": text,
          onclick: () => pick(i),
          onkeydown: (event) => turn(event, i),
        },
        text,
      ),
    ),
  );
  function put(value) {
    const chosen = options.indexOf(value);
    [...root.children].forEach((button, i) => {
      button.setAttribute("aria-checked", String(i === chosen));
      button.tabIndex = i === Math.max(chosen, 0) ? 0 : -1;
    });
  }
  put(current);
  return { root, put };
}

export function select(label, options, current, onpick) {
  const list = el(
    "select",
    { "aria-label": label, onchange: () => onpick(list.value) },
    options.map(({ value, label: text }) => el("option", { value }, text)),
  );
  const put = (value) => {
    if (list.value !== value) list.value = value;
  };
  put(current);
  return { root: labelled(label, list), put };
}

// ---- numbers ------------------------------------------------------------------------------------
export function stepper(label, value, lo, hi, onchange) {
  const shown = el("output", {});
  const step = (by) => {
    put(value + by, lo, hi);
    onchange(value);
  };
  const less = iconButton("minus", `${label}: one fewer`, () => step(-1));
  const more = iconButton("plus", `${label}: one more`, () => step(1));
  function put(next, low = lo, high = hi) {
    [lo, hi] = [low, high];
    value = Math.max(lo, Math.min(hi, next));
    shown.textContent = value;
    setUsable(less, value > lo);
    setUsable(more, value < hi);
  }
  put(value);
  const group = el("div", { class: "step", role: "group", "aria-label": label }, less, shown, more);
  return { root: labelled(label, group), put };
}

// `ticks` are positions, `rule` the marked one, `ends` are [position, text] under the track.
export function slider({ label, count, at, format, ticks = [], rule = null, ends = [], onmove }) {
  const shown = el("b", {});
  const input = el("input", {
    type: "range",
    min: 0,
    max: count - 1,
    step: 1,
    value: at,
    "aria-label": label,
  });
  const say = () => {
    shown.textContent = format(Number(input.value));
    input.setAttribute("aria-valuetext", shown.textContent);
  };
  const put = (i) => {
    input.value = i;
    say();
  };
  input.addEventListener("input", () => {
    say();
    onmove(Number(input.value));
  });
  input.addEventListener("keydown", (event) => {
    const step = { PageUp: 4, PageDown: -4 }[event.key];
    if (!step) return;
    event.preventDefault();
    put(Number(input.value) + step);
    onmove(Number(input.value));
  });
  const share = (i) => i / (count - 1);
  const side = (i) => (i === 0 ? "start" : i === count - 1 ? "end" : i === rule ? "rule" : null);
  const root = el(
    "div",
    { class: "slider", "data-control": slugOf(label) },
    el("div", { class: "top" }, el("span", { class: "lab" }, label), shown),
    el(
      "div",
      { class: "ticks" },
      ticks.map((i) => el("i", { style: `left:${100 * share(i)}%` })),
      rule === null ? null : el("i", { class: "rule", style: `left:${100 * share(rule)}%` }),
    ),
    input,
    ends.length
      ? el(
          "div",
          { class: "ends" },
          ends.map(([i, text]) =>
            el(
              "span",
              {
                class: side(i),
                style: `left:calc(7px + (100% - 14px) * ${share(i)})`,
              },
              text,
            ),
          ),
        )
      : null,
  );
  say();
  return { root, input, put };
}

// A press on a chart and the drag that follows tell where the pointer is, in pixels from the left.
export function onDrag(chart, go) {
  Object.assign(chart.style, { userSelect: "none", webkitUserSelect: "none" });
  const tell = (event) => go(event.clientX - chart.getBoundingClientRect().left);
  chart.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    chart.setPointerCapture(event.pointerId);
    tell(event);
  });
  chart.addEventListener("pointermove", (event) => {
    if (chart.hasPointerCapture(event.pointerId)) tell(event);
  });
}

export function readout(label, width) {
  const value = el("span", { class: "v" }),
    delta = el("span", { class: "d" });
  const root = el(
    "div",
    { style: `--w:${width}px` },
    el("span", { class: "lab" }, label),
    value,
    delta,
  );
  return {
    root,
    put(text, change = "") {
      value.textContent = text;
      delta.textContent = change;
    },
  };
}

// ---- marks of clusters, which may come to stand for other groups --------------------------------
export function markOfCluster(selection, k, r) {
  const node = mark(selection.markOf(k), r);
  setAttributes(node, { "data-mark": selection.markOf(k), "data-r": r });
  return node;
}

export function renewMark(node, selection, k) {
  if (Number(node.dataset.mark) === selection.markOf(k)) return;
  node.replaceWith(markOfCluster(selection, k, Number(node.dataset.r)));
}

// ---- legend: counts the clusters and chooses them -----------------------------------------------
export function legend(selection) {
  const root = el("div", {
    class: "legend",
    role: "group",
    "aria-label": "clusters, press to highlight",
  });
  const button = (k) =>
    el(
      "button",
      {
        type: "button",
        "aria-pressed": false,
        onclick: () => selection.toggle(k),
      },
      markOfCluster(selection, k, 4.5),
      el("span", {}, String(k)),
      el("span", { class: "n" }),
    );
  function tell() {
    [...root.children].forEach((each, k) => {
      each.setAttribute("aria-pressed", String(selection.clusters.has(k)));
      renewMark(each.firstChild, selection, k);
    });
  }
  function put(sizes) {
    if (root.children.length !== sizes.length) {
      root.replaceChildren(...sizes.map((_, k) => button(k)));
    }
    sizes.forEach((size, k) => {
      root.children[k].setAttribute("aria-label", `cluster ${k}, ${counted(size, "point")}`);
      root.children[k].lastChild.textContent = size;
    });
    tell();
  }
  return { root, put, tell, has: (k) => k < root.children.length };
}

// ---- messages -----------------------------------------------------------------------------------
export function liveRegion() {
  const root = el("div", { class: "unseen", "aria-live": "polite" });
  return {
    root,
    say(text) {
      root.textContent = text;
    },
  };
}
