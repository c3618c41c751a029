// Long work as generators: each `yield` is a place where a hand may interrupt.

/** @import { Steps } from "./types.d.ts" */

// All of it, now.
/** @type {<T>(steps: Steps<T>) => T} */
export function finish(steps) {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

// The same work, which pauses where it did and says nothing.
/** @type {<T>(steps: Steps<T>) => Steps<T>} */
export function* quietly(steps) {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    yield;
  }
}
