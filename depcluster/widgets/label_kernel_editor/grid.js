// The matrix of the editor as an ARIA grid: drag, type, step, walk.
//
// Every edit is onStart(), then onChange(i, j, value) once or more, then onEnd() or onCancel().

import { cellColours, el, MINUS, onResize, setAttributes } from "../base/parts/common.js";
import { markOfCluster, renewMark } from "../base/parts/controls.js";
import { largestEntry } from "./algebra.js";
import { cellNumbers } from "./digits.js";
import { formatEntry, positionOf, roundEntry } from "./entries.js";
import { dragCells, typeInCell } from "./gestures.js";
import "./editor.css";

export function createMatrixGrid({
  kind,
  small,
  selection,
  onStart,
  onChange,
  onEnd,
  onCancel,
  onUndo,
  onError,
}) {
  const root = el("div", {
    class: "mat" + (small ? " small" : ""),
    role: "grid",
    "aria-label": kind.grid,
  });
  let cells = [];
  let value = [];
  let room = 0;
  let family = "";
  let current = [0, 0];
  let marked = [];

  const cellAt = (i, j) => cells[i][j];
  const focus = () => cellAt(...current).root.focus({ preventScroll: true });
  const fit = (entry) => Math.max(kind.least, entry);
  // Whether an entry stays as it is, which is then said until the hand goes on.
  const isLocked = () => {
    const why = kind.locked(...current);
    if (why) {
      onError(why);
      root.addEventListener("focusout", () => onError(""), { once: true });
    }
    return Boolean(why);
  };
  const edit = (entry) => {
    if (isLocked()) return;
    onStart();
    onChange(...current, fit(entry));
    onEnd();
  };

  function walk(i, j) {
    const last = value.length - 1;
    current = [i, j].map((k) => Math.max(0, Math.min(last, k)));
    markCurrent();
    focus();
  }

  function markCurrent() {
    const [a, b] = current,
      { root: here } = cellAt(a, b),
      { root: mirror } = cellAt(b, a);
    for (const each of marked) {
      each.tabIndex = -1;
      each.classList.remove("cur", "mir");
    }
    if (mirror !== here) mirror.classList.add("mir");
    here.classList.add("cur");
    here.tabIndex = 0;
    marked = [here, mirror];
  }

  const typing = typeInCell({
    where: () => ({ cell: cellAt(...current).root, position: current }),
    now: () => value[current[0]][current[1]],
    refusal: kind.refusal,
    edit,
    onError,
  });
  const dragging = dragCells({
    root,
    take(i, j) {
      typing.leave();
      walk(i, j);
      if (kind.locked(i, j)) return null;
      onStart();
      return value[i][j];
    },
    move: (i, j, entry) => onChange(i, j, fit(entry)),
    drop: onEnd,
    cancel: onCancel,
  });
  const open = (first) => {
    if (!isLocked()) typing.open(first);
  };
  const actions = { walk, edit, open, dragging, onUndo, choose: selection.toggle };
  root.addEventListener("keydown", (event) => {
    const here = { at: current, size: value.length, entry: value[current[0]][current[1]] };
    if (!typing.isOpen()) gridKey(event, here, actions);
  });
  root.addEventListener("focusin", (event) => {
    const cell = event.target.closest(".cell");
    if (!cell) return;
    current = positionOf(cell);
    markCurrent();
  });
  root.addEventListener("click", (event) => {
    const head = event.target.closest("[data-k]");
    if (head) selection.toggle(Number(head.dataset.k));
  });
  root.addEventListener("dblclick", (event) => {
    if (!event.target.closest(".hd")) open(null);
  });

  // As many digits as the cells have room for; the unit stands in the corner.
  function write() {
    family ||= getComputedStyle(root).fontFamily;
    const { texts, unit, size, gap } = cellNumbers(value, room || 40, family);
    texts.forEach((row, i) =>
      row.forEach((text, j) => {
        putText(cellAt(i, j).text, text);
      }),
    );
    putText(root.querySelector(".unit"), unit);
    root.style.setProperty("--text", `${size}px`);
    root.style.setProperty("--letters", `${gap}em`);
  }

  function measure() {
    const now = cells.length ? cellAt(0, 0).root.clientWidth : 0;
    if (now === room || now <= 0) return;
    room = now;
    write();
  }

  function build(size) {
    typing.close();
    dragging.stop();
    current = current.map((k) => Math.min(k, size - 1));
    const built = buildGrid(size, selection);
    cells = built.cells;
    cells.forEach((row, i) =>
      row.forEach((cell, j) => {
        if (kind.locked(i, j)) cell.root.setAttribute("aria-readonly", "true");
      }),
    );
    root.replaceChildren(...built.rows);
    root.style.setProperty("--n", size);
    room = cellAt(0, 0).root.clientWidth;
    setAttributes(root, { "aria-rowcount": size + 1, "aria-colcount": size + 1 });
  }

  // Rows and columns of clusters that are not chosen fade; the one looked at is framed.
  function look() {
    const k = selection.cluster;
    cells.forEach((row, i) =>
      row.forEach((cell, j) => {
        const seen =
          !selection.clusters.size || selection.clusters.has(i) || selection.clusters.has(j);
        cell.root.classList.toggle("faded", !seen);
        cell.root.classList.toggle("lit", i === k);
      }),
    );
    root.querySelectorAll(".rh[data-k], .ch[data-k]").forEach((head) => {
      head.classList.toggle("lit", Number(head.dataset.k) === k);
      renewMark(head.firstChild, selection, Number(head.dataset.k));
    });
  }

  function draw(next, base, dark) {
    const rebuilt = cells.length !== next.length,
      focused = root.matches(":focus-within");
    value = next;
    if (rebuilt) build(next.length);
    const largest = largestEntry(next);
    next.forEach((row, i) =>
      row.forEach((entry, j) => {
        paintCell(cellAt(i, j), { i, j, entry, edited: entry !== base[i][j], largest, dark });
      }),
    );
    write();
    if (!rebuilt) return;
    markCurrent();
    look();
    if (focused) focus();
  }

  const stopWatching = onResize(root, measure);
  return {
    root,
    draw,
    focus,
    look,
    stop() {
      typing.close();
      dragging.stop();
    },
    destroy() {
      typing.close();
      dragging.stop();
      stopWatching();
    },
  };
}

// Rows of cells under a row of headers.
function buildGrid(size, selection) {
  const header = (k, kind, role) =>
    el(
      "div",
      { class: `hd ${kind}`, role, "aria-label": `cluster ${k}`, "data-k": k },
      markOfCluster(selection, k, 4),
      el("span", {}, String(k)),
    );
  const row = (...kids) => el("div", { class: "tr", role: "row" }, kids);
  const numbers = Array.from({ length: size }, (_, k) => k);
  const cells = numbers.map((i) =>
    numbers.map((j) => {
      const text = el("span");
      const attrs = { class: "cell", role: "gridcell", tabindex: -1, "data-cell": `${i},${j}` };
      return { text, root: el("div", attrs, text, el("i", { class: "dirty" })) };
    }),
  );
  const corner = el(
    "div",
    { class: "hd ch rh", role: "columnheader" },
    el("span", { class: "unseen" }, "cluster"),
    el("span", { class: "unit" }),
  );
  const rows = [
    row(
      corner,
      numbers.map((j) => header(j, "ch", "columnheader")),
    ),
    ...numbers.map((i) =>
      row(
        header(i, "rh", "rowheader"),
        cells[i].map((cell) => cell.root),
      ),
    ),
  ];
  return { rows, cells };
}

function putText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function paintCell(cell, { i, j, entry, edited, largest, dark }) {
  const { fill, ink } = cellColours(entry / largest, dark),
    key = `${fill} ${entry} ${edited}`;
  if (cell.painted === key) return;
  cell.painted = key;
  const zero = Math.abs(entry) < 1e-9;
  cell.root.style.background = zero ? "none" : fill;
  cell.root.style.color = zero ? "var(--dc-ink-2)" : ink;
  const said = `row ${i}, column ${j}, ${formatEntry(entry)}${edited ? ", edited" : ""}`;
  cell.root.setAttribute("aria-label", said);
  cell.root.classList.toggle("edited", edited);
}

// ---- keyboard -----------------------------------------------------------------------------------
/** @type {(event: any, here: { at: number[], size: number, entry: number }, actions: any) => void} */
function gridKey(event, { at: [i, j], size, entry }, actions) {
  const { walk, edit, open, dragging, onUndo, choose } = actions;
  const { key, shiftKey } = event;
  const command = event.ctrlKey || event.metaKey;
  const step = (sign) => () => edit(roundEntry(entry + sign * (shiftKey ? 0.01 : 0.1)));
  const type = () => open(null);
  const plain = {
    ArrowUp: () => walk(i - 1, j),
    ArrowDown: () => walk(i + 1, j),
    ArrowLeft: () => walk(i, j - 1),
    ArrowRight: () => walk(i, j + 1),
    Home: () => walk(i, 0),
    End: () => walk(i, size - 1),
    Enter: type,
    F2: type,
    " ": () => choose(i),
    Escape: dragging.cancel,
    "+": step(1),
    "=": step(1),
    "-": step(-1),
    _: step(-1),
    [MINUS]: step(-1),
  };
  const withCommand = {
    Home: () => walk(0, 0),
    End: () => walk(size - 1, size - 1),
    z: () => onUndo(shiftKey),
    y: () => onUndo(true),
  };
  const digit = /^[0-9.,]$/.test(key) ? () => open(key) : undefined;
  const name = key.length > 1 ? key : key.toLowerCase();
  const act = command ? withCommand[name] : (digit ?? plain[key]);
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}
