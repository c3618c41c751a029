// KernelExplorer: one kernel, one width, one label kernel; everything else answers.
const WIDTH_STEPS = 8, WIDTH_REACH = 4;

const indexOfWidth = (width) => Math.round((width + WIDTH_REACH) * WIDTH_STEPS);
const widthAt = (i) => i / WIDTH_STEPS - WIDTH_REACH;
const decimals = (x) => (Math.abs(x) < 1 ? 3 : Math.abs(x) < 100 ? 2 : 1);

function gammaText(gamma) {
  if (gamma < 0.01 || gamma >= 1000) return String(Number(gamma.toPrecision(2)));
  return num(gamma, gamma < 0.1 ? 3 : gamma < 10 ? 2 : 1);
}

function copyText(text) {
  const byHand = () => {
    const area = el("textarea", { class: "unseen" }, text);
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  };
  if (!navigator.clipboard) return byHand();
  navigator.clipboard.writeText(text).catch(byHand);
}

function createCopyButton(text) {
  const words = el("span", { "data-text": "Copy Python" }, "Copy Python");
  const button = el("button", { type: "button", class: "copy", onclick: copy },
    icon("copy"), words);
  let timer = 0;
  const show = (name, label) => {
    button.firstChild.replaceWith(icon(name));
    words.textContent = label;
  };
  function copy() {
    copyText(text());
    show("check", "Copied");
    clearTimeout(timer);
    timer = setTimeout(() => show("copy", "Copy Python"), 1600);
  }
  return button;
}

// The row of controls; each change goes to ask(), values come from now().
function createControls(model, { ask, now }, onResized) {
  const kernels = model.get("_kernels"), limits = model.get("_limits");
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
  // The matrix is resized here and now: an edit must not meet one of the old size.
  const clusters = stepper("clusters", now("n_clusters"), limits.min_clusters,
    limits.max_clusters, (size) => {
      const A = { value: now("label_kernel"), preset: now("preset"), base: now("label_kernel") };
      const { value, preset } = resizedState(A, size);
      ask({ n_clusters: size, label_kernel: value, preset });
      onResized();
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
  clusters.root.classList.add("half");
  width.root.classList.add("grow");
  const root = el("div", { class: "row controls" }, kernel.root, clusters.root, width.root,
    el("div", { class: "read" }, objective.root, gap.root));

  function put() {
    kernel.put(now("kernel"));
    clusters.put(now("n_clusters"), limits.min_clusters, limits.max_clusters);
    width.input.disabled = !hasWidth();
    width.put(indexOfWidth(now("width")));
  }

  function tell(answer) {
    if (!answer.error) shownKernel = model.get("kernel");
    const digits = decimals(answer.objective);
    const change = Number.isFinite(answer.change) ? signed(answer.change, digits) : "";
    objective.put(num(answer.objective, digits), change);
    gap.put(num(answer.eigengap, decimals(answer.eigengap)));
    put();
  }
  return { root, put, tell, gamma };
}

// The editor follows the traits, but never its own echo: that would undo a drag under way.
function createFollowingEditor({ ask, now }, onRelease) {
  let shown = "";
  const editor = createEditor({
    small: true, presetsAs: "select", compact: true, onRelease,
    onChange(value, preset) {
      shown = JSON.stringify([value, preset]);
      const resized = value.length === now("n_clusters") ? {} : { n_clusters: value.length };
      ask({ label_kernel: value, preset, ...resized });
    },
  });
  function put() {
    const state = [now("label_kernel"), now("preset")];
    if (JSON.stringify(state) === shown) return;
    shown = JSON.stringify(state);
    editor.put(...state);
  }
  return { root: editor.root, put, isDragged: editor.isDragged, destroy: editor.destroy };
}

function createPictures(model, editor) {
  const points = el("span", {});
  const scatter = createScatter({ label: "Partition", onHighlight: drawOthers });
  const gram = createGram({ caption: "Gram, centred" }), eigen = createEigenvectors();
  const left = el("div", { class: "panel" }, caption("Partition", points), scatter.root);
  const right = el("div", { class: "right" }, gram.root,
    el("div", { class: "panel" }, caption("Label kernel"), editor.root), eigen.root);
  const root = el("div", { class: "ke" }, left, right);
  let state = null;

  function drawOthers(highlight) {
    eigen.draw({ ...state, highlight });
    gram.highlight(highlight);
  }

  function draw(answer) {
    const labels = bytesOf(answer.labels);
    const pixels = new Int8Array(bytesOf(answer.gram.pixels).buffer);
    state = {
      labels, n_clusters: answer.sizes.length,
      vectors: floatsOf(answer.eigenvectors), values: answer.eigenvalues,
    };
    scatter.draw(state);
    root.classList.toggle("many", answer.sizes.length > 7);
    gram.draw({ ...answer.gram, p: answer.gram.size, pixels });
    drawOthers(scatter.highlighted);
  }

  function setPoints() {
    const xy = floatsOf(model.get("_points")), plane = model.get("_plane");
    points.textContent = [counted(xy.length / 2, "point"), plane].filter(Boolean).join(", ");
    scatter.setPoints(xy);
  }

  // Beside the others the scatter ends where they end.
  function fit() {
    const width = root.clientWidth, legendHeight = scatter.root.offsetHeight - scatter.height();
    gram.setMaximum(width > 760 ? 280 : width > 560 ? 252 : width - 36);
    scatter.setHeight(width > 760 ? Math.max(240, right.offsetHeight - 20 - legendHeight) : null);
  }
  const observer = new ResizeObserver(fit);
  observer.observe(right);
  return {
    root, draw, setPoints,
    destroy() {
      observer.disconnect();
      [scatter, gram, eigen].forEach((part) => part.destroy());
    },
  };
}

function render({ model, el: host }) {
  const root = widgetRoot(host), alert = alertBox(), live = liveRegion(), status = el("span", {});
  const requests = createRequests(model, onState);
  const editor = createFollowingEditor(requests, showError);
  const controls = createControls(model, requests, editor.put);
  const pictures = createPictures(model, editor);
  root.append(controls.root, el("div", { class: "busyline" }, el("i")), alert.root, pictures.root,
    el("div", { class: "foot" }, status, createCopyButton(() => model.get("answer").python)),
    live.root);

  function onState(state) {
    const busy = state === "busy", answer = model.get("answer");
    root.classList.toggle("busy", busy);
    root.setAttribute("aria-busy", String(busy));
    if (state === "idle") return;
    const shown = answer.gamma ? `the pictures still show γ ${gammaText(answer.gamma)}`
      : "the pictures show the last answer";
    const asked = `Computing ${controls.gamma()}`.trim();
    status.textContent = `${busy ? asked : "No answer from Python yet"}; ${shown}`;
  }

  // A message that opens or closes moves the pictures, and must not while one is dragged.
  function showError() {
    if (!editor.isDragged()) alert.put(model.get("answer").error);
  }

  function onAnswer() {
    const answer = model.get("answer");
    if (!requests.take(answer)) return;
    showError();
    status.textContent = answer.foot;
    controls.tell(answer);
    pictures.draw(answer);
    if (answer.stage === "settled") live.say(answer.error || answer.foot);
  }

  function onControl() {
    controls.put();
    editor.put();
  }

  const watched = "change:kernel change:width change:n_clusters change:label_kernel change:preset";
  model.on(watched, onControl);
  model.on("change:answer", onAnswer);
  model.on("change:_points", pictures.setPoints);
  pictures.setPoints();
  editor.put();
  onAnswer();
  return () => {
    model.off(watched, onControl);
    model.off("change:answer", onAnswer);
    model.off("change:_points", pictures.setPoints);
    [requests, pictures, editor].forEach((part) => part.destroy());
  };
}

export default { render };
