// What KernelExplorer answers under a label kernel, computed in the page: one climb from the labels
// on screen at once; eigenvectors and searches with the full mix of starts behind it.

import { bytesOf, counted } from "../../base/parts/common.js";
import { kernelGram } from "../../engine/gram.js";
import { diffusionSteps, neighbourCount } from "../../engine/diffusion.js";
import { gramPixels, MOST_PIXELS } from "../../engine/gram_pixels.js";
import { leadingSteps } from "../../engine/leading_eigen.js";
import { normalized } from "../../engine/objectives.js";
import { isOpen } from "../../base/parts/watch.js";
import { carried } from "../../explorer/parts/warm_start.js";
import { betterThan, climbed, searchSteps, verified } from "../../explorer/parts/fit.js";
import { flatWords, tooLarge } from "../../explorer/parts/grams.js";
import { RESTS } from "../../explorer/parts/serve.js";
import { flatMatrix, indefiniteWords, labelKernelText } from "../../label_kernel_editor/algebra.js";
import { samplesText } from "../samples.js";

const N_VECTORS = 4,
  AT_ONCE = 700; // samples

// -> { renew(origins), steps(), found() }: other samples have come (`warm_start.js`), the work for
// the controls as they stand, which returns whether it came to its end, what is told of the answer
// on screen. `held` are the samples, and the labels that go on with them (`../answers.js`).
export function createLabelKernelAnswers(model, heard, held) {
  let diffusion = null,
    gram = null,
    made = "",
    basis = null,
    spectrum = null,
    found = null,
    since = null;

  const hasWidth = (kernel) => model.get("_kernels").find(({ value }) => value === kernel).width;

  function question() {
    const kernel = model.get("kernel"),
      A = model.get("label_kernel"),
      rule = held.samples.ruleOf(kernel);
    const gamma = hasWidth(kernel) ? rule * 2 ** model.get("width") : null;
    const near =
      kernel === "graph" ? neighbourCount(held.samples.m, model.get("n_neighbors")) : null;
    return {
      kernel,
      gamma,
      rule: hasWidth(kernel) ? rule : null,
      near,
      A,
      c: A.length,
      preset: model.get("preset"),
    };
  }

  // What a page was kept with, and a link, may be anything.
  function refusal({ kernel, A, gamma, c }) {
    const { m, d, X } = held.samples;
    if (!X.every(Number.isFinite)) return "X must hold finite numbers only.";
    if (m <= c)
      return `X must hold more points than there are clusters, ${c}; got ${counted(m, "point")}.`;
    if (!(d > 0 && Number.isInteger(d))) return "X must hold a row a point.";
    if (!A.every((row) => row.length === c && row.every(Number.isFinite))) {
      return "label_kernel must be a square matrix of finite numbers.";
    }
    const indefinite = indefiniteWords(A);
    if (indefinite) return indefinite;
    if (gamma !== null && !Number.isFinite(gamma)) {
      return (
        `kernel must be one without a width for these data; got '${kernel}', and all samples `
        + "are the same. Choose linear, cosine or graph."
      );
    }
    return "";
  }

  function* gramFor({ kernel, gamma, near }) {
    const asked = `${kernel} ${gamma} ${near}`;
    if (asked === made) return;
    if (near && near !== diffusion?.near)
      diffusion = { near, gram: yield* diffusionSteps(held.samples, near) };
    const room = gram === diffusion?.gram ? null : gram;
    gram = near ? diffusion.gram : kernelGram(held.samples, kernel, gamma, room);
    [made, spectrum] = [asked, null];
  }

  // What another view or a stored page tells of this very question is verified; else what was found
  // for it, or one climb.
  function* first(problem, asked) {
    const told = heard("_fit");
    if (!told && found?.partition.problem.gram === gram && isSame(asked)) return found;
    if (told) {
      const theirs = bytesOf(told.labels),
        partition = verified(problem, theirs, told.objective);
      if (partition) return { partition, settled: told.settled };
      if (theirs.length === held.samples.m) held.labels ??= Int32Array.from(theirs);
    }
    return { partition: yield* climbed(problem, held.labels, found?.partition), settled: false };
  }

  function* steps() {
    const asked = question(),
      wrong = refusal(asked);
    if (wrong) {
      yield { refused: wrong };
      return false;
    }
    yield* gramFor(asked);
    const large = tooLarge(gram, asked.kernel);
    if (large) {
      yield { refused: large };
      return false;
    }
    const objective = normalized(flatMatrix(asked.A)),
      problem = { gram, objective };
    since = held.before(asked);
    const reached = yield* first(problem, asked);
    if (!Number.isFinite(reached.partition.J)) {
      yield { refused: "X and label_kernel must be of a size whose objective is a finite number." };
      return false;
    }
    keep({ ...reached, asked });
    const { m } = held.samples,
      k = Math.min(m - 1, Math.max(asked.c, N_VECTORS)),
      isFew = m <= AT_ONCE;
    const isKnown = spectrum?.made === made && spectrum.settled && spectrum.values.length >= k;
    if (!isKnown && (isFew || !spectrum)) yield* eigen(k, true);
    yield { answer: answer() };
    if (!isKnown && !isFew) {
      yield* eigen(k, true);
      yield { more: spectrumSent() };
    }
    yield RESTS;
    if (!isKnown && !spectrum.settled) {
      yield* eigen(k, false);
      yield { more: spectrumSent() };
    }
    if (!found.settled) yield* searched(problem);
    return true;
  }

  const isSame = (asked) => JSON.stringify(asked) === JSON.stringify(found?.asked);

  function* eigen(k, quick) {
    const next = yield* leadingSteps(gram, k, { start: basis, quick });
    basis = next.basis;
    spectrum = { ...next, made, settled: !quick || next.settled };
  }

  function* searched(problem) {
    const count = model.get("_searches"),
      search = searchSteps(problem, spectrum.vectors, count);
    let step = search.next();
    for (; !step.done; step = search.next()) yield step.value && { progress: [step.value, count] };
    keep({
      ...found,
      partition: betterThan(found.partition, step.value) ?? found.partition,
      settled: true,
    });
    yield { answer: answer() };
  }

  function keep(next) {
    found = next;
    held.keep({ J: found.partition.J, asked: found.asked, labels: found.partition.labels.slice() });
  }

  function answer() {
    const { partition, asked, settled } = found,
      bytes = Uint8Array.from(partition.labels);
    const isOfThese =
      since?.asked?.kernel === asked.kernel && String(since.asked.A) === String(asked.A);
    return {
      method: "cluhsic",
      kernel: asked.kernel,
      rule: asked.rule,
      gamma: asked.gamma,
      settled,
      labels: bytes,
      sizes: Array.from(partition.n),
      objective: partition.J,
      picture: isOpen(model, "gram")
        ? gramPixels(partition, Math.min(MOST_PIXELS, partition.m))
        : null,
      change: isOfThese ? partition.J - since.J : null,
      python: pythonLine(asked),
      error: "",
      status: [
        held.input.drawn,
        `${asked.preset} label kernel`,
        held.changed(bytes),
        flatWords(gram, asked.kernel),
      ]
        .filter(Boolean)
        .join("; "),
      ...spectrumSent(),
    };
  }

  function spectrumSent() {
    const { values, vectors } = spectrum,
      { c } = found.asked,
      shown = Math.min(N_VECTORS, values.length);
    const flat = new Float32Array(shown * held.samples.m);
    for (let q = 0; q < shown; q++) flat.set(vectors[q], q * held.samples.m);
    return {
      eigengap: c > 1 && values.length >= c ? values[c - 2] - values[c - 1] : 0,
      eigenvalues: Array.from(values.slice(0, shown)),
      eigenvectors: flat,
    };
  }

  function pythonLine({ A, preset, kernel, gamma, near }) {
    const width = gamma
      ? `, gamma=${Number(gamma.toPrecision(6))}`
      : near
        ? `, n_neighbors=${near}`
        : "";
    return (
      `CLUHSIC(${A.length}, label_kernel=${labelKernelText(A, preset)}, kernel="${kernel}"${width}, `
      + `random_state=${model.get("_random_state")}).fit_predict(${samplesText(held)})`
    );
  }

  return {
    steps,
    // A hand that draws has eigenvectors from those before, by one product, as one that moves the
    // width.
    renew(origins) {
      basis = origins && basis?.map((v) => carried(v, origins));
      [diffusion, gram, made, spectrum, found] = [null, null, "", null, null];
    },
    found: () => ({
      labels: found.partition.labels,
      objective: found.partition.J,
      settled: found.settled,
    }),
  };
}
