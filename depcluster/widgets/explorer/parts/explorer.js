// Shared by the explorers: a status line with a button to copy, and editors that follow traits.

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

function createCopyButton(text, name = "Copy Python") {
  const words = el("span", { "data-text": name }, name);
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
    timer = setTimeout(() => show("copy", name), 1600);
  }
  return button;
}

function showBusy(root, busy) {
  root.classList.toggle("busy", busy);
  root.setAttribute("aria-busy", String(busy));
}

// What an explorer says: an error above its pictures, below them a status line and a button to
// copy, and the same aloud once an answer has settled.
// -> { mount(controls, pictures), wait(state, shown, asked), showError(), tell(answer) }
function createVoice(root, model, isDragged) {
  const alert = alertBox(), live = liveRegion(), status = el("span", {});
  const foot = el("div", { class: "foot" }, status,
    createCopyButton(() => model.get("answer").python));

  // A message that opens or closes moves the pictures, and must not while one is dragged.
  function showError() {
    if (!isDragged()) alert.put(model.get("answer").error);
  }

  return {
    showError,
    mount(controls, pictures) {
      root.append(controls.root, el("div", { class: "busyline" }, el("i")), alert.root,
        pictures.root, foot, live.root);
    },
    wait(state, shown, asked = "Computing") {
      const busy = state === "busy";
      showBusy(root, busy);
      if (state === "idle") return;
      status.textContent = `${busy ? asked : "No answer from Python yet"}; ${shown}`;
    },
    tell(answer) {
      showError();
      status.textContent = answer.foot;
      if (answer.stage === "settled") live.say(answer.error || answer.foot);
    },
  };
}

// An editor that follows two traits, the matrix and its name, but never its own echo: that would
// undo a drag under way. edited(value, name) says what to ask for.
function createFollowingEditor(now, [matrix, name], edited, options) {
  let shown = "";
  const editor = createEditor({
    small: true, presetsAs: "select", compact: true, ...options,
    onChange(value, preset) {
      shown = JSON.stringify([value, preset]);
      edited(value, preset);
    },
  });
  function put() {
    const state = [now(matrix), now(name)];
    if (JSON.stringify(state) === shown) return;
    shown = JSON.stringify(state);
    editor.put(...state);
  }
  return { root: editor.root, put, isDragged: editor.isDragged, destroy: editor.destroy };
}
