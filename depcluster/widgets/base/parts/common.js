// Shared by every widget: elements, theme, colours, marks.

import { watch } from "./watch.js";
import "../look.css";

// ---- elements -----------------------------------------------------------------------------------
export function setAttributes(node, attrs) {
  for (const [name, value] of Object.entries(attrs)) {
    if (value === null || value === undefined) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name.startsWith("aria-")) node.setAttribute(name, String(value));
    else if (value !== false) node.setAttribute(name, value === true ? "" : value);
  }
}

function grown(node, attrs, kids) {
  setAttributes(node, attrs);
  node.append(...kids.flat(Infinity).filter((kid) => kid !== null && kid !== undefined));
  return node;
}

export const el = (tag, attrs = {}, ...kids) => grown(document.createElement(tag), attrs, kids);
export const svg = (tag, attrs = {}, ...kids) =>
  grown(document.createElementNS("http://www.w3.org/2000/svg", tag), attrs, kids);

const isPlain = (event) => !event.ctrlKey && !event.metaKey && !event.altKey;

// While a control has the focus plain keys are its own. Jupyter's shortcuts (d d deletes a cell)
// are matched at the element with focus, in Notebook 7 before the page hears of a key: an attribute
// of that element holds them back, and is off where a key belongs to them.
function keepPlainKeys(root) {
  let control = null;
  const hold = (event) => control.toggleAttribute("data-lm-suppress-shortcuts", isPlain(event));
  const letGo = () => {
    removeEventListener("keydown", hold, true);
    control?.removeAttribute("data-lm-suppress-shortcuts");
    control = null;
  };
  root.addEventListener("focusin", ({ target }) => {
    letGo();
    control = target;
    addEventListener("keydown", hold, true);
  });
  root.addEventListener("focusout", letGo);
  root.addEventListener("keydown", (event) => isPlain(event) && event.stopPropagation());
}

// The root every widget draws in.
export function widgetRoot(host) {
  const root = el("div", { class: "dc" });
  keepPlainKeys(root);
  host.classList.add("dc-host");
  host.replaceChildren(root);
  return root;
}

// Clusters in the colours that Python sends as `_hues`; returns how to let go of the model.
export function paintClusters(root, model) {
  const paint = () => {
    for (let k = 0; k < 10; k += 1) root.style.removeProperty(`--dc-s${k}`);
    model
      .get("_hues")
      .slice(0, 10)
      .forEach((hue, k) => root.style.setProperty(`--dc-s${k}`, hue));
    document.dispatchEvent(new Event(PAINTED));
  };
  paint();
  return watch(model, ["_hues"], paint);
}
export const PAINTED = "dc-painted";

export const ARROWS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export const caption = (title, right) => el("div", { class: "cap" }, el("b", {}, title), right);

// ---- numbers as text ----------------------------------------------------------------------------
export const MINUS = "\u2212";

export function num(x, digits = 2) {
  if (!Number.isFinite(x)) return "\u2013";
  const size = Math.abs(x).toFixed(digits);
  return x < 0 && Number(size) !== 0 ? MINUS + size : size;
}

export function signed(x, digits = 2) {
  const text = num(x, digits);
  if (Number(Math.abs(x).toFixed(digits)) === 0) return "\u00b1" + text;
  return x > 0 ? "+" + text : text;
}

// At most four significant digits, so that any size fits where a number of usual size does.
export function shortNum(x, digits = 2) {
  const size = Math.abs(x);
  if (size < 9999.5 || !Number.isFinite(x)) {
    return num(x, Math.min(digits, size < 1 ? 3 : 3 - Math.floor(Math.log10(size))));
  }
  const [front, power] = size.toExponential(1).split("e+");
  return `${x < 0 ? MINUS : ""}${Number(front)}e${power}`;
}

export const counted = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

// ---- theme --------------------------------------------------------------------------------------
export function rgbOf(text) {
  const values = text.match(/-?[\d.]+(e-?\d+)?/g).map(Number);
  return text.startsWith("color(")
    ? values.slice(0, 3).map((v) => Math.round(v * 255))
    : values.slice(0, 3);
}

function luminance(rgb) {
  const [r, g, b] = rgb.map((v) =>
    v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function backgroundBehind(node) {
  for (let at = node; at; at = at.parentElement) {
    const text = getComputedStyle(at).backgroundColor;
    const alpha = (text.match(/[\d.]+/g) || [])[3];
    if (text && text !== "transparent" && alpha !== "0") return rgbOf(text);
  }
  return null;
}

export function isDark(host) {
  const told = document.body.dataset.jpThemeLight;
  if (told) return told === "false";
  const behind = backgroundBehind(host);
  if (behind) return luminance(behind) < 0.4;
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

// A theme's style sheet arrives after the body's attribute, so colours are watched a little on. A
// host may be drawn long before it stands in the page: its theme is told when it does.
export function onThemeChange(host, fn) {
  const root = () => host.closest(".dc") || host;
  const tell = () => {
    root().dataset.theme = isDark(host) ? "dark" : "light";
  };
  const seen = () => getComputedStyle(root()).color + root().dataset.theme + root().style.cssText;
  let last = null,
    watching = 0;
  const check = () => {
    if (!host.isConnected) return;
    tell();
    if (!host.clientWidth) return;
    if (seen() === last) return;
    last = seen();
    fn();
  };
  const changed = () => {
    check();
    clearInterval(watching);
    let left = 20;
    watching = setInterval(() => {
      check();
      if (--left === 0) clearInterval(watching);
    }, 100);
  };
  let seenBefore = false;
  const entrance = new ResizeObserver(() => {
    const isSeen = host.clientWidth > 0;
    if (isSeen && !seenBefore) changed();
    seenBefore = isSeen;
  });
  entrance.observe(host);
  const observer = new MutationObserver(changed);
  observer.observe(document.body, { attributes: true });
  const media = matchMedia("(prefers-color-scheme: dark)");
  media.addEventListener("change", changed);
  document.addEventListener(PAINTED, check);
  changed();
  return () => {
    entrance.disconnect();
    observer.disconnect();
    media.removeEventListener("change", changed);
    document.removeEventListener(PAINTED, check);
    clearInterval(watching);
  };
}

// var() and color-mix() are resolved only on a real property of a real element.
export function colour(host, name) {
  const probe = el("i", { style: `color:var(${name});display:none` });
  host.append(probe);
  const rgb = rgbOf(getComputedStyle(probe).color);
  probe.remove();
  return `rgb(${rgb.join(",")})`;
}

export const seriesColour = (host, k) => colour(host, `--dc-s${k % 10}`);

// ---- matrix colours: zero is paper, size is ink, sign is hue ------------------------------------
const hexRgb = (text) => [1, 3, 5].map((i) => parseInt(text.slice(i, i + 2), 16));
const STOPS = {
  light: {
    positive: ["#ffffff", "#d3e4f3", "#86b6dc", "#2f7fbf", "#0a4a8a", "#062f5e"].map(hexRgb),
    negative: ["#ffffff", "#fbdcc4", "#f0a877", "#d2691e", "#8f3d05", "#5a2400"].map(hexRgb),
  },
  dark: {
    positive: ["#111111", "#12304a", "#17537f", "#2c86c4", "#7cbdea", "#dcf0ff"].map(hexRgb),
    negative: ["#111111", "#4a2610", "#7f3f13", "#b95f1f", "#eba066", "#ffe4cf"].map(hexRgb),
  },
};

export function matrixColour(t, dark) {
  const stops = STOPS[dark ? "dark" : "light"][t < 0 ? "negative" : "positive"];
  const at = Math.min(1, Math.abs(t)) * (stops.length - 1);
  const low = Math.min(stops.length - 2, Math.floor(at));
  return stops[low].map((v, i) => Math.round(v + (stops[low + 1][i] - v) * (at - low)));
}

export const inkOn = (rgb) =>
  (luminance(rgb) + 0.05) / 0.05 > 1.05 / (luminance(rgb) + 0.05) ? "#000000" : "#ffffff";

// Of a cell that has its number in it; `share` is of the largest entry, which is not so dark as
// alone.
export function cellColours(share, dark) {
  const fill = matrixColour(0.86 * share, dark);
  return { fill: `rgb(${fill})`, ink: inkOn(fill) };
}

// ---- ten clusters: a colour and a shape each, of about equal area -------------------------------
export const SHAPES = [
  "M-1,0A1,1,0,1,1,1,0A1,1,0,1,1,-1,0Z",
  "M-.88,-.88H.88V.88H-.88Z",
  "M0,-1.42L1.3,.84H-1.3Z",
  "M0,-1.27L1.27,0L0,1.27L-1.27,0Z",
  "M-.42,-1.22H.42V-.42H1.22V.42H.42V1.22H-.42V.42H-1.22V-.42H-.42Z",
  "M0,1.42L1.3,-.84H-1.3Z",
  "M-.6,-1.2L0,-.6L.6,-1.2L1.2,-.6L.6,0L1.2,.6L.6,1.2L0,.6L-.6,1.2L-1.2,.6L-.6,0L-1.2,-.6Z",
  "M0,-1.5L.38,-.5L1.43,-.46L.6,.19L.88,1.21L0,.62L-.88,1.21L-.6,.19L-1.43,-.46L-.38,-.5Z",
  "M-1.3,-1.02L0,-.25L1.3,-1.02V1.02L0,.25L-1.3,1.02Z",
  "M-1.02,-1.3H1.02L.25,0L1.02,1.3H-1.02L-.25,0Z",
];

export function mark(k, r = 5) {
  const half = r + 3,
    series = `var(--dc-s${k % 10})`;
  return svg(
    "svg",
    {
      class: "mark",
      width: 2 * half,
      height: 2 * half,
      "aria-hidden": "true",
      viewBox: `${-half} ${-half} ${2 * half} ${2 * half}`,
    },
    svg("path", {
      d: SHAPES[k % 10],
      transform: `scale(${r})`,
      "stroke-width": 0.9 / r,
      style: `fill:${series};stroke:color-mix(in srgb, ${series}, #14161a var(--dc-edge))`,
    }),
  );
}

// The edge that gives a pale fill its contrast on white; on black it is paper.
export function edgeColour(fill, dark) {
  if (dark) return "rgb(17,17,17)";
  const rgb = rgbOf(fill),
    ink = [20, 22, 24],
    share = luminance(rgb) > 0.28 ? 0.5 : 0.38;
  return `rgb(${rgb.map((v, i) => Math.round(v + (ink[i] - v) * share)).join(",")})`;
}

export function countLabels(labels, n) {
  const sizes = Array(n).fill(0);
  for (const k of labels) sizes[k] += 1;
  return sizes;
}

// ---- canvas, bytes, size ------------------------------------------------------------------------
export function fitCanvas(canvas, w, h) {
  const asked = canvas.closest(".dc")?.style.getPropertyValue("--dc-ratio"); // of a picture
  const ratio = Math.max(1, window.devicePixelRatio || 1, Number(asked ?? 0));
  const width = Math.round(w * ratio),
    height = Math.round(h * ratio);
  if (canvas.width !== width || canvas.height !== height) {
    Object.assign(canvas, { width, height });
    Object.assign(canvas.style, { width: `${w}px`, height: `${h}px` });
  }
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, w, h);
  return context;
}

export const stamp = (canvas) => {
  canvas.dataset.draws = Number(canvas.dataset.draws || 0) + 1;
};

// Copies, because a view from the kernel may start at an odd byte.
export function bytesOf(view) {
  if (!view) return new Uint8Array(0);
  if (view instanceof ArrayBuffer) return new Uint8Array(view.slice(0));
  return new Uint8Array(view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength));
}

// Bytes on their way to Python: marimo takes nothing else for binary.
export const sentBytes = (array) => new DataView(array.buffer, array.byteOffset, array.byteLength);

export const floatsOf = (view) => new Float32Array(bytesOf(view).buffer);
export const doublesOf = (view) => new Float64Array(bytesOf(view).buffer);
export const indicesOf = (view) => new Int32Array(bytesOf(view).buffer);

// Calls fn once an element has a width, or another side, and again when that changes or comes back.
// While a theme's style sheet is exchanged a page may have no width for a frame.
export function onResize(host, fn, side = "clientWidth") {
  let last = 0,
    frame = 0;
  const tell = () => {
    if (host[side]) fn();
    else frame = requestAnimationFrame(tell);
  };
  const observer = new ResizeObserver(() => {
    const width = Math.round(host[side]),
      changed = width !== last;
    last = width;
    if (!changed) return;
    cancelAnimationFrame(frame);
    if (width) frame = requestAnimationFrame(tell);
  });
  observer.observe(host);
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
  };
}
