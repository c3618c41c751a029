// What is on screen as one picture, twice as large: boxes, words, canvases and drawings painted in
// the order in which they stand in the page. A drawing holds nothing of another's, so that a canvas
// stays free to be read.

import { colour, el, PAINTED, setAttributes } from "./common.js";
import { createDoButton } from "./feedback.js";

const PICTURE_SCALE = 2,
  PICTURE_MARGIN = 16,
  DRAWING_RIM = 24;
const NOT_PICTURED =
  "select, input, .icon, .copy, .seg, .travel, .turning, .pages, .tools, .low, "
  + ".scope, .unseen, .tip, .statusbar, .controls, .bar.under, .findings .bar";
const DRAWN_STYLES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "font-style",
  "font-variant-numeric",
  "letter-spacing",
  "text-anchor",
  "dominant-baseline",
  "paint-order",
  "display",
  "visibility",
  "clip-path",
  "color",
];

// An element as it stands now, whatever becomes of it: each of `ops` paints a part on a context,
// once `waits`, its drawings, have come.
function picturedElement(root) {
  const ops = [],
    waits = [],
    base = root.getBoundingClientRect();
  /** @type {(box: DOMRect) => [number, number, number, number]} */
  const placeOf = (box) => [box.left - base.left, box.top - base.top, box.width, box.height];

  function take(node) {
    if (node.nodeType === Node.TEXT_NODE) return takeWords(node);
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches(NOT_PICTURED)) return;
    const style = getComputedStyle(node),
      place = placeOf(node.getBoundingClientRect());
    if (style.display === "none" || style.visibility === "hidden") return;
    const isDrawing = node instanceof SVGSVGElement,
      [x, y, w, h] = place;
    const cuts = !isDrawing && style.overflowX !== "visible",
      opacity = Number(style.opacity);
    ops.push((context) => {
      context.save();
      context.globalAlpha *= opacity;
    });
    if (isDrawing) takeDrawing(node, place);
    else if (node instanceof HTMLCanvasElement) takeCanvas(node, place, style);
    else {
      takeBox(place, {
        ...borderOf(style),
        fill: style.backgroundColor,
        r: parseFloat(style.borderRadius),
      });
      if (cuts)
        ops.push((context) => {
          context.beginPath();
          context.rect(x, y, w, h);
          context.clip();
        });
      node.childNodes.forEach(take);
    }
    ops.push((context) => context.restore());
  }

  function takeBox([x, y, w, h], { fill, line, width, dash, r }) {
    ops.push((context) => {
      context.setLineDash(dash);
      context.beginPath();
      context.roundRect(
        x + width / 2,
        y + width / 2,
        Math.max(0, w - width),
        Math.max(0, h - width),
        r,
      );
      Object.assign(context, { fillStyle: fill, strokeStyle: line, lineWidth: width });
      context.fill();
      if (width) context.stroke();
    });
  }

  function takeCanvas(canvas, [x, y, w, h], style) {
    if (!canvas.width || !canvas.height) return;
    const copy = el("canvas", { width: canvas.width, height: canvas.height });
    const smooth = style.imageRendering !== "pixelated";
    copy.getContext("2d").drawImage(canvas, 0, 0);
    ops.push((context) => {
      context.imageSmoothingEnabled = smooth;
      context.drawImage(copy, x, y, w, h);
    });
  }

  // Lines and words may reach over the edge of a drawing that has no frame of its own.
  function takeDrawing(drawing, [x, y, w, h]) {
    if (!w || !h) return;
    const rim = drawing.hasAttribute("viewBox") ? 0 : DRAWING_RIM,
      image = new Image();
    const own = rim ? { viewBox: `${-rim} ${-rim} ${w + 2 * rim} ${h + 2 * rim}` } : {};
    const copy = styledCopy(drawing);
    setAttributes(copy, { ...own, width: w + 2 * rim, height: h + 2 * rim });
    const text = new XMLSerializer().serializeToString(copy);
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
    waits.push(image.decode());
    ops.push((context) => context.drawImage(image, x - rim, y - rim, w + 2 * rim, h + 2 * rim));
  }

  // Each word where the page has put it.
  function takeWords(node) {
    const look = lookOfWords(getComputedStyle(node.parentElement)),
      range = document.createRange();
    for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const [x, y, w, h] = placeOf(range.getBoundingClientRect());
      if (!w) continue;
      ops.push((context) => {
        Object.assign(context, look);
        const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } =
          context.measureText(word);
        context.fillText(word, x, y + (h + up - down) / 2, w + 1);
      });
    }
  }

  take(root);
  return { ops, waits };
}

const lookOfWords = ({ fontStyle, fontWeight, fontSize, fontFamily, color, letterSpacing }) => ({
  font: `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`,
  fillStyle: color,
  letterSpacing: letterSpacing === "normal" ? "0px" : letterSpacing,
});

function borderOf({ borderTopStyle: top, borderBottomStyle: low, borderTopWidth, borderTopColor }) {
  const width = top === low && top !== "none" ? parseFloat(borderTopWidth) : 0;
  return { width, line: borderTopColor, dash: top === "dashed" ? [3, 3] : [] };
}

// A drawing that looks the same without the page's style sheets.
function styledCopy(drawing) {
  const copy = drawing.cloneNode(true),
    parts = [drawing, ...drawing.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((part, i) => {
    const style = getComputedStyle(parts[i]);
    part.removeAttribute("class");
    DRAWN_STYLES.forEach((name) => part.style.setProperty(name, style.getPropertyValue(name)));
  });
  return copy;
}

// What the controls of a row stand at, as words.
export function controlWords(row) {
  const seen = (node) => node.getClientRects().length > 0;
  const found = [...row.querySelectorAll(".slider .top, .read > div, .step, select, .seg")].filter(
    seen,
  );
  return found
    .map((node) => {
      const named =
        node.querySelector(".lab .hint > span, .hint > span") ?? node.querySelector(".lab");
      const label = node.getAttribute("aria-label") ?? named?.textContent;
      const value = node.matches("select")
        ? node.selectedOptions[0]?.textContent
        : node.querySelector("[aria-checked=true], output, b, .v")?.textContent;
      return label && value ? `${label} ${value}` : "";
    })
    .filter(Boolean);
}

// Words in lines that are no wider than there is room.
function linesOf(context, text, room) {
  const lines = [""];
  for (const word of text.split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (context.measureText(longer).width <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

// Canvases are drawn anew at the picture's scale, copied, and drawn again for the page.
async function atScale(root, take) {
  const draw = (scale) => {
    root.style.setProperty("--dc-ratio", scale);
    document.dispatchEvent(new Event(PAINTED));
  };
  draw(PICTURE_SCALE);
  await new Promise(requestAnimationFrame); // some draw with the next frame
  try {
    return take();
  } finally {
    draw("");
  }
}

// -> a canvas: a title, `words` below it, and what `node` shows, on the ground of the theme.
async function createPicture(root, node, title, words) {
  const { width, height } = node.getBoundingClientRect(),
    m = PICTURE_MARGIN;
  const family = getComputedStyle(root).fontFamily,
    sheet = el("canvas");
  const context = sheet.getContext("2d"),
    small = `11px ${family}`;
  const look = {
    ground: colour(root, "--dc-bg"),
    ink: colour(root, "--dc-ink"),
    quiet: colour(root, "--dc-ink-2"),
  };
  const { ops, waits } = await atScale(root, () => picturedElement(node));
  context.font = small;
  const lines = words.filter(Boolean).flatMap((text) => linesOf(context, text, width));
  const top = m + 20 + 16 * lines.length + 8;
  await Promise.all(waits);
  Object.assign(sheet, {
    width: Math.round(PICTURE_SCALE * (width + 2 * m)),
    height: Math.round(PICTURE_SCALE * (top + height + m)),
  });
  context.scale(PICTURE_SCALE, PICTURE_SCALE);
  context.fillStyle = look.ground;
  context.fillRect(0, 0, sheet.width, sheet.height);
  const write = (text, y, font, fill) => {
    Object.assign(context, { font, fillStyle: fill });
    context.fillText(text, m, y);
  };
  write(title, m + 12, `600 13px ${family}`, look.ink);
  lines.forEach((line, i) => write(line, m + 32 + 16 * i, small, look.quiet));
  context.translate(m, top);
  ops.forEach((op) => op(context));
  return sheet;
}

export function download(blob, name) {
  const link = el("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// "Save picture" of what pictured() gives, { root, node, title, words, file }.
export function createPictureButton(pictured) {
  const button = createDoButton("picture", "Save picture", "Saved", async () => {
    const { root, node, title, words, file } = pictured();
    const sheet = await createPicture(root, node, title, words);
    download(
      await new Promise((done) => {
        sheet.toBlob(done, "image/png");
      }),
      file,
    );
  });
  button.classList.add("save");
  return button;
}
