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

function showBusy(root, busy) {
  root.classList.toggle("busy", busy);
  root.setAttribute("aria-busy", String(busy));
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
