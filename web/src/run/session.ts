/** The scenario that is worked on and the runs that are compared. Every change of the scenario is a new run. */

import * as api from "../api.ts";
import { changeText } from "../base/changes.ts";
import type { Table } from "../base/json.ts";
import { Signal } from "../base/signal.ts";
import type { Issue, RunInfo, RunState } from "../types.ts";

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
}

/** As many runs as there are colours. */
const MOST_VISIBLE = 7;

export class Session {
  readonly runs = new Signal<ShownRun[]>([]);
  readonly issues = new Signal<Issue[]>([]);
  readonly status = new Signal("");
  /** Another scenario was opened: forms are drawn anew. */
  readonly opened = new Signal<Table>({});
  scenario: Table = {};
  title = "";
  /** The scenario as it was opened: runs are named by what was changed since. */
  private base: Table = {};
  private attempt = 0;
  /** A change that the server did not hear of. */
  private unheard = false;
  /** Runs of which nobody knows whether the server still has them. */
  private readonly unsure = new Set<string>();

  /** Begin with a scenario; its run is the first that others are laid over. */
  async open(scenario: Table, title: string): Promise<void> {
    this.clear();
    this.scenario = this.base = scenario;
    this.title = title;
    this.opened.set(scenario);
    await this.run("");
  }

  /** Begin with a run that the server has. */
  async openRun(id: string): Promise<void> {
    this.clear();
    const info = await api.run(id);
    this.take(info);
    this.add({
      id,
      label: this.title,
      scenario: this.scenario,
      state: info.state,
      fraction: info.fraction,
      info: null,
    });
    if (info.state === "done") this.finish(id, info);
    else this.follow(id);
  }

  /** Lay a finished run of the server over those that are shown. */
  async layOver(id: string): Promise<void> {
    if (this.runs.value.length === 0) return this.openRun(id);
    if (this.find(id)) return;
    const info = await api.run(id);
    this.add({
      id,
      label: this.within(info.label || id),
      scenario: info.scenario,
      state: info.state,
      fraction: info.fraction,
      info: null,
    });
    if (info.state === "done") this.finish(id, info);
    else this.follow(id);
  }

  /** Make a run's scenario the one that is worked on; results that are being read have none yet. */
  private take(info: RunInfo): void {
    this.scenario = this.base = info.scenario ?? {};
    this.title = info.label || info.id;
    this.opened.set(this.scenario);
  }

  /** Take a changed scenario and run it; what is still running for an earlier change is given up. */
  async change(scenario: Table): Promise<void> {
    this.scenario = scenario;
    for (const run of this.runs.value) if (run.state === "queued" || run.state === "running") this.remove(run.id);
    await this.run(changeText(this.base, scenario));
  }

  /** What a run of this scenario is called here, without the title that all of them have. */
  private within(label: string): string {
    return label.startsWith(`${this.title}: `) ? label.slice(this.title.length + 2) : label;
  }

  /** Run the scenario; where others are in sight, its title stands before what was changed. */
  private async run(changed: string): Promise<void> {
    const label = changed || this.title;
    const attempt = (this.attempt += 1);
    const { scenario } = this;
    this.unheard = false;
    this.status.set("Checking …");
    try {
      const started = await api.start(scenario, changed ? `${this.title}: ${changed}` : label);
      this.issues.set([]);
      if (attempt !== this.attempt) return void api.cancel(started.id).catch(() => undefined);
      this.add({ id: started.id, label, scenario, state: started.state, fraction: 0, info: null });
      this.follow(started.id);
    } catch (failure) {
      if (attempt === this.attempt) this.refused(failure);
    }
  }

  private refused(failure: unknown): void {
    const error = failure instanceof api.ApiError ? failure : new api.ApiError(String(failure), 500);
    this.unheard = error.away;
    this.issues.set(error.issues.length || error.away ? error.issues : [{ path: "", text: error.message }]);
    this.status.set(
      error.away ? "The server does not answer; the change will be run when it is back." : "The scenario was not run.",
    );
  }

  private add(run: Omit<ShownRun, "rank" | "visible" | "error">): void {
    const taken = new Set(this.runs.value.map((one) => one.rank));
    let rank = 0;
    while (taken.has(rank)) rank += 1;
    const runs = [...this.runs.value, { ...run, rank, visible: true, error: "" }];
    for (const old of runs.filter((one) => one.visible).slice(0, -MOST_VISIBLE)) old.visible = false;
    this.runs.set(runs);
  }

  private follow(id: string): void {
    const close = api.events(
      api.runEvents(id),
      {
        progress: (data) => this.progress(id, data as { fraction: number; state: RunState }),
        done: (data) => (close(), this.finish(id, data as RunInfo)),
        failed: (data) => (close(), this.fail(id, data as { error: string; issues?: Issue[] })),
        cancelled: () => (close(), this.fail(id, { error: "It was cancelled." })),
      },
      () => void this.lost(id),
    );
  }

  /** The server has no news of a run: it may be over, or of a server that is gone. */
  private async lost(id: string): Promise<void> {
    try {
      const info = await api.run(id);
      if (info.state === "done") this.finish(id, info);
      else this.fail(id, { error: info.error ?? info.state });
    } catch (failure) {
      if (failure instanceof api.ApiError && failure.away) return void this.unsure.add(id);
      this.fail(id, {
        error:
          failure instanceof api.ApiError && failure.status === 404
            ? "The server no longer knows this run."
            : String(failure),
      });
    }
  }

  private progress(id: string, { fraction, state }: { fraction: number; state: RunState }): void {
    const run = this.find(id);
    if (!run || run.state === "done") return;
    run.state = state;
    run.fraction = fraction;
    // Whoever hears the page is told of tens, not of each step.
    this.status.set(
      state === "queued" ? "Waiting for a free worker …" : `Running, ${Math.floor(fraction * 10) * 10} %`,
    );
    this.runs.touch();
  }

  private finish(id: string, info: RunInfo): void {
    const run = this.find(id);
    if (!run || run.info) return;
    if (Object.keys(run.scenario).length === 0) {
      run.scenario = info.scenario;
      this.take(info);
    }
    run.info = info;
    run.state = info.state;
    run.fraction = 1;
    const cost = info.wall_s ? ` in ${info.wall_s.toFixed(2)} s` : "";
    this.status.set(`Done${cost}. ${info.stopped ?? ""}`);
    this.runs.touch();
  }

  private fail(id: string, { error, issues }: { error: string; issues?: Issue[] }): void {
    const run = this.find(id);
    if (!run) return;
    run.state = "failed";
    run.error = error;
    this.issues.set(issues ?? []);
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
    // A run that is still going is stopped; one that is finished stays with the server, to be opened again.
    if (run && (run.state === "queued" || run.state === "running")) void api.cancel(id).catch(() => undefined);
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

  /** After the server was away: run what it did not hear of. What was running is followed by the browser itself. */
  resume(): void {
    for (const id of this.unsure) this.follow(id);
    this.unsure.clear();
    if (this.unheard) void this.change(this.scenario);
  }

  private clear(): void {
    this.attempt += 1;
    for (const run of this.runs.value) if (run.state === "queued" || run.state === "running") this.remove(run.id);
    this.runs.set([]);
    this.issues.set([]);
    this.status.set("");
  }
}
