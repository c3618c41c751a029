// Widgets with the states they were stored with, in a page of their own or one of the site: no
// Python hears of their changes. A plain script, as neither kind of page may import a module that
// is a file.
"use strict";

// getModel(id) gives, in time, the model of a part.
function modelOf(state, getModel) {
  const listeners = [];
  const tell = (event, ...about) =>
    listeners.filter(([name]) => name === event).forEach(([, listener]) => listener(...about));
  return {
    get: (name) => state[name],
    set(names, value) {
      const given = typeof names === "string" ? { [names]: value } : names;
      const changed = Object.keys(given).filter((name) => state[name] !== given[name]);
      Object.assign(state, given);
      changed.forEach((name) => tell(`change:${name}`, this, given[name]));
      if (changed.length) tell("change", this);
    },
    on: (name, listener) => listeners.push([name, listener]),
    off(name, listener) {
      const at = listeners.findIndex((each) => each[0] === name && each[1] === listener);
      if (at >= 0) listeners.splice(at, 1);
    },
    save_changes() {},
    send() {},
    widget_manager: { get_model: getModel },
  };
}

function revived(name, value) {
  if (typeof value?.$bytes !== "string") return value;
  return Uint8Array.from(atob(value.$bytes), (letter) => letter.charCodeAt(0));
}

const modules = new Map(); // by their text
function moduleOf(text) {
  if (!modules.has(text)) {
    const file = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    modules.set(text, import(file));
  }
  return modules.get(text);
}

async function showWidget(el, model) {
  const {
    default: { render },
  } = await moduleOf(model.get("_esm"));
  await render({ model, el, signal: new AbortController().signal });
}
