// LossExplorer: a loss beside a label kernel; the rows, the effective kernel and the points answer.
const NORMALIZATIONS = ["l1", "l2", "none"];
const SCOPES = ["one pair", "whole level"];

// The paper's penalty is m / (4 C gamma): these are C gamma = m, .5 m, .25 m, .1 m, .05 m, ...
const PENALTIES = [0, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250];

const nearestPenalty = (penalty) => PENALTIES.reduce((best, p, k) =>
  (Math.abs(Math.log1p(p) - Math.log1p(penalty))
    < Math.abs(Math.log1p(PENALTIES[best]) - Math.log1p(penalty)) ? k : best), 0);

function createLossControls(model, { ask, now }, onResize) {
  const limits = () => ["min_clusters", "max_clusters"].map((name) => model.get("_limits")[name]);
  const clusters = stepper("clusters", now("n_clusters"), ...limits(), onResize);
  const normalization = segmented("normalization", NORMALIZATIONS, "l1", (name) => {
    ask({ normalization: name === "none" ? null : name });
    put();
  });
  const norm = el("div", { class: "half" },
    el("span", { class: "lab" }, "normalization"), normalization.root);
  const isConstant = () => now("normalization") === "l1";
  const penalty = slider({
    label: "penalty", count: PENALTIES.length, at: 0,
    format(i) {
      if (isConstant()) return "constant under l1";
      const exact = now("penalty");
      return shortNum(nearestPenalty(exact) === i ? exact : PENALTIES[i]);
    },
    ticks: PENALTIES.map((_, i) => i),
    ends: [[0, "0"], [4, "C = m/10"], [PENALTIES.length - 1, "250"]],
    onmove: (i) => ask({ penalty: PENALTIES[i] }),
  });
  const objective = readout("objective J", 90), unlikeZero = readout("unlike zero-one", 84);
  const unlikeCluhsic = readout("unlike CLUHSIC", 84), spread = readout("top : lowest level", 106);
  clusters.root.classList.add("half");
  penalty.root.classList.add("grow");
  const root = el("div", { class: "row controls losing" }, clusters.root, norm, penalty.root,
    el("div", { class: "read" }, objective.root, unlikeZero.root, unlikeCluhsic.root, spread.root));

  function put() {
    clusters.put(now("n_clusters"), ...limits());
    normalization.put(now("normalization") ?? "none");
    penalty.input.disabled = isConstant();
    penalty.put(nearestPenalty(now("penalty")));
  }

  function tell(answer) {
    const m = sumOf(answer.sizes);
    objective.put(shortNum(answer.objective));
    unlikeZero.put(String(answer.unlike_zero_one), `of ${m}`);
    unlikeCluhsic.put(String(answer.unlike_cluhsic), `of ${m}`);
    put();
  }
  return { root, put, tell, tellLevels: (levels) => spread.put(spreadText(levels)) };
}

// The two editors. The loss named "label-kernel" follows A; both are told of together.
function createLossEditors({ ask, now }, { onMatrices, alert }) {
  let scope = SCOPES[0];
  const level = segmented("an edit changes", SCOPES, scope, (name) => { scope = name; });
  const foot = el("div", { class: "scope" }, el("span", {}, "an edit changes"), level.root);
  const losses = lossKind({
    labelKernel: () => now("label_kernel"), wholeLevel: () => scope === SCOPES[1],
  });
  const loss = createFollowingEditor(now, ["loss", "loss_preset"], (value, name) => {
    ask({ loss: value, loss_preset: name });
    onMatrices();
  }, { kind: losses, foot, alert });
  const kernel = createFollowingEditor(now, ["label_kernel", "preset"], (value, preset) => {
    askBoth({ value, preset });
    onMatrices();
  }, { kind: { ...LABEL_KERNEL, menu: "label kernel preset" }, alert });

  function askBoth({ value, preset }) {
    ask({ label_kernel: value, preset });
    const state = { value: now("loss"), preset: now("loss_preset"), base: now("loss") };
    const size = value.length, resized = state.value.length !== size;
    if (resized || state.preset === "label-kernel") {
      const next = resizedState(state, size, losses);
      ask({ n_clusters: size, loss: next.value, loss_preset: next.preset });
    }
    loss.put();
  }

  return {
    loss, kernel,
    put() { kernel.put(); loss.put(); },
    resize(size) {
      const A = now("label_kernel");
      askBoth(resizedState({ value: A, preset: now("preset"), base: A }, size));
      kernel.put();
      onMatrices();
    },
    destroy() { loss.destroy(); kernel.destroy(); },
  };
}

// R and R A R' follow here, without Python.
function createLossPictures(model, { now }, editors, onLevels) {
  const rows = createHeat("partition rows R"), effective = createHeat("effective label kernel");
  const levels = createLevels(), note = el("span", {});
  const scatter = createScatter({ label: "Partition" });
  const panel = (where, title, words, ...body) => el("div", {
    class: `panel ${where}`, role: "group", "aria-label": title,
  }, caption(title, el("span", {}, words)), body);
  const formula = (text) => el("div", { class: "formula" }, text);
  const left = el("div", { class: "matrices" },
    panel("to-right", "Loss Δ", "cost of a wrong label", editors.loss.root),
    panel("to-below", "Partition rows R", "each sums to 0", formula("R = diag(Δ1) − Δ"), rows.root),
    panel("to-right", "Label kernel A", "who is like whom", editors.kernel.root),
    panel("to-points", "Effective label kernel", "what the points feel", formula("R A Rᵀ"), effective.root));
  const partition = el("div", { class: "panel" }, caption("Partition", note), scatter.root);
  const right = el("div", { class: "answers" }, partition, levels.root);
  const root = el("div", { class: "le" }, left, right);

  function drawMatrices() {
    const A = now("label_kernel"), Delta = now("loss"), after = effectiveKernel(Delta, A);
    rows.draw(lossRows(Delta));
    effective.draw(after);
    const both = { before: levelsOf(A), after: levelsOf(after) };
    levels.draw(both);
    onLevels(both);
    root.style.setProperty("--n", A.length);
  }

  function drawPoints(answer) {
    const labels = bytesOf(answer.labels), ringed = Array.from(bytesOf(answer.ringed));
    note.textContent = answer.note;
    scatter.draw({
      labels, n_clusters: answer.sizes.length, moved: answer.unlike_zero_one ? ringed : undefined,
    });
  }

  // Beside the matrices the answers end where they end.
  function fit() {
    const width = root.clientWidth, rest = right.offsetHeight - scatter.height();
    const beside = right.offsetTop === left.offsetTop && width > 0;
    scatter.setHeight(beside ? Math.max(220, left.offsetHeight - rest) : null);
  }
  const observer = new ResizeObserver(fit);
  [left, right].forEach((side) => observer.observe(side));
  return {
    root, drawMatrices, drawPoints,
    setPoints: () => scatter.setPoints(floatsOf(model.get("_points"))),
    destroy() {
      observer.disconnect();
      [rows, effective, levels, scatter].forEach((part) => part.destroy());
    },
  };
}

function render({ model, el: host }) {
  const root = widgetRoot(host), voice = createVoice(root, model);
  const requests = createRequests(model, (state) =>
    voice.wait(state));
  const editors = createLossEditors(requests, {
    onMatrices: () => pictures.drawMatrices(), alert: voice.alert,
  });
  const controls = createLossControls(model, requests, editors.resize);
  const pictures = createLossPictures(model, requests, editors, controls.tellLevels);
  voice.mount(controls, pictures);

  function onAnswer() {
    const answer = model.get("answer");
    if (!requests.take(answer)) return;
    controls.tell(answer);
    pictures.drawPoints(answer);
    voice.tell(answer);
  }

  // Of two matrices that Python resizes the first comes alone.
  function onControl() {
    controls.put();
    if (requests.now("loss").length !== requests.now("label_kernel").length) return;
    editors.put();
    pictures.drawMatrices();
  }

  const watched = ["label_kernel", "preset", "loss", "loss_preset", "n_clusters", "normalization",
    "penalty"].map((name) => `change:${name}`).join(" ");
  model.on(watched, onControl);
  model.on("change:answer", onAnswer);
  model.on("change:_points", pictures.setPoints);
  pictures.setPoints();
  onControl();
  onAnswer();
  return () => {
    model.off(watched, onControl);
    model.off("change:answer", onAnswer);
    model.off("change:_points", pictures.setPoints);
    [requests, pictures, editors].forEach((part) => part.destroy());
  };
}

export default { render: following(render) };
