// What KernelExplorer answers under the angle method, computed in the page: one width at once;
// behind it the next eigenvectors, the widths of the rules and all other widths, nearest first: a
// hand that comes there finds their eigenvectors, and where the true labels are known they have an
// error.

import { bytesOf, counted } from "../../base/parts/common.js";
import { isOpen } from "../../base/parts/watch.js";
import { errorRate, matchedNames } from "../../engine/agreement.js";
import { angleSteps, anglesOf } from "../../engine/angle.js";
import { amise, lscvSteps } from "../../engine/density_width.js";
import { gramPixels, MOST_PIXELS } from "../../engine/gram_pixels.js";
import { medianOf } from "../../engine/median.js";
import { RESTS } from "../../explorer/parts/serve.js";
import { samplesText, truthOf } from "../samples.js";

const N_VECTORS = 4,
  N_COORDINATES = 3;
const RULES = ["lscv", "mean", "amise"],
  WEIGHTINGS = ["affinity", "laplacian", "outlier"];

// -> { renew(), steps(), found() }, as those of `../label_kernel/answers.js`
export function createAngleAnswers(model, heard, held) {
  let found = null,
    known = {},
    rules = {},
    errors = {},
    truth = null;

  function renew() {
    [found, known, rules, errors, truth] = [null, {}, {}, {}, truthOf(held)];
  }

  const question = () => ({
    weighting: model.get("weighting"),
    sigma: model.get("sigma"),
    c: model.get("n_clusters"),
  });

  // What a page was kept with, and a link, may be anything.
  function refusal({ weighting, sigma, c }) {
    const { m, d, X } = held.samples,
      isRule = RULES.includes(sigma);
    if (!X.every(Number.isFinite)) return "X must hold finite numbers only.";
    if (!Number.isInteger(c) || c < 2) return "n_clusters must be a whole number from 2 on.";
    if (m <= c)
      return `X must hold more points than there are clusters, ${c}; got ${counted(m, "point")}.`;
    if (!(d > 0 && Number.isInteger(d))) return "X must hold a row a point.";
    if (!WEIGHTINGS.includes(weighting))
      return `weighting must be one of ${WEIGHTINGS.join(", ")}.`;
    if (!isRule && !(sigma * sigma > 0 && sigma * sigma < Infinity && sigma > 0)) {
      return "sigma must be a positive number (whose square is one too) or the name of a rule.";
    }
    return "";
  }

  // The width that a rule chooses, null where it has none; a generator.
  function* rule(name) {
    if (name in rules) return rules[name];
    if (name === "mean") {
      const [wide, narrow] = [yield* rule("amise"), yield* rule("lscv")];
      rules.mean = narrow ? (wide + narrow) / 2 : wide;
    } else
      rules[name] = name === "amise" ? amise(held.samples) || null : yield* lscvSteps(held.samples);
    return rules[name];
  }

  function ruleRefusal(name) {
    if (!amise(held.samples)) {
      return "sigma cannot be chosen from X: all samples are the same. Pass a number.";
    }
    return (
      `sigma cannot be chosen by "${name}": least-squares cross-validation has no minimum on X, `
      + `${counted(held.samples.m, "sample")}. Pass a number or "amise".`
    );
  }

  function* steps() {
    const asked = question(),
      wrong = refusal(asked);
    if (wrong) {
      yield { refused: wrong };
      return;
    }
    if (typeof asked.sigma === "string") {
      const width = yield* rule(asked.sigma);
      if (model.get("sigma") !== asked.sigma) return; // a hand has set another
      if (width)
        model.set("sigma", width); // which asks anew, for that width
      else yield { refused: ruleRefusal(asked.sigma) };
      return;
    }
    const next = yield* at(asked);
    if (next.refused) {
      yield { refused: next.refused };
      return;
    }
    held.before(asked);
    found = { ...named(next, asked.c), asked };
    held.keep({ asked, labels: found.labels });
    yield { answer: answer() };
    yield RESTS;
    found.pairs = knownPairs(asked, N_VECTORS) ?? (yield* at(asked, N_VECTORS)).pairs;
    yield { more: spare() };
    yield* curved();
  }

  // At least k leading pairs at a width, or null.
  function knownPairs({ weighting, sigma }, k) {
    const { asked, pairs } = known[`${weighting} ${sigma}`] ?? {};
    return asked >= k ? pairs : null;
  }

  // What is found at a width; at least k of its pairs are then known. A generator.
  function* at({ weighting, sigma, c }, least = c) {
    const k = Math.max(c, least),
      own = knownPairs({ weighting, sigma }, k);
    const next = yield* angleSteps(held.samples, weighting, sigma, c, { k, known: own });
    if (!own && !next.refused) known[`${weighting} ${sigma}`] = { asked: k, pairs: next.pairs };
    return next;
  }

  // Clusters bear the names of the labels before, or of the true ones, as far as they fit.
  function named(next, c) {
    const told = heard("_fit"),
      theirs = told && bytesOf(told.labels);
    if (theirs?.length === held.samples.m) held.labels ??= Int32Array.from(theirs);
    const before = held.labels ?? truth;
    if (!before) return next;
    const names = matchedNames(next.labels, before, c),
      { means, n, S } = next;
    const [meansNow, nNow, SNow] = [means, n, S].map((values) => values.slice());
    for (let j = 0; j < c; j++) {
      nNow[names[j]] = n[j];
      for (let l = 0; l < c; l++) {
        meansNow[names[j] * c + l] = means[j * c + l];
        SNow[names[j] * c + names[l]] = S[j * c + l];
      }
    }
    return {
      ...next,
      labels: next.labels.map((label) => names[label]),
      means: meansNow,
      n: nNow,
      S: SNow,
    };
  }

  function answer() {
    const {
      labels,
      embedding,
      vectors,
      values,
      means,
      weights,
      alone,
      n,
      cosine,
      cost,
      undecided,
      asked,
    } = found;
    const { weighting, sigma, c } = asked,
      { m } = held.samples,
      middle = medianOf(weights);
    const shown = Math.min(N_COORDINATES, c),
      coordinates = new Float32Array(m * shown);
    for (let t = 0; t < m * shown; t++)
      coordinates[t] = embedding[Math.floor(t / shown) * c + (t % shown)];
    const given = m - held.added.length,
      isApart = (i) => alone[i] || i >= given || truth?.[i] < 0;
    const apart = Array.from(labels.keys()).filter(isApart),
      bytes = Uint8Array.from(labels);
    return {
      method: "angle",
      weighting,
      sigma,
      labels: bytes,
      sizes: Array.from(n),
      settled: true,
      error: "",
      picture: isOpen(model, "gram") ? pictured() : null,
      embedding: coordinates,
      angles: anglesOf(means, c),
      means: Array.from({ length: c }, (_, j) => Array.from(means.subarray(j * c, (j + 1) * c))),
      weights: Float32Array.from(weights, (u) => u / middle),
      cost,
      divergence: cosine > 0 ? -Math.log(cosine) : null,
      eigenvalues: Array.from(values, (x) => x / m),
      eigenvectors: flat(vectors),
      ...(found.pairs.values.length > c ? spare() : {}),
      outliers: alone.reduce((sum, x) => sum + x, 0),
      error_rate: truth && errorRate(labels, truth),
      alone: apart,
      empty: apart.map((i) => Boolean(alone[i])),
      curve: curve(),
      python:
        `AngleSpectralClustering(${c}, weighting="${weighting}", `
        + `sigma=${Number(sigma.toPrecision(6))}).fit_predict(${samplesText(held)})`,
      status: [
        held.input.drawn,
        `${weighting} weighting`,
        held.changed(bytes),
        undecided ? `${undecided} undecided` : "",
        rules.lscv === null && sigma === rules.mean ? "no minimum of LSCV, sigma of AMISE" : "",
      ]
        .filter(Boolean)
        .join("; "),
    };
  }

  // K_u up to its largest entry off the diagonal: that of a lonely sample is far above.
  function pictured() {
    const {
        K_u: K,
        labels,
        n,
        S,
        asked: { c },
      } = found,
      { m } = held.samples;
    let most = 0;
    for (let i = 0; i < m; i++)
      for (let j = 0, t = i * m; j < i; j++, t++) if (K[t] > most) most = K[t];
    const own = Float64Array.from({ length: m }, (_, i) => K[i * m + i]);
    const gram = { K, m, r: new Float64Array(m), k: 0 };
    own.forEach((value, i) => {
      if (most) K[i * m + i] = Math.min(value, most);
    });
    const picture = gramPixels({ problem: { gram }, m, c, labels, n, S }, Math.min(MOST_PIXELS, m));
    own.forEach((value, i) => {
      K[i * m + i] = value;
    });
    return { ...picture, signed: false };
  }

  // The next eigenvalues and eigenvectors.
  function spare() {
    const {
        pairs,
        asked: { c },
      } = found,
      values = Array.from(pairs.values.slice(c, Math.max(c, N_VECTORS)));
    return {
      spare: values.map((x) => x / held.samples.m),
      spare_vectors: flat(pairs.vectors.slice(c, c + values.length)),
    };
  }

  // The rules, and then the widths that are missing.
  function* curved() {
    const { asked } = found,
      errorsHere = knownErrors(),
      far = (sigma) => Math.abs(Math.log(sigma / asked.sigma));
    for (const name of RULES) yield* rule(name);
    yield { more: { curve: curve() } };
    for (const sigma of model.get("_sigmas").toSorted((a, b) => far(a) - far(b))) {
      if (sigma in errorsHere) continue;
      const { refused, labels } = yield* at({ ...asked, sigma }, N_VECTORS);
      errorsHere[sigma] = refused || !truth ? NaN : errorRate(labels, truth);
      if (truth) yield { more: { curve: curve() } };
    }
  }

  const knownErrors = () => (errors[`${found.asked.weighting} ${found.asked.c}`] ??= {});

  // As far as they are known; null where a width has no error.
  function curve() {
    const all = model.get("_sigmas").map((sigma) => knownErrors()[sigma]);
    return {
      rules: { ...rules },
      error: all.map((error) => (Number.isFinite(error) ? error : null)),
      done: all.filter((error) => error !== undefined).length,
    };
  }

  return {
    renew,
    steps,
    found: () => ({ labels: found.labels, objective: found.cosine, settled: true }),
  };
}

function flat(vectors) {
  const all = new Float32Array(vectors.length * (vectors[0]?.length ?? 0));
  vectors.forEach((v, q) => all.set(v, q * v.length));
  return all;
}
