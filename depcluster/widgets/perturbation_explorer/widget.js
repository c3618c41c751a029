// PerturbationExplorer: perturb the data or their kernel; the bound stands beside the truth.
const SPOKEN_AFTER = 600;

// Place of an amount among the slider's positions, which rise or fall.
function placeOf(amounts, amount) {
  const last = amounts.length - 1, rising = amounts[last] >= amounts[0] ? 1 : -1;
  const next = amounts.findIndex((a) => rising * a >= rising * amount);
  if (next <= 0) return next ? last : 0;
  return next - (amounts[next] - amount) / (amounts[next] - amounts[next - 1]);
}

// A slider for one kind of perturbation.
function createAmount(model, name, { ask, now }) {
  const { label, amounts, fine, texts, ends } = model.get("_modes")[name];
  const stops = ends.length - 1, quarters = [...new Set([0, 1, 2, 3, 4].map(
    (i) => Math.round((i * stops) / 4) * fine))];
  const place = () => placeOf(amounts, now("amount"));
  function format(i) {
    const answer = model.get("answer"), at = place();
    const between = at !== Math.round(at) && Math.round(at) === i;
    return between && answer.amount === now("amount") ? answer.amount_short : texts[i];
  }
  const { root, input, put } = slider({
    label, count: amounts.length, at: Math.round(place()), format, ticks: quarters,
    ends: quarters.map((i) => [i, ends[i / fine]]),
    onmove: (i) => ask({ amount: amounts[i] }),
  });
  return { root, put: () => put(Math.round(place())), share: () => input.value / stops / fine };
}

// The row of controls; each change goes to ask(), values come from now().
function createPerturbControls(model, { ask, now }) {
  const modes = () => model.get("_modes"), names = Object.keys(modes());
  const kernel = select("kernel", model.get("_kernels"), now("kernel"),
    (value) => ask({ kernel: value }));
  const perturb = segmented("perturb", names, now("perturb"), (name) => {
    const { amounts } = modes()[name], at = Math.round(amount.share() * (amounts.length - 1));
    ask({ perturb: name, amount: amounts[at] });
    put();
  });
  const kind = el("div", { class: "half" }, el("span", { class: "lab" }, "perturb"), perturb.root);
  const holder = el("div", { class: "grow" });
  const epsilon = readout("observed ε", 60), bound = readout("bound", 90);
  const moved = readout("points moved", 74);
  kernel.root.classList.add("half");
  const root = el("div", { class: "row controls perturbing" }, kernel.root, kind, holder,
    el("div", { class: "read" }, epsilon.root, bound.root, moved.root));
  let amount = null, shown = null;

  function put() {
    kernel.put(now("kernel"));
    perturb.put(now("perturb"));
    const range = modes()[now("perturb")];
    if (shown !== range) {
      shown = range;
      amount = createAmount(model, now("perturb"), { ask, now });
      holder.replaceChildren(amount.root);
    }
    amount.put();
  }

  function tell(answer) {
    const { vacuous } = answer.verdict, m = bytesOf(answer.labels).length;
    epsilon.put(num(answer.epsilon));
    bound.put(answer.bound === null ? "∞" : num(answer.bound, answer.bound < 100 ? 2 : 0),
      vacuous ? "vacuous" : "");
    moved.put(String(answer.moved), `of ${m}`);
    put();
  }
  put();
  return { root, put, tell };
}

function createPartitions(model) {
  const points = el("span", {}), ringed = el("span", {});
  const links = createLinks(), given = createScatter({ label: "As given", links });
  const perturbed = createScatter({ label: "Perturbed", links });
  const roots = [["As given", points, given], ["Perturbed", ringed, perturbed]].map(
    ([title, note, scatter]) => el("div", { class: "panel" }, caption(title, note), scatter.root));
  const window = () => new Float32Array(model.get("_extent"));

  function level() {
    const width = given.root.clientWidth;
    if (width) [given, perturbed].forEach((each) => each.setHeight(Math.round(width * 0.64)));
  }
  const stop = onResize(given.root, level);
  return {
    roots,
    draw(answer) {
      const before = bytesOf(answer.labels), after = bytesOf(answer.perturbed_labels);
      const moved = before.map((k, i) => Number(k !== after[i])), { n_clusters } = answer;
      points.textContent = [`${before.length} points`, model.get("_plane")].filter(Boolean)
        .join(", ");
      ringed.textContent = answer.moved ? `${answer.moved} moved, ringed` : "none moved";
      given.setPoints(floatsOf(model.get("_points")), window());
      perturbed.setPoints(floatsOf(answer.perturbed_points), window());
      given.draw({ labels: before, n_clusters, moved });
      perturbed.draw({ labels: after, n_clusters, moved });
      level();
    },
    destroy() { [stop, given.destroy, perturbed.destroy].forEach((end) => end()); },
  };
}

function createCharts(model) {
  const partitions = createPartitions(model);
  const spectrum = createSpectrum(), bound = createBound(), curve = createCurve();
  const root = el("div", { class: "pe" }, partitions.roots, spectrum.root, bound.root, curve.root);

  function drawCurve() {
    const answer = model.get("answer"), computed = model.get("curve");
    const mode = model.get("_modes")[answer.perturb];
    if (computed.perturb !== answer.perturb) return;
    curve.draw({
      title: mode.curve, ends: mode.ends, curve: computed,
      at: placeOf(mode.amounts, answer.amount) / mode.fine,
      epsilon: answer.epsilon, bound: answer.bound, trivial: answer.trivial,
    });
  }

  function draw(answer) {
    partitions.draw(answer);
    spectrum.draw({
      values: answer.values, perturbed: answer.perturbed_values, n_clusters: answer.n_clusters,
      gap: answer.eigengap, perturbedGap: answer.perturbed_eigengap,
    });
    const { terms, epsilon, trivial, verdict } = answer;
    bound.draw({ terms, epsilon, bound: answer.bound, trivial, ...verdict });
    drawCurve();
  }

  // Beside the bound the curve ends where the bound ends.
  function fit() {
    curve.setHeight(root.clientWidth > 760 ? Math.max(190, bound.root.offsetHeight - 38) : 190);
  }
  const observer = new ResizeObserver(fit);
  observer.observe(bound.root);
  return {
    root, draw, drawCurve,
    destroy() {
      observer.disconnect();
      [partitions, spectrum, bound, curve].forEach((part) => part.destroy());
    },
  };
}

function render({ model, el: host }) {
  const root = widgetRoot(host), alert = alertBox(), live = liveRegion(), status = el("span", {});
  const requests = createRequests(model, onState);
  const controls = createPerturbControls(model, requests), charts = createCharts(model);
  root.append(controls.root, el("div", { class: "busyline" }, el("i")), alert.root, charts.root,
    el("div", { class: "foot" }, status), live.root);
  let speech = 0;

  function onState(state) {
    const busy = state === "busy";
    showBusy(root, busy);
    if (state === "idle") return;
    const { label, amount_short: text } = model.get("answer");
    status.textContent = `${busy ? "Computing" : "No answer from Python yet"}; ` +
      `the pictures still show ${label} ${text}`;
  }

  function speak(answer) {
    clearTimeout(speech);
    const { title, reason } = answer.verdict;
    speech = setTimeout(() => live.say(answer.error ||
      `${title}. ${reason} Observed ε ${num(answer.epsilon)}, ${answer.moved} points moved.`),
    SPOKEN_AFTER);
  }

  function onAnswer() {
    const answer = model.get("answer");
    if (!requests.take(answer)) return;
    alert.put(answer.error);
    status.textContent = answer.foot;
    controls.tell(answer);
    charts.draw(answer);
    speak(answer);
  }

  const watched = "change:kernel change:perturb change:amount";
  model.on(watched, controls.put);
  model.on("change:answer", onAnswer);
  model.on("change:curve", charts.drawCurve);
  onAnswer();
  return () => {
    clearTimeout(speech);
    model.off(watched, controls.put);
    model.off("change:answer", onAnswer);
    model.off("change:curve", charts.drawCurve);
    [requests, charts].forEach((part) => part.destroy());
  };
}

export default { render: following(render) };
