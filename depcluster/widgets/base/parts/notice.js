// The status bar of a widget that is no explorer, always as high: a sentence or, until one of some
// traits changes, why what a hand, the page or a link asked for was refused; "Save picture" and
// "Copy link".

import { el } from "./common.js";
import { createPermalink } from "./permalink.js";
import { controlWords, createPictureButton } from "./picture.js";
import { watch } from "./watch.js";
import "../panels.css";

// -> { root, put(text), alert, destroy() }; `alert` has put(text) for what the page itself refuses,
// `coerce` says how controls in a link agree (`permalink.js`), null in an explorer, which has both
// buttons itself.
export function createNotice(model, traits, coerce = {}) {
  const said = el("div", { class: "said" }),
    root = el("div", { class: "statusbar notice" }, said);
  let usual = "",
    refused = "";

  function show() {
    said.textContent = said.title = refused || usual;
    if (refused) said.setAttribute("role", "alert");
    else said.removeAttribute("role");
    root.classList.toggle("wrong", Boolean(refused));
  }
  const refuse = (text) => {
    if (text === refused) return;
    refused = text;
    show();
  };
  function pictured() {
    const all = root.closest(".dc"),
      { called = "widget" } = model.get("_page") ?? {};
    const told = all.querySelector(".mini > .told")?.textContent;
    const panels = all.querySelector(".mini > .panes, .dp > .panel, .df > .panel:not([hidden])");
    return {
      root: all,
      node: panels ?? all,
      title: called.replaceAll("-", " "),
      words: [controlWords(all).join("; "), told],
      file: `${called}.png`,
    };
  }
  const listen = (message) => {
    if (message.refused) refuse(message.refused);
  };

  model.on("msg:custom", listen);
  const unwatch = watch(model, traits, () => refuse("")),
    link = coerce && createPermalink(model, root, refuse, coerce);
  if (coerce)
    root.append(el("span", { class: "saving" }, createPictureButton(pictured), link.root));
  return {
    root,
    alert: { put: refuse },
    put(text) {
      usual = text;
      show();
    },
    destroy() {
      model.off("msg:custom", listen);
      unwatch();
      link?.destroy();
    },
  };
}
