// A result as it is drawn: clusters that keep their numbers, and a tree.

import { bestValue } from "../../engine/objectives.js";
import { alignLabels } from "../../engine/renaming.js";
import { finish } from "../../engine/steps.js";
import { clusterDistances, freeStructure, misfitOf, setKernel } from "../../engine/taxonomy.js";
import { equalAngle, fitTree, splitsOf } from "../../engine/trees.js";

const plain = (c) => Float64Array.from({ length: c * c }, (_, t) => Number(t % (c + 1) === 0));

// The clusters as their tree's leaves come around, cut at the widest gap, the end of sample 0
// first.
function around(angles, first, D) {
  const c = angles.length,
    ring = angles.map((_, k) => k).sort((j, l) => angles[j] - angles[l] || j - l);
  let cut = 0;
  const gap = (k) => D[ring[k] * c + ring[(k + 1) % c]];
  for (let k = 1; k < c; k++) if (gap(k) > gap(cut)) cut = k;
  const turned = [...ring.slice(cut + 1), ...ring.slice(0, cut + 1)];
  return 2 * turned.indexOf(first) >= c ? turned.reverse() : turned;
}

const treeOf = ({ tree }, D, c) => tree ?? finish(fitTree(D, c, "nj"));

// A tree with leaf k called names[k], its edges in the order of the smallest leaf beyond, which is
// the order in which they are drawn.
function renumbered({ edges, lengths }, names) {
  const n = names.length,
    moved = edges.map((pair) => pair.map((node) => (node < n ? names[node] : node)));
  const first = splitsOf(moved, n).map((side) => side.indexOf(1));
  const order = moved.map((_, e) => e).sort((e, f) => first[e] - first[f] || e - f);
  return { edges: order.map((e) => moved[e]), lengths: order.map((e) => lengths[e]) };
}

// Labels of a result under the numbers that clusters have on screen: those of a learned structure
// as they come around its tree, or around that of neighbour joining, those of a fixed one by its
// rows. Where samples have numbers already, `known`, they keep these as far as groups and structure
// allow. `sums` are the block sums S and sizes n of the result's labels.
export function numbered(run, { structure, A }, { S, n }, known) {
  const c = n.length,
    isFixed = structure === "fixed";
  let { labels } = run;
  if (!isFixed) {
    const D = clusterDistances(setKernel(S, n), c),
      names = new Int32Array(c);
    const ring = around(equalAngle(treeOf(run, D, c), c).angles, labels[0], D);
    ring.forEach((k, name) => {
      names[k] = name;
    });
    labels = labels.map((label) => names[label]);
  }
  return known ? alignLabels(labels, known, [isFixed ? A : plain(c)], c) : labels;
}

// -> { Y: the tree's structure, or Y* of the labels without one, tree: { edges, lengths, positions,
//      angles, scale } or null, ring: the clusters as they come around, or by the rows of a fixed
//      structure, most: the largest (1) of any structure on these labels, misfit of the tree or null }
// `sums` are those of the labels on screen.
export function pictured(run, { structure }, { S, n }, labels) {
  const c = n.length,
    names = new Int32Array(c),
    free = freeStructure(S, n),
    most = bestValue(S, n);
  const shown = { Y: free, tree: null, ring: Array.from(names.keys()), most, misfit: null };
  if (structure === "fixed") return shown;
  run.labels.forEach((label, i) => {
    names[label] = labels[i];
  });
  const D = clusterDistances(setKernel(S, n), c);
  // Fitted to distances in the result's order, so that equal choices are made as there.
  const back = Float64Array.from(
    { length: c * c },
    (_, t) => D[names[Math.floor(t / c)] * c + names[t % c]],
  );
  const tree = renumbered(treeOf(run, back, c), names),
    drawn = equalAngle(tree, c);
  shown.ring = around(drawn.angles, labels[0], D);
  if (structure === "free") return shown;
  const Y = new Float64Array(c * c);
  for (let t = 0; t < c * c; t++) Y[names[Math.floor(t / c)] * c + names[t % c]] = run.Y[t];
  return { ...shown, Y, tree: { ...tree, ...drawn }, misfit: misfitOf(D, Y, c) };
}
