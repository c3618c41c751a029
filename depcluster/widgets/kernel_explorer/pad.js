// PadExplorer: a drawing pad and the explorer of what is on it, in one frame.

import { createPad } from "../data_pad/pad.js";
import { renderExplorer } from "./explorer.js";

async function render({ model, el: host }) {
  const name = model.get("pad").slice("IPY_MODEL_".length);
  const pad = createPad(await model.widget_manager.get_model(name));
  const end = renderExplorer({ model, el: host }, pad);
  return () => {
    end();
    pad.destroy();
  };
}

export default { render };
