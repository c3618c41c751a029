// Tables: a table of points, a table of labels and their product, whose sum is the number.

import { bytesOf, el, floatsOf, shortNum, widgetRoot } from "../../base/parts/common.js";
import { labelled, liveRegion, segmented, slider } from "../../base/parts/controls.js";
import { createNotice } from "../../base/parts/notice.js";
import { watch } from "../../base/parts/watch.js";
import { bordersOf, placesByGroup } from "../parts/rows.js";
import { createTable, tablePixels } from "../parts/table.js";
import { centredTable, dealtLabels, largest, sumOf, timesLabels } from "./algebra.js";

const CONTROLS = ["shuffled", "centred", "labelling"];
const SHARES = 21;
const percent = (share) => `${Math.round(100 * share)} %`;

function readTables(model) {
  const groups = [...bytesOf(model.get("_groups"))], m = groups.length;
  const K = Float64Array.from(floatsOf(model.get("_kernel"))), scale = model.get("_scale");
  const kinds = [K, centredTable(K, m)].map((table) => {
    const most = largest(table), negative = table.some((v) => v < -1e-9 * most);
    return { table, most, negative, pixels: tablePixels(table, most) };
  });
  const valueOf = (product) => (scale * sumOf(product)) / (m - 1) ** 2;
  for (const kind of kinds) {
    kind.one = valueOf(kind.table);
    kind.begun = valueOf(timesLabels(kind.table, groups));
  }
  const [turn, partner] = [model.get("_turn"), model.get("_partner")];
  return {
    groups, m, scale, kinds, valueOf, ones: new Float64Array(m * m).fill(1),
    labelsAt: (share) => dealtLabels(groups, turn, partner, share),
    places: placesByGroup(groups), borders: bordersOf(groups),
    most: (switched, kind) => Math.max(...(switched ? kinds : [kind]).map((each) =>
      Math.max(each.begun, switched ? each.one : 0))) || 1,
  };
}

// One bar for each labelling; where the first of them stood unshuffled is marked.
function createRace(names) {
  const rows = names.map((name) => {
    const bar = el("i", {}), start = el("s", {}), number = el("b", {}), wins = el("em", {});
    const title = el("span", {}, name);
    const root = el("div", { class: "runner" }, title,
      el("span", { class: "track" }, bar, start), number, wins);
    return { root, title, bar, start, number, wins };
  });
  const root = el("div", { class: "race" }, rows.map((row) => row.root));
  return {
    root,
    put(values, begun, most, chosen, share) {
      const along = (v) => `${100 * Math.max(0, Math.min(1, v / most))}%`;
      const best = Math.max(...values), [first] = rows;
      first.start.style.left = along(begun);
      first.title.textContent = share ? `${percent(share)} shuffled` : names[0];
      rows.slice(1).forEach((row) => { row.start.hidden = true; });
      rows.forEach((row, k) => {
        row.bar.style.width = along(values[k]);
        row.number.textContent = shortNum(values[k], 3);
        row.wins.textContent = values.length > 1 && values[k] === best ? "wins" : "";
        row.root.classList.toggle("chosen", names.length > 1 && names[k] === chosen);
      });
    },
  };
}

function createControls(model) {
  const share = slider({
    label: "share of labels shuffled", count: SHARES, at: 0,
    format: (k) => percent(k / (SHARES - 1)),
    ticks: [0, 5, 10, 15, 20], onmove: (k) => {
      model.set("shuffled", k / (SHARES - 1));
      model.save_changes();
    },
  });
  const names = model.get("_labellings"), centrings = ["without H", "with H"];
  const labelling = segmented("labels", names, names[0], (name) => {
    model.set("labelling", name);
    model.save_changes();
  });
  const centring = segmented("centring", centrings, centrings[1], (name) => {
    model.set("centred", name === centrings[1]);
    model.save_changes();
  });
  const root = el("div", { class: "row controls" }, el("div", { class: "grow" }, share.root),
    model.get("_show_switch")
      ? [labelled("labels", labelling.root), labelled("centring", centring.root)] : null);
  return {
    root,
    put() {
      share.put(Math.round(model.get("shuffled") * (SHARES - 1)));
      labelling.put(model.get("labelling"));
      centring.put(centrings[Number(model.get("centred"))]);
    },
  };
}

function render({ model, el: host }) {
  const root = widgetRoot(host), data = readTables(model), notice = createNotice(model, CONTROLS);
  const live = liveRegion(), names = model.get("_labellings");
  const hasSwitch = model.get("_show_switch");
  const controls = createControls(model);
  const race = createRace(hasSwitch ? names : names.slice(0, 1));
  const formula = el("span", { class: "lab" }), number = el("output", { class: "sum" });
  const titles = [0, 1, 2].map(() => el("b", {})), told = el("div", { class: "told" });
  const tables = ["Points", "Labels", "Product"].map((label) => createTable({ label, onCell: look }));
  let cell = null, shown = [];

  function look(next, spoken = false) {
    if (String(next) === String(cell)) return;
    cell = next;
    if (spoken) live.say(cell ? tell(cell) : "");
    drawTables();
  }

  function tell([i, l]) {
    const [a, b, c] = shown.map(({ values }) => values[i * data.m + l]);
    return `points ${i} and ${l}: ${shortNum(a * data.scale)} × ${b} = ${shortNum(c * data.scale)}`;
  }

  function drawTables() {
    shown.forEach(({ pixels, scale, signed, groups, about }, k) => tables[k].draw({
      pixels, scale, signed, groups, cell, places: data.places, borders: data.borders,
      told: about,
    }));
    told.textContent = cell ? tell(cell) : "The number is the sum of the right table, over (m − 1)².";
  }

  function draw() {
    const centred = model.get("centred"), kind = data.kinds[Number(centred)];
    const shuffled = data.labelsAt(model.get("shuffled"));
    const labels = model.get("labelling") === names[0] ? shuffled : shuffled.map(() => 0);
    const L = timesLabels(data.ones, labels), product = timesLabels(kind.table, labels);
    const rows = `${data.m} rows`;
    const scale = kind.most * data.scale;
    shown = [
      { values: kind.table, pixels: kind.pixels, scale, signed: kind.negative, groups: data.groups,
        about: `${rows} by true group${centred ? ", centred" : ""}` },
      { values: L, pixels: tablePixels(L, 1), scale: 1, signed: false, groups: labels,
        about: `${rows} by true group, 1 where two labels are equal` },
      { values: product, pixels: tablePixels(product, kind.most), scale, signed: kind.negative,
        groups: labels, about: `${rows}, the two others multiplied pixel by pixel` },
    ];
    [centred ? "K centred, HKH" : "K, the points", "L, the labels", "HKH × L"].forEach((text, k) => {
      titles[k].textContent = k === 2 && !centred ? "K × L" : text;
    });
    const values = [data.valueOf(timesLabels(kind.table, shuffled)), kind.one];
    const value = values[names.indexOf(model.get("labelling"))];
    race.put(hasSwitch ? values : values.slice(0, 1), kind.begun, data.most(hasSwitch, kind),
      model.get("labelling"), model.get("shuffled"));
    number.textContent = shortNum(value, 3);
    formula.textContent = centred ? "HSIC = tr(HKHL) / (m − 1)²" : "tr(KL) / (m − 1)²";
    controls.put();
    drawTables();
  }

  const pane = (k) => el("div", { class: "panel" },
    el("div", { class: "cap" }, titles[k], tables[k].key), tables[k].root);
  root.append(el("div", { class: "mv-tables" }, controls.root,
    [0, 1, 2].map(pane),
    el("div", { class: "result" }, el("div", {}, formula, number), race.root),
    told, live.root), notice.root);
  notice.put("Rows stand by true group; the strips have the colours of the labels.");
  const unwatch = watch(model, CONTROLS, draw);
  draw();
  return () => {
    unwatch();
    [notice, ...tables].forEach((each) => each.destroy());
  };
}

export default { render };
