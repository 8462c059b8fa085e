/** The changes of a scenario, in a few words: the name of a run. */

import { isTable, type Json, differences, type Path, pathText } from "./json.ts";

type Change = readonly [Path, Json | undefined];

/** Keys that choose a model: the table around them has the name that people use. */
const CHOOSING = new Set(["policy", "rule", "model", "template", "distribution"]);
/** Tables whose settings need no other word; inside any other, a name alone could be of several things. */
const PLAIN = new Set(["switch", "topology", "tcp", "host", "atm", "abr", "router", "limits"]);
const MOST_NAMED = 3;
const LONGEST = 28;

/** The differences, in words such as "buffer 2188 cells"; empty if there is no difference. */
export function changeText(before: Json, after: Json): string {
  const found = differences(before, after).flatMap(([path, value]) => leaves(path, value));
  // With another model its parameters go; that is not shown.
  const given = new Set(found.filter(([, value]) => value !== undefined).map(([path]) => pathText(path.slice(0, -1))));
  const shown = found.filter(([path, value]) => value !== undefined || !given.has(pathText(path.slice(0, -1))));
  const names = shown.map(([path]) => nameOf(path));
  const texts = shown.map(([path, value], at) => {
    const name = names[at] ?? "";
    const alone = names.indexOf(name) === names.lastIndexOf(name);
    return `${alone ? name : words(path.slice(-2))} ${valueText(value)}`;
  });
  return texts.length > MOST_NAMED
    ? `${texts.slice(0, MOST_NAMED).join(", ")} and ${texts.length - MOST_NAMED} more`
    : texts.join(", ");
}

/** A new table is replaced by its contents. */
function leaves(path: Path, value: Json | undefined): Change[] {
  return isTable(value) && Object.keys(value).length > 0
    ? Object.entries(value).flatMap(([key, one]) => leaves([...path, key], one))
    : [[path, value]];
}

function nameOf(path: Path): string {
  const own = CHOOSING.has(String(path.at(-1))) && path.length > 1 ? path.slice(0, -1) : path;
  const around = own.at(-2);
  const clear = own.length < 2 || (own.length === 2 && PLAIN.has(String(around))) || own[0] === "switch";
  return words(own.slice(clear ? -1 : -2));
}

function words(path: Path): string {
  return path
    .map((step) => (typeof step === "number" ? String(step + 1) : step))
    .join(" ")
    .replaceAll("_", " ");
}

function valueText(value: Json | undefined): string {
  if (value === undefined) return "by default";
  if (typeof value === "boolean") return value ? "on" : "off";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > LONGEST ? "changed" : text;
}
