// The editor of a small symmetric matrix: presets, undo, the matrix, what its eigenvalues say.
//
// What it edits is a kind (kinds.js). State is {value, preset, base}; base is what the edited dots
// compare with.

import { el, isDark, onThemeChange, shortNum } from "../base/parts/common.js";
import {
  icon,
  iconButton,
  liveRegion,
  segmented,
  select,
  setUsable,
  stepper,
} from "../base/parts/controls.js";
import { createHistory } from "../base/parts/history.js";
import { createSelection } from "../base/parts/selection.js";
import { nearestPsd, sameMatrix } from "./algebra.js";
import { drawEigenvalues } from "./eigenvalues.js";
import { formatEntry } from "./entries.js";
import { createGraphView, MOST_NODES } from "./graph.js";
import { createMatrixGrid } from "./grid.js";
import { LABEL_KERNEL, nameOfMatrix, resizedState, wholePreset } from "./kinds.js";

const EDITOR_CLUSTERS = [2, 10];
const ONE_STEP = 500;

// -> { root, put(value, preset), destroy() }
// small: 32 px cells; compact: no eigenvalues or number of clusters, and the graph in the matrix's
// place; below stands under the matrix of a kind without a verdict; `alert` is told what is
// refused, and `selection` whose rows to mark.
export function createEditor({
  kind = LABEL_KERNEL,
  small = false,
  presetsAs = "segmented",
  compact = false,
  below = null,
  alert,
  selection = createSelection(),
  onChange,
}) {
  const live = liveRegion();
  const store = createEditorStore({
    kind,
    draw: () => draw(),
    tell(state) {
      alert.put("");
      onChange(state.value, state.preset);
    },
    say: (text) => live.say(text),
  });
  const side = kind.verdict ? createVerdict(compact) : null;
  const low = !kind.verdict
    ? null
    : createLow({
        compact,
        onSize(size) {
          stop();
          store.resize(size);
        },
        onNearest() {
          stop();
          store.toNearestPsd();
          (isGraph() ? graph : grid).focus();
        },
      });
  const hands = {
    selection,
    onStart: store.begin,
    onEnd: store.end,
    onCancel: store.cancel,
    onUndo(forward) {
      stop();
      store.travel(forward);
    },
  };
  const grid = createMatrixGrid({
    ...hands,
    kind,
    small,
    onChange: store.change,
    onError: alert.put,
  });
  const graph = kind.joined ? createGraphView({ ...hands, onJoin: store.join }) : null;
  const views = [grid, graph].filter(Boolean);
  const turn =
    compact && graph
      ? createTurn(() => {
          stop();
          draw();
        })
      : null;
  const { presets, travel } = createEditorTop(kind, presetsAs, store, turn);
  const stop = () => views.forEach((view) => view.stop());
  const isGraph = () => Boolean(turn?.isGraph() && !graph.root.hidden);
  const root = el(
    "div",
    { class: "ed" + (small ? " small" : "") + (compact ? " compact" : "") },
    el("div", { class: "top" }, presets.root, travel.root),
    el(
      "div",
      { class: "body" },
      grid.root,
      compact ? graph?.root : null,
      side?.root,
      compact ? low?.root : null,
    ),
    compact ? below : (low?.root ?? below),
    live.root,
  );
  if (!compact && graph) side.root.append(graph.root);

  function draw() {
    const { value, preset, base } = store.state();
    const verdict = kind.verdict?.(value);
    const dark = isDark(root);
    presets.put(preset);
    travel.draw();
    if (graph) graph.root.hidden = value.length > MOST_NODES || (turn && !turn.isGraph());
    if (turn) turn.root.hidden = value.length > MOST_NODES;
    grid.root.hidden = isGraph();
    for (const view of views)
      if (!view.root.hidden) view.draw(value, base, dark, preset !== "custom");
    side?.draw(value, verdict);
    low?.draw(value, verdict);
    root.style.setProperty("--n", value.length);
    root.dataset.preset = preset;
    if (verdict) root.dataset.psd = verdict.psd;
  }

  function put(value, preset) {
    if (!store.holds(value)) {
      stop();
      alert.put("");
    }
    store.put(value, preset, { keepHistory: !compact });
  }

  const stops = [
    onThemeChange(root, () => {
      if (store.state()) draw();
    }),
    selection.on(() =>
      views.forEach((view) => {
        if (!view.root.hidden) view.look();
      }),
    ),
  ];
  return {
    root,
    put,
    destroy() {
      views.forEach((view) => view.destroy());
      stops.forEach((end) => end());
    },
  };
}

// ---- state --------------------------------------------------------------------------------------
// What is on screen and how it came there. An edit is begin, change once or more, end or cancel.
function createEditorStore({ kind, draw, tell, say }) {
  const history = createHistory((a, b) => sameMatrix(a.value, b.value));
  let state = null,
    lastPut = -Infinity;

  const nameOf = (value, present) => nameOfMatrix(kind, value, present);
  const named = (value) => ({ ...state, value, preset: nameOf(value, state.preset) });
  const apply = (next, what) => {
    state = next;
    lastPut = -Infinity;
    tell(state); // first, so that who answers does so while the page draws
    draw();
    announce(what);
  };
  const begin = () => {
    history.end(state);
    history.begin(state);
  };
  const end = () => {
    history.end(state);
    draw();
  };
  const step = (next, what) => {
    begin();
    apply(next, what);
    end();
  };
  const announce = (what) => say(what + kind.spoken(state.value));

  return {
    state: () => state,
    holds: (value) => state !== null && sameMatrix(state.value, value),
    canTravel: history.has,
    begin,
    change(i, j, entry) {
      apply(
        named(kind.edited(state.value, i, j, entry)),
        `row ${i}, column ${j}: ${formatEntry(entry)}`,
      );
    },
    join(i, j, weight) {
      const what = weight
        ? `${i} and ${j} joined, weight ${formatEntry(weight)}`
        : `${i} and ${j} parted`;
      apply(named(kind.joined(state.value, i, j, weight)), what);
    },
    end,
    cancel: () => apply(history.giveUp(), "cancelled"),
    pick: (name) => step(wholePreset(name, state.value.length, kind), `${name} preset`),
    resize: (size) => step(resizedState(state, size, kind), `${size} clusters`),
    toNearestPsd: () => step(named(nearestPsd(state.value)), "nearest PSD"),
    travel(forward) {
      history.end(state);
      const next = history.travel(state, forward);
      if (!next) return;
      const { preset, value } = next,
        isNamed = preset !== "custom";
      apply(
        isNamed ? wholePreset(preset, value.length, kind) : next,
        forward ? "redone" : "undone",
      );
    },
    // From outside. The name is told by the matrix: value and preset may come in two messages.
    // A drag in another view comes as many values and is one step here too; a preset that follows
    // another matrix is none.
    put(value, preset, { keepHistory }) {
      const same = state !== null && sameMatrix(state.value, value);
      const name = nameOf(value, preset);
      if (same && state.preset === name) return;
      const resized = state !== null && state.value.length !== value.length;
      const follows = !resized && name !== "custom" && name === state?.preset;
      if (state && !same) {
        history.end(state);
        if (resized && !keepHistory) history.clear();
        else if (performance.now() - lastPut > ONE_STEP && !follows) history.push(state);
        lastPut = performance.now();
      }
      const kept = state && !resized ? state.base : value;
      const base = name === "custom" ? kept : kind.preset(name, value.length);
      state = { value: value.map((row) => [...row]), preset: name, base };
      draw();
    },
  };
}

// ---- the parts around the matrix ----------------------------------------------------------------
function createEditorTop(kind, presetsAs, store, turn) {
  const presets = createPresets(kind, presetsAs, (name) => {
    if (kind.presets.includes(name)) store.pick(name);
  });
  const undo = iconButton("undo", "Undo", () => store.travel(false));
  const redo = iconButton("redo", "Redo", () => store.travel(true));
  function draw() {
    setUsable(undo, store.canTravel(false));
    setUsable(redo, store.canTravel(true));
  }
  return {
    presets,
    travel: { root: el("span", { class: "travel" }, turn?.root, undo, redo), draw },
  };
}

// Whether the graph stands in the matrix's place.
function createTurn(onTurn) {
  let isGraph = false;
  const root = iconButton("graph", "As a graph", () => {
    isGraph = !isGraph;
    root.setAttribute("aria-pressed", String(isGraph));
    onTurn();
  });
  root.setAttribute("aria-pressed", "false");
  return { root, isGraph: () => isGraph };
}

function createPresets({ menu: label, presets }, as, onPick) {
  if (as === "segmented") return segmented(label, presets, "custom", onPick);
  const options = [...presets, "custom"].map((value) => ({ value, label: value }));
  const menu = select(label, options, "custom", onPick);
  const custom = menu.root.querySelector("[value=custom]");
  return {
    root: menu.root.querySelector("select"),
    put(name) {
      custom.hidden = name !== "custom";
      menu.put(name);
    },
  };
}

function createVerdict(compact) {
  const badge = el("div", { class: "badge" + (compact ? " one" : "") });
  const line = el("div");
  const root = el(
    "div",
    { class: "side" },
    el("div", { class: "said" }, badge, compact ? [] : line),
  );
  function draw(A, { ascending, psd }) {
    badge.classList.toggle("ok", psd);
    badge.classList.toggle("bad", !psd);
    const least = `${compact ? "λ ≥" : "smallest λ"} ${shortNum(ascending[0])}`;
    const words = [
      compact && !psd ? [] : el("b", {}, psd ? "PSD" : "indefinite"),
      el("span", {}, least),
    ].flat();
    badge.replaceChildren(icon(psd ? "check" : "warn"), el("div", {}, words));
    if (!compact) line.replaceChildren(drawEigenvalues(ascending, A));
  }
  return { root, draw };
}

function createLow({ compact, onSize, onNearest }) {
  const [fewest, most] = EDITOR_CLUSTERS;
  const size = compact ? null : stepper("clusters", fewest, fewest, most, onSize);
  const nearest = el(
    "button",
    { class: "line", type: "button", onclick: onNearest },
    "Use nearest PSD",
  );
  const root = el("div", { class: "low" }, size?.root, nearest);
  function draw(A, { psd }) {
    nearest.classList.toggle("gone", psd);
    size?.put(A.length, Math.min(fewest, A.length), Math.max(most, A.length));
  }
  return { root, draw };
}
