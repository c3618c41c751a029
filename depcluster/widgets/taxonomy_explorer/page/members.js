// The members of the selected cluster, a page at a time: their images, texts or numbers. The one
// under the hand or the focus is shown whole beside them, and lights up its leaf and its class.

import { ARROWS, counted, el, fitCanvas, stamp } from "../../base/parts/common.js";
import { iconButton, liveRegion, setUsable } from "../../base/parts/controls.js";
import { createPainter } from "../../base/parts/painter.js";
import { createPanel } from "../../base/parts/panels.js";

const MEMBERS = { sides: [48, 42, 36], gap: 4, line: 18, large: 144 };

// How the members of a cluster fill a box: places in rows of `across`, `most` of them a page.
function memberPlaces({ images, kind, texts }, members, [width, height]) {
  if (!images) {
    const isLong = kind === "texts" && members.some((i) => 6 * texts[i].length > width - 40);
    const high = MEMBERS.line + (isLong ? 16 : 0);
    return { across: 1, w: width, h: high, gap: 0, most: Math.max(1, Math.floor(height / high)) };
  }
  const { sides, gap } = MEMBERS;
  let places;
  for (const side of sides) {
    const across = Math.max(4, Math.floor((width + gap) / (side + gap)));
    const w = (width - (across - 1) * gap) / across,
      h = (w * images.height) / images.width;
    const most = across * Math.max(1, Math.floor((height + gap) / (h + gap)));
    places = { across, w, h, gap, most };
    if (most >= members.length) break;
  }
  return places;
}

// -> { root, put(i, isPinned, place, list, box), hide() }: one sample whole, beside its place, and
// beside the whole list where there is room.
function createSampleTip(leaves) {
  const root = el("div", { class: "tip sample", hidden: true });
  function put(i, isPinned, place, list, box) {
    const { images } = leaves,
      parts = [el("b", {}, leaves.sample(i))];
    if (leaves.names.length) parts.push(el("span", {}, leaves.names[leaves.classes[i]]));
    if (leaves.texts[i]) parts.push(el("span", {}, leaves.texts[i]));
    if (isPinned) parts.push(el("span", {}, "pinned; Escape lets go"));
    if (images) {
      const scale = MEMBERS.large / images.height,
        canvas = images.one(i);
      canvas.style.width = `${Math.round(images.width * scale)}px`;
      canvas.style.height = `${MEMBERS.large}px`;
      parts.unshift(canvas);
    }
    root.replaceChildren(...parts);
    root.hidden = false;
    const w = root.offsetWidth,
      x = list.left - box.left,
      y = list.top - box.top + place.top;
    const ways = [x - w - 8, x + place.left - w - 8, x + place.left + place.w + 8];
    const left = ways.find((way) => way >= 0 && way + w <= box.width) ?? 0;
    root.style.left = `${left}px`;
    root.style.top = `${Math.max(0, Math.min(y - 16, box.height - root.offsetHeight))}px`;
  }
  return {
    root,
    put,
    hide() {
      root.hidden = true;
    },
  };
}

// -> { panel, tip, draw(cluster), destroy() }; `tip` is to stand in the element the panel lies in.
export function createMembers(leaves, selection) {
  const count = el("span", {}),
    pages = el("span", { class: "pages", hidden: true });
  const back = iconButton("prev", "Earlier members", () => turn(-1));
  const ahead = iconButton("next", "Later members", () => turn(1));
  const list = el("div", { class: "list", tabindex: -1, role: "group" }),
    live = liveRegion();
  const panel = createPanel("members", "Members", el("span", {}, count, pages), list, live.root);
  const tip = createSampleTip(leaves);
  let cluster = 0,
    page = 0,
    drawn = "",
    places = null;
  pages.append(back, ahead);

  const all = () => leaves.members(cluster) ?? [];
  const shown = () => all().slice(page * places.most, (page + 1) * places.most);
  const held = () => shown().indexOf(selection.point);

  function turn(step) {
    const last = Math.ceil(all().length / places.most) - 1;
    page = Math.max(0, Math.min(last, page + step));
    painter.draw();
  }

  function drawImages(canvas, width) {
    const { across, w, h, gap } = places,
      rows = Math.ceil(shown().length / across);
    const context = fitCanvas(canvas, width, Math.max(1, rows * (h + gap) - gap));
    shown().forEach((i, k) => {
      const [x, y] = [(k % across) * (w + gap), Math.floor(k / across) * (h + gap)];
      context.drawImage(leaves.images.one(i), x, y, w, h);
    });
  }

  function fill(width) {
    const members = shown();
    if (leaves.images) {
      const canvas = el("canvas", { role: "img", "aria-label": `images of cluster ${cluster}` });
      list.replaceChildren(canvas, el("div", { class: "frame here", hidden: true }));
      drawImages(canvas, width);
      return;
    }
    list.replaceChildren(
      ...members.map((i) =>
        el(
          "div",
          {
            class: "line",
            style: `height:${places.h}px`,
          },
          el("span", {}, String(i)),
          el("span", {}, leaves.texts[i]),
        ),
      ),
    );
  }

  function paint(size) {
    if (!leaves.members(cluster)) return;
    places = memberPlaces(leaves, all(), size);
    page = Math.min(page, Math.ceil(all().length / places.most) - 1);
    const now = `${size} ${cluster} ${page} ${all().join()}`;
    if (now !== drawn) {
      drawn = now;
      const first = page * places.most,
        some = all().length > places.most;
      count.textContent = some
        ? `${first + 1}\u2013${first + shown().length} of ${all().length}`
        : counted(all().length, "sample");
      pages.hidden = !some;
      setUsable(back, page > 0);
      setUsable(ahead, first + places.most < all().length);
      list.setAttribute(
        "aria-label",
        `members of cluster ${cluster}, ${counted(all().length, "sample")}`,
      );
      list.tabIndex = 0;
      fill(size[0]);
      stamp(list);
    }
    light();
  }

  // Where the k-th member on the page lies in the list.
  const placeOf = (k) => {
    const { across, w, h, gap } = places;
    return { left: (k % across) * (w + gap), top: Math.floor(k / across) * (h + gap), w, h };
  };

  function light() {
    const k = places ? held() : -1;
    if (leaves.images) {
      const here = list.querySelector(".here");
      if (here) {
        here.hidden = k < 0;
        if (k >= 0) {
          const { left, top, w, h } = placeOf(k);
          here.style.cssText = `left:${left - 2}px;top:${top - 2}px;width:${w + 4}px;height:${h + 4}px`;
        }
      }
    } else {
      list.querySelectorAll(".line").forEach((line, j) => line.classList.toggle("lit", j === k));
    }
    if (k < 0) tip.hide();
    else {
      tip.put(
        selection.point,
        selection.isPinned,
        placeOf(k),
        list.getBoundingClientRect(),
        tip.root.parentElement.getBoundingClientRect(),
      );
    }
  }

  function memberAt(event) {
    const box = list.getBoundingClientRect(),
      { across, w, h, gap } = places;
    const column = Math.floor((event.clientX - box.left) / (w + gap));
    const row = Math.floor((event.clientY - box.top) / (h + gap));
    return column < across ? (shown()[row * across + column] ?? null) : null;
  }

  const speak = () =>
    live.say(
      [...tip.root.children]
        .map((part) => part.textContent)
        .filter(Boolean)
        .join(", "),
    );

  // Where a key leads from a member, or from none.
  function placeAfter(key, before) {
    const most = all().length - 1,
      [dx, dy] = ARROWS[key] ?? [0, 0];
    const step = dx + dy * places.across || { PageUp: -1, PageDown: 1 }[key] * places.most;
    if (key === "Home" || key === "End") return key === "Home" ? 0 : most;
    if (!step) return null;
    return before < 0 ? page * places.most : Math.max(0, Math.min(most, before + step));
  }

  // Arrows walk over all members and turn the pages.
  function onKey(event) {
    const at = places ? placeAfter(event.key, all().indexOf(selection.point)) : null;
    if (at !== null) {
      page = Math.floor(at / places.most);
      painter.draw();
      selection.hover(all()[at]);
      speak();
    } else if ((event.key === "Enter" || event.key === " ") && selection.point !== null) {
      selection.pin(selection.point);
      speak();
    } else return;
    event.preventDefault();
  }

  list.addEventListener("keydown", onKey);
  list.addEventListener("blur", () => selection.hover(null));
  list.addEventListener("pointermove", (event) => {
    if (places) selection.hover(memberAt(event));
  });
  list.addEventListener("pointerleave", () => selection.hover(null));
  list.addEventListener("click", (event) => {
    const i = places ? memberAt(event) : null;
    if (i !== null) selection.pin(i);
  });
  const painter = createPainter(list, paint, {
    colours: () => null,
    measure: () => list.clientWidth && [list.clientWidth, list.clientHeight],
  });
  const stop = selection.on(light);
  return {
    panel,
    tip: tip.root,
    fit: painter.fit,
    draw(next) {
      if (next !== cluster) page = 0;
      cluster = next;
      panel.setTitle(`Cluster ${cluster}`);
      painter.draw();
    },
    destroy() {
      stop();
      painter.destroy();
    },
  };
}
