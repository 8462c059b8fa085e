import assert from "node:assert/strict";
import { test } from "node:test";
import { changeText } from "../base/changes.ts";

test("a run is named by what was changed, in words", () => {
  const buffer = changeText({ switch: { buffer: "1000 cells" } }, { switch: { buffer: "2188 cells" } });
  assert.equal(buffer, "buffer 2188 cells");
  assert.equal(changeText({}, { switch: { buffer: "2188 cells" } }), "buffer 2188 cells");
  assert.equal(changeText({ tcp: { mss: "1 bytes" } }, { tcp: {} }), "mss by default");
  assert.equal(changeText({ seed: 1 }, { seed: 2, tcp: { delayed_ack: false } }), "seed 2, delayed ack off");
  assert.equal(changeText({ seed: 1 }, { seed: 1 }), "");
});

test("another model is called by its name, and what it leaves behind is not", () => {
  const before = { switch: { drop: { policy: "epd", threshold: "8 cells" } } };
  assert.equal(changeText(before, { switch: { drop: { policy: "fba" } } }), "drop fba");
  assert.equal(changeText({}, { switch: { rate_rule: { rule: "erica", target: 0.9 } } }), "rate rule erica, target 0.9");
});

test("a name that could be of several things says which", () => {
  const links = { trunk: { rate: "155 Mbit/s" } };
  assert.equal(changeText({ links }, { links: { trunk: { rate: "34 Mbit/s" } } }), "trunk rate 34 Mbit/s");
  const both = changeText({ tcp: { buffer: 1 }, switch: { buffer: 1 } }, { tcp: { buffer: 2 }, switch: { buffer: 3 } });
  assert.equal(both, "tcp buffer 2, switch buffer 3");
});

test("many changes are counted, and long values not spelled out", () => {
  assert.equal(changeText({}, { tcp: { a: 1, b: 2, c: 3, d: 4, e: 5 } }), "a 1, b 2, c 3 and 2 more");
  const probes = { queue: [{ port: "sw1.trunk", every: "1 ms" }] };
  assert.equal(changeText({ probes: { queue: [] } }, { probes }), "probes queue changed");
});
