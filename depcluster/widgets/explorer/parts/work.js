// Where an explorer's questions are answered: in a worker of its own, or where a page may have
// none, as in some webviews, in slices on its own thread. Both speak the same over a port
// (`serve.js`).

import { createTurn } from "./turns.js";

// `serve` is { here(port), text }, as `bundle.py` makes it.
// -> { post(message), hear(fn), destroy() }: fn is told what is answered; and for whoever posts
// what was { sent } of traits, the number that was { asked } last and what was { told } of labels
// (`fit_messages.js`).
export function createWork(serve) {
  const file = URL.createObjectURL(new Blob([serve.text], { type: "text/javascript" }));
  const turn = createTurn();
  let port = null,
    hear = /** @type {(answer: any) => void} */ (() => {}),
    early = []; // what was posted before it was ready

  function join(next) {
    port = next;
    port.onmessage = ({ data }) => {
      if (data.waits) return turn.wait(() => port.postMessage({ goesOn: data.waits }));
      if (data.isWhole) turn.leave();
      if (!data.isReady) return hear(data);
      early = null;
      return URL.revokeObjectURL(file);
    };
  }

  function stayHere() {
    const { port1, port2 } = new MessageChannel();
    serve.here(port2);
    join(port1);
    early.forEach((message) => port.postMessage(message));
  }

  function go() {
    const worker = new Worker(file);
    join(worker);
    // What a policy refuses may fail later.
    worker.onerror = (event) => {
      if (!early) return;
      event.preventDefault();
      worker.terminate();
      stayHere();
    };
  }

  try {
    go();
  } catch {
    stayHere();
  }
  return {
    sent: {},
    asked: 0,
    told: {},
    hear(fn) {
      hear = fn;
    },
    post(message) {
      if (message.asked || message.isOver) turn.leave();
      early?.push(message);
      port.postMessage(message);
    },
    destroy() {
      turn.leave();
      port.onmessage = null;
      if (port.terminate) port.terminate();
      else port.postMessage({ closes: true });
    },
  };
}
