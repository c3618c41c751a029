// The two ways to change a cell of the editor with the hands: typing and dragging.

import { el } from "../base/parts/common.js";
import { formatEntry, parseEntry, positionOf, roundEntry } from "./entries.js";

const DRAG_PIXELS = 6;

// An input over the cell. Enter and leaving it commit, Escape cancels.
export function typeInCell({ where, now, edit, refusal, onError }) {
  let input = null;
  let at = null;
  let opened = null;

  function close() {
    if (!input) return;
    const gone = input,
      cell = gone.parentNode,
      focused = gone.matches(":focus");
    input = null;
    gone.remove();
    if (focused) cell.focus({ preventScroll: true });
  }

  function commit() {
    const entry = parseEntry(input.value);
    const text = input.value;
    close();
    const refused = Number.isFinite(entry) ? refusal(entry, at) : "";
    if (refused) {
      onError(`${refused} The matrix stays as it was.`);
      return;
    }
    if (Number.isFinite(entry)) {
      onError("");
      if (text !== opened && entry !== now()) edit(entry);
      return;
    }
    onError(
      `entry (${at.join(", ")}) must be a number; got "${text}". `
        + "Type a number such as 0.5. The matrix stays as it was.",
    );
  }

  function key(event) {
    event.stopPropagation();
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    if (event.key === "Enter") commit();
    else close();
  }

  function open(first) {
    close();
    const { cell, position } = where();
    at = position;
    const field = el("input", {
      class: "type",
      inputmode: "decimal",
      autocomplete: "off",
      "aria-label": `row ${at[0]}, column ${at[1]}, new value`,
      onkeydown: key,
      onblur: () => {
        if (input === field) commit();
      },
      onpointerdown: (event) => event.stopPropagation(),
    });
    input = field;
    field.value = first ?? formatEntry(now());
    opened = first === null ? field.value : null;
    cell.append(field);
    field.focus({ preventScroll: true });
    if (first === null) field.select();
  }

  return {
    open,
    close,
    leave() {
      if (input) commit();
    },
    isOpen: () => input !== null,
  };
}

// Up is more. Changes are told at most once per animation frame, the last one always.
export function dragCells({ root, take, move, drop, cancel }) {
  let drag = null;

  function tell() {
    cancelAnimationFrame(drag.frame);
    drag.frame = 0;
    if (drag.entry === drag.told) return;
    drag.told = drag.entry;
    move(...drag.at, drag.entry);
  }

  function stop() {
    if (!drag) return;
    const { id, frame } = drag;
    cancelAnimationFrame(frame);
    drag = null;
    if (root.hasPointerCapture(id)) root.releasePointerCapture(id);
  }

  root.addEventListener("pointerdown", (event) => {
    const cell = event.target.closest(".cell");
    if (!cell || drag || event.button !== 0) return;
    event.preventDefault();
    const at = positionOf(cell),
      start = take(...at);
    if (start === null) return;
    root.setPointerCapture(event.pointerId);
    drag = {
      id: event.pointerId,
      y: event.clientY,
      at,
      start,
      entry: start,
      told: start,
      frame: 0,
    };
  });
  root.addEventListener("pointermove", (event) => {
    if (drag?.id !== event.pointerId) return;
    const steps = Math.round((drag.y - event.clientY) / DRAG_PIXELS);
    drag.entry = steps ? roundEntry(drag.start + steps * 0.1) : drag.start;
    drag.frame ||= requestAnimationFrame(tell);
  });
  const finish = (event) => {
    if (drag?.id !== event.pointerId) return;
    tell();
    stop();
    drop();
  };
  root.addEventListener("pointerup", finish);
  root.addEventListener("pointercancel", finish);

  return {
    stop,
    cancel() {
      if (!drag) return;
      stop();
      cancel();
    },
  };
}
