// An explorer that follows a pad or a file: where that holds too little, one sentence stands in a frame of
// the explorer's size below its controls, and the explorer is first drawn when there is an answer.
function following(render) {
  return ({ model, el: host }) => {
    if (!model.get("_follows")) return render({ model, el: host });
    const stage = el("div", {}), words = el("p", { role: "status" });
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
    model.on("change:_waiting", put);
    put();
    return () => {
      model.off("change:_waiting", put);
      stops.forEach((stop) => stop());
      end?.();
    };
  };
}
