import assert from "node:assert/strict";
import { test } from "node:test";
import { partFrom, shortened, ticks, widthFor } from "../run/laneaxis.ts";
import { policedText } from "../run/lanes.ts";
import { cellsOf, fateText, legendText, letters, packetsOf, packetText } from "../run/pieces.ts";
import { marksOf, marksText } from "../run/losses.ts";
import { bottleneck, busiestText, changeOf, commonPort, lossText, MEASURES, measuresOf, warningTexts } from "../run/numbers.ts";
import { rowsText } from "../run/rows.ts";
import { queueIn, stepAt } from "../run/topology.ts";

const BUSY = {
  port: "client1.nic",
  is_adapter: true,
  rate_bps: 511_000,
  utilisation: 0.98964,
  lost_cells: 0,
  queue_mean_waiting_cells: 4584.62,
  queue_max_waiting_cells: 6661,
  queue_max_s: 5.516,
  wait_mean_s: 2.9986,
};

const NOTHING = { sent: 0, duplicated: 0, delivered: 0, lost: 0, held: 0 };

const ROWS = {
  port: "sw1.trunk",
  from_s: 0,
  to_s: 1,
  vcs: ["vc1", "vc2"],
  policed: {},
  truncated: false,
  left_out: 0,
  rows: {
    time_s: [0.1, 0.2, 0.3],
    vc: [0, 1, 1],
    frame: [1, 1, 2],
    cell: [1, 1, 2],
    cells: [2, 2, 2],
    last: [0, 0, 1],
    fate: ["taken", "overflow", "frame-refused"],
  },
};

test("cells have their connections by name, and each reason its own letter", () => {
  const cells = cellsOf(ROWS);
  assert.deepEqual(
    cells.map((one) => one.lane),
    ["vc1", "vc2", "vc2"],
  );
  assert.deepEqual(
    [...letters(cells)],
    [
      ["overflow", "O"],
      ["frame-refused", "F"],
    ],
  );
  assert.equal(fateText(cells), "3 cells arrived; refused: 1 overflow, 1 frame-refused.");
  const same = cellsOf({ ...ROWS, rows: { ...ROWS.rows, fate: ["overflow", "other", "taken"] } });
  assert.deepEqual([...letters(same).values()], ["O", "T"]);
});

test("packets are as long as they are sent, with their drops, marks and waits in words", () => {
  const rows = {
    port: "r.trunk",
    from_s: 0,
    to_s: 1,
    flows: ["f1", "f1 back"],
    packets: {
      time_s: [0.1, 0.2, 0.3, 0.4],
      flow: [0, 0, 1, 0],
      kind: ["data", "data", "acknowledgment", "data"],
      packet: [1, 2, 0, 3],
      bytes: [1500, 1500, 40, 1500],
      begins_s: [0.1, null, 0.35, null],
      ends_s: [0.15, null, 0.36, null],
      mark: ["", "", "aqm", ""],
      fate: ["sent", "queue-limit", "sent", "held"],
    },
    truncated: false,
    left_out: 0,
  };
  const packets = packetsOf(rows);
  assert.deepEqual(
    packets.map(({ lane, span_s, waits, refused, bar, hue }) => [lane, span_s, waits, refused, bar, hue]),
    [
      ["f1", [0.1, 0.15], false, false, false, 0],
      ["f1", undefined, false, true, false, 0],
      ["f1 back", [0.35, 0.36], false, false, true, 1],
      ["f1", undefined, true, false, false, 0],
    ],
  );
  assert.deepEqual([...letters(packets)], [["queue-limit", "Q"]]);
  assert.equal(
    packetText(packets),
    "4 packets came or were sent; not sent on: 1 queue-limit; marked: 1; still waiting: 1.",
  );
  assert.equal(packets[0]?.text, "f1, data 1, 1500 bytes, came at 100 ms, waited 0 s: sent");
  const text = legendText(rows, packets);
  assert.match(text, /still waits.* is a mark of congestion\. Dropped packets .*: Q: queue-limit\.$/);
  assert.doesNotMatch(legendText(rows, packets.slice(0, 1)), /still waits|mark|Dropped/);
  assert.match(packets[2]?.text ?? "", /^f1 back, acknowledgment, 40 bytes, .* waited 50 ms: sent, marked \(aqm\)$/);
});

test("a table of runs has the numbers that one of them has, and no others", () => {
  const line = {
    audit: NOTHING,
    cell_loss_ratio: 0,
    goodput_bps: 5e6,
    tables: {
      queues: [
        { port: "modem.line", packet_loss_ratio: 0.02, sojourn_max_s: 0.1183 },
        { port: "modem.lan", packet_loss_ratio: 0, sojourn_max_s: 0.001 },
      ],
    },
    rows: { queues: 2 },
  };
  const round_trips = { p50_s: 0.024, p95_s: 0.131, p99_s: 0.14, increase_s: 0.107, unanswered: 0 };
  const shown = (run: Parameters<typeof measuresOf>[0][0]["run"]): string[][] =>
    measuresOf([{ run, port: undefined }]).map((one) => [one.name, one.show(one.of(run, undefined))]);
  assert.deepEqual(shown({ summary: line, round_trips }), [
    ["Ping p50", "24 ms"],
    ["Ping p95", "131 ms"],
    ["Ping p99", "140 ms"],
    ["Under load", "+107 ms"],
    ["Goodput", "5 Mbit/s"],
    ["Packet loss", "0.02"],
    ["Greatest wait", "118 ms"],
  ]);
  // The worst of queues that are not all listed is not known.
  assert.deepEqual(shown({ summary: { ...line, rows: { queues: 300 } } }), [["Goodput", "5 Mbit/s"]]);
});

test("lost segments say why, repeated ones that they are", () => {
  const marks = marksOf([
    { time_s: 1, kind: "sent", seq: 512, length: 512, cells: null, lost_cells: 0, why: "" },
    { time_s: 2, kind: "sent", seq: 1024, length: 512, cells: 12, lost_cells: 5, why: "cell 7 of 12 refused" },
    { time_s: 3, kind: "sent-again", seq: 1024, length: 512, cells: null, lost_cells: 0, why: "" },
  ]);
  assert.deepEqual(
    marks.map((one) => [one.kind, one.value]),
    [
      ["lost", 1024],
      ["again", 1024],
    ],
  );
  assert.equal(marks[0]?.text, "cell 7 of 12 refused");
});

test("numbers are those of the port that flows share; what is not known is no number", () => {
  const summary = {
    shared_ports: { "sw1.trunk": { efficiency: 0.9, fairness: 0.97 } },
    audit: { ...NOTHING, sent: 1000 },
    cell_loss_ratio: 0.0031,
    goodput_bps: 1e8,
    timeouts: 5,
    queue_max: { "sw1.trunk": 811 },
    bottleneck: { ...BUSY, port: "sw1.trunk" },
  };
  const port = bottleneck(summary, ["sw2.x", "sw1.trunk"]);
  assert.equal(port, "sw1.trunk");
  assert.deepEqual(
    measuresOf([{ run: { summary }, port }]).map((one) => one.show(one.of({ summary }, port))),
    ["100 Mbit/s", "0.9000", "0.9700", "0.0031", "811 cells", "5"],
  );
  assert.equal(lossText({ overflow: 3, policed: 0 }), "3 overflow");
});

test("playback shows the last step before an instant", () => {
  assert.deepEqual(
    [0, 0.9, 1, 5].map((at) => stepAt([0, 1, 2], at)),
    [0, 0, 1, 2],
  );
});

test("several steps of the playback have the fewest and the most of them all", () => {
  const playback = {
    times_s: [0, 1, 2, 3],
    ports: { a: [5, 9, 2, 0] },
    least: { a: [1, 4, 2, 0] },
    packets: [],
    links: {},
    means: [],
  };
  assert.deepEqual(queueIn(playback, "a", 1, 1), { least: 4, most: 9 });
  assert.deepEqual(queueIn(playback, "a", 0, 2), { least: 1, most: 9 });
  assert.equal(queueIn(playback, "b", 0, 2), undefined);
});

test("at the end of a run, its last part is looked at", () => {
  assert.deepEqual(partFrom(0.5, 0.25, 2), [0.5, 0.75]);
  assert.deepEqual(partFrom(1.9, 0.25, 2), [1.75, 2]);
  assert.deepEqual(partFrom(2, 0.25, 2), [1.75, 2]);
  assert.deepEqual(partFrom(0.1, 0.5, 0.2), [0, 0.2]);
});

test("of a port as much is shown as can be distinguished", () => {
  assert.equal(widthFor({ name: "sw1.trunk", ofPackets: false, rate_bps: 149_760_000 }), 5e-4);
  assert.equal(widthFor({ name: "sw1.trunk", ofPackets: false }), 5e-4);
  assert.equal(widthFor({ name: "modem.line", ofPackets: false, rate_bps: 640_000 }), 0.1);
  assert.equal(widthFor({ name: "r.c", ofPackets: true, rate_bps: 10_000_000 }), 0.1);
  assert.equal(widthFor({ name: "r.c", ofPackets: true, rate_bps: 1e11 }), 5e-5);
  assert.equal(widthFor({ name: "r.c", ofPackets: true, rate_bps: 1000 }), 2);
});

test("instants between are round, and names without room lose their middle", () => {
  const rounded = (found: number[]): number[] => found.map((one) => Number(one.toPrecision(9)));
  assert.deepEqual(rounded(ticks(0.34, 0.44, 5)), [0.36, 0.38, 0.4, 0.42, 0.44]);
  assert.deepEqual(rounded(ticks(0, 5e-4, 2.3)), [5e-4]);
  assert.deepEqual(rounded(ticks(0, 5e-4, 3)), [2e-4, 4e-4]);
  const wide = (text: string): number => text.length;
  assert.equal(shortened("f1 back", 10, wide), "f1 back");
  assert.equal(shortened("a-flow-with-a-long-name back", 11, wide), "a-flo… back");
});

test("cells that policers kept away are named with their number", () => {
  assert.equal(policedText({}), "");
  assert.equal(policedText(undefined), "");
  assert.match(policedText({ "sw1.vc1": 986 }), /policers discarded 986 at sw1\.vc1/);
});

test("marks are counted, and the text names where they end", () => {
  const row = { time_s: 1, kind: "sent", seq: 0, length: 512, cells: null, lost_cells: 0, why: "" };
  const rows = [
    { ...row, lost_cells: 2 },
    { ...row, kind: "sent-again" },
    { ...row, kind: "sent-again", lost_cells: 1 },
  ];
  assert.equal(
    marksText(rows),
    "2 segments lost cells (crosses), 2 were retransmitted (triangles; 1 of them lost cells again).",
  );
  assert.match(marksText(rows, 1.378), /The marks end at 1\.378 s; zoom in/);
});

test("segments that packet links drop have no cells, and are marked with their reason all the same", () => {
  const dropped = { time_s: 2, kind: "sent", seq: 1460, length: 1460, cells: null, lost_cells: 0, why: "dropped at r.c" };
  const rows = [dropped, { ...dropped, kind: "sent-again" }, { ...dropped, kind: "sent-again", why: "" }];
  assert.deepEqual(
    marksOf(rows).map((one) => [one.kind, one.text]),
    [
      ["lost", "dropped at r.c"],
      ["lost", "dropped at r.c"],
      ["again", "2 s  octet 1460, 1460 octets, sent again"],
    ],
  );
  assert.equal(
    marksText(rows),
    "2 segments were lost (crosses), 2 were retransmitted (triangles; 1 of them were lost again).",
  );
});

test("the bottleneck is named with its queue and wait, and so are other adapters that queue", () => {
  assert.equal(busiestText({}), "");
  assert.equal(busiestText({ bottleneck: null }), "");
  assert.equal(
    busiestText({ bottleneck: BUSY, adapters: [BUSY] }),
    "Busiest: adapter client1.nic, 99.0\u00a0% used; queue 4580 cells on average, 6661 at most (5.52 s to send); a cell waits 3 s on average.",
  );
  assert.match(busiestText({ bottleneck: BUSY }, "buffer 9 cells"), /^Busiest in “buffer 9 cells”: adapter client1\.nic/);
  const adapters = ["a", "b", "c", "d", "e"].map((port) => ({ ...BUSY, port }));
  const text = busiestText({ bottleneck: { ...BUSY, is_adapter: false, port: "sw1.trunk" }, adapters });
  assert.match(text, /^Busiest: port sw1\.trunk, .* Adapters that queue: a, 4580 cells on average, 6661 at most; b, /);
  assert.match(text, / and 2 more\.$/);
  const idle = { ...BUSY, queue_mean_waiting_cells: 0, queue_max_waiting_cells: 0, queue_max_s: 0, wait_mean_s: 0 };
  assert.match(busiestText({ bottleneck: idle }), /queue 0 cells on average, 0 at most\.$/);
});

test("the reasons to doubt numbers are listed for each run, which is named if there are others", () => {
  const run = (label: string, warnings: string[]) => ({ label, info: { summary: { warnings } } });
  assert.deepEqual(warningTexts([]), []);
  assert.deepEqual(warningTexts([run("a", []), { label: "b", info: null }, { label: "c", info: { summary: null } }]), []);
  assert.deepEqual(warningTexts([run("a", ["all wait"])]), ["Warning: all wait."]);
  assert.deepEqual(warningTexts([run("a", ["all wait"]), run("b", [])]), ["Warning of “a”: all wait."]);
});

test("numbers that are compared are of one port, as long as all runs have it", () => {
  const run = (busiest: string, ...others: string[]) => ({
    ports: others,
    summary: { bottleneck: { ...BUSY, port: busiest }, queue_max: { [busiest]: 9 } },
  });
  assert.equal(commonPort([run("sw1.a", "sw2.b"), run("sw2.b", "sw1.a")]), "sw1.a");
  assert.equal(commonPort([run("sw1.a", "sw2.b"), run("sw2.b")]), "sw2.b");
  assert.equal(commonPort([run("sw1.a"), run("sw2.b")]), undefined);
  assert.equal(commonPort([run("sw1.a"), { ports: ["sw1.a"], summary: {} }]), "sw1.a");
  assert.equal(commonPort([]), undefined);
});

test("what a number is more or less than before is in its unit, with a sign, and nothing where one run has none", () => {
  const of = (name: string, before: number | null, after: number | null): string | null => {
    const measure = MEASURES.find((one) => one.name === name);
    assert.ok(measure);
    return changeOf(measure, before, after);
  };
  assert.equal(of("Goodput", 775_800, 3_420_000), "+2.644 Mbit/s");
  assert.equal(of("Ping p50", 0.786, 0.465), "−321 ms");
  assert.equal(of("Under load", 1.32, 0.434), "−886 ms");
  assert.equal(of("Under load", 0.1, 0.3), "+200 ms");
  assert.equal(of("Fairness", 0.5, 0.50001), "same");
  assert.equal(of("Packet loss", null, 0.1), null);
  assert.equal(of("Packet loss", 0.1, null), null);
});

test("a table that is cut off says so", () => {
  assert.deepEqual([rowsText(200, 1000), rowsText(1, 1), rowsText(7, 7)], [
    "200 of 1000 rows shown; the CSV has all.",
    "1 row.",
    "7 rows.",
  ]);
});
