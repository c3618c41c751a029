// The status bar of a widget that is no explorer, always as high: a sentence or, until one of some
// traits changes, why what a hand, the page or a link asked for was refused; and "Copy link".

import { el } from "./common.js";
import { createLink } from "./link.js";
import { watch } from "./watch.js";
import "../panels.css";

// -> { root, put(text), alert, destroy() }; `alert` has put(text) for what the page itself refuses, `linked` says how
// controls in a link agree (`link.js`), null for none.
export function createNotice(model, traits, linked = {}) {
  const said = el("div", { class: "said" }), root = el("div", { class: "statusbar notice" }, said);
  let usual = "", refused = "";

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
  const listen = (message) => { if (message.refused) refuse(message.refused); };

  model.on("msg:custom", listen);
  const unwatch = watch(model, traits, () => refuse("")), link = linked && createLink(model, root, refuse, linked);
  if (link?.root) root.append(link.root);
  return {
    root, alert: { put: refuse },
    put(text) { usual = text; show(); },
    destroy() {
      model.off("msg:custom", listen);
      unwatch();
      link?.destroy();
    },
  };
}
