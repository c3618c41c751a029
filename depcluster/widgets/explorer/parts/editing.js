// The editor of a label kernel as a control of an explorer.

import { createEditor } from "../../label_kernel_editor/editor.js";

// An editor that follows two traits, the matrix and its name, but never its own echo: that would
// undo a drag under way. edited(value, name) says what to ask for.
export function createFollowingEditor(now, [matrix, name], edited, options) {
  let shown = "";
  const editor = createEditor({
    small: true,
    presetsAs: "select",
    compact: true,
    ...options,
    onChange(value, preset) {
      shown = JSON.stringify([value, preset]);
      edited(value, preset);
    },
  });
  function put() {
    const state = [now(matrix), now(name)];
    if (JSON.stringify(state) === shown) return;
    shown = JSON.stringify(state);
    editor.put(...state);
  }
  return { root: editor.root, put, destroy: editor.destroy };
}
