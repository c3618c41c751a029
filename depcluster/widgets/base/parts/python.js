// Whether Python stands behind a page, and whether it answers.

const APART = 1000,
  PATIENCE = 1800; // milliseconds

// What a page says meanwhile.
export const GONE =
  "Python is busy or gone: if it was restarted, run the cell or load the page again to join it";

// False of a page that was kept to live without it.
export const hasPython = (model) => model.get("_python") !== false;

// Asks Python, once a second at most, whether it is there, and by itself when JupyterLab opens or
// closes a channel, as in a restart; tell(answers) when that changes.
// -> { ask(), destroy() }
export function createPresence(model, tell) {
  let asked = 0,
    last = -Infinity,
    answers = true,
    due = 0,
    patience = 0;

  function put(now) {
    const isNew = now !== answers;
    answers = now;
    if (isNew) tell(now);
  }

  function send() {
    [due, last] = [0, performance.now()];
    asked += 1;
    patience ||= setTimeout(() => {
      patience = 0;
      put(false);
    }, PATIENCE);
    try {
      model.send({ are_you_there: asked });
    } catch {
      // its channel is closed
      put(false);
    }
  }

  function hear({ here }) {
    if (here === undefined) return;
    clearTimeout(patience);
    patience = 0;
    put(true);
  }

  function ask() {
    if (hasPython(model)) due ||= setTimeout(send, Math.max(0, last + APART - performance.now()));
  }

  model.on("msg:custom", hear);
  model.on("comm_live_update", ask);
  return {
    ask,
    destroy() {
      [due, patience].forEach(clearTimeout);
      model.off("msg:custom", hear);
      model.off("comm_live_update", ask);
    },
  };
}
