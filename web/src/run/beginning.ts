/** Where it begins to be worth looking. */

import type { Playback } from "../types.ts";

/** A queue has begun to grow when it has this part of its greatest length. */
const GROWN = 1 / 50;

/** The instant at which the queue that becomes longest begins to grow; that of the first step if none waits anywhere. */
export function busyFrom({ times_s, ports }: Playback): number {
  const most = (steps: number[]): number => steps.reduce((found, one) => Math.max(found, one), 0);
  const longest = Object.values(ports).reduce<number[]>((found, one) => (most(one) > most(found) ? one : found), []);
  const limit = GROWN * most(longest);
  const step = limit > 0 ? longest.findIndex((one) => one > limit) : 0;
  return times_s[step] ?? 0;
}
