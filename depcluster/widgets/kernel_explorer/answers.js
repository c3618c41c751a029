// What KernelExplorer answers, computed in the page by the method that is asked.

import { isOpen } from "../base/parts/watch.js";
import { carried, kept } from "../explorer/parts/warm_start.js";
import { changedWords } from "../explorer/parts/changed.js";
import { serve } from "../explorer/parts/serve.js";
import { createAngleAnswers } from "./angle/answers.js";
import { createCurves } from "./criteria/curves.js";
import { createLabelKernelAnswers } from "./label_kernel/answers.js";
import { originsHere, samplesOf } from "./samples.js";

export const serveKernel = (port) => serve(port, createKernelAnswers);

// -> { steps(), begin(), found(), load() }, as `serve.js` has them; what may come a little later
// are eigenvectors, the curve of the angle method and those of the criteria. Labels go on with
// their samples, whichever method found them.
export function createKernelAnswers(model, heard) {
  let since = null,
    shown = null,
    isNew = false;
  const held = {
    samples: null,
    input: null,
    added: null,
    labels: null,
    // What was on screen when the hand began, which has asked something else.
    before(asked) {
      if (JSON.stringify(asked) === JSON.stringify(shown?.asked)) return since;
      if (shown && (isNew || !since)) since = shown;
      isNew = false;
      return since;
    },
    keep(found) {
      [shown, held.labels] = [found, found.labels];
    },
    changed: (labels) => changedWords(labels, since?.labels),
  };
  const methods = {
    cluhsic: createLabelKernelAnswers(model, heard, held),
    angle: createAngleAnswers(model, heard, held),
  };
  const method = () => methods[model.get("method")],
    curves = createCurves(model, held);

  // Other samples: labels go on with those that stay. While points are drawn the hand's move goes
  // on too.
  function load() {
    const { samples, input, added, labels } = held,
      before = samples && { samples, input, added };
    const next = samplesOf(model, before),
      isMove = model.get("_isDrawn");
    if (next === before) return;
    const origins = labels && originsHere(before, next);
    if (shown && (isNew || !isMove || !since)) since = { labels };
    since = origins && since && { labels: kept(since.labels, origins) };
    Object.assign(held, next, { labels: origins && carried(labels, origins) });
    shown = null;
    [...Object.values(methods), curves].forEach(({ renew }) => renew(origins));
  }

  // The criteria come along, and go on once the answer is settled.
  function* steps() {
    load();
    const isJudged = model.get("method") === "cluhsic" && isOpen(model, "criteria"),
      walk = method().steps();
    let step = walk.next();
    for (; !step.done; step = walk.next()) {
      const answer = isJudged && step.value?.answer;
      yield answer ? { answer: { ...answer, criteria: judged(answer) } } : step.value;
    }
    if (!(step.value && isJudged)) return;
    for (const isMore of curves.steps()) yield isMore && { more: { criteria: curves.told() } };
  }

  function judged({ sizes }) {
    curves.put({ kernel: model.get("kernel"), c: sizes.length });
    return curves.told();
  }

  return {
    load,
    steps,
    begin() {
      isNew = true;
    },
    found: () => ({ _fit: method().found() }),
  };
}
