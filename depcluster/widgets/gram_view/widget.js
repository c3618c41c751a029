function render({ model, el: host }) {
  const root = widgetRoot(host), notice = createNotice(model);
  const title = el("b", {}), gram = createGram({ label: "Gram matrix" });
  const sort = el("button", { class: "line", type: "button", onclick: flip }, "Sort by cluster");
  const controls = el("div", { class: "bar controls" }, sort);
  root.append(el("div", { class: "gv" }, controls,
    el("div", { class: "cap" }, title, gram.key), gram.root, notice.root));

  function flip() {
    model.set("sort", !model.get("sort"));
    model.save_changes();
  }

  function draw() {
    const sorted = model.get("sort"), picture = model.get(sorted ? "_sorted" : "_given");
    sort.setAttribute("aria-pressed", String(sorted));
    controls.hidden = !model.get("_has_labels");
    notice.put(model.get("_note"));
    title.textContent = model.get("centred") ? "Gram matrix, centred" : "Gram matrix";
    gram.draw({
      ...picture, p: picture.size, pixels: new Int8Array(bytesOf(picture.pixels).buffer),
    });
  }

  const watched = "change:_sorted change:_given change:sort";
  model.on(watched, draw);
  draw();
  return () => {
    model.off(watched, draw);
    notice.destroy();
    gram.destroy();
  };
}

export default { render };
