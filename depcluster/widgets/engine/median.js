// The median of many numbers, without sorting them.

// The k-th smallest of a, counted from 0; a is reordered so that none before it is larger.
function select(a, k) {
  let low = 0, high = a.length - 1;
  while (low < high) {
    const x = a[low], y = a[(low + high) >> 1], z = a[high];
    const pivot = Math.max(Math.min(x, y), Math.min(Math.max(x, y), z));
    let i = low, j = high;
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

// The mean of the two in the middle where their number is even; 0 of none.
export function medianOf(numbers) {
  if (!numbers.length) return 0;
  const a = Float64Array.from(numbers), middle = a.length >> 1, upper = select(a, middle);
  if (a.length % 2) return upper;
  let lower = -Infinity;
  for (let i = 0; i < middle; i++) if (a[i] > lower) lower = a[i];
  return (lower + upper) / 2;
}
