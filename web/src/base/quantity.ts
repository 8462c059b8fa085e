/** Quantities with units, as scenarios write them, and numbers for people. */

export type Format = "span" | "bit-rate" | "cells" | "capacity" | "bytes" | "threshold";

/** Units of each format, the base unit's factor 1; names as the simulator reads them. */
export const UNITS: Record<Format, Record<string, number>> = {
  span: { ps: 1e-12, ns: 1e-9, us: 1e-6, ms: 1e-3, s: 1, min: 60, h: 3600 },
  "bit-rate": { "bit/s": 1, "kbit/s": 1e3, "Mbit/s": 1e6, "Gbit/s": 1e9 },
  cells: { cells: 1 },
  capacity: { cells: 1 },
  bytes: { bytes: 1, kB: 1e3, MB: 1e6, GB: 1e9 },
  threshold: { cells: 1 },
};

export interface Quantity {
  number: number;
  unit: string;
}

const ALIASES: Record<string, string> = {
  cell: "cells",
  byte: "bytes",
  octets: "bytes",
  µs: "us",
  bps: "bit/s",
  kbps: "kbit/s",
  Mbps: "Mbit/s",
  Gbps: "Gbit/s",
};

/** Read a number with a unit of a format; null if the text is something else, such as "unlimited". */
export function parseQuantity(text: string, format: Format): Quantity | null {
  const found = /^\s*([0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)\s*([^\s0-9]+)\s*$/.exec(text);
  if (!found) return null;
  const unit = ALIASES[found[2] ?? ""] ?? found[2] ?? "";
  return unit in UNITS[format] ? { number: Number(found[1]), unit } : null;
}

export function quantityText(quantity: Quantity): string {
  return `${plain(quantity.number)} ${quantity.unit}`;
}

/** A number without exponent where it can be, without the noise of binary fractions. */
export function plain(value: number): string {
  const rounded = Number(value.toPrecision(12));
  const text = String(rounded);
  return text.includes("e") && Math.abs(rounded) < 1e15 && Math.abs(rounded) >= 1e-9
    ? rounded.toFixed(12).replace(/\.?0+$/, "")
    : text;
}

/** Round to so many digits that count. */
export function round(value: number, digits: number): number {
  return value === 0 ? 0 : Number(value.toPrecision(digits));
}

const PREFIXES: [number, string][] = [
  [1e9, "G"],
  [1e6, "M"],
  [1e3, "k"],
  [1, ""],
];

/** A number in few digits with its unit: 1.23 Mbit/s, 2871 cells, 35 ms. */
export function readable(value: number | null | undefined, unit = ""): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  if (unit === "s") return seconds(value);
  const size = Math.abs(value);
  if (unit.endsWith("bit/s") || unit === "bps") {
    const [factor, prefix] = PREFIXES.find(([factor]) => size >= factor) ?? [1, ""];
    return `${plain(round(value / factor, 4))} ${prefix}bit/s`;
  }
  const digits = size >= 1000 && Number.isInteger(value) ? plain(value) : plain(round(value, 4));
  return unit ? `${digits} ${unit}` : digits;
}

/** A time in the unit that suits it. */
export function seconds(value: number, digits = 5): string {
  const size = Math.abs(value);
  const [factor, unit] =
    size >= 1 || size === 0 ? [1, "s"] : size >= 1e-3 ? [1e-3, "ms"] : size >= 1e-6 ? [1e-6, "µs"] : [1e-9, "ns"];
  return `${plain(round(value / (factor as number), digits))} ${unit}`;
}
