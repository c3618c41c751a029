// The median of many numbers, without sorting them.

const MANY = 1 << 13,
  SAMPLED = 1 << 9,
  SHARES = [0.42, 0.58];

// The k-th smallest of a, counted from 0; a is reordered so that none before it is larger.
function select(a, k) {
  let low = 0,
    high = a.length - 1;
  while (low < high) {
    const x = a[low],
      y = a[(low + high) >> 1],
      z = a[high];
    const pivot = Math.max(Math.min(x, y), Math.min(Math.max(x, y), z));
    let i = low,
      j = high;
    while (i <= j) {
      while (a[i] < pivot) i++;
      while (a[j] > pivot) j--;
      if (i <= j) {
        const t = a[i];
        a[i++] = a[j];
        a[j--] = t;
      }
    }
    if (k <= j) high = j;
    else if (k >= i) low = i;
    else break;
  }
  return a[k];
}

// A copy of all, or of many those about the middle, and how many are smaller: [some, below].
/** @type {(numbers: Float64Array) => [Float64Array, number]} */
function aboutMiddle(numbers) {
  const n = numbers.length,
    middle = n >> 1;
  if (n > MANY) {
    const sample = Float64Array.from(
      { length: SAMPLED },
      (_, i) => numbers[Math.floor((i * n) / SAMPLED)],
    ).sort();
    const [low, high] = SHARES.map((share) => sample[Math.floor(share * SAMPLED)]),
      some = new Float64Array(n);
    let below = 0,
      size = 0;
    for (let i = 0; i < n; i++) {
      if (numbers[i] < low) below += 1;
      else if (numbers[i] <= high) some[size++] = numbers[i];
    }
    if (below < middle && middle < below + size) return [some.subarray(0, size), below];
  }
  return [new Float64Array(numbers), 0];
}

// The mean of the two in the middle where their number is even; 0 of none.
/** @type {(numbers: Float64Array) => number} */
export function medianOf(numbers) {
  if (!numbers.length) return 0;
  const [a, below] = aboutMiddle(numbers),
    middle = (numbers.length >> 1) - below,
    upper = select(a, middle);
  if (numbers.length % 2) return upper;
  let lower = -Infinity;
  for (let i = 0; i < middle; i++) if (a[i] > lower) lower = a[i];
  return (lower + upper) / 2;
}
