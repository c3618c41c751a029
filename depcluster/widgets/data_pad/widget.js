// DataPad: draw the points that an explorer clusters.

import { caption, el, widgetRoot } from "../base/parts/common.js";
import { createPad } from "./pad.js";

function render({ model, el: host }) {
  const root = widgetRoot(host),
    pad = createPad(model);
  root.append(
    el(
      "div",
      { class: "dp" },
      pad.tools,
      el("div", { class: "panel" }, caption("Your data", pad.about), pad.board, pad.notice),
    ),
    pad.live,
  );
  return pad.destroy;
}

export default { render };
