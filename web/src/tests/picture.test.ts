import assert from "node:assert/strict";
import { test } from "node:test";
import { csvOf, type PictureStrip, svgOf, ticks } from "../plot/picture.ts";

const STRIP: PictureStrip = {
  title: "Queue, cells",
  from_s: 1,
  to_s: 3,
  low: 0,
  high: 10,
  curves: [
    {
      run: 'buffer = "9", or so',
      target: "sw1.trunk",
      quantity: "queue",
      unit: "cells",
      stepped: true,
      colour: "#0b4f8a",
      dash: [],
      points: { time_s: Float64Array.of(0, 1, 2, 3), value: Float64Array.of(1, 2, NaN, 4) },
    },
  ],
  lines: [{ name: "threshold <R>", value: 8, colour: "#333333" }],
};

test("CSV has the points in view, one row each, with words quoted", () => {
  assert.deepEqual(csvOf([STRIP]).split("\n"), [
    "run,quantity,target,unit,time_s,value",
    '"buffer = ""9"", or so",queue,sw1.trunk,cells,1,2',
    '"buffer = ""9"", or so",queue,sw1.trunk,cells,2,NaN',
    '"buffer = ""9"", or so",queue,sw1.trunk,cells,3,4',
    "",
  ]);
});

test("SVG holds values until the next, breaks at gaps, and escapes words", () => {
  const text = svgOf([STRIP], "EPD & FBA");
  assert.match(text, /<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  assert.match(text, /EPD &amp; FBA/);
  assert.match(text, /threshold &lt;R&gt;/);
  const path = /<path d="([^"]*)"/.exec(text)?.[1] ?? "";
  assert.equal(path.match(/M/g)?.length, 2);
  assert.match(path, /^M[-\d.]+ ([\d.]+)L[\d.]+ \1L/);
});

test("ticks are round and inside", () => {
  assert.deepEqual(ticks(0, 1000, 5), [0, 200, 400, 600, 800, 1000]);
  assert.deepEqual(ticks(1.23, 1.27, 4), [1.23, 1.24, 1.25, 1.26, 1.27]);
  assert.deepEqual(ticks(3, 3, 4), [3]);
});
