// What LossExplorer answers, computed in the page: one climb from the labels on screen under each
// of three objectives at once, searches with the full mix of starts behind.

import { bytesOf, counted, num } from "../base/parts/common.js";
import { hasPython } from "../base/parts/python.js";
import { leadingSteps } from "../engine/leading_eigen.js";
import { rewardOf } from "../engine/reward.js";
import { carried, kept, originsOf } from "../explorer/parts/warm_start.js";
import { changedWords } from "../explorer/parts/changed.js";
import { betterThan, climbed, searchSteps, verified } from "../explorer/parts/fit.js";
import { flatWords, gramSteps, isWhole, tooLarge } from "../explorer/parts/grams.js";
import { RESTS, serve } from "../explorer/parts/serve.js";
import { indefiniteWords, labelKernelText } from "../label_kernel_editor/algebra.js";
import { CLUHSIC, LOSS, problemsOf, unlike, ZERO_ONE } from "./fits.js";
import { pythonLine, readable, scaleWords } from "./words.js";

const NAMES = [LOSS, ZERO_ONE, CLUHSIC];
const LEAST = 1e-100; // of the largest entry of a loss

export const serveLoss = (port) => serve(port, createLossAnswers);

// -> { steps(), load(), begin(), found() }, as `serve.js` has them.
export function createLossAnswers(model, heard) {
  let data = null,
    gram = null,
    spectrum = null,
    fits = {},
    ofOthers = "",
    asked = null;
  let since = null,
    isNew = false;

  // Other samples: labels go on with those that stay.
  function load() {
    const next = model.get("_input");
    if (next === data) return;
    const origins = data && originsOf(data, next),
      had = Object.entries(fits);
    since = onScreen() ?? since;
    since = origins && since && kept(since, origins);
    const goOn = ([name, { labels }]) => [name, { labels: carried(labels, origins) }];
    fits = Object.fromEntries(origins ? had.map(goOn) : []);
    [data, gram, spectrum, ofOthers] = [next, null, null, ""];
  }

  const onScreen = () => (fits[LOSS]?.partition ? fits[LOSS].labels : null);

  // -> what is wrong with the samples, in words
  function* gramFor() {
    gram ??= yield* gramSteps(data);
    if (!gram.diagonal.every(Number.isFinite)) return "X must hold finite numbers only.";
    const large = tooLarge(gram, data.kernel);
    if (large) return large;
    const most = Math.min(data.n_samples, model.get("_limits").max_clusters);
    spectrum ??= yield* leadingSteps(gram, most - 1);
    return "";
  }

  function question() {
    const [A, Delta, normalization, penalty] = [
      "label_kernel",
      "loss",
      "normalization",
      "penalty",
    ].map((name) => model.get(name));
    return {
      A,
      Delta,
      normalization,
      penalty,
      c: A.length,
      preset: model.get("preset"),
      lossPreset: model.get("loss_preset"),
    };
  }

  // What a page was kept with, and a link, may be anything.
  function refusal({ A, Delta, c }) {
    const { n_samples: m = 0, matrix } = data;
    if (!(m > c))
      return `X must hold more points than there are clusters, ${c}; got ${counted(m, "point")}.`;
    if (!matrix && !isWhole(data)) return "X must hold a row a point.";
    for (const [name, square] of Object.entries({ label_kernel: A, loss: Delta })) {
      const isSquare = square.every((row) => row.length === c && row.every(Number.isFinite));
      if (!isSquare) return `${name} must be a square matrix of finite numbers, ${c} rows.`;
    }
    const indefinite = indefiniteWords(A),
      most = Math.max(...Delta.flat());
    if (indefinite) return indefinite;
    if (most === 0)
      return "loss must have a positive entry; got 0 everywhere. Try zero_one_loss(c).";
    if (most < LEAST) {
      return (
        `loss must have its largest entry from 1e-100 to 1e+100; got ${most.toPrecision(6)}. `
        + "Only the ratios of its entries matter: try loss / loss.max()."
      );
    }
    return "";
  }

  // What another view or a stored page tells of this very question is verified; else one climb.
  function* first(name, problem) {
    const told = name === LOSS && heard("_fit");
    if (told) {
      const labels = bytesOf(told.labels),
        partition = verified(problem, labels, told.objective);
      if (partition) return fitOf(partition, told.settled);
      if (labels.length === gram.m) fits[name] ??= { labels: Int32Array.from(labels) };
    }
    return fitOf(yield* climbed(problem, fits[name]?.labels, fits[name]?.partition), false);
  }

  const fitOf = (partition, settled) => ({ partition, labels: partition.labels.slice(), settled });

  function* steps() {
    const next = question();
    // Of two matrices that Python resizes one comes first.
    if (next.A.length !== next.Delta.length && hasPython(model)) return;
    load();
    const wrong = refusal(next) || (yield* gramFor());
    if (wrong) {
      yield { refused: wrong };
      return;
    }
    const problems = problemsOf(gram, next);
    const others = JSON.stringify([next.A, next.normalization, next.penalty]);
    if (isNew || !since) since = onScreen() ?? since;
    isNew = false;
    const isKept = others === ofOthers,
      after = {};
    for (const name of isKept ? [LOSS] : NAMES) {
      const isOne = name === ZERO_ONE && problems[name] === problems[LOSS];
      if (!isOne) after[name] = yield* first(name, problems[name]);
    }
    if (!Object.values(after).every(({ partition }) => Number.isFinite(partition.J))) {
      yield {
        refused:
          "X, the matrices and penalty must be of a size whose objective is a finite number.",
      };
      return;
    }
    [fits, asked, ofOthers] = [{ ...fits, ...after }, next, others];
    if (problems[ZERO_ONE] === problems[LOSS]) fits[ZERO_ONE] = fits[LOSS];
    yield { answer: answer() };
    yield RESTS;
    yield* searched(problems);
  }

  // What is on screen first, then what it is compared with.
  function* searched(problems) {
    const isOne = problems[ZERO_ONE] === problems[LOSS];
    const names = NAMES.filter((name) => !fits[name].settled && !(isOne && name === ZERO_ONE));
    const count = model.get("_searches");
    for (const [k, name] of names.entries()) {
      const walk = searchSteps(problems[name], spectrum.vectors, count);
      let step = walk.next();
      for (; !step.done; step = walk.next()) {
        yield step.value && { progress: [k * count + step.value, names.length * count] };
      }
      const { partition } = fits[name];
      fits[name] = fitOf(betterThan(partition, step.value) ?? partition, true);
      if (isOne) fits[ZERO_ONE] = fits[LOSS];
    }
    yield { answer: answer() };
  }

  const isSettled = () => NAMES.every((name) => fits[name].settled);

  function answer() {
    const { partition, labels } = fits[LOSS],
      { c } = asked;
    const ringed = unlike(labels, fits[ZERO_ONE].labels, c),
      apart = countOf(ringed);
    const scale = rewardOf(partition, spectrum.values);
    const points = [counted(labels.length, "point"), data.plane].filter(Boolean).join(", ");
    const bytes = Uint8Array.from(labels);
    return {
      labels: bytes,
      sizes: Array.from(partition.n),
      objective: partition.J,
      J: readable(partition.J),
      share: scale.share === null ? "" : `${num(100 * scale.share, 0)} % of the most`,
      scale: scaleWords(partition.J, scale),
      ringed,
      unlike_zero_one: apart,
      unlike_cluhsic: countOf(unlike(labels, fits[CLUHSIC].labels, c)),
      note: apart ? `${points}, ${apart} ringed` : points,
      error: "",
      settled: isSettled(),
      status: [
        data.drawn,
        `${asked.preset} label kernel, ${asked.lossPreset} loss`,
        changedWords(bytes, since),
        flatWords(gram, data.kernel),
      ]
        .filter(Boolean)
        .join("; "),
      python: pythonLine(asked, data, labelKernelText(asked.A, asked.preset)),
    };
  }

  return {
    steps,
    load,
    begin() {
      isNew = true;
    },
    found() {
      const {
        partition: { labels, J: objective },
        settled,
      } = fits[LOSS];
      return { _fit: { labels, objective, settled } };
    },
  };
}

const countOf = (flags) => flags.reduce((sum, flag) => sum + flag, 0);
