import assert from "node:assert/strict";
import { test } from "node:test";
import { NETWORKS } from "../networks.ts";
import { crossings, layered, type Pair } from "../run/layered.ts";
import { overlaps, placeLabels, speedOf, strikes, writtenOnce } from "../run/linklabels.ts";
import type { Topology } from "../types.ts";

test("no network of the gallery has links that cross", () => {
  for (const [name, { nodes, links }] of Object.entries(NETWORKS)) {
    const pairs = links.map(([from, to]): Pair => [from, to]);
    const places = layered(nodes.map(([, x, y]) => ({ x, y })), pairs);
    assert.equal(crossings(places, pairs), 0, name);
    assert.ok(places.every(({ x, y }) => x >= 0 && x <= 1 && y >= 0 && y <= 1), name);
    assert.equal(new Set(places.map(({ x, y }) => `${x.toFixed(6)} ${y.toFixed(6)}`)).size, places.length, name);
  }
});

test("the switches of a chain are on one line", () => {
  const { nodes, links } = NETWORKS["parking-lot"]!;
  const places = layered(nodes.map(([, x, y]) => ({ x, y })), links.map(([from, to]): Pair => [from, to]));
  const rows = new Set(places.slice(0, 4).map(({ y }) => y.toFixed(9)));
  assert.equal(rows.size, 1);
});

function link(rates: [number, number], delays: [number, number]): Topology["links"][number] {
  const direction = (at: 0 | 1) => ({
    port: `p${at}`, from: "a", to: "b", rate_bps: rates[at], delay_s: delays[at], capacity_cells: null, policy: "", discipline: null,
  });
  return { name: "l", kind: "atm", ends: ["a", "b"], rate_bps: rates[0], delay_s: delays[0], directions: [direction(0), direction(1)] };
}

test("a link is labelled with its rate and delay, with arrows where directions differ", () => {
  assert.deepEqual(speedOf(link([1e6, 1e6], [0.01, 0.01]), true), ["1 Mbit/s", "10 ms"]);
  assert.deepEqual(speedOf(link([6e6, 64e4], [0.005, 0.005]), true), ["→ 6 Mbit/s", "← 640 kbit/s", "5 ms"]);
  assert.deepEqual(speedOf(link([6e6, 64e4], [0, 0]), false), ["← 6 Mbit/s", "→ 640 kbit/s"]);
});

test("what three links share is written once", () => {
  const [same, other] = [["1 Mbit/s", "1 ms"], ["2 Mbit/s"]];
  assert.deepEqual(writtenOnce([same!, same!, other!]), { own: [same, same, other], shared: "" });
  assert.deepEqual(writtenOnce([same!, same!, other!, same!]), {
    own: [[], [], other, []],
    shared: "Other links: 1 Mbit/s, 1 ms.",
  });
});

test("labels cover no box, no other label and no link, and leave the picture nowhere", () => {
  const sheet = { width: 300, height: 120 };
  const segments = [0, 1, 2].map((at) => ({ x1: 30 + 80 * at, y1: 60, x2: 110 + 80 * at, y2: 60 }));
  const boxes = [0, 1, 2, 3].map((at) => ({ x: 30 + 80 * at, y: 60, wide: 25, high: 14 }));
  const labels = placeLabels(
    segments.map((segment) => ({ lines: ["100 Mbit/s", "10 ms"], segment })),
    segments,
    boxes,
    sheet,
  );
  assert.equal(labels.length, 3);
  labels.forEach((label, at) => {
    for (const other of [...boxes, ...labels.slice(at + 1)]) assert.ok(!overlaps(label, other));
    for (const segment of segments) assert.ok(!strikes(segment, label));
    assert.ok(label.y - label.high >= 0 && label.y + label.high <= sheet.height);
  });
});
