// A word that explains itself: its meaning shows while it is hovered or has the focus.

import { el } from "./common.js";
import "../panels.css";

let hints = 0;

// -> { root, put(word, meaning) }
export function createHint(word = "", meaning = "") {
  const id = `dc-hint-${++hints}`,
    words = el("span", {});
  const tip = el("span", { class: "tip", role: "tooltip", id });
  const root = el(
    "span",
    { class: "hint", tabindex: 0, role: "note", "aria-describedby": id },
    words,
    tip,
  );
  // The tip stays inside the widget.
  function place() {
    const all = root.closest(".dc").getBoundingClientRect(),
      own = root.getBoundingClientRect();
    const least = all.left - own.left + 2;
    tip.style.maxWidth = `${Math.min(320, all.width - 8)}px`;
    tip.style.left = `${Math.max(least, Math.min(0, all.right - own.left - tip.offsetWidth - 2))}px`;
    root.classList.toggle("below", own.top - all.top < tip.offsetHeight + 6);
  }
  root.addEventListener("pointerenter", place);
  root.addEventListener("focus", place);
  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape") root.blur();
  });
  function put(text, means = meaning) {
    if (words.textContent !== text) words.textContent = text;
    root.hidden = !text;
    if (tip.textContent !== means) tip.textContent = means;
    meaning = means;
  }
  put(word, meaning);
  return { root, put };
}
