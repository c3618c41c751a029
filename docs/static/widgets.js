// Each widget of a page stands as the picture that is stored of it, and comes to life when it is
// near the window or a link calls it. Its state is in the page; what all of its class share is a
// file, loaded for the first of them.
"use strict";
const widgets = (() => {
  const FOLDER = `${document.documentElement.dataset.content_root}_static/`;
  const kept =
    (make, made = new Map()) =>
    (name) =>
      made.get(name) ?? made.set(name, make(name)).get(name);

  const frontEnd = kept(
    (file) =>
      new Promise((resolve, reject) => {
        const script = Object.assign(document.createElement("script"), { src: FOLDER + file });
        script.addEventListener("load", () => resolve(script.frontEnd));
        script.addEventListener("error", () => reject(new Error(`${file} is not beside it.`)));
        document.head.append(script);
      }),
  );

  const modelNamed = kept(async (id) => {
    const stored = document.getElementById(`state-${id}`),
      shared = await frontEnd(stored.dataset.front);
    const state = JSON.parse(stored.textContent, revived);
    return modelOf({ ...shared, ...state, _page: { ...shared._page, ...state._page } }, modelNamed);
  });

  const isDrawn = (widget) => !widget.querySelector(":scope > img");

  // Once a canvas that is seen is drawn, or of a widget without one anything; soon in any case.
  async function drawn(host) {
    const end = performance.now() + 5000,
      has = (selector) => host.querySelector(`.dc ${selector}`);
    const isThere = () => {
      const canvases = [...host.querySelectorAll(".dc canvas")].filter(
        (each) => each.getClientRects().length,
      );
      return has(canvases.length ? "[data-draws]" : ":is(svg, table, .rd)");
    };
    while (!isThere() && performance.now() < end) await new Promise(requestAnimationFrame);
  }

  async function bring(widget) {
    const host = document.createElement("div");
    widget.append(host);
    try {
      await showWidget(host, await modelNamed(widget.dataset.model));
    } catch (error) {
      host.remove();
      widget.after(`This widget cannot be shown: ${error?.message ?? error}`);
      return;
    }
    drawn(host).then(() => widget.querySelector("img").remove());
    await new Promise((resolve) => setTimeout(resolve)); // the page may draw between two of them
  }

  const woken = new Set();
  let turn = Promise.resolve();
  function wake(widget) {
    near.unobserve(widget);
    if (!woken.has(widget)) turn = turn.then(() => bring(widget));
    woken.add(widget);
  }

  const near = new IntersectionObserver(
    (changes) => {
      for (const { isIntersecting, target } of changes) if (isIntersecting) wake(target);
    },
    { root: document, rootMargin: "100% 0px" },
  );

  const all = [...document.querySelectorAll(".widget")];
  function wakeCalled() {
    const called = location.hash.slice(1).split("&")[0];
    const widget = all.find(({ dataset }) => dataset.called === called);
    if (widget) wake(widget);
    // says that there is none of this name
    else if (all.length && location.hash.includes("&")) wake(all[0]);
  }
  wakeCalled();
  addEventListener("hashchange", wakeCalled);
  all.forEach((widget) => near.observe(widget));
  return { isDrawn };
})();
