// How a file comes in: chosen, dropped, or by its path. A file is sent in pieces, and the next one
// when Python has taken the one before, so nothing piles up and one sees how far it has come.

import { el, num } from "../base/parts/common.js";

const PATIENCE = 2000; // milliseconds

// -> { send(file), open(path), destroy() }; onstep(words, share) tells how far, ("", 0) the end,
// and onfail(words) what is wrong, "" that nothing is any more.
function createSender(model, { onstep, onfail }) {
  const { piece } = model.get("_menus");
  let file = null,
    timer = 0,
    isLate = false;
  const end = () => {
    clearTimeout(timer);
    file = null;
    onstep("", 0);
  };
  // A Python that is only busy takes the message later; one that is gone may have closed the
  // channel.
  function ask(message, buffers, what) {
    const late = () => {
      isLate = true;
      onstep("", 0);
      onfail(
        "No answer from Python yet. If it was restarted, run the cell or load the page again, then "
          + `${what} again.`,
      );
    };
    clearTimeout(timer);
    timer = setTimeout(late, PATIENCE);
    try {
      model.send(message, undefined, buffers);
    } catch {
      clearTimeout(timer);
      late();
    }
  }
  async function next(at) {
    const own = file,
      { name, size } = own,
      tooLarge = size > model.get("_menus").most;
    let bytes = new ArrayBuffer(0);
    try {
      if (!tooLarge) bytes = await own.slice(at, at + piece).arrayBuffer();
    } catch {
      if (own !== file) return;
      end();
      onfail(`${name} could not be read. A folder cannot be dropped: choose a file.`);
      return;
    }
    if (own === file) ask({ piece: { name, size, at } }, [bytes], `choose ${name}`);
  }
  function listen(message) {
    clearTimeout(timer);
    if (isLate && !message.refused) onfail("");
    isLate = false;
    if (message.read || message.refused) end();
    else if (file && "taken" in message) {
      const at = message.taken,
        whole = megabytes(file.size);
      onstep(
        at < file.size
          ? `Sending ${file.name}: ${megabytes(at)} of ${whole} MB`
          : `Reading ${file.name}`,
        at / Math.max(1, file.size),
      );
      if (at < file.size) next(at);
    }
  }
  model.on("msg:custom", listen);
  return {
    send(chosen) {
      file = chosen;
      onfail("");
      onstep(`Sending ${file.name}`, 0);
      next(0);
    },
    open(path) {
      file = null;
      onfail("");
      onstep(`Reading ${path}`, 1);
      ask({ open: path }, [], `open ${path}`);
    },
    destroy() {
      clearTimeout(timer);
      file = null;
      model.off("msg:custom", listen);
    },
  };
}

const megabytes = (bytes) => num(bytes / 1e6, bytes < 1e7 ? 1 : 0);

// -> { root, progress, put(problem), destroy() }
export function createOpening(model, { onfail, onbusy }) {
  const { formats } = model.get("_menus");
  const words = el("span", { role: "status" }),
    share = el("progress", { max: 1, value: 0 });
  share.setAttribute("aria-label", "how much has been sent");
  const progress = el("div", { class: "sending", hidden: true }, share, words);
  const sender = createSender(model, {
    onfail,
    onstep(text, done) {
      words.textContent = text;
      share.value = done;
      progress.hidden = !text;
      onbusy(Boolean(text));
    },
  });

  const input = el("input", {
    type: "file",
    class: "unseen",
    accept: formats.join(),
    tabindex: -1,
    "aria-hidden": "true",
    onchange() {
      if (input.files.length) sender.send(input.files[0]);
      input.value = "";
    },
  });
  const choose = el(
    "button",
    { type: "button", class: "line", onclick: () => input.click() },
    "Choose a file",
  );
  const told = el("p", {}),
    or = el("span", { class: "note" }, `or drop it here: ${formats.join(" ")}`);
  const over = (event, isOver) => {
    event.preventDefault();
    event.stopPropagation();
    drop.classList.toggle("over", isOver);
  };
  const drop = el(
    "div",
    {
      class: "drop",
      ondragenter: (event) => over(event, true),
      ondragover: (event) => over(event, true),
      ondragleave: (event) => over(event, drop.contains(event.relatedTarget)),
      ondrop(event) {
        over(event, false);
        if (event.dataTransfer.files.length) sender.send(event.dataTransfer.files[0]);
      },
    },
    told,
    el("div", { class: "bar" }, choose, or),
    input,
  );

  const path = el("input", {
    type: "text",
    spellcheck: "false",
    autocomplete: "off",
    placeholder: "data/people.csv",
    "aria-label": "path of a file on this computer",
    onkeydown: (event) => {
      if (event.key === "Enter") open();
    },
  });
  const open = () => {
    if (path.value.trim()) sender.open(path.value.trim());
  };
  const byPath = el(
    "div",
    { class: "path" },
    el("span", { class: "lab" }, "or its path"),
    el(
      "div",
      { class: "bar" },
      path,
      el("button", { type: "button", class: "line", onclick: open }, "Open"),
    ),
  );
  return {
    root: el("div", { class: "opening" }, drop, model.get("_paths") ? byPath : null),
    progress,
    put(problem) {
      told.textContent = problem;
      told.hidden = !problem;
      drop.classList.toggle("wide", Boolean(problem));
    },
    destroy: sender.destroy,
  };
}
