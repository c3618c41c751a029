// Long work as generators: each `yield` is a place where a hand may interrupt.

// All of it, now.
export function finish(steps) {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

// As much of it as fits into some milliseconds of a clock. -> { done, value }, the last step's
export function advance(steps, milliseconds, clock) {
  const end = clock() + milliseconds;
  for (;;) {
    const step = steps.next();
    if (step.done || clock() >= end) return step;
  }
}
