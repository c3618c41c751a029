// Points of the plane under a headline, of which a hand drags the ringed one.

import { svg } from "../../base/parts/common.js";
import { fitPlane, placePoints } from "../../base/parts/plane.js";
import { boxAt, markAt } from "./drawing.js";
import { createPicture } from "./layout.js";

// -> a part. `state()` is { points, labels, at: the number of the ringed one, value, told }, the
// last two for the handle, that `make({ seen, from })` makes, where `from` leads from a pixel to
// the plane; `reach` holds pairs of numbers, the places that are seen; `behind(plane)` draws below
// the points.
/** @param {Record<string, any>} look */
export function createRinged({ title, label, height, reach, state, make, behind = () => null }) {
  const own = svg("g", {}),
    ring = svg("circle", { class: "ring", r: 11 });
  let plane = null;
  const handle = make({ seen: [ring, own], from: (x, y) => plane.back(x, y) });
  function paint(width) {
    const { points, labels, at, value, told } = state();
    plane = fitPlane(width, height, 16, reach);
    const places = placePoints(points.flat(), plane),
      place = (i) => [places[2 * i], places[2 * i + 1]];
    handle.put(...place(at), value, told);
    own.replaceChildren(markAt(labels[at], 0, 0, 6));
    return [
      boxAt(0.5, 0.5, width - 1, height - 1, { class: "frame-line" }),
      behind(plane),
      points.map((_, i) => (i === at ? null : markAt(labels[i], ...place(i), 4))),
    ];
  }
  return createPicture({
    title,
    note: "drag the ringed point",
    label,
    height,
    paint,
    handles: [handle],
  });
}
