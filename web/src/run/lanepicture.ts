/** The picture of lanes: pieces along time, each in its lane, and those that were refused on a track above it. */

import { colour, ink } from "../base/palette.ts";
import { seconds } from "../base/quantity.ts";
import { shortened, ticks } from "./laneaxis.ts";
import { isOfPackets, lanesOf, letters, type Piece } from "./pieces.ts";
import type { LaneRows } from "../types.ts";

const LANE = 38;
const PIECE = 17;
/** Refused pieces are on a track of their own, above those that were taken. */
const REFUSED = 8;
/** Colours of pieces: all but that of refused ones. */
const HUES = [0, 1, 2, 4, 5, 6];
/** Names take at least so many pixels, and at most such a share of the picture. */
const NAMES = 64;
const NAMES_SHARE = 0.3;
const TOP = 6;
const AXIS = 20;
const RIGHT = 8;
/** Between instants that are written, at least, and around what is written. */
const TICK_GAP = 130;
const ROOM = 8;
/** How wide a packet is that was not sent, and a letter. */
const INSTANT = 3;
const LETTER = 9;
/** How wide a piece is at least for the pointer. */
const POINTED = 3;
const FONT = "12px system-ui, sans-serif";

export class LanePicture {
  private left = NAMES;
  private cell = 1;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly rows: LaneRows,
    private readonly pieces: Piece[],
  ) {}

  private get lanes(): string[] {
    return lanesOf(this.rows);
  }

  private x(time_s: number): number {
    const { from_s, to_s } = this.rows;
    return this.left + ((time_s - from_s) / (to_s - from_s)) * (this.canvas.clientWidth - this.left - RIGHT);
  }

  draw(width: number, selected: number): void {
    const height = TOP + this.lanes.length * LANE + AXIS;
    this.canvas.style.height = `${height}px`;
    this.canvas.width = width * devicePixelRatio;
    this.canvas.height = height * devicePixelRatio;
    const ctx = this.canvas.getContext("2d");
    if (!ctx) return;
    ctx.scale(devicePixelRatio, devicePixelRatio);
    ctx.font = FONT;
    this.drawNames(ctx, width);
    this.drawTimes(ctx, height);
    this.cell = this.cellWidth();
    ctx.save();
    ctx.beginPath();
    ctx.rect(this.left - 2, 0, width - this.left, height);
    ctx.clip();
    for (const piece of this.pieces) this.drawPiece(ctx, piece);
    this.drawLetters(ctx);
    const chosen = this.pieces[selected];
    if (chosen) this.drawFrame(ctx, chosen);
    ctx.restore();
  }

  private drawNames(ctx: CanvasRenderingContext2D, width: number): void {
    const { text, grid } = ink();
    const wide = (name: string): number => ctx.measureText(name).width;
    const wanted = Math.max(...this.lanes.map(wide), 0) + 2 * ROOM;
    this.left = Math.max(NAMES, Math.min(wanted, NAMES_SHARE * width));
    ctx.fillStyle = text;
    ctx.strokeStyle = grid;
    this.lanes.forEach((name, lane) => {
      const base = TOP + (lane + 1) * LANE - 2.5;
      ctx.fillText(shortened(name, this.left - 1.5 * ROOM, wide), 4, base - 7);
      ctx.beginPath();
      ctx.moveTo(this.left, base);
      ctx.lineTo(width, base);
      ctx.stroke();
    });
  }

  /** The instants at which the part begins and ends, and as many between as there is room for. */
  private drawTimes(ctx: CanvasRenderingContext2D, height: number): void {
    const { from_s, to_s } = this.rows;
    const base = height - 5;
    const right = this.x(to_s);
    const [first, last] = [seconds(from_s, 8), seconds(to_s, 8)];
    ctx.fillText(first, this.left, base);
    ctx.textAlign = "right";
    ctx.fillText(last, right, base);
    ctx.textAlign = "center";
    const from = this.left + ctx.measureText(first).width + ROOM;
    const to = right - ctx.measureText(last).width - ROOM;
    for (const tick_s of ticks(from_s, to_s, (right - this.left) / TICK_GAP)) {
      const [at, text] = [this.x(tick_s), `+${seconds(tick_s - from_s, 6)}`];
      const half = ctx.measureText(text).width / 2;
      if (at >= right - 1) continue;
      ctx.beginPath();
      ctx.moveTo(at, TOP);
      ctx.lineTo(at, height - AXIS);
      ctx.stroke();
      if (at - half > from && at + half < to) ctx.fillText(text, at, base);
    }
    ctx.textAlign = "left";
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
    return Math.min(26, Math.max(1.5, this.x(least + this.rows.from_s) - this.left - 1));
  }

  /** The place of a piece, and how wide it is, in pixels. */
  private extent({ time_s, span_s, waits }: Piece): [number, number] {
    if (span_s) return [this.x(span_s[0]), Math.max(1, this.x(span_s[1]) - this.x(span_s[0]) - 0.5)];
    // A packet that is not sent, or not yet, has an instant and no length.
    return [this.x(time_s), waits || isOfPackets(this.rows) ? INSTANT : this.cell];
  }

  /** The upper edge of a piece, and how high it is. */
  private track({ lane, refused }: Piece): [number, number] {
    const top = TOP + this.lanes.indexOf(lane) * LANE;
    return refused ? [top + LANE - PIECE - 5 - REFUSED, REFUSED] : [top + LANE - PIECE - 3, PIECE];
  }

  private drawPiece(ctx: CanvasRenderingContext2D, piece: Piece): void {
    const [x, wide] = this.extent(piece);
    const [y, high] = this.track(piece);
    const { alarm, text } = ink();
    ctx.fillStyle = piece.refused ? alarm : colour(HUES[piece.hue % HUES.length] ?? 0);
    this.drawWait(ctx, piece, x, y + high);
    if (!piece.waits) ctx.fillRect(x, y, wide, high);
    if (piece.bar && !piece.refused && (wide >= 3 || piece.span_s)) {
      ctx.fillStyle = text;
      const [bar, over] = piece.span_s ? [2.5, 4] : [1.5, 2];
      ctx.fillRect(x + wide - bar, y - over, bar, high + over + 2);
    }
  }

  /** A line from when a packet came until it is sent, or as far as is seen; at its beginning, a foot. */
  private drawWait(ctx: CanvasRenderingContext2D, { time_s, span_s, waits }: Piece, x: number, base: number): void {
    if (!span_s && !waits) return;
    const from = this.x(time_s);
    const to = waits ? this.x(this.rows.to_s) : x;
    if (to <= from) return;
    ctx.fillRect(from, base - 2, to - from, 1);
    ctx.fillRect(from, base - 5, 1, 4);
  }

  /** The reasons of refusals, as far as there is room: the summary has the counts in any case. */
  private drawLetters(ctx: CanvasRenderingContext2D): void {
    const marks = letters(this.pieces);
    const ends = new Map<string, number>();
    ctx.fillStyle = ink().alarm;
    for (const piece of this.pieces) {
      if (!piece.refused) continue;
      const [x, wide] = this.extent(piece);
      const at = x + wide / 2 - LETTER / 2;
      if (at < (ends.get(piece.lane) ?? -Infinity)) continue;
      ctx.fillText(marks.get(piece.fate) ?? "?", at, this.track(piece)[0] - 1);
      ends.set(piece.lane, at + LETTER);
    }
  }

  private drawFrame(ctx: CanvasRenderingContext2D, piece: Piece): void {
    const [x, wide] = this.extent(piece);
    const [y, high] = this.track(piece);
    ctx.strokeStyle = ink().text;
    ctx.lineWidth = 2;
    ctx.strokeRect(x - 2, y - 2, wide + 4, high + 4);
  }

  /** The piece at a place of the picture, on its track if there are two; -1 without one. */
  at(x: number, y: number): number {
    const lane = this.lanes[Math.floor((y - TOP) / LANE)];
    const isAt = (piece: Piece): boolean => {
      const [from, wide] = this.extent(piece);
      return piece.lane === lane && x >= from && x <= from + Math.max(wide, POINTED);
    };
    const isOnTrack = (piece: Piece): boolean => {
      const [top, high] = this.track(piece);
      return y >= top - 1 && y <= top + high + 1;
    };
    const exact = this.pieces.findIndex((piece) => isAt(piece) && isOnTrack(piece));
    return exact >= 0 ? exact : this.pieces.findIndex(isAt);
  }
}
