// A page as a file that lives without Python; `base/saved.py` writes the same.

import { bytesOf } from "./common.js";

const isBinary = (value) => value instanceof ArrayBuffer || ArrayBuffer.isView(value);

function base64Of(bytes) {
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters);
}

// A value as JSON can hold it; bytes are marked as such.
function plain(value) {
  if (isBinary(value)) return { $bytes: base64Of(bytesOf(value)) };
  if (Array.isArray(value)) return value.map(plain);
  if (!value || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]));
}

async function keep(model, id, states) {
  states[id] = {};
  for (const name of model.get("_page").names) {
    const value = model.get(name),
      mark = "IPY_MODEL_";
    states[id][name] = plain(value);
    if (typeof value === "string" && value.startsWith(mark)) {
      const other = value.slice(mark.length);
      await keep(await model.widget_manager.get_model(other), other, states);
    }
  }
  states[id]._python = false;
}

// -> the text of the file
export async function pageOf(model, title) {
  const states = {};
  await keep(model, "saved", states);
  const saved = JSON.stringify({ first: "saved", states }).replaceAll("<", "\\u003c");
  const { text } = model.get("_page");
  return text.replaceAll("{{title}}", title).replace("{{saved}}", () => saved);
}
