// Calls fn when one of some traits changes; returns how to let go. Several events in one name are
// Backbone's alone, other front ends take them for the name of one: so each is asked for by itself.
export function watch(model, names, fn) {
  names.forEach((name) => model.on(`change:${name}`, fn));
  return () => names.forEach((name) => model.off(`change:${name}`, fn));
}

// Whether a panel is on screen as far as traits say, or folded away.
export const isOpen = (model, panel) =>
  model.get("panels").includes(panel) && !model.get("folded").includes(panel);
