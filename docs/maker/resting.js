// A widget that can do nothing without Python is shown as it was stored; `widget` is what its front
// end exports.
async function renderResting({ el: host, ...rest }) {
  const end = await widget.render({ el: host, ...rest });
  for (const node of host.querySelectorAll("button, input, select")) {
    node.inert = true;
    node.title = "needs Python";
  }
  return end;
}

export default { render: renderResting };
