// TurningViews: the angle moves a picture, its label and its point together.

import {
  bytesOf,
  caption,
  doublesOf,
  el,
  floatsOf,
  mark,
  num,
  setAttributes,
} from "../../base/parts/common.js";
import { icon, iconButton, segmented, slider } from "../../base/parts/controls.js";
import { createImages } from "../../explorer/parts/images.js";
import { miniWidget } from "../parts/layout.js";
import { createPoints } from "../parts/points.js";
import { joinsOf } from "./arcs.js";
import { createLabelStrip, createTurner } from "./pictures.js";
import "./widget.css";

const TURN_SECONDS = 6;
const CALM_SECONDS = 0.7; // from one label to the next where motion is reduced

// -> { root, stop() }: while it plays, `tick(calm)` is called for each of `count` stops of the
// turn.
function createPlay(count, tick) {
  let timer = 0;
  const root = iconButton("play", "Play", () => {
    if (timer) {
      stop();
      return;
    }
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    timer = setInterval(() => tick(calm), 1000 * (calm ? CALM_SECONDS : TURN_SECONDS / count));
    show();
  });
  root.classList.add("line");
  function show() {
    const name = timer ? "Pause" : "Play";
    root.replaceChildren(icon(name.toLowerCase()));
    setAttributes(root, { "aria-label": name, title: name });
  }
  function stop() {
    clearInterval(timer);
    timer = 0;
    show();
  }
  return { root, stop };
}

const render = miniWidget(({ given, now, root, selection, say, draw }) => {
  const views = given.stops,
    count = views.length,
    angles = doublesOf(given.angles);
  const points = floatsOf(given.points),
    names = Object.keys(given.labels);
  const labellings = Object.fromEntries(
    Object.entries(given.labels).map(([name, bytes]) => {
      const labels = bytesOf(bytes),
        c = Math.max(...labels) + 1;
      return [
        name,
        { c, labels, atStops: views.map((i) => labels[i]), ...joinsOf(angles, labels) },
      ];
    }),
  );
  const shown = () => labellings[now.labelling],
    label = () => shown().atStops[stop];
  const said = () =>
    `label ${label()} of ${shown().c}, angle ${num(angles[views[stop]], 0)} degrees`;
  let stop = 0,
    kept = ""; // while it plays the stop is ahead of the trait

  function go(to) {
    player.stop();
    stop = ((to % count) + count) % count;
    draw();
    if (now.stop !== stop) now.stop = stop;
  }
  const player = createPlay(count, (calm) => {
    const { atStops } = shown(),
      before = stop;
    do stop = (stop + 1) % count;
    while (calm && stop !== before && atStops[stop] === atStops[before]);
    draw();
  });
  // A point that is pressed is where the turn goes, to the nearest view there is a picture of.
  const unlink = selection.on(() => {
    if (!selection.isPinned) return;
    const away = views.map((i) => {
      const gap = Math.abs(angles[i] - angles[selection.point]);
      return Math.min(gap, 360 - gap);
    });
    selection.pin(selection.point);
    go(away.indexOf(Math.min(...away)));
    say(said());
  });

  const images = createImages(given.shape, bytesOf(given.images));
  const turner = createTurner({ images, count, onGo: go }),
    strip = createLabelStrip({
      state: () => ({ labels: shown().atStops, stop }),
      onGo: go,
    });
  const name = el("div", { class: "now" }),
    joins = el("div", { class: "joins" });
  const which = segmented("labels", names, names[0], (labelling) => {
    now.labelling = labelling;
  });
  const bar = slider({
    label: "angle",
    count,
    at: 0,
    onmove: go,
    format: (i) => `${num(angles[views[i]], 0)}°`,
  });
  return {
    kind: "views",
    panels: [
      {
        root: el(
          "div",
          { class: "panel" },
          caption("View", el("span", {}, "drag to turn")),
          turner.root,
          name,
          joins,
        ),
        draw() {
          const { words, joined } = shown();
          turner.draw(stop, said());
          name.replaceChildren(mark(label(), 6), el("b", {}, `label ${label()}`));
          joins.textContent = joins.title = words;
          joins.classList.toggle("own", joined.includes(label()));
        },
        destroy: turner.destroy,
      },
      createPoints({
        title: "Embedding",
        note: "ringed: the view on screen",
        selection,
        xy: () => points,
        height: turner.height,
        state: () => ({
          labels: shown().labels,
          n_clusters: shown().c,
          moved: Uint8Array.from(angles, (_, i) => Number(i === views[stop])),
        }),
      }),
      {
        root: el(
          "div",
          { class: "turn" },
          el("div", { class: "bar" }, player.root, names.length > 1 ? which.root : null),
          strip.root,
          bar.root,
        ),
        draw() {
          which.put(now.labelling);
          strip.draw();
          bar.put(stop);
        },
        destroy() {
          player.stop();
          unlink();
          strip.destroy();
        },
      },
    ],
    follow() {
      const traits = Object.values(now).join();
      if (traits !== kept) {
        player.stop();
        [kept, stop] = [traits, now.stop];
      }
      Object.assign(root.dataset, { stop, label: label() });
    },
    hint: said,
  };
});

export default { render };
