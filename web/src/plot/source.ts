import type { Curve, Points } from "./curves.ts";

/** Where points of curves come from. */
export interface PointSource {
  /** Those of a part of time, as far as so many pixel columns show them. */
  seen(curve: Curve, from_s: number, to_s: number, columns: number): Promise<Points>;
  /** All of them; none where what is seen was made for the part of time. */
  whole(curve: Curve): Promise<Points> | null;
}
