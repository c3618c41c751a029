// What a page tells of the controls of its widget (`walking.py`), as `walk`. A function.
() => {
  const root = () => document.querySelector(".dc");
  const isSeen = (node) =>
    node.getClientRects().length > 0
    && !node.closest("[inert]")
    && getComputedStyle(node).visibility !== "hidden";

  // ---- controls, by role and name ---------------------------------------------------------------
  const FOCUSABLE = "button, select, input, textarea, a[href], summary, [tabindex]";
  const ROLES = {
    BUTTON: "button",
    SELECT: "combobox",
    TEXTAREA: "textbox",
    A: "link",
    SUMMARY: "button",
  };
  const KINDS = { range: "slider", checkbox: "checkbox", radio: "radio", number: "spinbutton" };
  function roleOf(node) {
    if (node.closest("[role=grid][aria-readonly=true]")) return "entry to read";
    const own =
      node.tagName === "INPUT" ? (KINDS[node.type] ?? "textbox") : (ROLES[node.tagName] ?? "group");
    return node.getAttribute("role") ?? own;
  }
  const named = (node) =>
    (
      node?.getAttribute?.("aria-label")
      ?? node?.labels?.[0]?.textContent
      ?? (node?.tagName === "SELECT" ? "" : node?.textContent)
      ?? ""
    ).trim();
  const unnumbered = (node) => named(node).replace(/[\u2212-]?\d[\d.]*/g, "#");
  // Without what changes as a control moves: numbers in it, and what comes behind a comma. Of the
  // entries of a matrix one of each kind stands for all.
  function nameOf(node, role) {
    if (node.matches(".cell"))
      return new Set(node.dataset.cell.split(",")).size > 1 ? "pair" : "diagonal";
    if (node.getAttribute("aria-expanded") === "true") return "fold";
    if (role === "note") return unnumbered(node.firstChild);
    return role === "group" ? unnumbered(node) : named(node).split(",")[0];
  }
  const groupOf = (node) =>
    unnumbered(node.parentElement?.closest("[role=radiogroup], [role=group][aria-label]"))
    || node.closest("[data-panel]")?.dataset.panel
    || "";
  const isOff = (node) => node.getAttribute("aria-disabled") === "true" || Boolean(node.disabled);
  const wordsOf = (node) => `${node.getAttribute("aria-label")} ${node.textContent}`;

  // By key, when it was first seen, whether it was the one chosen then, and whether it ever was
  // not.
  const seen = new Map();
  let time = 0;
  function controls() {
    const found = [],
      numbers = new Map();
    time += 1;
    function add(node, role, name, isChosen, more) {
      const plain = `${groupOf(node)}: ${role} ${name}`,
        n = (numbers.get(plain) ?? 0) + 1;
      const key = n > 1 ? `${plain} (${n})` : plain;
      numbers.set(plain, n);
      if (!seen.has(key)) seen.set(key, { since: time, atFirst: isChosen, isChoice: false });
      seen.get(key).isChoice ||= !isChosen;
      found.push({
        node,
        role,
        key,
        isOff: isOff(node),
        isChosen,
        expanded: node.getAttribute("aria-expanded"),
        ...seen.get(key),
        ...more,
      });
    }
    for (const node of root().querySelectorAll(FOCUSABLE)) {
      if (!isSeen(node) || node.matches("[role=group][tabindex='-1']")) continue;
      const role = roleOf(node),
        name = nameOf(node, role);
      if (node.matches(".cell") && numbers.has(`${groupOf(node)}: ${role} ${name}`)) continue;
      if (role === "combobox") {
        for (const { hidden, label, value } of node.options) {
          if (hidden || !value) continue;
          add(node, "option", `${name} = ${label}`, node.value === value, { value });
        }
      } else {
        add(node, role, name, role === "radio" && node.getAttribute("aria-checked") === "true");
      }
    }
    return found;
  }

  // ---- what is to be seen and heard -------------------------------------------------------------
  const pictures = new WeakMap(); // by canvas, of which drawing
  const sheet = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  function picture(canvas) {
    const { width, height } = canvas;
    if (!width || !height) return "";
    const drawing = canvas.dataset.draws && [width, height, canvas.dataset.draws].join();
    if (drawing && pictures.get(canvas)?.drawing === drawing) return pictures.get(canvas).told;
    Object.assign(sheet.canvas, { width, height }); // which clears it
    sheet.drawImage(canvas, 0, 0);
    const pixels = new Uint32Array(sheet.getImageData(0, 0, width, height).data.buffer);
    const mixed = pixels.reduce((hash, pixel) => Math.imul(hash ^ pixel, 16777619), 0);
    const told = [width, height, mixed].join();
    pictures.set(canvas, { drawing, told });
    return told;
  }

  // All of it but for the control itself, or the row of words or the slider that it belongs to; a
  // picture that has the focus is looked at itself.
  const PASSING = new Set(["tabindex", "id", "data-draws", "aria-describedby"]);
  function shown(control) {
    const parts = [],
      own = roleOf(control) !== "group" && (control.closest(".seg, .slider") ?? control);
    (function tell(node) {
      if (node.nodeType === 3) parts.push(node.data);
      if (node.nodeType !== 1 || node === own || node.matches(".hint > .tip")) return;
      if (!node.getClientRects().length && !node.children.length) return;
      parts.push(node.tagName);
      for (const { name, value } of node.attributes) {
        if (!PASSING.has(name)) parts.push(name, value);
      }
      if (node.matches("input, select, textarea")) parts.push(node.value, node.checked);
      if (node.tagName === "CANVAS") parts.push(picture(node));
      node.childNodes.forEach(tell);
    })(root());
    return parts.join("\n");
  }

  function isAtRest() {
    const { state = "settled" } = root().querySelector(":scope > .statusbar")?.dataset ?? {};
    return (
      root().getAttribute("aria-busy") !== "true"
      && ["settled", "refused", "waiting"].includes(state)
    );
  }

  // Until all is said and two frames are the same; null where that takes a minute.
  async function rest(control) {
    const end = performance.now() + 60_000;
    let before, now;
    do {
      before = now;
      await new Promise(requestAnimationFrame);
      now = isAtRest() ? shown(control) : null;
      if (performance.now() > end) return null;
    } while (now === null || now !== before);
    return now;
  }

  // ---- one use of a control ---------------------------------------------------------------------
  const RESTLESS = "the page did not come to rest";
  let before = "",
    words = "";
  window.walk = {
    rest,
    picture,
    // A page says that it computes only where an answer takes longer than a blink (BUSY_AFTER).
    async answered() {
      await new Promise((done) => setTimeout(done, 200));
      await rest(root());
    },
    list: () => controls().map(({ node, ...told }) => told),
    // All that there was to use at any time.
    seen: () => [...seen.keys()].filter((key) => seen.get(key).isChoice),
    find: (key) => controls().find((each) => each.key === key)?.node,
    async begin(control) {
      if (document.activeElement !== control) document.activeElement.blur();
      control.focus();
      before = await rest(control);
      words = wordsOf(control);
      return before === null ? RESTLESS : "";
    },
    // Some changes come a moment later; a button that plays or hands something over says so itself.
    async outcome(control, looks = 12) {
      for (let k = 0; k < looks; k++) {
        const now = await rest(control);
        if (now === null) return RESTLESS;
        if (now !== before || (control.matches("button") && wordsOf(control) !== words)) return "";
        await new Promise((done) => setTimeout(done, 50));
      }
      return "nothing changed, and nothing was said";
    },
    // What is looked at while it has the focus shows something for that alone.
    async look(control) {
      control.blur();
      before = await rest(control);
      control.focus();
      return walk.outcome(control);
    },
    tip: (hint) => (isSeen(hint.querySelector(".tip")) ? "" : "its words did not come up"),
  };
};
