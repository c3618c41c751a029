// The state of a widget as the fragment of an address: its name on the page, then the controls that
// differ from the start, as in #kernel-explorer&kernel=laplacian&width=1.5. A fragment that is read
// is input from a stranger. What a control can be, by its name, are kinds that Python tells
// (`base/traits.py`).

export const MOST = 2000; // characters
const MOST_READ = 3 * MOST; // some programs write a comma with three
const NONE = "none",
  SHOW = "show",
  ESCAPED = /%(?:2C|3B)/g;
const NUMBER = /^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

function numberOf(text, { low = -Infinity, high = Infinity, whole = false }) {
  const x = NUMBER.test(text) ? Number(text) : NaN;
  return Number.isFinite(x) && x >= low && x <= high && (!whole || Number.isInteger(x))
    ? x
    : undefined;
}

// Rows of numbers, or undefined.
function rowsOf(text, limits) {
  const rows = text
    ? text.split(";").map((row) => row.split(",").map((x) => numberOf(x, limits)))
    : [];
  return rows.flat().includes(undefined) ? undefined : rows;
}
const textOfRows = (rows, digits) =>
  rows
    .map((row) => row.map((x) => String(digits ? Number(x.toPrecision(digits)) : x)).join(","))
    .join(";");

// text(value, kind) and value(text, kind), undefined for what cannot be.
const KINDS = {
  flag: {
    text: (on) => (on ? "yes" : "no"),
    value: (text) => ({ __proto__: null, yes: true, no: false })[text],
  },
  one: {
    text: (value) => String(value ?? NONE),
    value: (text, { of, or }) => {
      const found = of.find((each) => String(each ?? NONE) === text);
      return found === undefined && or ? numberOf(text, or) : found;
    },
  },
  some: {
    text: (names) => names.join(","),
    value(text, { of }) {
      const names = text ? text.split(",") : [];
      return names.every((name) => of.includes(name))
        ? of.filter((name) => names.includes(name))
        : undefined;
    },
  },
  // One, a row, or rows of them; of a length null in `shape` there may be up to `most`.
  numbers: {
    text: (value, { shape, digits }) =>
      value === null ? NONE : textOfRows([[[value]], [value], value][shape.length], digits),
    value(text, kind) {
      const { shape, most = Infinity, none = false } = kind;
      const fits = (length, n) => n === length || (length === null && n <= most);
      if (none && text === NONE) return null;
      const rows = rowsOf(text, kind),
        [height, width] = [1, 1, ...shape].slice(-2);
      if (!rows || !fits(height, rows.length) || !rows.every((row) => fits(width, row.length)))
        return undefined;
      return [rows[0]?.[0], rows[0], rows][shape.length];
    },
  },
  // Symmetric: the rows as far as the diagonal.
  matrix: {
    text: (A) => textOfRows(A.map((row, i) => row.slice(0, i + 1))),
    value(text, { low, high, most }) {
      const rows = rowsOf(text, { low: -most, high: most }),
        n = rows?.length;
      if (!(n >= low && n <= high) || rows.some((row, i) => row.length !== i + 1)) return undefined;
      return rows.map((_, i) => rows.map((__, j) => rows[Math.max(i, j)][Math.min(i, j)]));
    },
  },
  // Of a pad: x, y and, where it is not 0, the class; or the name of a set to start from.
  points: {
    text(points, { toys }) {
      const text = pointsText(points);
      return Object.keys(toys).find((name) => pointsText(toys[name]) === text) ?? text;
    },
    value(text, { toys, half, most, classes }) {
      if (Object.hasOwn(toys, text)) return toys[text];
      const points = rowsOf(text, {})?.map(([x, y, k = 0, ...more]) => [x, y, k, ...more]);
      const isPlace = ([x, y, k, ...more]) =>
        Math.abs(x) <= half[0]
        && Math.abs(y) <= half[1]
        && Number.isInteger(k)
        && k >= 0
        && k < classes
        && !more.length;
      return points && points.length <= most && points.every(isPlace) ? points : undefined;
    },
  },
};
const pointsText = (points) =>
  textOfRows(
    points.map(([x, y, k]) => [
      ...[x, y].map((v) => Math.round(100 * v) / 100 + 0),
      ...(k ? [k] : []),
    ]),
  );

// "" of a state that is not of its kind: a saved page may hold anything, and the answers say what
// is wrong.
export function textOf(value, kind) {
  try {
    return KINDS[kind.kind].text(value, kind);
  } catch {
    return "";
  }
}

// -> the fragment; `texts` are the controls to write, in their order, and `shown` the only ones a
// page has to show.
export function fragmentOf(name, texts, shown = null) {
  const pairs = [...Object.entries(texts), ...(shown ? [[SHOW, shown.join(",")]] : [])];
  return `#${[name, ...pairs.map(([key, text]) => `${key}=${escaped(text)}`)].join("&")}`;
}
const escaped = (text) => encodeURIComponent(text).replace(ESCAPED, decodeURIComponent);

// -> { values, wrong, shown } for the widget of a name, what its controls become, [name, text] of
// what cannot be, and the controls to show; { other } for a link to another one, by its name; null
// for any other fragment.
/**
 * @type {(fragment: string, name: string, kinds: Record<string, any>) => { other?: string,
 *   values?: Record<string, any>, wrong?: string[][], shown?: string[] | null } | null}
 */
export function readFragment(fragment, name, kinds) {
  const [named, ...parts] = fragment.slice(1).split("&"),
    values = {},
    wrong = [];
  let shown = null;
  if (named !== name) return parts.some((part) => part.includes("=")) ? { other: named } : null;
  if (fragment.length > MOST_READ)
    return { values, wrong: [["length", String(fragment.length)]], shown };
  for (const part of parts.filter(Boolean)) {
    const [key, ...rest] = part.split("="),
      text = unescaped(rest.join("="));
    const kind = Object.hasOwn(kinds, key) ? kinds[key] : null;
    const value = kind && text !== undefined ? KINDS[kind.kind].value(text, kind) : undefined;
    if (value !== undefined) values[key] = value;
    else if (key === SHOW && text !== undefined) shown = text.split(",").filter(Boolean);
    else wrong.push([key, text ?? rest.join("=")]);
  }
  return { values, wrong, shown };
}

function unescaped(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    // a percent sign that begins nothing
    return undefined;
  }
}

export const clipped = (text) => (text.length > 24 ? `${text.slice(0, 24)}…` : text);

// What is said of what cannot be; "" where all can.
export function wrongWords(wrong) {
  if (!wrong.length) return "";
  const told = wrong.slice(0, 3).map(([key, text]) => `${clipped(key)}=${clipped(text)}`);
  const more = wrong.length > told.length ? ` and ${wrong.length - told.length} more` : "";
  return `The link has what is not known here and stays as at the start: ${told.join(", ")}${more}.`;
}
