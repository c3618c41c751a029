// What pictures have in common: a width, the colours of the theme, and that they are painted again
// when one of these changes. What is asked while words change makes a page lay itself out anew, so
// both are kept.

import {
  colour,
  edgeColour,
  isDark,
  matrixColour,
  onResize,
  onThemeChange,
  seriesColour,
  SHAPES,
} from "./common.js";

// What a canvas needs to know of the theme, which has no var().
function themeColours(host) {
  const dark = isDark(host),
    fills = SHAPES.map((_, k) => seriesColour(host, k));
  return {
    dark,
    fills,
    edges: fills.map((fill) => edgeColour(fill, dark)),
    edgeWidth: dark ? 0.6 : 0.9,
    ink: colour(host, "--dc-ink"),
    quiet: colour(host, "--dc-ink-2"),
    paper: colour(host, "--dc-bg"),
    rule: colour(host, "--dc-rule"),
    faint: colour(host, "--dc-rule-2"),
    error: colour(host, "--dc-error"),
    accent: colour(host, "--dc-accent"),
    font: getComputedStyle(host).fontFamily,
    shade: (t) => `rgb(${matrixColour(t, dark).join(",")})`,
  };
}

// paint(size, colours) is called once `host` has a size, which is its width unless `measure` says
// otherwise, and again when that, the theme or the `selection` has changed.
// -> { draw(), fit(), destroy() }; fit draws in a size that may have changed just now.
/**
 * @param {HTMLElement} host
 * @param {(size: any, colours: any) => void} paint
 * @param {{ colours?: (host: HTMLElement) => any, selection?: any, measure?: () => any }} [more]
 */
export function createPainter(
  host,
  paint,
  { colours: coloursOf = themeColours, selection = null, measure = () => host.clientWidth } = {},
) {
  let size,
    colours = null; // not known, or nothing where the host is not shown
  function draw() {
    if (size === undefined) size = measure();
    if (size) paint(size, (colours ??= coloursOf(host)));
  }
  const observer = new ResizeObserver(() => {
    size = undefined;
  });
  observer.observe(host);
  const stops = [
    () => observer.disconnect(),
    onResize(host, draw),
    onThemeChange(host, () => {
      colours = null;
      draw();
    }),
    ...(selection ? [selection.on(draw)] : []),
  ];
  return {
    draw,
    fit() {
      size = undefined;
      draw();
    },
    destroy() {
      stops.forEach((stop) => stop());
    },
  };
}
