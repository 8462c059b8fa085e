/** Why segments died: marks in the sequence plot, and the same as a table. */

import { debounce, fill, h } from "../base/dom.ts";
import { seconds } from "../base/quantity.ts";
import type { Mark } from "../plot/overlay.ts";
import type { Strip } from "../plot/strip.ts";
import type { View } from "../plot/view.ts";
import type { SegmentRow } from "../types.ts";
import type { Session } from "./session.ts";

const LISTED = 100;

/** Marks of the segments that were lost or sent again. */
export function marksOf(rows: SegmentRow[]): Mark[] {
  return rows.flatMap((row): Mark[] => {
    if (isLost(row)) return [{ time_s: row.time_s, value: row.seq, kind: "lost", text: row.why || lostText(row) }];
    if (row.kind === "sent-again")
      return [
        {
          time_s: row.time_s,
          value: row.seq,
          kind: "again",
          text: `${seconds(row.time_s, 7)}  octet ${row.seq}, ${row.length} octets, sent again`,
        },
      ];
    return [];
  });
}

/** Whether something of it was lost: cells, or on packet links all of it. */
function isLost(row: SegmentRow): boolean {
  return Boolean(row.lost_cells || row.why);
}

/** How many marks of each kind there are, and where they end if they do before the plot does. */
export function marksText(rows: SegmentRow[], end_s?: number): string {
  const again = rows.filter((row) => row.kind === "sent-again");
  const died = again.filter(isLost).length;
  const lost = rows.some((row) => row.why && !row.lost_cells) ? "were lost" : "lost cells";
  const counts = [
    `${rows.filter(isLost).length} segments ${lost} (crosses)`,
    `${again.length} ${again.length === 1 ? "was" : "were"} retransmitted (triangles${died ? `; ${died} of them ${lost} again` : ""})`,
  ];
  const cut = end_s === undefined ? "" : ` The marks end at ${seconds(end_s, 6)}; zoom in to see those that follow.`;
  return `${counts.join(", ")}.${cut}`;
}

function lostText(row: SegmentRow): string {
  return `${seconds(row.time_s, 7)}  octet ${row.seq}: ${row.lost_cells} of ${row.cells ?? "?"} cells lost`;
}

export class Losses {
  readonly element: HTMLElement;
  private readonly note = h("p", { class: "help" });
  private readonly body = h("tbody", { "data-testid": "segments" });
  private readonly refreshSoon = debounce(200, () => void this.refresh());
  private strip: Strip | undefined;
  private requests = 0;
  /** The run and the flow whose marks are shown. */
  private shown = "";

  constructor(
    private readonly view: View,
    private readonly session: Session,
  ) {
    const heads = ["sent", "octet", "what happened"].map((one) => h("th", { scope: "col" }, one));
    this.element = h(
      "details",
      { class: "lossesbox", "data-testid": "losses" },
      h("summary", {}, "Segments that died in view"),
      this.note,
      h("div", { class: "scroll" }, h("table", {}, h("thead", {}, h("tr", {}, heads)), this.body)),
    );
    view.window.on(() => this.refreshSoon());
  }

  /** The sequence strip shows something else now. */
  follow(strip: Strip): void {
    this.strip = strip;
    this.refreshSoon();
  }

  private async refresh(): Promise<void> {
    const request = (this.requests += 1);
    const run = this.session.newest;
    const flow = this.strip?.singleTarget;
    if (!run || !flow) {
      this.shown = "";
      this.show([], "");
      this.note.textContent =
        "Choose one flow in the plot of sequence numbers to see which of its segments died, and why.";
      return;
    }
    // Marks of the same flow stay until others are known.
    const shown = `${run.id} ${flow}`;
    if (shown !== this.shown) this.show([], `Running again to see which segments of ${flow} died …`);
    this.shown = shown;
    const { from_s, to_s } = this.view.window.value;
    try {
      const { rows, truncated, until_s } = await this.session.kept.marked(run.id, flow, from_s, to_s);
      if (request === this.requests) this.show(rows, marksText(rows, truncated ? until_s : undefined));
    } catch (failure) {
      if (request === this.requests) this.show([], failure instanceof Error ? failure.message : String(failure));
    }
  }

  /** Show the same in the plot, with a note below it, and in the list. */
  private show(rows: SegmentRow[], note: string): void {
    const marks = marksOf(rows);
    const lost = marks.filter((one) => one.kind === "lost");
    this.strip?.setMarks(marks, note);
    this.note.textContent = lost.length > LISTED ? `${note} The first ${LISTED} crosses are listed.` : note;
    fill(
      this.body,
      lost
        .slice(0, LISTED)
        .map((one) =>
          h(
            "tr",
            {},
            h("td", {}, seconds(one.time_s, 8)),
            h("td", {}, String(one.value)),
            h("td", { class: "why" }, one.text),
          ),
        ),
    );
  }
}
