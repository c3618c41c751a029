// TurningViews: the angle moves a picture, its label and its point together.

import {
  bytesOf, caption, el, floatsOf, mark, num, onResize, paintClusters, setAttributes, widgetRoot,
} from "../../base/parts/common.js";
import { icon, iconButton, liveRegion, segmented, slider } from "../../base/parts/controls.js";
import { createLinks } from "../../base/parts/links.js";
import { createNotice } from "../../base/parts/notice.js";
import { createScatter } from "../../base/parts/scatter.js";
import { watch } from "../../base/parts/watch.js";
import { createImages } from "../../explorer/parts/images.js";
import { createLabelStrip, createTurner } from "./pictures.js";

const CONTROLS = ["stop", "labelling"];
const TURN_SECONDS = 6;
const CALM_SECONDS = 0.7; // from one label to the next where motion is reduced

function readTurn(model) {
  const labellings = model.get("_labels"), all = model.get("_stops");
  const named = Object.entries(labellings).map(([name, { of, ...told }]) => {
    const labels = bytesOf(of);
    return [name, { ...told, labels, atStops: Array.from(all, (i) => labels[i]) }];
  });
  return {
    views: all, angles: floatsOf(model.get("_angles")), points: floatsOf(model.get("_points")),
    labellings: Object.fromEntries(named),
  };
}

// -> { root, toggle(), stop() }
function createPlay(tick) {
  let timer = 0;
  const root = iconButton("play", "Play", () => toggle());
  root.classList.add("line");
  function show() {
    root.replaceChildren(icon(timer ? "pause" : "play"));
    setAttributes(root, { "aria-label": timer ? "Pause" : "Play", title: timer ? "Pause" : "Play" });
  }
  function stop() {
    clearInterval(timer);
    timer = 0;
    show();
  }
  function toggle() {
    if (timer) { stop(); return; }
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    timer = setInterval(() => tick(calm), 1000 * (calm ? CALM_SECONDS : TURN_SECONDS / tick.count));
    show();
  }
  return { root, stop };
}

function createTurnParts(model, run, { go, choose, play }) {
  const images = createImages(model.get("_shape"), bytesOf(model.get("_images")));
  const count = run.views.length, names = Object.keys(run.labellings), links = createLinks();
  const label = el("div", { class: "now" }), words = el("div", { class: "joins" });
  const view = createTurner({ images, count, onGo: go });
  const strip = createLabelStrip({ onGo: go });
  const scatter = createScatter({ label: "Embedding", links });
  const which = names.length > 1 ? segmented("labels", names, names[0], choose) : null;
  const bar = slider({
    label: "angle", count, at: 0, onmove: go,
    format: (i) => `${num(run.angles[run.views[i]], 0)}°`,
  });
  scatter.setPoints(run.points);
  const root = el("div", { class: "tv" },
    el("div", { class: "panel" }, caption("View", el("span", {}, "drag to turn")), view.root,
      label, words),
    el("div", { class: "panel" },
      caption("Embedding", el("span", {}, "ringed: the view on screen")), scatter.root),
    el("div", { class: "turn" },
      el("div", { class: "bar" }, play, which?.root ?? null),
      caption("Labels around the turn", el("span", {}, "from 0 to 360 degrees")),
      strip.root, bar.root));
  return { root, view, strip, scatter, links, which, bar, words, label, images };
}

function render({ model, el: host }) {
  const root = widgetRoot(host), notice = createNotice(model, CONTROLS), live = liveRegion();
  const unpaint = paintClusters(root, model), run = readTurn(model), count = run.views.length;
  const shown = () => run.labellings[model.get("labelling")];
  let stop = model.get("stop");

  const tick = (calm) => {
    const { atStops } = shown();
    let to = (stop + 1) % count;
    while (calm && to !== stop && atStops[to] === atStops[stop]) to = (to + 1) % count;
    show(to);
  };
  tick.count = count;
  const player = createPlay(tick);
  const parts = createTurnParts(model, run, { go, choose, play: player.root });

  function go(to, held = false) {
    player.stop();
    show(held ? Math.max(0, Math.min(count - 1, to)) : ((to % count) + count) % count);
    keep();
  }
  function keep() {
    if (model.get("stop") === stop) return;
    model.set("stop", stop);
    model.save_changes();
  }
  function choose(name) {
    model.set("labelling", name);
    model.save_changes();
  }
  function show(to) {
    stop = to;
    draw();
  }
  function draw() {
    const { labels, c, atStops, words, joined } = shown(), i = run.views[stop];
    const k = labels[i], degrees = num(run.angles[i], 0);
    const said = `label ${k} of ${c}, angle ${degrees} degrees`;
    const moved = new Uint8Array(labels.length);
    moved[i] = 1;
    parts.view.put(stop, said);
    parts.strip.draw(atStops, stop);
    parts.scatter.draw({ labels, n_clusters: c, moved });
    parts.bar.put(stop);
    parts.which?.put(model.get("labelling"));
    parts.label.replaceChildren(mark(k, 6), el("b", {}, `label ${k}`));
    parts.words.textContent = parts.words.title = words;
    parts.words.classList.toggle("own", joined.includes(k));
    notice.put(said);
    Object.assign(root.dataset, { stop, label: k, angle: degrees });
  }
  function follow() {
    player.stop();
    stop = model.get("stop");
    draw();
  }
  // A point that is pressed is where the turn goes, to the nearest view there is a picture of.
  const unlink = parts.links.on(() => {
    if (!parts.links.isPinned) return;
    const away = run.views.map((i) => {
      const gap = Math.abs(run.angles[i] - run.angles[parts.links.point]);
      return Math.min(gap, 360 - gap);
    });
    parts.links.pin(parts.links.point);
    go(away.indexOf(Math.min(...away)));
    live.say(notice.root.textContent);
  });
  const unsize = onResize(root, () => {
    const wide = parts.view.root.clientWidth, { width, height } = parts.images;
    const high = Math.round(Math.min(276, (wide * height) / width));
    parts.view.setHeight(high);
    parts.scatter.setHeight(high);
  });

  root.append(parts.root, notice.root, live.root);
  draw();
  const unwatch = watch(model, CONTROLS, follow);
  return () => {
    player.stop();
    unwatch();
    [unpaint, unlink, unsize, notice.destroy, parts.view.destroy, parts.strip.destroy, parts.scatter.destroy]
      .forEach((end) => end());
  };
}

export default { render };
