import assert from "node:assert/strict";
import { test } from "node:test";
import { bandOf, flickers, meanLine, outlines } from "../plot/band.ts";
import { bandsOf } from "../plot/bands.ts";
import type { Curve, Points } from "../plot/curves.ts";
import { svgOf } from "../plot/svg.ts";

function points(time_s: number[], value: number[]): Points {
  return { time_s: Float64Array.from(time_s), value: Float64Array.from(value) };
}

/** A queue of 12 cells that fills and empties a hundred times in a second, full for a quarter of the time. */
const RESTLESS = points(
  Array.from({ length: 200 }, (_, at) => Math.floor(at / 2) / 100 + (at % 2 ? 0.0025 : 0)),
  Array.from({ length: 200 }, (_, at) => (at % 2 ? 0 : 12)),
);

test("a band has the least and the greatest of every column, and the mean over time of every eight", () => {
  const band = bandOf(points([0, 0.5, 1.75, 3, 8], [4, 8, 0, 2, 6]), 0, 12, 12, true);
  assert.deepEqual([...band.low], [4, 0, 0, 2, 2, 2, 2, 2, 6, 6, 6, 6]);
  assert.deepEqual([...band.high], [8, 8, 0, 2, 2, 2, 2, 2, 6, 6, 6, 6]);
  assert.deepEqual([...band.mean], [(0.5 * 4 + 1.25 * 8 + 5 * 2) / 8, 6]);
  assert.deepEqual([...meanLine(band).time_s], [0, 8]);
});

test("what came before a part of time holds in it, and a value that holds for no time is its greatest all the same", () => {
  const { low, high, mean } = bandOf(points([0, 5.5, 5.5, 9], [3, 100, 3, 7]), 4, 8, 2, true);
  assert.deepEqual([...low], [3, 3]);
  assert.deepEqual([...high], [100, 3]);
  assert.deepEqual([...mean], [3]);
});

test("of values that do not hold, columns have those that lie in them, and else nothing", () => {
  const { low, high, mean } = bandOf(points([0.1, 0.2, 2.5, 2.6], [1, 3, NaN, 5]), 0, 3, 3, false);
  assert.deepEqual([...low], [1, NaN, 5]);
  assert.deepEqual([...high], [3, NaN, 5]);
  assert.deepEqual([...mean], [3]);
});

test("what goes up and down within columns flickers; what rises, falls or leaps once does not", () => {
  assert.ok(flickers(RESTLESS, 0, 1, 50, 12));
  // So near that its steps can be distinguished.
  assert.ok(!flickers(RESTLESS, 0, 0.05, 1000, 12));
  // So small that it is still a line.
  assert.ok(!flickers(RESTLESS, 0, 1, 50, 1000));
  const times = Array.from({ length: 1000 }, (_, at) => at / 1000);
  assert.ok(!flickers(points(times, times), 0, 1, 50, 1));
  assert.ok(!flickers(points(times, times.map((time) => (time < 0.5 ? 0 : 1))), 0, 1, 50, 1));
});

test("an outline goes around each part without a gap", () => {
  const band = bandOf(points([0, 1, 2], [1, NaN, 2]), 0, 3, 3, true);
  assert.deepEqual(outlines(band), [
    [[0, 1], [1, 1], [1, 1], [0, 1]],
    [[2, 2], [3, 2], [3, 2], [2, 2]],
  ]);
});

test("bands are made of all points of those curves that flicker, and of no others", async () => {
  const curve = (target: string): Curve => ({
    run: "a",
    label: "a",
    rank: 0,
    info: { index: 0, name: "", quantity: "queue", target, unit: "cells", points: 1, min: 0, max: 12 },
  });
  const asked: string[] = [];
  const source = {
    seen: () => Promise.reject(new Error("not asked")),
    whole: ({ info }: Curve) => (asked.push(info.target), info.target === "made" ? null : Promise.resolve(RESTLESS)),
  };
  const calm = points([0, 0.5], [0, 12]);
  const found = await bandsOf([curve("flat"), curve("modem.line"), curve("made")], [calm, RESTLESS, RESTLESS], source, { from_s: 0, to_s: 1, columns: 50, zero: true });
  assert.deepEqual(asked, ["modem.line", "made"]);
  assert.deepEqual([found[0], found[2]], [null, null]);
  const mean = found[1]?.mean ?? [];
  assert.equal(mean.length, 7);
  for (const one of mean) assert.ok(Math.abs(one - 3) < 1e-9, `${one} cells`);
});

test("SVG has the band below the line of means", () => {
  const band = bandOf(RESTLESS, 0, 1, 50, true);
  const curve = { name: "modem.line", run: "a", target: "modem.line", quantity: "queue", unit: "cells", stepped: true, colour: "#0b4f8a", dash: [], points: RESTLESS, band };
  const strip = { title: "Queue, cells", from_s: 0, to_s: 1, low: 0, high: 12, curves: [curve], lines: [], marks: [], note: "", more: "" };
  const text = svgOf([strip], "DSL", { text: "#333333", grid: "#dddddd", alarm: "#a83a14", back: "#ffffff" });
  const [shade, line] = [...text.matchAll(/<path ([^>]*)>/g)].map((one) => one[1] ?? "");
  assert.match(shade ?? "", /class="band" d="M[^"]*Z" fill="#0b4f8a" fill-opacity="0\.35"/);
  // A mean of 3 of 12 is at a quarter of the height, all the time.
  const heights = new Set([...(line ?? "").matchAll(/[ML][\d.]+ ([\d.]+)/g)].map((one) => one[1]));
  assert.equal(heights.size, 1);
});
