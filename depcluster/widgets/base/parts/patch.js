// What is drawn anew with every answer goes into the elements that are there: only what differs is
// set.

import { setAttributes, svg } from "./common.js";

const held = new WeakMap(); // the parts in each host

// An element to be, with parts and words in it.
export const part = (tag, attrs = {}, ...kids) => ({
  tag,
  attrs,
  kids: kids.flat(Infinity).filter((kid) => kid !== null && kid !== undefined),
});

// Lets `host` hold some parts and nothing else, as elements that `make` makes.
export function keep(host, parts, make = svg) {
  renew(host, held.get(host) ?? [], parts, make);
  held.set(host, parts);
}

function renew(host, before, parts, make) {
  let node = host.firstChild;
  parts.forEach((each, i) => {
    const was = before[i],
      next = node?.nextSibling;
    if (was === undefined || was.tag !== each.tag) {
      const other = each.tag ? make(each.tag, each.attrs) : new Text(each);
      if (each.tag) renew(other, [], each.kids, make);
      if (node) node.replaceWith(other);
      else host.append(other);
    } else if (each.tag) {
      change(node, was.attrs, each.attrs);
      renew(node, was.kids, each.kids, make);
    } else if (was !== each) node.data = each;
    node = next;
  });
  before.slice(parts.length).forEach(() => host.lastChild.remove());
}

function change(node, before, attrs) {
  for (const name in before) if ((attrs[name] ?? null) === null) node.removeAttribute(name);
  for (const name in attrs)
    if (attrs[name] !== before[name]) setAttributes(node, { [name]: attrs[name] });
}
