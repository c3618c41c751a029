// GramView: a Gram matrix, in the order given or sorted by cluster.

import { bytesOf, el, widgetRoot } from "../base/parts/common.js";
import { createGram } from "../base/parts/gram.js";
import { createNotice } from "../base/parts/notice.js";
import { watch } from "../base/parts/watch.js";
import "./widget.css";

const SHOWN = ["_sorted", "_given", "sort"];

function render({ model, el: host }) {
  const root = widgetRoot(host),
    notice = createNotice(model, SHOWN);
  const title = el("b", {}),
    gram = createGram({ label: "Gram matrix" });
  const sort = el("button", { class: "line", type: "button", onclick: flip }, "Sort by cluster");
  const controls = el("div", { class: "bar controls" }, sort);
  root.append(
    el(
      "div",
      { class: "gv" },
      controls,
      el("div", { class: "cap" }, title, gram.key),
      gram.root,
      notice.root,
    ),
  );

  function flip() {
    model.set("sort", !model.get("sort"));
    model.save_changes();
  }

  function draw() {
    const sorted = model.get("sort"),
      hasLabels = "size" in model.get("_sorted");
    const picture = model.get(sorted && hasLabels ? "_sorted" : "_given");
    sort.setAttribute("aria-pressed", String(sorted));
    controls.hidden = !hasLabels;
    notice.put(model.get("_note"));
    title.textContent = model.get("centred") ? "Gram matrix, centred" : "Gram matrix";
    gram.draw({
      ...picture,
      p: picture.size,
      pixels: new Int8Array(bytesOf(picture.pixels).buffer),
    });
  }

  const unwatch = watch(model, SHOWN, draw);
  draw();
  return () => {
    unwatch();
    notice.destroy();
    gram.destroy();
  };
}

export default { render };
