/** The comparison of published numbers with ours: a sign and words, so that colour is not needed. The signs are
 * those of the tables that `cellwise study` prints; a test compares them. */

import type { StudyCell, Verdict } from "../types.ts";

export interface Judged {
  sign: string;
  style: "good" | "fair" | "bad" | "odd" | "none";
  words: string;
}

const VERDICTS: Record<Verdict, Judged> = {
  inside_5_95: { sign: "●", style: "good", words: "inside our 5–95 % range" },
  inside_min_max: { sign: "○", style: "good", words: "inside our range from least to most" },
  near: { sign: "◐", style: "fair", words: "outside, but near our median" },
  outside: { sign: "✗", style: "bad", words: "outside" },
  inconsistent: { sign: "≠", style: "odd", words: "the document contradicts itself" },
  upheld: { sign: "✓", style: "good", words: "upheld" },
  refuted: { sign: "✗", style: "bad", words: "refuted" },
  undecided: { sign: "…", style: "none", words: "undecided" },
};

export function judged(verdict: Verdict | null | undefined): Judged {
  return (verdict && VERDICTS[verdict]) || { sign: "", style: "none", words: "not computed yet" };
}

/** How many numbers have each verdict, in words. */
export function tally(cells: Pick<StudyCell, "verdict">[]): string {
  const counts = new Map<string, number>();
  for (const { verdict } of cells) counts.set(judged(verdict).words, (counts.get(judged(verdict).words) ?? 0) + 1);
  return [...counts].map(([words, count]) => `${count} ${words}`).join(", ");
}

/** The rows of a table in its own order, each with its cells by column. */
export function rowsOf(cells: StudyCell[]): { labels: string[]; cells: Map<string, StudyCell[]> }[] {
  const rows = new Map<string, { labels: string[]; cells: Map<string, StudyCell[]> }>();
  for (const cell of cells) {
    const key = cell.row.join("\0");
    const row = rows.get(key) ?? { labels: cell.row, cells: new Map<string, StudyCell[]>() };
    row.cells.set(cell.column, [...(row.cells.get(cell.column) ?? []), cell]);
    rows.set(key, row);
  }
  return [...rows.values()];
}
