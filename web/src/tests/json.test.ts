import assert from "node:assert/strict";
import { test } from "node:test";
import { at, differences, pathText, withAt } from "../base/json.ts";

test("a value is put at a path, and the document before is as it was", () => {
  const before = { switch: { buffer: "1000 cells" } };
  const after = withAt(before, ["switch", "drop", "policy"], "epd");
  assert.deepEqual(after, { switch: { buffer: "1000 cells", drop: { policy: "epd" } } });
  assert.deepEqual(before, { switch: { buffer: "1000 cells" } });
  assert.equal(at(after, ["switch", "drop", "policy"]), "epd");
  assert.equal(at(after, ["switch", "drop", "threshold"]), undefined);
});

test("undefined takes a key or an item away", () => {
  assert.deepEqual(withAt({ a: 1, b: 2 }, ["a"], undefined), { b: 2 });
  assert.deepEqual(withAt({ list: [1, 2, 3] }, ["list", 1], undefined), { list: [1, 3] });
});

test("what objects inherit is no part of a document", () => {
  assert.equal(at({}, ["constructor"]), undefined);
});

test("paths read as errors write them", () => {
  assert.equal(pathText(["probes", "queue", 1, "port"]), "probes.queue[1].port");
});

test("differences name what changed, and what was taken away", () => {
  const found = differences({ a: 1, b: { c: 2, d: [1] } }, { a: 1, b: { c: 3, d: [1] }, e: "x" });
  assert.deepEqual(found, [
    [["b", "c"], 3],
    [["e"], "x"],
  ]);
});
