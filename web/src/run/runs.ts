/** The runs of this page: made in its worker, and kept there until too many newer ones are. */

import type { Runner } from "../compute/runner.ts";
import { Refused } from "../compute/runner.ts";
import { isTable, type Table } from "../base/json.ts";
import type { Points } from "../plot/curves.ts";
import type { LaneRows, Marked, Mistake, Playback, RunEntry, RunInfo, SeriesInfo, Topology } from "../types.ts";
import type { Column } from "./columns.ts";
import { emptySince, type Moves, movesOf, type Part } from "./moves.ts";
import { arrived } from "./arrived.ts";
import { ROUND_TRIP, withTrips } from "./roundtrips.ts";

/** So many runs that are over are kept, in addition to those that are shown. */
const MOST_KEPT = 24;

/** So many cells or packets are recorded of a port. */
const MOST_PIECES = 300_000;
/** A queue that was empty is looked for in so many steps of at least such a time. */
const STEPS_BEFORE = 2001;
const LEAST_S = 1e-9;

/** The reports of a run to its starter. */
export interface Listener {
  progress(share: number): void;
  done(info: RunInfo): void;
  failed(error: string, issues: Mistake[]): void;
}

/** The quantity of goodput, which is computed from acknowledgments. */
const ARRIVED = "goodput";

/** Said of a run that the worker no longer has. */
const FORGOTTEN = "This run is no longer kept; run it again.";

export class Runs {
  private readonly entries = new Map<string, RunEntry & { info: RunInfo | null }>();
  private readonly kinds = new Map<string, Promise<Set<string>>>();
  private count = 0;
  /** Curves that are no series of the simulator, by run, quantity and target; and whole series, by run and index. */
  private readonly own = new Map<string, Points>();
  private readonly wholes = new Map<string, Promise<Points>>();

  constructor(
    readonly runner: Runner,
    /** Runs that are shown, and stay. */
    private readonly isShown: (id: string) => boolean,
  ) {}

  /** All runs, the newest first. */
  list(): RunEntry[] {
    return [...this.entries.values()].reverse();
  }

  info(id: string): RunInfo | null {
    return this.entries.get(id)?.info ?? null;
  }

  /** The scenario in a TOML file as its author wrote it, if it can run. */
  async parsed(text: string, file: string): Promise<Table> {
    const request = { ask: "parse", text, format: "toml", file };
    const { scenario } = await this.runner.ofScenario<{ scenario: string }>(request);
    return JSON.parse(scenario) as Table;
  }

  /** The warnings of a scenario that can run. */
  async warnings(scenario: Table): Promise<string[]> {
    const request = { ask: "parse", text: JSON.stringify(scenario), format: "json" };
    const { warnings } = await this.runner.ofScenario<{ warnings: { message: string }[] }>(request);
    return warnings.map(({ message }) => message);
  }

  /** The kinds of nodes in the network of a scenario; a template's are those of its defaults, however large it is made. */
  async kindsOf({ topology, nodes }: Table): Promise<Set<string>> {
    const name = isTable(topology) ? topology["template"] : undefined;
    if (typeof name !== "string") return new Set(Object.values(isTable(nodes) ? nodes : {}).map(kindOf));
    const ask = async (): Promise<Set<string>> => {
      const scenario = await this.runner.ofScenario<string>({ ask: "template", name });
      const resolved = await this.runner.ofScenario<Pick<Topology, "nodes">>({ ask: "resolved", scenario });
      return new Set(resolved.nodes.map(kindOf));
    };
    const coming = this.kinds.get(name) ?? ask();
    this.kinds.set(name, coming);
    return coming;
  }

  toml(scenario: Table): Promise<string> {
    return this.runner.ofScenario({ ask: "toml", scenario: JSON.stringify(scenario) });
  }

  /** Start a run; its id is there at once. */
  start(scenario: Table, label: string, listener: Listener): string {
    const id = this.enter(label);
    const begun_ms = performance.now();
    const share = (share: number): void => {
      const entry = this.entries.get(id);
      if (!entry) return;
      entry.state = "running";
      listener.progress(share);
    };
    const text = JSON.stringify(scenario);
    const ended = this.runner.run<RunInfo>(id, text, { watched: true }, share).then(async (ran) => {
      const wall_s = (performance.now() - begun_ms) / 1000;
      if (ran) this.finish(id, scenario, await this.extended(id, ran), wall_s, listener);
    });
    ended.catch((failure: unknown) => this.fail(id, failure, listener));
    return id;
  }

  /** Take a run that was made elsewhere. */
  async take(octets: ArrayBuffer, label: string): Promise<RunInfo> {
    const id = this.enter(label);
    try {
      const { scenario, described } = await this.runner.take<{ scenario: Table; described: RunInfo }>(id, octets);
      return this.keep(id, { ...(await this.extended(id, described)), id, label, state: "done", fraction: 1, scenario });
    } catch (failure) {
      this.entries.delete(id);
      throw failure;
    }
  }

  /** Give a run up, on its way or finished. */
  forget(id: string): void {
    this.entries.delete(id);
    this.runner.forget(id);
    for (const kept of [this.own, this.wholes]) for (const key of kept.keys()) if (key.startsWith(`${id} `)) kept.delete(key);
  }

  /** The points of a curve in a part of time. */
  async series(id: string, info: SeriesInfo, from_s: number, to_s: number, width: number): Promise<Points> {
    const { index, quantity, target } = info;
    const own = this.own.get(`${id} ${quantity} ${target}`);
    if (own) return own;
    if (quantity !== ARRIVED)
      return there(await this.runner.about<Points>(id, { ask: "points", index, from_s, to_s, width }));
    const known = this.info(id);
    const sent = known?.series.find((one) => one.quantity === "sequence" && one.target === target);
    const [acknowledged, all] = await Promise.all([this.all(id, index), sent ? this.all(id, sent.index) : null]);
    return arrived(acknowledged, all, from_s, to_s, known?.simulated_s ?? to_s);
  }

  /** All points of a curve; none of goodput, which is made for a part of time. */
  whole(id: string, { index, quantity, target }: SeriesInfo): Promise<Points> | null {
    const own = this.own.get(`${id} ${quantity} ${target}`);
    if (own) return Promise.resolve(own);
    return quantity === ARRIVED ? null : this.all(id, index);
  }

  /** All points of a series. */
  private all(id: string, index: number): Promise<Points> {
    const key = `${id} ${index}`;
    const coming = this.wholes.get(key) ?? this.runner.series(id, index).then(there);
    this.wholes.set(key, coming);
    return coming;
  }

  /** A run with the page's additional series: round trips of pings, and goodput. */
  private async extended(id: string, ran: RunInfo): Promise<RunInfo> {
    const acknowledged = ran.series.filter((one) => one.quantity === "acknowledgment");
    const goodput = acknowledged.map((one) => ({ ...one, name: `${ARRIVED} ${one.target}`, quantity: ARRIVED, unit: "Mbit/s" }));
    const more = { ...ran, series: [...goodput, ...ran.series] };
    const { info, trips } = await withTrips(more, (name) => this.table(id, name));
    for (const [target, points] of trips) this.own.set(`${id} ${ROUND_TRIP} ${target}`, points);
    return info;
  }

  async playback(id: string, steps: number, from_s: number, to_s: number): Promise<Playback> {
    return there(await this.runner.about<Playback>(id, { ask: "playback", steps, from_s, to_s }));
  }

  async marked(id: string, flow: string, from_s: number, to_s: number): Promise<Marked> {
    return there(await this.runner.marked<Marked>(id, flow, from_s, to_s, 5000));
  }

  async lanes(id: string, port: string, from_s: number, to_s: number): Promise<LaneRows> {
    return there(await this.runner.lanes<LaneRows>(id, port, from_s, to_s, 20_000));
  }

  /** All cells and packets in a part of a run, with some that came before it. */
  async moves(id: string, topology: Topology, { since_s, until_s }: Part): Promise<Moves> {
    type Pieces = Record<"cells" | "packets", Record<string, Column> | null>;
    const { times_s, least } = await this.playback(id, STEPS_BEFORE, 0, Math.max(since_s, LEAST_S));
    const begin_s = Math.min(since_s, emptySince(topology, times_s, least));
    const { cells, packets } = there(await this.runner.pieces<Pieces>(id, begin_s, until_s, MOST_PIECES));
    return movesOf(topology, cells, packets);
  }

  async table(id: string, name: string): Promise<Record<string, Column>> {
    return there(await this.runner.about<Record<string, Column>>(id, { ask: "table", name }));
  }

  private enter(label: string): string {
    this.count += 1;
    const id = `run-${this.count}`;
    this.entries.set(id, { id, label: label || `run ${this.count}`, state: "queued", info: null });
    return id;
  }

  private finish(id: string, scenario: Table, ran: RunInfo, wall_s: number, listener: Listener): void {
    const entry = this.entries.get(id);
    if (!entry) return;
    listener.done(this.keep(id, { ...ran, id, label: entry.label, state: "done", fraction: 1, scenario, wall_s }));
  }

  private keep(id: string, info: RunInfo): RunInfo {
    const entry = this.entries.get(id);
    if (entry) Object.assign(entry, { state: "done", info, summary: info.summary });
    const over = [...this.entries.values()].filter((one) => one.info && !this.isShown(one.id));
    for (const old of over.slice(0, -MOST_KEPT)) this.forget(old.id);
    return info;
  }

  private fail(id: string, failure: unknown, listener: Listener): void {
    const entry = this.entries.get(id);
    if (!entry) return;
    entry.state = "failed";
    const issues = failure instanceof Refused ? failure.issues : [];
    listener.failed(failure instanceof Error ? failure.message : String(failure), issues);
  }
}

function kindOf(node: unknown): string {
  return String((node as Table)["kind"]);
}

function there<T>(found: T | null): T {
  if (found === null) throw new Error(FORGOTTEN);
  return found;
}
