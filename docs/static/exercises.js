// Answers to exercises without Python: looks up what the judge said when the page was made.
(() => {
  const { key, matrix, normal, number, shown } = window.depclusterExercises;
  const HEADS = {
    right: ["✓", "Right"],
    wrong: ["✗", "Not yet"],
    open: ["○", "Not answered yet"],
    unknown: ["○", "Not recorded on this page"],
    unread: ["○", "Not a number"],
  };
  const PLACE = "depcluster-exercises";
  const empty = (text) => ["", "..."].includes(text.replace(/#.*$/gm, "").trim());

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

  function recordOf(form) {
    const packed = atob(form.querySelector("[data-record]").textContent.trim());
    const bytes = Uint8Array.from(packed, (letter) => letter.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  }

  // The place of the verdict on words and numbers; -1 where none is recorded.
  function placeIn(record, values) {
    let block = record.block;
    for (const [k, cells] of record.cells.entries()) {
      const value = values[k];
      const at = cells.findIndex((cell) =>
        typeof cell === "string" ? cell === value : cell[0] <= value && value <= cell[1]);
      if (at < 0) return -1;
      if (Array.isArray(block)) block = block[at];
    }
    return block;
  }

  function placeOf(record, text) {
    const found = [normal(text, record.names, record.keywords)];
    const rows = matrix(text);
    if (rows) found.unshift(rows);
    return found.map((each) => record.known[key(each)]).find((place) => place !== undefined) ?? -1;
  }

  function filled(text, values) {
    return text
      .replace(/⟦(\d)⟧/g, (_, k) => shown(values[k]))
      .replace(/⟦\|(\d)\|⟧/g, (_, k) => shown(Math.abs(values[k])));
  }

  // [status, text] for what stands in the fields.
  function verdict(form, record) {
    const fields = [...form.querySelectorAll("[data-kind]")];
    const missing = fields.findIndex(
      (field) => empty(field.value) || (field.dataset.kind === "matrix" && field.value.includes("...")));
    if (missing >= 0) return record.verdicts[record.open[missing]];
    if (record.known) {
      const place = placeOf(record, fields[0].value);
      return place < 0 ? unknown(form) : record.verdicts[place];
    }
    const values = fields.map((field) =>
      field.dataset.kind === "number" ? number(field.value) : field.value);
    const unread = values.findIndex((value) => Number.isNaN(value));
    if (unread >= 0) {
      const told = `\`${fields[unread].name}\` takes a number with a decimal point, or a sum of `;
      return ["unread", `${told}numbers such as \`(3 + 4) / 2\` or \`sqrt(2)\`.`];
    }
    const place = placeIn(record, values);
    if (place < 0) return unknown(form);
    const [status, text] = record.verdicts[place];
    return [status, filled(text, values)];
  }

  function unknown(form) {
    const { notebook, check } = form.dataset;
    const how = `In JupyterLab open \`${notebook}\` and run \`${check}\`: that judges every answer.`;
    return ["unknown", `This page holds the judge's words on likely answers only. ${how}`];
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

  // A new line begins where the one before it began, and deeper after a colon.
  function indent(event) {
    const field = event.target;
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.isComposing) return;
    const line = field.value.slice(0, field.selectionStart).split("\n").at(-1);
    event.preventDefault();
    const deeper = /:\s*(#.*)?$/.test(line) ? "    " : "";
    const added = `\n${line.match(/^ */)[0]}${deeper}`;
    if (!document.execCommand("insertText", false, added)) {
      field.setRangeText(added, field.selectionStart, field.selectionEnd, "end");
    }
  }

  function start(form) {
    let record;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      record ??= recordOf(form);
      show(form, verdict(form, record));
    });
    form.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
    });
    form.querySelector('[data-kind="code"]')?.addEventListener("keydown", indent);
  }

  const begin = () => {
    document.querySelectorAll("form[data-exercise]").forEach(start);
    markSolved();
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();
