/** Which curves of a strip are drawn as bands. */

import { type Band, bandOf, flickers } from "./band.ts";
import { type Curve, extentOf, isStepped, type Points } from "./curves.ts";
import { rangeOf } from "./range.ts";
import type { PointSource } from "./source.ts";

/** The part of time that a strip shows, in how many columns of pixels, and whether it begins at zero. */
interface Picture {
  from_s: number;
  to_s: number;
  columns: number;
  zero: boolean;
}

/** Bands of those curves that would be a scribble; null of the others. */
export function bandsOf(curves: Curve[], points: Points[], source: PointSource, { from_s, to_s, columns, zero }: Picture): Promise<(Band | null)[]> {
  const found = points.flatMap((one) => extentOf(one) ?? []);
  const ends = [...found.map((one) => one.min), ...found.map((one) => one.max)];
  const [low, high] = rangeOf(ends.length ? [Math.min(...ends), Math.max(...ends)] : [null, null], [], zero, [], false);
  return Promise.all(
    points.map(async (one, at) => {
      const curve = curves[at];
      if (!curve || !flickers(one, from_s, to_s, columns, high - low)) return null;
      const whole = await source.whole(curve);
      return whole && bandOf(whole, from_s, to_s, columns, isStepped(curve));
    }),
  );
}
