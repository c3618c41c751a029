// The panels: the structure, as a tree or as a matrix, what is fixed of it, members and classes.

import { bytesOf, el, shortNum } from "../../base/parts/common.js";
import { createPanel, createPanels } from "../../base/parts/panels.js";
import { createClasses } from "./classes.js";
import { createLeaves } from "./leaves.js";
import { createStructure } from "./matrix.js";
import { createMembers } from "./members.js";
import { createTree, misfitWords } from "./tree.js";

const TAXONOMY_TITLES = {
  tree: "Taxonomy",
  free: "Free structure Y*",
  fixed: "Y* of these clusters",
};

// What to know of the structure on screen, a line each.
function structureLines(answer) {
  if (answer.structure === "fixed") {
    return [`With Y* these clusters would have objective ${shortNum(answer.most, 3)}.`];
  }
  if (answer.structure === "free") {
    return ["Similarities of the clusters: blue above 0, orange below, the largest as 1."];
  }
  const few = answer.sizes.length < 4 ? " Up to three clusters always fit one." : "";
  return [
    [
      el("b", {}, misfitWords(answer.misfit)),
      " between distances of clusters and paths in the tree. "
        + `A tree comes out whatever the data.${few}`,
    ],
    answer.branches,
  ];
}

// Whether two answers look the same but for words.
function samePicture(a, b) {
  return (
    a !== null
    && a.structure === b.structure
    && bytesOf(a.labels).join() === bytesOf(b.labels).join()
    && ["Y", "tree", "groups", "ring", "words"].every(
      (name) => JSON.stringify(a[name]) === JSON.stringify(b[name]),
    )
  );
}

export function createTaxonomyPictures(model, editor, selection) {
  const now = (name) => model.get(name);
  const leaves = createLeaves(model),
    lines = el("div", { class: "note" });
  const tree = createTree(leaves, selection, {
    onSelect: choose,
    onRotate(degrees) {
      model.set("rotation", degrees);
      model.save_changes();
    },
  });
  const structure = createStructure(leaves, selection, { onSelect: choose });
  const words = el("span", {}),
    head = el("span", {}, words, tree.note);
  const main = createPanel("tree", TAXONOMY_TITLES.tree, head, tree.root, structure.root, lines);
  const fixed = createPanel(
    "label_kernel",
    "Fixed structure",
    el("span", {}, "drag an entry"),
    editor.root,
  );
  const members = createMembers(leaves, selection),
    classes = createClasses(leaves, selection);
  const side = el("div", { class: "beside" }, members.panel.root, classes.panel.root);
  const root = el("div", { class: "tx" }, main.root, fixed.root, side, members.tip);
  let answer = null;

  const panels = createPanels(model, [main, fixed, members.panel, classes.panel], {
    applies: ({ name }) =>
      name === "label_kernel"
        ? answer?.structure === "fixed"
        : name !== "classes" || leaves.names.length > 0,
    arrange(open) {
      const names = [...open].join(" ");
      if (names === root.dataset.open) return;
      root.dataset.open = names;
      side.hidden = !open.has("members") && !open.has("classes");
      members.fit();
    },
  });
  panels.put();

  // A press shows the members and lets the others fade; one more, or Escape, brings them back.
  function choose(k) {
    const alone = selection.clusters.size === 1 && selection.clusters.has(k);
    [...selection.clusters].filter((j) => alone || j !== k).forEach((j) => selection.toggle(j));
    if (!alone && !selection.clusters.has(k)) selection.toggle(k);
    model.set("selected", k);
    model.save_changes();
    select(k);
  }

  function select(k) {
    if (!answer) return;
    const selected = Math.min(k, answer.sizes.length - 1);
    (answer.tree ? tree : structure).draw(answer, selected, now("rotation"));
    members.draw(selected);
    classes.draw(selected);
    panels.put(); // a headline that is folded has a new name
  }

  function tell() {
    main.setTitle(TAXONOMY_TITLES[answer.structure]);
    words.textContent = { tree: "", free: "no tree; press a row", fixed: "compare with yours" }[
      answer.structure
    ];
    tree.note.hidden = !answer.tree;
    lines.replaceChildren(...structureLines(answer).map((line) => el("div", {}, line)));
    lines.title = lines.textContent;
  }

  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.target.closest(".ed")) selection.clear();
  });
  return {
    root,
    shelf: panels.shelf,
    draw(next) {
      const same = samePicture(answer, next),
        turned = answer?.structure !== next.structure;
      answer = next;
      tell();
      if (same) return;
      const labels = bytesOf(answer.labels);
      leaves.put(answer, labels);
      selection.setLabels(labels, answer.sizes.length);
      tree.root.hidden = !answer.tree;
      structure.root.hidden = Boolean(answer.tree);
      root.classList.toggle("fixed", answer.structure === "fixed");
      root.classList.toggle("many", answer.sizes.length > 9);
      if (turned) panels.put();
      select(now("selected"));
    },
    select: () => select(now("selected")),
    rotate: () => {
      if (answer?.tree) tree.setRotation(now("rotation"));
    },
    destroy() {
      [panels, tree, structure, members, classes].forEach((part) => part.destroy());
    },
  };
}
