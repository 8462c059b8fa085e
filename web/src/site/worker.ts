/** The simulator of a page of the documentation, in a worker. For each figure one run: a new one ends that before. */

import { type Column, Simulator } from "../../../crates/wasm/cellwise.mjs";
import type { SeriesInfo } from "../types.ts";
import type { Answer, Question, Ran } from "./asked.ts";

/** What this script uses of the worker that it is in; the page's own types do not know workers. */
interface Worker {
  postMessage(answer: Answer, transfer?: Transferable[]): void;
  onmessage: (event: MessageEvent<Question>) => void;
}
const worker = globalThis as unknown as Worker;

let simulator: Promise<Simulator>;
/** By figure: what was asked for last, and the run that is shown. */
const latest = new Map<number, number>();
const shown = new Map<number, number>();

async function load(address: string): Promise<Simulator> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
  // Not every file server knows the type of such files, without which a browser compiles no stream.
  return new Simulator(await WebAssembly.compile(await response.arrayBuffer()));
}

async function answer(question: Question): Promise<unknown> {
  if (question.ask === "load") return (simulator = load(question.module)).then(() => null);
  if (question.ask === "run") return run(question);
  const { figure, index, from_s, to_s, width } = question;
  const engine = await simulator;
  const kept = shown.get(figure);
  return kept === undefined ? null : engine.ask({ ask: "points", run: kept, index, from_s, to_s, width });
}

async function run({ id, figure, scenario, changes }: Question & { ask: "run" }): Promise<Ran | null> {
  const engine = await simulator;
  const isWanted = (): boolean => latest.get(figure) === id;
  if (!isWanted()) return null;
  const changed = engine.ask({ ask: "set", scenario, changes });
  const found = await engine.run(changed, {
    progress: (share) => {
      worker.postMessage({ id, share });
      return isWanted();
    },
  });
  if (!isWanted()) {
    engine.ask({ ask: "forget", run: found.run });
    return null;
  }
  const before = shown.get(figure);
  if (before !== undefined) engine.ask({ ask: "forget", run: before });
  shown.set(figure, found.run);
  return {
    simulated_s: Number(found.summary["simulated_s"]),
    series: found.series.map((one, index) => described(engine, found.run, one, index)),
    throughput_bps: total(table(engine, found.run, "flows")["throughput_bps"]),
    cell_loss_ratio: lossRatio(table(engine, found.run, "vcs")),
  };
}

const table = (engine: Simulator, run: number, name: string): Record<string, Column> =>
  engine.ask({ ask: "table", run, name });

function total(column: Column | undefined): number {
  if (column === undefined || "words" in column) return 0;
  let sum = 0;
  for (const one of column) if (Number.isFinite(Number(one))) sum += Number(one);
  return sum;
}

function lossRatio(vcs: Record<string, Column>): number | null {
  const sent = total(vcs["cells_sent"]);
  return sent > 0 ? total(vcs["cells_lost"]) / sent : null;
}

type Named = Pick<SeriesInfo, "name" | "quantity" | "target" | "unit" | "points">;

function described(engine: Simulator, run: number, one: Named, index: number): SeriesInfo {
  const { value } = engine.ask({ ask: "series", run, index });
  let min: number | null = null;
  let max: number | null = null;
  for (const each of value) {
    if (!Number.isFinite(each)) continue;
    if (min === null || each < min) min = each;
    if (max === null || each > max) max = each;
  }
  return { ...one, index, min, max };
}

worker.onmessage = ({ data }) => {
  if (data.ask === "run") latest.set(data.figure, data.id);
  answer(data).then(
    (ok) => worker.postMessage({ id: data.id, ok }),
    (failure: unknown) =>
      worker.postMessage({ id: data.id, error: failure instanceof Error ? failure.message : String(failure) }),
  );
};
