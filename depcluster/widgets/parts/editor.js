// The label-kernel editor: presets, undo, the matrix, what its eigenvalues say.
//
// State is {value, preset, base}; base is what the edited dots compare with.

const EDITOR_CLUSTERS = [2, 10];
const ONE_STEP = 500;

// -> { root, put(value, preset), isDragged(), destroy() }
// small: 32 px cells; compact: no eigenvalues, graph or number of clusters. onRelease tells that a
// drag has ended.
function createEditor({
  small = false, presetsAs = "segmented", compact = false, onChange, onRelease = () => {},
}) {
  const live = liveRegion();
  const alert = alertBox();
  const store = createEditorStore({
    draw: () => draw(),
    tell(state) { alert.put(""); onChange(state.value, state.preset); },
    say: (text) => live.say(text),
  });
  const { presets, travel } = createEditorTop(presetsAs, store);
  const side = createVerdict(compact);
  const low = createFoot({
    compact,
    onSize(size) { grid.stop(); store.resize(size); },
    onNearest() { grid.stop(); store.toNearestPsd(); grid.focus(); },
  });
  const grid = createMatrixGrid({
    small,
    onStart: store.begin,
    onChange: store.change,
    onEnd: store.end,
    onCancel: store.cancel,
    onRelease,
    onUndo(forward) { grid.stop(); store.travel(forward); },
    onError: alert.put,
  });
  const root = el(
    "div", { class: "ed" + (small ? " small" : "") + (compact ? " compact" : "") },
    el("div", { class: "top" }, presets.root, travel.root), alert.root,
    el("div", { class: "body" }, grid.root, side.root), low.root, live.root,
  );

  function draw() {
    const { value, preset, base } = store.state();
    const verdict = verdictOn(value);
    const dark = isDark(root);
    presets.put(preset);
    travel.draw();
    grid.draw(value, base, dark);
    side.draw(value, verdict, dark);
    low.draw(value, verdict);
    root.style.setProperty("--n", value.length);
    Object.assign(root.dataset, { psd: verdict.psd, preset });
  }

  function put(value, preset) {
    if (!store.holds(value)) { grid.stop(); alert.put(""); }
    store.put(value, preset, { keepHistory: !compact });
  }

  const stopWatching = onThemeChange(root, () => { if (store.state()) draw(); });
  return {
    root, put, isDragged: grid.isDragged,
    destroy() { grid.stop(); stopWatching(); },
  };
}

// ---- state ---------------------------------------------------------------------------------------
function wholePreset(name, size) {
  const value = presetMatrix(name, size);
  return { value, preset: name, base: value };
}

function resizedState({ value, preset, base }, size) {
  if (preset !== "custom") return wholePreset(preset, size);
  const next = resizedMatrix(value, size);
  return { value: next, preset: presetNameOf(next, preset), base: resizedMatrix(base, size) };
}

function verdictOn(A) {
  const ascending = eigenvaluesOf(A);
  return { ascending, psd: !isNegative(ascending[0], A) };
}

// What is on screen and how it came there. An edit is begin, change once or more, end or cancel.
function createEditorStore({ draw, tell, say }) {
  const history = createHistory();
  let state = null, lastPut = -Infinity;

  const named = (value) => ({ ...state, value, preset: presetNameOf(value, state.preset) });
  const apply = (next, what) => {
    state = next;
    lastPut = -Infinity;
    draw();
    tell(state);
    announce(what);
  };
  const begin = () => { history.end(state); history.begin(state); };
  const end = () => { history.end(state); draw(); };
  const step = (next, what) => { begin(); apply(next, what); end(); };
  function announce(what) {
    const { psd, ascending } = verdictOn(state.value);
    const verdict = psd ? "positive semi-definite" : "indefinite";
    say(`${what}; ${verdict}, smallest eigenvalue ${shortNum(ascending[0])}`);
  }

  return {
    state: () => state,
    holds: (value) => state !== null && sameMatrix(state.value, value),
    canTravel: history.has,
    begin,
    change(i, j, entry) {
      const value = state.value.map((row) => [...row]);
      value[i][j] = value[j][i] = entry;
      apply(named(value), `row ${i}, column ${j}: ${formatEntry(entry)}`);
    },
    end,
    cancel: () => apply(history.giveUp(), "cancelled"),
    pick: (name) => step(wholePreset(name, state.value.length), `${name} preset`),
    resize: (size) => step(resizedState(state, size), `${size} clusters`),
    toNearestPsd: () => step(named(nearestPsd(state.value)), "nearest PSD"),
    travel(forward) {
      history.end(state);
      const next = history.travel(state, forward);
      if (next) apply(next, forward ? "redone" : "undone");
    },
    // From outside. The name is told by the matrix: value and preset may come in two messages.
    // A drag in another view comes as many values and is one step here too.
    put(value, preset, { keepHistory }) {
      const same = state !== null && sameMatrix(state.value, value);
      const name = presetNameOf(value, preset);
      if (same && state.preset === name) return;
      const resized = state !== null && state.value.length !== value.length;
      if (state && !same) {
        history.end(state);
        if (resized && !keepHistory) history.clear();
        else if (performance.now() - lastPut > ONE_STEP) history.push(state);
        lastPut = performance.now();
      }
      const kept = state && !resized ? state.base : value;
      const base = name === "custom" ? kept : presetMatrix(name, value.length);
      state = { value: value.map((row) => [...row]), preset: name, base };
      draw();
    },
  };
}

// Undo and redo; what happens between begin and end is one step.
function createHistory() {
  let past = [];
  let future = [];
  let before = null;
  const push = (state) => { past.push(state); future = []; };
  return {
    push,
    begin(state) { before = state; },
    end(state) {
      if (before && !sameMatrix(before.value, state.value)) push(before);
      before = null;
    },
    giveUp() { const state = before; before = null; return state; },
    travel(state, forward) {
      const [from, to] = forward ? [future, past] : [past, future];
      if (from.length) to.push(state);
      return from.pop();
    },
    has: (forward) => (forward ? future : past).length > 0,
    clear() { past = []; future = []; before = null; },
  };
}

// ---- the parts around the matrix --------------------------------------------------------------------
function createEditorTop(presetsAs, store) {
  const presets = createPresets(presetsAs, (name) => {
    if (PRESETS.includes(name)) store.pick(name);
  });
  const undo = iconButton("undo", "Undo", () => store.travel(false));
  const redo = iconButton("redo", "Redo", () => store.travel(true));
  function draw() {
    setUsable(undo, store.canTravel(false));
    setUsable(redo, store.canTravel(true));
  }
  return { presets, travel: { root: el("span", { class: "travel" }, undo, redo), draw } };
}

function createPresets(as, onPick) {
  if (as === "segmented") return segmented("preset", PRESETS, "custom", onPick);
  const options = [...PRESETS, "custom"].map((value) => ({ value, label: value }));
  const menu = select("preset", options, "custom", onPick);
  const custom = menu.root.querySelector("[value=custom]");
  return {
    root: menu.root.querySelector("select"),
    put(name) { custom.hidden = name !== "custom"; menu.put(name); },
  };
}

function createVerdict(compact) {
  const badge = el("div", { class: "badge" + (compact ? " one" : "") });
  const line = el("div");
  const graph = el("div");
  const root = el("div", { class: "side" }, el("div", {}, badge, compact ? [] : line),
    compact ? [] : graph);
  function draw(A, { ascending, psd }, dark) {
    badge.classList.toggle("ok", psd);
    badge.classList.toggle("bad", !psd);
    const words = [
      el("b", {}, psd ? "PSD" : "indefinite"),
      el("span", {}, `smallest λ ${shortNum(ascending[0])}`),
    ];
    badge.replaceChildren(icon(psd ? "check" : "warn"), el("div", {}, words));
    if (compact) return;
    line.replaceChildren(drawEigenvalues(ascending, A));
    graph.replaceChildren(drawRelations(A, dark));
  }
  return { root, draw };
}

function createFoot({ compact, onSize, onNearest }) {
  const [fewest, most] = EDITOR_CLUSTERS;
  const size = compact ? null : stepper("clusters", fewest, fewest, most, onSize);
  const nearest = el("button", { class: "line", type: "button", onclick: onNearest },
    "Use nearest PSD");
  const root = el("div", { class: "low" }, size?.root, nearest);
  function draw(A, { psd }) {
    nearest.classList.toggle("gone", psd);
    size?.put(A.length, Math.min(fewest, A.length), Math.max(most, A.length));
  }
  return { root, draw };
}
