/** A scenario in a file that a visitor gave: a stranger's, until it is read. */

import { isTable, type Json, type Table } from "../base/json.ts";
import { bounded } from "../base/octets.ts";
import type { Runs } from "./runs.ts";

/** Read a scenario from a file that a visitor gave: TOML as the command line takes it, or JSON. */
export async function scenarioFrom(file: File, runs: Runs): Promise<Table> {
  const octets = await bounded(file.stream(), file.name);
  if (isPacked(octets)) throw new Error(`${file.name}: packed by gzip or zip: unpack it first, and drop the scenario in it`);
  const text = new TextDecoder().decode(octets);
  if (file.name.endsWith(".json")) {
    const document: Json = parsed(text, file.name);
    if (!isTable(document)) throw new Error(`${file.name}: a scenario is a table`);
    return document;
  }
  return runs.parsed(text, file.name);
}

/** How files begin that gzip or zip has packed. */
const PACKED = [
  [0x1f, 0x8b],
  [0x50, 0x4b, 3, 4],
];

function isPacked(octets: Uint8Array): boolean {
  return PACKED.some((begin) => begin.every((octet, at) => octets[at] === octet));
}

function parsed(text: string, name: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (failure) {
    throw new Error(`${name}: not JSON: ${failure instanceof Error ? failure.message : String(failure)}`);
  }
}
