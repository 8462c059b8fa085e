/** Quantities with units, as scenarios write them, and numbers for people. */

/** A unit of a quantity, as the schema gives it: its size in the smallest, and how else it is written. */
export interface Unit {
  name: string;
  size: number;
  aliases: string[];
}

export interface Quantity {
  number: number;
  unit: string;
}

/** Read a number with one of some units; null if the text is something else, such as "unlimited". */
export function parseQuantity(text: string, units: Unit[]): Quantity | null {
  const found = /^\s*([0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)\s*([^\s0-9]+)\s*$/.exec(text);
  const written = found?.[2] ?? "";
  const unit = units.find((one) => one.name === written || one.aliases.includes(written));
  return found && unit ? { number: Number(found[1]), unit: unit.name } : null;
}

/** How much a text says in the smallest unit; null if it is no quantity. */
export function inSmallest(text: string, units: Unit[]): number | null {
  const found = parseQuantity(text, units);
  const unit = units.find((one) => one.name === found?.unit);
  return found && unit ? found.number * unit.size : null;
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
