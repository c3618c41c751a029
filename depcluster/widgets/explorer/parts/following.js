// An explorer that follows a pad or a file: where that holds too little, one sentence stands in a
// frame of the explorer's size below its controls, and the explorer is first drawn when there is an
// answer.

import { el, onResize, onThemeChange } from "../../base/parts/common.js";
import { watch } from "../../base/parts/watch.js";
import "./following.css";

export function following(render) {
  return ({ model, el: host }) => {
    if (!model.get("_follows")) return render({ model, el: host });
    const stage = el("div", {}),
      words = el("p", { role: "status" });
    const notice = el("div", { class: "dc" }, el("div", { class: "frame" }, words));
    const root = el("div", { class: "follower" }, stage, notice);
    let end = null;
    host.classList.add("dc-host");
    host.replaceChildren(root);

    function put() {
      const waiting = model.get("_waiting");
      if (!waiting && !end) end = render({ model, el: stage });
      words.textContent = waiting;
      root.classList.toggle("waiting", Boolean(waiting));
      const controls = stage.querySelector(".controls");
      notice.style.paddingTop = controls ? `${controls.offsetHeight + 12}px` : "";
    }
    const stops = [onThemeChange(notice, () => {}), onResize(root, put)];
    const unwatch = watch(model, ["_waiting"], put);
    put();
    return () => {
      unwatch();
      stops.forEach((stop) => stop());
      end?.();
    };
  };
}
