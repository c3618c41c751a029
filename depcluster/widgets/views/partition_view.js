function render({ model, el: host }) {
  const root = widgetRoot(host), right = el("span", {});
  const scatter = createScatter({ label: "Partition" });
  root.append(el("div", { class: "panel pv" }, caption("Partition", right), scatter.root));

  const drawPoints = () => {
    right.textContent = model.get("_plane");
    scatter.setPoints(floatsOf(model.get("_points")));
  };
  const drawLabels = () => scatter.draw({
    labels: bytesOf(model.get("_labels")), n_clusters: model.get("n_clusters"),
  });

  drawPoints();
  drawLabels();
  model.on("change:_labels change:n_clusters", drawLabels);
  return () => {
    model.off("change:_labels change:n_clusters", drawLabels);
    scatter.destroy();
  };
}

export default { render };
