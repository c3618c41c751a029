// FourLeaves: are distances path lengths along a tree? The three sums of two of them tell.

import { MINUS } from "../../base/parts/common.js";
import { labelled, readout, segmented } from "../../base/parts/controls.js";
import { createStage } from "../parts/stage.js";
import {
  alongTree, createCorners, createSums, createTree, inThePlane, PAIRINGS, trimmed,
} from "./pictures.js";

const GIVEN = ["a tree", "four free points"];

function render({ model, el: host }) {
  const pairs = readout("pairs", 104), inner = readout("inner edge from the sums", 150);
  const violation = readout("violation", 66);
  const shown = () => (model.get("free")
    ? { ...inThePlane(model.get("corners")), least: 3.4 }
    : { ...alongTree(model.get("legs"), model.get("inner")), least: 13 });
  function move(value) {
    if ("legs" in value) model.set("legs", value.legs);
    if ("inner" in value) model.set("inner", value.inner);
    if ("corners" in value) model.set("corners", value.corners);
    model.save_changes();
  }
  const given = segmented("distances of", GIVEN, GIVEN[0], (name) => {
    model.set("free", name === GIVEN[1]);
    model.save_changes();
  });
  const tree = createTree(model, move), corners = createCorners(model, move);
  const sums = createSums(shown);

  function follow() {
    const free = model.get("free"), { sums: three, order, excess, lack } = shown();
    given.put(GIVEN[Number(free)]);
    tree.root.hidden = free;
    corners.root.hidden = !free;
    const [low, middle] = order.map((row) => trimmed(three[row]));
    pairs.put(excess ? "no tree" : lack ? PAIRINGS[order[0]].join(" | ") : "none: a star");
    inner.put(excess ? "\u2013" : `(${middle} ${MINUS} ${low}) / 2 = ${trimmed(lack / 2)}`);
    violation.put(trimmed(excess));
  }
  return createStage({
    model, host, kind: "leaves", follow, controls: [labelled("distances of", given.root)],
    reads: [pairs, inner, violation].map((each) => each.root), pictures: [tree, corners, sums],
    hint: () => (model.get("free")
      ? "Drag a point, or press arrow keys on it (with Shift: finer)."
      : "Drag a leaf along its edge, or an end of the inner edge; or press arrow keys on it."),
  });
}

export default { render };
