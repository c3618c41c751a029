// What TaxonomyExplorer answers, computed in the page: the loop from the labels on screen or one
// start at once, start after start behind, and then those of the two other structures.

import { bytesOf } from "../../base/parts/common.js";
import { hasPython } from "../../base/parts/python.js";
import { conditionalEntropy } from "../../engine/agreement.js";
import { leadingSteps } from "../../engine/leading_eigen.js";
import { taxonomic } from "../../engine/objectives.js";
import { Partition } from "../../engine/partition.js";
import { createRandom } from "../../engine/random.js";
import { quietly } from "../../engine/steps.js";
import { startLabels, taxonomyFrom } from "../../engine/taxonomy.js";
import { carried, originsOf } from "../../explorer/parts/warm_start.js";
import { hasAll, isSameObjective } from "../../explorer/parts/fit.js";
import { flatWords, gramSteps, tooLarge } from "../../explorer/parts/grams.js";
import { RESTS, serve } from "../../explorer/parts/serve.js";
import { flatMatrix, indefiniteWords } from "../../label_kernel_editor/algebra.js";
import { branchWords, clusterWords, grouped, heldWords, wordCounts } from "./grouping.js";
import { numbered, pictured } from "./picture.js";
import { statusWords, pythonLine, unitOf } from "./words.js";

const STRUCTURES = ["tree", "free", "fixed"];
const TIE = 1e-12,
  KEPT = 256; // searches

export const serveTaxonomy = (port) => serve(port, createTaxonomyAnswers);

// -> { steps(), begin(), found() }, as `serve.js` has them; what may come a little later is how the
// structures compare.
export function createTaxonomyAnswers(model, heard) {
  let data = null,
    gram = null,
    spectrum = null,
    counts = null,
    about = null;
  // A search is { c, structure, A, best, reached, isSettled }: the best result so far, (1) of every
  // start.
  let searches = new Map(),
    asked = null,
    labels = null,
    drawn = null,
    since = null,
    isNew = false;

  // Other samples: labels go on with those that stay.
  function* load() {
    const next = model.get("_input");
    if (next === data) return;
    const K = yield* gramSteps(next),
      origins = data && originsOf(data, next);
    // At once: this work may have been dropped before.
    [gram, spectrum, data, about] = [K, null, next, model.get("_about")];
    [counts, labels] = [wordCounts(about), origins && labels && carried(labels, origins)];
    [searches, asked, drawn, since] = [new Map(), null, null, null];
  }

  function question() {
    const A = model.get("label_kernel"),
      structure = model.get("structure");
    return { c: model.get("n_clusters"), structure, A, preset: model.get("preset") };
  }

  const refusedNumber = (c, m) =>
    c >= 2 && c <= m ? "" : `n_clusters must be from 2 to the number of samples, ${m}; got ${c}.`;

  function refusedStructure(A, c) {
    if (!(A.length === c && A.every((row) => row.length === c && row.every(Number.isFinite)))) {
      return "label_kernel must be a square matrix of finite numbers.";
    }
    if (taxonomic(flatMatrix(A)).offset(new Float64Array(c).fill(1)) < 0) {
      return "structure must tell clusters apart; centred, the array given is 0. Try np.eye(c).";
    }
    return indefiniteWords(A);
  }

  function searchOf({ c, A }, structure) {
    const key = structure === "fixed" ? `${structure} ${A}` : `${structure} ${c}`;
    if (!searches.has(key)) {
      if (searches.size === KEPT) searches.delete(searches.keys().next().value);
      searches.set(key, {
        c,
        structure,
        A: flatMatrix(A),
        best: null,
        reached: [],
        isSettled: false,
      });
    }
    return searches.get(key);
  }

  function* resultOf({ c, structure, A }, from, seed) {
    const random = createRandom(seed),
      first = from ?? (yield* freshLabels(c, random));
    const options = {
      structure: structure === "fixed" ? A : structure,
      fit: data.tree_fit,
      random,
    };
    return yield* quietly(taxonomyFrom(gram, first, c, options));
  }

  function* freshLabels(c, random) {
    spectrum ??= yield* quietly(
      leadingSteps(gram, Math.min(gram.m, model.get("_limits").max_clusters) - 1),
    );
    return yield* quietly(startLabels(spectrum, gram.m, c, random));
  }

  // Whether a result is the best so far.
  function take(search, result) {
    const isBetter = !search.best || result.objective > search.best.objective * (1 + TIE);
    if (isBetter) search.best = result;
    return isBetter;
  }

  // One start more; whether it is the best so far.
  function* start(search) {
    const result = yield* resultOf(search, null, search.reached.length);
    search.reached.push(result.objective);
    search.isSettled = search.reached.length >= data.n_init;
    return take(search, result);
  }

  // What another view or a stored page tells of this very question is verified if it leads to what
  // is told;
  // -> the labels it leads to, null without any.
  function* hear(search) {
    const told = heard("_warm_start"),
      theirs = told && Int32Array.from(bytesOf(told.labels));
    if (!theirs || theirs.length !== gram.m || !hasAll(theirs, search.c)) return null;
    const result = yield* resultOf(search, theirs, 0);
    take(search, result);
    if (isSameObjective(gram, result.objective, told.objective)) search.isSettled ||= told.settled;
    return result.labels;
  }

  function* steps() {
    const next = question(),
      { c, structure, A } = next;
    if (A.length !== c && hasPython(model)) return; // of two that Python changes one comes first
    let wrong = refusedNumber(c, model.get("_input").n_samples ?? 0);
    if (!wrong) {
      yield* load();
      if (!gram.diagonal.every(Number.isFinite)) wrong = "X must hold finite numbers only.";
      else
        wrong =
          tooLarge(gram, data.kernel) || (structure === "fixed" ? refusedStructure(A, c) : "");
    }
    if (wrong) {
      yield { refused: wrong };
      return;
    }
    const search = searchOf(next, structure),
      theirs = yield* hear(search);
    labels ??= theirs;
    if (!search.best) {
      if (labels && hasAll(labels, c)) take(search, yield* resultOf(search, labels, 0));
      else yield* start(search);
    }
    if (!Number.isFinite(search.best.objective)) {
      yield { refused: "X and label_kernel must be of a size whose objective is a finite number." };
      return;
    }
    if (isNew || !since) since = asked && labels;
    [isNew, asked] = [false, next];
    draw(search);
    yield { answer: answer() };
    yield RESTS;
    yield* behind(search);
  }

  function* behind(own) {
    const others = STRUCTURES.filter((name) => name !== own.structure && isUsable(name)).map(
      (name) => searchOf(asked, name),
    );
    for (const search of others) {
      if (!search.best) yield* start(search);
      yield { more: { compared: compared() } };
    }
    if (!own.isSettled) {
      yield { progress: [own.reached.length, data.n_init] };
      while (!own.isSettled) {
        const isBetter = yield* start(own);
        if (isBetter) draw(own);
        if (isBetter || own.isSettled) yield { answer: answer() };
        if (!own.isSettled) yield { progress: [own.reached.length, data.n_init] };
      }
    }
    for (const search of others) {
      if (search.isSettled) continue;
      while (!search.isSettled) {
        yield* start(search);
        yield;
      }
      yield { answer: answer() };
    }
  }

  const isUsable = (name) => name !== "fixed" || !refusedStructure(asked.A, asked.c);

  // The best result under the numbers that its clusters have on screen.
  function draw(search) {
    if (drawn?.result === search.best) return;
    const result = search.best,
      own = { structure: search.structure, A: search.A };
    const known = labels && labels.length === gram.m ? labels : null;
    labels = numbered(result, own, sumsOf(result.labels, search.c), known);
    const { tree, ...picture } = pictured(result, own, sumsOf(labels, search.c), labels),
      { c } = search;
    const groups = search.structure === "fixed" ? { names: [] } : about;
    drawn = {
      result,
      sizes: sizesOf(labels, c),
      words: counts ? clusterWords(counts, labels, c) : [],
      held: heldWords(labels, c, about),
      groups: grouped(picture.ring, labels, groups),
      ring: picture.ring,
      branches: tree ? branchWords(labels, about, tree, c) : "",
      most: picture.most,
      misfit: picture.misfit,
      Y: Array.from({ length: c }, (_, j) => Array.from(picture.Y.subarray(j * c, j * c + c))),
      tree: tree && { ...tree, unit: unitOf(data.tree_fit) },
    };
  }

  function sumsOf(of, c) {
    const { S, n } = new Partition({ gram, objective: taxonomic(new Float64Array(c * c)) }, of);
    return { S, n };
  }

  function compared() {
    const entropyOf = ({ labels: of }) =>
      about.names.length ? conditionalEntropy(about.classes, of) : null;
    const known = STRUCTURES.filter(isUsable).map((name) => [name, searchOf(asked, name)]);
    return Object.fromEntries(
      known
        .filter(([, { best }]) => best)
        .map(([name, { best, reached, isSettled }]) => [
          name,
          {
            objective: best.objective,
            entropy: entropyOf(best),
            starts: reached.length,
            done: isSettled,
          },
        ]),
    );
  }

  function answer() {
    const { result, ...picture } = drawn,
      search = searchOf(asked, asked.structure);
    const bytes = Uint8Array.from(labels);
    return {
      ...picture,
      structure: asked.structure,
      labels: bytes,
      compared: compared(),
      error: "",
      settled: search.isSettled,
      status: [statusWords(asked, search, data, bytes, since), flatWords(gram, data.kernel)]
        .filter(Boolean)
        .join("; "),
      python: pythonLine(asked, data),
    };
  }

  return {
    steps,
    begin() {
      isNew = true;
    },
    // The labels, and those whose structure they have, from which a page comes to them again.
    found() {
      const { best, isSettled } = searchOf(asked, asked.structure),
        named = new Int32Array(asked.c);
      best.labels.forEach((label, i) => {
        named[label] = labels[i];
      });
      const told = (of) => ({ labels: of, objective: best.objective, settled: isSettled });
      return { _fit: told(labels), _warm_start: told(best.of.map((label) => named[label])) };
    },
  };
}

function sizesOf(labels, c) {
  const sizes = new Array(c).fill(0);
  for (const label of labels) sizes[label] += 1;
  return sizes;
}
