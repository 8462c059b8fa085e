/** The layer on top of the curves: thresholds, and marks for segments that were lost or sent again. */

import type uPlot from "uplot";
import { ink } from "../base/palette.ts";
import { short } from "./text.ts";

/** Something to see at a point: a lost or repeated segment. */
export interface Mark {
  time_s: number;
  value: number;
  kind: "lost" | "again";
  text: string;
}

export interface Threshold {
  name: string;
  value: number;
  /** Whether it is the greatest value of a run, which no sample has met. */
  peak?: boolean;
}

const NEAR = 14;
const SIZE = 4;
const CLOSE = 13;
/** How wide a letter of a name is at most, and how far names are from each other; in pixels. */
const LETTER = 6.2;
const APART = 16;

/**
 * Where the lines of thresholds are, and their names; `beside` is how far left of its place a name is, in pixels,
 * because it would else cover the name above it.
 */
export function placed(
  lines: Threshold[],
  yOf: (value: number) => number,
  close: number,
): { name: string; y: number; beside: number }[] {
  let before = -Infinity;
  let left = 0;
  return lines
    .toSorted((a, b) => b.value - a.value)
    .map((line) => {
      const y = yOf(line.value);
      const name = `${line.name} ${short(line.value)}`;
      const beside = y - before < close ? left : 0;
      before = y;
      left = beside + name.length * LETTER + APART;
      return { name, y, beside };
    });
}

/** Draw thresholds and marks on a plot. */
export function drawOver(plot: uPlot, thresholds: Threshold[], marks: Mark[]): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  const yOf = (value: number): number => plot.valToPos(value, "y", true);
  for (const { name, y, beside } of placed(thresholds, yOf, CLOSE * devicePixelRatio))
    drawThreshold(plot, name, y, beside);
  ctx.setLineDash([]);
  for (const mark of marks) drawMark(plot, mark);
  ctx.restore();
}

function drawThreshold(plot: uPlot, name: string, y: number, beside: number): void {
  const { ctx, bbox } = plot;
  const scale = devicePixelRatio;
  ctx.setLineDash([2 * scale, 4 * scale]);
  ctx.strokeStyle = ctx.fillStyle = ink().text;
  ctx.lineWidth = scale;
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.font = `${11 * scale}px system-ui, sans-serif`;
  ctx.textBaseline = "alphabetic";
  ctx.textAlign = "right";
  ctx.fillText(name, bbox.left + bbox.width - (4 + beside) * scale, y - 3 * scale);
}

/** A cross for what was lost, a triangle for what was sent again. */
function drawMark(plot: uPlot, mark: Mark): void {
  const { ctx } = plot;
  const size = SIZE * devicePixelRatio;
  const x = plot.valToPos(mark.time_s, "x", true);
  const y = plot.valToPos(mark.value, "y", true);
  ctx.strokeStyle = ink().alarm;
  ctx.lineWidth = size / 2.5;
  ctx.beginPath();
  if (mark.kind === "lost") {
    ctx.moveTo(x - size, y - size);
    ctx.lineTo(x + size, y + size);
    ctx.moveTo(x - size, y + size);
    ctx.lineTo(x + size, y - size);
  } else {
    ctx.moveTo(x, y - size);
    ctx.lineTo(x + size, y + size);
    ctx.lineTo(x - size, y + size);
    ctx.closePath();
  }
  ctx.stroke();
}

/** The mark nearest to a place on the plot, if one is near. */
export function markAt(plot: uPlot, marks: Mark[], left: number, top: number): Mark | undefined {
  if (left < 0 || top < 0) return undefined;
  const far = (mark: Mark): number =>
    Math.hypot(plot.valToPos(mark.time_s, "x") - left, plot.valToPos(mark.value, "y") - top);
  return marks
    .map((mark) => ({ mark, far: far(mark) }))
    .filter((one) => one.far < NEAR)
    .sort((a, b) => a.far - b.far)[0]?.mark;
}
