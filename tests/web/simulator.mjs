/** `CELLWISE_GLUE=... CELLWISE_MODULE=... node --test simulator.mjs`: what the page's simulator answers. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { pathToFileURL } from "node:url";

const { Refusal, Simulator } = await import(pathToFileURL(process.env.CELLWISE_GLUE));
const simulator = new Simulator(new WebAssembly.Module(readFileSync(process.env.CELLWISE_MODULE)));

const read = (text) => simulator.ask({ ask: "parse", text, format: "toml" });

/** Give the error that a function throws. */
function refused(ask) {
  try {
    ask();
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error));
    return error;
  }
  throw new assert.AssertionError({ message: "nothing was refused" });
}

const LONG = read('topology = { template = "n-source" }\nduration = "1000 s"\n').scenario;

test("every broken rule comes with its line and column", () => {
  const found = refused(() => read('duration = "0 s"\ntopology = { template = "n-source" }\nswitch.bufer = 1\n'));
  assert.equal(found.kind, "scenario");
  const places = found.issues.map(({ path, line, column }) => [path, line, column]);
  assert.deepEqual(places.sort(), [["duration", 1, 12], ["switch.bufer", 3, 8]]);
});

test("a warning is no refusal", () => {
  const text = 'topology = { template = "two-node" }\natm.category = "abr"\nabr.rif = 0.1\nswitch.rate_rule.rule = "erica"\n';
  const { warnings } = read(text);
  assert.deepEqual(warnings.map(({ path, line }) => [path, line]), [["abr.rif", 3]]);
});

test("a run that is not wanted any more ends within a fifth of a second and keeps what it has", async () => {
  let asked = 0;
  const given = {
    progress: (share) => {
      if (share < 0.001) return true;
      asked = performance.now();
      return false;
    },
  };
  const { run, summary } = await simulator.run(LONG, given);
  assert.ok(performance.now() - asked < 200);
  assert.equal(summary.stopped.reason, "interrupted");
  assert.ok(summary.stopped.at_s >= 1 && summary.stopped.at_s < 1000);
  const { flow, delivered_bytes } = simulator.ask({ ask: "table", run, name: "flows" });
  assert.equal(flow.words.length, 5);
  assert.ok(delivered_bytes.every((octets) => octets > 0n));
  simulator.ask({ ask: "forget", run });
});

test("messages come between the slices of a run", async () => {
  let came = 0;
  const every = setInterval(() => (came += 1), 1);
  await simulator.run(LONG, { progress: (share) => share < 0.01 });
  clearInterval(every);
  assert.ok(came > 2, String(came));
});

test("a network that is too large for a page is refused", () => {
  const text = 'topology = { template = "n-source", sources = 100000 }\nduration = "1000 s"\nlimits.memory = "16 GB"\n';
  const found = refused(() => simulator.ask({ ask: "begin", scenario: read(text).scenario }));
  assert.deepEqual([found.kind, found.issues[0].path, found.issues[0].value], ["scenario", "limits.memory", '"1 GB"']);
});

test("a picture of a series has every peak and few points", async () => {
  const text = 'topology = { template = "n-source" }\nduration = "300 ms"\nprobes.queue = [{ port = "sw1.trunk" }]\n';
  const { run, series } = await simulator.run(read(text).scenario);
  const { time_ps, value } = simulator.ask({ ask: "series", run, index: 0 });
  assert.equal(time_ps.length, series[0].points);
  const shown = simulator.ask({ ask: "points", run, index: 0, width: 20 });
  assert.ok(shown.value.length <= 80 && shown.value.length >= 20);
  assert.equal(Math.max(...shown.value), value.reduce((one, other) => Math.max(one, other)));
});

test("what is no request is refused and the next one is answered", () => {
  assert.equal(refused(() => simulator.ask({ ask: "nothing" })).kind, "asked");
  assert.match(simulator.ask({ ask: "version" }), /^\d+\.\d+/);
});
