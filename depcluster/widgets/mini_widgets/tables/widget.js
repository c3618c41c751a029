// Tables: a table of points, a table of labels and their product, whose sum is the number.

import { bytesOf, el, floatsOf, shortNum } from "../../base/parts/common.js";
import { centredMatrix, gramOf } from "../../engine/gram.js";
import { miniWidget } from "../parts/layout.js";
import { bordersOf, placesByGroup } from "../parts/rows.js";
import { createTable, tablePixels } from "../parts/table.js";
import "./widget.css";

const LARGEST = 196;
const SHARES = Array.from({ length: 21 }, (_, k) => k / 20);
const percent = (share) => `${Math.round(100 * share)} %`;

// L has a 1 where two points share a label, as a part of the table in which the others are 0.
function timesLabels(table, labels) {
  const m = labels.length,
    product = new Float64Array(m * m);
  for (let i = 0; i < m; i++) {
    for (let l = 0; l < m; l++) if (labels[i] === labels[l]) product[i * m + l] = table[i * m + l];
  }
  return product;
}

function readTables({ scale, turn, partner, ...given }) {
  const groups = [...bytesOf(given.groups)],
    m = groups.length;
  const K = Float64Array.from(floatsOf(given.kernel)),
    one = groups.map(() => 0);
  const valueOf = (table, labels) =>
    (scale * timesLabels(table, labels).reduce((sum, v) => sum + v, 0)) / (m - 1) ** 2;
  const kinds = [K, centredMatrix(gramOf(K, m))].map((table) => {
    const most = table.reduce((top, v) => Math.max(top, Math.abs(v)), 0);
    return {
      table,
      most,
      isNegative: table.some((v) => v < -1e-9 * most),
      pixels: tablePixels(table, most),
      one: valueOf(table, one),
      begun: valueOf(table, groups),
    };
  });
  return {
    groups,
    m,
    scale,
    one,
    kinds,
    valueOf,
    places: placesByGroup(groups),
    borders: bordersOf(groups),
    // After a share of the points, in turn, have swapped their labels with one before them.
    labelsAt(share) {
      const labels = [...groups],
        n = Math.floor(share * m + 0.5);
      for (let k = 0; k < n; k++) {
        const [i, l] = [turn[k], turn[partner[k]]];
        [labels[i], labels[l]] = [labels[l], labels[i]];
      }
      return labels;
    },
  };
}

// One bar for each labelling; where the first of them stood unshuffled is marked.
function createRace(names, state) {
  const rows = names.map((name, k) => {
    const bar = el("i", {}),
      start = el("s", { hidden: k > 0 });
    const number = el("b", {}),
      wins = el("em", {}),
      title = el("span", {}, name);
    const root = el(
      "div",
      { class: "runner" },
      title,
      el("span", { class: "track" }, bar, start),
      number,
      wins,
    );
    return { root, title, bar, start, number, wins };
  });
  return {
    root: el(
      "div",
      { class: "race" },
      rows.map((row) => row.root),
    ),
    draw() {
      const { values, begun, most, labelling, share } = state(),
        best = Math.max(...values);
      const along = (v) => `${100 * Math.max(0, Math.min(1, v / most))}%`;
      rows[0].start.style.left = along(begun);
      rows[0].title.textContent = share ? `${percent(share)} shuffled` : names[0];
      rows.forEach((row, k) => {
        row.bar.style.width = along(values[k]);
        row.number.textContent = shortNum(values[k], 3);
        row.wins.textContent = names.length > 1 && values[k] === best ? "wins" : "";
        row.root.classList.toggle("chosen", names.length > 1 && names[k] === labelling);
      });
    },
  };
}

const render = miniWidget(({ given, now, say, choice, slider, draw }) => {
  const data = readTables(given),
    { show_switch: hasSwitch, labellings } = given;
  const names = hasSwitch ? labellings : labellings.slice(0, 1);
  let cell = null,
    shown = null,
    settings = "";

  function look(next, spoken = false) {
    if (String(next) === String(cell)) return;
    cell = next;
    if (spoken) say(cell ? tell(cell) : "");
    draw();
  }
  function tell([i, l]) {
    const [a, b, c] = shown.tables.map(({ values }) => values[i * data.m + l]);
    return `points ${i} and ${l}: ${shortNum(a * data.scale)} × ${b} = ${shortNum(c * data.scale)}`;
  }
  // What is on screen until a trait changes.
  function show() {
    const kind = data.kinds[Number(now.centred)],
      { shuffled: share, labelling } = now;
    const shuffled = data.labelsAt(share),
      labels = labelling === labellings[0] ? shuffled : data.one;
    const L = timesLabels(new Float64Array(data.m ** 2).fill(1), labels),
      product = timesLabels(kind.table, labels);
    const scale = kind.most * data.scale,
      rows = `${data.m} rows`;
    const values = [data.valueOf(kind.table, shuffled), kind.one],
      seen = hasSwitch ? data.kinds : [kind];
    return {
      share,
      labelling,
      values,
      begun: kind.begun,
      value: values[labellings.indexOf(labelling)],
      most:
        Math.max(...seen.flatMap((each) => (hasSwitch ? [each.begun, each.one] : [each.begun, 0])))
        || 1,
      tables: [
        {
          values: kind.table,
          pixels: kind.pixels,
          scale,
          signed: kind.isNegative,
          groups: data.groups,
          told: `${rows} by true group${now.centred ? ", centred" : ""}`,
        },
        {
          values: L,
          pixels: tablePixels(L, 1),
          scale: 1,
          signed: false,
          groups: labels,
          told: `${rows} by true group, 1 where two labels are equal`,
        },
        {
          values: product,
          pixels: tablePixels(product, kind.most),
          scale,
          signed: kind.isNegative,
          groups: labels,
          told: `${rows}, the two others multiplied pixel by pixel`,
        },
      ],
    };
  }

  const titles = [
    ["K, the points", "K centred, HKH"],
    ["L, the labels", "L, the labels"],
    ["K × L", "HKH × L"],
  ];
  const tables = ["Points", "Labels", "Product"].map((label, k) =>
    createTable({
      title: () => titles[k][Number(now.centred)],
      label,
      maximum: LARGEST,
      onCell: look,
      picture: () => ({ ...shown.tables[k], cell, places: data.places, borders: data.borders }),
    }),
  );
  const formula = el("span", { class: "lab" }),
    number = el("output", { class: "sum" });
  const race = createRace(names, () => shown);
  const result = {
    root: el("div", { class: "result" }, el("div", {}, formula, number), race.root),
    draw() {
      number.textContent = shortNum(shown.value, 3);
      formula.textContent = now.centred ? "HSIC = tr(HKHL) / (m − 1)²" : "tr(KL) / (m − 1)²";
      race.draw();
    },
  };
  return {
    kind: "tables",
    controls: [
      slider("share of labels shuffled", "shuffled", SHARES, {
        format: percent,
        at: (share) => Math.round(20 * share),
        ticks: [0, 5, 10, 15, 20],
      }),
      ...(hasSwitch
        ? [
            choice(
              "labels",
              "labelling",
              labellings.map((name) => [name, name]),
            ),
            choice("centring", "centred", [
              ["without H", false],
              ["with H", true],
            ]),
          ]
        : []),
    ],
    panels: [...tables, result],
    told: () => (cell ? tell(cell) : "The number is the sum of the right table, over (m − 1)²."),
    follow() {
      const next = Object.values(now).join();
      if (next !== settings) [settings, shown] = [next, show()];
    },
    hint: () => "Rows stand by true group; the strips have the colours of the labels.",
  };
});

export default { render };
