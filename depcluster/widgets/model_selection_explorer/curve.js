// What a judge says of every candidate, as far as the candidates are in.
const JUDGED = { left: 34, right: 14, top: 24, bottom: 22, low: 168 };

// Under LSMI the axis shows differences; under (8) it reaches from 0 to where (8) goes.
function judgedRange({ lsmi, smi, judge, bound }) {
  const seen = [...lsmi, ...(judge === "smi" ? smi : [])].filter((v) => v !== null);
  const high = Math.max(bound, ...seen);
  if (judge === "smi") return [Math.min(0, ...seen), 1.04 * high];
  const low = Math.min(0.9 * bound, ...seen);
  return [low - 0.12 * (high - low), high];
}

function judgedScales(width, height, state) {
  const [low, high] = judgedRange(state), floor = height - JUDGED.bottom;
  const last = Math.max(1, state.candidates.length - 1), first = JUDGED.left + 12;
  const across = (width - JUDGED.right - first) / last;
  return {
    low, high, floor, right: width,
    x: (i) => first + i * across,
    y: (v) => floor - ((v - low) / (high - low)) * (floor - JUDGED.top),
    nearest: (px) => Math.max(0, Math.min(last, Math.round((px - first) / across))),
  };
}

function judgedGround({ x, y, low, high, floor, right }, { bound, candidates, judge, at }) {
  const line = (v, stroke, attrs) => svg("line", {
    x1: JUDGED.left, x2: right, y1: y(v), y2: y(v), stroke, ...attrs,
  });
  const impossible = judge === "smi";
  return [
    impossible ? svg("rect", {
      x: JUDGED.left, y: JUDGED.top, width: right - JUDGED.left, height: y(bound) - JUDGED.top,
      style: "fill:color-mix(in srgb, var(--dc-ink) 5%, var(--dc-bg))",
    }) : null,
    roundTicks(low, high, 4).map(([v, digits]) => [
      line(v, "var(--dc-rule)"),
      svg("text", { x: JUDGED.left - 6, y: y(v) + 4, "text-anchor": "end" }, num(v, digits)),
    ]),
    line(bound, "var(--dc-ink-2)", { "stroke-dasharray": "4 3" }),
    svg("text", {
      x: right, y: impossible ? JUDGED.top + 14 : y(bound) - 6, "text-anchor": "end",
    }, impossible ? `shaded: impossible, SMI is at most (c − 1)/2 = ${bound}` : `bound (c − 1)/2 = ${bound}`),
    candidates.map((t, i) => svg("text", {
      x: x(i), y: floor + 17, "text-anchor": "middle", class: i === at ? "strong" : null,
    }, String(t))),
    at < 0 ? null : svg("line", {
      x1: x(at), x2: x(at), y1: JUDGED.top, y2: floor, stroke: "var(--dc-accent)",
    }),
  ];
}

function judgedDots({ x, y }, values, { undecided, candidates, at }) {
  const dot = (v, i) => {
    if (v === null) return null;
    const style = i === at ? "fill:var(--dc-accent);stroke:var(--dc-bg);stroke-width:2"
      : undecided[i] ? "fill:var(--dc-bg);stroke:var(--dc-ink);stroke-width:1.5"
        : "fill:var(--dc-ink)";
    const words = `t = ${candidates[i]}: ${num(v, 3)}, ${undecided[i]} undecided`;
    return svg("circle", { cx: x(i), cy: y(v), r: i === at ? 6 : 3.75, style },
      svg("title", {}, words));
  };
  return values.map(dot);
}

// The choice stands under its dot, or above it where there is no room.
function judgedChoice({ x, y, floor }, values, { candidates, choice, judge }) {
  const i = candidates.indexOf(choice[judge]);
  if (i < 0) return null;
  const top = y(values[i]), below = floor - top > 44, way = below ? 1 : -1;
  const side = i === 0 ? "start" : i === candidates.length - 1 ? "end" : "middle";
  return [
    svg("path", {
      d: `M${x(i)} ${top + 9 * way}v${9 * way}`, stroke: "var(--dc-ink)", "stroke-width": 2,
    }),
    svg("text", {
      x: side === "middle" ? x(i) : x(i) + (side === "start" ? -8 : 8),
      y: top + (below ? 30 : -22), "text-anchor": side, class: "strong",
    }, "chosen"),
  ];
}

const NAMES = { lsmi: "LSMI", smi: "estimate (8)" };

// -> { root, draw(state), height(), setHeight(px), destroy() }; onGo is told a candidate's place.
// state: candidates, bound, at (place of the t on screen), judge, lsmi, smi, undecided, choice.
function createJudged(onGo) {
  const title = el("b", {}), count = el("span", {}), chart = el("div", { role: "img" });
  const root = el("div", { class: "panel judged" },
    el("div", { class: "cap" }, title, count), chart);
  let state = null, height = JUDGED.low, scales = null;

  function paint() {
    const width = chart.clientWidth;
    if (!width || !state) return;
    scales = judgedScales(width, height, state);
    const { judge } = state, values = state[judge];
    const other = judge === "smi" ? brokenLine(scales, state.lsmi, {
      stroke: "var(--dc-ink-2)", "stroke-dasharray": "2 3",
    }) : null;
    chart.replaceChildren(svg("svg", { width, height, "aria-hidden": "true" },
      judgedGround(scales, state), other, brokenLine(scales, values, { stroke: "var(--dc-ink)" }),
      judgedDots(scales, values, state), judgedChoice(scales, values, state)));
  }

  function tell() {
    const { candidates, judge, choice, lsmi } = state, n = candidates.length;
    const done = lsmi.filter((v) => v !== null).length, chosen = choice[judge];
    title.textContent = judge === "smi" ? "Estimate (8) of each t, LSMI dotted" : "LSMI of each t";
    count.textContent = done < n ? `${done} of ${n} judged` : "hollow: some points undecided";
    const best = chosen === null ? `${done} of ${n} candidates judged`
      : `largest, ${num(state[judge][candidates.indexOf(chosen)], 3)}, at t = ${chosen}`;
    chart.setAttribute("aria-label", `${NAMES[judge]} against t: ${best}`);
  }

  onDrag(chart, (x) => { if (scales) onGo(scales.nearest(x)); });
  const stop = onResize(chart, paint);
  return {
    root,
    draw(next) { state = next; tell(); paint(); },
    height: () => height,
    setHeight(px) { if (px !== height) { height = px; paint(); } },
    destroy: stop,
  };
}
