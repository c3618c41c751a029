// Where rows stand.

import { countLabels } from "../../base/parts/common.js";

// Where each point's row stands once rows are sorted by group, points of a group in their order.
export function placesByGroup(groups, order = groups.map((_, i) => i)) {
  const sorted = [...order].sort((a, b) => groups[a] - groups[b]);
  return placesOf(sorted);
}

// The points by their angle around the middle of all.
export function orderByAngle(xy) {
  const m = xy.length / 2,
    middle = [0, 0];
  for (let i = 0; i < 2 * m; i++) middle[i % 2] += xy[i] / m;
  const angle = Array.from({ length: m }, (_, i) =>
    Math.atan2(xy[2 * i + 1] - middle[1], xy[2 * i] - middle[0]),
  );
  return angle.map((_, i) => i).sort((a, b) => angle[a] - angle[b]);
}

export function placesOf(order) {
  const places = Array(order.length);
  order.forEach((i, at) => {
    places[i] = at;
  });
  return places;
}

export function bordersOf(groups) {
  const borders = [0];
  for (const size of countLabels(groups, Math.max(...groups) + 1))
    borders.push(borders.at(-1) + size);
  return borders;
}
