import assert from "node:assert/strict";
import { test } from "node:test";
import { bounded, MOST_OCTETS } from "../base/octets.ts";
import { addressed, addressParts, fromAddress } from "../run/address.ts";
import { scenarioFrom } from "../run/given.ts";
import type { Runs } from "../run/runs.ts";

/** The parser of text as a scenario; refused text never reaches it. */
const NEVER = { parsed: () => assert.fail("it was read") } as unknown as Runs;

/** Octets in pieces of 64 KiB, and how many were asked for. */
function pieces(count: number): { stream: ReadableStream<Uint8Array>; taken: () => number } {
  let taken = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (taken === count) return controller.close();
      taken += 1;
      controller.enqueue(new Uint8Array(1 << 16));
    },
  });
  return { stream, taken: () => taken };
}

test("a scenario comes back from an address", async () => {
  const scenario = { title: "ü", duration: "1 s" };
  assert.deepEqual(await fromAddress(await addressed(scenario)), scenario);
});

test("an address that inflates to much more than it has letters is refused at the bound", async () => {
  const bomb = await addressed({ title: " ".repeat(1 << 28) });
  assert.ok(bomb.length < 400_000);
  const before = process.memoryUsage().arrayBuffers;
  await assert.rejects(fromAddress(bomb), /The scenario of the address is larger than 4 MiB, and is not read/);
  assert.ok(process.memoryUsage().arrayBuffers - before < 1 << 26);
});

test("an address that was cut off says so", async () => {
  const whole = await addressed({ title: "a".repeat(100), list: [1, 2, 3] });
  for (const text of [whole.slice(0, -6), "A", "%", "", "AAAA"])
    await assert.rejects(fromAddress(text), /may have been cut off/);
});

test("a broken % in an address has no parts, and throws nothing", () => {
  for (const hash of ["#/run/%", "#/study/%E0%A4", "#/%zz"]) assert.equal(addressParts(hash), null);
  assert.deepEqual(addressParts("#/study/a%20b"), ["#", "study", "a b"]);
});

test("a stream is read no further than its bound", async () => {
  const long = pieces(10_000);
  await assert.rejects(bounded(long.stream, "f.toml"), /f\.toml is larger than 4 MiB/);
  assert.ok(long.taken() <= (MOST_OCTETS >> 16) + 3, `${long.taken()} pieces`);
  const right = pieces(MOST_OCTETS >> 16);
  assert.equal((await bounded(right.stream, "f.toml")).length, MOST_OCTETS);
});

test("a dropped file beyond the bound is refused before it is parsed, and one below it is read", async () => {
  for (const name of ["big.toml", "big.json"])
    await assert.rejects(scenarioFrom(new File([new Uint8Array(MOST_OCTETS + 1)], name), NEVER), /larger than 4 MiB/);
  assert.deepEqual(await scenarioFrom(new File(['{"seed": 1}'], "small.json"), NEVER), { seed: 1 });
});

test("a dropped file that is packed is refused with a word, and is not inflated", async () => {
  for (const begin of [[0x1f, 0x8b], [0x50, 0x4b, 3, 4]])
    await assert.rejects(scenarioFrom(new File([new Uint8Array(begin)], "packed.toml"), NEVER), /packed\.toml: packed/);
});
