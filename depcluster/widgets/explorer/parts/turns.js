// The searches behind the answers of a page take turns, as many at once as leave a processor to
// what is drawn.

const AT_ONCE = Math.max(1, (navigator.hardwareConcurrency || 2) - 1);
// Each widget has a copy of this code, and the page one queue.
const queue = (globalThis[Symbol.for("depcluster.searches")] ??= []);

// -> { wait(begin), leave() }: begin() is called once, when it is its turn, which it has until it
// leaves.
export function createTurn() {
  let own = null;

  function leave() {
    if (queue.includes(own)) queue.splice(queue.indexOf(own), 1);
    own = null;
    next();
  }

  function next() {
    for (const each of queue.slice(0, AT_ONCE)) {
      each.begin?.();
      each.begin = null;
    }
  }

  return {
    wait(begin) {
      leave();
      own = { begin };
      queue.push(own);
      next();
    },
    leave,
  };
}
