// What a page does inside show.html: one step of one section is seen at a time. Nothing is moved or
// made anew, so that widgets keep what a hand set in them; all else is hidden.
"use strict";
if (parent !== window) {
  const CHECKS = "How the numbers were checked";
  const PICTURE = ".widget, .pic, img, svg, table, iframe, form";
  // sideways, where the frame is too narrow
  const SCROLLED = "pre, .output, .output > [role='region']";
  const CONTROLS = ".dc, input, select, textarea, [contenteditable]";
  const tell = (words) => parent.postMessage({ stage: true, ...words }, "*");
  let beats = null,
    shown = null,
    keysOfShow = [];

  // ---- sections and their steps -----------------------------------------------------------------
  // -> [{ kind, nodes }]: "vote" is a guess, "picture" a widget with what to do there, or an
  // exercise; "words" and "code" are the rest.
  function stepsOf(section) {
    const steps = [];
    let held = [],
      open = null;
    const add = (kind, ...nodes) => steps.push((open = { kind, nodes }));
    for (const node of section.children) {
      if (node.matches("section, h1, h2, script, style, .without-python, .exercise-hints"))
        continue;
      const out = node.matches(".cell") ? node.querySelector(".cell_output") : null;
      if (node.matches(".cell") && !out) continue;
      if (node.matches("p") && /^Do:/.test(node.textContent)) {
        held.push(node);
      } else if (out?.querySelector(".dc-guess")) {
        add("vote", node);
        open = null;
      } else if (node.matches("form") && open?.kind === "words") {
        // below its question
        open.kind = "picture";
        open.nodes.push(node);
        open = null;
      } else if (node.matches("form") || out?.querySelector(PICTURE)) {
        add("picture", ...held, node);
        [held, open] = [[], null];
      } else {
        const kind = out ? "code" : "words";
        if (open?.kind !== kind) add(kind);
        open.nodes.push(node);
      }
    }
    if (held.length || !steps.length) add("words", ...held);
    return steps;
  }

  const pictureOf = ({ nodes }) =>
    nodes.map((node) => node.querySelector(".widget")?.dataset.model).find(Boolean);

  function read() {
    const top = document.querySelector("article h1").closest("section");
    const sections = [top, ...top.querySelectorAll(":scope > section")];
    beats = sections
      .map((section) => {
        const heading = section.querySelector(":scope > h1, :scope > h2");
        return { section, heading, title: heading.firstChild.textContent, steps: stepsOf(section) };
      })
      .filter((beat) => beat.title !== CHECKS);
    for (const asked of document.querySelectorAll(".dc-guess")) makeVote(asked);
  }

  function show({ beat, step }) {
    const { section, heading, steps } = beats[beat];
    shown = steps[step];
    const on = new Set([heading, ...shown.nodes]);
    const top = beats[0].section;
    for (const each of beats) {
      for (const node of each.section.children) {
        const around = node.matches("section") && node === section;
        node.classList.toggle("off-stage", !around && !on.has(node));
      }
    }
    for (const node of top.querySelectorAll(":scope > section"))
      node.classList.toggle("off-stage", node !== section);
    document.documentElement.dataset.step = shown.kind;
    for (const node of shown.nodes.filter((each) => each.matches("details") && !isAnswer(each)))
      node.open = true;
    scrollTo(0, 0);
  }

  // What the step needs at the size that the frame has now, once its widgets are drawn and keep
  // their height.
  const frame = () => new Promise(requestAnimationFrame);
  const isDrawn = (node) =>
    [...node.querySelectorAll(".widget")].every((widget) => widgets.isDrawn(widget));
  async function measure({ id, wide }) {
    const mine = shown,
      page = document.querySelector("article");
    page.style.setProperty("--wide", `${wide}px`);
    let height = 0;
    for (let still = 0, n = 0; still < 2 && n < 600 && mine === shown; n += 1) {
      await frame();
      const now = page.getBoundingClientRect().height;
      still = now === height && shown.nodes.every(isDrawn) ? still + 1 : 0;
      height = now;
    }
    const over = shown.nodes
      .flatMap((node) => [node, ...node.querySelectorAll(SCROLLED)])
      .some((node) => node.scrollWidth > node.clientWidth + 1);
    tell({ measured: id, height, over });
  }

  // ---- the vote ---------------------------------------------------------------------------------
  // Hands are counted beside each option, by a press on it or as a number; an answer waits, a bet
  // has none.
  function makeVote(asked) {
    const options = [...asked.querySelectorAll("details")];
    const right = options.find((option) => option.querySelector("p b").textContent === "Yes.");
    const inputs = options.map((option) => {
      const label = `Hands for: ${option.querySelector("summary").textContent}`;
      const input = Object.assign(document.createElement("input"), {
        type: "number",
        min: 0,
        value: 0,
      });
      input.setAttribute("aria-label", label);
      input.addEventListener("input", count);
      option.before(input);
      option.querySelector("summary").addEventListener("click", (event) => {
        if ("revealed" in asked.dataset) return;
        if (right) event.preventDefault();
        input.value = Number(input.value) + 1;
        count();
      });
      return input;
    });
    function count() {
      const hands = inputs.map((input) => Math.max(0, Number(input.value)));
      const all = hands.reduce((a, b) => a + b, 0) || 1;
      options.forEach((option, k) =>
        option.style.setProperty("--share", `${(100 * hands[k]) / all}%`),
      );
    }
    const button = Object.assign(document.createElement("button"), {
      type: "button",
      textContent: "Reveal",
    });
    button.addEventListener("click", () => tell({ key: "ArrowRight" }));
    if (right) asked.append(button);
    votes.set(
      asked,
      right
        && (() => {
          asked.dataset.revealed = "";
          right.classList.add("right");
          right.open = true;
          button.remove();
        }),
    );
  }
  const votes = new Map(); // how to reveal; nothing of a bet
  const isAnswer = (node) =>
    node.matches("details") && node.querySelector("summary").textContent === "Answer";
  function revealOf(step) {
    if (step.kind === "vote") return votes.get(step.nodes[0].querySelector(".dc-guess"));
    const answers = step.nodes.filter(isAnswer);
    return (
      answers.length > 0
      && (() =>
        answers.forEach((each) => {
          each.open = true;
        }))
    );
  }

  // ---- keys and messages ------------------------------------------------------------------------
  // What a control needs stays its own. A clicker's keys are taken from controls that a pointer
  // moved.
  let pointed = false;
  addEventListener(
    "pointerdown",
    () => {
      pointed = true;
    },
    true,
  );
  addEventListener(
    "keydown",
    (event) => {
      const isClicker = event.key.startsWith("Page");
      pointed &&= isClicker;
      if (!keysOfShow.includes(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
      const at = event.target.closest?.(CONTROLS);
      if (at && event.key === "Escape") {
        setTimeout(() => document.activeElement.blur()); // after what the control does with it
        return;
      }
      if (at && !(isClicker && pointed)) return;
      event.preventDefault();
      event.stopPropagation();
      tell({ key: event.key });
    },
    true,
  );

  addEventListener("message", ({ source, data }) => {
    if (source !== parent || !data?.show) return;
    const { theme, keys, go, fit, reveal } = data;
    if (!beats) {
      document.documentElement.classList.add("on-stage");
      read();
      tell({
        beats: beats.map(({ steps }) =>
          steps.map((step) => ({
            kind: step.kind,
            secret: Boolean(revealOf(step)),
            picture: pictureOf(step),
          })),
        ),
      });
    }
    if (keys) keysOfShow = keys;
    if (theme) document.documentElement.dataset.theme = theme;
    if (go) show(go);
    if (reveal) revealOf(shown)();
    if (fit) measure(fit);
  });

  addEventListener("load", () => tell({ ready: true }));
} else {
  // what a link has set goes along to the show
  addEventListener("click", ({ target }) => {
    const show = target.closest("a[href*='show.html']");
    if (show) show.hash = location.hash;
  });
}
