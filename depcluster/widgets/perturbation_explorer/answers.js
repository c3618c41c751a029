// What PerturbationExplorer answers, computed in the page: the given clustering, the perturbed one
// with Theorem 1 for both, a search for better given labels behind, and the curve over the slider's
// range.

import { bytesOf, counted, doublesOf, floatsOf } from "../base/parts/common.js";
import { isOpen } from "../base/parts/watch.js";
import { climb } from "../engine/climb.js";
import { diffusionSteps } from "../engine/diffusion.js";
import { gramFrom0, gramOf, kernelSteps } from "../engine/gram.js";
import { normalized } from "../engine/objectives.js";
import { Partition } from "../engine/partition.js";
import { boundSteps, legOf, ofRankSteps, withSigns } from "../engine/perturbation.js";
import { alignLabels } from "../engine/renaming.js";
import { createSamples } from "../engine/samples.js";
import { spectralLabels } from "../engine/starts.js";
import { quietly } from "../engine/steps.js";
import { eigenSteps } from "../engine/symmetric_eigen.js";
import { frobeniusSteps, topSteps } from "../engine/top_eigen.js";
import { carried, originsOf } from "../explorer/parts/warm_start.js";
import { betterThan, climbed, searchSteps, verified } from "../explorer/parts/fit.js";
import { flatWords, tooLarge } from "../explorer/parts/grams.js";
import { RESTS, serve } from "../explorer/parts/serve.js";
import { statusWords, pythonLine, verdictOf } from "./words.js";

const VALUES = 8; // eigenvalues in the spectrum, at least
const BETTER = 1e-9; // of J, by which the end of a climb must be above another's to be taken
const BASELINE = "_fit",
  PERTURBED = "_perturbed";

// Whether a perturbation can have an amount.
function holds({ amounts }, perturb, amount) {
  const ends = [amounts[0], amounts.at(-1)];
  return (
    Math.min(...ends) <= amount
    && amount <= Math.max(...ends)
    && (perturb !== "rank" || Number.isInteger(amount))
  );
}

const finite = (x) => (Number.isFinite(x) ? x : null);

export const servePerturbation = (port) => serve(port, createPerturbationAnswers);

// -> { steps(), begin(), found() }, as `serve.js` has them.
export function createPerturbationAnswers(model, heard) {
  let data = null,
    state = null,
    fits = {},
    baseline = null,
    now = null;

  function question() {
    const [kernel, perturb, amount] = ["kernel", "perturb", "amount"].map((name) =>
      model.get(name),
    );
    return { kernel, perturb, amount, mode: model.get("_modes")[perturb] };
  }

  // Other samples: labels go on with those that stay.
  function load() {
    const next = model.get("_input");
    if (next === data) return;
    const { n_samples: m = 0, n_features: nFeatures, n_clusters: c = 2 } = next;
    const both = doublesOf(next.X),
      X = both.slice(0, both.length / 2);
    const origins = data && originsOf(data, next);
    const goOn = ([kernel, { labels }]) => [
      kernel,
      { labels: carried(labels, origins), settled: false },
    ];
    fits = Object.fromEntries(origins ? Object.entries(fits).map(goOn) : []);
    const of = (coordinates) => createSamples(coordinates, m, { nFeatures });
    const A = new Float64Array(c * c).map((_, t) => Number(t % (c + 1) === 0));
    state = {
      m,
      c,
      X,
      N: both.slice(both.length / 2),
      of,
      samples: of(X),
      objective: normalized(A),
      spectrum: null,
      points: floatsOf(model.get("_points")),
      shift: doublesOf(next.shift),
    };
    [data, baseline] = [next, null];
  }

  function refusal() {
    const { m, c, X, N } = state;
    if (![...X, ...N].every(Number.isFinite)) return "X must hold finite numbers only.";
    if (!(m > c))
      return `X must hold more points than there are clusters, ${c}; got ${counted(m, "point")}.`;
    return c >= 2 ? "" : `n_clusters must be at least 2; got ${c}.`;
  }

  const widthOf = (kernel) => (kernel === "rbf" ? data.gamma : 1 / data.n_features);

  function* gramSteps(samples, kernel, room = null) {
    return yield* kernel === "graph"
      ? diffusionSteps(samples)
      : kernelSteps(samples, kernel, widthOf(kernel), room);
  }

  const eigenOf = (gram) => topSteps(gram, Math.max(state.c + 1, VALUES), state.c - 1);

  // The clustering as given: labels that a stored page tells are verified if they have their J;
  // else one climb from those on screen.
  function* baselineSteps(kernel) {
    const isKept = baseline?.kernel === kernel;
    if (isKept && !heard(BASELINE)) return;
    const own = state,
      gram = isKept ? baseline.gram : yield* gramSteps(own.samples, kernel);
    const size = isKept ? baseline.size : yield* frobeniusSteps(gram);
    if (!Number.isFinite(size) || tooLarge(gram, kernel)) return;
    const top = isKept ? baseline.top : yield* eigenOf(gram),
      problem = { gram, objective: own.objective };
    const news = heard(BASELINE),
      told = news && bytesOf(news.labels);
    const right = news && verified(problem, told, news.objective);
    if (right) fits[kernel] = { settled: news.settled };
    else if (told?.length === own.m && !baseline)
      fits[kernel] ??= { labels: Int32Array.from(told), settled: false };
    const partition =
      right || (yield* climbed(problem, fits[kernel]?.labels ?? baseline?.partition.labels));
    baseline = {
      kernel,
      gram,
      top,
      problem,
      partition,
      settled: fits[kernel]?.settled ?? false,
      perturbed: {},
      leg: legOf(partition, top),
      size,
      search: null,
    };
    keep();
  }

  const keep = () => {
    fits[baseline.kernel] = {
      labels: baseline.partition.labels.slice(),
      settled: baseline.settled,
    };
  };

  function* perturbedGramSteps({ kernel, perturb, amount }) {
    const { gram, size } = baseline,
      { m, X, N } = state;
    if (perturb === "input") {
      if (!amount) return gram;
      const samples = state.of(X.map((x, t) => x + amount * N[t]));
      // the last one is done with
      return (state.room = yield* gramSteps(samples, kernel, state.room));
    }
    if (perturb === "rank") {
      if (amount === m) return gram;
      return gramOf(yield* ofRankSteps(yield* spectrumSteps(kernel), amount), m);
    }
    return gramOf(withSigns(gram.K, m, bytesOf(data.signs), (amount * size) / m), m);
  }

  // All eigenvalues and eigenvectors of K, kept for one kernel.
  function* spectrumSteps(kernel) {
    if (state.spectrum?.kernel === kernel) return state.spectrum;
    const { samples, m } = state,
      isPlain = !data.far && (kernel === "linear" || kernel === "poly");
    const { K } = isPlain ? gramFrom0(samples, kernel, widthOf(kernel)) : baseline.gram,
      walk = eigenSteps(K, m);
    for (let last = ""; ;) {
      const { done, value } = walk.next(),
        doing = `the eigenvectors of K, ${Math.round(100 * value)} %`;
      if (done) return (state.spectrum = { ...value, kernel });
      yield doing === last ? undefined : { doing };
      last = doing;
    }
  }

  // The perturbed clustering, from the given labels and from the spectral ones; each is computed
  // once.
  function* perturbedSteps(asked, isOnScreen) {
    const key = `${asked.perturb} ${asked.amount}`,
      {
        perturbed,
        leg,
        partition: { labels },
      } = baseline;
    if (perturbed[key]) return perturbed[key];
    const gram = yield* perturbedGramSteps(asked),
      { m, objective } = state,
      problem = { gram, objective };
    const top = gram === baseline.gram ? baseline.top : yield* eigenOf(gram);
    const news = isOnScreen && heard(PERTURBED);
    let partition = news && verified(problem, bytesOf(news.labels), news.objective),
      start = "given labels";
    if (!partition) {
      partition = yield* quietly(climb(new Partition(problem, labels)));
      const spectral = alignLabels(
        spectralLabels(top.vectors, m),
        partition.labels,
        objective.structure,
        objective.c,
      );
      const other = yield* quietly(climb(partition.copy().relabel(spectral)));
      const isBetter = other.J > partition.J + BETTER * Math.abs(partition.J);
      if (isBetter) [partition, start] = [other, "spectral start"];
      partition.relabel(alignLabels(partition.labels, labels, objective.structure, objective.c));
    }
    const theorem = yield* boundSteps(leg, legOf(partition, top));
    const change = baseline.size ? (yield* frobeniusSteps(gram, baseline.gram)) / baseline.size : 0;
    perturbed[key] = {
      labels: partition.labels,
      J: partition.J,
      values: top.values,
      start,
      change,
      theorem,
    };
    return perturbed[key];
  }

  function* steps() {
    const asked = question();
    // of two controls that Python sets one comes first
    if (!holds(asked.mode, asked.perturb, asked.amount)) return;
    load();
    const wrong = refusal();
    if (!wrong) yield* baselineSteps(asked.kernel);
    if (wrong || baseline?.kernel !== asked.kernel) {
      yield {
        refused: wrong || "X must be of a size whose kernels are finite, and their squares.",
      };
      return;
    }
    yield { answer: yield* answerSteps(asked) };
    yield RESTS;
    if (!baseline.settled) {
      yield* betterSteps();
      yield { answer: yield* answerSteps(asked) };
    }
    if (!isOpen(model, "curve")) return;
    for (const amount of stopsOf(asked.mode)) {
      if (baseline.perturbed[`${asked.perturb} ${amount}`]) continue;
      yield* perturbedSteps({ ...asked, amount }, false);
      yield { more: { curve: curveOf(asked) } };
    }
  }

  // Searches for better given labels.
  function* betterSteps() {
    const count = model.get("_searches");
    baseline.search ??= searchSteps(baseline.problem, baseline.top.vectors, count);
    for (;;) {
      const { done, value } = baseline.search.next();
      if (done) {
        const better = betterThan(baseline.partition, value);
        if (better)
          baseline = {
            ...baseline,
            partition: better,
            leg: legOf(better, baseline.top),
            perturbed: {},
          };
        baseline.settled = true;
        keep();
        return;
      }
      yield value === undefined ? undefined : { progress: [value, count] };
    }
  }

  const stopsOf = ({ amounts, fine }) => amounts.filter((_, i) => i % fine === 0);

  // What is computed of the curve, from its first stop to the first missing one.
  function curveOf({ perturb, mode }) {
    const found = stopsOf(mode).map((amount) => baseline.perturbed[`${perturb} ${amount}`]);
    const end = found.indexOf(undefined),
      known = end < 0 ? found : found.slice(0, end);
    return {
      epsilon: known.map(({ theorem }) => theorem.epsilon),
      bound: known.map(({ theorem }) => finite(theorem.bound)),
    };
  }

  function* answerSteps(asked) {
    const perturbed = yield* perturbedSteps(asked, true),
      { theorem } = perturbed,
      { points, shift, c } = state;
    now = { baseline, perturbed };
    const labels = Uint8Array.from(baseline.partition.labels),
      after = Uint8Array.from(perturbed.labels);
    const moved = labels.reduce((sum, label, i) => sum + Number(label !== after[i]), 0);
    const amount = asked.perturb === "input" ? asked.amount : 0;
    return {
      perturb: asked.perturb,
      amount: asked.amount,
      n_clusters: c,
      labels,
      perturbed_labels: after,
      moved,
      perturbed_points: points.map((x, t) => x + amount * shift[t]),
      values: Array.from(baseline.top.values),
      perturbed_values: Array.from(perturbed.values),
      eigengap: theorem.gap,
      perturbed_eigengap: theorem.perturbedGap,
      epsilon: theorem.epsilon,
      bound: finite(theorem.bound),
      trivial: theorem.trivial,
      terms: theorem.terms.map(finite),
      verdict: verdictOf(theorem, c),
      curve: curveOf(asked),
      status: [
        statusWords(data, state.samples, asked, perturbed),
        flatWords(baseline.gram, asked.kernel),
      ]
        .filter(Boolean)
        .join("; "),
      python: pythonLine(data, asked),
      error: "",
      settled: baseline.settled,
    };
  }

  return {
    steps,
    begin() {},
    // What Python is told of the answer on screen, by trait.
    found() {
      const {
        baseline: { partition, settled },
        perturbed,
      } = now;
      return {
        [BASELINE]: { labels: partition.labels, objective: partition.J, settled },
        [PERTURBED]: { labels: perturbed.labels, objective: perturbed.J, settled },
      };
    },
  };
}
