// The angle method's panels in KernelExplorer, and what they take from an answer.

import { bytesOf, floatsOf, num } from "../../base/parts/common.js";
import { createAngleVectors, createErrorCurve } from "./panels.js";
import { createAnglePicture } from "./picture.js";
import { roomOf } from "../samples.js";
import { createGhost, cutWords, drawCircles, sizesOf } from "./points.js";
import "./angle.css";

export function createAnglePanels(model, selection, { onGo, onAdd }) {
  const picture = createAnglePicture(selection),
    errors = createErrorCurve(onGo);
  const vectors = createAngleVectors(selection),
    ghost = createGhost(model, onAdd);
  let cut = "",
    spare = null;

  function drawErrors({ sigma, error_rate: rate, curve }) {
    if (rate !== null) errors.draw({ sigmas: model.get("_sigmas"), sigma, rate, ...curve });
  }

  function drawVectors(answer) {
    spare = answer.spare;
    vectors.draw({
      labels: bytesOf(answer.labels),
      n_clusters: answer.sizes.length,
      vectors: floatsOf(answer.eigenvectors),
      values: answer.eigenvalues,
      spare,
      spareVectors: spare && floatsOf(answer.spare_vectors),
    });
  }

  return {
    panels: [picture.panel, errors.panel, vectors.panel],
    title: "Weighted kernel",
    parts: [picture, errors, vectors],
    ghost,
    setHeight: picture.setHeight,
    setRowHeight: vectors.setRowHeight,
    about: () => `area: weight${cut}`,
    drawMore(answer) {
      drawErrors(answer);
      if (answer.spare !== spare) drawVectors(answer);
    },
    draw(answer) {
      const weights = floatsOf(answer.weights),
        c = answer.sizes.length;
      cut = cutWords(weights);
      picture.draw({
        p: Math.min(3, c),
        embedding: floatsOf(answer.embedding),
        n_clusters: c,
        labels: bytesOf(answer.labels),
        means: answer.means,
        angles: answer.angles,
        sizes: null,
      });
      drawErrors(answer);
      drawVectors(answer);
      return {
        sizes: sizesOf(weights),
        about: (i) => `weight ${num(weights[i], 2)} × median`,
        under(context, at, scale, colours) {
          if (!roomOf(model)) return;
          ghost.place(at, floatsOf(model.get("_points")), scale);
          if (answer.weighting === "outlier") drawCircles(answer, context, at, scale, colours);
        },
      };
    },
  };
}
