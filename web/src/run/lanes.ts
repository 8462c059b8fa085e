/** Cells that came to a port, one lane per connection, coloured by frame; refused ones are marked with their reason. */

import { button, fill, h, uid } from "../base/dom.ts";
import { colour, ink } from "../base/palette.ts";
import { seconds } from "../base/quantity.ts";
import type { View } from "../plot/view.ts";
import type { CellRows } from "../types.ts";

const LANE = 38;
const CELL = 17;
/** Refused cells stand on a track of their own, above those that were taken. */
const REFUSED = 8;
/** Colours for frames: all but that of what was refused. */
const FRAMES = [0, 1, 2, 4, 5, 6];
const LEFT = 64;
const TOP = 6;
const AXIS = 20;
const WIDTHS: [number, string][] = [
  [5e-5, "50 µs"],
  [1e-4, "0.1 ms"],
  [2e-4, "0.2 ms"],
  [5e-4, "0.5 ms"],
  [1e-3, "1 ms"],
  [2e-3, "2 ms"],
  [5e-3, "5 ms"],
];

/** One cell, as rows have it. */
export interface Cell {
  time_s: number;
  vc: string;
  frame: number;
  cell: number;
  /** Cells of its frame, if that is known. */
  of: number;
  last: boolean;
  fate: string;
}

export function cellsOf({ vcs, rows }: CellRows): Cell[] {
  return rows.time_s.map((time_s, at) => {
    const vc = rows.vc[at];
    return {
      time_s,
      vc: typeof vc === "number" ? (vcs[vc] ?? String(vc)) : String(vc),
      frame: rows.frame[at] ?? 0,
      cell: rows.cell[at] ?? 0,
      of: rows.cells?.[at] ?? 0,
      last: Boolean(rows.last[at]),
      fate: rows.fate[at] ?? "taken",
    };
  });
}

/** The reasons that occur, each with a letter of its own. */
export function letters(cells: Cell[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { fate } of cells) {
    if (fate === "taken" || found.has(fate)) continue;
    const taken = new Set(found.values());
    const own =
      [...fate.toUpperCase().replaceAll(/[^A-Z]/g, ""), ..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].find(
        (one) => !taken.has(one),
      ) ?? "?";
    found.set(fate, own);
  }
  return found;
}

/** How many were refused, and why, in words. */
export function fateText(cells: Cell[]): string {
  const counts = new Map<string, number>();
  for (const { fate } of cells) if (fate !== "taken") counts.set(fate, (counts.get(fate) ?? 0) + 1);
  const lost = [...counts].map(([fate, count]) => `${count} ${fate}`);
  return `${cells.length} cells arrived${lost.length ? `; refused: ${lost.join(", ")}` : "; the port refused none"}.`;
}

/** How many cells policers kept from coming, in words; nothing if there were none. */
export function policedText(policed: Record<string, number> = {}): string {
  const told = Object.entries(policed).map(([place, cells]) => `${cells} at ${place}`);
  return told.length ? ` Not shown: policers discarded ${told.join(", ")} before they reached this port.` : "";
}

/** A part of a run of so much time from an instant on; at its end, the last such part. */
export function partFrom(at_s: number, width_s: number, end_s: number): [number, number] {
  const from_s = Math.max(0, Math.min(at_s, end_s - width_s));
  return [from_s, Math.min(end_s, from_s + width_s)];
}

export class Lanes {
  readonly element: HTMLElement;
  readonly port = h("select", { "data-testid": "lane-port" });
  private readonly width = h("select", {});
  private readonly canvas = h("canvas", { tabindex: 0, role: "img", class: "lanes", "data-testid": "lanes" });
  private readonly tip = h("p", { class: "help tipline", role: "status", "aria-live": "polite" });
  private readonly summary = h("p", { class: "help", "data-testid": "lane-summary" });
  private readonly legend = h("p", { class: "help" });
  private readonly show: HTMLButtonElement;
  private rows: CellRows | null = null;
  private cells: Cell[] = [];
  private at = -1;

  /** `load` gets the cells of a port in a part of time. */
  constructor(
    private readonly view: View,
    private readonly load: (port: string, from_s: number, to_s: number) => Promise<CellRows>,
  ) {
    const [portId, widthId] = [uid("port"), uid("width")];
    this.port.id = portId;
    this.width.id = widthId;
    this.width.append(...WIDTHS.map(([value, name]) => h("option", { value }, name)));
    this.width.value = "0.0005";
    this.show = button("Show the cells", () => void this.fetch(), { "data-testid": "show-cells" });
    this.element = h(
      "section",
      { class: "lanesbox", "aria-label": "Cells at a port" },
      h("h3", {}, "Cells at a port"),
      h(
        "div",
        { class: "buttons" },
        h("label", { for: portId }, "port "),
        this.port,
        h("label", { for: widthId }, "for "),
        this.width,
        this.show,
      ),
      this.summary,
      this.canvas,
      this.tip,
      this.legend,
    );
    this.canvas.hidden = true;
    this.canvas.addEventListener("pointermove", (event) => this.point(event));
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    view.at.on(() => this.label());
    new ResizeObserver(() => this.draw()).observe(this.element);
    this.label();
  }

  setPorts(ports: string[]): void {
    const kept = this.port.value;
    fill(
      this.port,
      ports.map((one) => h("option", { value: one }, one)),
    );
    this.port.value = ports.includes(kept) ? kept : (ports[0] ?? "");
    this.rows = null;
    this.cells = [];
    this.canvas.hidden = true;
    this.summary.textContent = "The run is repeated up to the instant of the scrub bar, with every cell recorded.";
    fill(this.legend);
    fill(this.tip);
  }

  private label(): void {
    this.show.textContent = `Show the cells at ${seconds(this.view.at.value, 6)}`;
  }

  private async fetch(): Promise<void> {
    const [from_s, to_s] = partFrom(this.view.at.value, Number(this.width.value), this.view.end_s);
    this.summary.textContent = "Running again with every cell recorded …";
    this.show.disabled = true;
    try {
      this.rows = await this.load(this.port.value, from_s, to_s);
      this.cells = cellsOf(this.rows);
      this.canvas.hidden = false;
      const more = this.rows.truncated ? " There were more than are shown." : "";
      this.summary.textContent = `${fateText(this.cells)}${policedText(this.rows.policed)}${more}`;
      this.explain();
      this.draw();
    } catch (failure) {
      this.summary.textContent = failure instanceof Error ? failure.message : String(failure);
    } finally {
      this.show.disabled = false;
    }
  }

  private explain(): void {
    const told = [...letters(this.cells)].map(([fate, letter]) => `${letter}: ${fate}`);
    this.legend.textContent = `Colours change from frame to frame; a bar on the right of a cell ends its frame.${told.length ? ` Refused cells stand above the others: ${told.join(", ")}.` : ""}`;
    this.canvas.setAttribute(
      "aria-label",
      `Cells at ${this.port.value}: ${fateText(this.cells)} Arrow keys go from cell to cell.`,
    );
  }

  private get lanes(): string[] {
    return this.rows?.vcs ?? [];
  }

  private x(time_s: number): number {
    const { from_s, to_s } = this.rows ?? { from_s: 0, to_s: 1 };
    return LEFT + ((time_s - from_s) / (to_s - from_s)) * (this.canvas.clientWidth - LEFT - 8);
  }

  /** Width of a cell: up to the nearest neighbour in its lane, so that cells back to back touch. */
  private cellWidth(): number {
    let least = Infinity;
    const before = new Map<string, number>();
    for (const { vc, time_s } of this.cells) {
      const gap = time_s - (before.get(vc) ?? -Infinity);
      if (gap > 0) least = Math.min(least, gap);
      before.set(vc, time_s);
    }
    return Math.min(26, Math.max(1.5, this.x(least + (this.rows?.from_s ?? 0)) - LEFT - 1));
  }

  draw(): void {
    if (!this.rows || this.canvas.hidden) return;
    const scale = devicePixelRatio;
    const width = this.element.clientWidth;
    const height = TOP + this.lanes.length * LANE + AXIS;
    this.canvas.style.height = `${height}px`;
    this.canvas.width = width * scale;
    this.canvas.height = height * scale;
    const ctx = this.canvas.getContext("2d");
    if (!ctx) return;
    ctx.scale(scale, scale);
    ctx.font = "12px system-ui, sans-serif";
    this.drawAxes(ctx, width, height);
    const wide = this.cellWidth();
    const marks = letters(this.cells);
    this.cells.forEach((cell, at) => this.drawCell(ctx, cell, wide, marks.get(cell.fate), at === this.at));
  }

  private drawAxes(ctx: CanvasRenderingContext2D, width: number, height: number): void {
    const { text, grid } = ink();
    const { from_s, to_s } = this.rows ?? { from_s: 0, to_s: 1 };
    ctx.fillStyle = text;
    ctx.strokeStyle = grid;
    this.lanes.forEach((name, lane) => {
      const base = TOP + (lane + 1) * LANE - 2.5;
      ctx.fillText(name, 4, base - 7, LEFT - 8);
      ctx.beginPath();
      ctx.moveTo(LEFT, base);
      ctx.lineTo(width, base);
      ctx.stroke();
    });
    ctx.fillText(seconds(from_s, 8), LEFT, height - 5);
    ctx.textAlign = "right";
    ctx.fillText(seconds(to_s, 8), width - 4, height - 5);
    ctx.textAlign = "left";
  }

  private drawCell(
    ctx: CanvasRenderingContext2D,
    cell: Cell,
    wide: number,
    letter: string | undefined,
    selected: boolean,
  ): void {
    const x = this.x(cell.time_s);
    const top = TOP + this.lanes.indexOf(cell.vc) * LANE;
    const y = letter === undefined ? top + LANE - CELL - 3 : top + LANE - CELL - 5 - REFUSED;
    const high = letter === undefined ? CELL : REFUSED;
    const { alarm, text } = ink();
    ctx.fillStyle = letter === undefined ? colour(FRAMES[cell.frame % FRAMES.length] ?? 0) : alarm;
    ctx.fillRect(x, y, Math.max(1, wide), high);
    if (cell.last && letter === undefined && wide >= 3) {
      ctx.fillStyle = text;
      ctx.fillRect(x + wide - 1.5, y - 2, 1.5, CELL + 4);
    }
    // Letters need room; the summary has the counts in any case.
    if (letter !== undefined && wide > 8) {
      ctx.fillStyle = alarm;
      ctx.fillText(letter, x + wide / 2 - 4, y - 1);
    }
    if (!selected) return;
    ctx.strokeStyle = text;
    ctx.lineWidth = 2;
    ctx.strokeRect(x - 2, y - 2, wide + 4, high + 4);
  }

  private point(event: PointerEvent): void {
    const lane = this.lanes[Math.floor((event.offsetY - TOP) / LANE)];
    const wide = this.cellWidth();
    this.select(
      this.cells.findIndex(
        (cell) =>
          cell.vc === lane &&
          event.offsetX >= this.x(cell.time_s) &&
          event.offsetX <= this.x(cell.time_s) + Math.max(wide, 3),
      ),
    );
  }

  /** Left and right go along the lane, up and down to the neighbouring one. */
  private key(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined || this.cells.length === 0) return;
    event.preventDefault();
    const now = this.cells[Math.max(0, this.at)];
    if (!now) return;
    if (this.at < 0) return this.select(0);
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      let next = this.at + step;
      while (this.cells[next] && this.cells[next]?.vc !== now.vc) next += step;
      return this.select(this.cells[next] ? next : this.at);
    }
    const lane = this.lanes[this.lanes.indexOf(now.vc) + step];
    this.select(nearest(this.cells, lane, now.time_s) ?? this.at);
  }

  private select(at: number): void {
    if (at === this.at) return;
    this.at = at;
    const cell = this.cells[at];
    this.tip.textContent = cell
      ? `${cell.vc}, frame ${cell.frame}, cell ${cell.cell}${cell.of ? ` of ${cell.of}` : ""}, at ${seconds(cell.time_s, 9)}: ${cell.fate}`
      : "";
    this.draw();
  }
}

function nearest(cells: Cell[], vc: string | undefined, time_s: number): number | undefined {
  let best: number | undefined;
  cells.forEach((cell, at) => {
    if (
      cell.vc === vc &&
      (best === undefined || Math.abs(cell.time_s - time_s) < Math.abs((cells[best]?.time_s ?? 0) - time_s))
    )
      best = at;
  });
  return best;
}
