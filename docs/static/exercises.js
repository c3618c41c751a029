// Checks answers to exercises without Python: right ones by tolerance, likely wrong ones by a hint.
(() => {
  const HEADS = {
    right: ["✓", "Right"],
    wrong: ["✗", "Not yet"],
    open: ["○", "Not answered yet"],
    unknown: ["○", "Not known on this page"],
    unread: ["○", "Not a number"],
  };
  const PLACE = "depcluster-exercises";
  const empty = (text) => ["", "..."].includes(text.replace(/#.*$/gm, "").trim());

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
    const plain = text
      .replace(/#.*$/, "")
      .replaceAll("−", "-")
      .replace(/\b(?:np|math)\./g, "");
    const parts = plain.match(/\*\*|\d+\.?\d*(?:e[-+]?\d+)?|\.\d+(?:e[-+]?\d+)?|[a-z]+|\S/gi) ?? [];
    const take = (...wanted) => (wanted.includes(parts[0]) ? parts.shift() : null);
    const sum = () => chain(product, { "+": (a, b) => a + b, "-": (a, b) => a - b });
    const product = () => chain(signed, { "*": (a, b) => a * b, "/": (a, b) => a / b });
    function chain(next, signs) {
      let value = next();
      for (let sign; (sign = take(...Object.keys(signs)));) value = signs[sign](value, next());
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
    return parts.length ? NaN : value;
  }

  // Rows of numbers, from lists in a list or from lines; NaN for anything else.
  function matrix(text) {
    const bare = text
      .replace(/#.*$/gm, "")
      .trim()
      .replace(/^(?:np\.)?array\(([^]*)\)$/, "$1")
      .trim();
    const listed = /^\[\s*(?:\[[^[\]]*\]\s*,?\s*)+\]$/.test(bare);
    if (!listed && /[[\]()]/.test(bare)) return NaN;
    const rows = listed ? (bare.slice(1, -1).match(/[^[\]]+(?=\])/g) ?? []) : bare.split("\n");
    const cells = rows.map((row) =>
      row
        .trim()
        .replace(/,$/, "")
        .split(listed ? "," : /[\s,]+/)
        .map(number),
    );
    return cells.flat().some(Number.isNaN) ? NaN : cells;
  }

  const READ = { number, matrix, word: (text) => text };

  // Whether an answer is another one, each number of it within a distance; null is any.
  function same(answer, other, within) {
    if (other === null) return true;
    if (Array.isArray(other)) {
      return (
        answer.length === other.length && other.every((part, k) => same(answer[k], part, within))
      );
    }
    // Two floats that stand for the ends of the same interval may differ in their last digit.
    return answer === other || Math.abs(answer - other) <= within * (1 + 1e-9);
  }

  // [status, text] for what stands in the fields.
  function verdict(form, known) {
    const fields = [...form.querySelectorAll("[data-kind]")];
    const missing = fields.findIndex(
      (field) =>
        empty(field.value) || (field.dataset.kind === "matrix" && field.value.includes("...")),
    );
    if (missing >= 0) return ["open", known.open[missing]];
    const values = fields.map((field) => READ[field.dataset.kind](field.value));
    const unread = values.findIndex((value) => Number.isNaN(value));
    if (unread >= 0) {
      const told = `\`${fields[unread].name}\` takes a number with a decimal point, or a sum of `;
      return ["unread", `${told}numbers such as \`(3 + 4) / 2\` or \`sqrt(2)\`.`];
    }
    const off = known.fields.findIndex(
      ({ right, within }, k) => !right.some((answer) => same(values[k], answer, within)),
    );
    if (off < 0) return ["right", known.right];
    const mistake = known.mistakes.find(({ answers }) =>
      answers.every((answer, k) => same(values[k], answer, known.fields[k].within)),
    );
    if (mistake) return ["wrong", mistake.text];
    const { notebook, check } = form.dataset;
    const how = `In JupyterLab open \`${notebook}\` and run \`${check}\`: the grader reads every answer.`;
    return [
      known.other,
      known.other === "wrong"
        ? `\`${fields[off].name}\` is off, and by no mistake that this page knows. ${how}`
        : `This page holds one right answer and likely wrong ones. ${how}`,
    ];
  }

  function solved() {
    try {
      return JSON.parse(localStorage.getItem(PLACE)) ?? {};
    } catch {
      return {}; // nothing is kept where the browser keeps nothing
    }
  }

  function keep(name) {
    try {
      localStorage.setItem(PLACE, JSON.stringify({ ...solved(), [name]: true }));
    } catch {
      // as above
    }
    markSolved();
  }

  function markSolved() {
    for (const name of Object.keys(solved())) {
      for (const mark of document.querySelectorAll(`[data-solved-mark="${CSS.escape(name)}"]`)) {
        mark.textContent = "✓ solved";
      }
    }
  }

  function show(form, [status, text]) {
    const [mark, head] = HEADS[status];
    const note = form.querySelector("[role=status]");
    const strong = document.createElement("strong");
    strong.textContent = `${mark} ${form.dataset.exercise}. ${head}:`;
    note.dataset.status = status;
    note.replaceChildren(strong, " ");
    text.split("`").forEach((part, i) => {
      const piece = document.createElement(i % 2 ? "code" : "span");
      piece.textContent = part;
      note.append(piece);
    });
    if (status === "right") keep(form.dataset.exercise);
  }

  function start(form) {
    const packed = atob(form.querySelector("[data-known]").textContent.trim());
    const bytes = Uint8Array.from(packed, (letter) => letter.charCodeAt(0));
    const known = JSON.parse(new TextDecoder().decode(bytes));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      show(form, verdict(form, known));
    });
    form.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
    });
  }

  document.querySelectorAll("form[data-exercise]").forEach(start); // the script is deferred
  markSolved();
})();
