// What a hand takes away from an explorer: its picture, the labels on screen as a table, and the
// page itself, where it lives without Python.

import { bytesOf, counted, el } from "../../base/parts/common.js";
import { setUsable } from "../../base/parts/controls.js";
import { createCopyButton, createDoButton } from "../../base/parts/feedback.js";
import { controlWords, createPictureButton, download } from "../../base/parts/picture.js";
import { pageOf } from "../../base/parts/saved.js";

const asField = (value) =>
  /[",\r\n]/.test(value) ? `"${String(value).replaceAll('"', '""')}"` : String(value);

// A row for each sample on screen, by its number in X and its name, which an answer of other
// samples brings itself; points added by hand come last.
function labelTable(model, answer) {
  const of = (trait) => answer.named?.[trait] ?? model.get(trait) ?? [];
  const labels = bytesOf(answer.labels),
    names = of("_names"),
    rows = of("_row_numbers");
  const given = labels.length - of("added").length;
  const others = answer.perturbed_labels ? bytesOf(answer.perturbed_labels) : null;
  const columns = {
    row: (i) => (i < given ? (rows[i] ?? i) : `added ${i - given}`),
    ...(names.length ? { name: (i) => names[i] ?? "" } : {}),
    label: (i) => labels[i],
    ...(others ? { perturbed_label: (i) => others[i] } : {}),
  };
  const table = Array.from(labels, (_, i) =>
    Object.values(columns).map((column) => asField(column(i))),
  );
  return [Object.keys(columns), ...table].map((row) => `${row.join(",")}\r\n`).join("");
}

// -> { root, put() }: the buttons of a status bar, for an explorer of a name; `pictured` gives the
// element to picture, the row of controls and the sentence that goes with them, `answerOf` the
// answer on screen.
export function createSaving(root, model, name, pictured, answerOf) {
  const hasAnswer = () => Boolean(answerOf().labels) && !model.get("_waiting");
  const clusters = () => 1 + Math.max(...bytesOf(answerOf().labels));
  const fileName = (end) => `${name}${answerOf().labels ? `-${clusters()}-clusters` : ""}${end}`;

  function picture() {
    const { node, controls, said } = pictured(),
      title = `${name}, ${counted(clusters(), "cluster")}`;
    return {
      root,
      node,
      title,
      words: [controlWords(controls).join("; "), said],
      file: fileName(".png"),
    };
  }
  const saveLabels = () =>
    download(
      new Blob([labelTable(model, answerOf())], { type: "text/csv;charset=utf-8" }),
      fileName("-labels.csv"),
    );

  const savePage = async () =>
    download(new Blob([await pageOf(model, name)], { type: "text/html" }), fileName(".html"));

  const page = createDoButton("page", "Save page", "Saved", savePage);
  const own = [
    createPictureButton(picture),
    createDoButton("table", "Download labels", "Saved", saveLabels),
  ];
  [...own, page].forEach((button) => button.classList.add("save"));
  return {
    root: el(
      "span",
      { class: "saving" },
      createCopyButton(() => answerOf().python),
      own,
      page,
    ),
    put() {
      own.forEach((button) => setUsable(button, hasAnswer()));
      page.hidden = !model.get("_esm"); // a front end may keep the script to itself
    },
  };
}
