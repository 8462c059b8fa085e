import assert from "node:assert/strict";
import { test } from "node:test";
import { chosen, type Curve, extentOf, families, greatestAt, held, joined, peakOf, styleOf, valueAt } from "../plot/curves.ts";
import { View } from "../plot/view.ts";

function curve(run: string, quantity: string, target: string, rank = 0): Curve {
  return { run, label: run, rank, info: { index: 0, name: "", quantity, target, unit: "", points: 1, min: 0, max: 1 } };
}

function points(time_s: number[], value: number[]): { time_s: Float64Array; value: Float64Array } {
  return { time_s: Float64Array.from(time_s), value: Float64Array.from(value) };
}

test("what shares an axis is one strip, and an unknown quantity has its own", () => {
  const found = families([
    curve("a", "ssthresh", "tcp1"),
    curve("a", "queue", "sw1.trunk"),
    curve("a", "cwnd", "tcp1"),
    curve("a", "errors", "sw1.x"),
  ]);
  assert.deepEqual(
    found.map((one) => [one.family.name, one.curves.length]),
    [
      ["queue", 1],
      ["cwnd", 2],
      ["errors", 1],
    ],
  );
});

test("queues of packets have a strip, and how long lines were taken has none", () => {
  const found = families([
    curve("a", "busy", "modem.line"),
    curve("a", "backlog", "modem.line"),
    curve("a", "queue", "sw1.trunk"),
  ]);
  assert.deepEqual(
    found.map((one) => one.family.title),
    ["Queue", "Queue of packets"],
  );
});

test("one run shows all targets in their colours, two runs one target in theirs", () => {
  const one = ["tcp1", "tcp2", "tcp3"].flatMap((target) => [
    curve("a", "cwnd", target),
    curve("a", "ssthresh", target),
  ]);
  const family = families(one)[0]?.family;
  assert.ok(family);
  const shown = chosen(one, "", family);
  assert.deepEqual(
    shown.map((of) => of.info.target),
    ["tcp1", "tcp2", "tcp3"],
  );
  assert.deepEqual(
    shown.map((of) => styleOf(of, shown, family).colour),
    [0, 1, 2],
  );
  const two = chosen([...one, ...one.map((of) => ({ ...of, run: "b", rank: 1 }))], "", family).filter(
    (of) => of.info.quantity === "cwnd",
  );
  assert.deepEqual(
    two.map((of) => [of.run, of.info.target, styleOf(of, two, family).colour]),
    [
      ["a", "tcp1", 0],
      ["b", "tcp1", 1],
    ],
  );
  assert.equal(chosen(one, "*", family).length, 6);
});

test("joined curves keep every point, also several at one instant and gaps", () => {
  const [axis, a, b] = joined([points([0, 1, 1, 3], [5, 9, 2, NaN]), points([1, 2], [7, 8])]);
  assert.deepEqual(axis, [0, 1, 1, 2, 3]);
  assert.deepEqual(a, [5, 9, 2, undefined, null]);
  assert.deepEqual(b, [undefined, 7, undefined, 8, undefined]);
});

test("a value holds until the next", () => {
  const held = points([0, 1, 1, 3], [5, 9, 2, 4]);
  assert.deepEqual(
    [-1, 0, 0.5, 1, 2.9, 3, 9].map((at) => valueAt(held, at)),
    [null, 5, 5, 2, 2, 4, 4],
  );
  assert.deepEqual(extentOf(held), { min: 2, max: 9, last: 4, points: 4 });
  assert.equal(extentOf(points([], [])), null);
});

test("the last value is drawn to the end of what is shown", () => {
  assert.deepEqual(held(points([0, 1], [5, 9]), 3), points([0, 1, 3], [5, 9, 9]));
  assert.deepEqual(held(points([0, 4], [5, 9]), 3), points([0, 4], [5, 9]));
  assert.deepEqual(held(points([], []), 3), points([], []));
});

test("zooming keeps the instant that is looked at in place and stays in the run", () => {
  const view = new View(10);
  view.at.set(4);
  view.zoom(0.5);
  assert.deepEqual(view.window.value, { from_s: 2, to_s: 7 });
  view.pan(1);
  assert.deepEqual(view.window.value, { from_s: 5, to_s: 10 });
  view.zoom(100);
  assert.ok(view.isWhole);
  view.setEnd(2);
  assert.deepEqual([view.window.value, view.at.value], [{ from_s: 0, to_s: 2 }, 2]);
});

test("pointing at a column shows its greatest value, whatever comes after it there", () => {
  const spike = points([0, 1, 1.001, 1.002, 3], [2, 5, 900, 4, NaN]);
  assert.equal(valueAt(spike, 1.1), 4);
  assert.equal(greatestAt(spike, 1.1, 0.5), 900);
  assert.equal(greatestAt(spike, 2, 0.5), 4);
  assert.equal(greatestAt(spike, 0.5, 0.5), 2);
  assert.equal(greatestAt(points([1], [7]), 0.5, 0.5), null);
  assert.equal(greatestAt(spike, 3.5, 0.5), null);
});

test("a peak between two samples is a line of its own", () => {
  const sampled = curve("a", "queue", "sw1.trunk");
  assert.deepEqual(peakOf(sampled), []);
  assert.deepEqual(
    peakOf({ ...sampled, info: { ...sampled.info, peak: 7591 } }).map((one) => one.value),
    [7591],
  );
});
