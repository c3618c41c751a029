// (H + delta I)^-1 h by Cholesky's factors, of s rows; of H the lower triangle is read.
/** @type {(H: Float64Array, h: ArrayLike<number>, delta: number, s: number) => Float64Array} */
export function ridge(H, h, delta, s) {
  const R = new Float64Array(s * s),
    x = Float64Array.from(h);
  for (let i = 0; i < s; i++) {
    const a = i * s;
    for (let j = 0; j <= i; j++) {
      const c = j * s;
      let sum = H[a + j];
      for (let k = 0; k < j; k++) sum -= R[a + k] * R[c + k];
      R[a + j] = i === j ? Math.sqrt(sum + delta) : sum / R[c + j];
    }
    for (let k = 0; k < i; k++) x[i] -= R[a + k] * x[k];
    x[i] /= R[a + i];
  }
  for (let i = s - 1; i >= 0; i--) {
    x[i] /= R[i * s + i];
    for (let k = 0; k < i; k++) x[k] -= R[i * s + k] * x[i];
  }
  return x;
}
