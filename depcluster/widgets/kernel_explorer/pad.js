// PadExplorer: a drawing pad and the explorer of what is on it, in one frame.

import { createPad } from "../data_pad/pad.js";
import { createFollower } from "./drawn.js";
import { renderExplorer } from "./explorer.js";

async function render({ model, el: host }) {
  const name = model.get("pad").slice("IPY_MODEL_".length);
  const drawn = await model.widget_manager.get_model(name), pad = createPad(drawn, { hasLink: false });
  const end = renderExplorer({ model, el: host }, { ...pad, follower: createFollower(model, drawn) });
  return () => {
    end();
    pad.destroy();
  };
}

export default { render };
