// KernelExplorer: one kernel, one width, one method; everything else answers.
const WIDTH_STEPS = 8, WIDTH_REACH = 4;

const indexOfWidth = (width) => Math.round((width + WIDTH_REACH) * WIDTH_STEPS);
const widthAt = (i) => i / WIDTH_STEPS - WIDTH_REACH;
const decimals = (x) => (Math.abs(x) < 1 ? 3 : Math.abs(x) < 100 ? 2 : 1);

function gammaText(gamma) {
  if (gamma < 0.01 || gamma >= 1000) return String(Number(gamma.toPrecision(2)));
  return num(gamma, gamma < 0.1 ? 3 : gamma < 10 ? 2 : 1);
}

// The row of controls: the method, the number of clusters, and what the method has of its own.
function createControls(model, requests, onResized) {
  const { ask, now } = requests, limits = () => model.get("_limits");
  const own = {
    cluhsic: createKernelControls(model, requests), angle: createAngleControls(model, requests),
  };
  const method = select("method", model.get("_methods"), now("method"), (value) => {
    ask({ method: value });
    put();
  });
  // The matrix is resized here and now: an edit must not meet one of the old size.
  const clusters = stepper("clusters", now("n_clusters"), limits().min_clusters,
    limits().max_clusters, (size) => {
      const A = { value: now("label_kernel"), preset: now("preset"), base: now("label_kernel") };
      const { value, preset } = resizedState(A, size);
      ask({ n_clusters: size, label_kernel: value, preset });
      onResized();
    });
  method.root.classList.add("half");
  clusters.root.classList.add("half");
  const root = el("div", { class: "row controls" }, method.root,
    own.cluhsic.nodes[0], own.angle.nodes[0], clusters.root,
    own.cluhsic.nodes.slice(1), own.angle.nodes.slice(1));

  function put() {
    method.put(now("method"));
    clusters.put(now("n_clusters"), limits().min_clusters, limits().max_clusters);
    for (const [name, { nodes, put: putOwn }] of Object.entries(own)) {
      nodes.forEach((node) => { node.hidden = name !== now("method"); });
      putOwn();
    }
  }
  return {
    root, put, width: () => (now("method") === "angle" ? "" : own.cluhsic.gamma()),
    tell(answer) { own[answer.method].tell(answer); put(); },
    putRules: own.angle.putRules, go: own.angle.go, destroy: own.angle.destroy,
  };
}

// The label-kernel method's own; each change goes to ask(), values come from now().
function createKernelControls(model, { ask, now }) {
  const kernels = model.get("_kernels");
  const hasWidth = () => kernels.find(({ value }) => value === now("kernel"))?.width ?? true;
  let shownKernel = now("kernel");

  // The width being asked for; the rule of a kernel not yet answered is unknown.
  function gamma() {
    const { rule } = model.get("answer");
    const known = hasWidth() && rule && now("kernel") === shownKernel;
    return known ? `γ ${gammaText(rule * 2 ** now("width"))}` : "";
  }

  function widthText(i) {
    const answer = model.get("answer");
    if (!hasWidth()) return "this kernel has no width";
    const settled = answer.request >= model.get("_request") && !answer.error;
    if (settled && indexOfWidth(model.get("width")) === i) return answer.width_text;
    const rule = `${num(2 ** widthAt(i), 2)} × median rule`;
    return gamma() ? `${gamma()} = ${rule}` : rule;
  }

  const kernel = select("kernel", kernels, now("kernel"), (value) => {
    ask({ kernel: value });
    put();
  });
  const last = 2 * WIDTH_REACH * WIDTH_STEPS, middle = last / 2;
  const width = slider({
    label: "width", count: last + 1, at: indexOfWidth(now("width")), format: widthText,
    ticks: Array.from({ length: 2 * WIDTH_REACH + 1 }, (_, i) => i * WIDTH_STEPS), rule: middle,
    ends: [[0, "wide, 1/16"], [middle, "median rule"], [last, "narrow, 16"]],
    onmove(i) {
      ask({ width: widthAt(i) });
      put();
    },
  });
  const objective = readout("objective J", 118), gap = readout("eigengap", 60);
  kernel.root.classList.add("half");
  width.root.classList.add("grow");
  const read = el("div", { class: "read" }, objective.root, gap.root);

  function put() {
    kernel.put(now("kernel"));
    width.input.disabled = !hasWidth();
    width.put(indexOfWidth(now("width")));
  }

  function tell(answer) {
    if (!answer.error) shownKernel = model.get("kernel");
    const digits = decimals(answer.objective);
    const change = Number.isFinite(answer.change) ? signed(answer.change, digits) : "";
    objective.put(num(answer.objective, digits), change);
    gap.put(num(answer.eigengap, decimals(answer.eigengap)));
  }
  return { nodes: [kernel.root, width.root, read], put, tell, gamma };
}

// The panels that belong to one method, and how they show its answer.
function createKernelPanels(editor) {
  const eigen = createEigenvectors();
  const labelKernel = el("div", { class: "panel" }, caption("Label kernel"), editor.root);
  return {
    first: [], nodes: [labelKernel, eigen.root], title: "Gram, centred", parts: [eigen],
    highlight: (state) => eigen.draw(state),
    draw: (answer) => ({
      vectors: floatsOf(answer.eigenvectors), values: answer.eigenvalues,
    }),
  };
}

function createPictures(model, editor, { onGo, onAdd, onRemove }) {
  const points = el("span", {}), gram = createGram({ caption: "Gram, centred" });
  const scatter = createScatter({ label: "Partition", onHighlight: drawOthers, onPlace: onAdd });
  const tools = createPointTools(onAdd, onRemove);
  const own = { cluhsic: createKernelPanels(editor), angle: createAnglePanels(model, onGo) };
  const left = el("div", { class: "panel" }, caption("Partition", points), scatter.root,
    tools.root);
  const right = el("div", { class: "right" }, own.angle.first, gram.root, own.cluhsic.nodes,
    own.angle.nodes);
  const root = el("div", { class: "ke" }, left, right);
  let state = null, method = "";

  function drawOthers(highlight) {
    own[method].highlight({ ...state, highlight });
    gram.highlight(highlight);
  }

  // The panels of the other method give way.
  function show(answer) {
    method = answer.method;
    for (const [name, { first, nodes }] of Object.entries(own)) {
      [...first, ...nodes].forEach((node) => { node.hidden = name !== method; });
    }
    gram.setTitle(own[method].title);
    root.classList.toggle("angle", method === "angle");
    root.classList.toggle("blind", method === "angle" && answer.error_rate === null);
    const byHand = method === "angle" && model.get("_room").length > 0;
    tools.root.hidden = !byHand;
    scatter.setPlacing(byHand);
    setPoints();
  }

  function draw(answer) {
    if (answer.method !== method) show(answer);
    const labels = bytesOf(answer.labels);
    const pixels = new Int8Array(bytesOf(answer.gram.pixels).buffer);
    state = { labels, n_clusters: answer.sizes.length, ...own[method].draw(answer) };
    scatter.draw({ labels, n_clusters: state.n_clusters, ...state.scatter });
    root.classList.toggle("many", method !== "angle" && answer.sizes.length > 7);
    gram.draw({ ...answer.gram, p: answer.gram.size, pixels });
    drawOthers(scatter.highlighted);
  }

  function setPoints() {
    const xy = floatsOf(model.get("_points")), plane = model.get("_plane");
    const added = model.get("added").length, size = method === "angle" ? "area: weight" : "";
    const words = [counted(xy.length / 2, "point"), added ? `${added} added` : "", size, plane];
    points.textContent = words.filter(Boolean).join(", ");
    const room = method === "angle" ? model.get("_room") : [];
    scatter.setPoints(xy, room.length ? Float32Array.from(room) : xy);
    tools.put(model.get("added"));
  }

  // Beside the others the scatter ends where they end.
  function fit() {
    const width = root.clientWidth, legendHeight = scatter.root.offsetHeight - scatter.height();
    const below = legendHeight + (tools.root.hidden ? 0 : tools.root.offsetHeight + 8);
    gram.setMaximum(width > 760 ? 280 : width > 560 ? 252 : width - 36);
    scatter.setHeight(width > 760 ? Math.max(240, right.offsetHeight - 20 - below) : null);
    own.angle.setHeight(Math.max(200, gram.root.offsetHeight - 22));
  }
  const observer = new ResizeObserver(fit);
  observer.observe(right);
  return {
    root, draw, setPoints, drawCurve: () => own.angle.drawCurve(),
    destroy() {
      observer.disconnect();
      [scatter, gram, ...own.cluhsic.parts, ...own.angle.parts].forEach((part) => part.destroy());
    },
  };
}

function render({ model, el: host }) {
  const root = widgetRoot(host), voice = createVoice(root, model, () => editor.isDragged());
  const requests = createRequests(model, onState);
  const { now } = requests;
  const criteria = createCriteria(model, now, (width) => {
    ask({ width });
    controls.put();
  });
  const editor = createFollowingEditor(now, ["label_kernel", "preset"], (value, preset) => {
    const resized = value.length === now("n_clusters") ? {} : { n_clusters: value.length };
    ask({ label_kernel: value, preset, ...resized });
  }, { onRelease: voice.showError });
  const controls = createControls(model, { ask, now }, editor.put);
  const pictures = createPictures(model, editor, {
    onGo: controls.go, onRemove: () => ask({ added: [] }),
    onAdd: (x, y) => ask({ added: [...now("added"), [x, y]] }),
  });
  voice.mount(controls, pictures);
  controls.root.after(criteria.root);

  // The mark on the curves moves with the hand.
  function ask(changes) {
    requests.ask(changes);
    criteria.place();
  }

  function onState(state) {
    const answer = model.get("answer");
    const still = answer.gamma ? `γ ${gammaText(answer.gamma)}` : answer.width_text;
    const shown = answer.gamma || answer.sigma ? `the pictures still show ${still}`
      : "the pictures show the last answer";
    voice.wait(state, shown, `Computing ${controls.width()}`.trim());
  }

  function onAnswer() {
    const answer = model.get("answer");
    if (!requests.take(answer)) return;
    controls.tell(answer);
    pictures.draw(answer);
    criteria.fold();
    voice.tell(answer);
  }

  function onControl() {
    controls.put();
    editor.put();
    criteria.place();
  }

  function onCurve() {
    controls.putRules();
    pictures.drawCurve();
  }

  const traits = ["kernel", "width", "n_clusters", "label_kernel", "preset", "method", "weighting",
    "sigma"];
  const watching = [
    [traits.map((name) => `change:${name}`).join(" "), onControl],
    ["change:answer", onAnswer],
    ["change:_points change:_room change:added", pictures.setPoints],
    ["change:_curve", onCurve],
    ["change:_criteria", criteria.draw],
    ["change:criteria", criteria.fold],
  ];
  watching.forEach(([events, fn]) => model.on(events, fn));
  pictures.setPoints();
  editor.put();
  onAnswer();
  onCurve();
  criteria.draw();
  return () => {
    watching.forEach(([events, fn]) => model.off(events, fn));
    [requests, controls, pictures, editor, criteria].forEach((part) => part.destroy());
  };
}

export default { render: following(render) };
