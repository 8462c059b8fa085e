/** Tables as columns by name. */

/** A column of a table: numbers, or names with the number of each row's. */
export type Column = Float64Array | BigUint64Array | { words: string[]; rows: Uint32Array };

/** A table as CSV, as `cellwise` writes it: a head with the names of the columns, and a line for each row. */
export function csvOf(table: Record<string, Column>): string {
  const names = Object.keys(table);
  const texts = names.map((name) => textsOf(table[name]));
  const rows = (texts[0] ?? []).map((_, row) => texts.map((column) => quoted(column[row] ?? "")).join(","));
  return [names.map(quoted).join(","), ...rows, ""].join("\n");
}

export function textsOf(column: Column | undefined): string[] {
  if (!column) return [];
  if ("words" in column) return [...column.rows].map((row) => column.words[row] ?? "");
  return Array.from(column as ArrayLike<number | bigint>, (value) =>
    typeof value === "number" && !Number.isFinite(value) ? "" : String(value),
  );
}

function quoted(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
