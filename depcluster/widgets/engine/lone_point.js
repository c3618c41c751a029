// What one point more, at (0, height), does to the weighted kernel of points in the plane (Jenssen
// 2006).
import { angleSteps, weightedSteps } from "./angle.js";
import { leadingPairs } from "./leading_pairs.js";
import { createSamples } from "./samples.js";
import { finish } from "./steps.js";

// X holds two numbers a point.
function samplesWith(X, height) {
  const points = Float64Array.of(...X, 0, height);
  return createSamples(points, points.length / 2);
}

// -> { values: the three largest eigenvalues over m, kept, third: what the first two vectors and
// the third hold of that point, from 0 to 1 }
/**
 * @type {(X: Float64Array, height: number, sigma: number, weighting: string) =>
 *   { values: Float64Array, kept: number, third: number }}
 */
export function lonePairs(X, height, sigma, weighting) {
  const samples = samplesWith(X, height),
    { m } = samples;
  const { K_u } = finish(weightedSteps(samples, weighting, sigma));
  const { values, vectors } = finish(leadingPairs(K_u, m, 3));
  const [first, second, third] = vectors.map((v) => v[m - 1] ** 2);
  return { values: values.map((value) => value / m), kept: first + second, third };
}

// -> { labels of two clusters, of which 0 is the first point's, weight: that of the lone point over
// the median }
/**
 * @type {(X: Float64Array, height: number, sigma: number, weighting: string) =>
 *   { labels: Int32Array, weight: number }}
 */
export function loneClusters(X, height, sigma, weighting) {
  const { labels, weights } = finish(angleSteps(samplesWith(X, height), weighting, sigma, 2));
  const sorted = weights.slice().sort(),
    half = sorted.length >> 1;
  const median = sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  return {
    labels: labels.map((label) => Number(label !== labels[0])),
    weight: weights.at(-1) / median,
  };
}
