/** `node same_bits_node.mjs GLUE MODULE` answers each line of its input, a scenario as JSON text, with a line. */

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { outcome } from "./same_bits.mjs";

const [glue, module] = process.argv.slice(2);
const { Simulator } = await import(pathToFileURL(glue));
const simulator = new Simulator(new WebAssembly.Module(readFileSync(module)));
for await (const line of createInterface({ input: process.stdin })) {
  const found = await outcome(simulator, JSON.parse(line));
  process.stdout.write(`${JSON.stringify(found)}\n`);
}
