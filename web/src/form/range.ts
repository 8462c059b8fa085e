/** The range of a slider: linear between narrow bounds, else by factors around a value; every step is another value. */

import { round } from "../base/quantity.ts";

const STEPS = 200;
/** A value below this part of its bounds is changed by factors. */
const SMALL = 1 / 50;

export interface Range {
  /** The slider goes from 0 to this. */
  steps: number;
  toValue(step: number): number;
  toStep(value: number): number;
}

/** A range for a number that has `value` now, from `min` to `max` where those are known. */
export function rangeOf(value: number, min: number | null, max: number | null, integer: boolean): Range {
  if (min === null || max === null) return of(byFactors(value, min, max, integer));
  const part = (value - min) / (max - min);
  return of(part <= 0 || part >= SMALL ? linear(min, max, integer) : byFactors(value, min, max, integer));
}

function of(values: number[]): Range {
  const rising = [...new Set(values)].sort((a, b) => a - b);
  return {
    steps: rising.length - 1,
    toValue: (step) => rising[Math.min(rising.length - 1, Math.max(0, step))] ?? 0,
    toStep: (value) =>
      rising.reduce((best, one, at) => (Math.abs(one - value) < Math.abs((rising[best] ?? 0) - value) ? at : best), 0),
  };
}

function spread(value: (part: number) => number): number[] {
  return Array.from({ length: STEPS + 1 }, (_, step) => value(step / STEPS));
}

function linear(min: number, max: number, integer: boolean): number[] {
  return spread((part) => (integer ? Math.round(min + part * (max - min)) : round(min + part * (max - min), 3)));
}

/** A hundredth to a hundred times a value, within the bounds, of two or three digits; zero where that may be. */
function byFactors(value: number, min: number | null, max: number | null, integer: boolean): number[] {
  const middle = value > 0 ? value : 1;
  const low = Math.max(middle / 100, min ?? 0, integer ? 1 : 0);
  const high = Math.max(Math.min(middle * 100, max ?? Infinity), low);
  const found = spread((part) => {
    const exact = low * (high / low) ** part;
    return integer ? Math.round(exact) : round(exact, exact < middle ? 2 : 3);
  });
  return [...found.map((one) => Math.min(high, Math.max(low, one))), ...((min ?? 1) <= 0 && integer ? [0] : [])];
}
