// What the views of one widget have in common: the point that is looked at, and the clusters that
// stay while the others fade.
export const FADED = 0.16;

// -> { point, cluster, isPinned, clusters, hover(i), pin(i), toggle(k), clear() -> whether there
//      was anything, markOf(k), setLabels(labels, c, marks), on(fn) -> stop }
// `point` is the one under the hand or, when there is none, the pinned one, `cluster` its label;
// fn is told of every change. A cluster's mark, its colour and shape, is that of its number, or
// marks[k] where groups keep theirs under other numbers.
export function createSelection() {
  const clusters = new Set(),
    listeners = new Set();
  let hot = null,
    pinned = null,
    labels = [],
    marks = [];
  const tell = () => listeners.forEach((fn) => fn());
  const change = (next, kept) => {
    if (next === hot && kept === pinned) return;
    [hot, pinned] = [next, kept];
    tell();
  };
  return {
    clusters,
    get point() {
      return hot ?? pinned;
    },
    get cluster() {
      return labels[hot ?? pinned] ?? null;
    },
    get isPinned() {
      return pinned !== null && (hot ?? pinned) === pinned;
    },
    hover(i) {
      change(i, pinned);
    },
    pin(i) {
      change(i, i === pinned ? null : i);
    },
    toggle(k) {
      if (!clusters.delete(k)) clusters.add(k);
      tell();
    },
    clear() {
      const were = hot !== null || pinned !== null || clusters.size > 0;
      const points = hot !== null || pinned !== null;
      if (points) change(null, null);
      else if (clusters.size) {
        clusters.clear();
        tell();
      }
      return were;
    },
    markOf: (k) => marks[k] ?? k,
    // Other samples or another number of clusters: what there is no more is let go of.
    setLabels(next, c, nextMarks = []) {
      const gone = [...clusters].filter((k) => k >= c),
        marked = String(nextMarks) !== String(marks);
      const keep = (i) => (i !== null && i < next.length ? i : null);
      [labels, marks] = [next, nextMarks];
      gone.forEach((k) => clusters.delete(k));
      if (marked || gone.length || keep(hot) !== hot || keep(pinned) !== pinned) {
        [hot, pinned] = [keep(hot), keep(pinned)];
        tell();
      }
    },
    on(fn) {
      listeners.add(fn);
      return () => listeners.delete(fn);
    },
  };
}

// A pointer over the host looks at the point that pointUnder(event) finds, a click pins it.
export function followPointer(host, selection, pointUnder) {
  host.addEventListener("pointermove", (event) => selection.hover(pointUnder(event)));
  host.addEventListener("pointerleave", () => selection.hover(null));
  host.addEventListener("click", (event) => {
    const i = pointUnder(event);
    if (i !== null) selection.pin(i);
  });
}

export const isFaded = (selection, k) => selection.clusters.size > 0 && !selection.clusters.has(k);
