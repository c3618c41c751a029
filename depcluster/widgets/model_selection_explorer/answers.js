// What ModelSelectionExplorer answers, computed in the page: SMIC of the t on screen at once, then
// LSMI of every candidate, that one first; then the judge's choice, unless a hand or Python has set
// another t.

import { bytesOf, counted, doublesOf, indicesOf } from "../base/parts/common.js";
import { matchedNames } from "../engine/agreement.js";
import { localScaling, neighboursOf } from "../engine/local_scaling.js";
import { lsmiPlan, lsmiSteps } from "../engine/lsmi.js";
import { posteriorSteps, smicSteps } from "../engine/smic.js";
import { quietly } from "../engine/steps.js";
import { carried, kept, originsOf } from "../explorer/parts/warm_start.js";
import { changedWords } from "../explorer/parts/changed.js";
import { RESTS, serve } from "../explorer/parts/serve.js";
import { namesOf, sentOf } from "./samples.js";

const VECTORS = 5,
  LEVELS = 24,
  TIE = 1e-9,
  MOST_CLUSTERS = 10,
  FAR = 1e100;
const UNDECIDED = 0.1; // of all samples, beyond which labels are too little those of the model
const JUDGES = { lsmi: "LSMI", smi: "the estimate (8)" };

// Samples as Python sends them, with what was computed of them so far. A page that was kept may
// hold anything.
function opened(sent) {
  try {
    return read(sent);
  } catch {
    return { sent, isUsable: false };
  }
}

function read(sent) {
  const { n_samples: m, n_clusters: c, candidates } = sent,
    X = doublesOf(sent.X),
    d = X.length / m;
  const width = candidates.at(-1),
    indices = indicesOf(sent.neighbours);
  const hasGraph = indices.length === m * width && indices.every((j) => j >= 0 && j < m);
  const isUsable =
    hasGraph && X.every((x) => Math.abs(x) < FAR) && c > 1 && c <= Math.min(m, MOST_CLUSTERS);
  return {
    ...sent,
    sent,
    m,
    d,
    X,
    isUsable,
    tried: new Map(),
    lsmi: new Map(),
    plan: null,
    neighbours: isUsable ? neighboursOf(X, d, indices, width) : null,
  };
}

const triedKey = (normalization, t) => `${normalization} ${t}`;

export const serveSelection = (port) => serve(port, createSelectionAnswers);

// -> { steps(), begin(), found() }, as `serve.js` has them.
export function createSelectionAnswers(model, heard) {
  const held = {}; // by data, each as long as Python does not send others
  let seen = null,
    since = null,
    isNew = false;

  function samplesOf(data) {
    const sent = sentOf(model, data);
    if (!sent) return null;
    if (held[data]?.sent !== sent) carry(data, (held[data] = opened(sent)));
    return held[data];
  }

  // Names go on with the samples that stay.
  function carry(data, next) {
    if (seen?.data !== data) return;
    const origins = originsOf(seen.samples.sent, next.sent),
      { labels } = seen;
    if (seen.tried || !since) since = { labels };
    since = origins && { data, labels: kept(since.labels, origins) };
    seen = origins && { data, samples: next, labels: carried(labels, origins) };
  }

  function question() {
    const [data, t, normalization, judge] = [
      "data",
      "n_neighbors",
      "kernel_normalization",
      "judge",
    ].map((name) => model.get(name));
    return { data, t, normalization, judge };
  }

  function* triedOf(of, normalization, t) {
    const key = triedKey(normalization, t);
    if (!of.tried.has(key)) {
      const kernel = localScaling(of.neighbours, t, normalization === "sym"),
        { m, d, X, n_clusters: c } = of;
      yield;
      const found = yield* quietly(smicSteps(kernel, c, Math.min(m, Math.max(VECTORS, c)), X, d));
      of.tried.set(key, { ...found, kernel, t, X, c, ...edgesOf(kernel), posterior: null });
    }
    return of.tried.get(key);
  }

  // Of candidates that leave many samples undecided LSMI takes one only if all do.
  function choiceOf({ candidates, tried, lsmi, m }, normalization, judge) {
    const keys = candidates.map((t) => triedKey(normalization, t));
    if (!keys.every((key) => lsmi.has(key))) return null;
    const decides = keys.map(
      (key) => judge === "smi" || countOf(tried.get(key).undecided) <= UNDECIDED * m,
    );
    const values = keys.map((key, at) => {
      if (!decides[at] && decides.some(Boolean)) return -Infinity;
      return judge === "lsmi" ? lsmi.get(key) : tried.get(key).smi;
    });
    return candidates[values.findIndex((value) => value >= Math.max(...values) - TIE)];
  }

  function* steps() {
    const asked = question(),
      { data, t, normalization, judge } = asked,
      of = samplesOf(data);
    if (!of?.isUsable || !of.candidates.includes(t)) {
      const why = of
        ? "These samples have no graph of neighbours."
        : "There are no samples of your own yet.";
      yield { refused: why };
      return;
    }
    const choice = choiceOf(of, normalization, judge);
    if (model.get("_at_choice") && choice && choice !== t) {
      model.set("n_neighbors", choice); // which is asked anew
      return;
    }
    const tried = yield* triedOf(of, normalization, t);
    see(asked, of, tried);
    yield { answer: answer() };
    if (yield* mapped(of, tried)) yield { more: { posterior: posterior() } };
    yield RESTS;
    if (!choice && !(yield* judged(asked, of))) return;
    for (const s of of.candidates) yield* mapped(of, of.tried.get(triedKey(normalization, s)));
  }

  // A generator: the map of a candidate, where one is wanted and not there yet. Returns whether it
  // was drawn.
  function* mapped(of, tried) {
    if (tried.posterior || !model.get("posterior") || !of.grid.length) return false;
    tried.posterior = yield* quietly(posteriorSteps(tried, of.grid[0], of.corners));
    return true;
  }

  const posterior = () =>
    seen.tried.posterior?.map((code) => renamed(code, seen.names)) ?? new Uint8Array(0);

  // Classes are called as the groups were that are told or on screen.
  function see({ data, t, normalization, judge }, of, tried) {
    const told = heard("_fit"),
      theirs = told && Int32Array.from(bytesOf(told.labels));
    const own = seen?.data === data ? seen.labels : null,
      c = of.n_clusters;
    if (since?.data !== data) since = null;
    if (own && seen.tried && (isNew || !since)) since = { data, labels: own };
    isNew = false;
    if (seen?.tried === tried && !theirs) {
      seen = { ...seen, judge };
      return;
    }
    const before = theirs?.length === of.m && theirs.every((k) => k < c) ? theirs : own;
    const names = before
      ? matchedNames(tried.labels, before, c)
      : Int32Array.from({ length: c }, (_, y) => y);
    const labels = tried.labels.map((y) => names[y]);
    seen = { data, t, normalization, judge, samples: of, tried, names, labels };
  }

  // A generator; returns whether t stays.
  function* judged({ t, normalization, judge }, of) {
    const isIn = (s) => of.lsmi.has(triedKey(normalization, s)),
      all = of.candidates.length;
    const ahead = [t, ...of.candidates.filter((s) => s !== t)].filter((s) => !isIn(s));
    const progress = () => ({ progress: [of.candidates.filter(isIn).length, all] });
    if (!isSettled()) yield progress();
    const [centres, folds] = [indicesOf(of.centres), Int32Array.from(bytesOf(of.folds))];
    of.plan ??= yield* quietly(lsmiPlan(of.X, of.d, centres, folds));
    for (const s of ahead) {
      const { labels } = yield* triedOf(of, normalization, s);
      of.lsmi.set(triedKey(normalization, s), (yield* quietly(lsmiSteps(of.plan, labels))).value);
      if (s === ahead.at(-1)) break;
      yield { more: { curve: curve() } };
      if (!isSettled()) yield progress();
    }
    const choice = choiceOf(of, normalization, judge);
    if (model.get("_at_choice") && choice !== t) {
      model.set("n_neighbors", choice);
      return false;
    }
    yield { answer: answer() };
    return true;
  }

  function curve() {
    const {
      samples: { candidates, tried, lsmi },
      normalization,
    } = seen;
    const keys = candidates.map((t) => triedKey(normalization, t)),
      isIn = (key) => lsmi.has(key);
    const choice = (judge) => choiceOf(seen.samples, normalization, judge);
    return {
      lsmi: keys.map((key) => lsmi.get(key) ?? null),
      smi: keys.map((key) => (isIn(key) ? tried.get(key).smi : null)),
      undecided: keys.map((key) => (isIn(key) ? countOf(tried.get(key).undecided) : null)),
      choice: { lsmi: choice("lsmi"), smi: choice("smi") },
    };
  }

  function isSettled() {
    const { samples: of, t, normalization, judge } = seen;
    return !model.get("_at_choice") || t === choiceOf(of, normalization, judge);
  }

  function answer() {
    const { data, t, normalization, judge, samples: of, tried, names, labels } = seen,
      { weights } = tried;
    const choice = choiceOf(of, normalization, judge),
      { n_clusters: c, candidates } = of;
    const kernel = `${normalization ?? "as printed"}, t = ${t}`,
      bytes = Uint8Array.from(labels);
    const changed = changedWords(bytes, since?.labels);
    return {
      n_neighbors: t,
      kernel_normalization: normalization,
      judge,
      n_clusters: c,
      labels: bytes,
      names: Array.from(names),
      sizes: Array.from(names, (_, k) => countOf(bytes.map((label) => Number(label === k)))),
      hollow: tried.undecided,
      undecided: countOf(tried.undecided),
      pieces: tried.pieces,
      edges: tried.edges,
      weights,
      vectors: tried.vectors,
      values: Array.from(tried.values),
      posterior: posterior(),
      curve: curve(),
      data,
      named: namesOf(data),
      error: "",
      settled: isSettled(),
      status: [
        of.sent.drawn,
        [`${kernel}: ${counted(weights.length, "edge")}`, changed].filter(Boolean).join(", "),
        choice && `${JUDGES[judge]} chooses t = ${choice} of ${candidates.length} candidates`,
      ]
        .filter(Boolean)
        .join("; "),
      python:
        `SMIC(${c}, n_neighbors=${t}${normalization ? `, kernel_normalization="${normalization}"` : ""}`
        + `).fit_predict(${of.sent.called})`,
    };
  }

  return {
    steps,
    begin() {
      isNew = true;
    },
    found: () => ({
      _fit: { labels: seen.labels, objective: seen.tried.smi, settled: isSettled() },
    }),
  };
}

const countOf = (flags) => flags.reduce((sum, flag) => sum + flag, 0);

// A byte of the posterior under other names of the classes.
function renamed(code, names) {
  if (!code) return 0;
  const y = Math.floor((code - 1) / (LEVELS + 1));
  return code + (LEVELS + 1) * (names[y] - y);
}

// Linked samples, i < j, with their kernel values as shares of the largest, in bytes.
function edgesOf({ m, starts, columns, values }) {
  const edges = [],
    shares = [];
  for (let i = 0; i < m; i++) {
    for (let p = starts[i]; p < starts[i + 1]; p++) {
      if (columns[p] <= i) continue;
      edges.push(i, columns[p]);
      shares.push(values[p]);
    }
  }
  const largest = shares.reduce((top, x) => Math.max(top, x), 0) || 1;
  const weights = Uint8Array.from(shares, (x) => Math.round((255 * x) / largest));
  return { edges: Uint32Array.from(edges), weights };
}
