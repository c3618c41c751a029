// What KernelExplorer answers under a label kernel, computed in the page: one climb from the labels on
// screen at once; eigenvectors and searches with the full mix of starts behind it.

import { bytesOf, counted, doublesOf, num } from "../../base/parts/common.js";
import { createSamples } from "../../engine/samples.js";
import { kernelGram } from "../../engine/gram.js";
import { diffusionSteps } from "../../engine/diffusion.js";
import { gramPixels } from "../../engine/gram_pixels.js";
import { leadingSteps } from "../../engine/leading_eigen.js";
import { normalized } from "../../engine/objectives.js";
import { changedWords } from "../../explorer/parts/changed.js";
import { believed, betterThan, climbed, createSearch, SEARCHES } from "../../explorer/parts/fit.js";
import { RESTS } from "../../explorer/parts/work.js";
import { indefiniteWords, labelKernelText } from "../../label_kernel_editor/algebra.js";
import { gammaText } from "../width.js";
import { carried } from "./carried.js";

const N_VECTORS = 4, AT_ONCE = 700; // samples

// -> { steps(), load(), begin(), told(), isOwn(labelling), ruleOf(kernel) }. `steps` is the work
// (`work.js`) for the controls as they stand; what it yields is { answer }, settled or not,
// { spectrum }, the part of an answer that may come a little later, { refused: words } or
// { progress: [done, all] }. `begin` says that a hand begins: changes are counted from what is on
// screen then.
export function createLabelKernelAnswers(model) {
  let data = null, samples = null, diffusion = null, gram = null, made = "", basis = null, spectrum = null;
  let found = null, labels = null, since = null, isNew = false, heard = null;

  const hasWidth = (kernel) => model.get("_kernels").find(({ value }) => value === kernel).width;

  // Other samples: labels go on with those that stay.
  function load() {
    const next = model.get("_input");
    if (next === data) return;
    const before = data, X = doublesOf(next.X), manhattan = next.manhattan && doublesOf(next.manhattan);
    samples = createSamples(X, next.n_samples, { nFeatures: next.n_features, manhattan });
    labels = labels && carried(labels, before, next, samples);
    [data, diffusion, gram, made, basis, spectrum, found, since] = [next, null, null, "", null, null, null, null];
  }

  function question() {
    const kernel = model.get("kernel"), A = model.get("label_kernel"), rule = samples.ruleOf(kernel);
    const gamma = hasWidth(kernel) ? rule * 2 ** model.get("width") : null;
    return { kernel, gamma, rule: hasWidth(kernel) ? rule : null, A, c: A.length, preset: model.get("preset") };
  }

  // Much of this Python has looked at, but for a page that was kept without it.
  function refusal({ kernel, A, gamma, c }) {
    const { m = 0, X } = samples;
    if (!X.every(Number.isFinite)) return "X must hold finite numbers only.";
    if (m <= c) return `X must hold more points than there are clusters, ${c}; got ${counted(m, "point")}.`;
    if (!A.every((row) => row.length === c && row.every(Number.isFinite))) {
      return "label_kernel must be a square matrix of finite numbers.";
    }
    const indefinite = indefiniteWords(A);
    if (indefinite) return indefinite;
    if (gamma !== null && !Number.isFinite(gamma)) {
      return `kernel must be one without a width for these data; got '${kernel}', and the median ` +
        "distance between samples is 0. Choose linear, cosine or graph.";
    }
    return "";
  }

  function* gramFor({ kernel, gamma }) {
    const asked = `${kernel} ${gamma}`;
    if (asked === made) return;
    if (kernel === "graph") diffusion ??= yield* diffusionSteps(samples);
    gram = kernel === "graph" ? diffusion : kernelGram(samples, kernel, gamma, gram === diffusion ? null : gram);
    [made, spectrum] = [asked, null];
  }

  // What Python or a stored page tells of this very question is believed; else one climb.
  function* first(problem) {
    const told = model.get("_labelling");
    if (told && told !== heard) {
      heard = told;
      const theirs = bytesOf(told.labels), partition = believed(problem, theirs, told.objective);
      if (partition) return { partition, settled: told.settled };
      if (theirs.length === samples.m) labels ??= Int32Array.from(theirs);
    }
    return { partition: yield* climbed(problem, labels), settled: false };
  }

  function* steps() {
    load();
    const asked = question(), wrong = refusal(asked);
    if (wrong) {
      yield { refused: wrong };
      return;
    }
    yield* gramFor(asked);
    const objective = normalized(Float64Array.from(asked.A.flat())), problem = { gram, objective };
    if (isNew || !since) since = found && { J: found.partition.J, asked: found.asked, labels };
    isNew = false;
    const reached = yield* first(problem);
    if (!Number.isFinite(reached.partition.J)) {
      yield { refused: "X and label_kernel must be of a size whose objective is a finite number." };
      return;
    }
    found = { ...reached, asked };
    labels = found.partition.labels.slice();
    const k = Math.min(samples.m - 1, Math.max(asked.c, N_VECTORS)), isFew = samples.m <= AT_ONCE;
    const isKnown = spectrum?.made === made && spectrum.settled && spectrum.values.length >= k;
    if (!isKnown && (isFew || !spectrum)) yield* eigen(k, true);
    yield { answer: answer() };
    if (!isKnown && !isFew) {
      yield* eigen(k, true);
      yield { spectrum: spectrumSent() };
    }
    yield RESTS;
    if (!isKnown && !spectrum.settled) {
      yield* eigen(k, false);
      yield { spectrum: spectrumSent() };
    }
    if (!found.settled) yield* searched(problem);
  }

  function* eigen(k, quick) {
    const next = yield* leadingSteps(gram, k, { start: basis, quick });
    basis = next.basis;
    spectrum = { ...next, made, settled: !quick || next.settled };
  }

  // It goes on for a while once the answer is settled, and rarely finds more.
  function* searched(problem) {
    const walk = createSearch(problem, spectrum.vectors);
    for (const isFirst of [true, false]) {
      const steps = walk.until(isFirst ? SEARCHES : undefined);
      let step = steps.next();
      for (; !step.done; step = steps.next()) {
        const isTold = isFirst && step.value !== undefined;
        yield isTold ? { progress: [step.value, SEARCHES] } : undefined;
      }
      const better = betterThan(found.partition, step.value);
      found = { ...found, partition: better ?? found.partition, settled: true };
      labels = found.partition.labels.slice();
      if (isFirst || better) yield { answer: answer() };
    }
  }

  function answer() {
    const { partition, asked, settled } = found, pixels = gramPixels(partition);
    const bytes = Uint8Array.from(partition.labels);
    const isSame = since && since.asked.kernel === asked.kernel && String(since.asked.A) === String(asked.A);
    const changed = since && since.labels.length === bytes.length ? changedWords(bytes, since.labels) : "";
    return {
      method: "cluhsic", labels: bytes, sizes: pixels.sizes, objective: partition.J, settled, gram: pixels,
      change: isSame ? partition.J - since.J : null, gamma: asked.gamma, python: pythonLine(asked), error: "",
      foot: [data.drawn, `${asked.preset} label kernel`, changed].filter(Boolean).join("; "),
      ...spectrumSent(),
    };
  }

  function spectrumSent() {
    const { values, vectors } = spectrum, { c } = found.asked, shown = Math.min(N_VECTORS, values.length);
    const flat = new Float32Array(shown * samples.m);
    for (let q = 0; q < shown; q++) flat.set(vectors[q], q * samples.m);
    return {
      eigengap: c > 1 && values.length >= c ? values[c - 2] - values[c - 1] : 0,
      eigenvalues: Array.from(values.slice(0, shown)), eigenvectors: flat,
    };
  }

  function pythonLine({ A, preset, kernel, gamma }) {
    const width = gamma ? `, gamma=${Number(gamma.toPrecision(6))}` : "";
    return `CLUHSIC(${A.length}, label_kernel=${labelKernelText(A, preset)}, kernel="${kernel}"${width}, ` +
      `random_state=${model.get("_random_state")}).fit_predict(${data.called})`;
  }

  return {
    steps, load,
    begin() { isNew = true; },
    // What Python is told of the answer on screen.
    told() {
      const { partition, settled } = found;
      heard = { labels: Uint8Array.from(partition.labels), objective: partition.J, settled };
      return heard;
    },
    isOwn: (labelling) => heard !== null && labelling !== null && String(bytesOf(labelling.labels)) ===
      String(bytesOf(heard.labels)) && labelling.objective === heard.objective,
    ruleOf(kernel) { load(); return samples.ruleOf(kernel); },
  };
}

// The width in words, with a fixed number of decimals for its size.
export function widthText({ gamma, rule, kernel }) {
  if (gamma === null) return "this kernel has no width";
  return `s ${gammaText(gamma)} = ${num(gamma / rule, 2)} × ${ruleWords(kernel)}`;
}

export const ruleWords = (kernel) => (kernel === "poly" ? "1/features" : "median rule");
