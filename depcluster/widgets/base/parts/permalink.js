// "Copy link", and what an address does to a widget: on a page that has one and no Python.

import { el, onResize } from "./common.js";
import { liveRegion } from "./controls.js";
import { copyText, createDoButton } from "./feedback.js";
import { clipped, fragmentOf, MOST, readFragment, textOf, wrongWords } from "./permalink_text.js";
import { hasPython } from "./python.js";

const ADDRESS = /^(https?|file):/;

// -> { root, destroy() }: the button, or null, for a bar; say(text) says there what is wrong, ""
// for nothing. Of a widget agree(values, start, model) gives what is set for some values of
// controls, in which all agree; implied(state, start) names controls that others tell; `others` are
// controls that are no traits, { kind, get(), set(value) } by name; `tooLong` are words for a state
// that is too much for a link.
/**
 * @typedef {Record<string, any>} Values
 * @param {any} model
 * @param {any} bar
 * @param {(text: string) => void} say
 * @param {{ agree?: (values: Values, start: Values, model: any) => Values, tooLong?: string,
 *   implied?: (state: Values, start: Values) => string[], others?: Values }} [more]
 */
export function createPermalink(
  model,
  bar,
  say,
  { agree = (values) => values, implied = () => [], others = {}, tooLong = "" } = {},
) {
  const { called, all = [] } = model.get("_page") ?? {},
    kinds = { ...model.get("_allowed") };
  for (const [name, { kind }] of Object.entries(others)) kinds[name] = kind;
  const names = Object.keys(kinds);
  if (hasPython(model) || !called || !names.length || !ADDRESS.test(location.protocol)) {
    return { root: null, destroy() {} };
  }
  const state = () =>
    Object.fromEntries(names.map((name) => [name, others[name]?.get() ?? model.get(name)]));
  const written = (values, name) => textOf(values[name], kinds[name]);
  const textsOf = (values) =>
    Object.fromEntries(names.map((name) => [name, written(values, name)]));
  const start = state(),
    atStart = textsOf(start),
    live = liveRegion(),
    rule = el("style", {});
  let shown = null,
    stopScroll = () => {};

  function take() {
    const read = readFragment(location.hash, called, kinds);
    if (read?.other !== undefined) {
      if (all[0] === called && !all.includes(read.other))
        say(`No widget of this page is called ${clipped(read.other)}.`);
    } else if (read) apply(read);
  }

  /** @param {ReturnType<typeof readFragment>} read */
  function apply({ values, wrong, shown: only }) {
    const agreed = agree(values, start, model);
    const left = Object.keys(values).filter(
      (name) => !(name in agreed) || written(agreed, name) !== written(values, name),
    );
    set({ ...start, ...agreed });
    shown = only;
    queueMicrotask(() => {
      // when all controls are in their place
      say(
        wrongWords([...wrong, ...left.map((name) => [name, written(values, name)]), ...choose()]),
      );
    });
    stopScroll();
    stopScroll = onResize(bar, () => {
      stopScroll();
      bar.closest(".dc").scrollIntoView({ block: "start" });
    });
  }

  function set(next) {
    const texts = textsOf(state()),
      given = Object.entries(next);
    const changed = given.filter(
      ([name]) => !(name in texts) || written(next, name) !== texts[name],
    );
    for (const [name, value] of changed) others[name]?.set(value);
    model.set(Object.fromEntries(changed.filter(([name]) => !others[name])));
  }

  // Shows only some controls, by a rule, as a widget may make them anew; returns those that are not
  // there.
  function choose() {
    const root = bar.closest(".dc"),
      has = new Set();
    for (const { dataset } of root.querySelectorAll("[data-control]")) has.add(dataset.control);
    const kept = [...has]
      .filter((name) => shown?.includes(name))
      .map((name) => `:not([data-control="${name}"])`);
    root.dataset.link = called;
    rule.textContent = shown
      ? `.dc[data-link="${called}"] [data-control]${kept.join("")} { display: none !important; }`
      : "";
    return (shown ?? []).filter((name) => !has.has(name)).map((name) => ["show", name]);
  }

  async function copy() {
    const now = state(),
      texts = textsOf(now),
      told = implied(now, start);
    const isNew = ([name, text]) => text !== atStart[name] && !told.includes(name);
    const fragment = fragmentOf(
      called,
      Object.fromEntries(Object.entries(texts).filter(isNew)),
      shown,
    );
    if (fragment.length > MOST) {
      say(`Too much for a link: ${fragment.length} characters, ${MOST} at most.${tooLong}`);
      return false;
    }
    try {
      history.replaceState(history.state, "", fragment);
    } catch {
      /* a frame may have no history */
    }
    const address = location.href.split("#")[0] + fragment,
      isCopied = await copyText(address);
    if (!isCopied) offer(address);
    live.say(isCopied ? "The link is copied" : "The link is selected, to be copied from here");
    return isCopied;
  }

  // Where nothing may be copied.
  function offer(address) {
    const field = el("input", {
      class: "address",
      readonly: true,
      "aria-label": "link",
      onblur: () => field.remove(),
    });
    field.value = address;
    root.prepend(field);
    field.select();
  }

  const button = createDoButton("link", "Copy link", "Copied", copy);
  button.classList.add("save");
  const root = el("span", { class: "link" }, button, live.root, rule);
  window.addEventListener("hashchange", take);
  take();
  return {
    root,
    destroy() {
      stopScroll();
      window.removeEventListener("hashchange", take);
    },
  };
}
