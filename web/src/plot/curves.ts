/** Which series are drawn together, and what is known of a curve in a part of time. */

import type { SeriesInfo } from "../types.ts";

/** A series of one run. */
export interface Curve {
  run: string;
  label: string;
  /** Place of the run among the runs that are shown: its colour. */
  rank: number;
  info: SeriesInfo;
}

/** Whether the values of a curve hold until the next. */
export function isStepped(curve: Curve | undefined): boolean {
  return curve?.info.stepped !== false;
}

/** A family is one strip: quantities that share an axis, the first one drawn solid. */
export interface Family {
  name: string;
  title: string;
  quantities: string[];
  /** Whether the axis begins at zero. */
  zero: boolean;
}

const FAMILIES: Family[] = [
  { name: "rtt", title: "Round trips of pings", quantities: ["rtt"], zero: true },
  { name: "goodput", title: "Goodput as it arrives", quantities: ["goodput"], zero: true },
  { name: "queue", title: "Queue", quantities: ["queue"], zero: true },
  { name: "backlog", title: "Queue of packets", quantities: ["backlog"], zero: true },
  { name: "sojourn", title: "Wait in queues of packets", quantities: ["sojourn"], zero: true },
  { name: "drop_probability", title: "Drop probability", quantities: ["drop_probability"], zero: true },
  { name: "occupancy", title: "Cells per connection", quantities: ["occupancy"], zero: true },
  { name: "cwnd", title: "Congestion window", quantities: ["cwnd", "ssthresh"], zero: true },
  { name: "sequence", title: "Sequence numbers", quantities: ["sequence", "acknowledgment"], zero: false },
  { name: "acr", title: "Allowed cell rate", quantities: ["acr", "er", "ccr"], zero: true },
];

/** The series from which only the network is drawn: it grows as long as anything is sent. */
const NOT_DRAWN = new Set(["busy"]);

/** The families that have curves, in the order in which they are shown. */
export function families(curves: Curve[]): { family: Family; curves: Curve[] }[] {
  const known = new Set(FAMILIES.flatMap((one) => one.quantities));
  const others = [...new Set(curves.map((one) => one.info.quantity))].filter(
    (one) => !known.has(one) && !NOT_DRAWN.has(one),
  );
  const all = [...FAMILIES, ...others.map((one) => ({ name: one, title: one, quantities: [one], zero: true }))];
  return all
    .map((family) => ({ family, curves: curves.filter((one) => family.quantities.includes(one.info.quantity)) }))
    .filter((one) => one.curves.length > 0);
}

/**
 * Curves of one target, or of all ("*"). By itself, as many as can be distinguished: of one run the first quantity of
 * all targets, of several runs one target.
 */
export function chosen(curves: Curve[], target: string, family: Family, most = 7): Curve[] {
  const targets = targetsOf(curves);
  if (target === "*") return curves;
  if (target) return curves.filter((one) => one.info.target === target);
  const runs = new Set(curves.map((one) => one.run)).size;
  const shown = runs > 1 ? targets.slice(0, 1) : targets.slice(0, most);
  const own = curves.filter((one) => shown.includes(one.info.target));
  return own.length <= 2
    ? own
    : own.filter(
        (one) =>
          one.info.quantity === family.quantities[0] ||
          !own.some((first) => first.info.quantity === family.quantities[0]),
      );
}

export function targetsOf(curves: Curve[]): string[] {
  return [...new Set(curves.map((one) => one.info.target))];
}

export interface Style {
  colour: number;
  dash: number;
}

/** Colours distinguish runs if there are several, else targets; dashes distinguish the rest. */
export function styleOf(curve: Curve, all: Curve[], family: Family): Style {
  const several = new Set(all.map((one) => one.run)).size > 1;
  const target = targetsOf(all).indexOf(curve.info.target);
  const second = family.quantities.indexOf(curve.info.quantity);
  return several ? { colour: curve.rank, dash: second > 0 ? second : target } : { colour: target, dash: second };
}

export interface Points {
  time_s: Float64Array;
  value: Float64Array;
}

/** How many points there are up to an instant, that of the instant included. */
function countUntil({ time_s }: Points, at_s: number): number {
  let low = 0;
  let high = time_s.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((time_s[middle] ?? 0) <= at_s) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The value that holds at an instant: that of the last point up to it. */
export function valueAt(points: Points, at_s: number): number | null {
  const value = points.value[countUntil(points, at_s) - 1];
  return value === undefined || !Number.isFinite(value) ? null : value;
}

/** The greatest value in a column of the picture around an instant, so that no peak is missed by pointing at it. */
export function greatestAt(points: Points, at_s: number, column_s: number): number | null {
  const before = valueAt(points, at_s - column_s / 2);
  const inside = points.value.subarray(
    countUntil(points, at_s - column_s / 2),
    countUntil(points, at_s + column_s / 2),
  );
  const values = [...(before === null ? [] : [before]), ...inside].filter(Number.isFinite);
  return values.length ? Math.max(...values) : null;
}

/** The greatest value of a curve's run as a line, where no sample has met it. */
export function peakOf({ info }: Curve): { name: string; value: number; peak: boolean }[] {
  return info.peak ? [{ name: "true peak", value: info.peak, peak: true }] : [];
}

/** The points with the last value held until an instant, for drawing. */
export function held(points: Points, until_s: number): Points {
  const count = points.time_s.length;
  const last = points.time_s[count - 1];
  if (last === undefined || last >= until_s) return points;
  const longer = (values: Float64Array, one: number): Float64Array => {
    const all = new Float64Array(count + 1);
    all.set(values);
    all[count] = one;
    return all;
  };
  return { time_s: longer(points.time_s, until_s), value: longer(points.value, points.value[count - 1] ?? NaN) };
}

export interface Extent {
  min: number;
  max: number;
  last: number;
  points: number;
}

/** Least, greatest and last value of the drawn points; null if there is nothing that is a number. */
export function extentOf({ value }: Points): Extent | null {
  if (value.length === 0) return null;
  let min = Infinity;
  let max = -Infinity;
  for (const one of value) {
    if (one < min) min = one;
    if (one > max) max = one;
  }
  if (max < min) return null;
  return { min, max, last: value[value.length - 1] ?? NaN, points: value.length };
}

/** Null is a gap in a curve, such as a threshold that is not set; undefined is no point of it. */
type Columns = [number[], ...(number | null | undefined)[][]];

/**
 * Put points of several curves on one axis of time; undefined where a curve has none. Several points of one
 * curve at one instant all stay, one after the other, so that no peak is lost.
 */
export function joined(all: Points[]): Columns {
  const axis: number[] = [];
  const columns: (number | null | undefined)[][] = all.map(() => []);
  const next = all.map(() => 0);
  for (;;) {
    let time = Infinity;
    all.forEach((points, at) => (time = Math.min(time, points.time_s[next[at] ?? 0] ?? Infinity)));
    if (time === Infinity) break;
    const base = axis.length;
    all.forEach((points, at) => {
      let row = base;
      let here = next[at] ?? 0;
      for (; points.time_s[here] === time; here += 1, row += 1) {
        axis[row] = time;
        const value = points.value[here] ?? NaN;
        (columns[at] ?? [])[row] = Number.isFinite(value) ? value : null;
      }
      next[at] = here;
    });
  }
  for (const column of columns)
    for (let row = 0; row < axis.length; row += 1) if (!(row in column)) column[row] = undefined;
  return [axis, ...columns];
}
