// Where what stands for the leaves of an unrooted tree goes, and how large the tree can be in a
// frame.
//
// A leaf's picture fills an ellipse, `r` wide to each side and `r / flat` high. Distances are taken
// with heights stretched by `flat`, where it is a disc; only with `flat` 1 do places not depend on
// how the tree is turned.
const LEAF_GAP = 8,
  DISC_GAP = 13,
  EDGE_GAP = 5,
  SWEEPS = 200,
  FLAT_SWEEPS = 60;

// Moves `disc` by a share of what lacks to the distance `least` from a point; what lacked.
function pushed(disc, x, y, least, share, direction) {
  const dx = disc[0] - x,
    dy = disc[1] - y,
    square = dx * dx + dy * dy;
  if (square >= least * least) return 0; // most are far apart, and roots are slow
  const length = Math.sqrt(square),
    lacking = least - length;
  const [ux, uy] = length > 1e-6 ? [dx / length, dy / length] : direction;
  disc[0] += ux * lacking * share;
  disc[1] += uy * lacking * share;
  return lacking;
}

// The same, from the point of a segment that is nearest.
function pushedOff(disc, [ax, ay], [bx, by], least, share, direction) {
  const dx = bx - ax,
    dy = by - ay,
    length = dx * dx + dy * dy;
  const t = length
    ? Math.max(0, Math.min(1, ((disc[0] - ax) * dx + (disc[1] - ay) * dy) / length))
    : 0;
  return pushed(disc, ax + t * dx, ay + t * dy, least, share, direction);
}

function turnedBy(points, angle) {
  const c = Math.cos(angle),
    s = Math.sin(angle);
  return points.map(([x, y]) => [x * c - y * s, -(x * s + y * c)]); // y goes down on a screen
}

const stretched = (points, by) => points.map(([x, y]) => [x, y * by]);

// The nodes of a tree at a scale, turned, and discs at its leaves, moved until none lies over
// another or over the tree.
function placeDiscs({ edges, positions, angles }, scale, { r, flat }, turn) {
  const nodes = stretched(
    turnedBy(
      positions.map(([x, y]) => [x * scale, y * scale]),
      turn,
    ),
    flat,
  );
  const ways = stretched(
    turnedBy(
      angles.map((a) => [Math.cos(a), Math.sin(a)]),
      turn,
    ),
    flat,
  ).map(([x, y]) => [x / Math.hypot(x, y), y / Math.hypot(x, y)]);
  const discs = ways.map(([x, y], k) => [
    nodes[k][0] + x * (r + LEAF_GAP),
    nodes[k][1] + y * (r + LEAF_GAP),
  ]);
  for (let sweep = 0; sweep < (flat === 1 ? SWEEPS : FLAT_SWEEPS); sweep++) {
    let most = 0;
    for (let i = 0; i < discs.length; i++) {
      const disc = discs[i];
      for (let j = 0; j < i; j++) {
        const other = discs[j],
          [x, y] = other;
        most = Math.max(most, pushed(other, disc[0], disc[1], 2 * r + DISC_GAP, 0.5, ways[j]));
        pushed(disc, x, y, 2 * r + DISC_GAP, 0.5, ways[i]);
      }
      for (const [u, v] of edges) {
        most = Math.max(most, pushedOff(disc, nodes[u], nodes[v], r + EDGE_GAP, 0.6, ways[i]));
      }
    }
    if (most < 0.5) break;
  }
  return { nodes: stretched(nodes, 1 / flat), discs: stretched(discs, 1 / flat) };
}

// The same for several turns.
function placedAt(tree, scale, frame, turns) {
  if (frame.flat !== 1) return turns.map((turn) => placeDiscs(tree, scale, frame, turn));
  const { nodes, discs } = placeDiscs(tree, scale, frame, 0);
  const up = (points) => stretched(points, -1);
  return turns.map((turn) => ({
    nodes: turnedBy(up(nodes), turn),
    discs: turnedBy(up(discs), turn),
  }));
}

function boundsOf({ nodes, discs }, { r, flat }) {
  const high = r / flat;
  let x0 = Infinity,
    x1 = -Infinity,
    y0 = Infinity,
    y1 = -Infinity;
  const take = ([x, y], left, right, up, down) => {
    [x0, x1] = [Math.min(x0, x - left), Math.max(x1, x + right)];
    [y0, y1] = [Math.min(y0, y - up), Math.max(y1, y + down)];
  };
  nodes.forEach((node) => take(node, 0, 0, 0, 0));
  discs.forEach((disc) => take(disc, r + 6, r + 14, high + 6, high + 10));
  return [x0, x1, y0, y1];
}

function fits(placed, frame) {
  const [x0, x1, y0, y1] = boundsOf(placed, frame);
  return x1 - x0 <= frame.width && y1 - y0 <= frame.height;
}

// The largest scale at which a tree fits a frame, turned by one of `turns`, and those that fit
// then.
function largestPlaced(tree, frame, turns) {
  const { positions } = tree,
    reach = Math.max(1e-12, ...positions.map((p) => Math.hypot(...p)));
  let low = 1 / reach,
    high = Math.max(frame.width, frame.height) / reach,
    left = turns;
  for (let step = 0; step < 14; step++) {
    const scale = Math.sqrt(low * high),
      placed = placedAt(tree, scale, frame, left);
    const fitting = left.filter((_, i) => fits(placed[i], frame));
    if (!fitting.length) high = scale;
    else [low, left] = [scale, fitting];
  }
  return { scale: low, turn: left[0] };
}

const NEARLY = 0.88;

// Of the turns that leave a tree nearly as large as can be, the one that leaves its leaves nearest
// to where they were; `before` holds places by leaf.
export function steadyTurn(tree, frame, before) {
  const count = frame.flat === 1 ? 36 : 12;
  const turns = Array.from({ length: count }, (_, i) => (2 * Math.PI * i) / count);
  const { scale, turn } = largestPlaced(tree, frame, turns);
  if (!before.length) return turn;
  const placed = placedAt(tree, NEARLY * scale, frame, turns);
  const moved = placed.map(({ discs }) =>
    discs.reduce(
      (sum, [x, y], k) => sum + (k in before ? Math.hypot(x - before[k][0], y - before[k][1]) : 0),
      0,
    ),
  );
  const allowed = turns.map((_, i) => i).filter((i) => fits(placed[i], frame));
  if (!allowed.length) return turn;
  return turns[allowed.reduce((best, i) => (moved[i] < moved[best] ? i : best))];
}

// -> { scale, nodes, discs, centre } in pixels of the frame; centre is where the origin lies.
export function placeTree(tree, frame, turn) {
  const { scale } = largestPlaced(tree, frame, [turn]);
  const placed = placeDiscs(tree, scale, frame, turn),
    [x0, x1, y0, y1] = boundsOf(placed, frame);
  const [left, top] = [(frame.width - x0 - x1) / 2, (frame.height - y0 - y1) / 2];
  const moved = (points) => points.map(([x, y]) => [x + left, y + top]);
  return { scale, nodes: moved(placed.nodes), discs: moved(placed.discs), centre: [left, top] };
}
