/** Numbers in little room. */

import { plain } from "../base/quantity.ts";

/** A number on an axis that has this step, with as many digits as the step has. */
export function fixedBy(value: number, step: number): string {
  let digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  while (digits < 12 && Math.abs(Number(step.toFixed(digits)) / step - 1) > 1e-6) digits += 1;
  return value.toFixed(Math.min(12, digits));
}

/** A value such as 65535 or 1.25M. */
export function short(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e9) return `${plain(Number((value / 1e9).toPrecision(4)))}G`;
  if (size >= 1e6) return `${plain(Number((value / 1e6).toPrecision(4)))}M`;
  return plain(Number(value.toPrecision(size < 1 ? 4 : 6)));
}
