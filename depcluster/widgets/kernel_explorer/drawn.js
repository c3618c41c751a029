// Points of a drawing pad for the explorer in its page: what Python would send of them.

import { sentBytes } from "../base/parts/common.js";
import { watch } from "../base/parts/watch.js";
import { columnsOf, countOf, rowsOf } from "../data_pad/points.js";
import { nearestRows } from "../engine/nearest.js";
import { samplesSent } from "../explorer/parts/grams.js";

const LEAST = 3,
  MOST_CLUSTERS = 10; // samples; clusters

function countDifferent(rows) {
  const places = new Set();
  for (let i = 0; i < countOf(rows); i++) places.add(`${rows[3 * i]} ${rows[3 * i + 1]}`);
  return places.size;
}

// What to draw before there can be so many clusters; nothing if the points suffice.
function tooFew(rows, c) {
  const n = countDifferent(rows),
    least = Math.max(LEAST, c + 1),
    different = n < countOf(rows) ? "different " : "";
  if (n >= least) return "";
  const soFar = n ? ` It has ${n} so far.` : "";
  return `Draw at least ${least} ${different}points on the pad, for ${c} clusters.${soFar}`;
}

// The model of an explorer that follows a pad in the page: what it knows of the points is made
// here, in the frame that shows a stroke, and Python, which hears of the same points, is not waited
// for.
// -> what a model has, and destroy()
export function followingModel(model, pad) {
  const made = {
    _points: sentBytes(new Float32Array(0)),
    _limits: model.get("_limits"),
    _input: {},
    _waiting: "",
  };
  const heard = []; // events of these, and who is told of them
  let taken = null; // what the pad held when its points were last taken

  function put(values) {
    const changed = Object.keys(values).filter((name) => made[name] !== values[name]);
    Object.assign(made, values);
    for (const name of changed)
      heard.filter(([event]) => event === `change:${name}`).forEach(([, fn]) => fn());
  }

  function take() {
    const sent = pad.get("_rows"),
      rows = rowsOf(sent),
      waiting = tooFew(rows, model.get("n_clusters"));
    if (waiting || sent === taken) {
      put({ _waiting: waiting });
      return;
    }
    taken = sent;
    const X = coordinatesOf(rows),
      m = countOf(rows),
      had = made._input.X && samplesSent(made._input);
    put({
      _points: sentBytes(Float32Array.from(X)),
      _limits: {
        min_clusters: 2,
        max_clusters: Math.min(MOST_CLUSTERS, m - 1, countDifferent(rows)),
      },
      _input: {
        X: sentBytes(X),
        manhattan: null,
        features: null,
        n_samples: m,
        n_features: 2,
        called: "pad.X",
        drawn: "",
        truth: truthOf(rows),
        origin: had ? sentBytes(originOf(X, had)) : null,
        generation: had ? made._input.generation + 1 : 0,
      },
      _waiting: "",
    });
  }

  const isMade = (event) => event.slice("change:".length) in made;
  const stops = [watch(pad, ["_rows"], take), watch(model, ["n_clusters"], take)];
  take();
  return {
    widget_manager: model.widget_manager,
    get: (name) => (name in made ? made[name] : model.get(name)),
    set: (...values) => model.set(...values),
    on(event, fn) {
      if (isMade(event)) heard.push([event, fn]);
      else model.on(event, fn);
    },
    off(event, fn) {
      if (!isMade(event)) model.off(event, fn);
      else
        heard.splice(
          heard.findIndex(([of, who]) => of === event && who === fn),
          1,
        );
    },
    save_changes: () => model.save_changes(),
    send: (...message) => model.send(...message),
    destroy() {
      stops.forEach((stop) => stop());
    },
  };
}

// Which point before each one goes on from, ~k of one that was not there. Most stay where they are
// in the order.
function originOf(X, before) {
  const isSame = (i, k) => X[2 * i] === before[2 * k] && X[2 * i + 1] === before[2 * k + 1];
  return Int32Array.from({ length: X.length / 2 }, (_, i) => {
    if (isSame(i, i)) return i;
    const [k] = nearestRows(X.subarray(2 * i, 2 * i + 2), before, 2);
    return isSame(i, k) ? k : ~k;
  });
}

// The classes; null where all are one.
function truthOf(rows) {
  const classes = Int32Array.from(columnsOf(rows).classes);
  return new Set(classes).size > 1 ? sentBytes(classes) : null;
}

function coordinatesOf(rows) {
  const X = new Float64Array(2 * countOf(rows));
  for (let i = 0; i < X.length; i += 2) [X[i], X[i + 1]] = [rows[1.5 * i], rows[1.5 * i + 1]];
  return X;
}
