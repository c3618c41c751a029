// What the criteria say over the widths of a kernel, computed one width after the other, each
// kernel's once for some samples and a number of clusters. They judge the kernel alone, so the
// label kernel and the width on screen change none of them.

import { adjustedRand } from "../../engine/agreement.js";
import { criteriaSteps } from "../../engine/criteria.js";
import { createTwister } from "../../engine/twister.js";
import { samplesText, truthOf } from "../samples.js";
import { ruleWords, WIDTH_REACH, WIDTHS } from "../width.js";

const N_WIDTHS = WIDTHS.length,
  TIE = 1e-9;
const CRITERIA = [
  { name: "gamma", title: "gamma", arrow: "↓", log: true },
  { name: "eigengap", title: "eigengap", arrow: "↑" },
  { name: "lsmi", title: "LSMI", arrow: "↑" },
  { name: "cauchy_schwarz", title: "CS divergence", arrow: "↑" },
  { name: "cosine", title: "cosine", arrow: "↑" },
  { name: "ari", title: "ARI", arrow: "↑" },
];

// -> { renew(), put({ kernel, c }), steps(), told() }: other samples have come; what is judged from
// now on; a generator that yields true with each width, undefined to pause; the curves as far as
// they are known. What is interrupted goes on where it stopped.
export function createCurves(model, held) {
  let known = new Map(),
    judged = null,
    number = 0; // of what has been told

  function put({ kernel, c }) {
    const key = `${kernel} ${c}`;
    if (judged && judged === known.get(key)) return;
    for (const [other, { rows }] of known) if (rows.length < N_WIDTHS) known.delete(other);
    if (!known.has(key)) known.set(key, begun(kernel, c));
    judged = known.get(key);
    number += 1;
  }

  function begun(kernel, c) {
    const { width } = model.get("_kernels").find(({ value }) => value === kernel);
    const rule = held.samples.ruleOf(kernel);
    const why = width ? "" : "This kernel has no width. Choose RBF, Laplacian or polynomial.";
    const gammas = WIDTHS.map((w) => rule * 2 ** w);
    // As `RandomState(random_state).randint(2**31 - 1)`.
    const seed = createTwister(Number(model.get("_random_state")) || 0).upTo(2 ** 31 - 2);
    const walk = why ? null : criteriaSteps(held.samples, { kernel, gammas, c, seed });
    return { kernel, c, rule, why, rows: [], walk, truth: truthOf(held) };
  }

  function* steps() {
    const { rows, walk, truth } = judged;
    while (walk && rows.length < N_WIDTHS) {
      const { value } = walk.next();
      if (value) rows.push(withAgreement(value, truth));
      number += Number(Boolean(value));
      yield value && true;
    }
  }

  function told() {
    const { kernel, c, rows, why, truth } = judged,
      names = CRITERIA.filter(({ name }) => truth || name !== "ari");
    return {
      number,
      rule: ruleWords(kernel),
      unit: ruleWords(kernel, "the "),
      n_clusters: c,
      note: why,
      done: rows.length,
      curves: why ? [] : names.map((criterion) => curveOf(criterion, rows)),
      python: why ? "" : pythonLine(judged),
    };
  }

  // What makes a table of what the curves show.
  function pythonLine({ kernel, rule, c, truth }) {
    const X = samplesText(held),
      widths = `np.linspace(-${WIDTH_REACH}, ${WIDTH_REACH}, ${N_WIDTHS})`;
    const spec = `{"kernel": "${kernel}", "gamma": ${Number(rule.toPrecision(9))} * 2.0**w}`;
    const kernels =
      kernel === "rbf"
        ? `rbf_kernels(${X}, 2.0 ** ${widths})`
        : `{f"${kernel} x{2.0**w:.3g}": ${spec} for w in ${widths}}`;
    const y = truth?.every((k) => k >= 0) ? `, y=${held.input.called.replaceAll("X", "y")}` : "";
    return `compare_kernels(${X}, ${kernels}, ${c}${y}, random_state=${model.get("_random_state")})`;
  }

  return {
    put,
    steps,
    told,
    renew() {
      [known, judged] = [new Map(), null];
    },
  };
}

// Agreement with the true labels, of those samples that have one.
function withAgreement(row, truth) {
  if (!truth) return row;
  const known = (labels) => labels.filter((_, i) => truth[i] >= 0);
  return { ...row, values: { ...row.values, ari: adjustedRand(known(row.labels), known(truth)) } };
}

// One criterion's curve: "values" hold a number or null, where it means nothing; "bands" the ends
// of a range or false; "best" is the place of the width it would choose.
function curveOf({ name, title, arrow, log = false }, rows) {
  const values = rows.map((row) => row.values[name]);
  const bands = rows.map(({ band }) => (name === "gamma" && band ? band : false));
  const finite = values.filter(Number.isFinite),
    best = arrow === "↑" ? Math.max(...finite) : Math.min(...finite);
  const at = values.findIndex(
    (v) => Number.isFinite(v) && Math.abs(v - best) <= TIE * (1 + Math.abs(best)),
  );
  return {
    name,
    title,
    arrow,
    log,
    values,
    bands,
    notes: rows.map(({ notes }) => notes[name] ?? ""),
    texts: values.map(
      (v, i) => numberText(v) + (bands[i] ? ` (${rows[i].band.map(numberText).join(" to ")})` : ""),
    ),
    best: at < 0 ? null : at,
  };
}

// A number as Python's tables show it: three digits; rounding is not shown as one.
function numberText(value) {
  if (value === null) return "–";
  if (value === Infinity) return "∞";
  const size = Math.abs(value),
    [digits, power] = value.toExponential(2).split("e").map(Number);
  if (size < TIE) return "0";
  if (size >= 1000 && size < 1e6) return value.toFixed(0).replace("-", "−");
  const isLong = power < -4 || power > 2,
    two = String(Math.abs(power)).padStart(2, "0");
  const text = isLong
    ? `${digits}e${power < 0 ? "-" : "+"}${two}`
    : String(Number(value.toPrecision(3)));
  return text.replace("-", "−");
}
