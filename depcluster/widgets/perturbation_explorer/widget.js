// PerturbationExplorer: perturb the data or their kernel; the bound stands beside the truth. The
// page computes, and tells Python what it found.

import { counted, num, widgetRoot } from "../base/parts/common.js";
import { liveRegion } from "../base/parts/controls.js";
import { watch } from "../base/parts/watch.js";
import { createAnswering } from "../explorer/parts/answering.js";
import { following } from "../explorer/parts/following.js";
import { createWork } from "../explorer/parts/work.js";
import { servePerturbation } from "./answers.js?worker";
import { createPerturbControls } from "./controls.js";
import { createPerturbedPictures } from "./pictures.js";
import "./widget.css";

const SPOKEN_AFTER = 600;

// How much is perturbed, where the way it is perturbed can have it; else as at the start, or in the
// middle.
function agreedAmount(values, start, model) {
  const perturb = values.perturb ?? start.perturb,
    { amounts } = model.get("_modes")[perturb];
  const [low, high] = [amounts[0], amounts.at(-1)].sort((a, b) => a - b);
  const canBe = (a) => a >= low && a <= high && (perturb !== "rank" || Number.isInteger(a));
  const amount = [values.amount, start.amount].find(canBe) ?? amounts[amounts.length >> 1];
  return { ...values, perturb, amount };
}

function render({ model, el: host }) {
  const root = widgetRoot(host),
    live = liveRegion();
  const work = createWork(servePerturbation);
  const controlled = ["kernel", "perturb", "amount", "panels"];
  const answering = createAnswering(model, root, "PerturbationExplorer", work, {
    fits: ["_fit", "_perturbed"],
    traits: [...controlled, "folded"],
    reads: ["_modes", "_points", "_searches"],
    dragged: ["amount"],
    show,
    showMore: (answer) => pictures.drawCurve(answer),
    coerce: { agree: agreedAmount },
  });
  const controls = createPerturbControls(model, answering.ask);
  const pictures = createPerturbedPictures(model);
  answering.statusBar.mount(controls, pictures, pictures.shelf);
  root.append(live.root);
  let speech = 0;

  function show(answer) {
    controls.tell(answer);
    pictures.draw(answer);
    clearTimeout(speech);
    const { title, reason } = answer.verdict,
      moved = counted(answer.moved, "point");
    speech = setTimeout(
      () => live.say(`${title}. ${reason} Observed ε ${num(answer.epsilon)}, ${moved} moved.`),
      SPOKEN_AFTER,
    );
  }

  const stops = [
    watch(model, controlled, controls.put),
    watch(model, ["_axes", "_names"], pictures.setSamples),
  ];
  pictures.setSamples();
  answering.begin();
  return () => {
    clearTimeout(speech);
    stops.forEach((stop) => stop());
    [answering, work, pictures].forEach((part) => part.destroy());
  };
}

export default { render: following(render) };
