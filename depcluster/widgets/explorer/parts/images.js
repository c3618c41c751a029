// Images of samples, and their means, from bytes of shape (m, h, w, 1 or 3).

import { el } from "../../base/parts/common.js";

export function createImages([, height, width, channels], pixels) {
  const size = height * width * channels;

  function fill(data, value) {
    for (let p = 0; p < height * width; p++) {
      for (let q = 0; q < 3; q++) data[4 * p + q] = value(p * channels + (channels === 3 ? q : 0));
      data[4 * p + 3] = 255;
    }
  }

  function drawn(value) {
    const canvas = el("canvas", { width, height }),
      context = canvas.getContext("2d");
    const picture = context.createImageData(width, height);
    fill(picture.data, value);
    context.putImageData(picture, 0, 0);
    return canvas;
  }

  return {
    height,
    width,
    one: (i) => drawn((p) => pixels[i * size + p]),
    mean(members) {
      const sums = new Float64Array(size);
      for (const i of members) {
        for (let p = 0; p < size; p++) sums[p] += pixels[i * size + p];
      }
      return drawn((p) => sums[p] / members.length).toDataURL();
    },
  };
}
