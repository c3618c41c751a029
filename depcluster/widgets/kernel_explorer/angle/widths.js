// Widths of the window: their places among the stops, and the names of the rules beside them.

const NAME_GAP = 12; // pixels

export const threeDigits = (x) => String(Number(x.toPrecision(3)));

// Place of a width among the stops, between two of them where it is none of them.
export function placeOfWidth(sigmas, sigma) {
  const last = sigmas.length - 1,
    above = sigmas.findIndex((s) => s >= sigma);
  if (above === 0 || last < 1) return 0;
  if (above < 0) return last;
  const [a, b] = [sigmas[above - 1], sigmas[above]];
  return above - 1 + Math.log(sigma / a) / Math.log(b / a);
}

// The rules by width, each name over its mark; one that would touch another's is `raised`. `half`
// is of a name's width.
export function ruleNames(rules, place) {
  const names = { lscv: ["LSCV", 16], mean: ["mean", 16], amise: ["AMISE", 20] };
  let end = -Infinity;
  return Object.entries(rules)
    .filter(([, width]) => width)
    .map(([rule, width]) => ({
      name: names[rule][0],
      half: names[rule][1],
      width,
      x: place(width),
    }))
    .sort((a, b) => a.x - b.x)
    .map((rule) => {
      const raised = rule.x - rule.half < end;
      if (!raised) end = rule.x + rule.half;
      return { ...rule, raised };
    });
}

// On one line: names that would touch stand side by side, a gap between them, under the middle of
// their marks.
export function namesApart(named) {
  const groups = [],
    middle = (group) => group.reduce((sum, { x }) => sum + x / group.length, 0);
  const width = (group) => group.reduce((sum, { half }) => sum + 2 * half + NAME_GAP, -NAME_GAP);
  const doTouch = (a, b) => middle(a) + width(a) / 2 + NAME_GAP > middle(b) - width(b) / 2;
  for (const name of named) {
    let group = [name];
    while (groups.length && doTouch(groups.at(-1), group)) group = [...groups.pop(), ...group];
    groups.push(group);
  }
  return groups.flatMap((group) => {
    let left = middle(group) - width(group) / 2;
    return group.map((name) => {
      const x = left + name.half;
      left += 2 * name.half + NAME_GAP;
      return { ...name, x };
    });
  });
}
