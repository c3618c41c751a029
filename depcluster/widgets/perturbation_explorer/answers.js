// What PerturbationExplorer answers, computed in the page: the given clustering, the perturbed one with Theorem 1
// for both, a search for better given labels behind, and the curve over the slider's range.

import { bytesOf, counted, doublesOf, floatsOf } from "../base/parts/common.js";
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
import { RESTS } from "../explorer/parts/work.js";
import { statusWords, pythonLine, verdictOf } from "./words.js";

const VALUES = 8; // eigenvalues in the spectrum, at least
const BETTER = 1e-9; // of J, by which the end of a climb must be above another's to be taken
const GIVEN = "_fit", PERTURBED = "_perturbed";

// Whether a perturbation can have an amount.
function holds({ amounts }, perturb, amount) {
  const ends = [amounts[0], amounts.at(-1)];
  return Math.min(...ends) <= amount && amount <= Math.max(...ends) &&
    (perturb !== "rank" || Number.isInteger(amount));
}

const finite = (x) => (Number.isFinite(x) ? x : null);

// -> { steps(), begin(), found(), doing() }, as `answering.js` takes them.
export function createPerturbationAnswers(model, fitMessages) {
  let data = null, scene = null, fits = {}, given = null, now = null, doing = "the kernel";

  function question() {
    const [kernel, perturb, amount] = ["kernel", "perturb", "amount"].map((name) => model.get(name));
    return { kernel, perturb, amount, mode: model.get("_modes")[perturb] };
  }

  // Other samples: labels go on with those that stay.
  function load() {
    const next = model.get("_input");
    if (next === data) return;
    const { n_samples: m = 0, n_features: nFeatures, n_clusters: c = 2 } = next;
    const both = doublesOf(next.X), X = both.slice(0, both.length / 2);
    const origins = data && originsOf(data, next);
    const goOn = ([kernel, { labels }]) => [kernel, { labels: carried(labels, origins), settled: false }];
    fits = Object.fromEntries(origins ? Object.entries(fits).map(goOn) : []);
    const of = (coordinates) => createSamples(coordinates, m, { nFeatures });
    const A = new Float64Array(c * c).map((_, t) => Number(t % (c + 1) === 0));
    scene = {
      m, c, X, N: both.slice(both.length / 2), of, samples: of(X), objective: normalized(A), spectrum: null,
      points: floatsOf(model.get("_points")), shift: doublesOf(next.shift),
    };
    [data, given] = [next, null];
  }

  function refusal() {
    const { m, c, X, N } = scene;
    if (![...X, ...N].every(Number.isFinite)) return "X must hold finite numbers only.";
    if (!(m > c)) return `X must hold more points than there are clusters, ${c}; got ${counted(m, "point")}.`;
    return c >= 2 ? "" : `n_clusters must be at least 2; got ${c}.`;
  }

  const widthOf = (kernel) => (kernel === "rbf" ? data.gamma : 1 / data.n_features);

  function* gramSteps(samples, kernel, room = null) {
    return yield* (kernel === "graph" ? diffusionSteps(samples) : kernelSteps(samples, kernel, widthOf(kernel), room));
  }

  const eigenOf = (gram) => topSteps(gram, Math.max(scene.c + 1, VALUES), scene.c - 1);

  // The clustering as given: labels that a stored page tells are verified if they have their J; else
  // one climb from those on screen.
  function* givenSteps(kernel) {
    const isKept = given?.kernel === kernel;
    if (isKept && fitMessages.isOwn(GIVEN)) return;
    const own = scene, gram = isKept ? given.gram : yield* gramSteps(own.samples, kernel);
    const size = isKept ? given.size : yield* frobeniusSteps(gram);
    if (!Number.isFinite(size)) return;
    const top = isKept ? given.top : yield* eigenOf(gram), problem = { gram, objective: own.objective };
    const heard = fitMessages.heard(GIVEN), told = heard && bytesOf(heard.labels);
    const right = heard && verified(problem, told, heard.objective);
    if (right) fits[kernel] = { settled: heard.settled };
    else if (told?.length === own.m && !given) fits[kernel] ??= { labels: Int32Array.from(told), settled: false };
    const partition = right || (yield* climbed(problem, fits[kernel]?.labels ?? given?.partition.labels));
    given = {
      kernel, gram, top, problem, partition, settled: fits[kernel]?.settled ?? false, shaken: {},
      leg: legOf(partition, top), size, search: null,
    };
    keep();
  }

  const keep = () => {
    fits[given.kernel] = { labels: given.partition.labels.slice(), settled: given.settled };
  };

  function* perturbedSteps({ kernel, perturb, amount }) {
    const { gram, size } = given, { m, X, N } = scene;
    if (perturb === "input") {
      if (!amount) return gram;
      const samples = scene.of(X.map((x, t) => x + amount * N[t]));
      return (scene.room = yield* gramSteps(samples, kernel, scene.room)); // the last one is done with
    }
    if (perturb === "rank") {
      if (amount === m) return gram;
      return gramOf(yield* ofRankSteps(yield* spectrumSteps(kernel), amount), m);
    }
    return gramOf(withSigns(gram.K, m, bytesOf(data.signs), (amount * size) / m), m);
  }

  // All eigenvalues and eigenvectors of K, kept for one kernel.
  function* spectrumSteps(kernel) {
    if (scene.spectrum?.kernel === kernel) return scene.spectrum;
    const { samples, m } = scene, isPlain = !data.far && (kernel === "linear" || kernel === "poly");
    const { K } = isPlain ? gramFrom0(samples, kernel, widthOf(kernel)) : given.gram, walk = eigenSteps(K, m);
    for (;;) {
      const { done, value } = walk.next();
      if (done) return (scene.spectrum = { ...value, kernel });
      doing = `the eigenvectors of K, ${Math.round(100 * value)} %`;
      yield;
    }
  }

  // The perturbed clustering, from the given labels and from the spectral ones; each is computed once.
  function* shakenSteps(asked, isOnScreen) {
    const key = `${asked.perturb} ${asked.amount}`, { shaken, leg, partition: { labels, J } } = given;
    if (shaken[key]) return shaken[key];
    const gram = yield* perturbedSteps(asked), { m, objective } = scene, problem = { gram, objective };
    const top = gram === given.gram ? given.top : yield* eigenOf(gram);
    const heard = isOnScreen && fitMessages.heard(PERTURBED);
    let partition = heard && verified(problem, bytesOf(heard.labels), heard.objective), start = "given labels";
    if (!partition) {
      partition = yield* quietly(climb(new Partition(problem, labels)));
      const spectral = alignLabels(spectralLabels(top.vectors, m), partition.labels, objective.structure, objective.c);
      const other = yield* quietly(climb(partition.copy().relabel(spectral)));
      const isBetter = other.J > partition.J + BETTER * Math.abs(partition.J);
      if (isBetter) [partition, start] = [other, "spectral start"];
      partition.relabel(alignLabels(partition.labels, labels, objective.structure, objective.c));
    }
    const theorem = yield* boundSteps(leg, legOf(partition, top));
    const change = given.size ? (yield* frobeniusSteps(gram, given.gram)) / given.size : 0;
    shaken[key] = { labels: partition.labels, J: partition.J, values: top.values, start, change, theorem };
    return shaken[key];
  }

  function* steps() {
    const asked = question();
    if (!holds(asked.mode, asked.perturb, asked.amount)) return; // of two controls that Python sets one comes first
    load();
    const wrong = refusal();
    if (!wrong) {
      doing = "the kernel";
      yield* givenSteps(asked.kernel);
    }
    if (wrong || given?.kernel !== asked.kernel) {
      yield { refused: wrong || "X must be of a size whose kernels are finite, and their squares." };
      return;
    }
    yield { answer: yield* answerSteps(asked) };
    yield RESTS;
    if (!given.settled) {
      yield* betterSteps();
      yield { answer: yield* answerSteps(asked) };
    }
    if (!model.get("panels").includes("curve") || model.get("folded").includes("curve")) return;
    for (const amount of stopsOf(asked.mode)) {
      if (given.shaken[`${asked.perturb} ${amount}`]) continue;
      yield* shakenSteps({ ...asked, amount }, false);
      yield { more: { curve: curveOf(asked) } };
    }
  }

  // Searches for better given labels.
  function* betterSteps() {
    const count = model.get("_searches");
    given.search ??= searchSteps(given.problem, given.top.vectors, count);
    for (;;) {
      const { done, value } = given.search.next();
      if (done) {
        const better = betterThan(given.partition, value);
        if (better) given = { ...given, partition: better, leg: legOf(better, given.top), shaken: {} };
        given.settled = true;
        keep();
        return;
      }
      yield value === undefined ? undefined : { progress: [value, count] };
    }
  }

  const stopsOf = ({ amounts, fine }) => amounts.filter((_, i) => i % fine === 0);

  // What is computed of the curve, from its first stop to the first missing one.
  function curveOf({ perturb, mode }) {
    const found = stopsOf(mode).map((amount) => given.shaken[`${perturb} ${amount}`]);
    const end = found.indexOf(undefined), known = end < 0 ? found : found.slice(0, end);
    return {
      epsilon: known.map(({ theorem }) => theorem.epsilon),
      bound: known.map(({ theorem }) => finite(theorem.bound)),
    };
  }

  function* answerSteps(asked) {
    const shaken = yield* shakenSteps(asked, true), { theorem } = shaken, { points, shift, c } = scene;
    now = { given, shaken };
    const labels = Uint8Array.from(given.partition.labels), after = Uint8Array.from(shaken.labels);
    const moved = labels.reduce((sum, label, i) => sum + Number(label !== after[i]), 0);
    const amount = asked.perturb === "input" ? asked.amount : 0;
    return {
      perturb: asked.perturb, amount: asked.amount, n_clusters: c, labels, perturbed_labels: after, moved,
      perturbed_points: points.map((x, t) => x + amount * shift[t]),
      values: Array.from(given.top.values), perturbed_values: Array.from(shaken.values),
      eigengap: theorem.gap, perturbed_eigengap: theorem.perturbedGap,
      epsilon: theorem.epsilon, bound: finite(theorem.bound), trivial: theorem.trivial,
      terms: theorem.terms.map(finite), verdict: verdictOf(theorem, c), curve: curveOf(asked),
      status: statusWords(data, scene.samples, asked, shaken), python: pythonLine(data, asked),
      error: "", settled: given.settled,
    };
  }

  return {
    steps,
    begin() {},
    // What Python is told of the answer on screen, by trait.
    found() {
      const { given: { partition, settled }, shaken } = now;
      return {
        [GIVEN]: { labels: partition.labels, objective: partition.J, settled },
        [PERTURBED]: { labels: shaken.labels, objective: shaken.J, settled },
      };
    },
    doing: () => doing,
  };
}
