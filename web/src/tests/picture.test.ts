import assert from "node:assert/strict";
import { test } from "node:test";
import { csvOf, type PictureStrip, ticks } from "../plot/picture.ts";
import { svgOf } from "../plot/svg.ts";

const STRIP: PictureStrip = {
  title: "Queue, cells",
  from_s: 1,
  to_s: 3,
  low: 0,
  high: 10,
  curves: [
    {
      name: "sw1.trunk",
      run: 'buffer = "9", or so',
      target: "sw1.trunk",
      quantity: "queue",
      unit: "cells",
      stepped: true,
      colour: "#0b4f8a",
      dash: [],
      points: { time_s: Float64Array.of(0, 1, 2, 3), value: Float64Array.of(1, 2, NaN, 4) },
      band: null,
    },
  ],
  lines: [
    { name: "threshold <R>", value: 8 },
    { name: "true peak", value: 8.1 },
  ],
  marks: [
    { time_s: 1.5, value: 4, kind: "lost", text: "cell 7 of 12 refused" },
    { time_s: 2.5, value: 5, kind: "again", text: "" },
    { time_s: 0.5, value: 4, kind: "lost", text: "before what is shown" },
  ],
  note: "1 segment lost cells (crosses)",
  more: "and 3 more",
};
const INK = { text: "#333333", grid: "#dddddd", alarm: "#a83a14", back: "#ffffff" };

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
  const text = svgOf([STRIP], "EPD & FBA", INK);
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

test("SVG has what is seen: the legend, both axes with units, names of thresholds, marks and what they are", () => {
  const text = svgOf([STRIP, { ...STRIP, title: "Window, bytes" }], "EPD", INK);
  assert.equal(text.match(/class="key"[^>]*>sw1\.trunk</g)?.length, 2);
  assert.equal(text.match(/>and 3 more</g)?.length, 2);
  assert.equal(text.match(/>time, s</g)?.length, 2);
  assert.match(text, />Window, bytes</);
  for (const tick of ["1.2", "2.0", "3.0", "10"]) assert.ok(text.includes(`>${tick}</text>`), tick);
  assert.match(text, /class="threshold"[^>]*>threshold &lt;R&gt; 8</);
  assert.equal(text.match(/class="lost"/g)?.length, 2);
  assert.equal(text.match(/class="again"/g)?.length, 2);
  assert.match(text, />1 segment lost cells \(crosses\)</);
});

test("names of thresholds that are close to each other are next to each other", () => {
  const places = [...svgOf([STRIP], "EPD", INK).matchAll(/class="threshold" x="([\d.]+)"/g)].map((one) => Number(one[1]));
  // "true peak 8.1" is above, at the right.
  assert.deepEqual(places, [882, 785.4]);
});

test("a note that is wider than the picture takes more lines", () => {
  const text = svgOf([{ ...STRIP, note: "seven words that are longer than this" }], "EPD", INK, 200);
  assert.ok(!text.includes("longer than this"));
  for (const word of ["seven", "longer", "this"]) assert.ok(text.includes(word));
});

test("a legend that is too wide takes another line", () => {
  const curves = ["a", "b", "c"].flatMap((one) => STRIP.curves.map((curve) => ({ ...curve, name: one.repeat(50) })));
  const keys = [...svgOf([{ ...STRIP, curves }], "EPD", INK).matchAll(/class="key" x="[\d.]+" y="(\d+)"/g)];
  assert.deepEqual(
    keys.map((one) => Number(one[1])),
    [68, 68, 84],
  );
});
