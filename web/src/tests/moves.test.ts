import assert from "node:assert/strict";
import { test } from "node:test";
import { motionText } from "../run/motion.ts";
import { along, emptySince, movesOf, partAt } from "../run/moves.ts";
import type { Direction, Topology } from "../types.ts";

/** Host a, node n, host b; links of 424 kbit/s, so that a cell takes 1 ms, with 10 ms of delay. */
function line(kind: string): Topology {
  const direction = (port: string, from: string, to: string) => ({
    port, from, to, rate_bps: 424_000, delay_s: 0.01, capacity_cells: null, policy: "", discipline: null,
  });
  const link = (name: string, one: string, other: string) => ({
    name, kind, ends: [one, other] as [string, string], rate_bps: 424_000, delay_s: 0.01,
    directions: [direction(`${one}.${name}`, one, other), direction(`${other}.${name}`, other, one)] as [Direction, Direction],
  });
  const nodes = ["a", "n", "b"].map((name) => ({ name, kind: name === "n" ? "switch" : "host", x: 0, y: 0 }));
  return { nodes, links: [link("l1", "a", "n"), link("l2", "n", "b")], vcs: [{ name: "vc", path: ["a.l1", "n.l2"] }], flows: [], left_out: 0 };
}

const words = (...all: string[]) => ({ words: all, rows: Uint32Array.from(all.keys()) });
const close = (one: number, other: number): void => assert.ok(Math.abs(one - other) < 1e-12, `${one} is not ${other}`);

test("a packet is on its link from its first bit to the arrival of its last, and a dropped one falls", () => {
  const packets = {
    time_s: Float64Array.of(1, 1.001, 1.002),
    begins_s: Float64Array.of(1, NaN, 1.03),
    ends_s: Float64Array.of(1.03, NaN, 1.06),
    port: words("n.l2", "n.l2", "n.l2"),
    flow: words("f", "g", "f"),
    fate: words("sent", "queue-limit", "errored"),
  };
  const { moves, falls } = movesOf(line("ethernet"), null, packets);
  assert.deepEqual(moves.map(({ from, to }) => [from, to]), [["n", "b"], ["n", "b"]]);
  close(moves[0]!.leaves_s, 1);
  close(moves[0]!.arrives_s, 1.04);
  assert.equal(moves[0]!.hue, moves[1]!.hue);
  assert.deepEqual(falls.map(({ fate }) => fate), ["queue-limit", "errored"]);
  close(falls[0]!.time_s, 1.001);
  close(falls[1]!.time_s, 1.07);
});

test("cells are on a link until they arrive at the next port, and leave the last one in order", () => {
  const cells = {
    time_s: Float64Array.of(1, 1.0002, 1.0004),
    port: words("n.l2", "n.l2", "n.l2"),
    vc: words("vc", "vc", "vc"),
    direction: words("forward", "forward", "forward"),
    frame: BigUint64Array.of(1n, 1n, 1n),
    cell: BigUint64Array.of(1n, 2n, 3n),
    packet: BigUint64Array.of(1n, 1n, 1n),
    fate: words("taken", "taken", "buffer-full"),
  };
  const { moves, falls } = movesOf(line("atm"), cells, null);
  const onto = moves.filter(({ to }) => to === "n");
  const last = moves.filter(({ to }) => to === "b");
  assert.equal(onto.length, 3);
  close(onto[0]!.arrives_s, 1);
  close(onto[0]!.leaves_s, 1 - 0.011);
  assert.equal(last.length, 2);
  close(last[0]!.leaves_s, 1);
  close(last[1]!.leaves_s, 1.001);
  close(last[1]!.arrives_s, 1.012);
  assert.equal(falls.length, 1);
  assert.equal(motionText({ moves, falls }, { from_s: 0.98, to_s: 1.1, since_s: 0, until_s: 2 }), "5 cells on links from 980 ms to 1.1 s; 1 dropped. Play shows it slowly.");
});

test("something is on its link between leaving and arriving only", () => {
  const move = { from: "a", to: "b", leaves_s: 1, arrives_s: 3, hue: 0, isCell: true };
  assert.deepEqual([0.9, 1, 2, 3, 3.1].map((at_s) => along(move, at_s)), [null, 0, 0.5, 1, null]);
});

test("a part that is followed lies within the run, and begins to be recorded with the longest link before it", () => {
  const part = partAt(line("atm"), 5, 5.005);
  close(part.to_s, 5.005);
  assert.ok(part.since_s <= part.from_s - 0.01);
  assert.equal(part.until_s, 5.005);
});

test("cells are recorded since the last queue on their way was empty", () => {
  assert.equal(emptySince(line("atm"), [0, 1, 2, 3], { "n.l2": [0, 0, 4, 5], "a.l1": [9, 9, 9, 9] }), 1);
  assert.equal(emptySince(line("atm"), [0, 1, 2, 3], { "n.l2": [0, 0, 0, 0] }), 3);
});
