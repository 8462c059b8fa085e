import assert from "node:assert/strict";
import { test } from "node:test";
import { parseQuantity, plain, quantityText, readable, seconds } from "../base/quantity.ts";
import { rangeOf } from "../form/range.ts";

const SPANS = [
  { name: "us", size: 1e6, aliases: ["µs"] },
  { name: "min", size: 6e13, aliases: [] },
];

test("quantities are read with their units, and words are not quantities", () => {
  assert.deepEqual(parseQuantity("1.5 min", SPANS), { number: 1.5, unit: "min" });
  assert.deepEqual(parseQuantity("5 µs", SPANS), { number: 5, unit: "us" });
  assert.equal(parseQuantity("unlimited", SPANS), null);
  assert.equal(parseQuantity("5 cells", SPANS), null);
});

test("numbers are written without exponents and without the noise of binary fractions", () => {
  assert.equal(plain(0.1 + 0.2), "0.3");
  assert.equal(plain(2e-7), "0.0000002");
  assert.equal(quantityText({ number: 1e6, unit: "cells" }), "1000000 cells");
});

test("numbers for people have a unit that suits them", () => {
  assert.equal(readable(112788684.8, "bit/s"), "112.8 Mbit/s");
  assert.equal(readable(7579, "cells"), "7579 cells");
  assert.equal(readable(null), "–");
  assert.equal(seconds(0.00123), "1.23 ms");
});

test("a slider that is moved to where it is keeps the value's neighbourhood", () => {
  for (const value of [1, 37, 1000, 155.52]) {
    const range = rangeOf(value, null, null, false);
    assert.ok(Math.abs(range.toValue(range.toStep(value)) / value - 1) < 0.05, String(value));
  }
});

test("a slider never leaves the bounds, and every step of it is another value", () => {
  const ratio = rangeOf(0.8, 0, 1, false);
  assert.deepEqual([ratio.toValue(0), ratio.toValue(ratio.steps)], [0, 1]);
  const errors = rangeOf(1e-4, 0, 1, false);
  assert.deepEqual([errors.toValue(0), errors.toValue(errors.steps)], [1e-6, 1e-2]);
  const sources = rangeOf(5, 1, 100000, true);
  const all = Array.from({ length: sources.steps + 1 }, (_, step) => sources.toValue(step));
  assert.ok(all.every((one) => Number.isInteger(one) && one >= 1 && one <= 500));
  assert.deepEqual(all.slice(0, 6), [1, 2, 3, 4, 5, 6]);
  assert.deepEqual(
    all,
    [...new Set(all)].sort((a, b) => a - b),
  );
});
