// The first rows of a table; a column's head says what it is, and a box in it makes it a feature.

import { el } from "../base/parts/common.js";

// -> { root, build(first), put(features, label) }; ontick(name, ticked) hears of a box. Without it
// there are none, and words say which columns are features.
export function createColumns(ontick) {
  const table = el("table", {});
  const root = el("div", { class: "frame rows", role: "region", tabindex: 0 }, table);
  let columns = [],
    heads = [];

  function headOf({ name, kind, note }) {
    const about = el("span", { class: "note" }, note);
    const box =
      ontick && (kind === "number" || kind === "mixed")
        ? el("input", {
            type: "checkbox",
            "aria-label": `${name} is a feature`,
            onchange: () => ontick(name, box.checked),
          })
        : null;
    const side = kind === "names" ? "text" : null;
    const node = el(
      "th",
      { scope: "col", title: name, class: side },
      el("label", {}, box, el("span", { class: "name" }, name)),
      about,
    );
    return { node, box, about, note, name };
  }

  function build(first) {
    columns = first.columns ?? [];
    heads = columns.map(headOf);
    root.setAttribute("aria-label", `first rows of ${first.file}`);
    const side = (j) => (columns[j].kind === "names" ? "text" : null);
    table.replaceChildren(
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("th", { scope: "col" }, el("span", { class: "note" }, "row")),
          heads.map(({ node }) => node),
        ),
      ),
      el(
        "tbody",
        {},
        (first.cells ?? []).map((cells, i) =>
          el(
            "tr",
            {},
            el("th", { scope: "row" }, first.heads[i]),
            cells.map((cell, j) =>
              el("td", { class: cell ? side(j) : "missing" }, cell || "missing"),
            ),
          ),
        ),
      ),
    );
  }

  function put(features, label) {
    const used = new Set(features);
    heads.forEach(({ node, box, about, note, name }, j) => {
      if (box) box.checked = used.has(name);
      const role = name === label ? "label" : used.has(name) && !ontick ? "feature" : "";
      about.textContent = [role, name === label ? note.replace(/^text,? ?/, "") : note]
        .filter(Boolean)
        .join(", ");
      node.classList.toggle("used", used.has(name) || name === label);
      for (const row of table.tBodies[0].rows) {
        row.cells[j + 1].classList.toggle("used", used.has(name) || name === label);
      }
    });
  }
  return { root, build, put };
}
