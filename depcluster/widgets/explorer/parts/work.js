// The work of a page for what is on screen: a generator that is begun anew whenever something is asked.
// As far as a first answer it goes on at once, so that a hand sees it in the same frame; behind that in
// slices of a few milliseconds, once no control has moved for a moment. Where a hand drags a control faster
// than first answers come, the one under way is let come to its end, and the newest question is next.

const SLICE = 5, FIRST = 40, REST = 50, APART = 8, BUSY_AFTER = 150; // milliseconds
const clock = () => performance.now();

// What a generator yields where the work behind begins. Whatever else it yields is to be shown, but for
// undefined, where it may be interrupted.
export const RESTS = Symbol("the work behind a first answer");

// -> { start(isDrag), stop(), isStepping(), destroy() }; `begin` gives the generator, show(value, isLate) takes
// what it yields, late where something was asked meanwhile; `wait` is told true where a first answer takes long, and
// false with the next thing shown that is not late; isStepping() says whether it is the generator that asks.
export function createWork({ begin, show, wait }) {
  const { port1, port2 } = new MessageChannel();
  let steps = null, turn = 0, isDue = false, frame = 0, timer = 0, last = -Infinity, since = 0;
  let isFirst = false, isBehind = false; // whether nothing is shown yet, and a newer question waits for it
  let isStepping = false;

  function start(isDrag = false) {
    if (isDrag && isFirst) {
      isBehind = true;
      return;
    }
    stop();
    if (isDue || frame) return;
    isDue = clock() - last >= APART;
    if (isDue) queueMicrotask(run);
    else frame = requestAnimationFrame(run); // events come faster than frames
  }

  function stop() {
    [steps, isFirst, isBehind] = [null, false, false];
    turn += 1;
    clearTimeout(timer);
  }

  function run() {
    [isDue, frame] = [false, 0];
    takeUp();
    goOn(FIRST);
    last = clock();
  }

  function takeUp() {
    [since, steps, isFirst, isBehind] = [clock(), begin(), true, false];
  }

  function goOn(budget) {
    const own = steps, begun = clock();
    let end = begun + budget;
    for (;;) {
      isStepping = true;
      const { done, value } = nextStep(own, end), isLate = isBehind && (done || value !== undefined);
      isStepping = false;
      if (done || value !== undefined) isFirst = false;
      if (value !== undefined && value !== RESTS) {
        since = Infinity;
        if (!isLate) wait(false);
        show(value, isLate);
        end = Math.min(end, begun + SLICE); // the page is to paint it now
      }
      if (steps !== own) return; // something was asked anew
      if (isLate) {
        takeUp();
        break;
      }
      if (done) steps = null;
      if (value === RESTS) timer = setTimeout(goOn, REST, SLICE);
      if (done || value === RESTS) return;
      if (clock() >= end) break;
    }
    if (clock() - since > BUSY_AFTER) wait(true);
    port2.postMessage(turn);
  }

  port1.onmessage = ({ data }) => { if (data === turn && steps) goOn(SLICE); };
  return {
    start, stop, isStepping: () => isStepping,
    destroy() {
      stop();
      cancelAnimationFrame(frame);
      port1.close();
    },
  };
}

// The next thing a generator has to say; undefined once the time is over.
function nextStep(steps, end) {
  for (;;) {
    const step = steps.next();
    if (step.done || step.value !== undefined || clock() >= end) return step;
  }
}
