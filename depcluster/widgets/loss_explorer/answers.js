// What LossExplorer answers, computed in the page: one climb from the labels on screen under each of three
// objectives at once, searches with the full mix of starts behind.

import { bytesOf, counted, doublesOf, indicesOf, num } from "../base/parts/common.js";
import { diffusionSteps } from "../engine/diffusion.js";
import { gramOf, kernelGram } from "../engine/gram.js";
import { leadingSteps } from "../engine/leading_eigen.js";
import { rewardOf } from "../engine/reward.js";
import { createSamples } from "../engine/samples.js";
import { changedWords } from "../explorer/parts/changed.js";
import { believed, betterThan, climbed, createSearch, SEARCHES } from "../explorer/parts/fit.js";
import { RESTS } from "../explorer/parts/work.js";
import { indefiniteWords, labelKernelText } from "../label_kernel_editor/algebra.js";
import { CLUHSIC, LOSS, problemsOf, unlike, ZERO_ONE } from "./fits.js";
import { pythonLine, readable, scaleWords } from "./words.js";

const NAMES = [LOSS, ZERO_ONE, CLUHSIC];
const TRAITS = { [LOSS]: "_labelling", [ZERO_ONE]: "_zero_one", [CLUHSIC]: "_cluhsic" };
const LEAST = 1e-100; // of the largest entry of a loss


// -> { steps(), begin(), told(), isOwn(labelling) }. `steps` is the work (`work.js`) for the controls as they
// stand; what it yields is { answer }, settled or not, { refused: words } or { progress: [done, all] }.
// `begin` says that a hand begins: changes are counted from what is on screen then.
export function createLossAnswers(model) {
  let data = null, gram = null, spectrum = null, fits = {}, ofOthers = "", asked = null;
  let since = null, isNew = false, told = {}, searches = {};

  // Other samples: labels go on with those that stay.
  function* load() {
    const next = model.get("_input");
    if (next === data) return;
    const step = data ? next.generation - data.generation : 0;
    const origin = step === 1 && next.origin ? indicesOf(next.origin) : null;
    const carried = ([name, { labels }]) => [name, { labels: origin.map((i) => labels[i]), settled: false }];
    const kept = origin ? Object.entries(fits).map(carried) : [];
    const K = yield* made(next), most = Math.min(next.n_samples, model.get("_limits").max_clusters);
    const leading = yield* leadingSteps(K, most - 1);
    // At once: this work may have been dropped before.
    [gram, spectrum, data, fits, ofOthers, since] = [K, leading, next, Object.fromEntries(kept), "", null];
  }

  function* made({ X, n_samples: m, n_features: nFeatures, manhattan, kernel, gamma, matrix }) {
    if (matrix) return gramOf(mirrored(doublesOf(matrix), m), m);
    const options = { nFeatures, manhattan: manhattan && doublesOf(manhattan) };
    const samples = createSamples(doublesOf(X), m, options);
    return kernel === "graph" ? yield* diffusionSteps(samples) : kernelGram(samples, kernel, gamma);
  }

  function question() {
    const [A, Delta, normalization, penalty] =
      ["label_kernel", "loss", "normalization", "penalty"].map((name) => model.get(name));
    return {
      A, Delta, normalization, penalty, c: A.length,
      preset: model.get("preset"), lossPreset: model.get("loss_preset"),
    };
  }

  function refusal({ A, Delta }) {
    const indefinite = indefiniteWords(A), most = Math.max(...Delta.flat());
    if (indefinite) return indefinite;
    if (most === 0) return "loss must have a positive entry; got 0 everywhere. Try zero_one_loss(c).";
    if (most < LEAST) {
      return `loss must have its largest entry from 1e-100 to 1e+100; got ${most.toPrecision(6)}. ` +
        "Only the ratios of its entries matter: try loss / loss.max().";
    }
    return gram.diagonal.every(Number.isFinite) ? "" : "X must hold finite numbers only.";
  }

  // What Python or a stored page tells of this very question is believed; else one climb.
  function* first(name, problem) {
    const labelling = model.get(TRAITS[name]);
    if (labelling && labelling !== told[name]) {
      told[name] = labelling;
      const labels = bytesOf(labelling.labels), partition = believed(problem, labels, labelling.objective);
      if (partition) return fitOf(partition, labelling.settled);
      if (labels.length === gram.m) fits[name] ??= { labels: Int32Array.from(labels) };
    }
    return fitOf(yield* climbed(problem, fits[name]?.labels), false);
  }

  const fitOf = (partition, settled) => ({ partition, labels: partition.labels.slice(), settled });

  function* steps() {
    const next = question();
    if (next.A.length !== next.Delta.length) return; // of two matrices that Python resizes one comes first
    yield* load();
    const wrong = refusal(next);
    if (wrong) {
      yield { refused: wrong };
      return;
    }
    const problems = problemsOf(gram, next);
    const others = JSON.stringify([next.A, next.normalization, next.penalty]);
    if (isNew || !since) since = fits[LOSS]?.partition ? { labels: fits[LOSS].labels } : null;
    isNew = false;
    const isKept = others === ofOthers, after = {};
    for (const name of isKept ? [LOSS] : NAMES) {
      const isOne = name === ZERO_ONE && problems[name] === problems[LOSS];
      if (!isOne) after[name] = yield* first(name, problems[name]);
    }
    [fits, asked, ofOthers] = [{ ...fits, ...after }, next, others];
    if (problems[ZERO_ONE] === problems[LOSS]) fits[ZERO_ONE] = fits[LOSS];
    searches = {};
    yield { answer: answer() };
    yield RESTS;
    yield* searched(problems);
  }

  // It goes on for a while once the answer is settled, and rarely finds more.
  function* searched(problems) {
    const isOne = problems[ZERO_ONE] === problems[LOSS];
    const names = NAMES.filter((name) => !fits[name].settled && !(isOne && name === ZERO_ONE));
    for (const name of names) searches[name] = createSearch(problems[name], spectrum.vectors);
    for (const isFirst of [true, false]) {
      let isBetter = false;
      for (const [k, name] of names.entries()) {
        const walk = searches[name].until(isFirst ? SEARCHES : undefined);
        let step = walk.next();
        for (; !step.done; step = walk.next()) {
          const isTold = isFirst && step.value !== undefined;
          yield isTold ? { progress: [k * SEARCHES + step.value, names.length * SEARCHES] } : undefined;
        }
        const { partition } = fits[name], better = betterThan(partition, step.value);
        fits[name] = fitOf(better ?? partition, true);
        isBetter ||= better !== null;
      }
      if (isOne) fits[ZERO_ONE] = fits[LOSS];
      if (names.length && (isFirst || isBetter)) yield { answer: answer() };
    }
  }

  const isSettled = () => NAMES.every((name) => fits[name].settled);

  function answer() {
    const { partition, labels } = fits[LOSS], { c } = asked;
    const ringed = unlike(labels, fits[ZERO_ONE].labels, c), apart = countOf(ringed);
    const scale = rewardOf(partition, spectrum.values);
    const points = [counted(labels.length, "point"), data.plane].filter(Boolean).join(", ");
    const bytes = Uint8Array.from(labels);
    return {
      labels: bytes, sizes: Array.from(partition.n), objective: partition.J, J: readable(partition.J),
      share: scale.share === null ? "" : `${num(100 * scale.share, 0)} % of the most`,
      scale: scaleWords(partition.J, scale), ringed, unlike_zero_one: apart,
      unlike_cluhsic: countOf(unlike(labels, fits[CLUHSIC].labels, c)),
      note: apart ? `${points}, ${apart} ringed` : points, error: "", settled: isSettled(),
      foot: [
        data.drawn, `${asked.preset} label kernel, ${asked.lossPreset} loss`,
        changedWords(bytes, since?.labels),
      ].filter(Boolean).join("; "),
      python: pythonLine(asked, data, labelKernelText(asked.A, asked.preset)),
    };
  }

  return {
    steps,
    begin() { isNew = true; },
    // What Python is told of the answer on screen, by objective.
    told() {
      const settled = isSettled();
      return Object.fromEntries(NAMES.map((name) => {
        const { partition } = fits[name], labels = Uint8Array.from(partition.labels);
        const before = told[name], isKept = before?.settled === settled && before.objective === partition.J &&
          String(bytesOf(before.labels)) === String(labels);
        if (!isKept) told[name] = { labels, objective: partition.J, settled };
        return [name, told[name]];
      }));
    },
    isOwn: (labelling) => labelling === null || labelling === told[LOSS] || (
      told[LOSS] !== undefined && labelling.objective === told[LOSS].objective &&
      String(bytesOf(labelling.labels)) === String(bytesOf(told[LOSS].labels))),
  };
}

const countOf = (flags) => flags.reduce((sum, flag) => sum + flag, 0);

// A symmetric matrix from its lower triangle, row by row.
function mirrored(triangle, m) {
  const K = new Float64Array(m * m);
  for (let i = 0, t = 0; i < m; i++) {
    for (let j = 0; j <= i; j++, t++) K[i * m + j] = K[j * m + i] = triangle[t];
  }
  return K;
}
