// Where the discs around an unrooted tree go, and how large the tree can be in a frame.
const LEAF_GAP = 8, DISC_GAP = 13, EDGE_GAP = 5, SWEEPS = 200;

// The point of a segment that is nearest to a place.
function nearestOn([ax, ay], [bx, by], [x, y]) {
  const [dx, dy] = [bx - ax, by - ay], length = dx * dx + dy * dy;
  const t = length ? Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length)) : 0;
  return [ax + t * dx, ay + t * dy];
}

// Moves `disc` by a share of what lacks to the distance `least` from a point; what lacked.
function pushed(disc, [x, y], least, share, direction) {
  let [dx, dy] = [disc[0] - x, disc[1] - y];
  const length = Math.hypot(dx, dy), lacking = least - length;
  if (lacking <= 0) return 0;
  [dx, dy] = length > 1e-6 ? [dx / length, dy / length] : direction;
  disc[0] += dx * lacking * share;
  disc[1] += dy * lacking * share;
  return lacking;
}

// Discs of radius r at the leaves of a tree at a scale, moved until none lies over another or over
// the tree. It does not depend on how the tree is turned.
function placeDiscs({ edges, positions, angles }, scale, r) {
  const nodes = positions.map(([x, y]) => [x * scale, y * scale]);
  const ways = angles.map((a) => [Math.cos(a), Math.sin(a)]);
  const discs = ways.map(([x, y], k) => [
    nodes[k][0] + x * (r + LEAF_GAP), nodes[k][1] + y * (r + LEAF_GAP),
  ]);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let most = 0;
    for (let i = 0; i < discs.length; i++) {
      for (let j = 0; j < i; j++) {
        const other = [...discs[j]];
        most = Math.max(most, pushed(discs[j], discs[i], 2 * r + DISC_GAP, 0.5, ways[j]));
        pushed(discs[i], other, 2 * r + DISC_GAP, 0.5, ways[i]);
      }
      for (const [u, v] of edges) {
        const at = nearestOn(nodes[u], nodes[v], discs[i]);
        most = Math.max(most, pushed(discs[i], at, r + EDGE_GAP, 0.6, ways[i]));
      }
    }
    if (most < 0.5) break;
  }
  return { nodes, discs };
}

function turnedBy(points, angle) {
  const c = Math.cos(angle), s = Math.sin(angle);
  return points.map(([x, y]) => [x * c - y * s, -(x * s + y * c)]); // y goes down on a screen
}

function boundsOf(nodes, discs, r) {
  const rim = discs.flatMap(([x, y]) => [[x - r - 6, y - r - 6], [x + r + 14, y + r + 10]]);
  const all = [...nodes, ...rim], side = (i) => all.map((p) => p[i]);
  return [Math.min(...side(0)), Math.max(...side(0)), Math.min(...side(1)), Math.max(...side(1))];
}

// Whether a tree with its discs, turned, fits a frame.
function fitsTurned({ nodes, discs }, { width, height, r }, turn) {
  const [x0, x1, y0, y1] = boundsOf(turnedBy(nodes, turn), turnedBy(discs, turn), r);
  return x1 - x0 <= width && y1 - y0 <= height;
}

// The largest scale at which a tree turned by one of `turns` fits a frame, and that turn.
function largestPlaced(tree, frame, turns) {
  const { positions } = tree, reach = Math.max(1e-12, ...positions.map((p) => Math.hypot(...p)));
  let low = 1 / reach, high = Math.max(frame.width, frame.height) / reach, turn = turns[0];
  for (let step = 0; step < 14; step++) {
    const scale = Math.sqrt(low * high), placed = placeDiscs(tree, scale, frame.r);
    const found = turns.find((each) => fitsTurned(placed, frame, each));
    if (found === undefined) high = scale;
    else [low, turn] = [scale, found];
  }
  return { scale: low, turn };
}

// Of the turns that leave a tree nearly as large as can be, the one that leaves its leaves nearest
// to where they were; `before` holds places by leaf.
const NEARLY = 0.88;

function steadyTurn(tree, frame, turns, before) {
  const { scale, turn } = largestPlaced(tree, frame, turns);
  const placed = placeDiscs(tree, NEARLY * scale, frame.r);
  const moved = (each) => turnedBy(placed.discs, each).reduce((sum, [x, y], k) =>
    sum + (k in before ? Math.hypot(x - before[k][0], y - before[k][1]) : 0), 0);
  return turns.filter((each) => fitsTurned(placed, frame, each))
    .reduce((best, each) => (moved(each) < moved(best) ? each : best), turn);
}

const BEST_TURNS = Array.from({ length: 36 }, (_, i) => (i * Math.PI) / 18);

// -> { scale, nodes, discs, centre } in pixels of the frame; centre is where the origin lies.
function placeTree(tree, frame, turn) {
  const { scale } = largestPlaced(tree, frame, [turn]), placed = placeDiscs(tree, scale, frame.r);
  const nodes = turnedBy(placed.nodes, turn), discs = turnedBy(placed.discs, turn);
  const [x0, x1, y0, y1] = boundsOf(nodes, discs, frame.r);
  const [left, top] = [(frame.width - x0 - x1) / 2, (frame.height - y0 - y1) / 2];
  const moved = (points) => points.map(([x, y]) => [x + left, y + top]);
  return { scale, nodes: moved(nodes), discs: moved(discs), centre: [left, top] };
}
