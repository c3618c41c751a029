// Renamings of the labels that leave the matrices on them as they are, and the best of them. Where
// all entries between parts of a matrix are the same, any part may stand for any other of the same
// make: an assignment over the parts. Where nothing parts the labels they are named one by one.
import { assign } from "./assignment.js";

const MOST_STEPS = 20000; // of naming one by one: never of seconds, so that all browsers agree

// Cluster j is to be called p[j]: the largest sum of gain[j, p[j]] among all p that leave A alone.
// `A` is a code matrix (`codesOf`) of c rows, gain c * c.
/** @type {(A: Int32Array, gain: Float64Array, c: number) => Int32Array} */
export function bestAutomorphism(A, gain, c) {
  const everything = Array.from({ length: c }, (_, j) => j);
  const { pairs } = bestIsomorphism({ A, gain, c, steps: 0 }, everything, everything);
  const p = Int32Array.from(everything);
  pairs.forEach(([j, l]) => {
    p[j] = l;
  });
  return p;
}

// Labels renamed to agree with earlier ones as far as the matrices on them allow.
/**
 * @type {(labels: Int32Array, reference: Int32Array, structure: Float64Array[], c: number) =>
 *   Int32Array}
 */
export function alignLabels(labels, reference, structure, c) {
  const shared = new Float64Array(c * c);
  for (let i = 0; i < labels.length; i++) {
    if (reference[i] < c) shared[labels[i] * c + reference[i]] += 1;
  }
  const p = bestAutomorphism(codesOf(structure, c), shared, c);
  return labels.map((label) => p[label]);
}

// Whole numbers in place of the entries of some matrices, the same where all of them agree.
/** @type {(structure: Float64Array[], c: number) => Int32Array} */
export function codesOf(structure, c) {
  const numbers = new Map(),
    scales = structure.map((M) => M.reduce((top, x) => Math.max(top, Math.abs(x)), 0) || 1);
  return Int32Array.from({ length: c * c }, (_, t) => {
    const key = structure.map((M, s) => Math.round((1e9 * M[t]) / scales[s])).join();
    if (!numbers.has(key)) numbers.set(key, numbers.size);
    return numbers.get(key);
  });
}

const NONE = { value: -Infinity, pairs: [] };

// Value and pairs of the best isomorphism between two sets of labels.
function bestIsomorphism(search, here, there) {
  const { A, gain, c } = search;
  if (here.length !== there.length) return NONE;
  if (here.length === 1) {
    const [j] = here,
      [l] = there;
    return A[j * c + j] === A[l * c + l] ? { value: gain[j * c + l], pairs: [[j, l]] } : NONE;
  }
  const split = partsOf(A, c, here);
  if (!split) return namedOneByOne(search, here, there);
  const others = partsOf(A, c, there, split.between),
    k = split.parts.length;
  if (!others || others.parts.length !== k) return NONE;
  const found = split.parts.map((part) =>
    others.parts.map((other) => bestIsomorphism(search, part, other)),
  );
  const worth = Float64Array.from(found.flat(), ({ value }) => value),
    columns = assign(worth, k);
  if (!columns) return NONE;
  const chosen = found.map((row, q) => row[columns[q]]);
  return {
    value: chosen.reduce((sum, { value }) => sum + value, 0),
    pairs: chosen.flatMap(({ pairs }) => pairs),
  };
}

// The parts of some labels between which all entries are one code (`wanted`, or the first that
// parts them); null if there are none.
function partsOf(A, c, labels, wanted = null) {
  const codes = new Set();
  for (const j of labels) for (const l of labels) if (j !== l) codes.add(A[j * c + l]);
  for (const between of [...codes].sort((x, y) => x - y)) {
    if (wanted !== null && between !== wanted) continue;
    const parts = connected(labels, (j, l) => A[j * c + l] !== between || A[l * c + j] !== between);
    if (parts.length > 1) return { between, parts };
  }
  return null;
}

function connected(labels, joined) {
  const left = new Set(labels),
    parts = [];
  for (const first of labels) {
    if (!left.delete(first)) continue;
    const part = [first];
    for (const j of part) {
      for (const l of [...left])
        if (joined(j, l)) {
          left.delete(l);
          part.push(l);
        }
    }
    parts.push(part.sort((x, y) => x - y));
  }
  return parts;
}

// As bestIsomorphism, by naming one label after the other; a branch ends where the best of the
// names left could not gain more than what is at hand.
function namedOneByOne(search, here, there) {
  const { A, gain, c } = search,
    k = here.length,
    names = new Int32Array(k),
    used = new Uint8Array(k);
  let best = -Infinity,
    chosen = null;
  const rest = new Float64Array(k + 1); // the most that labels from q on could gain
  for (let q = k - 1; q >= 0; q--) {
    rest[q] = rest[q + 1] + Math.max(...there.map((l) => gain[here[q] * c + l]));
  }
  const fits = (q, x) => {
    const j = here[q],
      l = there[x];
    if (A[j * c + j] !== A[l * c + l]) return false;
    for (let s = 0; s < q; s++) {
      const i = here[s],
        n = there[names[s]];
      if (A[j * c + i] !== A[l * c + n] || A[i * c + j] !== A[n * c + l]) return false;
    }
    return true;
  };
  const name = (q, value) => {
    if (q === k) {
      [best, chosen] = [value, names.slice()];
      return;
    }
    const open = [];
    for (let x = 0; x < k; x++) if (!used[x]) open.push(x);
    open.sort((x, y) => gain[here[q] * c + there[y]] - gain[here[q] * c + there[x]] || x - y);
    for (const x of open) {
      const next = value + gain[here[q] * c + there[x]];
      if (next + rest[q + 1] <= best) return;
      if (chosen && search.steps++ > MOST_STEPS) return;
      if (!fits(q, x)) continue;
      used[x] = 1;
      names[q] = x;
      name(q + 1, next);
      used[x] = 0;
    }
  };
  name(0, 0);
  if (!chosen) return NONE;
  return { value: best, pairs: here.map((j, q) => [j, there[chosen[q]]]) };
}
