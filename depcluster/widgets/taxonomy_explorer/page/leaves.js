// What stands for a cluster: its mean image, its words, or its mark and size.

import { bytesOf, counted, mark, setAttributes, svg } from "../../base/parts/common.js";
import { isFaded } from "../../base/parts/selection.js";
import { createImages } from "../../explorer/parts/images.js";

// How many samples of each class there are among some, the most first.
export function classCounts(members, classes) {
  const counts = new Map();
  for (const i of members) counts.set(classes[i], (counts.get(classes[i]) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
}

// As much of a text as fits, at 6 px a letter.
export const fitted = (text, width) =>
  text.length * 6 <= width ? text : `${text.slice(0, Math.max(1, Math.floor(width / 6) - 1))}…`;

const shortWord = (word) => (word.length > 13 ? `${word.slice(0, 12)}…` : word);

// -> what the pictures need of the clusters. A glyph is SVG around (0, 0), of the look it is given;
// `small` is one for a head of the matrix.
export function createLeaves(model) {
  const { kind, shape, texts, classes, names } = model.get("_about");
  const images = kind === "images" ? createImages(shape, bytesOf(model.get("_pixels"))) : null;
  let members = [],
    means = [],
    words = [],
    held = [],
    most = [],
    shown = "";

  function put(answer, labels) {
    const told = `${answer.sizes.length} ${labels.join()}`;
    [words, held] = [answer.words, answer.held];
    if (told === shown) return;
    shown = told;
    members = answer.sizes.map(() => []);
    labels.forEach((k, i) => members[k].push(i));
    most = names.length ? members.map((own) => names[classCounts(own, classes)[0][0]]) : [];
    means = images ? members.map(images.mean) : [];
  }

  const pill = (x, y, text) =>
    svg(
      "g",
      { transform: `translate(${x} ${y})` },
      svg("rect", {
        class: "line",
        x: -4 - 3.5 * text.length,
        y: -8,
        width: 8 + 7 * text.length,
        height: 16,
        rx: 8,
      }),
      svg("text", { class: "ink", y: 4, "text-anchor": "middle" }, text),
    );

  function pictured(k, r) {
    const { width, height } = images,
      scale = (2 * r) / Math.min(width, height);
    const [w, h] = [width * scale, height * scale];
    return [
      svg("circle", { class: "paper", r }),
      svg("image", {
        href: means[k],
        x: -w / 2,
        y: -h / 2,
        width: w,
        height: h,
        preserveAspectRatio: "none",
        style: `clip-path:circle(${r}px at ${w / 2}px ${h / 2}px)`,
      }),
      svg("circle", { class: "line", r, fill: "none" }),
    ];
  }

  const heightOf = (lines) => 15 * lines + 6;

  // A card of the words that tell a cluster from the others.
  function written(k, { r, lines }) {
    const high = heightOf(lines),
      told = words[k].slice(0, lines);
    return [
      svg("rect", { class: "line paper", x: -r, y: -high / 2, width: 2 * r, height: high, rx: 4 }),
      told.map((word, i) =>
        svg(
          "text",
          {
            class: "ink",
            y: 15 * (i - (told.length - 1) / 2) + 4,
            "text-anchor": "middle",
          },
          fitted(word, 2 * r - 2),
        ),
      ),
    ];
  }

  // Colours repeat after ten, so the number stands under the mark.
  function marked(k, r, numbered = members.length > 10) {
    if (r < 13) {
      return [
        svg("circle", { class: "line paper", r }),
        svg("text", { class: "strong", y: 4, "text-anchor": "middle" }, String(k)),
      ];
    }
    const size = Math.min(8, 0.42 * r),
      symbol = mark(k, size);
    setAttributes(symbol, { x: -size - 3, y: -size - 3 - (numbered ? 6 : 0) });
    return [
      svg("circle", { class: "line paper", r }),
      symbol,
      numbered ? svg("text", { class: "strong", y: 13, "text-anchor": "middle" }, String(k)) : null,
    ];
  }

  // Where a mark tells nothing of what a cluster is: its first word, or the class it has most of.
  const label = (k) => (kind === "texts" ? words[k][0] : most[k]) ?? "";
  const labelled = (k, r) =>
    svg("text", { class: "of", y: r + 16, "text-anchor": "middle" }, fitted(label(k), 84));

  // Where the size stands: at the lower right, over nothing that is to be read.
  function sizePill(k, { as, r }) {
    const [x, y] = { images: [0.72, 0.72], texts: [0.78, 0.62], numbers: [1, 0.8] }[as];
    return pill(x * r + (as === "numbers" ? 4 : 0), y * r + 2, String(members[k].length));
  }

  // What shows the pointer or the focus, a little larger than the glyph.
  function ring({ as, r, lines }) {
    if (as !== "texts") return svg("circle", { class: "ring", r: r + 4 });
    const high = heightOf(lines) + 8;
    return svg("rect", {
      class: "ring",
      x: -r - 4,
      y: -high / 2,
      width: 2 * r + 8,
      height: high,
      rx: 7,
    });
  }

  // What stands for a leaf: `as` images, texts or numbers, `r` wide to each side and `flat` times
  // less high, with `rim` around it for a word below.
  function look(narrow) {
    const c = members.length;
    if (kind === "images") return { as: "images", r: narrow ? 23 : 28, rim: 0, flat: 1 };
    if (kind === "texts" && (!narrow || c < 8)) {
      const [r, lines] = c > 9 || narrow ? [37, 2] : [42, 3];
      return { as: "texts", r, lines, rim: 5, flat: (2 * r) / (heightOf(lines) + 8) };
    }
    const r = narrow ? (c > 10 ? 17 : 15) : c > 10 ? 22 : 17;
    return { as: "numbers", r, rim: kind === "texts" || names.length ? 10 : 0, flat: 1 };
  }

  function glyph(k, how) {
    const drawn = {
      images: () => pictured(k, how.r),
      texts: () => written(k, how),
      numbers: () => [marked(k, how.r), how.rim ? labelled(k, how.r) : null],
    }[how.as]();
    return [ring(how), drawn, sizePill(k, how)];
  }

  return {
    kind,
    images,
    texts,
    classes,
    names,
    put,
    sample: (i) => model.get("_names")[i] ?? `sample ${i}`,
    members: (k) => members[k],
    word: (k) => shortWord(words[k]?.[0] ?? ""),
    look,
    glyph,
    named: (k) =>
      [`cluster ${k}`, ...(words[k] ?? []), held[k] ?? counted(members[k].length, "sample")].join(
        ", ",
      ),
    // A glyph for the head of a row or column: where there are no images, mark and number.
    small: (k, r) => (kind === "images" ? pictured(k, r) : marked(k, r, true)),
  };
}

// One leaf as a button. Arrows go to the next one, Enter and Space choose.
export function leafButton(k, { leaves, selected, at, kids, onSelect }) {
  return svg(
    "g",
    {
      class: "leaf",
      role: "button",
      tabindex: k === selected ? 0 : -1,
      "data-leaf": k,
      transform: `translate(${at[0]} ${at[1]})`,
      "aria-pressed": k === selected,
      "aria-label": leaves.named(k),
      onkeydown(event) {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        onSelect(k);
      },
    },
    svg("title", {}, leaves.named(k)),
    kids,
  );
}

// Clusters that are not chosen fade, and the one of the sample under the hand lights up.
export function lookAtLeaves(host, selection) {
  host.querySelectorAll("[data-k]").forEach((part) => {
    const own = part.dataset.k.split(" ").map(Number);
    part.classList.toggle(
      "faded",
      own.every((k) => isFaded(selection, k)),
    );
  });
  host.querySelectorAll("[data-leaf]").forEach((leaf) => {
    const k = Number(leaf.dataset.leaf);
    leaf.classList.toggle("faded", isFaded(selection, k));
    leaf.classList.toggle("lit", k === selection.cluster);
  });
}

// Puts a new picture in place of the old one; the leaf with the focus keeps it.
export function redrawLeaves(host, picture, selection) {
  const held = host.contains(document.activeElement) ? document.activeElement.dataset.leaf : null;
  host.replaceChildren(picture);
  lookAtLeaves(host, selection);
  if (held === null || held === undefined) return;
  const same = host.querySelector(`[data-leaf="${held}"]`) ?? host.querySelector("[data-leaf]");
  same.focus({ preventScroll: true });
}

// Leaves stand in the page in the order in which they come around the tree, or down the rows.
export function walkLeaves(host, event) {
  const at = event.target.closest?.("[data-leaf]");
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!at || !step) return;
  event.preventDefault();
  const all = [...host.querySelectorAll("[data-leaf]")];
  all[(all.indexOf(at) + step + all.length) % all.length].focus({ preventScroll: true });
}
