import assert from "node:assert/strict";
import { test } from "node:test";
import { cellsOf, fateText, letters } from "../run/lanes.ts";
import { marksOf } from "../run/losses.ts";
import { bottleneck, lossText, MEASURES } from "../run/numbers.ts";
import { stepAt } from "../run/topology.ts";

const ROWS = {
  port: "sw1.trunk",
  from_s: 0,
  to_s: 1,
  vcs: ["vc1", "vc2"],
  truncated: false,
  rows: {
    time_s: [0.1, 0.2, 0.3],
    vc: ["vc1", 1, "vc2"],
    frame: [1, 1, 2],
    cell: [1, 1, 2],
    last: [0, 0, 1],
    fate: ["taken", "overflow", "frame-refused"],
  },
};

test("cells have their connections by name, and each reason its own letter", () => {
  const cells = cellsOf(ROWS);
  assert.deepEqual(
    cells.map((one) => one.vc),
    ["vc1", "vc2", "vc2"],
  );
  assert.deepEqual(
    [...letters(cells)],
    [
      ["overflow", "O"],
      ["frame-refused", "F"],
    ],
  );
  assert.equal(fateText(cells), "3 cells came; refused: 1 overflow, 1 frame-refused.");
  const same = cellsOf({ ...ROWS, rows: { ...ROWS.rows, fate: ["overflow", "other", "taken"] } });
  assert.deepEqual([...letters(same).values()], ["O", "T"]);
});

test("lost segments say why, repeated ones that they are", () => {
  const marks = marksOf([
    { time_s: 1, kind: "sent", seq: 512, length: 512, lost_cells: 0 },
    { time_s: 2, kind: "sent", seq: 1024, length: 512, cells: 12, lost_cells: 5, why: "cell 7 of 12 refused" },
    { time_s: 3, kind: "sent-again", seq: 1024, length: 512, lost_cells: 0 },
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
    cell_loss_ratio: 0.0031,
    goodput_bps: 1e8,
    tables: { flows: [{ timeouts: 2 }, { timeouts: 3 }], ports: [{ port: "sw1.trunk", queue_max_waiting_cells: 811 }] },
    rows: { flows: 2 },
  };
  const port = bottleneck(summary, ["sw2.x", "sw1.trunk"]);
  assert.equal(port, "sw1.trunk");
  assert.deepEqual(
    MEASURES.map((one) => one.show(one.of(summary, port))),
    ["0.9000", "0.9700", "0.0031", "100 Mbit/s", "811 cells", "5"],
  );
  const many = { ...summary, rows: { flows: 1000 } };
  assert.equal(MEASURES.find((one) => one.name === "Timeouts")?.of(many, port), null);
  assert.equal(lossText({ overflow: 3, policed: 0 }), "3 overflow");
});

test("playback shows the last step before an instant", () => {
  assert.deepEqual(
    [0, 0.9, 1, 5].map((at) => stepAt([0, 1, 2], at)),
    [0, 0, 1, 2],
  );
});
