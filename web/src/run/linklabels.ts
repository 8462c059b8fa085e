/** The rates and delays that are written at the links of a network; a text that many links share is written once. */

import { readable, seconds } from "../base/quantity.ts";
import type { Topology } from "../types.ts";

/** A text that so many links share is written once. */
const SHARED = 3;
const LETTER = 5.7;
const LINE = 12;
/** Between a label and its link, and around a label. */
const OFF = 8;
const ROOM = 2;
/** Parts of a link at which its label is tried, the best one first. */
const ALONG = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74];
/** How far from its link a label is tried: next to it, and past the boxes at its ends. */
const FARTHER = [0, 20, 34];
/** How bad it is that a label lies on something, that a link strikes it, and that it is not at the best place. */
const COVERS = 10;
const STRUCK = 4;
const ASIDE = 1;

/** A rectangle by its middle and half its width and height. */
export interface Box {
  x: number;
  y: number;
  wide: number;
  high: number;
}

export interface Segment {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

export interface Label extends Box {
  lines: string[];
}

type Link = Topology["links"][number];

/** The lines at a link: its rate and its delay, with arrows where its directions differ. */
export function speedOf(link: Link, leadsRight: boolean): string[] {
  const [first, second] = link.directions;
  const [forth, back] = leadsRight ? ["→", "←"] : ["←", "→"];
  const pair = (one: string, other: string): string[] => (one === other ? [one] : [`${forth} ${one}`, `${back} ${other}`]);
  const rates = pair(readable(first.rate_bps, "bit/s"), readable(second.rate_bps, "bit/s"));
  if (!first.delay_s && !second.delay_s) return rates;
  return [...rates, ...pair(seconds(first.delay_s), seconds(second.delay_s))];
}

/** The own lines of each link, and the sentence on all others. */
export function writtenOnce(texts: string[][]): { own: string[][]; shared: string } {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text.join(", "), (counts.get(text.join(", ")) ?? 0) + 1);
  const [usual = "", count = 0] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
  if (count < SHARED || !usual) return { own: texts, shared: "" };
  const own = texts.map((text) => (text.join(", ") === usual ? [] : text));
  return { own, shared: `${count === texts.length ? "All links" : "Other links"}: ${usual}.` };
}

/** Place labels next to their links, those of the shortest first; one that has no free place is left out. */
export function placeLabels(
  wanted: { lines: string[]; segment: Segment }[],
  segments: Segment[],
  taken: Box[],
  sheet: { width: number; height: number },
): Label[] {
  const placed: Label[] = [];
  const inOrder = wanted.filter(({ lines }) => lines.length).toSorted((a, b) => lengthOf(a.segment) - lengthOf(b.segment));
  for (const { lines, segment } of inOrder) {
    const spots = spotsOf(lines, segment).filter(({ label }) => isWithin(label, sheet));
    const others = [...taken, ...placed];
    const judged = spots.map(({ label, cost }) => {
      const covered = others.filter((one) => overlaps(label, one)).length;
      const struck = segments.filter((one) => strikes(one, label)).length;
      return { label, covered, cost: cost + COVERS * covered + STRUCK * struck };
    });
    const best = judged.toSorted((a, b) => a.cost - b.cost)[0];
    if (best && best.covered === 0) placed.push(best.label);
  }
  return placed;
}

function lengthOf({ x1, y1, x2, y2 }: Segment): number {
  return Math.hypot(x2 - x1, y2 - y1);
}

/** Places that are tried, with how much less good each is than the best: above the link first, or left of it. */
function spotsOf(lines: string[], segment: Segment): { label: Label; cost: number }[] {
  const { x1, y1, x2, y2 } = segment;
  const length = lengthOf(segment) || 1;
  const across = { x: (y2 - y1) / length, y: (x1 - x2) / length };
  const up = across.y > 0 || (across.y === 0 && across.x > 0) ? -1 : 1;
  const wide = (Math.max(...lines.map((line) => line.length)) * LETTER) / 2;
  const high = (lines.length * LINE) / 2;
  const reach = Math.abs(across.x) * wide + Math.abs(across.y) * high + OFF;
  return ALONG.flatMap((part, at) =>
    FARTHER.flatMap((farther, far) =>
      [up, -up].map((side, under) => {
        const off = side * (reach + farther);
        const x = x1 + part * (x2 - x1) + across.x * off;
        const y = y1 + part * (y2 - y1) + across.y * off;
        return { label: { lines, x, y, wide, high }, cost: ASIDE * (0.5 * at + 1.5 * far + 0.4 * under) };
      }),
    ),
  );
}

function isWithin({ x, y, wide, high }: Box, { width, height }: { width: number; height: number }): boolean {
  return x - wide >= 0 && x + wide <= width && y - high >= 0 && y + high <= height;
}

export function overlaps(a: Box, b: Box): boolean {
  return Math.abs(a.x - b.x) < a.wide + b.wide + ROOM && Math.abs(a.y - b.y) < a.high + b.high + ROOM;
}

/** Whether a line passes through a box. */
export function strikes({ x1, y1, x2, y2 }: Segment, { x, y, wide, high }: Box): boolean {
  let [enters, leaves] = [0, 1];
  for (const [from, by, middle, half] of [
    [x1, x2 - x1, x, wide],
    [y1, y2 - y1, y, high],
  ] as const) {
    if (Math.abs(by) < 1e-9) {
      if (Math.abs(from - middle) >= half) return false;
      continue;
    }
    const [one, other] = [(middle - half - from) / by, (middle + half - from) / by];
    enters = Math.max(enters, Math.min(one, other));
    leaves = Math.min(leaves, Math.max(one, other));
  }
  return enters < leaves;
}

export const LABEL_LINE = LINE;
