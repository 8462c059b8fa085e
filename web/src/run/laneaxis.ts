/** Time along lanes: how much of it is shown, and where it is written. */

import { roundStep } from "../plot/picture.ts";

/** Parts of a run that can be shown, in seconds. */
export const WIDTHS: [number, string][] = [
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
  [2, "2 s"],
];

/** So much is seen at once, and can still be distinguished: 180 cells, or 60 packets of 1500 octets in frames. */
const CELLS_BITS = 180 * 424;
const PACKETS_BITS = 60 * 1538 * 8;
const UNKNOWN_S = 5e-4;

/** A port whose lanes can be shown. */
export interface LanePort {
  name: string;
  ofPackets: boolean;
  /** The rate of its link, unless the network was too large to be sent. */
  rate_bps?: number | undefined;
}

/** How much of a run is shown of a port by default. */
export function widthFor({ rate_bps, ofPackets }: LanePort): number {
  const wanted_s = rate_bps ? (ofPackets ? PACKETS_BITS : CELLS_BITS) / rate_bps : UNKNOWN_S;
  const off = (width_s: number): number => Math.abs(Math.log(width_s / wanted_s));
  return WIDTHS.map(([width_s]) => width_s).reduce((best, one) => (off(one) < off(best) ? one : best));
}

/** A part of a run of so much time after an instant; at its end, the last such part. */
export function partFrom(at_s: number, width_s: number, end_s: number): [number, number] {
  const from_s = Math.max(0, Math.min(at_s, end_s - width_s));
  return [from_s, Math.min(end_s, from_s + width_s)];
}

/** Instants after the first one, in steps of 1, 2 or 5, at most so many. */
export function ticks(from_s: number, to_s: number, most: number): number[] {
  const step = roundStep((to_s - from_s) / Math.max(1, most));
  const count = Math.floor(((to_s - from_s) / step) * (1 + 1e-9));
  return Array.from({ length: count }, (_, at) => from_s + (at + 1) * step);
}

/** A name that has room, with dots for its middle if need be. */
export function shortened(name: string, room: number, wide: (text: string) => number): string {
  if (wide(name) <= room) return name;
  for (let kept = name.length - 1; kept > 1; kept -= 1) {
    const text = `${name.slice(0, Math.ceil(kept / 2))}…${name.slice(name.length - Math.floor(kept / 2))}`;
    if (wide(text) <= room) return text;
  }
  return `${name.slice(0, 1)}…`;
}
