// TaxonomyExplorer: clusters around a tree, or the structure that takes its place; their members.

import { widgetRoot } from "../../base/parts/common.js";
import { createLinks } from "../../base/parts/links.js";
import { watch } from "../../base/parts/watch.js";
import { createFollowingEditor } from "../../explorer/parts/editing.js";
import { following } from "../../explorer/parts/following.js";
import { createRequests } from "../../explorer/parts/requests.js";
import { createVoice, STATES } from "../../explorer/parts/voice.js";
import { createTaxonomyControls } from "./controls.js";
import { createTaxonomyPictures } from "./pictures.js";

const TAXONOMY_STATES = {
  ...STATES,
  answer: "The first answer: clusters and structure from one start. When no control moves, the other " +
    "starts follow.",
  searching: "The best of the starts made so far is on screen; others are being made.",
  settled: "The best of all starts.",
};

function render({ model, el: host }) {
  const root = widgetRoot(host);
  const voice = createVoice(root, model, "TaxonomyExplorer", { states: TAXONOMY_STATES });
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

  const stops = [
    watch(model, ["n_clusters", "structure", "label_kernel", "preset", "panels"], onControl),
    watch(model, ["answer"], onAnswer),
    watch(model, ["selected"], pictures.select),
    watch(model, ["rotation"], pictures.rotate),
  ];
  onControl();
  onAnswer();
  return () => {
    stops.forEach((stop) => stop());
    [requests, pictures, editor, voice].forEach((part) => part.destroy());
  };
}

// Other samples may be of other classes or none: the page is made anew.
function renewedBy(name, render) {
  return (page) => {
    let end = render(page);
    const renew = () => { end(); end = render(page); };
    const unwatch = watch(page.model, [name], renew);
    return () => { unwatch(); end(); };
  };
}

export default { render: following(renewedBy("_samples", render)) };
