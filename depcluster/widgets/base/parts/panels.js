// Panels: a picture under its headline. Pressing the headline puts the panel on a shelf, pressing
// its name there brings it back.

import { el } from "./common.js";
import { icon } from "./controls.js";
import { watch } from "./watch.js";
import "../panels.css";

// -> { root, name, title, note, body, setTitle(text) }; `note` is the place for what to know.
export function createPanel(name, title, note = el("span", {}), ...body) {
  const words = el("b", {}, title),
    place = el("div", { class: "body" }, body);
  const head = el(
    "button",
    {
      type: "button",
      class: "fold",
      "aria-expanded": true,
      title: `Fold ${title}`,
    },
    words,
  );
  const root = el(
    "div",
    { class: "panel", "data-panel": name },
    el("div", { class: "cap" }, head, note),
    place,
  );
  return {
    root,
    name,
    note,
    head,
    body: place,
    get title() {
      return words.textContent;
    },
    setTitle(text) {
      words.textContent = text;
      head.title = `Fold ${text}`;
    },
  };
}

// Lets panels follow the traits panels and folded. `applies` says of a panel whether it has
// anything to show now; arrange(open) is told the names that are open; of `apart`, { a: ["b"] }
// folds b as a opens, and a as b opens.
// -> { shelf, put(), destroy() }
/**
 * @param {any} model
 * @param {any[]} panels
 * @param {{ applies?: (panel: any) => boolean, arrange?: (open: Set<string>) => void,
 *   apart?: Record<string, string[]> }} [more]
 */
export function createPanels(
  model,
  panels,
  { applies = () => true, arrange = () => {}, apart = {} } = {},
) {
  const shelf = el("div", { class: "shelf", role: "group", "aria-label": "folded panels" });
  const isShown = (panel) => model.get("panels").includes(panel.name) && applies(panel);
  const isOpen = (panel) => isShown(panel) && !model.get("folded").includes(panel.name);
  const rivals = (name) => [
    ...(apart[name] ?? []),
    ...Object.keys(apart).filter((other) => apart[other].includes(name)),
  ];

  function turn(panel, open) {
    const closed = new Set(model.get("folded"));
    if (open) {
      closed.delete(panel.name);
      rivals(panel.name).forEach((name) => closed.add(name));
    } else closed.add(panel.name);
    model.set("folded", [...closed]);
    model.save_changes();
    put();
    (open ? panel.head : shelved.get(panel)).focus();
  }

  const shelved = new Map(
    panels.map((panel) => [
      panel,
      el(
        "button",
        {
          type: "button",
          class: "fold",
          "aria-expanded": false,
          onclick: () => turn(panel, true),
        },
        icon("plus"),
        el("span", {}),
      ),
    ]),
  );
  shelf.append(...shelved.values());

  function put() {
    for (const [panel, button] of shelved) {
      button.lastChild.textContent = panel.title;
      button.title = `Open ${panel.title}`;
      button.hidden = !isShown(panel) || isOpen(panel);
      panel.root.hidden = !isOpen(panel);
    }
    shelf.hidden = [...shelved.values()].every((button) => button.hidden);
    arrange(new Set(panels.filter(isOpen).map(({ name }) => name)));
  }

  panels.forEach((panel) => panel.head.addEventListener("click", () => turn(panel, false)));
  return { shelf, put, destroy: watch(model, ["panels", "folded"], put) };
}
