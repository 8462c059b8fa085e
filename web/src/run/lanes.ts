/**
 * Cells that came to a port, one lane per connection, coloured by frame, or packets, one lane per flow, as long as they
 * take to be sent; refused ones are marked with their reason.
 */

import { button, fill, h, uid } from "../base/dom.ts";
import { colour, ink } from "../base/palette.ts";
import { seconds } from "../base/quantity.ts";
import type { View } from "../plot/view.ts";
import {
  fateText,
  isOfPackets,
  type LaneRows,
  lanesOf,
  letters,
  packetText,
  type Piece,
  piecesOf,
} from "./pieces.ts";

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
  [2e-2, "20 ms"],
  [0.1, "0.1 s"],
  [0.5, "0.5 s"],
];

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
  private rows: LaneRows | null = null;
  private pieces: Piece[] = [];
  private at = -1;

  /** `load` gets the cells or packets of a port in a part of time. */
  constructor(
    private readonly view: View,
    private readonly load: (port: string, from_s: number, to_s: number) => Promise<LaneRows>,
  ) {
    const [portId, widthId] = [uid("port"), uid("width")];
    this.port.id = portId;
    this.width.id = widthId;
    this.width.append(...WIDTHS.map(([value, name]) => h("option", { value }, name)));
    this.width.value = "0.0005";
    this.show = button("Show", () => void this.fetch(), { "data-testid": "show-cells" });
    this.element = h(
      "section",
      { class: "lanesbox", "aria-label": "Cells and packets at a port" },
      h("h3", {}, "Cells and packets at a port"),
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
    this.pieces = [];
    this.canvas.hidden = true;
    this.summary.textContent = "The run is repeated up to the instant of the scrub bar, with every cell or packet recorded.";
    fill(this.legend);
    fill(this.tip);
  }

  private label(): void {
    this.show.textContent = `Show what comes at ${seconds(this.view.at.value, 6)}`;
  }

  private async fetch(): Promise<void> {
    const [from_s, to_s] = partFrom(this.view.at.value, Number(this.width.value), this.view.end_s);
    this.summary.textContent = "Running again with every cell or packet recorded …";
    this.show.disabled = true;
    try {
      this.rows = await this.load(this.port.value, from_s, to_s);
      this.pieces = piecesOf(this.rows);
      this.at = -1;
      this.canvas.hidden = false;
      const more = this.rows.truncated ? " There were more than are shown." : "";
      this.summary.textContent = `${this.told()}${more}`;
      this.explain();
      this.draw();
    } catch (failure) {
      this.summary.textContent = failure instanceof Error ? failure.message : String(failure);
    } finally {
      this.show.disabled = false;
    }
  }

  /** What came, in words. */
  private told(): string {
    if (!this.rows) return "";
    if (isOfPackets(this.rows)) return packetText(this.pieces);
    return `${fateText(this.pieces)}${policedText(this.rows.policed)}`;
  }

  private explain(): void {
    const [what, how] =
      this.showsPackets
        ? ["packet", "A packet stands from the first to the last instant of its transmission, a line before it while it waits; a bar on its right is a mark."]
        : ["cell", "Colours change from frame to frame; a bar on the right of a cell ends its frame."];
    const told = [...letters(this.pieces)].map(([fate, letter]) => `${letter}: ${fate}`);
    this.legend.textContent = `${how}${told.length ? ` Refused ${what}s stand above the others: ${told.join(", ")}.` : ""}`;
    this.canvas.setAttribute(
      "aria-label",
      `What came to ${this.port.value}: ${this.told()} Arrow keys go from ${what} to ${what}.`,
    );
  }

  private get showsPackets(): boolean {
    return this.rows !== null && isOfPackets(this.rows);
  }

  private get lanes(): string[] {
    return this.rows ? lanesOf(this.rows) : [];
  }

  private x(time_s: number): number {
    const { from_s, to_s } = this.rows ?? { from_s: 0, to_s: 1 };
    return LEFT + ((time_s - from_s) / (to_s - from_s)) * (this.canvas.clientWidth - LEFT - 8);
  }

  /** Width of a cell: up to the nearest neighbour in its lane, so that cells back to back touch. */
  private cellWidth(): number {
    let least = Infinity;
    const before = new Map<string, number>();
    for (const { lane, time_s } of this.pieces) {
      const gap = time_s - (before.get(lane) ?? -Infinity);
      if (gap > 0) least = Math.min(least, gap);
      before.set(lane, time_s);
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
    const marks = letters(this.pieces);
    ctx.save();
    ctx.beginPath();
    ctx.rect(LEFT - 2, 0, width - LEFT, height);
    ctx.clip();
    this.pieces.forEach((piece, at) => {
      const letter = piece.refused ? marks.get(piece.fate) : undefined;
      this.drawPiece(ctx, piece, this.extent(piece, wide), letter, at === this.at);
    });
    ctx.restore();
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

  /** Where a piece stands, and how wide it is, in pixels; `wide` is the width of a cell. */
  private extent({ time_s, span_s, refused }: Piece, wide: number): [number, number] {
    if (span_s && !refused) return [this.x(span_s[0]), Math.max(1, this.x(span_s[1]) - this.x(span_s[0]) - 0.5)];
    // A packet that is never sent has an instant and no length.
    return [this.x(time_s), this.showsPackets ? 3 : Math.max(1, wide)];
  }

  private drawPiece(
    ctx: CanvasRenderingContext2D,
    piece: Piece,
    [x, wide]: [number, number],
    letter: string | undefined,
    selected: boolean,
  ): void {
    const top = TOP + this.lanes.indexOf(piece.lane) * LANE;
    const y = letter === undefined ? top + LANE - CELL - 3 : top + LANE - CELL - 5 - REFUSED;
    const high = letter === undefined ? CELL : REFUSED;
    const { alarm, text } = ink();
    ctx.fillStyle = letter === undefined ? colour(FRAMES[piece.hue % FRAMES.length] ?? 0) : alarm;
    const from = piece.span_s && letter === undefined ? this.x(piece.time_s) : x;
    if (from < x) ctx.fillRect(from, y + high - 2, x - from, 1);
    ctx.fillRect(x, y, wide, high);
    if (piece.bar && letter === undefined && wide >= 3) {
      ctx.fillStyle = text;
      ctx.fillRect(x + wide - 1.5, y - 2, 1.5, CELL + 4);
    }
    // Letters need room; the summary has the counts in any case.
    if (letter !== undefined && (wide > 8 || this.showsPackets)) {
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
      this.pieces.findIndex((piece) => {
        const [x, long] = this.extent(piece, wide);
        return piece.lane === lane && event.offsetX >= x && event.offsetX <= x + Math.max(long, 3);
      }),
    );
  }

  /** Left and right go along the lane, up and down to the neighbouring one. */
  private key(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined || this.pieces.length === 0) return;
    event.preventDefault();
    const now = this.pieces[Math.max(0, this.at)];
    if (!now) return;
    if (this.at < 0) return this.select(0);
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      let next = this.at + step;
      while (this.pieces[next] && this.pieces[next]?.lane !== now.lane) next += step;
      return this.select(this.pieces[next] ? next : this.at);
    }
    const lane = this.lanes[this.lanes.indexOf(now.lane) + step];
    this.select(nearest(this.pieces, lane, now.time_s) ?? this.at);
  }

  private select(at: number): void {
    if (at === this.at) return;
    this.at = at;
    this.tip.textContent = this.pieces[at]?.said ?? "";
    this.draw();
  }
}

function nearest(pieces: Piece[], lane: string | undefined, time_s: number): number | undefined {
  let best: number | undefined;
  pieces.forEach((piece, at) => {
    if (
      piece.lane === lane &&
      (best === undefined || Math.abs(piece.time_s - time_s) < Math.abs((pieces[best]?.time_s ?? 0) - time_s))
    )
      best = at;
  });
  return best;
}
