/** The content of the strips, as data, and as CSV: pure functions, the same for page and widget. */

import { round } from "../base/quantity.ts";
import type { Band } from "./band.ts";
import type { Points } from "./curves.ts";
import type { Mark, Threshold } from "./overlay.ts";

export interface PictureCurve {
  /** As the legend has it. */
  name: string;
  run: string;
  target: string;
  quantity: string;
  unit: string;
  stepped: boolean;
  colour: string;
  dash: number[];
  points: Points;
  /** Drawn instead of the points, where they are too many for a line. */
  band: Band | null;
}

export interface PictureStrip {
  title: string;
  from_s: number;
  to_s: number;
  low: number;
  high: number;
  curves: PictureCurve[];
  lines: Threshold[];
  marks: Mark[];
  /** The text below the plot: the meaning of the marks. */
  note: string;
  /** The text after the legend: how many curves are not shown. */
  more: string;
}

function quoted(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Every point that is drawn, one row each. */
export function csvOf(strips: PictureStrip[]): string {
  const rows = ["run,quantity,target,unit,time_s,value"];
  for (const strip of strips) {
    for (const { run, quantity, target, unit, points } of strip.curves) {
      const head = [run, quantity, target, unit].map(quoted).join(",");
      points.time_s.forEach((time, at) => {
        if (time >= strip.from_s && time <= strip.to_s) rows.push(`${head},${time},${points.value[at]}`);
      });
    }
  }
  return `${rows.join("\n")}\n`;
}

/** The least step of 1, 2 or 5 times a power of ten that is not below `least`, which is above 0. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5, 10].find((one) => one * power >= least * (1 - 1e-9)) ?? 10) * power;
}

/** About `count` round values from `low` to `high`. */
export function ticks(low: number, high: number, count: number): number[] {
  const rough = (high - low) / Math.max(count, 1);
  if (!(rough > 0)) return [low];
  const step = roundStep(rough);
  const found: number[] = [];
  for (let at = Math.ceil(low / step - 1e-9); at * step <= high + step * 1e-9; at += 1)
    found.push(round(at * step, 12));
  return found;
}
