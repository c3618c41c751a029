// The angle method's panels in KernelExplorer, and what they take from an answer.

import { bytesOf, floatsOf, num } from "../../base/parts/common.js";
import { createAngleVectors, createErrorCurve } from "./panels.js";
import { createAnglePicture } from "./picture.js";
import { createGhost, drawCircles, sizesOf } from "./points.js";

export function createAnglePanels(model, links, { onGo, onAdd }) {
  const picture = createAnglePicture(links), errors = createErrorCurve(onGo);
  const vectors = createAngleVectors(links), ghost = createGhost(model, onAdd);
  function drawCurve(answer) {
    if (answer.method !== "angle" || answer.error_rate === null) return;
    const { rules = {}, error = [], done = 0 } = model.get("_curve");
    errors.draw({
      sigmas: model.get("_sigmas"), sigma: answer.sigma, rate: answer.error_rate,
      rules, error, done,
    });
  }
  return {
    panels: [picture.panel, errors.panel, vectors.panel], title: "Weighted kernel",
    parts: [picture, errors, vectors], ghost, drawCurve, setHeight: picture.setHeight,
    setRowHeight: vectors.setRowHeight,
    draw(answer) {
      drawCurve(answer);
      const weights = floatsOf(answer.weights), c = answer.sizes.length;
      const state = {
        p: Math.min(3, c), embedding: floatsOf(answer.embedding), n_clusters: c,
        labels: bytesOf(answer.labels), means: answer.means, angles: answer.angles, sizes: null,
        vectors: floatsOf(answer.eigenvectors), values: answer.eigenvalues,
        spare: answer.spare, spareVectors: answer.spare && floatsOf(answer.spare_vectors),
      };
      picture.draw(state);
      vectors.draw(state);
      return {
        sizes: sizesOf(weights), about: (i) => `weight ${num(weights[i], 2)} × median`,
        under(context, at, scale, colours) {
          if (!model.get("_room").length) return;
          ghost.place(at, floatsOf(model.get("_points")), scale);
          if (answer.weighting === "outlier") drawCircles(answer, context, at, scale, colours);
        },
      };
    },
  };
}
