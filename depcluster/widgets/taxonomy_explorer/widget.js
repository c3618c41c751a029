// TaxonomyExplorer: clusters around a tree, or the structure that takes its place; their members.

function createTaxonomyPictures(model, { ask, now }, editor) {
  const leaves = createLeaves(model);
  const onSelect = (k) => { ask({ selected: k }); select(k); };
  const tree = createTree(leaves, { onSelect, onRotate: (degrees) => ask({ rotation: degrees }) });
  const structure = createStructure(leaves, { onSelect });
  const members = createMembers(leaves);
  const fixed = el("div", { class: "panel" },
    caption("Fixed structure", el("span", {}, "drag an entry")), editor.root);
  const root = el("div", { class: "tx" }, el("div", { class: "main" }, tree.root, structure.root),
    el("div", { class: "side" }, fixed, members.root));
  let answer = null;

  function select(k) {
    const selected = Math.min(k, answer.sizes.length - 1);
    (answer.tree ? tree : structure).draw(answer, selected);
    members.draw(selected);
  }

  return {
    root,
    draw(next) {
      answer = next;
      leaves.put(answer);
      tree.root.hidden = !answer.tree;
      structure.root.hidden = Boolean(answer.tree);
      fixed.hidden = answer.structure !== "fixed";
      root.classList.toggle("fixed", !fixed.hidden);
      root.classList.toggle("many", answer.sizes.length > 9);
      tree.setRotation(now("rotation"));
      select(now("selected"));
    },
    select: () => select(now("selected")),
    rotate: () => { if (answer.tree) tree.setRotation(now("rotation")); },
    destroy() { [tree, structure, members].forEach((part) => part.destroy()); },
  };
}

function render({ model, el: host }) {
  const root = widgetRoot(host), voice = createVoice(root, model);
  const requests = createRequests(model, (state) =>
    voice.wait(state,
      `${requests.now("n_clusters")} clusters, ${requests.now("structure")} structure`));
  const editor = createFollowingEditor(requests.now, ["label_kernel", "preset"], (value, preset) => {
    requests.ask({ label_kernel: value, preset });
  }, { alert: voice.alert });
  const controls = createTaxonomyControls(model, requests, editor.put);
  const pictures = createTaxonomyPictures(model, requests, editor);
  voice.mount(controls, pictures);

  function onAnswer() {
    const answer = model.get("answer");
    if (!requests.take(answer)) return;
    controls.tell(answer);
    pictures.draw(answer);
    voice.tell(answer);
  }

  function onControl() {
    controls.put();
    editor.put();
  }

  const watching = [
    ["change:n_clusters change:structure change:label_kernel change:preset", onControl],
    ["change:answer", onAnswer],
    ["change:selected", pictures.select],
    ["change:rotation", pictures.rotate],
  ];
  watching.forEach(([events, fn]) => model.on(events, fn));
  onControl();
  onAnswer();
  return () => {
    watching.forEach(([events, fn]) => model.off(events, fn));
    [requests, pictures, editor].forEach((part) => part.destroy());
  };
}

// Other samples may be of other classes or none: the page is made anew.
function renewedBy(event, render) {
  return (page) => {
    let end = render(page);
    const renew = () => { end(); end = render(page); };
    page.model.on(event, renew);
    return () => { page.model.off(event, renew); end(); };
  };
}

export default { render: following(renewedBy("change:_samples", render)) };
