// All eigenvalues and eigenvectors of a symmetric matrix: Householder's reflections make it
// tridiagonal, then QL with implicit shifts (Wilkinson and Reinsch 1971, contributions II/2 and II/4).

// -> { values ascending, vectors: vectors[q] is the eigenvector of values[q] }
export function symmetricEigen(A, n) {
  const rows = Array.from({ length: n }, (_, i) => Float64Array.from(A.subarray(i * n, (i + 1) * n)));
  const diagonal = new Float64Array(n), beside = new Float64Array(n);
  const vectors = tridiagonal(rows, n, diagonal, beside);
  implicitQL(diagonal, beside, vectors, n);
  const order = Array.from(diagonal.keys()).sort((p, q) => diagonal[p] - diagonal[q]);
  return { values: Float64Array.from(order, (q) => diagonal[q]), vectors: order.map((q) => vectors[q]) };
}

// Of Q' A Q the diagonal and what stands beside it (beside[i] next to diagonal[i - 1]); A is
// overwritten, and the columns of Q are returned.
function tridiagonal(A, n, diagonal, beside) {
  const reflections = [];
  for (let i = n - 1; i > 0; i--) {
    // A reflection I - u u' / h sends the part of row i left of the diagonal to its last entry.
    const row = A[i];
    let scale = 0;
    for (let k = 0; k < i; k++) scale += Math.abs(row[k]);
    if (i === 1 || scale === 0) {
      beside[i] = row[i - 1];
      diagonal[i] = row[i];
      continue;
    }
    const u = new Float64Array(i), p = new Float64Array(i);
    let size = 0;
    for (let k = 0; k < i; k++) {
      u[k] = row[k] / scale;
      size += u[k] * u[k];
    }
    const length = u[i - 1] > 0 ? -Math.sqrt(size) : Math.sqrt(size), h = size - u[i - 1] * length;
    beside[i] = scale * length;
    diagonal[i] = row[i];
    u[i - 1] -= length;
    // A <- A - u q' - q u' with p = A u / h and q = p - u (u' p) / 2h, in the lower triangle.
    for (let j = 0; j < i; j++) {
      const a = A[j], x = u[j];
      let sum = a[j] * x;
      for (let k = 0; k < j; k++) {
        sum += a[k] * u[k];
        p[k] += a[k] * x;
      }
      p[j] += sum;
    }
    let along = 0;
    for (let k = 0; k < i; k++) {
      p[k] /= h;
      along += u[k] * p[k];
    }
    for (let k = 0; k < i; k++) p[k] -= (along / (2 * h)) * u[k];
    for (let j = 0; j < i; j++) {
      const a = A[j], x = u[j], y = p[j];
      for (let k = 0; k <= j; k++) a[k] -= x * p[k] + y * u[k];
    }
    reflections.push({ u, h });
  }
  diagonal[0] = A[0][0];
  return reflected(reflections, n);
}

// The columns of the product of the reflections, the first of them outermost.
function reflected(reflections, n) {
  const Q = Array.from({ length: n }, (_, j) => {
    const column = new Float64Array(n);
    column[j] = 1;
    return column;
  });
  for (const { u, h } of reflections.reverse()) {
    for (const column of Q) {
      let sum = 0;
      for (let k = 0; k < u.length; k++) sum += u[k] * column[k];
      if (!sum) continue;
      sum /= h;
      for (let k = 0; k < u.length; k++) column[k] -= sum * u[k];
    }
  }
  return Q;
}

const EPSILON = 2 ** -52;

// The diagonal becomes the eigenvalues, and the columns of Q turn into the eigenvectors.
function implicitQL(diagonal, beside, Q, n) {
  const d = diagonal, e = beside;
  e.copyWithin(0, 1);
  e[n - 1] = 0;
  for (let low = 0; low < n; low++) {
    for (let turn = 0; turn < 60; turn++) {
      let high = low;
      while (high < n - 1 && Math.abs(e[high]) > EPSILON * (Math.abs(d[high]) + Math.abs(d[high + 1]))) high++;
      if (high === low) break;
      let g = (d[low + 1] - d[low]) / (2 * e[low]), r = Math.hypot(g, 1);
      g = d[high] - d[low] + e[low] / (g + (g >= 0 ? r : -r));
      let s = 1, c = 1, p = 0, i = high - 1;
      for (; i >= low; i--) {
        const f = s * e[i], b = c * e[i];
        r = Math.hypot(f, g);
        e[i + 1] = r;
        if (r === 0) {
          d[i + 1] -= p;
          e[high] = 0;
          break;
        }
        s = f / r;
        c = g / r;
        g = d[i + 1] - p;
        r = (d[i] - g) * s + 2 * c * b;
        p = s * r;
        d[i + 1] = g + p;
        g = c * r - b;
        const x = Q[i], y = Q[i + 1];
        for (let k = 0; k < n; k++) {
          const t = y[k];
          y[k] = s * x[k] + c * t;
          x[k] = c * x[k] - s * t;
        }
      }
      if (r === 0 && i >= low) continue;
      d[low] -= p;
      e[low] = g;
      e[high] = 0;
    }
  }
}
