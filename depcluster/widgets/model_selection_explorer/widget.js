// ModelSelectionExplorer: slide over t; the graph, the clusters and the judges' curve follow.
const KERNELS = ["as printed", "sym"];
const JUDGES = { LSMI: "lsmi", "SMI (8)": "smi" };
const SPOKEN_AFTER = 600;

// A mark on the slider's track where the judge's choice is.
function createChoiceMark(track, candidates) {
  const rule = el("i", { class: "rule", hidden: true });
  track.querySelector(".ticks").append(rule);
  return (choice) => {
    const i = candidates.indexOf(choice);
    rule.hidden = i < 0;
    if (i >= 0) rule.style.left = `${(100 * i) / (candidates.length - 1)}%`;
  };
}

// -> { root, put(t), markChoice(choice) }, a slider over candidates.
function createNeighbours(candidates, at, onmove) {
  const last = candidates.length - 1;
  const { root, put } = slider({
    label: "neighbours t", count: candidates.length, at: candidates.indexOf(at),
    format: (i) => `t = ${candidates[i]}`, ticks: candidates.map((_, i) => i),
    ends: [[0, candidates[0]], [last, candidates[last]]],
    onmove: (i) => onmove(candidates[i]),
  });
  return {
    root, put: (t) => put(candidates.indexOf(t)), markChoice: createChoiceMark(root, candidates),
  };
}

function createSelectionControls(model, { ask, now }, onJudge) {
  const { grid } = model.get("_frame"), holder = el("div", { class: "grow" });
  let t = null, offered = "";
  const kernel = segmented("kernel", KERNELS, KERNELS[0], (name) =>
    ask({ kernel_normalization: name === "sym" ? "sym" : null }));
  const judge = segmented("who judges", Object.keys(JUDGES), "LSMI", (name) => {
    ask({ judge: JUDGES[name] });
    onJudge();
  });
  const posterior = el("button", {
    type: "button", class: "line", "aria-pressed": false,
    onclick() {
      model.set("posterior", !model.get("posterior"));
      model.save_changes();
    },
  }, "Posterior");
  const half = (label, control) => {
    const group = labelled(label, control);
    group.classList.add("half");
    return group;
  };
  const root = el("div", { class: "row controls selecting" }, holder,
    half("kernel", kernel.root), half("who judges", judge.root),
    grid.length ? half("map", posterior) : null);

  // A pad of a few points offers fewer candidates.
  function putCandidates() {
    const { candidates } = model.get("_frame");
    if (offered === String(candidates)) return;
    offered = String(candidates);
    t = createNeighbours(candidates, now("n_neighbors"), (n_neighbors) => {
      ask({ n_neighbors });
      onJudge();
    });
    holder.replaceChildren(t.root);
  }
  return {
    root,
    put(choice) {
      putCandidates();
      t.put(now("n_neighbors"));
      kernel.put(now("kernel_normalization") ?? "as printed");
      judge.put(now("judge") === "smi" ? "SMI (8)" : "LSMI");
      posterior.setAttribute("aria-pressed", String(model.get("posterior")));
      t.markChoice(choice);
    },
  };
}

function createSelectionReadouts(bound) {
  const t = readout("neighbours t", 64), value = readout("LSMI", 112);
  const undecided = readout("undecided", 96), pieces = readout("pieces", 48);
  const label = value.root.firstChild;
  return {
    root: el("div", { class: "read" },
      [t, value, undecided, pieces].map((each) => each.root)),
    put(answer, judge, estimate) {
      t.put(String(answer.n_neighbors));
      label.textContent = judge === "smi" ? "SMI (8)" : "LSMI";
      value.put(num(estimate ?? NaN, estimate > 99 ? 1 : 3), `bound ${bound}`);
      undecided.put(String(answer.undecided), `of ${bytesOf(answer.labels).length}`);
      pieces.put(String(answer.pieces));
    },
  };
}

function createSelectionPictures(model, { ask, now }, onGo) {
  const frame = () => model.get("_frame"), { bound } = frame(), note = el("span", {});
  const map = createMap(), vectors = createVectors();
  const judged = createJudged((i) => {
    const t = frame().candidates[i];
    if (t === now("n_neighbors")) return;
    ask({ n_neighbors: t });
    onGo();
  });
  const read = createSelectionReadouts(bound);
  const left = el("div", { class: "panel map" }, caption("Graph and clusters", note), map.root);
  const right = el("div", { class: "right" }, judged.root, vectors.root);
  const root = el("div", { class: "ms" }, left, read.root, right);

  function drawCurve() {
    const answer = model.get("answer"), curve = model.get("curve");
    if (curve.kernel_normalization !== answer.kernel_normalization) return;
    const { candidates } = frame(), judge = now("judge");
    const shown = candidates.indexOf(answer.n_neighbors);
    read.put(answer, judge, curve[judge][shown]);
    judged.draw({ ...curve, candidates, bound, judge, at: candidates.indexOf(now("n_neighbors")) });
  }

  function draw(answer) {
    const { n_clusters, plane } = frame(), weights = bytesOf(answer.weights);
    const labels = bytesOf(answer.labels);
    note.textContent = [counted(weights.length, "edge"), plane].filter(Boolean).join(", ");
    map.draw({
      labels, n_clusters, weights, hollow: bytesOf(answer.hollow),
      edges: new Uint32Array(bytesOf(answer.edges).buffer), posterior: bytesOf(answer.posterior),
    });
    vectors.draw({ vectors: floatsOf(answer.vectors), values: answer.values, n_clusters });
    drawCurve();
  }

  // Beside the map the right side ends where the map ends.
  function fit() {
    const beside = right.offsetLeft > left.offsetLeft && root.clientWidth > 0;
    const room = left.offsetTop + left.offsetHeight - right.offsetTop;
    const rest = right.offsetHeight - judged.height();
    judged.setHeight(beside ? Math.max(JUDGED.low, room - rest) : JUDGED.low);
  }
  const observer = new ResizeObserver(fit);
  [left, right].forEach((side) => observer.observe(side));
  function setPoints() {
    const points = floatsOf(model.get("_points"));
    [map, vectors].forEach((part) => part.setPoints(points, frame()));
  }
  setPoints();
  return {
    root, draw, drawCurve, setPoints,
    showPosterior: () => map.showPosterior(model.get("posterior")),
    destroy() {
      observer.disconnect();
      [map, judged, vectors].forEach((part) => part.destroy());
    },
  };
}

function render({ model, el: host }) {
  const root = widgetRoot(host), alert = alertBox(), live = liveRegion(), status = el("span", {});
  const requests = createRequests(model, onState);
  const controls = createSelectionControls(model, requests, () => pictures.drawCurve());
  const pictures = createSelectionPictures(model, requests, onControl);
  let speech = 0;
  root.append(controls.root, el("div", { class: "busyline" }, el("i")), alert.root, pictures.root,
    el("div", { class: "foot" }, status, createCopyButton(() => model.get("answer").python)),
    live.root);

  const curveNow = () => {
    const answer = model.get("answer"), curve = model.get("curve");
    return curve.kernel_normalization === answer.kernel_normalization ? curve : null;
  };
  const choiceNow = () => curveNow()?.choice[requests.now("judge")] ?? null;

  function words() {
    const verdict = curveNow()?.verdict[requests.now("judge")];
    return [model.get("answer").foot, verdict].filter(Boolean).join("; ");
  }

  function onControl() {
    controls.put(choiceNow());
    pictures.drawCurve();
  }

  function onState(state) {
    const busy = state === "busy";
    showBusy(root, busy);
    if (state === "idle") return;
    status.textContent = `${busy ? "Computing" : "No answer from Python yet"}; ` +
      "the pictures still show the last answer";
  }

  function tell() {
    onControl();
    status.textContent = words();
    clearTimeout(speech);
    speech = setTimeout(() => live.say(model.get("answer").error || words()), SPOKEN_AFTER);
  }

  function onAnswer() {
    const answer = model.get("answer");
    if (!requests.take(answer)) return;
    alert.put(answer.error);
    pictures.draw(answer);
    tell();
  }

  function onPosterior() {
    onControl();
    pictures.showPosterior();
  }

  const watched = "change:n_neighbors change:kernel_normalization change:judge";
  model.on(watched, onControl);
  model.on("change:posterior", onPosterior);
  model.on("change:_points change:_frame", pictures.setPoints);
  model.on("change:answer", onAnswer);
  model.on("change:curve", tell);
  onPosterior();
  onAnswer();
  return () => {
    clearTimeout(speech);
    model.off(watched, onControl);
    model.off("change:posterior", onPosterior);
    model.off("change:_points change:_frame", pictures.setPoints);
    model.off("change:answer", onAnswer);
    model.off("change:curve", tell);
    [requests, pictures].forEach((part) => part.destroy());
  };
}

export default { render: following(render) };
