/**
 * A curve that flickers faster than pixels can show, as a band: least and greatest of every column of pixels, and means
 * of some columns.
 */

import type uPlot from "uplot";
import type { Points } from "./curves.ts";

/** Said where a band is drawn. */
export const SHADED = "shaded: least to greatest in each column of pixels; line: mean of eight";
/** So many columns have one mean: that of each alone would jump as the values do. */
const TOGETHER = 8;
/** How much of its colour a band has, and its outline. */
export const SHADE = { inside: 0.35, outline: 0.25 };

/** One value for each of the columns of a part of time, all equally wide; not a number where there is nothing. */
export interface Band {
  from_s: number;
  column_s: number;
  low: Float64Array;
  high: Float64Array;
  /** Of eight columns each: of the time, where values hold until the next; else of the points. */
  mean: Float64Array;
}

/** A column flickers if it goes up and down by more than this part of the picture's height, apart from its trend. */
const NOTABLE = 0.05;
/** A curve is a band if so large a part of the columns flicker. */
const MANY = 0.05;

/** Whether a curve of so many columns would be a scribble in a picture that is so high. */
export function flickers(points: Points, from_s: number, to_s: number, columns: number, height: number): boolean {
  const column_s = (to_s - from_s) / columns;
  let restless = 0;
  let at = 0;
  for (let column = 0; column < columns; column += 1) {
    const end_s = from_s + (column + 1) * column_s;
    const begin = at;
    let [low, high] = [Infinity, -Infinity];
    for (; at < points.time_s.length && (points.time_s[at] ?? 0) < end_s; at += 1) {
      const value = points.value[at] ?? NaN;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    const [first = NaN, last = NaN] = [points.value[begin], points.value[at - 1]];
    if (at > begin && high - low - Math.abs(last - first) > NOTABLE * height) restless += 1;
  }
  return restless > MANY * columns;
}

/** The band of a part of a curve, from all of its points. */
export function bandOf({ time_s, value }: Points, from_s: number, to_s: number, columns: number, isStepped: boolean): Band {
  const column_s = (to_s - from_s) / columns;
  const [low, high] = [new Float64Array(columns).fill(Infinity), new Float64Array(columns).fill(-Infinity)];
  const means = Math.ceil(columns / TOGETHER);
  const [sum, weight] = [new Float64Array(means), new Float64Array(means)];
  const add = (column: number, one: number, much: number): void => {
    low[column] = Math.min(low[column] ?? 0, one);
    high[column] = Math.max(high[column] ?? 0, one);
    const group = Math.floor(column / TOGETHER);
    sum[group] = (sum[group] ?? 0) + one * much;
    weight[group] = (weight[group] ?? 0) + much;
  };
  for (let at = 0; at < time_s.length; at += 1) {
    const one = value[at] ?? NaN;
    const begin = ((time_s[at] ?? 0) - from_s) / column_s;
    if (begin >= columns) break;
    if (!Number.isFinite(one)) continue;
    if (!isStepped) {
      if (begin >= 0) add(Math.floor(begin), one, 1);
      continue;
    }
    const end = Math.min(((time_s[at + 1] ?? Infinity) - from_s) / column_s, columns);
    if (end < 0) continue;
    // A value that holds for no time can still be the least or the greatest.
    for (let column = Math.max(0, Math.floor(begin)); column < columns && (column < end || column === Math.floor(begin)); column += 1)
      add(column, one, Math.max(0, Math.min(end, column + 1) - Math.max(begin, column)));
  }
  const there = (extremes: Float64Array): Float64Array => extremes.map((one) => (Number.isFinite(one) ? one : NaN));
  const mean = sum.map((one, group) => ((weight[group] ?? 0) > 0 ? one / (weight[group] ?? 1) : NaN));
  return { from_s, column_s, low: there(low), high: there(high), mean };
}

/** The line of the means, in steps. */
export function meanLine({ from_s, column_s, mean }: Band): Points {
  return { time_s: mean.map((_, group) => from_s + group * TOGETHER * column_s), value: mean };
}

/** The outlines of a band without its gaps, each once around: along the greatest values, and back along the least. */
export function outlines({ from_s, column_s, low, high }: Band): [number, number][][] {
  const found: [number, number][][] = [];
  for (let begin = 0; begin < low.length; begin += 1) {
    if (Number.isNaN(low[begin])) continue;
    let end = begin;
    while (end < low.length && !Number.isNaN(low[end])) end += 1;
    const side = (values: Float64Array): [number, number][] =>
      [...values.subarray(begin, end)].flatMap((one, at): [number, number][] => {
        const left = from_s + (begin + at) * column_s;
        return [
          [left, one],
          [left + column_s, one],
        ];
      });
    found.push([...side(high), ...side(low).reverse()]);
    begin = end;
  }
  return found;
}

/** Draw a band on a plot. */
export function drawBand(plot: uPlot, band: Band, paint: string): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.beginPath();
  for (const outline of outlines(band)) {
    outline.forEach(([time_s, value], at) =>
      ctx[at ? "lineTo" : "moveTo"](plot.valToPos(time_s, "x", true), plot.valToPos(value, "y", true)),
    );
    ctx.closePath();
  }
  ctx.fillStyle = ctx.strokeStyle = paint;
  ctx.lineWidth = devicePixelRatio;
  ctx.globalAlpha = SHADE.inside;
  ctx.fill();
  ctx.globalAlpha = SHADE.outline;
  ctx.stroke();
  ctx.restore();
}
