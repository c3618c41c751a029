// PadExplorer: a drawing pad and the explorer of what is on it, in one frame.

import { createPad } from "../data_pad/pad.js";
import { followingModel } from "./drawn.js";
import { renderExplorer } from "./explorer.js";

async function render({ model, el: host }) {
  const name = model.get("pad").slice("IPY_MODEL_".length);
  const drawn = await model.widget_manager.get_model(name),
    pad = createPad(drawn, { hasPermalink: false });
  const following = followingModel(model, drawn),
    end = renderExplorer({ model: following, el: host }, pad);
  return () => {
    end();
    [following, pad].forEach((part) => part.destroy());
  };
}

export default { render };
