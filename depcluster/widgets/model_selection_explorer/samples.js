// The samples that ModelSelectionExplorer may show: one's own, or toy data that Python sends along.

import { floatsOf } from "../base/parts/common.js";

const OWN = "own";
const NAMELESS = { _axes: [], _names: [], _row_numbers: [] };
const NONE = {
  m: 0,
  points: new Float32Array(0),
  candidates: [1, 2],
  n_clusters: 2,
  bound: 0.5,
  extent: [0, 0, 1, 1],
  grid: [],
  plane: "",
};

// What Python sends of some data, or null.
export function sentOf(model, data) {
  const sent = data === OWN ? model.get("_input") : model.get("_toy_samples")[data];
  return sent?.X ? sent : null;
}

export const namesOf = (data) => (data === OWN ? null : NAMELESS);

// A page that was kept may hold anything.
function opened(sent) {
  try {
    return { ...NONE, ...sent, sent, m: sent.n_samples, points: floatsOf(sent.points) };
  } catch {
    return { ...NONE, sent };
  }
}

// -> { of(data), fitting(data), named() }: what is on screen of samples, the last ones where those
// are not there: { m, points, candidates, n_clusters, bound, extent, grid, plane }; what the
// controls become with other data; names of axes and samples, by trait, or null for one's own.
export function createSelectionSamples(model) {
  const held = {}; // by data, each as long as Python does not send others
  let last = NONE;

  function of(data = model.get("data")) {
    const sent = sentOf(model, data);
    if (sent && held[data]?.sent !== sent) held[data] = opened(sent);
    last = sent ? held[data] : last;
    return last;
  }

  return {
    of,
    // t stays as far as the candidates allow, the map comes with the plane.
    fitting(data) {
      if (!sentOf(model, data)) return {};
      const before = of(),
        { candidates, grid } = of(data),
        t = model.get("n_neighbors");
      const hasMap = grid.length > 0,
        isOther = before.grid.length > 0 !== hasMap;
      const kept = candidates.includes(t) ? t : candidates.at(-1);
      return { n_neighbors: kept, ...(isOther ? { posterior: hasMap } : {}) };
    },
    named: () => namesOf(model.get("data")),
  };
}
