/** Scenario documents: plain JSON, addressed by paths such as ["switch", "drop", "policy"]. */

export type Json = null | boolean | number | string | Json[] | Table;
export interface Table {
  [key: string]: Json;
}
export type Path = readonly (string | number)[];

export function isTable(value: Json | undefined): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value at a path, or undefined. */
export function at(document: Json, path: Path): Json | undefined {
  let here: Json | undefined = document;
  for (const step of path) {
    if (Array.isArray(here)) here = here[Number(step)];
    else if (isTable(here) && Object.hasOwn(here, step)) here = here[String(step)];
    else return undefined;
  }
  return here;
}

/** The document with another value at a path; undefined takes it away. Tables on the way are made. */
export function withAt(document: Json | undefined, path: Path, value: Json | undefined): Json {
  const [step, ...rest] = path;
  if (step === undefined) return value ?? null;
  if (typeof step === "number") {
    const list = Array.isArray(document) ? [...document] : [];
    if (rest.length === 0 && value === undefined) list.splice(step, 1);
    else list[step] = withAt(list[step], rest, value);
    return list;
  }
  const table: Table = isTable(document) ? { ...document } : {};
  if (rest.length > 0) table[step] = withAt(table[step], rest, value);
  else if (value === undefined) delete table[step];
  else table[step] = value;
  return table;
}

/** A path as scenarios and their errors write it. */
export function pathText(path: Path): string {
  return path.map((step, at) => (typeof step === "number" ? `[${step}]` : at ? `.${step}` : step)).join("");
}

/** The paths whose values differ, with the new value (undefined where it was removed). */
export function differences(
  before: Json | undefined,
  after: Json | undefined,
  path: Path = [],
): [Path, Json | undefined][] {
  if (isTable(before) && isTable(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => differences(before[key], after[key], [...path, key]));
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [[path, after]];
}
