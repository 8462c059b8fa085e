/** The scenario that is worked on and the runs that are compared. Every change of the scenario is a new run. */

import { changeText } from "../base/changes.ts";
import type { Table } from "../base/json.ts";
import { Signal } from "../base/signal.ts";
import { Refused, type Runner } from "../compute/runner.ts";
import type { Mistake, RunInfo, RunState } from "../types.ts";
import { type Listener, Runs } from "./runs.ts";

export interface ShownRun {
  id: string;
  label: string;
  scenario: Table;
  state: RunState;
  fraction: number;
  /** Place among the colours. */
  rank: number;
  visible: boolean;
  info: RunInfo | null;
  error: string;
  /** The warnings of its scenario. */
  warnings: string[];
}

/** As many runs as there are colours. */
const MOST_VISIBLE = 7;

export class Session {
  readonly runs = new Signal<ShownRun[]>([]);
  /** A run that has come further; nothing else of it has changed. */
  readonly moved = new Signal<ShownRun | null>(null);
  readonly issues = new Signal<Mistake[]>([]);
  readonly status = new Signal("");
  /** Another scenario was opened: forms are drawn again. */
  readonly opened = new Signal<Table>({});
  scenario: Table = {};
  title = "";
  /** The scenario that was opened: runs are named by the changes since. */
  private base: Table = {};
  private attempt = 0;
  /** The runs since the page was opened. */
  readonly kept: Runs;

  constructor(runner: Runner) {
    this.kept = new Runs(runner, (id) => this.find(id) !== undefined);
  }

  /** Begin with a scenario; its run is the first, under all others. */
  async open(scenario: Table, title: string): Promise<void> {
    this.clear();
    this.scenario = this.base = scenario;
    this.title = title;
    this.opened.set(scenario);
    await this.run("");
  }

  /** Begin with a run that is kept. */
  openRun(id: string): void {
    const info = this.kept.info(id);
    if (!info) throw new Error("There is no such run: a page keeps its runs until it is closed.");
    this.clear();
    this.show(info);
  }

  /** Begin with the results of a run that was made elsewhere. */
  async openResults(octets: ArrayBuffer, title: string): Promise<void> {
    this.clear();
    const attempt = this.attempt;
    this.status.set("Reading …");
    const info = await this.kept.take(octets, title);
    if (attempt === this.attempt) this.show(info);
  }

  /** Lay a finished run over those that are shown. */
  layOver(id: string): void {
    if (this.runs.value.length === 0) return this.openRun(id);
    const info = this.kept.info(id);
    if (this.find(id) || !info) return;
    this.add({ id, label: this.within(info.label), scenario: info.scenario, state: "queued", fraction: 0, info: null });
    this.finish(id, info);
  }

  /** Make a finished run's scenario the one that is worked on. */
  private show(info: RunInfo): void {
    const { id, scenario } = info;
    this.scenario = this.base = scenario;
    this.title = info.label;
    this.opened.set(scenario);
    this.add({ id, label: info.label, scenario, state: "queued", fraction: 0, info: null });
    this.finish(id, info);
  }

  /** Take a changed scenario and run it; a run for an earlier change is given up. */
  async change(scenario: Table): Promise<void> {
    this.scenario = scenario;
    for (const run of this.runs.value) if (run.state === "queued" || run.state === "running") this.remove(run.id);
    await this.run(changeText(this.base, scenario));
  }

  /** The name of a run of this scenario here, without the title that all of them have. */
  private within(label: string): string {
    return label.startsWith(`${this.title}: `) ? label.slice(this.title.length + 2) : label;
  }

  /** Run the scenario; where others are in sight, its title is before the changes. */
  private async run(changed: string): Promise<void> {
    const label = changed || this.title;
    const attempt = (this.attempt += 1);
    const { scenario } = this;
    this.status.set("Checking …");
    let warnings: string[];
    try {
      warnings = await this.kept.warnings(scenario);
    } catch (failure) {
      if (attempt === this.attempt) this.refused(failure);
      return;
    }
    if (attempt !== this.attempt) return;
    this.issues.set([]);
    this.begin(scenario, label, changed ? `${this.title}: ${changed}` : label, warnings);
  }

  /** Start a run that was checked; in the list of all runs it has a longer name. */
  private begin(scenario: Table, label: string, name: string, warnings: string[]): void {
    let id = "";
    const listener: Listener = {
      progress: (share) => this.progress(id, share),
      done: (info) => this.finish(id, info),
      failed: (error, issues) => this.fail(id, error, issues),
    };
    id = this.kept.start(scenario, name, listener);
    this.add({ id, label, scenario, state: "queued", fraction: 0, info: null, warnings });
  }

  private refused(failure: unknown): void {
    const message = failure instanceof Error ? failure.message : String(failure);
    const issues = failure instanceof Refused ? failure.issues : [];
    this.issues.set(issues.length ? issues : [{ path: "", text: message }]);
    this.status.set("The scenario was not run.");
  }

  private add(run: Omit<ShownRun, "rank" | "visible" | "error" | "warnings"> & { warnings?: string[] }): void {
    const taken = new Set(this.runs.value.map((one) => one.rank));
    let rank = 0;
    while (taken.has(rank)) rank += 1;
    const runs = [...this.runs.value, { warnings: [], ...run, rank, visible: true, error: "" }];
    for (const old of runs.filter((one) => one.visible).slice(0, -MOST_VISIBLE)) old.visible = false;
    this.runs.set(runs);
  }

  private progress(id: string, share: number): void {
    const run = this.find(id);
    if (!run || run.state === "done") return;
    const isNew = run.state !== "running";
    run.state = "running";
    run.fraction = share;
    // A screen reader speaks tens, not each step.
    this.status.set(`Running, ${Math.floor(share * 10) * 10} %`);
    if (isNew) this.runs.touch();
    else this.moved.set(run);
  }

  private finish(id: string, info: RunInfo): void {
    const run = this.find(id);
    if (!run || run.info) return;
    run.info = info;
    run.state = info.state;
    run.fraction = 1;
    const cost = info.wall_s ? ` in ${info.wall_s.toFixed(2)} s` : "";
    this.status.set(`Done${cost}. ${info.stopped ?? ""}`);
    this.runs.touch();
  }

  private fail(id: string, error: string, issues: Mistake[]): void {
    const run = this.find(id);
    if (!run) return;
    run.state = "failed";
    run.error = error;
    this.issues.set(issues);
    this.status.set(`Failed: ${error}`);
    this.runs.touch();
  }

  find(id: string): ShownRun | undefined {
    return this.runs.value.find((one) => one.id === id);
  }

  /** The run whose topology, cells and segments are shown: the newest that is visible. */
  get newest(): ShownRun | undefined {
    return this.runs.value.filter((one) => one.info && one.visible).at(-1);
  }

  get finished(): (ShownRun & { info: RunInfo })[] {
    return this.runs.value.filter((one): one is ShownRun & { info: RunInfo } => one.info !== null && one.visible);
  }

  remove(id: string): void {
    const run = this.find(id);
    this.runs.set(this.runs.value.filter((one) => one.id !== id));
    // A run that is still going is stopped; one that is finished is kept, to be opened again.
    if (run && (run.state === "queued" || run.state === "running")) this.kept.forget(id);
  }

  rename(id: string, label: string): void {
    const run = this.find(id);
    if (run && label.trim()) run.label = label.trim();
    this.runs.touch();
  }

  toggle(id: string): void {
    const run = this.find(id);
    if (run) run.visible = !run.visible;
    this.runs.touch();
  }

  private clear(): void {
    this.attempt += 1;
    for (const run of this.runs.value) if (run.state === "queued" || run.state === "running") this.remove(run.id);
    this.runs.set([]);
    this.issues.set([]);
    this.status.set("");
  }
}
