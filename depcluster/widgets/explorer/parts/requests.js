// One request in flight: while Python works, changes only pile up, the newest of each kept.
const BUSY_AFTER = 150, GIVE_UP_AFTER = 3000;

// -> { now(name), ask(changes), take(answer) -> whether it is fresh, destroy() }
// onState is told "busy" (no answer for 150 ms), "silent" (none for 3 s) and "idle".
export function createRequests(model, onState) {
  let waiting = null, newest = 0, pending = {}, timers = [];

  function send() {
    newest = waiting = model.get("_request") + 1;
    timers.forEach(clearTimeout);
    timers = [setTimeout(() => onState("busy"), BUSY_AFTER), setTimeout(giveUp, GIVE_UP_AFTER)];
    for (const [name, value] of Object.entries(pending)) model.set(name, value);
    model.set("_request", newest);
    pending = {};
    model.save_changes();
  }

  const sendRest = () => { if (Object.keys(pending).length) send(); };

  function giveUp() {
    waiting = null;
    onState("silent");
    sendRest();
  }

  return {
    now: (name) => (name in pending ? pending[name] : model.get(name)),
    ask(changes) {
      Object.assign(pending, changes);
      if (waiting === null) send();
    },
    take(answer) {
      if (answer.request < newest) return false;
      timers.forEach(clearTimeout);
      waiting = null;
      onState("idle");
      sendRest();
      return true;
    },
    destroy() { timers.forEach(clearTimeout); },
  };
}
