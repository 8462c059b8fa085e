import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { pathText, type Table } from "../base/json.ts";
import type { Unit } from "../base/quantity.ts";
import { boundsIn, inUnit, type Of, readQuantity, writeQuantity } from "../form/controls.ts";
import { ancestors } from "../form/issues.ts";
import { type Kind, type Schema, SchemaReader } from "../form/schema.ts";
import { search, settingsOf } from "../form/search.ts";

// The schema of the program that is installed, given at the start of the tests.
const reader = new SchemaReader(
  JSON.parse(readFileSync(process.env["CELLWISE_SCHEMA"] ?? "schema.json", "utf-8")) as Table,
);
const DOCUMENT: Table = {
  topology: { template: "n-source" },
  switch: { drop: { policy: "fba" } },
  links: { trunk: { rate: "34 Mbit/s" } },
};

function settingAt(path: string): Kind {
  const found = settingsOf(reader, DOCUMENT).find((one) => pathText(one.path) === path);
  assert.ok(found, path);
  return reader.kind(found.field.schema);
}

function quantityAt(path: string): Of<"quantity"> {
  const found = settingAt(path);
  assert.ok(found.is === "quantity", path);
  return found;
}

test("every kind of setting of the real schema is distinguished", () => {
  const buffer = quantityAt("switch.buffer");
  assert.deepEqual([buffer.format, buffer.words, buffer.ratio], ["capacity", ["unlimited"], false]);
  assert.deepEqual(settingAt("topology.sources"), { is: "number", integer: true, min: 1, max: 100000 });
  assert.equal(settingAt("switch.drop").is, "model");
  const threshold = quantityAt("switch.drop.threshold");
  assert.deepEqual([threshold.format, threshold.words, threshold.ratio], ["threshold", [], true]);
  assert.equal(settingAt("tie").is, "choice");
  assert.equal(settingAt("tcp.variant").is, "choice");
  assert.equal(settingAt("tcp.delayed_ack").is, "switch");
  assert.equal(settingAt("host.send_processing").is, "shapes");
  assert.equal(settingAt("links.trunk.jitter").is, "shapes");
  assert.equal(settingAt("probes.queue").is, "list");
  assert.equal(settingAt("links").is, "map");
  assert.equal(settingAt("links.trunk.rate").is, "quantity");
  assert.equal(settingAt("title").is, "text");
});

/** Every property of every definition, by the path on which a form reaches it. */
function reached(schema: Schema, depth: number, found: Set<Schema>): void {
  const kind = reader.kind(schema);
  if (found.has(schema) || depth > 12) return;
  found.add(schema);
  if (kind.is === "group") for (const field of kind.fields) reached(field.schema, depth + 1, found);
  if (kind.is === "model")
    for (const one of kind.variants) for (const field of one.fields) reached(field.schema, depth + 1, found);
  if (kind.is === "map" || kind.is === "list") reached(kind.of, depth + 1, found);
  if (kind.is === "shapes") for (const one of kind.shapes) reached(one.schema, depth + 1, found);
}

test("the form reaches every property that the schema has", () => {
  const found = new Set<Schema>();
  for (const field of reader.fields(reader.root)) reached(field.schema, 0, found);
  const missing: string[] = [];
  const look = (value: unknown, where: string): void => {
    if (Array.isArray(value)) value.forEach((one, at) => look(one, `${where}[${at}]`));
    else if (typeof value === "object" && value !== null) {
      for (const [name, one] of Object.entries((value as Schema)["properties"] ?? {})) {
        const isTag = typeof one === "object" && one !== null && "const" in one;
        if (!isTag && !found.has(one as Schema)) missing.push(`${where}.${name}`);
      }
      for (const [name, one] of Object.entries(value)) look(one, `${where}/${name}`);
    }
  };
  look(reader.root, "");
  assert.deepEqual(missing, []);
});

test("search finds by path and by meaning, and the parameters of other models by their model", () => {
  const settings = settingsOf(reader, DOCUMENT);
  const paths = (words: string): string[] => search(settings, words).map((one) => pathText(one.path));
  assert.equal(paths("switch buffer")[0], "switch.buffer");
  assert.ok(paths("load ratio").includes("switch.drop.z"));
  assert.ok(paths("discard_remainder").includes("switch.drop.discard_remainder"));
  assert.deepEqual(paths("no such setting anywhere"), []);
});

test("quantities go into controls and out again", () => {
  const threshold = quantityAt("switch.drop.threshold");
  for (const value of [0.9, "2800 cells", "all but 200 cells"]) {
    const read = readQuantity(threshold, value);
    assert.deepEqual(writeQuantity(read.number ?? NaN, read.unit), value);
  }
  const buffer = quantityAt("switch.buffer");
  assert.deepEqual(readQuantity(buffer, "unlimited"), { number: null, unit: "unlimited" });
});

test("the bounds of a quantity are those of the schema, in whatever unit it is written", () => {
  const timer = quantityAt("abr.trm");
  assert.deepEqual(boundsIn(timer, "s"), [1e-12, 3600]);
  assert.equal(boundsIn(timer, "h")[1], 1);
  assert.deepEqual(boundsIn(quantityAt("abr.tbe"), "cells"), [null, 16777215]);
  assert.deepEqual(boundsIn(quantityAt("switch.buffer"), "cells"), [1, null]);
  assert.deepEqual(boundsIn(quantityAt("router.rate"), "kbit/s"), [1, null]);
  assert.deepEqual(boundsIn(quantityAt("warmup"), "s"), [null, null]);
  assert.deepEqual(boundsIn(quantityAt("switch.drop.threshold"), "of the buffer"), [0, 1]);
});

test("another unit is another way to write the same", () => {
  const [spans, rates, sizes, thresholds] = ["duration", "links.trunk.rate", "tcp.mss", "switch.drop.threshold"].map(
    (path) => quantityAt(path).units,
  ) as [Unit[], Unit[], Unit[], Unit[]];
  assert.equal(inUnit(spans, 400, "ms", "s"), 0.4);
  assert.equal(inUnit(spans, 120, "s", "min"), 2);
  assert.equal(inUnit(rates, 155.52, "Mbit/s", "kbit/s"), 155520);
  assert.equal(inUnit(rates, 1000, "cells/s", "kbit/s"), 424);
  assert.equal(inUnit(sizes, 2, "KiB", "bytes"), 2048);
  assert.equal(inUnit(sizes, 512, "parsecs", "bytes"), 512);
  assert.equal(inUnit(thresholds, 0.9, "of the buffer", "cells"), 100);
  assert.equal(inUnit(thresholds, 800, "cells", "of the buffer"), 0.9);
});

test("a mistake is shown at its field or at what holds it", () => {
  assert.deepEqual(ancestors("probes.queue[1].port"), [
    "probes.queue[1].port",
    "probes.queue[1]",
    "probes.queue",
    "probes",
  ]);
});
