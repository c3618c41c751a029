// A filter above the table of all claims: buttons for the verdicts, a menu for the paper.
document.addEventListener("DOMContentLoaded", () => {
  const region = document.querySelector(".verdicts");
  if (!region) return;
  const rows = [...region.querySelectorAll("tbody tr")];
  const distinct = (key) => [...new Set(rows.map((row) => row.dataset[key]))];
  const off = new Set();
  const bar = document.createElement("div");
  bar.className = "verdicts-filter";
  bar.setAttribute("role", "group");
  bar.setAttribute("aria-label", "Which claims to show");
  const menu = document.createElement("select");
  menu.setAttribute("aria-label", "Paper");
  menu.append(...["All papers", ...distinct("paper")].map((name) => new Option(name)));
  const count = document.createElement("output");

  const marks = new Map(
    rows.map((row) => [row.dataset.verdict, row.lastElementChild.textContent.trim()[0]]),
  );
  const order = region.dataset.marks.split(" ");
  const verdicts = distinct("verdict").sort(
    (a, b) => order.indexOf(marks.get(a)) - order.indexOf(marks.get(b)),
  );
  const buttons = verdicts.map((verdict) => {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.verdict = verdict;
    button.addEventListener("click", () => {
      if (!off.delete(verdict)) off.add(verdict);
      show();
    });
    return button;
  });

  function show() {
    const of = menu.selectedIndex ? menu.value : null;
    const here = rows.filter((row) => !of || row.dataset.paper === of);
    for (const button of buttons) {
      const { verdict } = button.dataset;
      const n = here.filter((row) => row.dataset.verdict === verdict).length;
      button.textContent = `${marks.get(verdict)} ${verdict} ${n}`;
      button.setAttribute("aria-pressed", String(!off.has(verdict)));
    }
    const shown = new Set(here.filter((row) => !off.has(row.dataset.verdict)));
    for (const row of rows) row.hidden = !shown.has(row);
    count.textContent = `${shown.size} of ${rows.length} claims`;
    region.scrollTop = 0;
  }

  menu.addEventListener("change", show);
  bar.append(menu, ...buttons, count);
  region.before(bar);
  show();
});
