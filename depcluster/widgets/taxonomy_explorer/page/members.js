// The members of the selected cluster: their images, texts or numbers, and the classes they are of.
const MEMBERS = { most: 300, small: 48, gap: 4, classes: 4 };

function drawMemberImages(canvas, members, { images }, width) {
  const { gap, small } = MEMBERS, across = Math.max(6, Math.floor(width / small));
  const w = (width - (across - 1) * gap) / across;
  const h = (w * images.height) / images.width, rows = Math.ceil(members.length / across);
  const context = fitCanvas(canvas, width, Math.max(1, rows * (h + gap) - gap));
  members.forEach((i, k) => {
    const [x, y] = [(k % across) * (w + gap), Math.floor(k / across) * (h + gap)];
    context.drawImage(images.one(i), x, y, w, h);
  });
  return (x, y) => members[Math.floor(y / (h + gap)) * across + Math.floor(x / (w + gap))];
}

function classBars(members, { classes, names }) {
  const counts = new Map();
  for (const i of members) counts.set(classes[i], (counts.get(classes[i]) ?? 0) + 1);
  const sorted = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const bar = ([k, count]) => el("div", { class: "class" },
    el("span", {}, names[k]),
    el("i", {}, el("i", { style: `width:${(100 * count) / members.length}%` })),
    el("span", {}, String(count)));
  const rest = sorted.length - MEMBERS.classes;
  return [
    caption("True classes", el("span", {}, `${sorted.length} of ${names.length}`)),
    sorted.slice(0, MEMBERS.classes).map(bar),
    rest > 0 ? [el("div", { class: "note" }, `and ${rest} more`)] : [],
  ];
}

// -> { root, draw(cluster), destroy() }
function createMembers(leaves) {
  const title = el("b", {}), count = el("span", {}), note = el("div", { class: "note" });
  const list = el("div", { class: "list", tabindex: 0, role: "group" });
  const known = el("div", { class: "classes" });
  const root = el("div", { class: "panel members" },
    el("div", { class: "cap" }, title, count), list, note, known);
  let cluster = 0, drawn = "";

  function pictures(members) {
    const canvas = el("canvas", { role: "img", "aria-label": `images of cluster ${cluster}` });
    list.replaceChildren(canvas);
    const memberAt = drawMemberImages(canvas, members, leaves, list.clientWidth);
    canvas.addEventListener("pointermove", (event) => {
      const i = memberAt(event.offsetX, event.offsetY);
      canvas.title = i === undefined ? "" : `sample ${i}`;
    });
  }

  function lines(members) {
    list.replaceChildren(...members.map((i) =>
      el("div", { class: "line" }, el("span", {}, String(i)), leaves.texts[i])));
  }

  function paint() {
    if (!list.clientWidth || !leaves.members(cluster)) return;
    const all = leaves.members(cluster), shown = all.slice(0, MEMBERS.most);
    const now = `${list.clientWidth} ${cluster} ${all.join()}`;
    if (now === drawn) return;
    drawn = now;
    title.textContent = `Cluster ${cluster}`;
    count.textContent = counted(all.length, "sample");
    list.setAttribute("aria-label", `members of cluster ${cluster}`);
    if (leaves.images) pictures(shown);
    else lines(shown);
    list.scrollTop = 0;
    note.textContent = all.length > shown.length ? `the first ${shown.length} of ${all.length}` : "";
    if (leaves.names.length) known.replaceChildren(...classBars(all, leaves).flat());
  }

  const stops = [onResize(list, paint)];
  return {
    root,
    draw(next) { cluster = next; paint(); },
    destroy() { stops.forEach((stop) => stop()); },
  };
}
