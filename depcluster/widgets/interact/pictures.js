// What `pictures.py` has packed.

import { bytesOf } from "../base/parts/common.js";

const NAME = "\0",
  PIECE = /[<}][^<}]*/g;

async function inflated(view) {
  const packed = bytesOf(view);
  if (!packed.length) throw new RangeError("no picture is stored");
  const found = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(found).json();
}

// The HTML that is shown first has pieces of the others.
// -> find(at), the picture at some places, which is put together when it is asked for
export async function unpacked(view, shown) {
  const told = await inflated(view);
  const known = new Set(shown.replaceAll(shown.split('"')[1], NAME).match(PIECE));
  const pieces = [...known, ...told.pieces];
  const pictures = new Map(told.pictures.map((each) => [each.at.join(","), each]));
  return (at) => {
    const { steps, name, ...of } = pictures.get(at.join(",")) ?? {};
    if (!steps) return of.error && of;
    let last = -1;
    const html = steps.map((step) => pieces[(last += step + 1)]).join("");
    return { ...of, html: html.replaceAll(NAME, name) };
  };
}
