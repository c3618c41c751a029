// DataFile: a file chosen, its first rows, and what is chosen of them.

import { caption, counted, el, onThemeChange, widgetRoot } from "../base/parts/common.js";
import { liveRegion } from "../base/parts/controls.js";
import { createCopyButton, showBusy } from "../base/parts/feedback.js";
import { createNotice } from "../base/parts/notice.js";
import { hasPython } from "../base/parts/python.js";
import { watch } from "../base/parts/watch.js";
import { createChoices, createFindings } from "./choices.js";
import { createColumns } from "./columns.js";
import { createOpening } from "./opening.js";
import "./widget.css";

const ALONE = "A file, its columns and their scaling can be chosen where Python runs.";
const CHOSEN = ["_about", "features", "label", "scaling", "missing", "read_as", "left_out"];

function render({ model, el: host }) {
  const root = widgetRoot(host),
    live = liveRegion(),
    notice = createNotice(model, ["_first", ...CHOSEN]);
  const send = () => model.save_changes();
  const opening = createOpening(model, {
    onfail: notice.alert.put,
    onbusy: (busy) => showBusy(root, busy),
  });
  const names = () =>
    (model.get("_first").columns ?? [])
      .filter(({ kind }) => kind === "number" || kind === "mixed")
      .map(({ name }) => name);

  // In the order of the file, those that are not shown last.
  function choose(chosen) {
    const listed = [...names(), ...(model.get("_first").rest ?? [])];
    model.set(
      "features",
      listed.filter((name) => chosen.has(name)),
    );
    send();
  }
  const tick = (name, ticked) => {
    const chosen = new Set(model.get("features"));
    if (ticked) chosen.add(name);
    else chosen.delete(name);
    choose(chosen);
  };
  const isAsked = hasPython(model); // else it shows what was read, and offers nothing
  const columns = createColumns(isAsked ? tick : null),
    choices = createChoices(model, send);
  const findings = createFindings(model, send);
  const about = el("span", {}),
    title = caption("", about),
    notes = el("ul", { class: "notes" });
  function chooseAll() {
    const { columns: shown, rest } = model.get("_first"),
      good = shown.filter(({ kind }) => kind === "number");
    const chosen = new Set([...good.map(({ name }) => name), ...rest]);
    chosen.delete(model.get("label"));
    choose(chosen);
  }
  const all = el("button", { type: "button", class: "fold", onclick: chooseAll }, "all columns");
  const none = el(
    "button",
    { type: "button", class: "fold", onclick: () => choose(new Set()) },
    "none",
  );
  const copy = createCopyButton(() => model.get("_about").python ?? "");
  const sheet = el(
    "div",
    { class: "panel" },
    title,
    columns.root,
    el("div", { class: "bar under" }, isAsked ? [all, none] : null, copy),
    isAsked ? [findings.root, choices.root] : null,
    notes,
  );
  const busy = el("div", { class: "busyline" }, el("i")),
    alone = el("p", { class: "note" });

  function put() {
    const told = model.get("_about"),
      first = model.get("_first"),
      isRead = Boolean(first.file);
    opening.put(isRead ? "" : told.problem);
    alone.textContent = isRead ? ALONE : `No file was chosen. ${ALONE}`;
    sheet.hidden = !isRead;
    if (!isRead) return;
    title.firstChild.textContent = first.file;
    const whole = `${counted(first.rows, "row")} in the file`;
    about.textContent = (isAsked && told.problem) || [told.shape, whole].filter(Boolean).join("; ");
    columns.put(model.get("features"), model.get("label"));
    choices.put();
    findings.put(told.findings);
    const more = first.more
      ? [`${counted(first.more, "more column")}, to be chosen in Python: table.features`]
      : [];
    notes.replaceChildren(...[...told.notes, ...more].map((note) => el("li", {}, note)));
    notes.hidden = !notes.children.length;
    copy.hidden = !told.python;
  }
  function tell() {
    put();
    live.say(model.get("_about").problem || model.get("_about").shape);
  }
  function rebuild() {
    columns.build(model.get("_first"));
    put();
  }

  const head = isAsked ? [opening.root, busy, opening.progress, notice.root] : [alone];
  root.append(el("div", { class: "df" }, head, sheet), live.root);
  rebuild();
  const stops = [
    onThemeChange(root, () => {}),
    watch(model, ["_first"], rebuild),
    watch(model, CHOSEN, tell),
  ];
  return () => {
    stops.forEach((stop) => stop());
    opening.destroy();
    notice.destroy();
  };
}

export default { render };
