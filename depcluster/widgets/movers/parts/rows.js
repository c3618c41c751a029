// Where rows stand.

// Where each point's row stands once rows are sorted by group, points of a group in their order.
function placesByGroup(groups, order = groups.map((_, i) => i)) {
  const sorted = [...order].sort((a, b) => groups[a] - groups[b]);
  return placesOf(sorted);
}

function placesOf(order) {
  const places = Array(order.length);
  order.forEach((i, at) => { places[i] = at; });
  return places;
}

function bordersOf(groups) {
  const borders = [0];
  for (const size of countLabels(groups, Math.max(...groups) + 1)) borders.push(borders.at(-1) + size);
  return borders;
}
