// LabelKernelEditor: the editor, tied to the traits value, preset and n_clusters.

import { paintClusters, widgetRoot } from "../base/parts/common.js";
import { createNotice } from "../base/parts/notice.js";
import { watch } from "../base/parts/watch.js";
import { createEditor } from "./editor.js";
import { labelKernelCoercion } from "./coerce.js";

function render({ model, el: host }) {
  const root = widgetRoot(host),
    notice = createNotice(model, ["value", "preset"], labelKernelCoercion("value"));
  const unpaint = paintClusters(root, model);
  const editor = createEditor({
    alert: notice.alert,
    onChange(value, preset) {
      model.set("value", value);
      model.set("preset", preset);
      model.set("n_clusters", value.length);
      model.save_changes();
    },
  });
  notice.put("Drag a cell up or down, type a number, or press + and \u2212.");
  root.append(editor.root, notice.root);
  const follow = () => editor.put(model.get("value"), model.get("preset"));
  follow();
  const unwatch = watch(model, ["value", "preset"], follow);
  return () => {
    unpaint();
    unwatch();
    notice.destroy();
    editor.destroy();
  };
}

export default { render };
