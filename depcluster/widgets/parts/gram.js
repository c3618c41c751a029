// A Gram matrix as a picture: rows sorted by cluster, block borders, a mark at each block.

function gramImage(pixels, p, dark) {
  const table = new Uint8ClampedArray(4 * 256).fill(255), image = new ImageData(p, p);
  for (let v = -128; v < 128; v++) table.set(matrixColour(v / 127, dark), 4 * (v + 128));
  const colours = new Uint32Array(table.buffer), out = new Uint32Array(image.data.buffer);
  for (let q = 0; q < p * p; q++) out[q] = colours[pixels[q] + 128];
  const sheet = el("canvas", { width: p, height: p });
  sheet.getContext("2d").putImageData(image, 0, 0);
  return sheet;
}

// The bar of colours in the caption, from 0 or the negative of `scale` up to `scale`.
function createColourKey() {
  const canvas = el("canvas", { "aria-hidden": "true" });
  const low = el("span", {}), high = el("span", {});
  const root = el("span", { class: "key" }, low, canvas, high);
  function draw(negative, scale, width) {
    const context = fitCanvas(canvas, width, 8), dark = isDark(root);
    high.textContent = String(Number(scale.toPrecision(2)));
    low.textContent = negative ? MINUS + high.textContent : "0";
    for (let i = 0; i < width; i++) {
      const share = i / (width - 1);
      context.fillStyle = `rgb(${matrixColour(negative ? 2 * share - 1 : share, dark).join(",")})`;
      context.fillRect(i, 0, 1, 8);
    }
    context.strokeStyle = colour(root, "--dc-rule-2");
    context.strokeRect(0.5, 0.5, width - 1, 7);
  }
  return { root, draw };
}

// -> { root, draw(picture), setTitle(text), setMaximum(px), highlight(set), destroy() }
// picture: pixels Int8Array (p * p, 127 = the largest absolute value), p, borders [c + 1 offsets in
// 0..p, or none where rows are not sorted], means c x c, sizes, signed, scale (that largest value).
function createGram({ caption: title }) {
  const key = createColourKey(), canvas = el("canvas", { role: "img" });
  const block = el("div", { class: "block", hidden: true });
  const tip = el("div", { class: "tip", hidden: true });
  const head = caption(title, key.root);
  const frame = el("div", { class: "frame square", tabindex: 0, role: "group",
    "aria-label": title }, canvas, block, tip);
  const top = el("div", { class: "heads top" }), left = el("div", { class: "heads left" });
  const live = liveRegion(), body = el("div", { class: "gram" }, top, left, frame);
  const root = el("div", { class: "panel" }, head, body, live.root);
  let picture = null, image = null, maximum = 372, at = null, chosen = new Set();

  const side = () => Math.max(96, Math.min(maximum, root.clientWidth - 36));
  const blocks = () => Math.max(0, picture.borders.length - 1);

  function paint() {
    if (!picture || !root.clientWidth) return;
    const px = side(), context = fitCanvas(canvas, px, px);
    image ??= gramImage(picture.pixels, picture.p, isDark(root));
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, px, px);
    fadeOthers(context, px);
    context.fillStyle = colour(root, "--dc-ink");
    context.globalAlpha = 0.5;
    for (const border of picture.borders.slice(1, -1)) {
      const line = Math.round((border / picture.p) * px);
      context.fillRect(line, 0, 1, px);
      context.fillRect(0, line, px, 1);
    }
    context.globalAlpha = 1;
    key.draw(picture.signed, picture.scale ?? 1, px > 300 ? 96 : px > 180 ? 64 : 28);
    head.style.maxWidth = `${px + 36}px`;
    drawHeads(px);
    stamp(canvas);
    showBlock();
  }

  function fadeOthers(context, px) {
    if (!chosen.size) return;
    const edge = (k) => (picture.borders[k] / picture.p) * px;
    context.fillStyle = colour(root, "--dc-bg");
    context.globalAlpha = 0.84;
    for (let i = 0; i < blocks(); i++) {
      for (let j = 0; j < blocks(); j++) {
        if (chosen.has(i) || chosen.has(j)) continue;
        context.fillRect(edge(j), edge(i), edge(j + 1) - edge(j), edge(i + 1) - edge(i));
      }
    }
    context.globalAlpha = 1;
  }

  function drawHeads(px) {
    const head = (k, place) => {
      const [a, b] = picture.borders.slice(k, k + 2).map((border) => (border / picture.p) * px);
      if (b - a < 9) return null;
      const name = place === "top" || b - a >= 26 ? String(k) : null;
      return el("span", { style: `${place}:${(a + b) / 2}px` }, mark(k, 3.6), name);
    };
    const all = [...Array(blocks()).keys()];
    top.replaceChildren(...all.map((k) => head(k, "left")).filter(Boolean));
    left.replaceChildren(...all.map((k) => head(k, "top")).filter(Boolean));
  }

  function showBlock() {
    block.hidden = tip.hidden = at === null;
    if (at === null) return;
    const [i, j] = at, px = side(), edge = (k) => (picture.borders[k] / picture.p) * px;
    const [x, y] = [edge(j), edge(i)], [w, h] = [edge(j + 1) - x, edge(i + 1) - y];
    Object.assign(block.style,
      { left: `${x}px`, top: `${y}px`, width: `${w}px`, height: `${h}px` });
    tip.replaceChildren(el("b", {}, `mean ${num(picture.means[i][j])}`),
      el("span", {}, i === j ? `within cluster ${i}` : `clusters ${i} and ${j}`),
      el("span", {}, `${picture.sizes[i]} × ${picture.sizes[j]} points`));
    const beside = x + w + 8 + tip.offsetWidth > px ? x - 8 - tip.offsetWidth : x + w + 8;
    tip.style.left = `${Math.max(2, Math.min(px - tip.offsetWidth - 2, beside))}px`;
    tip.style.top = `${Math.max(2, Math.min(px - tip.offsetHeight - 2, y + h / 2 - 24))}px`;
  }

  function choose(next, spoken) {
    at = next;
    showBlock();
    if (!spoken || !at) return;
    const [i, j] = at, { means, sizes } = picture;
    const pair = i === j ? `within cluster ${i}` : `clusters ${i} and ${j}`;
    live.say(`${pair}: mean ${num(means[i][j])}, ${sizes[i]} by ${sizes[j]} points`);
  }

  function onKey(event) {
    const step = ARROWS[event.key], last = blocks() - 1;
    if (step && last >= 0) {
      const keep = (v) => Math.max(0, Math.min(last, v));
      choose(at ? [keep(at[0] + step[1]), keep(at[1] + step[0])] : [0, 0], true);
    } else if (event.key === "Escape") choose(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function under(event) {
    const box = canvas.getBoundingClientRect();
    const find = (v) => {
      const k = picture.borders.findIndex((b) => v * picture.p < b * box.width) - 1;
      return k < 0 ? blocks() - 1 : k;
    };
    return blocks() ? [find(event.clientY - box.top), find(event.clientX - box.left)] : null;
  }

  frame.addEventListener("keydown", onKey);
  frame.addEventListener("blur", () => choose(null));
  canvas.addEventListener("pointermove", (event) => choose(picture && under(event)));
  canvas.addEventListener("pointerleave", () => choose(null));
  const stops = [
    onResize(root, paint),
    onThemeChange(root, () => { image = null; paint(); }),
  ];

  return {
    root,
    setTitle(text) {
      head.firstChild.textContent = text;
      frame.setAttribute("aria-label", text);
    },
    highlight(set) { chosen = set; paint(); },
    setMaximum(px) { if (px !== maximum) { maximum = px; paint(); } },
    draw(next) {
      picture = next;
      image = null;
      if (at && Math.max(...at) >= blocks()) at = null;
      canvas.setAttribute("aria-label", blocks()
        ? `Gram matrix sorted by cluster, ${blocks()} blocks of ${picture.sizes.join(", ")} points`
        : `Gram matrix of ${picture.p} rows in their given order`);
      paint();
    },
    destroy() { stops.forEach((stop) => stop()); },
  };
}
