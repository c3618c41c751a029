// Long work as generators: each `yield` is a place where a hand may interrupt.

// All of it, now.
export function finish(steps) {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

// The same work, which pauses where it did and says nothing.
export function* quietly(steps) {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    yield;
  }
}
