// PartitionStepper: plays the steps of a local search that Python ran and sent as a whole.

import {
  bytesOf,
  caption,
  counted,
  el,
  floatsOf,
  mark,
  num,
  onResize,
  paintClusters,
  setAttributes,
  signed,
  widgetRoot,
} from "../base/parts/common.js";
import {
  icon,
  iconButton,
  liveRegion,
  readout,
  segmented,
  setUsable,
} from "../base/parts/controls.js";
import { createNotice } from "../base/parts/notice.js";
import { createScatter } from "../base/parts/scatter.js";
import { watch } from "../base/parts/watch.js";
import { createTrace, decimalsFor } from "./trace.js";
import "./widget.css";

const STEP_SECONDS = { "1×": 0.7, "2×": 0.35, "4×": 0.175 };
const RING_SECONDS = 0.4;
const MOVES_SHOWN = 8;

// ---- what a step changed ------------------------------------------------------------------------
function readRun(model) {
  const labels = bytesOf(model.get("_labels"));
  const objective = model.get("_objective");
  const points = labels.length / objective.length;
  const labelsAt = (step) => labels.subarray(step * points, (step + 1) * points);
  return {
    objective,
    labelsAt,
    last: objective.length - 1,
    n_clusters: model.get("_n_clusters"),
    A: model.get("_label_kernel"),
    start: model.get("_start"),
    climbed: model.get("_climbed"),
    digits: Math.max(2, decimalsFor(Math.max(...objective) - Math.min(...objective))),
  };
}

function movesOf(run, step) {
  const now = run.labelsAt(step);
  const before = run.labelsAt(Math.max(0, step - 1));
  const moved = new Uint8Array(now.length);
  const flows = new Map();
  now.forEach((to, i) => {
    if (to === before[i]) return;
    moved[i] = 1;
    const key = before[i] * run.n_clusters + to;
    flows.set(key, (flows.get(key) ?? 0) + 1);
  });
  const list = [...flows]
    .sort((a, b) => b[1] - a[1])
    .map(([key, count]) => ({
      from: Math.floor(key / run.n_clusters),
      to: key % run.n_clusters,
      count,
    }));
  return { moved, flows: list, count: list.reduce((sum, flow) => sum + flow.count, 0) };
}

function captionOf(step, count, run) {
  if (step === 0) return run.start;
  const moved = `${counted(count, "point")} moved`;
  if (step > run.climbed) return `a new search: ${moved}`;
  return count ? `ringed: ${moved}` : "no single move raises J";
}

// ---- moves, as from > to with a bar -------------------------------------------------------------
function createMoves() {
  const root = el("ul", { class: "moves", "aria-label": "moves in this step" });
  const rest = el("div", { class: "note" });
  const row = ({ from, to, count }, most) =>
    el(
      "li",
      { "data-move": `${from}>${to}`, "aria-label": `${count} from cluster ${from} to ${to}` },
      mark(from, 4),
      icon("next"),
      mark(to, 4),
      el("span", { class: "n" }, String(count)),
      el("span", { class: "track" }, el("i", { style: `width:${(100 * count) / most}%` })),
    );
  function put(flows) {
    const shown = flows.slice(0, MOVES_SHOWN);
    root.replaceChildren(...shown.map((flow) => row(flow, flows[0].count)));
    if (!shown.length) root.append(el("li", { class: "note" }, "none"));
    const left = flows.slice(MOVES_SHOWN).reduce((sum, flow) => sum + flow.count, 0);
    rest.textContent = left ? `and ${counted(left, "more point")} between other clusters` : "";
  }
  return { root, rest, put };
}

// ---- playing ------------------------------------------------------------------------------------
// Space plays, arrows step, Home and End go to the ends: on the buttons and on the trace.
function createTransport({ onGo, onBy, onPlay, onSpeed }) {
  const button = (name, label, act) => {
    const made = iconButton(name, label, act);
    made.tabIndex = -1;
    return made;
  };
  const first = button("first", "Back to the start", () => onGo(0));
  const prev = button("prev", "One step back", () => onBy(-1));
  const play = iconButton("play", "Play", onPlay);
  const next = button("next", "One step on", () => onBy(1));
  const last = button("last", "To the end", () => onGo(Infinity));
  play.classList.add("line");
  play.tabIndex = 0;
  const bar = el(
    "div",
    { class: "playback", role: "toolbar", "aria-label": "transport" },
    first,
    prev,
    play,
    next,
    last,
  );
  const speeds = segmented("speed", Object.keys(STEP_SECONDS), "1×", onSpeed);

  function onKey(event) {
    const act = {
      " ": onPlay,
      ArrowRight: () => onBy(1),
      ArrowUp: () => onBy(1),
      ArrowLeft: () => onBy(-1),
      ArrowDown: () => onBy(-1),
      Home: () => onGo(0),
      End: () => onGo(Infinity),
    }[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }
  bar.addEventListener("keydown", onKey);

  function put(step, end, playing) {
    [first, prev].forEach((each) => setUsable(each, step > 0));
    [next, last].forEach((each) => setUsable(each, step < end));
    const label = playing ? "Pause" : "Play";
    if (play.title === label && play.firstChild) return;
    play.replaceChildren(icon(playing ? "pause" : "play"));
    setAttributes(play, { "aria-label": label, title: label });
  }
  const root = el("div", { class: "controls-top" }, bar, speeds.root);
  return { root, put, onKey };
}

function createPlayer(tick) {
  let timer = 0,
    seconds = STEP_SECONDS["1×"];
  const start = () => {
    timer = setInterval(tick, 1000 * seconds);
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
  };
  return {
    start,
    stop,
    isPlaying: () => timer !== 0,
    setSpeed(name) {
      seconds = STEP_SECONDS[name];
      if (timer) {
        stop();
        start();
      }
    },
  };
}

// ---- the pictures -------------------------------------------------------------------------------
function createReadouts(run) {
  const step = readout("step", 54),
    objective = readout("objective J", 114);
  const moved = readout("points moved", 70);
  function put(at, count) {
    const J = run.objective;
    const rise = at ? signed(J[at] - J[at - 1], run.digits) : "";
    step.put(String(at), `of ${run.last}`);
    objective.put(num(J[at], run.digits), rise);
    moved.put(String(count));
  }
  return { root: el("div", { class: "read" }, step.root, objective.root, moved.root), put };
}

// While playing the rings fade; a step that stays keeps them.
function createMovingScatter(run, points, plane) {
  const scatter = createScatter({ label: "Partition" });
  let frame = 0;
  scatter.setPoints(points);
  function draw(step, moved, playing) {
    cancelAnimationFrame(frame);
    const picture = { labels: run.labelsAt(step), n_clusters: run.n_clusters, A: run.A, moved };
    scatter.draw(picture);
    if (!playing || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const begun = performance.now();
    const fade = (now) => {
      const gone = Math.max(0, now - begun) / (1000 * RING_SECONDS);
      scatter.draw({ ...picture, ringAlpha: Math.max(0, 1 - gone) });
      if (gone < 1) frame = requestAnimationFrame(fade);
    };
    frame = requestAnimationFrame(fade);
  }
  const root = el("div", {}, scatter.root, plane ? el("div", { class: "note" }, plane) : null);
  const destroy = () => {
    cancelAnimationFrame(frame);
    scatter.destroy();
  };
  return { root, draw, destroy, setHeight: scatter.setHeight };
}

function createStepperView({ run, points, plane, transport, onGo }) {
  const title = el("b"),
    told = el("span");
  const scatter = createMovingScatter(run, points, plane);
  const reads = createReadouts(run),
    moves = createMoves(),
    live = liveRegion();
  const trace = createTrace({ onGo, onKey: transport.onKey });
  const left = el(
    "div",
    { class: "panel" },
    el("div", { class: "cap" }, title, told),
    scatter.root,
  );
  const right = el(
    "div",
    { class: "panel" },
    transport.root,
    reads.root,
    caption("Objective by step", el("span", {}, "press or drag to a step")),
    trace.root,
    caption("Moves in this step", el("span", {}, "from, to, points")),
    moves.root,
    moves.rest,
  );
  const root = el("div", { class: "ps" }, left, right, live.root);
  const stopSizing = onResize(root, () => {
    scatter.setHeight(root.clientWidth > 560 ? 346 : Math.min(300, 0.8 * root.clientWidth));
  });

  function draw(step, playing) {
    const { moved, flows, count } = movesOf(run, step);
    title.textContent = step ? `After step ${step}` : "Start";
    told.textContent = captionOf(step, count, run);
    scatter.draw(step, moved, playing);
    reads.put(step, count);
    transport.put(step, run.last, playing);
    trace.draw(run.objective, step);
    moves.put(flows);
  }
  function say(step) {
    const J = num(run.objective[step], run.digits);
    const { count } = movesOf(run, step);
    live.say(`step ${step} of ${run.last}, objective ${J}, ${counted(count, "point")} moved`);
  }
  const destroy = () => {
    stopSizing();
    trace.destroy();
    scatter.destroy();
  };
  return { root, draw, say, destroy };
}

// ---- the widget ---------------------------------------------------------------------------------
function render({ model, el: host }) {
  const root = widgetRoot(host),
    notice = createNotice(model, ["step"]);
  const unpaint = paintClusters(root, model);
  const run = readRun(model);
  const clamp = (to) => Math.max(0, Math.min(run.last, to));
  let step = clamp(model.get("step"));

  const player = createPlayer(() => {
    show(step + 1);
    if (step === run.last) player.stop();
    draw();
  });
  const onGo = (to) => {
    player.stop();
    show(to);
    draw();
    view.say(step);
  };
  function onPlay() {
    if (player.isPlaying()) player.stop();
    else {
      // A step at once also tells a view that plays this run to stop.
      show(step === run.last ? 0 : step + 1);
      if (step < run.last) player.start();
    }
    draw();
  }
  const transport = createTransport({
    onGo,
    onPlay,
    onBy: (by) => onGo(step + by),
    onSpeed: player.setSpeed,
  });
  const view = createStepperView({
    run,
    transport,
    onGo,
    points: floatsOf(model.get("_points")),
    plane: model.get("_plane"),
  });

  function show(to) {
    if (clamp(to) === step) return;
    step = clamp(to);
    model.set("step", step);
    model.save_changes();
  }
  function draw() {
    view.draw(step, player.isPlaying());
    Object.assign(root.dataset, { step, playing: player.isPlaying() });
  }
  function follow() {
    if (clamp(model.get("step")) === step) return;
    player.stop();
    step = clamp(model.get("step"));
    draw();
  }

  notice.put("Space plays and pauses, arrows go step by step, Home and End to the ends.");
  root.append(view.root, notice.root);
  draw();
  const unwatch = watch(model, ["step"], follow);
  return () => {
    unpaint();
    player.stop();
    unwatch();
    notice.destroy();
    view.destroy();
  };
}

export default { render };
