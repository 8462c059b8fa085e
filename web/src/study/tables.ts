/** The tables of a study as the document prints them: each number with ours below it; a number opens its run. */

import { button, h } from "../base/dom.ts";
import { plain, round } from "../base/quantity.ts";
import type { StudyCell, StudyTable } from "../types.ts";
import { judged, rowsOf, tally } from "./verdict.ts";

export type Open = (cell: StudyCell) => void;

/** Draw a table; it is opened if it has results, unless `opened` says otherwise. */
export function tableOf(table: StudyTable, open: Open, opened: Map<string, boolean>): HTMLElement {
  const { title, name, note, labels, columns, rows } = table;
  const heads = [...labels, ...columns.map((one) => one.title)].map((one) => h("th", { scope: "col" }, one));
  const body = rowsOf(rows).map((row) =>
    h(
      "tr",
      {},
      row.labels.map((one) => h("th", { scope: "row" }, one)),
      columns.map((column) =>
        h(
          "td",
          {},
          (row.cells.get(column.name) ?? []).map((cell) => entry(cell, open)),
        ),
      ),
    ),
  );
  const compared = rows.some((one) => one.printed !== undefined);
  const computed = rows.some((one) => one.ours !== null);
  const details: HTMLDetailsElement = h(
    "details",
    { class: "studytable", open: opened.get(name) ?? computed, "data-testid": `table-${name}` },
    h(
      "summary",
      { onclick: () => opened.set(name, !details.open) },
      h("strong", {}, title || name),
      h("span", { class: "help" }, ` ${compared ? tally(rows) : ""}`),
    ),
    h("p", { class: "help" }, note),
    h("div", { class: "scroll" }, h("table", {}, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, body))),
  );
  return details;
}

function entry(cell: StudyCell, open: Open): HTMLElement {
  const { sign, style, words } = judged(cell.verdict);
  const shown = cell.printed ?? number(cell.ours);
  const link = button(shown, () => open(cell), {
    class: "link",
    "data-case": `${cell.case}/${cell.column}`,
    "data-testid": "published",
    title: `Open the run: ${cell.case}`,
    "aria-label": `${shown}, published: open the run ${cell.case}`,
  });
  const range =
    cell.low === null || cell.high === null || number(cell.low) === number(cell.high)
      ? ""
      : ` (${number(cell.low)}–${number(cell.high)})`;
  const ours = cell.ours === null ? "" : `${number(cell.ours)}${range}`;
  if (cell.printed === undefined) return h("div", { class: "number" }, link, h("div", { class: "ours" }, range));
  const texts = [words, cell.off && `${cell.off} off`, cell.note].filter(Boolean);
  const mark = sign
    ? h(
        "span",
        {
          class: `verdict ${style}`,
          role: "img",
          "aria-label": texts.slice(0, cell.off ? 2 : 1).join(", "),
          title: texts.join(": "),
        },
        cell.off ? `${sign} ${cell.off}` : sign,
      )
    : null;
  return h("div", { class: "number" }, link, " ", mark, h("div", { class: "ours" }, ours));
}

/** Our own number in few digits. */
export function number(value: number | null): string {
  if (value === null) return "–";
  const size = Math.abs(value);
  return Number.isInteger(value) || size >= 1000 || size < 1e-4
    ? plain(round(value, size >= 1000 ? 6 : 3))
    : value.toPrecision(3);
}
