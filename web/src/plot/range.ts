/** The part of a quantity that a strip shows. */

import type { Band } from "./band.ts";
import type { Threshold } from "./overlay.ts";

type Extremes = [min: number | null, max: number | null];

/** From the least to the greatest, with room; a threshold that is not far off is in the picture. */
export function rangeOf([min, max]: Extremes, bands: Band[], zero: boolean, thresholds: Threshold[], isWhole: boolean): [number, number] {
  const least = lowest([min, ...bands.flatMap((band) => [...band.low])]);
  let low = Math.min(zero ? 0 : (least ?? 0), least ?? 0);
  let high = highest([max, ...bands.flatMap((band) => [...band.high])]) ?? 1;
  // A peak is somewhere in the whole run; in a part of it, it may be far above all that is there.
  for (const { value, peak } of thresholds) if (value <= high * 2 || (peak && isWhole)) high = Math.max(high, value);
  if (!zero && least !== null) low = least;
  if (high <= low) high = low + 1;
  // The name of a threshold is above it.
  return [low, high + (high - low) * (thresholds.length ? 0.15 : 0.06)];
}

function lowest(values: (number | null)[]): number | null {
  const there = values.filter((one) => one !== null && !Number.isNaN(one)) as number[];
  return there.length ? Math.min(...there) : null;
}

function highest(values: (number | null)[]): number | null {
  const least = lowest(values.map((one) => (one === null ? null : -one)));
  return least === null ? null : -least;
}
