// The kernel matrix of an explorer whose kernel stands fast, from what Python sends
// (`coordinates.py`).

import { bytesOf, doublesOf } from "../../base/parts/common.js";
import { diffusionSteps } from "../../engine/diffusion.js";
import { gramOf, kernelSteps, tellsApart } from "../../engine/gram.js";
import { largestOf } from "../../engine/objectives.js";
import { createSamples } from "../../engine/samples.js";

const LARGEST = 1e100;

// Why Python would take no matrix of a kernel, in words.
export function tooLarge({ diagonal }, kernel) {
  const most = largestOf(diagonal);
  return !(most > LARGEST)
    ? ""
    : "kernel must be one whose values are at most 1e+100 for these data; got "
        + `'${kernel}', and ${most.toPrecision(3)}. Divide X by its largest entry.`;
}

// What the status line says of a kernel from which labels mean nothing.
export const flatWords = (gram, kernel) =>
  tellsApart(gram)
    ? ""
    : `kernel "${kernel}" does not tell these samples apart: labels mean nothing`;

// How many numbers tell m samples: where there were more features than rows, those of a lower
// triangle.
const countSent = ({ n_samples: m, n_features: d }) => (d > m ? (m * (m + 1)) / 2 : m * d);

export const isWhole = (sent) => [1, 8].includes(bytesOf(sent.X).length / countSent(sent));

// The samples as they are sent, row by row; small whole numbers come as a byte each.
export function samplesSent(sent) {
  const { n_samples: m, n_features: d } = sent,
    bytes = bytesOf(sent.X);
  const numbers =
    bytes.length === countSent(sent) ? Float64Array.from(bytes) : new Float64Array(bytes.buffer);
  if (!(d > m)) return numbers;
  const X = new Float64Array(m * m);
  for (let i = 0, t = 0; i < m; t += ++i) X.set(numbers.subarray(t, t + i + 1), i * m);
  return X;
}

// Samples, or the matrix itself where a page does not know the kernel. A generator; returns the
// gram.
export function* gramSteps(sent) {
  const { n_samples: m, n_features: nFeatures, manhattan, kernel, gamma, matrix } = sent;
  if (matrix) return gramOf(mirrored(doublesOf(matrix), m), m);
  const options = { nFeatures, manhattan: manhattan && doublesOf(manhattan) };
  const samples = createSamples(samplesSent(sent), m, options);
  return yield* kernel === "graph" ? diffusionSteps(samples) : kernelSteps(samples, kernel, gamma);
}

// A symmetric matrix from its lower triangle, row by row.
function mirrored(triangle, m) {
  const K = new Float64Array(m * m);
  for (let i = 0, t = 0; i < m; i++) {
    for (let j = 0; j <= i; j++, t++) K[i * m + j] = K[j * m + i] = triangle[t];
  }
  return K;
}
