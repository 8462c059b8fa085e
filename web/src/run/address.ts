/** A scenario in an address: JSON, deflated, in the letters of addresses. */

import { bounded, TooLargeError } from "../base/octets.ts";
import { isTable, type Json, type Table } from "../base/json.ts";

/** Longer scenarios are passed as files: not every program takes longer addresses. */
export const MOST_LETTERS = 30_000;

/** The text after `#/scenario/`. */
export async function addressed(scenario: Table): Promise<string> {
  const octets = await through(new TextEncoder().encode(JSON.stringify(scenario)), new CompressionStream("deflate-raw"));
  let letters = "";
  for (const octet of octets) letters += String.fromCharCode(octet);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The scenario of an address. */
export async function fromAddress(text: string): Promise<Table> {
  let found: Json;
  try {
    const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const octets = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const json = await through(octets, new DecompressionStream("deflate-raw"));
    found = JSON.parse(new TextDecoder().decode(json)) as Json;
  } catch (failure) {
    if (failure instanceof TooLargeError) throw failure;
    throw new Error("The address has no scenario that can be read: it may have been cut off.");
  }
  if (!isTable(found)) throw new Error("The address has no scenario: a scenario is a table.");
  return found;
}

/** The parts of the text after `#`; null where a `%` begins no letter. */
export function addressParts(hash: string): string[] | null {
  try {
    return hash.split("/").map(decodeURIComponent);
  } catch {
    return null;
  }
}

function through(octets: Uint8Array<ArrayBuffer>, by: ReadableWritablePair): Promise<Uint8Array> {
  return bounded(new Blob([octets]).stream().pipeThrough(by), "The scenario of the address");
}
