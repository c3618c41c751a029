// DataFile
function render({ model, el: host }) {
  const root = widgetRoot(host);
  root.append(model.get("_about").problem);
}

export default { render };
