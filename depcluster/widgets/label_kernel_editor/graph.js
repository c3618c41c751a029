// A label kernel as a graph: an edge where an entry beside the diagonal is not zero.
//
// A drag from one node to another joins or parts them, one that ends on an empty place puts the
// node there; a drag on an edge sets its weight. By keyboard a node is taken with Enter and led to
// another. Every edit is onStart(), then onJoin(i, j, weight) once or more, then onEnd() or
// onCancel().

import { ARROWS, el, matrixColour, MINUS, onResize, SHAPES, svg } from "../base/parts/common.js";
import { keep, part } from "../base/parts/patch.js";
import { nextPoint } from "../base/parts/plane.js";
import { isFaded } from "../base/parts/selection.js";
import { largestEntry } from "./algebra.js";
import { formatEntry, roundEntry } from "./entries.js";
import { graphPlaces, isEdge, neighboursOf, partsOf } from "./places.js";

export const MOST_NODES = 32;
const PAD = 26,
  REACH = 20,
  SLACK = 4,
  PIXELS = 6,
  BLOCKED = 12;
const SIDES = [-2, -1, -3, 0, 4, 2, 1, 3].map((k) => (k * Math.PI) / 4); // above first
const HINT = "Drag a cluster onto another to join or part them, elsewhere to move it.";

const pairOf = (event) => event.target.closest("[data-pair]")?.dataset.pair.split(",").map(Number);

export function createGraphView({ selection, onStart, onJoin, onEnd, onCancel, onUndo }) {
  const picture = svg("svg", { role: "group", "aria-label": "graph of the label kernel" });
  const words = el("div", { class: "words" });
  const root = el("div", { class: "graph" }, picture, words);
  let A = [],
    places = [],
    drawn = null,
    isPut = false,
    dark = false,
    size = [0, 0];
  let current = 0,
    taken = null,
    drag = null;

  // ---- places: anew when there are other edges, until a hand has put one; never under the hand --
  function place(next, isNamed) {
    const edges = next.map((row, i) => row.slice(0, i).map(isEdge)).join();
    if (edges === drawn || drag) return;
    if (isNamed) isPut = false;
    drawn = edges;
    if (isPut) places = next.map((_, k) => places[k] ?? [0.5, k % 2]);
    else
      places = fitted(
        graphPlaces(next),
        size[0] ? (size[1] - 2 * PAD) / (size[0] - 2 * PAD) : 0.85,
      );
  }

  // ---- what is in the hand ----
  const weight = (i, j) => A[i][j];
  function join(i, j, to) {
    onStart();
    onJoin(i, j, to);
    onEnd();
  }
  const toggle = (i, j) => join(i, j, isEdge(weight(i, j)) ? 0 : 1);
  const pair = () => (taken !== null && taken !== current ? [taken, current] : null);
  function take(k) {
    taken = k;
    paint();
  }
  function walk(k) {
    current = k;
    paint();
    focus();
  }
  const focus = () =>
    picture.querySelector(`[data-node="${current}"]`)?.focus({ preventScroll: true });
  function press(k) {
    if (taken === null || taken === k) {
      take(taken === k ? null : k);
      return;
    }
    const from = taken;
    taken = null;
    toggle(from, k);
  }

  // ---- pixels ----
  const spot = ([x, y]) => [PAD + x * (size[0] - 2 * PAD), PAD + y * (size[1] - 2 * PAD)];
  const under = (x, y, not) => {
    const far = places.map((p) => Math.hypot(spot(p)[0] - x, spot(p)[1] - y));
    return far.reduce((best, d, k) => (k !== not && d < (far[best] ?? REACH) ? k : best), null);
  };
  const pixel = (event) => {
    const box = picture.getBoundingClientRect();
    return [
      (event.clientX - box.left) * (size[0] / box.width),
      (event.clientY - box.top) * (size[1] / box.height),
    ];
  };

  picture.addEventListener("pointerdown", (event) => {
    if (drag || event.button !== 0) return;
    const [x, y] = pixel(event),
      node = under(x, y, null),
      edge = pairOf(event);
    if (node === null && !edge) {
      take(null);
      return;
    }
    event.preventDefault();
    picture.setPointerCapture(event.pointerId);
    drag = { id: event.pointerId, from: [x, y], at: [x, y], isMoved: false };
    if (node !== null) {
      Object.assign(drag, { node, before: places[node] });
      current = node;
    } else {
      [taken, current] = edge;
      Object.assign(drag, { edge, start: weight(...edge), told: weight(...edge), frame: 0 });
    }
    paint();
    focus();
  });
  picture.addEventListener("pointermove", (event) => {
    if (drag?.id !== event.pointerId) return;
    drag.at = pixel(event);
    const [dx, dy] = [drag.at[0] - drag.from[0], drag.at[1] - drag.from[1]];
    if (!drag.isMoved && Math.hypot(dx, dy) < SLACK) return;
    if (!drag.isMoved && drag.edge) onStart();
    drag.isMoved = true;
    drag.frame ||= requestAnimationFrame(follow);
  });
  function follow() {
    drag.frame = 0;
    if (drag.edge) {
      const to = Math.max(
        0,
        roundEntry(drag.start + Math.round((drag.from[1] - drag.at[1]) / PIXELS) * 0.1),
      );
      if (to !== drag.told) onJoin(...drag.edge, (drag.told = to));
      return;
    }
    const over = under(...drag.at, drag.node);
    places[drag.node] = over === null ? inside(drag.at) : drag.before;
    paint();
  }
  const inside = ([x, y]) =>
    [
      [x, 0],
      [y, 1],
    ].map(([v, e]) => Math.max(0, Math.min(1, (v - PAD) / (size[e] - 2 * PAD))));

  function letGo() {
    const { frame, id } = drag;
    cancelAnimationFrame(frame);
    drag = null;
    if (picture.hasPointerCapture(id)) picture.releasePointerCapture(id);
  }
  // What was in the hand goes back to its place.
  function giveBack() {
    if (!drag) return;
    const { node, before } = drag;
    letGo();
    if (node !== undefined) places[node] = before;
  }
  function drop(event) {
    if (drag?.id !== event.pointerId) return;
    if (drag.isMoved) follow();
    const { node, edge, at, isMoved, before } = drag;
    letGo();
    if (edge) {
      if (isMoved) onEnd();
      return;
    }
    if (!isMoved) {
      press(node);
      return;
    }
    const over = under(...at, node);
    taken = null;
    if (over === null) {
      isPut = true;
      paint();
      return;
    }
    places[node] = before;
    toggle(node, over);
  }
  picture.addEventListener("pointerup", drop);
  picture.addEventListener("pointercancel", () => cancel());
  function cancel() {
    if (!drag) {
      take(null);
      return;
    }
    const { edge, isMoved } = drag;
    giveBack();
    take(null);
    if (edge && isMoved) onCancel();
  }

  // ---- keyboard ----
  picture.addEventListener("focusin", (event) => {
    const node = event.target.closest("[data-node]");
    if (node && Number(node.dataset.node) !== current) {
      current = Number(node.dataset.node);
      paint();
    }
  });
  picture.addEventListener("keydown", (event) => {
    const { key, shiftKey } = event,
      command = event.ctrlKey || event.metaKey;
    const held = pair(),
      step = (sign) => () => {
        if (held)
          join(...held, Math.max(0, roundEntry(weight(...held) + sign * (shiftKey ? 0.01 : 0.1))));
      };
    const go =
      ([dx, dy]) =>
      () => {
        if (!shiftKey) walk(nextPoint(Float32Array.from(places.flatMap(spot)), current, [dx, dy]));
        else {
          const [x, y] = spot(places[current]);
          places[current] = inside([x + 8 * dx, y + 8 * dy]);
          isPut = true;
          paint();
        }
      };
    const actions = {
      Enter: () => press(current),
      " ": () => selection.toggle(current),
      Escape: cancel,
      Delete: () => held && join(...held, 0),
      "+": step(1),
      "=": step(1),
      "-": step(-1),
      _: step(-1),
      [MINUS]: step(-1),
    };
    for (const name in ARROWS) actions[name] = go(ARROWS[name]);
    const undo = { z: () => onUndo(shiftKey), y: () => onUndo(true) };
    const act = command ? undo[key.toLowerCase()] : actions[key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  });

  // ---- the picture ----
  function paint() {
    if (!size[0] || !A.length) return;
    const over = drag?.isMoved && drag.node !== undefined ? under(...drag.at, drag.node) : null;
    const shown = over === null ? pair() : [drag.node, over],
      largest = largestEntry(A);
    const is = (i, j) =>
      shown && ((shown[0] === i && shown[1] === j) || (shown[0] === j && shown[1] === i));
    const edges = [],
      numbers = [];
    A.forEach((row, i) =>
      row.slice(0, i).forEach((x, j) => {
        const here = is(i, j);
        if (!isEdge(x) && (!here || over !== null)) return;
        const { path, middle } = wayOf(i, j);
        const faded = isFaded(selection, i) && isFaded(selection, j);
        edges.push(
          part(
            "g",
            {
              class: `edge${here ? " held" : ""}${faded ? " faded" : ""}`,
              "data-pair": `${j},${i}`,
            },
            part("path", { d: path, class: "hit" }),
            part("path", { d: path, ...edgeLook(x, largest, dark) }),
          ),
        );
        if (here ? isEdge(x) : Math.abs(x - 1) > 1e-9) {
          const at = { x: middle[0], y: middle[1] + 4, "text-anchor": "middle" };
          numbers.push(part("text", { class: "weight", ...at }, formatEntry(x)));
        }
      }),
    );
    const line =
      over === null
        ? []
        : [
            part("path", {
              d: wayOf(drag.node, over).path,
              class: isEdge(weight(drag.node, over)) ? "cut" : "draw",
            }),
          ];
    // in a group of their own: an edge more leaves the focus where it is
    const nodes = A.map((_, k) => drawnNode(k, over));
    keep(
      picture,
      [edges, line, numbers, nodes].map((each) => part("g", {}, each)),
    );
    words.textContent = shown
      ? pairWords(...shown, over !== null)
      : taken !== null
        ? `Now press another cluster to join to ${taken} or part.`
        : restWords();
  }

  // A straight line, or a bend where another node lies on it.
  function wayOf(i, j) {
    const [[x1, y1], [x2, y2]] = [Math.min(i, j), Math.max(i, j)].map((k) => spot(places[k]));
    const [dx, dy] = [x2 - x1, y2 - y1],
      square = dx * dx + dy * dy || 1;
    const isBlocked = places.some((p, k) => {
      if (k === i || k === j) return false;
      const [x, y] = spot(p),
        along = ((x - x1) * dx + (y - y1) * dy) / square;
      return (
        along > 0
        && along < 1
        && Math.abs((x - x1) * dy - (y - y1) * dx) < BLOCKED * Math.sqrt(square)
      );
    });
    const bend = isBlocked ? 0.5 : 0,
      [mx, my] = [(x1 + x2) / 2 + bend * dy, (y1 + y2) / 2 - bend * dx];
    return {
      path: `M${x1} ${y1}Q${mx} ${my} ${x2} ${y2}`,
      middle: [(x1 + x2) / 4 + mx / 2, (y1 + y2) / 4 + my / 2],
    };
  }

  function drawnNode(k, over) {
    const [x, y] = spot(places[k]),
      series = `var(--dc-s${selection.markOf(k) % 10})`;
    const near = neighboursOf(A, k).map((l) =>
      Math.abs(A[k][l] - 1) < 1e-9 ? l : `${l} (${formatEntry(A[k][l])})`,
    );
    const state = [
      taken === k ? " taken" : "",
      over === k ? " over" : "",
      isFaded(selection, k) ? " faded" : "",
      selection.cluster === k ? " lit" : "",
    ].join("");
    return part(
      "g",
      {
        class: `node${state}`,
        "data-node": k,
        role: "button",
        tabindex: k === current ? 0 : -1,
        "aria-pressed": taken === k,
        transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
        "aria-label": `cluster ${k}, ${near.length ? `joined to ${near.join(", ")}` : "joined to none"}`,
      },
      part("circle", { r: 13 }),
      part("path", {
        d: SHAPES[selection.markOf(k) % 10],
        transform: "scale(6.5)",
        style: `fill:${series};stroke:color-mix(in srgb, ${series}, #14161a var(--dc-edge));stroke-width:.14`,
      }),
      part("text", { ...besides(k), "text-anchor": "middle" }, String(k)),
    );
  }

  // The numeral stands where the directions to the neighbours leave most room.
  function besides(k) {
    const [x, y] = spot(places[k]);
    const ways = neighboursOf(A, k).map((l) =>
      Math.atan2(spot(places[l])[1] - y, spot(places[l])[0] - x),
    );
    const room = (angle) =>
      Math.min(Math.PI, ...ways.map((other) => Math.acos(Math.cos(angle - other))));
    const best = SIDES.reduce((one, angle) => (room(angle) > room(one) + 0.1 ? angle : one));
    return { x: 16 * Math.cos(best), y: 16 * Math.sin(best) + 4 };
  }

  const pairWords = (i, j, isDrag) =>
    isEdge(weight(i, j))
      ? isDrag
        ? `Let go to part ${i} and ${j}.`
        : `${i} and ${j}: ${formatEntry(weight(i, j))}. Enter parts, + and ${MINUS} weigh.`
      : isDrag
        ? `Let go to join ${i} and ${j}.`
        : `${i} and ${j} are apart. Enter joins them.`;
  function restWords() {
    const parts = partsOf(A);
    if (parts.length === 1 || parts.length === A.length) return HINT;
    return `${parts.length} parts: no way leads from ${parts[0][0]} to ${parts[1][0]}.`;
  }

  function measure() {
    const width = picture.clientWidth,
      height = picture.clientHeight;
    if (!width || (width === size[0] && height === size[1])) return;
    size = [width, height];
    paint();
  }
  const stop = onResize(picture, measure);

  return {
    root,
    focus,
    look: paint,
    draw(next, base, isDark, isNamed) {
      if (next.length > MOST_NODES) return;
      place(next, isNamed);
      [A, dark, current] = [next, isDark, Math.min(current, next.length - 1)];
      if (taken !== null && taken >= A.length) taken = null;
      measure();
      paint();
    },
    stop() {
      giveBack();
      taken = null;
    },
    destroy() {
      giveBack();
      stop();
    },
  };
}

// Into the unit square, which is `high` times as high as wide on screen, one scale for both ways.
function fitted(at, high) {
  const ends = (e) => [Math.min(...at.map((p) => p[e])), Math.max(...at.map((p) => p[e]))];
  const [[left, right], [top, low]] = [ends(0), ends(1)];
  const scale = Math.min(1 / (right - left || 1e-9), high / (low - top || 1e-9), 1e6);
  return at.map(([x, y]) => [
    0.5 + (x - (left + right) / 2) * scale,
    0.5 + ((y - (top + low) / 2) * scale) / high,
  ]);
}

// Size is width, sign is hue and dash.
function edgeLook(x, largest, dark) {
  if (!isEdge(x)) return { class: "none" };
  return {
    stroke: `rgb(${matrixColour(x < 0 ? -0.62 : 0.62, dark)})`,
    "stroke-width": 1.5 + (4 * Math.abs(x)) / largest,
    "stroke-dasharray": x < 0 ? "3 3" : null,
  };
}
