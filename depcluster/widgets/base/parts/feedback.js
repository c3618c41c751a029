// What answers a hand at once: buttons that say what they have done, and a root that is busy.

import { el } from "./common.js";
import { icon } from "./controls.js";

// A button that does something and says so for a while, unless act() gives false.
export function createDoButton(symbol, name, done, act) {
  const words = el("span", { "data-text": name }, name);
  const button = el(
    "button",
    {
      type: "button",
      class: "copy",
      "aria-label": name,
      title: name,
      onclick,
    },
    icon(symbol),
    words,
  );
  let timer = 0;
  const show = (drawn, label) => {
    button.firstChild.replaceWith(icon(drawn));
    words.textContent = label;
  };
  async function onclick() {
    if (button.getAttribute("aria-disabled") === "true") return;
    if ((await act()) === false) return;
    show("check", done);
    clearTimeout(timer);
    timer = setTimeout(() => show(symbol, name), 1600);
  }
  return button;
}

// Whether it could be.
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // it is not there, or refused
    const area = el("textarea", { class: "unseen" }, text);
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand("copy");
    area.remove();
    return isCopied;
  }
}

export const createCopyButton = (text, name = "Copy Python") =>
  createDoButton("copy", name, "Copied", () => copyText(text()));

export function showBusy(root, busy) {
  root.classList.toggle("busy", busy);
  root.setAttribute("aria-busy", String(busy));
}
