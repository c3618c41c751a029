// What is chosen of a table beside its features: label, scaling, missing values, and what to look
// at before anything is clustered.

import { el } from "../base/parts/common.js";
import { icon, labelled, segmented, select } from "../base/parts/controls.js";

// -> { root, put() }
export function createChoices(model, send) {
  const { scaling, missing } = model.get("_menus");
  const scale = segmented(
    "scaling",
    scaling.map(([, text]) => text),
    "",
    (chosen) => {
      model.set("scaling", scaling.find(([, text]) => text === chosen)[0]);
      send();
    },
  );
  const options = missing.map(([value, label]) => ({ value, label }));
  const lacking = select("missing values", options, "", (value) => {
    model.set("missing", value);
    send();
  });
  const place = el("div", { class: "half" });
  let label = null,
    known = null;

  function offerLabels(names) {
    if (names.join() === known) return;
    known = names.join();
    const menu = [
      { value: "", label: "no label" },
      ...names.map((name) => ({ value: `=${name}`, label: name })),
    ];
    label = select("label", menu, "", (value) => {
      model.set("label", value ? value.slice(1) : null);
      send();
    });
    place.replaceChildren(...label.root.childNodes);
  }
  lacking.root.classList.add("half");
  return {
    root: el(
      "div",
      { class: "row controls" },
      labelled("scaling", scale.root),
      lacking.root,
      place,
    ),
    put() {
      offerLabels(model.get("_first").labels ?? []);
      scale.put(scaling.find(([value]) => value === model.get("scaling"))[1]);
      lacking.put(model.get("missing"));
      label.put(model.get("label") === null ? "" : `=${model.get("label")}`);
    },
  };
}

// -> { root, put(findings) }; a button sets traits, all at once.
export function createFindings(model, send) {
  const root = el("ul", { class: "findings", "aria-label": "look at these" });
  const buttonOf = ({ text, name, set, told }) =>
    el(
      "button",
      {
        type: "button",
        class: "line",
        "aria-label": name,
        onclick() {
          if (told) model.send({ told });
          for (const trait in set) model.set(trait, set[trait]);
          send();
        },
      },
      text,
    );
  return {
    root,
    put(findings) {
      root.hidden = !findings.length;
      root.replaceChildren(
        ...findings.map(({ words, loud, buttons }) =>
          el(
            "li",
            { class: loud ? "loud" : null },
            loud ? icon("warn") : el("span", {}),
            el("span", {}, words),
            el("span", { class: "bar" }, buttons.map(buttonOf)),
          ),
        ),
      );
    },
  };
}
