// What parts of the engine hand to each other. Matrices lie row by row.

/** A generator that pauses within long work, and what it returns. */
export type Steps<T, Pause = any> = Generator<Pause, T, any>;

export interface Gram {
  /** m * m, not centred */
  K: Float64Array;
  m: number;
  /** means of rows, and of all */
  r: Float64Array;
  k: number;
  /** of the centred matrix */
  diagonal: Float64Array;
  /** of a narrow matrix the first column and the end of each row, in turn */
  spans?: Int32Array | null;
}

export type Kernel = "rbf" | "laplacian" | "linear" | "cosine" | "poly";

export interface Samples {
  m: number;
  d: number;
  /** m * d, and the same about the mean */
  X: Float64Array;
  Y: Float64Array;
  mean: Float64Array;
  /** how many there were before X became coordinates in the space of the rows */
  nFeatures: number;
  features: Float64Array | null;
  /** of the lower triangle, tile by tile */
  pairsOf: (kernel: Kernel) => Float64Array;
  pairSteps: (kernel: Kernel) => Steps<Float64Array>;
  ruleOf: (kernel: Kernel) => number;
  squared: () => Float64Array;
}

export interface Random {
  /** in [0, 1) */
  uniform: () => number;
  below: (k: number) => number;
  normal: () => number;
  permutation: (k: number) => Int32Array;
  /** an index drawn in proportion to p */
  weighted: (p: ArrayLike<number>, total: number) => number;
}

/** J = <W(n), S> + b(n), see `objectives.js`. */
export interface Objective {
  c: number;
  core: Float64Array;
  structure: Float64Array[];
  normalized: boolean;
  weights: (n: Float64Array, W: Float64Array) => Float64Array;
  offset: (n: Float64Array) => number;
  gradient: (S: Float64Array, n: Float64Array, into: Float64Array) => Float64Array;
  alignment: (S: Float64Array, n: Float64Array) => [Float64Array, Float64Array];
  normsAfterMoves?: (n: Float64Array) => Float64Array;
}

export interface Problem {
  gram: Gram;
  objective: Objective;
}

/** Eigenvalues with an eigenvector each. */
export interface Pairs {
  values: Float64Array;
  vectors: Float64Array[];
}

export interface Tridiagonal {
  diagonal: Float64Array;
  /** beside[i] stands next to diagonal[i - 1] */
  beside: Float64Array;
}

export interface Sparse {
  m: number;
  /** m + 1 */
  starts: Int32Array;
  columns: Int32Array;
  values: Float64Array;
}

/** A local-scaling kernel: reach of each sample, and sums of rows where it was divided by them. */
export interface Scaled extends Sparse {
  sigma: Float64Array;
  degree: Float64Array | null;
}

/** The T nearest others of each sample, nearest first. */
export interface Neighbours {
  m: number;
  T: number;
  indices: Int32Array;
  distances: Float64Array;
}

export type Edge = [number, number];

export interface Tree {
  edges: Edge[];
  lengths: Float64Array;
}

/** To what a tree is fitted: distances, half the sum of their squares, and what `FittedTree` says. */
export interface Fitted {
  D: Float64Array;
  size: number;
  weights?: Float64Array;
  power?: number;
}

/** I - u u' / h. */
export interface Reflection {
  u: Float64Array;
  h: number;
}

/** See `lsmi.js`; by width, and then by fold. */
export interface LsmiPlan {
  n: number;
  b: number;
  nFolds: number;
  gammas: number[];
  deltas: number[];
  centres: Int32Array;
  folds: Int32Array;
  bumps: Float64Array[];
  held: Float64Array[][];
  others: Float64Array[][];
  whole: Float64Array[];
}

/** A centred kernel matrix with a partition, see `perturbation.js`. */
export interface Leg {
  c: number;
  gram: Gram;
  labels: Int32Array;
  /** the sum of the c - 1 largest eigenvalues, and how far from the next they are */
  top: number;
  gap: number;
  isClosed: boolean;
  ratio: (lost: number) => number;
  lost: number;
  U: Float64Array[];
}

/** What the posterior of a new sample is made of, see `smic.js`. */
export interface Fit extends Pairs {
  kernel: Scaled;
  t: number;
  X: Float64Array;
  c: number;
}

/** What a method finds, or the words in which it refuses. */
export type OrRefused<T> =
  (T & { refused?: undefined }) | ({ refused: string } & { [name in keyof T]?: undefined });
