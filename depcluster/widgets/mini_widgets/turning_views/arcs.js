// The arcs of a turn that a label takes in.

const GAP = 90; // degrees without a view that part one arc from the next

// The middles of the arcs that views at some angles lie on, in degrees, ascending.
export function arcsOf(angles) {
  const turn = [...angles].sort((a, b) => a - b),
    n = turn.length;
  const gaps = turn.map((angle, i) => (i + 1 < n ? turn[i + 1] : turn[0] + 360) - angle);
  let ends = [...gaps.keys()].filter((i) => gaps[i] > GAP);
  if (ends.length < 2) ends = [gaps.indexOf(Math.max(...gaps))];
  return ends
    .map((end, k) => {
      const first = turn[(ends.at(k - 1) + 1) % n];
      return (first + ((((turn[end] - first) % 360) + 360) % 360) / 2) % 360;
    })
    .sort((a, b) => a - b);
}

// -> { joined: the labels whose views lie on several arcs, words: a sentence of them }
export function joinsOf(angles, labels) {
  const arcs = [...new Set(labels)]
    .sort((a, b) => a - b)
    .map((k) => [
      k,
      arcsOf(angles.filter((_, i) => labels[i] === k)).map((middle) => Math.round(middle) % 360),
    ])
    .filter(([, middles]) => middles.length > 1);
  const words = arcs.map(
    ([k, middles]) =>
      `label ${k} joins views at about ${middles.slice(0, -1).join(", ")} and ${middles.at(-1)} degrees`,
  );
  return {
    joined: arcs.map(([k]) => k),
    words: words.join("; ") || "no label joins views that lie apart",
  };
}
