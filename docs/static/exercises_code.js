// Reads what a student types: numbers, matrices, code in one form. The twin of
// docs/maker/exercises/normal.py, step by step.
(() => {
  const TOKEN = new RegExp(
    [
      "(?<space>[ \\t\\f]+|\\\\\\n)",
      "(?<comment>#[^\\n]*)",
      "(?<line>\\n)",
      "(?<text>[rRbBfFuU]{0,2}(?:\"\"\"[\\s\\S]*?\"\"\"|'''[\\s\\S]*?'''" +
        "|\"(?:[^\"\\\\\\n]|\\\\.)*\"|'(?:[^'\\\\\\n]|\\\\.)*'))",
      "(?<number>(?:[0-9][0-9_]*\\.?[0-9_]*|\\.[0-9][0-9_]*)(?:[eE][-+]?[0-9]+)?j?)",
      "(?<name>[A-Za-z_][A-Za-z0-9_]*)",
      "(?<sign>\\*\\*=?|//=?|>>=?|<<=?|->|:=|\\.\\.\\.|[-+*/%@&|^=!<>]=|[^\\n])",
    ].join("|"),
    "gu",
  );
  const OPEN = ["(", "[", "{"];
  const CLOSE = [")", "]", "}"];
  const kindOf = (groups) => Object.keys(groups).find((kind) => groups[kind] !== undefined);
  const turn = (word) => OPEN.includes(word) - CLOSE.includes(word);

  // [width of indentation, tokens] of each line that holds any; brackets join lines.
  function linesOf(source) {
    const text = source.replaceAll("\r\n", "\n") + "\n";
    const lines = [];
    let [tokens, depth, begun, width] = [[], 0, 0, 0];
    for (const found of text.matchAll(TOKEN)) {
      const kind = kindOf(found.groups);
      const word = found[0];
      if (kind === "line" && depth <= 0) {
        if (tokens.length) lines.push([width, tokens]);
        tokens = [];
        begun = found.index + word.length;
      }
      if (["line", "space", "comment"].includes(kind)) continue;
      if (!tokens.length) {
        width = text.slice(begun, found.index).replaceAll("\t", " ".repeat(8)).length;
      }
      depth += turn(word);
      tokens.push([kind, word]);
    }
    return tokens.length ? [...lines, [width, tokens]] : lines;
  }

  // Plain texts in double quotes; no comma before the end of a list or a call.
  function tidy(tokens, words) {
    const kept = [];
    const opened = [];
    for (let [kind, word] of tokens) {
      const last = kept.at(-1);
      if (kind === "text" && /^'[^'"\\]*'$/.test(word)) word = `"${word.slice(1, -1)}"`;
      if (OPEN.includes(word)) {
        const named = last?.[0] === "name" && !words.has(last[1]);
        const called = named || CLOSE.includes(last?.[1]);
        opened.push(word === "{" || called === (word === "("));
      } else if (CLOSE.includes(word)) {
        const loose = opened.pop();
        if (loose && last?.[1] === "," && kept.length > 1 && !OPEN.includes(kept.at(-2)[1])) {
          kept.pop();
        }
      }
      kept.push([kind, word]);
    }
    return kept;
  }

  // Words of the tokens; names of arguments in calls and after a point stay.
  function renamed(words, known) {
    const kept = new Set(known);
    let depth = 0;
    words.forEach(([kind, word], i) => {
      depth += turn(word);
      if (kind === "name" && words[i + 1]?.[1] === "=" && depth > 0) kept.add(word);
    });
    const names = new Map();
    return words.map(([kind, word], i) => {
      if (kind !== "name" || words[i - 1]?.[1] === "." || kept.has(word)) return word;
      if (!names.has(word)) names.set(word, `v${names.size}`);
      return names.get(word);
    });
  }

  // One form for code that surely means the same; `known` are names that mean something.
  function normal(source, known, keywords) {
    const reserved = new Set(keywords);
    const words = [];
    const widths = [0];
    for (const [width, tokens] of linesOf(source)) {
      if (tokens.every(([kind]) => kind === "text")) continue;
      if (width > widths.at(-1)) {
        widths.push(width);
        words.push(["sign", "→"]);
      }
      while (width < widths.at(-1)) {
        widths.pop();
        words.push(["sign", "←"]);
      }
      words.push(...tidy(tokens, reserved), ["sign", width === widths.at(-1) ? "¶" : "?"]);
    }
    widths.slice(1).forEach(() => words.push(["sign", "←"]));
    return renamed(words, [...known, ...keywords]).join(" ");
  }

  // The hash of Fowler, Noll and Vo from two beginnings.
  function key(text) {
    const bytes = new TextEncoder().encode(text);
    return [0x811c9dc5, 0x050c5d1f]
      .map((begin) => {
        let value = begin;
        for (const byte of bytes) value = Math.imul(value ^ byte, 0x01000193) >>> 0;
        return value.toString(16).padStart(8, "0");
      })
      .join("");
  }

  const FUNCTIONS = {
    sqrt: Math.sqrt,
    log: Math.log,
    exp: Math.exp,
    abs: Math.abs,
    degrees: (x) => (x * 180) / Math.PI,
    radians: (x) => (x * Math.PI) / 180,
  };

  // The value of a sum such as "(11 - 7) / 2" or "np.sqrt(17.75)"; NaN for anything else.
  function number(text) {
    const plain = text.replace(/#.*$/, "").replaceAll("−", "-").replace(/\b(?:np|math)\./g, "");
    const parts = plain.match(/\*\*|\d+\.?\d*(?:e[-+]?\d+)?|\.\d+(?:e[-+]?\d+)?|[a-z]+|\S/gi) ?? [];
    const take = (...wanted) => (wanted.includes(parts[0]) ? parts.shift() : null);
    const sum = () => chain(product, { "+": (a, b) => a + b, "-": (a, b) => a - b });
    const product = () => chain(signed, { "*": (a, b) => a * b, "/": (a, b) => a / b });
    function chain(next, signs) {
      let value = next();
      for (let sign; (sign = take(...Object.keys(signs))); ) value = signs[sign](value, next());
      return value;
    }
    function signed() {
      if (take("-")) return -signed();
      return take("+") ? signed() : power();
    }
    function power() {
      const base = atom();
      return take("**") ? base ** signed() : base;
    }
    function atom() {
      const part = parts.shift() ?? "";
      if (part === "pi") return Math.PI;
      const apply = Object.hasOwn(FUNCTIONS, part) ? FUNCTIONS[part] : null;
      if (apply && parts[0] !== "(") return NaN;
      if (part === "(" || (apply && parts.shift())) {
        const value = sum();
        return take(")") ? (apply ?? ((x) => x))(value) : NaN;
      }
      return /^[.\d]/.test(part) ? Number(part) : NaN;
    }
    const value = sum();
    return parts.length ? NaN : value + 0; // no -0
  }

  // Rows of numbers as "1 0;0 1", from lists in a list or from lines; null for anything else.
  function matrix(text) {
    const bare = text.replace(/#.*$/gm, "").trim().replace(/^(?:np\.)?array\(([^]*)\)$/, "$1").trim();
    const listed = /^\[\s*(?:\[[^[\]]*\]\s*,?\s*)+\]$/.test(bare);
    if (!listed && /[[\]()]/.test(bare)) return null;
    const rows = listed ? bare.slice(1, -1).match(/[^[\]]+(?=\])/g) ?? [] : bare.split("\n");
    const numbers = rows
      .map((row) => row.trim().replace(/,$/, "").split(listed ? "," : /[\s,]+/).map(number))
      .filter((row) => row.length);
    if (numbers.flat().some(Number.isNaN)) return null;
    return numbers.map((row) => row.map((x) => String(x + 0)).join(" ")).join(";");
  }

  // A number as a verdict repeats it: six digits, as Python's format "g" has them.
  function shown(value) {
    if (value === 0) return "0";
    const [digits, power] = value.toExponential(5).split("e");
    if (Number(power) >= -4 && Number(power) < 6) return String(Number(value.toPrecision(6)));
    const size = String(Math.abs(power)).padStart(2, "0");
    return `${Number(digits)}e${power < 0 ? "-" : "+"}${size}`;
  }

  window.depclusterExercises = { key, matrix, normal, number, shown };
})();
