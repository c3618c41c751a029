// Points of the plane under a headline, coloured and shaped by cluster.

import { el, onResize } from "../../base/parts/common.js";
import { createScatter } from "../../base/parts/scatter.js";
import { panel } from "./layout.js";

// -> a part: `xy()` is where the points are, `state()` what createScatter draws of them, `height()`
// theirs in pixels.
export function createPoints({ title, note = "", selection, xy, state, height }) {
  const scatter = createScatter({ label: title, selection });
  let placed = null;
  const { root } = panel(title, el("span", {}, note), scatter);
  const stop = onResize(root, () => scatter.setHeight(height()));
  return {
    root,
    draw() {
      if (xy() !== placed) scatter.setPoints((placed = xy()));
      scatter.draw(state());
    },
    destroy() {
      stop();
      scatter.destroy();
    },
  };
}
