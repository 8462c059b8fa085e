/** The tables of a run in full: a row for each flow, each port and so on. */

import { fill, h, uid } from "../base/dom.ts";
import { plain, round } from "../base/quantity.ts";
import type { Summary } from "../types.ts";
import { download } from "../plot/strips.ts";
import { csvOf } from "./columns.ts";
import type { Session } from "./session.ts";

type Row = Record<string, number | string | null>;

/** How many rows are shown, of how many there are. */
export function rowsText(shown: number, all: number): string {
  return shown < all ? `${shown} of ${all} rows shown; the CSV has all.` : `${all} row${all === 1 ? "" : "s"}.`;
}

export class Rows {
  readonly element: HTMLDetailsElement;
  private readonly table = h("select", { "data-testid": "rows-of", onchange: () => this.draw() });
  private readonly note = h("span", { class: "help", role: "status", "data-testid": "rows-note" });
  private readonly file = h("a", { href: "#", onclick: (event: Event) => (event.preventDefault(), void this.save()) }, "CSV");
  private readonly body = h("div", { class: "scroll rows", tabindex: 0, role: "region", "aria-label": "Rows" });
  private drawn = "";

  constructor(private readonly session: Session) {
    const id = uid("rows");
    this.table.id = id;
    this.element = h(
      "details",
      { class: "rowsbox", "data-testid": "rows", ontoggle: () => this.draw() },
      h("summary", {}, "Numbers of every flow and port"),
      h("div", { class: "buttons" }, h("label", { for: id }, "table "), this.table, this.note, this.file),
      this.body,
    );
    session.runs.on(() => this.update());
  }

  /** Offer the tables of the newest run that have rows. */
  private update(): void {
    const summary = this.session.newest?.info?.summary;
    const names = Object.keys(summary?.tables ?? {}).filter((name) => summary?.rows?.[name]);
    const kept = this.table.value;
    this.element.hidden = names.length === 0;
    if (names.join() !== [...this.table.options].map((one) => one.value).join())
      fill(
        this.table,
        names.map((one) => h("option", { value: one }, one)),
      );
    this.table.value = names.includes(kept) ? kept : (names[0] ?? "");
    this.draw();
  }

  private draw(): void {
    const run = this.session.newest;
    const name = this.table.value;
    const what = `${run?.id} ${name}`;
    if (!this.element.open || !run?.info?.summary || what === this.drawn) return;
    this.drawn = what;
    const { summary } = run.info;
    const rows = summary.tables?.[name] ?? [];
    this.note.textContent = rowsText(rows.length, allOf(summary, name));
    fill(this.body, tableOf(rows));
  }

  /** Give all rows of the table. */
  private async save(): Promise<void> {
    const run = this.session.newest;
    const name = this.table.value;
    if (!run) return;
    try {
      const table = await this.session.kept.table(run.id, name);
      download(new Blob([csvOf(table)], { type: "text/csv" }), `${name}.csv`);
    } catch (failure) {
      this.note.textContent = failure instanceof Error ? failure.message : String(failure);
    }
  }
}

function allOf(summary: Summary, name: string): number {
  return summary.rows?.[name] ?? summary.tables?.[name]?.length ?? 0;
}

function tableOf(rows: Row[]): HTMLElement {
  const [first = "", ...columns] = Object.keys(rows[0] ?? {});
  const heads = [first, ...columns].map((one) => h("th", { scope: "col" }, one));
  const lines = rows.map((row) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, shown(row[first])),
      columns.map((column) => h("td", {}, shown(row[column]))),
    ),
  );
  return h("table", { class: "numbers" }, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, lines));
}

function shown(value: number | string | null | undefined): string {
  if (value === null || value === undefined) return "–";
  return typeof value === "number" ? plain(round(value, 6)) : value;
}
