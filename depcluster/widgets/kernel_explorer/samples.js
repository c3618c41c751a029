// The samples of KernelExplorer: those given, and below them points of the plane added by hand.

import { doublesOf, floatsOf, indicesOf } from "../base/parts/common.js";
import { createSamples } from "../engine/samples.js";
import { originsOf } from "../explorer/parts/warm_start.js";
import { samplesSent } from "../explorer/parts/grams.js";

const ROOM = 1.35;

const isPlane = (model) => model.get("_input").n_features === 2;

// What the page computes with now: { input, added, samples }; the last again where nothing has
// changed.
export function samplesOf(model, last) {
  const input = model.get("_input"),
    added = isPlane(model) ? model.get("added") : [];
  if (last && input === last.input && String(added) === String(last.added)) return last;
  const given = samplesSent(input),
    X = added.length ? Float64Array.from([...given, ...added.flat()]) : given;
  const [manhattan, features] = [input.manhattan, input.features].map(
    (sent) => sent && doublesOf(sent),
  );
  const m = (input.n_samples ?? 0) + added.length,
    options = { nFeatures: input.n_features, manhattan, features };
  return { input, added, samples: createSamples(X, m, options) };
}

// Of each sample the one before that it goes on from, as `warm_start.js` has them.
export const originsHere = (before, { input, added, samples: { Y } }) =>
  originsOf(
    before.input,
    input,
    Math.min(added.length, before.added.length),
    added.length ? Y : [],
  );

// The samples as Python.
export const samplesText = ({ input: { called }, added }) =>
  added.length ? `np.vstack([${called}, ${JSON.stringify(added)}])` : called;

// True labels, or null; a point added by hand belongs to no cluster, -1.
export const truthOf = ({ input: { truth }, added }) =>
  truth ? Int32Array.from([...indicesOf(truth), ...added.map(() => -1)]) : null;

// Their places in the picture: x and y of each.
export function placesOf(model) {
  const given = floatsOf(model.get("_points"));
  return isPlane(model) ? Float32Array.from([...given, ...model.get("added").flat()]) : given;
}

// Corners x0, y0, x1, y1 of a square around the points given, with room for more; null where the
// picture is not the plane of the samples.
export function roomOf(model) {
  if (!isPlane(model)) return null;
  const given = floatsOf(model.get("_points")),
    target = model.get("target");
  const ends = [0, 1].map((f) => {
    const along = given.filter((_, t) => t % 2 === f);
    return [along.reduce((a, b) => Math.min(a, b)), along.reduce((a, b) => Math.max(a, b))];
  });
  const half = (ROOM * Math.max(...ends.map(([low, high]) => high - low))) / 2;
  const others = [...model.get("added"), ...(target ? [target] : [])];
  const corner = (side, sign) =>
    ends.map(([low, high], f) =>
      side((low + high) / 2 + sign * half, ...others.map((place) => place[f])),
    );
  return Float32Array.from([...corner(Math.min, -1), ...corner(Math.max, 1)]);
}
