import assert from "node:assert/strict";
import { test } from "node:test";
import { arrived, windowOf } from "../run/arrived.ts";
import { busyFrom } from "../run/beginning.ts";
import { pingCurves, roundTrips, roundTripTexts } from "../run/roundtrips.ts";

function points(rows: [number, number][]): { time_s: Float64Array; value: Float64Array } {
  return { time_s: Float64Array.from(rows, ([time]) => time), value: Float64Array.from(rows, ([, value]) => value) };
}

/** 125 kB in 0.1 s are 10 Mbit/s. */
const STEP = 125_000;

test("windows are round and some hundred", () => {
  assert.deepEqual([10, 0.3, 4].map(windowOf), [0.1, 0.005, 0.05]);
});

test("an acknowledgment after a repair is spread over the time in which its octets came, and no octet is lost", () => {
  // At 10 Mbit/s all the time, but nothing is acknowledged from 2 s to 3 s, while a hole is repaired.
  const times = Array.from({ length: 101 }, (_, at) => at / 10);
  const acknowledged = points(times.map((time) => [time, STEP * Math.round(10 * (time >= 2 && time < 3 ? 2 : time))]));
  const { time_s, value } = arrived(acknowledged, null, 0, 10, 10);
  assert.equal(time_s.length, 100);
  for (const rate of value) assert.ok(Math.abs(rate - 10) < 1e-6, `${rate} Mbit/s`);
});

test("octets came when there was something to send, not while nothing was", () => {
  const sent = points([[0, 0], [4.9, 0], [5, STEP], [9, STEP]]);
  const { time_s, value } = arrived(points([[0, 0], [5, 0], [5.1, STEP], [9, STEP]]), sent, 0, 10, 10);
  const busy = [...time_s.keys()].filter((at) => (value[at] ?? 0) > 1e-3);
  assert.deepEqual(busy.map((at) => time_s[at]), [5]);
  assert.ok(Math.abs((value[50] ?? 0) - 10) < 1e-6);
});

test("a part of a run has the rates of the whole, and its last window is as long as the run lets it", () => {
  const acknowledged = points([[0, 0], [1, 10 * STEP], [2.5, 25 * STEP]]);
  for (const [from_s, to_s] of [[1.2, 1.4], [0, 2.5], [2.3, 2.4999]] as const)
    for (const rate of arrived(acknowledged, null, from_s, to_s, 2.5).value)
      assert.ok(Math.abs(rate - 10) < 1e-6, `${rate} Mbit/s`);
});

const FLOWS = {
  kind: { words: ["ping", "tcp"], rows: Uint32Array.from([0, 1]) },
  started_s: Float64Array.from([0, 1]),
  ended_s: Float64Array.from([NaN, NaN]),
};

test("round trips are a curve of each ping, with quantiles and what the load adds", () => {
  const sent_s = Float64Array.from({ length: 12 }, (_, at) => at / 4);
  const rtt_s = sent_s.map((time) => (time > 2.5 ? NaN : time < 1 ? 0.01 : 0.11));
  const pings = { flow: { words: ["home"], rows: new Uint32Array(12) }, sent_s, rtt_s };
  assert.deepEqual([...(pingCurves(pings).get("home")?.value ?? [])].slice(3, 5), [10, 110]);
  const found = roundTrips(pings, FLOWS);
  assert.ok(found);
  assert.deepEqual([found.p50_s, found.p99_s, found.unanswered], [0.11, 0.11, 1]);
  assert.ok(Math.abs((found.increase_s ?? 0) - 0.1) < 1e-12);
  assert.equal(
    roundTripTexts([{ label: "a", info: { round_trips: found } }]),
    "Round trips: p50 110 ms, p95 110 ms, p99 110 ms; under load the median is 100 ms more; without a reply by the end: 1.",
  );
});

test("without a reply there are no numbers of round trips", () => {
  const pings = { flow: { words: ["home"], rows: new Uint32Array(1) }, sent_s: new Float64Array(1), rtt_s: Float64Array.from([NaN]) };
  assert.equal(roundTrips(pings, FLOWS), null);
});

test("a run is worth looking at from where its longest queue begins to grow", () => {
  const playback = { times_s: [0, 1, 2, 3, 4], least: {}, packets: [], links: {}, means: [] };
  assert.equal(busyFrom({ ...playback, ports: { "pc.nic": [1, 2, 1, 2, 1], "modem.line": [1, 0, 9, 200, 400] } }), 2);
  assert.equal(busyFrom({ ...playback, ports: { "pc.nic": [0, 0, 0, 0, 0] } }), 0);
  assert.equal(busyFrom({ ...playback, ports: {} }), 0);
});
