// What clusters are made of: the classes they hold most of, whether a tree splits one, and the
// words that tell texts apart.

import { floatsOf, indicesOf } from "../../base/parts/common.js";
import { splitsOf } from "../../engine/trees.js";

const SHORT = 1e-9; // of the longest edge: shorter ones part nothing
const N_WORDS = 3;

// A name in a sentence: words in quotes, numbers as they are.
const told = (name, isWord) => (isWord ? `'${name}'` : name);

function countsOf(labels, codes, c, k) {
  const counts = Array.from({ length: c }, () => new Array(k).fill(0));
  labels.forEach((label, i) => {
    counts[label][codes[i]] += 1;
  });
  return counts;
}

const sum = (numbers) => numbers.reduce((all, x) => all + x, 0);
const firstLargest = (numbers) => numbers.indexOf(Math.max(...numbers));

// What each cluster holds most of, such as "20 of 21 'person 1, happy'"; nothing without classes.
export function heldWords(labels, c, { classes, names, named }) {
  if (!names.length) return [];
  return countsOf(labels, classes, c, names.length).map((row) => {
    const most = firstLargest(row);
    return `${row[most]} of ${sum(row)} ${told(names[most], named)}`;
  });
}

// The group that has more than half of each cluster, "" where none has; `groups` are names by
// class.
function mostIn(labels, c, { classes }, groups) {
  const known = [...new Set(groups)].sort(),
    of = groups.map((name) => known.indexOf(name));
  return countsOf(
    labels,
    classes.map((code) => of[code]),
    c,
    known.length,
  ).map((row) => {
    const most = firstLargest(row);
    return row[most] > sum(row) / 2 ? known[most] : "";
  });
}

// The clusters so that those of one family, or of one class, stand together: [name, clusters] each,
// "mixed" last; one "" for all without classes. `ring` is the order that is kept otherwise.
export function grouped(ring, labels, about) {
  if (!about.names.length) return [["", [...ring]]];
  const most = mostIn(labels, ring.length, about, about.families ?? about.names);
  const names = [...new Set(ring.map((k) => most[k]))].sort((a, b) => Number(!a) - Number(!b));
  return names.map((name) => [name || "mixed", ring.filter((k) => most[k] === name)]);
}

// Whether clusters of one class stand together in a tree, in one sentence; families are looked at
// first. Nothing where the tree could not split a class.
export function branchWords(labels, about, { edges, lengths }, n) {
  if (n < 4 || !about.names.length) return "";
  const least = SHORT * Math.max(...lengths),
    splits = splitsOf(edges, n).filter((_, e) => lengths[e] > least);
  const whole = [];
  for (const groups of [about.families, about.names]) {
    if (!groups) continue;
    const most = mostIn(labels, n, about, groups),
      sure = most.map((_, k) => k).filter((k) => most[k]);
    const names = [...new Set(most)].filter(
      (name) => name && most.filter((other) => other === name).length > 1,
    );
    const torn = names.filter((name) => isTorn(splits, sure, (k) => most[k] === name));
    if (torn.length) return tornWords(most, torn, about.named);
    whole.push(...names.map((name) => told(name, about.named)));
  }
  return wholeWords(whole);
}

// Whether some edge parts leaves of a set from one another, and so others too.
function isTorn(splits, sure, isInside) {
  return splits.some((side) =>
    [0, 1].every((s) =>
      [true, false].every((own) => sure.some((k) => side[k] === s && isInside(k) === own)),
    ),
  );
}

function tornWords(most, torn, named) {
  const of = most.map((_, k) => k).filter((k) => most[k] === torn[0]);
  const which = `${of.slice(0, -1).join(", ")} and ${of.at(-1)}`,
    all = of.length === 2 ? "both" : "all";
  const more = torn.length > 1 ? `; so do those of ${torn.length - 1} more` : "";
  return `Clusters ${which} are ${all} ${told(torn[0], named)} but stand in different branches${more}.`;
}

function wholeWords(whole) {
  if (!whole.length) return "";
  if (whole.length > 3)
    return `Each of the ${whole.length} classes with several clusters is one branch.`;
  const names =
    whole.length > 1 ? `${whole.slice(0, -1).join(", ")} and ${whole.at(-1)}` : whole[0];
  return `The clusters of ${names} are one branch${whole.length > 1 ? " each" : ""}.`;
}

// How often each text holds each word, as `thumbnails.py` sends it; null for samples that are no
// texts.
export function wordCounts({ vocabulary, counts }) {
  if (!counts) return null;
  const { starts, columns, values } = counts;
  return {
    vocabulary,
    starts: indicesOf(starts),
    columns: indicesOf(columns),
    values: floatsOf(values),
  };
}

// The words that tell each cluster from the others, best first: those that occur most often in a
// text of it less in a text elsewhere (Blaschko 2008, section 5.2).
export function clusterWords({ vocabulary, starts, columns, values }, labels, c) {
  const d = vocabulary.length,
    within = new Float64Array(c * d),
    all = new Float64Array(d);
  const sizes = new Float64Array(c),
    m = labels.length;
  labels.forEach((label, i) => {
    sizes[label] += 1;
    for (let t = starts[i]; t < starts[i + 1]; t++) within[label * d + columns[t]] += values[t];
  });
  for (let t = 0; t < c * d; t++) all[t % d] += within[t];
  return Array.from(sizes, (size, j) => {
    const best = [];
    for (let w = 0; w < d; w++) {
      const own = within[j * d + w],
        score = own / size - (all[w] - own) / (m - size);
      let at = best.length;
      while (at && best[at - 1].score < score) at--;
      if (at < N_WORDS) best.splice(at, 0, { score, word: vocabulary[w] });
      if (best.length > N_WORDS) best.pop();
    }
    return best.map(({ word }) => word);
  });
}
