// The angle method's panels in KernelExplorer, and what they take from an answer.
function createAnglePanels(model, onGo) {
  const picture = createAnglePicture(), errors = createErrorCurve(onGo);
  const vectors = createAngleVectors();
  function drawCurve(answer = model.get("answer")) {
    errors.root.hidden = answer.method !== "angle" || answer.error_rate === null;
    if (errors.root.hidden) return;
    const { rules = {}, error = [], done = 0 } = model.get("_curve");
    errors.draw({
      sigmas: model.get("_sigmas"), sigma: answer.sigma, rate: answer.error_rate,
      rules, error, done,
    });
  }
  return {
    first: [picture.root], nodes: [errors.root, vectors.root], title: "Weighted kernel",
    parts: [picture, errors, vectors], drawCurve, setHeight: picture.setHeight,
    highlight(state) {
      picture.draw(state);
      vectors.draw(state);
    },
    draw(answer) {
      drawCurve(answer);
      const weights = floatsOf(answer.weights), c = answer.sizes.length;
      return {
        p: Math.min(3, c), embedding: floatsOf(answer.embedding),
        means: answer.means, angles: answer.angles, sizes: null,
        vectors: floatsOf(answer.eigenvectors), values: answer.eigenvalues,
        spare: answer.spare, spareVectors: answer.spare && floatsOf(answer.spare_vectors),
        scatter: {
          sizes: sizesOf(weights), about: (i) => `weight ${num(weights[i], 2)} × median`,
          under: answer.weighting === "outlier" && model.get("_room").length
            ? circlesOf(answer) : null,
        },
      };
    },
  };
}
