/** The simulator of a page, in a worker. A run that is asked for again under the same key ends the one before. */

import { Refusal, Simulator } from "../../../crates/wasm/cellwise.mjs";
import type { Mistake } from "../types.ts";
import type { Answer, Failure, Question } from "./messages.ts";
import { compiled } from "./module.ts";

/** The part of the worker that this script uses; the page's own types do not know workers. */
interface Worker {
  postMessage(answer: Answer, transfer?: Transferable[]): void;
  onmessage: (event: MessageEvent<Question>) => void;
}
const worker = globalThis as unknown as Worker;

/** A run that is over. Each has a module of its own: what it holds goes with it, and one that got no memory is alone. */
interface Held {
  engine: Simulator;
  run: number;
  scenario: string;
  /** Flows whose acknowledgments are in no plot. */
  hidden: string[];
  /** The same run made again for its events, their kind and the instant up to which it has them. */
  again: { of: string; run: number; tables: string[]; until_s: number } | undefined;
}

/** A run that is made again continues this much further than requested, for the next request. */
const FURTHER = 1.25;

/** Requests before the simulator is there wait for it. */
let load: (module: WebAssembly.Module | Promise<WebAssembly.Module>) => void;
const loaded = new Promise<WebAssembly.Module>((resolve) => (load = resolve));
const first = loaded.then((module) => new Simulator(module));
/** By key: the last request, and the run that is shown. */
const latest = new Map<string, number>();
const held = new Map<string, Held>();

/** Said to `warm` runs: the first template, for so long that browsers compile what runs often once more, and better. */
const WARM_UP: [string, string][] = [["duration", "500 ms"]];
const WARM_TEMPLATE = "n-source";

async function answer(question: Question): Promise<unknown> {
  switch (question.ask) {
    case "load":
      load(question.module instanceof ArrayBuffer ? compiled(question.module) : question.module);
      return first.then(() => null);
    case "warm":
      return warm();
    case "module":
      return askAny(await first, question.request);
    case "run":
      return run(question);
    case "take":
      return take(question);
    case "about": {
      const found = held.get(question.key);
      return found ? askAny(found.engine, { ...question.about, run: found.run }) : null;
    }
    case "marked":
      return marked(question);
    case "lanes":
      return lanes(question);
    case "pieces":
      return pieces(question);
    case "forget":
      held.delete(question.key);
      return null;
  }
}

/** Ask requests that their types do not distinguish here. */
function askAny(engine: Simulator, request: Record<string, unknown>): unknown {
  return (engine.ask as (request: Record<string, unknown>) => unknown)(request);
}

/** Ends as soon as a run is requested. */
async function warm(): Promise<null> {
  const base = await first;
  const scenario = base.ask({ ask: "set", scenario: base.ask({ ask: "template", name: WARM_TEMPLATE }), changes: WARM_UP });
  const engine = new Simulator(await loaded);
  const { run } = await engine.run(base.ask({ ask: "watching", scenario }).scenario, { progress: () => latest.size === 0 });
  engine.ask({ ask: "describe", run, hidden: [] });
  return null;
}

async function run({ id, key, scenario, changes, watched }: Question & { ask: "run" }): Promise<unknown> {
  const base = await first;
  const isWanted = (): boolean => latest.get(key) === id;
  if (!isWanted()) return null;
  const changed = changes.length ? base.ask({ ask: "set", scenario, changes }) : scenario;
  const { scenario: shown, hidden } = watched ? base.ask({ ask: "watching", scenario: changed }) : { scenario: changed, hidden: [] };
  const engine = new Simulator(await loaded);
  const found = await engine.run(shown, {
    progress: (share) => {
      worker.postMessage({ id, share });
      return isWanted();
    },
  });
  if (!isWanted()) return null;
  held.set(key, { engine, run: found.run, scenario: changed, hidden, again: undefined });
  return engine.ask({ ask: "describe", run: found.run, hidden });
}

async function take({ key, octets }: Question & { ask: "take" }): Promise<unknown> {
  const engine = new Simulator(await loaded);
  const { run, scenario } = engine.take(octets);
  held.set(key, { engine, run, scenario, hidden: [], again: undefined });
  return { scenario: JSON.parse(scenario) as unknown, described: engine.ask({ ask: "describe", run, hidden: [] }) };
}

/** Make a run again with probes of its events, up to the wanted ones, unless that was done. */
async function again(key: string, of: string, until_s: number, scenario: (held: Held) => string): Promise<Held | null> {
  const found = held.get(key);
  if (!found) return null;
  if (found.again?.of === of && found.again.until_s >= until_s) return found;
  if (found.again) found.engine.ask({ ask: "forget", run: found.again.run });
  found.again = undefined;
  const made = await found.engine.run(scenario(found), { progress: () => held.get(key) === found });
  if (held.get(key) !== found) return null;
  found.again = { of, run: made.run, tables: made.tables, until_s };
  return found;
}

async function marked({ key, flow, from_s, to_s, most }: Question & { ask: "marked" }): Promise<unknown> {
  const until_s = FURTHER * to_s;
  const known = held.get(key)?.again;
  const is_known = known?.of === flow && known.until_s >= to_s;
  const found = await again(key, flow, is_known ? to_s : until_s, ({ engine, scenario }) =>
    engine.ask({ ask: "again", scenario, flow, to_s: until_s }),
  );
  if (!found?.again) return null;
  return found.engine.ask({ ask: "marked", run: found.again.run, flow, from_s, to_s, most });
}

async function lanes({ key, port, from_s, to_s, most }: Question & { ask: "lanes" }): Promise<unknown> {
  const of = JSON.stringify([port, from_s, to_s, most]);
  const found = await again(key, of, to_s, ({ engine, scenario }) =>
    engine.ask({ ask: "again", scenario, port, from_s, to_s, most }),
  );
  return found?.again ? found.engine.ask({ ask: "lanes", run: found.again.run, port, from_s, to_s }) : null;
}

/** Tables of pieces that move; a run without one has no such pieces. */
const PIECES = ["cells", "packets"];

async function pieces({ key, since_s, to_s, most }: Question & { ask: "pieces" }): Promise<unknown> {
  const instant = (at_s: number): string => `${Math.round(at_s * 1e12)} ps`;
  const found = await again(key, JSON.stringify(["pieces", since_s, to_s]), to_s, ({ engine, scenario }) => {
    const probes = PIECES.flatMap((name): [string, string][] => [
      [`probes.${name}.port`, "*"],
      [`probes.${name}.from`, instant(since_s)],
      [`probes.${name}.until`, instant(to_s)],
      [`probes.${name}.limit`, String(most)],
    ]);
    return engine.ask({ ask: "set", scenario: engine.ask({ ask: "again", scenario, to_s }), changes: probes });
  });
  if (!found?.again) return null;
  const { engine, again: made } = found;
  const table = (name: string): unknown => (made.tables.includes(name) ? engine.ask({ ask: "table", run: made.run, name }) : null);
  return Object.fromEntries(PIECES.map((name) => [name, table(name)]));
}

function failed(failure: unknown): Failure {
  if (failure instanceof Refusal) {
    const { kind, issues } = failure;
    return { kind, message: failure.message, issues: issues.map((one): Mistake => ({ ...one, text: textOf(one) })) };
  }
  return { kind: "browser", message: failure instanceof Error ? failure.message : String(failure), issues: [] };
}

function textOf({ path, value, rule }: { path: string; value: string | null; rule: string }): string {
  return value === null ? `${path}: ${rule}` : `${path}: ${value} is not allowed; ${rule}`;
}

/** Questions about events of runs wait for each other: there is one run of each that is made again. */
let events: Promise<unknown> = Promise.resolve();

worker.onmessage = ({ data }) => {
  if (data.ask === "run") latest.set(data.key, data.id);
  if (data.ask === "forget") latest.delete(data.key);
  const isOfEvents = data.ask === "marked" || data.ask === "lanes" || data.ask === "pieces";
  const coming = isOfEvents ? events.then(() => answer(data)) : answer(data);
  if (isOfEvents) events = coming.catch(() => undefined);
  coming.then(
    (ok) => worker.postMessage({ id: data.id, ok }),
    (failure: unknown) => worker.postMessage({ id: data.id, failed: failed(failure) }),
  );
};
