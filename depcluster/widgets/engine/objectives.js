// The objectives J(Pi) = <W(n), S> + b(n), with n = Pi' 1, S = Pi' Kc Pi and W(n) = R N A N R'.
//
//     objective            N                        b(n)
//     unnormalized         I                        0                     Song 2007, eq. (5)
//     normalized           diag(n)^(-1/2)           0                     Song 2007, eq. (7)
//     withLoss             I                        -penalty n' |R| 1     Zhong 2010, (11), (12)
//     normalizedWithLoss   diag(n' |R|^p)^(-1/p)    -penalty n' |R| N 1   Zhong 2010, (13)
//     taxonomic            tr(A C A C)^(-1/4) I     0; -Infinity for a flat A   Blaschko 2008, (1)
//
// with R = I where there is no loss, and C = diag(n) - n n' / m.
//
// Each has `c` clusters, `core` = R A R', `structure`, the matrices on the labels it rests on, and
// answers weights(n, W), which fills and returns W (c * c), offset(n), gradient(S, n, into), dJ/dn
// at fixed S, and alignment(S, n) -> [A, T] with J = <A, T>, in which renaming the clusters
// permutes T. Where W is the core over a number there is normsAfterMoves(n), that number after a
// move from a to b (c * c), 0 for a flat core. Matrices are Float64Arrays, row by row.

/** @import { Objective } from "./types.d.ts" */

const sizeOf = (A) => Math.round(Math.sqrt(A.length));

// In absolute value: over it squares of tiny and huge entries are numbers.
/** @type {(M: Float64Array) => number} */
export const largestOf = (M) => M.reduce((top, x) => Math.max(top, Math.abs(x)), 0);

/** @type {(A: Float64Array) => Objective} */
export function unnormalized(A) {
  return {
    c: sizeOf(A),
    core: A,
    structure: [A],
    normalized: false,
    weights: (n, W) => {
      W.set(A);
      return W;
    },
    offset: () => 0,
    gradient: (S, n, into) => into.fill(0),
    alignment: (S) => [A, S],
  };
}

/** @type {(A: Float64Array) => Objective} */
export function normalized(A) {
  const c = sizeOf(A),
    N = new Float64Array(c),
    roots = (n) => {
      for (let j = 0; j < c; j++) N[j] = n[j] > 0 ? 1 / Math.sqrt(n[j]) : 0;
      return N;
    };
  const weights = (n, W) => scaled(A, roots(n), W, c),
    own = new Float64Array(c * c);
  return {
    c,
    core: A,
    structure: [A],
    normalized: true,
    weights,
    offset: () => 0,
    gradient(S, n, into) {
      const W = weights(n, own);
      for (let j = 0; j < c; j++) {
        let sum = 0;
        for (let l = 0; l < c; l++) sum += W[j * c + l] * S[j * c + l];
        into[j] = n[j] > 0 ? -sum / n[j] : 0;
      }
      return into;
    },
    alignment: (S, n) => [A, scaled(S, roots(n), new Float64Array(c * c), c)],
  };
}

/** @type {(A: Float64Array, R: Float64Array, penalty: number) => Objective} */
export function withLoss(A, R, penalty) {
  const c = sizeOf(A),
    core = sandwich(R, A, c),
    slope = absoluteRows(R, c).map((r) => -penalty * r);
  return {
    c,
    core,
    structure: [A, R],
    normalized: false,
    weights: (n, W) => {
      W.set(core);
      return W;
    },
    offset: (n) => n.reduce((sum, size, j) => sum + size * slope[j], 0),
    gradient: (S, n, into) => {
      into.set(slope);
      return into;
    },
    alignment: (S) => [core, S],
  };
}

/** @type {(A: Float64Array, R: Float64Array, power: number, penalty: number) => Objective} */
export function normalizedWithLoss(A, R, power, penalty) {
  const c = sizeOf(A),
    size = R.map(Math.abs),
    powers = size.map((r) => r ** power);
  const N = new Float64Array(c),
    scaledR = new Float64Array(c * c),
    half = new Float64Array(c * c);
  const scales = (n) => {
    N.fill(0);
    for (let j = 0, t = 0; j < c; j++) for (let y = 0; y < c; y++, t++) N[y] += n[j] * powers[t];
    for (let y = 0; y < c; y++) N[y] = N[y] > 0 ? N[y] ** (-1 / power) : 0;
  };
  const weights = (n, W) => {
    scales(n);
    for (let j = 0, t = 0; j < c; j++) for (let y = 0; y < c; y++, t++) scaledR[t] = R[t] * N[y];
    return sandwich(scaledR, A, c, W, half);
  };
  return {
    c,
    core: sandwich(R, A, c),
    structure: [A, R],
    normalized: true,
    weights,
    offset(n) {
      scales(n);
      let sum = 0;
      for (let j = 0; j < c; j++) for (let y = 0; y < c; y++) sum += n[j] * size[j * c + y] * N[y];
      return -penalty * sum;
    },
    // dN_y / dn_j = -|R_jy|^p N_y^(1 + p) / p
    gradient(S, n, into) {
      scales(n);
      const T = sandwich(transposed(R, c), S, c),
        fall = new Float64Array(c);
      for (let y = 0; y < c; y++) {
        let along = 0,
          mass = 0;
        for (let z = 0; z < c; z++) along += A[y * c + z] * T[y * c + z] * N[y] * N[z];
        for (let j = 0; j < c; j++) mass += n[j] * size[j * c + y];
        fall[y] = N[y] ** power * (2 * along - penalty * mass * N[y]);
      }
      for (let j = 0; j < c; j++) {
        into[j] = 0;
        for (let y = 0; y < c; y++) {
          into[j] -= (powers[j * c + y] * fall[y]) / power + penalty * size[j * c + y] * N[y];
        }
      }
      return into;
    },
    alignment: (S, n) => {
      const mean = n.reduce((sum, x) => sum + x, 0) / c;
      return [weights(new Float64Array(c).fill(mean), new Float64Array(c * c)), S];
    },
  };
}

const FLAT = 1e-10; // of the size of a structure: below it what centring leaves is rounding

// For a structure Y, which need not be positive semi-definite. With p = n / m and
// Y~ = Y - Y p 1' - 1 p'Y + p'Y p 1 1' the trace of (1) is sum_jl n_j n_l Y~_jl^2.
/** @type {(given: Float64Array) => Objective} */
export function taxonomic(given) {
  const most = largestOf(given) || 1,
    Y = given.map((y) => y / most); // of any unit it is the same
  const c = sizeOf(Y),
    mean = new Float64Array(c),
    centred = new Float64Array(c * c);
  // The root of the trace; 0 for a Y that is constant but for what centring removes.
  const norm = (n) => {
    let m = 0,
      all = 0,
      squares = 0,
      whole = 0;
    for (let j = 0; j < c; j++) m += n[j];
    for (let j = 0; j < c; j++) {
      mean[j] = 0;
      for (let l = 0; l < c; l++) mean[j] += (Y[j * c + l] * n[l]) / m;
      all += (mean[j] * n[j]) / m;
    }
    for (let j = 0, t = 0; j < c; j++) {
      for (let l = 0; l < c; l++, t++) {
        centred[t] = Y[t] - mean[j] - mean[l] + all;
        squares += n[j] * n[l] * centred[t] * centred[t];
        whole += n[j] * n[l] * Y[t] * Y[t];
      }
    }
    return squares > FLAT * FLAT * whole ? Math.sqrt(squares) : 0;
  };
  const weights = (n, W) => {
    const size = norm(n),
      scale = size ? 1 / size : 0;
    for (let t = 0; t < c * c; t++) W[t] = Y[t] * scale;
    return W;
  };
  return {
    c,
    core: Y,
    structure: [Y],
    normalized: false,
    weights,
    offset: (n) => (norm(n) ? 0 : -Infinity),
    // Z = Y~ of now has the mean 0, and after the move the mean (Z_jb - Z_ja) / m in row j: what
    // centring then takes is 2 m sum_j n_j mean_j^2 less the square of the mean of all of it.
    normsAfterMoves(n) {
      norm(n);
      const Z = centred.slice(),
        m = n.reduce((sum, x) => sum + x, 0),
        norms = new Float64Array(c * c);
      const sumsOf = (M) =>
        M.reduce((sums, x, t) => {
          sums[Math.floor(t / c)] += x * x * n[t % c];
          return sums;
        }, new Float64Array(c));
      const [own, raw] = [sumsOf(Z), sumsOf(Y)],
        total = (sums) => sums.reduce((sum, x, j) => sum + x * n[j], 0);
      const [now, whole] = [total(own), total(raw)];
      const moved = (M, sums, a, b) =>
        2 * (sums[b] - sums[a]) + M[b * c + b] ** 2 + M[a * c + a] ** 2 - 2 * M[a * c + b] ** 2;
      for (let a = 0; a < c; a++) {
        for (let b = 0; b < c; b++) {
          const apart = (j) => Z[b * c + j] - Z[a * c + j],
            all = apart(b) - apart(a);
          let along = apart(b) ** 2 - apart(a) ** 2;
          for (let j = 0; j < c; j++) along += n[j] * apart(j) ** 2;
          const squares = now + moved(Z, own, a, b) - (2 * along) / m + (all / m) ** 2;
          norms[a * c + b] =
            squares > FLAT * FLAT * (whole + moved(Y, raw, a, b)) ? Math.sqrt(squares) : 0;
        }
      }
      return norms;
    },
    gradient(S, n, into) {
      const size = norm(n);
      let J = 0;
      for (let t = 0; t < c * c; t++) J += size && (Y[t] * S[t]) / size;
      for (let j = 0; j < c; j++) {
        into[j] = 0;
        for (let l = 0; l < c; l++)
          into[j] -= size && (J * n[l] * centred[j * c + l] ** 2) / (size * size);
      }
      return into;
    },
    alignment: (S, n) => {
      const equal = new Float64Array(c).fill(n.reduce((sum, x) => sum + x, 0) / c);
      return [weights(equal, new Float64Array(c * c)), S];
    },
  };
}

// What (1) of Blaschko 2008 is at the best structure, sqrt(tr(S N^-1 S N^-1)) (eq. 10).
/** @type {(S: Float64Array, n: Float64Array) => number} */
export function bestValue(S, n) {
  const most = largestOf(S),
    per = (t) => n[Math.floor(t / n.length)] * n[t % n.length];
  return most && most * Math.sqrt(S.reduce((sum, s, t) => sum + (s / most) ** 2 / per(t), 0));
}

// J from the block sums and the sizes; W is room for the weights.
/** @type {(objective: Objective, S: Float64Array, n: Float64Array, W: Float64Array) => number} */
export function valueOf(objective, S, n, W) {
  objective.weights(n, W);
  let J = objective.offset(n);
  for (let t = 0; t < W.length; t++) J += W[t] * S[t];
  return J;
}

// Whether renaming clusters can change J: some matrix tells labels apart.
/** @type {(objective: Objective) => boolean} */
export const orderMatters = ({ structure }) => structure.some((M) => !isExchangeable(M, sizeOf(M)));

function isExchangeable(M, c) {
  for (let j = 0; j < c; j++) {
    for (let l = 0; l < c; l++) {
      if (M[j * c + l] !== (j === l ? M[0] : M[1])) return false;
    }
  }
  return true;
}

function scaled(A, N, into, c) {
  for (let j = 0, t = 0; j < c; j++) for (let l = 0; l < c; l++, t++) into[t] = A[t] * N[j] * N[l];
  return into;
}

// R A R' of a symmetric A, into `out`; RA is room for work.
/**
 * @type {(R: Float64Array, A: Float64Array, c: number, out?: Float64Array,
 *   RA?: Float64Array) => Float64Array}
 */
export function sandwich(R, A, c, out = new Float64Array(c * c), RA = new Float64Array(c * c)) {
  RA.fill(0);
  for (let i = 0; i < c; i++) {
    for (let k = 0; k < c; k++) {
      const r = R[i * c + k];
      if (r) for (let j = 0; j < c; j++) RA[i * c + j] += r * A[k * c + j];
    }
  }
  for (let i = 0; i < c; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = 0; k < c; k++) sum += RA[i * c + k] * R[j * c + k];
      out[i * c + j] = out[j * c + i] = sum;
    }
  }
  return out;
}

const transposed = (R, c) => R.map((_, t) => R[(t % c) * c + Math.floor(t / c)]);

const absoluteRows = (R, c) =>
  Float64Array.from({ length: c }, (_, j) => {
    let sum = 0;
    for (let y = 0; y < c; y++) sum += Math.abs(R[j * c + y]);
    return sum;
  });
