// The points of some class sizes, and what k-means and CLUHSICAL make of them.

import { kernelGram } from "../../engine/gram.js";
import { normalized, normalizedWithLoss } from "../../engine/objectives.js";
import { alignLabels } from "../../engine/renaming.js";
import { createSamples } from "../../engine/samples.js";
import { search } from "../../engine/search.js";
import { finish } from "../../engine/steps.js";

const square = (c, entry) =>
  Float64Array.from({ length: c * c }, (_, t) => entry(Math.floor(t / c), t % c));

// The first points of each class, as many as its size, and all that have no class.
function rowsOf(y, sizes) {
  const left = [...sizes],
    rows = [];
  for (let j = 0; j < sizes.length; j++)
    y.forEach((own, i) => {
      if (own === j && left[j]-- > 0) rows.push(i);
    });
  y.forEach((own, i) => {
    if (own < 0) rows.push(i);
  });
  return rows;
}

// `xy` are the places of all points, one after the other.
// -> { xy of those that are there, total: how many have a class, found: { labels, wrong, right } of
// either method, the last a number }
export function filed({ xy, y, sizes }) {
  const rows = rowsOf(y, sizes),
    c = sizes.length,
    own = rows.map((i) => y[i]);
  const places = Float64Array.from(rows.flatMap((i) => [xy[2 * i], xy[2 * i + 1]]));
  const gram = kernelGram(createSamples(places, rows.length), "linear");
  const A = square(c, (j, l) => Number(j === l)),
    R = square(c, (j, l) => (j === l ? c - 1 : -1));
  const found = [normalized(A), normalizedWithLoss(A, R, 1, 0)].map((objective) => {
    const { labels: clusters } = finish(search({ gram, objective }, { searches: 20 }));
    const labels = alignLabels(
      clusters,
      own.map((k) => (k < 0 ? c : k)),
      [A],
      c,
    );
    const wrong = own.map((k, i) => k >= 0 && labels[i] !== k);
    return { labels, wrong, right: own.filter((k, i) => labels[i] === k).length };
  });
  return { xy: places, total: own.filter((k) => k >= 0).length, found };
}
