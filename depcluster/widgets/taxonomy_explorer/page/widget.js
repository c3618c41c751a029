// TaxonomyExplorer: clusters around a tree, or the structure that takes its place; their members.

const TAXONOMY_STATES = {
  ...STATES,
  answer: "The first answer: clusters and structure from one start. When no control moves, the other " +
    "starts follow.",
  searching: "The best of the starts made so far is on screen; others are being made.",
  settled: "The best of all starts.",
};

function render({ model, el: host }) {
  const root = widgetRoot(host);
  const voice = createVoice(root, model, "TaxonomyExplorer", TAXONOMY_STATES);
  const links = createLinks();
  const asked = () => `${requests.now("n_clusters")} clusters, ${requests.now("structure")} structure`;
  const requests = createRequests(model, (state) => voice.wait(state, asked()));
  const editor = createFollowingEditor(requests.now, ["label_kernel", "preset"], (value, preset) => {
    requests.ask({ label_kernel: value, preset });
  }, { alert: voice.alert, links });
  const controls = createTaxonomyControls(model, requests, editor.put);
  const pictures = createTaxonomyPictures(model, requests, editor, links);
  voice.mount(controls, pictures, pictures.shelf);

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
    ["change:n_clusters change:structure change:label_kernel change:preset change:panels", onControl],
    ["change:answer", onAnswer],
    ["change:selected", pictures.select],
    ["change:rotation", pictures.rotate],
  ];
  watching.forEach(([events, fn]) => model.on(events, fn));
  onControl();
  onAnswer();
  return () => {
    watching.forEach(([events, fn]) => model.off(events, fn));
    [requests, pictures, editor, voice].forEach((part) => part.destroy());
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
