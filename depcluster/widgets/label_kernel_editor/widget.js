// LabelKernelEditor: the editor, tied to the traits value, preset and n_clusters.

function render({ model, el: host }) {
  const root = widgetRoot(host);
  const editor = createEditor({
    onChange(value, preset) {
      model.set("value", value);
      model.set("preset", preset);
      model.set("n_clusters", value.length);
      model.save_changes();
    },
  });
  root.append(editor.root);
  const follow = () => editor.put(model.get("value"), model.get("preset"));
  follow();
  model.on("change:value change:preset", follow);
  return () => {
    model.off("change:value change:preset", follow);
    editor.destroy();
  };
}

export default { render };
